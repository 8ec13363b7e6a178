"""Enclosure Chess on 5x5 and 7x7: captures made, captures to be made at once, and who runs out of safe placements."""

from __future__ import annotations

from kakomi.core.bits import popcount
from kakomi.core.protocol import FIRST, SECOND, Moves, Position
from kakomi.games.enclosure_chess.grid.rules import BLACK, CAPTURES, EMPTY, LEFT, SIZE, beside

FEATURES = 7
SMALL = 5

# python -m benchmarks.tune enclosure_chess --rules R, 3 rounds each; log loss on games held back (that of a constant):
#   5x5 --games 2000 --depth 3   16000 positions, 0.553 (0.660)
#   7x7 --games 1500 --depth 3   24000 positions, 0.609 (0.647)
# fmt: off
WEIGHTS = (
    1124, -421, 18, 164, 67, -382, 36,
    1069, 794, 623, 35, -232, -132, -21,
    273, -773, 169, 70, 45, 40, 25,
    638, 305, -146, 67, -42, -31, 20,
)
# fmt: on


def by_margin(settings: list[int]) -> bool:
    """Clause 4: captures decide."""
    return True


def evaluate(position: Position, weights: Moves) -> int:
    """Pieces are shared, so every feature but the captures is scored for the player to move."""
    empty = position[EMPTY]
    black = position[BLACK]
    once = 0  # points with an empty one beside them, with two, with three or more
    twice = 0
    thrice = 0
    for k in (1, 8):
        near = empty << k
        thrice |= twice & near
        twice |= once & near
        once |= near
        near = empty >> k
        thrice |= twice & near
        twice |= once & near
        once |= near
    ripe = black & once & ~twice  # the next placement beside it captures
    close = black & twice & ~thrice  # a placement beside it makes it ripe
    safe = popcount(empty & ~beside(ripe | close))
    half = 2 * position[LEFT] <= (12 if position[SIZE] == SMALL else 24)
    w = (0 if position[SIZE] == SMALL else 2 * FEATURES) + (FEATURES if half else 0)
    mover = (
        weights[w + 1]
        + weights[w + 2] * min(popcount(ripe), 1)
        + weights[w + 3] * popcount(ripe)
        + weights[w + 4] * popcount(close)
        + weights[w + 5] * (safe & 1)
        + weights[w + 6] * safe
    )
    ahead = position[CAPTURES + FIRST] - position[CAPTURES + SECOND]
    return weights[w] * ahead + (-mover if position[LEFT] & 1 else mover)
