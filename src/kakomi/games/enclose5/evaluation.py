"""Enclose5: points, further moves, and marks that surround cells or stand in rows."""

from __future__ import annotations

from kakomi.core.bits import inline, popcount
from kakomi.core.protocol import Moves, Position
from kakomi.games.enclose5.enclosing import encloses, forget, inside
from kakomi.games.enclose5.layout import (
    BESIDE,
    BLUE,
    MARGIN,
    MARKS,
    MIDDLE,
    OWED,
    OWNER,
    PHASE,
    PLAY,
    POINTS,
    RED,
    SIZE,
    TARGET,
    TURN,
    WIDE,
    board_row,
    coloured,
    plane,
    window,
)
from kakomi.games.enclose5.rules import SWAP, four

FEATURES = 9
WIDTH = 24  # moves considered: alpha-beta with 441 would reach three plies

ROUND = BESIDE | 1 << MIDDLE - WIDE - 1 | 1 << MIDDLE - WIDE + 1 | 1 << MIDDLE + WIDE - 1 | 1 << MIDDLE + WIDE + 1
CELL = 1 << MIDDLE
NEAR = 4  # from this distance on all cells are far from the centre
MOST = 1000  # no move has a higher priority

# python -m benchmarks.tune enclose5 --games 600 --depth 2 --set size=11 --set target=10: 3 rounds, 19376 positions,
#   log loss 0.558 (constant 0.663).
# fmt: off
WEIGHTS = (
    119, 330, 641, 82, 81, -13, 95, 183, -27,
)
# fmt: on


def by_margin(settings: list[int]) -> bool:
    """Clause 6, without a target: the points decide."""
    return settings[TARGET] == 0


def evaluate(position: Position, weights: Moves) -> int:
    """Each feature is Red's number less Blue's; the sign is that of the player who owns Red."""
    red = shape(position, RED, weights)
    blue = shape(position, BLUE, weights)
    turn = 1 - 2 * position[TURN]
    total = red - blue
    total += weights[0] * turn
    total += weights[1] * (position[POINTS] - position[POINTS + 1])
    total += weights[2] * turn * position[OWED]
    return total if position[OWNER] == 0 else -total


def shape(position: Position, turn: int, weights: Moves) -> int:
    """The value of a colour's marks, row by row."""
    marks = plane(position, MARKS + turn)
    full = board_row(position[SIZE])
    three = two = slants = fours = threes = crossings = 0
    for row in range(position[SIZE]):
        below = position[marks + row - 1]
        here = position[marks + row]
        above = position[marks + row + 1]
        if below | here | above == 0:
            continue
        left = here << 1
        right = here >> 1
        either = left ^ right
        both = left & right
        rim = below ^ above
        ends = below & above
        open_cells = full & ~here & ~coloured(position, row)
        three += popcount(((both & rim) | (either & ends)) & open_cells)  # cells with three own marks beside them
        two += popcount(((both & ~rim & ~ends) | (ends & ~either & ~both) | (either & rim)) & open_cells)
        slants += popcount(here & (above << 1 | above >> 1))
        crossings += popcount(here & (right | above))
        second = position[marks + row + 2]
        third = position[marks + row + 3]
        fours += popcount(here & here >> 1 & here >> 2 & here >> 3)
        fours += popcount(here & above & second & third)
        fours += popcount(here & above >> 1 & second >> 2 & third >> 3)
        fours += popcount(here & above << 1 & second << 2 & third << 3)
        threes += popcount(here & here >> 1 & here >> 2)
        threes += popcount(here & above & second)
        threes += popcount(here & above >> 1 & second >> 2)
        threes += popcount(here & above << 1 & second << 2)
    return (
        weights[3] * three
        + weights[4] * two
        + weights[5] * slants
        + weights[6] * crossings
        + weights[7] * fours
        + weights[8] * threes
    )


def move_priority(position: Position, move: int) -> int:
    """The largest enclosure first, then denying the enemy one, then rows of five, then marks nearby; else near the centre.

    In an opening the answers come first, and all marks are ranked by nearness to the centre.
    """
    if move >= SWAP:
        return MOST
    row = move >> 6
    column = move & 63
    if position[PHASE] != PLAY:
        return nearness(position, row, column)
    turn = position[TURN]
    marks = window(position, MARKS + turn, row, column)
    others = window(position, MARKS + 1 - turn, row, column)
    company = 6 * popcount(marks & ROUND) + 4 * popcount(others & ROUND) + 2 * popcount(marks) + popcount(others)
    if company == 0:
        return nearness(position, row, column)
    gain = enclosed(position, turn, marks, row, column)
    loss = enclosed(position, 1 - turn, others, row, column)
    rows = 60 * in_row(marks | CELL) + 30 * in_row(others | CELL)
    return min((300 if gain else 0) + 20 * gain + (150 if loss else 0) + 15 * loss + rows + company, MOST)


@inline
def nearness(position: Position, row: int, column: int) -> int:
    """How near a cell is to the centre: 0 at a distance of NEAR or more."""
    middle = position[SIZE] >> 1
    return max(NEAR - max(abs(row - middle), abs(column - middle)), 0)


def enclosed(position: Position, turn: int, marks: int, row: int, column: int) -> int:
    """How many cells a mark of this colour on an empty cell would colour (clause 2); `marks` is the window round it."""
    if popcount(marks & ROUND) < 2:  # a closed path continues on both sides
        return 0
    at = plane(position, MARKS + turn) + row
    position[at] |= 1 << column + MARGIN
    count = 0
    if encloses(position, turn, marks | CELL, row, column):
        for each in range(position[SIZE]):
            count += popcount(inside(position, turn, each))
        forget(position)
    position[at] &= ~(1 << column + MARGIN)
    return count


@inline
def in_row(marks: int) -> int:
    """How many lines through the cell in the middle hold four marks side by side."""
    count = 1 if four(marks, 1) else 0
    for step in (WIDE - 1, WIDE, WIDE + 1):
        if four(marks, step):
            count += 1
    return count
