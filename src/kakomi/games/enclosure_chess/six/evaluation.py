"""The six-piece game: pieces, empty points beside them, moves, and groups with at most one empty point beside them."""

from __future__ import annotations

from kakomi.core.bits import ctz, inline, popcount
from kakomi.core.protocol import FIRST, Moves, Position
from kakomi.games.enclosure_chess.six.rules import BOARD, MINE, NEIGHBOURS, THEIRS, TURN, beside

FEATURES = 7

# python -m benchmarks.tune enclosure_chess --rules six --games 300 --depth 4 --rounds 2 --set quiet=200
#   --start 0,1000,50,10,-100,-100,0 (random games are all drawn): 41400 positions, log loss 0.636 (constant 0.692).
# fmt: off
WEIGHTS = (
    8, 315, 16, -13, -232, -234, 24,
)
# fmt: on


def evaluate(position: Position, weights: Moves) -> int:
    """Each feature is the mover's number minus the other's."""
    mine = position[MINE]
    theirs = position[THEIRS]
    empty = BOARD & ~(mine | theirs)
    total = (
        weights[0]
        + weights[1] * (popcount(mine) - popcount(theirs))
        + weights[2] * (popcount(beside(mine) & empty) - popcount(beside(theirs) & empty))
        + weights[3] * (ways(mine, empty) - ways(theirs, empty))
        + weights[4] * choked(mine, empty)
        - weights[5] * choked(theirs, empty)
        + weights[6] * (popcount(mine & ~beside(mine)) - popcount(theirs & ~beside(theirs)))  # single pieces
    )
    return total if position[TURN] == FIRST else -total


@inline
def ways(pieces: int, empty: int) -> int:
    """The moves of these pieces."""
    count = 0
    while pieces:
        count += popcount(NEIGHBOURS[ctz(pieces)] & empty)
        pieces &= pieces - 1
    return count


def choked(pieces: int, empty: int) -> int:
    """Pieces in groups with at most one empty point beside them."""
    count = 0
    while pieces:
        group = pieces & -pieces
        grown = group | (pieces & beside(group))
        while grown != group:
            group = grown
            grown = group | (pieces & beside(group))
        if popcount(beside(group) & empty) <= 1:
            count += popcount(group)
        pieces &= ~group
    return count
