"""Enso: stones free to move, stones in contact, and how near each side is to a lone stone inside (4.1)."""

from __future__ import annotations

from kakomi.core.bits import inline, popcount
from kakomi.core.protocol import FIRST, Moves, Position
from kakomi.games.enso.rules import BOARD, INNER, MINE, THEIRS, TURN, beside
from kakomi.search.mcts.settings import Settings

GUIDED = Settings(guide="children", explore=1.5, temperature=0.1)

FEATURES = 10
CROWDED = 18  # with more stones on the board the first set of weights applies, then the second

# python -m benchmarks.tune enso --games 2000: 3 rounds, 33781 positions, log loss 0.653 (constant 0.695).
# fmt: off
WEIGHTS = (
    179, 270, 116, 31, -323, 39, 649, -297, 141, -28,
    456, 232, 256, 137, -253, 153, 718, -663, 87, 17,
)
# fmt: on


def evaluate(position: Position, weights: Moves) -> int:
    """Each feature is the mover's number minus the other's."""
    mine = position[MINE]
    theirs = position[THEIRS]
    occupied = mine | theirs
    beside_mine = beside(mine)
    beside_theirs = beside(theirs)
    once = 0  # cells with a stone beside them, with two, with three or more
    twice = 0
    thrice = 0
    for k in (1, 7, 8, 9):
        stones = (occupied << k) & BOARD
        thrice |= twice & stones
        twice |= once & stones
        once |= stones
        stones = (occupied >> k) & BOARD
        thrice |= twice & stones
        twice |= once & stones
        once |= stones
    one = INNER & once & ~twice  # one stone away from an Enso
    two = INNER & twice & ~thrice
    w = 0 if popcount(occupied) > CROWDED else FEATURES
    total = (
        weights[w]  # the move
        + weights[w + 1] * (popcount(mine) - popcount(theirs))
        + weights[w + 2] * (popcount(mine & beside_theirs) - popcount(theirs & beside_mine))  # 2.1
        + weights[w + 3]
        * (popcount(mine & beside_mine & ~beside_theirs) - popcount(theirs & beside_theirs & ~beside_mine))
        + weights[w + 4] * (popcount(mine & ~once) - popcount(theirs & ~once))  # 2.3: stuck
        + weights[w + 5] * (popcount(mine & INNER) - popcount(theirs & INNER))
        + weights[w + 6] * (popcount(mine & one & beside_mine) - popcount(theirs & one & beside_theirs))
        + weights[w + 7] * (popcount(mine & one & beside_theirs) - popcount(theirs & one & beside_mine))
        + weights[w + 8] * (popcount(mine & two) - popcount(theirs & two))
        + weights[w + 9] * (landing(mine, beside_mine, beside_theirs) - landing(theirs, beside_theirs, beside_mine))
    )
    return total if position[TURN] == FIRST else -total


@inline
def landing(own: int, beside_own: int, beside_other: int) -> int:
    """Inner cells beside own stones only, where a stone that loses its friends would be alone."""
    return popcount(INNER & beside_own & ~beside_other & ~own)
