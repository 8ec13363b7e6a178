"""What alpha-beta searches less closely, in its steps 4 and 6; a game's `Pruning` says how much less."""

from __future__ import annotations

import math

from kakomi.core.bits import inline
from kakomi.search.alphabeta.arrays import DECIDED, HOPELESS, MARGIN, REDUCTION, Ints

# Late move reductions: the usual start in chess engines (Fruit 2.1: from the fourth move, depth 3); by two plies
# when very late, from the thirteenth move and depth 6.
LATE_MOVE, LATE_DEPTH, VERY_LATE_MOVE, VERY_LATE_DEPTH = 3, 3, 12, 6
LOGS = tuple(round(100 * math.log(max(n, 1))) for n in range(64))  # where a game's `Pruning` reduces by logarithms


@inline
def beyond(value: int, depth: int, alpha: int, beta: int, settings: Ints) -> bool:
    """Step 4: whether an evaluation is so far beyond a null window that a search would hardly bring it back.

    Bounds that are decided games are left to the search, whose answer is then a proof.
    """
    if abs(alpha) >= DECIDED or abs(beta) >= DECIDED:
        return False
    return value - depth * settings[MARGIN] >= beta or value + depth * settings[HOPELESS] <= alpha


@inline
def reduction(depth: int, number: int, settings: Ints) -> int:
    """Step 6: by how many plies to reduce the search of a late move; `depth` is the depth left after it."""
    if settings[REDUCTION]:
        last = len(LOGS) - 1
        return max(1, min(LOGS[min(depth + 1, last)] * LOGS[min(number, last)] // (100 * settings[REDUCTION]), depth))
    return 2 if number >= VERY_LATE_MOVE and depth + 1 >= VERY_LATE_DEPTH else 1
