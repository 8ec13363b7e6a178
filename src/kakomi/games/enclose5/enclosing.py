"""Enclose5's clause 2: what a new mark encloses.

After every move the walk of either colour reaches all cells that are neither coloured nor its walls, and a neighbour of
each of its marks. So a new mark encloses something only if it cuts its free neighbours off from one another, or takes the
last reached neighbour from an own mark beside it. Usually the cells nearby show that it does neither, and no walk is
needed.
"""

from __future__ import annotations

from kakomi.core.bits import inline, popcount
from kakomi.core.protocol import Position
from kakomi.games.enclose5.layout import (
    BESIDE,
    COLOURED,
    EMPTY,
    FREE,
    LEFT,
    LINKS,
    MARGIN,
    MARKS,
    OPEN,
    POINTS,
    REACHED,
    RIGHT,
    SIZE,
    WIDE,
    WINDOW,
    board_row,
    coloured,
    plane,
    window,
)


@inline
def encloses(position: Position, turn: int, marks: int, row: int, column: int) -> int:
    """1 if the new mark, in the middle of the window `marks`, may enclose something; the walk has then been made."""
    walls = marks
    if position[LINKS]:
        walls |= window(position, COLOURED + turn, row, column)
    held = 0  # own marks beside it that may have no reached neighbour left
    if marks & BESIDE:
        shut = walls
        if position[POINTS] + position[POINTS + 1]:  # a coloured cell may or may not be reached
            shut |= window(position, COLOURED, row, column) | window(position, COLOURED + 1, row, column)
        held = marks & BESIDE & shut << 1 & shut >> 1 & shut << WIDE & shut >> WIDE
    if held == 0 and joined(walls):
        return 0
    walk(position, turn, row, column, held)
    if held or missing(position, turn, row, column):
        return 1
    forget(position)
    return 0


@inline
def joined(walls: int) -> int:
    """1 if the free neighbours of the cell in the middle are connected within the window."""
    free = WINDOW & ~walls
    goal = free & BESIDE
    reached = goal & -goal
    while True:
        wider = (
            reached
            | (reached << 1 & free & ~LEFT)
            | (reached >> 1 & free & ~RIGHT)
            | ((reached << WIDE | reached >> WIDE) & free)
        )
        if wider & goal == goal:
            return 1
        if wider == reached:
            return 0
        reached = wider


def walk(position: Position, turn: int, row: int, column: int, whole: int) -> None:
    """Clause 2.1: walk in from outside, up the rows and down again until nothing new is reached.

    Unless it must be `whole`, the walk stops as soon as the free neighbours of the new mark are reached. The ring of
    cells outside the board is reached from the beginning (2.2).
    """
    size = position[SIZE]
    reached = plane(position, REACHED)
    across = ((1 << size + 2) - 1) << MARGIN - 1  # a row of the board and the cells beyond its ends
    ends = 1 << MARGIN - 1 | 1 << MARGIN + size
    position[reached - 1] = across
    position[reached + size] = across
    for r in range(size):
        free = across & ~walls(position, turn, r)
        position[reached + r] = along(ends | (position[reached + r - 1] & free), free)
    changed = 1
    while changed and (whole or missing(position, turn, row, column)):
        changed = 0
        for r in range(size - 1, -1, -1):
            changed |= enter(position, turn, across, r, r + 1)
        for r in range(size):
            changed |= enter(position, turn, across, r, r - 1)


@inline
def walls(position: Position, turn: int, row: int) -> int:
    """Clause 2.1: the mover's marks; with the option `links` the cells of the mover's colour as well."""
    found = position[plane(position, MARKS + turn) + row]
    if position[LINKS]:
        found |= position[plane(position, COLOURED + turn) + row]
    return found


@inline
def enter(position: Position, turn: int, across: int, row: int, origin: int) -> int:
    """Enter a row from the one beside it; 1 if a new cell is reached."""
    reached = plane(position, REACHED)
    here = position[reached + row]
    free = across & ~walls(position, turn, row)
    fresh = position[reached + origin] & free & ~here
    if fresh == 0:
        return 0
    position[reached + row] = along(here | fresh, free)
    return 1


@inline
def along(seeds: int, free: int) -> int:
    """The runs of free cells in a row that hold a seed: to the right by a carry, to the left by doubling."""
    found = seeds | (free & ~(free + seeds))
    for k in (1, 2, 4, 8, 16, 32):
        found |= free & found >> k
        free &= free >> k
    return found


@inline
def missing(position: Position, turn: int, row: int, column: int) -> int:
    """Not 0 if a free neighbour of the cell is not reached."""
    bit = 1 << column + MARGIN
    reached = plane(position, REACHED) + row
    return (
        (bit & ~walls(position, turn, row + 1) & ~position[reached + 1])
        | (bit & ~walls(position, turn, row - 1) & ~position[reached - 1])
        | ((bit << 1 | bit >> 1) & ~walls(position, turn, row) & ~position[reached])
    )


def inside(position: Position, turn: int, row: int) -> int:
    """Clause 2.1: the cells of a row that the walk shows to be inside; coloured ones stay as they are (3)."""
    at = plane(position, REACHED) + row
    reached = position[at]
    beside = reached << 1 | reached >> 1 | position[at + 1] | position[at - 1]
    marks = position[plane(position, MARKS + turn) + row]
    return board_row(position[SIZE]) & ~reached & ~coloured(position, row) & ~(marks & beside)


def colour(position: Position, turn: int) -> None:
    """Clause 2: all that is inside takes the mover's colour, whether empty, an enemy mark or an own one."""
    for row in range(position[SIZE]):
        cells = inside(position, turn, row)
        if cells:
            own = plane(position, MARKS + turn) + row
            enemy = plane(position, MARKS + 1 - turn) + row
            free = plane(position, OPEN) + row
            position[EMPTY] -= popcount(cells & ~position[own] & ~position[enemy])
            position[FREE] -= popcount(cells & position[free])
            position[POINTS + turn] += popcount(cells)  # 4
            position[own] &= ~cells
            position[enemy] &= ~cells
            position[free] &= ~cells
            position[plane(position, COLOURED + turn) + row] |= cells
    forget(position)


def forget(position: Position) -> None:
    """Clear the walk."""
    reached = plane(position, REACHED)
    for at in range(reached - 1, reached + position[SIZE] + 1):
        position[at] = 0
