"""Iago: disks face up on inner and outer hexes, captives, the score's logarithm, the centre and what can be turned."""

from __future__ import annotations

from math import log2

from kakomi.core.bits import popcount
from kakomi.core.protocol import FIRST, SECOND, Moves, Position
from kakomi.games.iago.rules import CENTRE, INNERS, KIND, RED, SIDE, SIMPLE, TURN, closers, empty_hexes
from kakomi.search.mcts.settings import Settings

GUIDED = Settings(guide="children", explore=1.5, temperature=0.1)

FEATURES = 10
STAGES = 4  # by inner hexes filled; each of the three rule sets has its own weights for each
STAGE_HEXES = (1, 1, 1, 2, 5, 10)  # by side: hexes per stage; the last has a few fewer

LOG = tuple(round(10 * log2(max(n, 1))) for n in range(38))  # 0 counts as 1 (5.1)

# python -m benchmarks.tune iago --rules R, 3 rounds each; log loss on games held back (that of a constant):
#   standard --games 800 --depth 3   29548 positions, 0.567 (0.693)
#   loose    --games 400 --depth 2   13660 positions, 0.594 (0.690)
#   simple   --games 800 --depth 3   24424 positions, 0.487 (0.697)
# fmt: off
WEIGHTS = (
    48, 89, 269, -79, -8, 214, 370, 5, 84, 166,
    67, 42, 263, -86, -10, 411, -185, 49, 24, 147,
    188, 180, 496, -16, -20, 303, -202, 169, 41, 139,
    428, 321, 691, -67, -6, 391, -234, 337, 9, 153,
    123, 278, 983, 469, -6, -648, -23, 60, -78, 488,
    106, 153, 451, 187, -2, 501, 2, 102, 35, 250,
    220, 218, 620, 50, -25, 507, -236, 251, -44, 313,
    316, 254, 714, -45, -8, 409, -45, 420, -83, 303,
    176, 380, 690, 49, -15, 8, -955, 262, 0, 0,
    246, 226, 489, -31, 11, 618, -423, 234, 0, 0,
    332, 300, 395, -156, 22, 933, -282, 527, 0, 0,
    572, 710, 732, -351, 28, 1119, -511, 1051, 0, 0,
)
# fmt: on


def by_margin(settings: list[int]) -> bool:
    """Clause 5.1: the score decides."""
    return True


def evaluate(position: Position, weights: Moves) -> int:
    """Each feature is the first player's number minus the second's."""
    red = position[RED]
    first = position[FIRST] & ~red
    second = position[SECOND] & ~red
    occupied = position[FIRST] | position[SECOND]
    empty = empty_hexes(position)
    inner = INNERS[position[SIDE]]
    inner_1 = popcount(first & inner)
    inner_2 = popcount(second & inner)
    outer_1 = popcount(first & ~inner)
    outer_2 = popcount(second & ~inner)
    stage = min(popcount(occupied & inner) // STAGE_HEXES[position[SIDE]], STAGES - 1)
    w = FEATURES * (stage + STAGES * position[KIND])
    sign = 1 if position[TURN] == FIRST else -1
    centre = popcount(CENTRE & first) - popcount(CENTRE & second)
    captive_centre = popcount(CENTRE & position[FIRST] & red) - popcount(CENTRE & position[SECOND] & red)
    total = (
        weights[w] * sign
        + weights[w + 1] * (inner_1 - inner_2)
        + weights[w + 2] * (outer_1 - outer_2)
        + weights[w + 3] * (popcount(position[FIRST] & red) - popcount(position[SECOND] & red))
        + weights[w + 4] * (LOG[inner_1] + LOG[outer_1] - LOG[inner_2] - LOG[outer_2])
        + weights[w + 5] * centre
        + weights[w + 6] * captive_centre
        + weights[w + 7] * (popcount(closers(first, second, empty)) - popcount(closers(second, first, empty)))
    )
    if position[KIND] != SIMPLE:
        release_1 = closers(first, red, empty)
        release_2 = closers(second, red, empty)
        total += weights[w + 8] * (popcount(release_1) - popcount(release_2))
        total += weights[w + 9] * (popcount(release_1 & ~inner) - popcount(release_2 & ~inner))
    return total
