"""The round board and its positions for `check`, and what the value of each must be. It imports nothing from Kakomi.

A set of points is a number, bit n being point n of POINTS. Compiled functions look sets up by thirds of seven points.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from itertools import combinations, pairwise
from math import comb
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
from numba import njit

SIX = 6
LONGEST = 126
NO_POSITION = 127
LOST = 128
WRONG = -1  # not a byte: a path longer than LONGEST

CLASSES = SIX + 1  # class (own, enemy) is number own * CLASSES + enemy

# The board as it is drawn, row by row from the top, and its lines.
ROWS = ("N1", "N2 N3 N4", "W1 C1 E1", "W2 W4 C2 C5 C4 E2 E4", "W3 C3 E3", "S2 S1 S4", "S3")
POINTS = " ".join(ROWS).split()
ALL = (1 << len(POINTS)) - 1
CIRCLES = ("N1 N4 E1 E4 E3 S4 S3 S2 W3 W2 W1 N2", "C1 C4 C3 C2")
ARCS = ("N2 N3 N4", "E1 E2 E3", "S4 S1 S2", "W3 W4 W1", "N1 N3 C1 C5 C3 S1 S3", "W2 W4 C2 C5 C4 E2 E4")
# A quarter turn and a reflection, as cycles of points.
TURN = ("N1 E4 S3 W2", "N2 E1 S4 W3", "N3 E2 S1 W4", "N4 E3 S2 W1", "C1 C4 C3 C2")
REFLECTION = ("N2 N4", "W1 E1", "W2 E4", "W4 E2", "W3 E3", "S2 S4", "C2 C4")

Function = TypeVar("Function", bound=Callable[..., Any])


class BoardArrays(NamedTuple):
    """The board for the compiled functions, as arrays."""

    joined: Any  # for each point, its neighbours
    beside: Any  # for each third and 128 sets, the neighbours of any of the set
    images: Any  # for each symmetry, third and 128 sets, where it takes the set
    where: Any  # for each set of at most six points: the number of its least image among those of its size * 8 + a symmetry
    least: Any  # the least images, by size and number
    first: Any  # where the least images of each size begin
    amount: Any  # for each of 128 sets its size
    squeeze: Any  # for 128 * 128 pairs of sets, the second without the points of the first, the others closed up
    low: Any  # the rank of a set of the first ten points among those of its size
    high: Any  # for each size of that, what a set of the next ten points adds


class TableLayout(NamedTuple):
    """Where the classes lie in the table."""

    start: Any  # of a class
    row: Any  # how many enemy sets there are for each own set in a class


# --- the board --------------------------------------------------------------------------------------------------------


def point_set(names: str) -> int:
    """The number of a set of points."""
    return sum(1 << POINTS.index(name) for name in names.split())


def joins() -> set[tuple[int, int]]:
    """The pairs of points next to each other, both ways.

    >>> len(joins())
    72
    """
    found = set()
    for line in (*ARCS, *(f"{circle} {circle[:2]}" for circle in CIRCLES)):
        along = [POINTS.index(name) for name in line.split()]
        found |= set(pairwise(along)) | set(pairwise(along[::-1]))
    return found


def ways() -> list[list[int]]:
    """The symmetries, the identity first; each lists where every point goes."""

    def way(circles: tuple[str, ...]) -> list[int]:
        goes = list(range(len(POINTS)))
        for circle in circles:
            around = [POINTS.index(name) for name in circle.split()]
            for place, point in enumerate(around):
                goes[point] = around[(place + 1) % len(around)]
        return goes

    turn, reflection = way(TURN), way(REFLECTION)
    found = [list(range(len(POINTS)))]
    for _ in range(3):
        found.append([turn[point] for point in found[-1]])
    found += [[reflection[point] for point in each] for each in found]
    lines = joins()
    if any({(each[one], each[other]) for one, other in lines} != lines for each in found):
        raise AssertionError("a symmetry does not put lines on lines")
    return found


@functools.cache
def board() -> BoardArrays:
    """The board, made in a fraction of a second."""
    joined = np.zeros(len(POINTS), np.int64)
    for one, other in joins():
        joined[one] |= 1 << other
    thirds = [[[third * 7 + i for i in range(7) if points >> i & 1] for points in range(128)] for third in range(3)]
    beside = np.array([np.bitwise_or.reduce(joined[each]) for third in thirds for each in third], np.int64)
    images = np.array(
        [sum(1 << way[p] for p in each) for way in ways() for third in thirds for each in third], np.int64
    )
    amount = np.array([points.bit_count() for points in range(128)], np.int64)

    where = np.zeros(ALL + 1, np.int32)
    least: list[Any] = []
    first = [0]
    for size in range(1, SIX + 1):
        sets = np.array([sum(1 << p for p in each) for each in combinations(range(len(POINTS)), size)], np.int64)
        moved = np.stack([_images_of(images, symmetry, sets) for symmetry in range(8)])
        names, number = np.unique(moved.min(axis=0), return_inverse=True)
        where[sets] = number * 8 + moved.argmin(axis=0)
        first.append(sum(len(each) for each in least))
        least.append(names)

    squeeze = np.zeros(128 * 128, np.int64)
    for out in range(128):
        for points in range(128):
            kept = [points >> i & 1 for i in range(7) if not out >> i & 1]
            squeeze[out * 128 + points] = sum(bit << i for i, bit in enumerate(kept))
    low = np.array([_rank(points, 0, 0) for points in range(1024)], np.int64)
    high = np.array([_rank(points, 10, below) for below in range(SIX + 1) for points in range(1024)], np.int64)
    return BoardArrays(
        joined, beside, images, where, np.concatenate(least), np.array(first), amount, squeeze, low, high
    )


def _images_of(images: Any, symmetry: int, sets: Any) -> Any:
    at = symmetry * 384
    return images[at + (sets & 127)] | images[at + 128 + (sets >> 7 & 127)] | images[at + 256 + (sets >> 14)]


def _rank(points: int, up: int, below: int) -> int:
    """What the points, moved up by `up`, add to a rank if `below` points are below them."""
    chosen = [up + i for i in range(10) if points >> i & 1]
    return sum(comb(point, below + nth) for nth, point in enumerate(chosen, 1))


def layout(pieces: int, lost_at: int) -> tuple[TableLayout, list[tuple[int, int]], int]:
    """Where the classes lie, the list of classes, and the number of places in all."""
    start, row = np.zeros(CLASSES * CLASSES, np.int64), np.zeros(CLASSES * CLASSES, np.int64)
    sizes = range(lost_at + 1, pieces + 1)
    classes = [(own, enemy) for own in sizes for enemy in sizes]
    at = 0
    for own, enemy in classes:
        start[own * CLASSES + enemy] = at
        row[own * CLASSES + enemy] = comb(len(POINTS) - own, enemy)
        at += least_of(own) * comb(len(POINTS) - own, enemy)
    return TableLayout(start, row), classes, at


def least_of(size: int) -> int:
    """How many sets of that size are the least of their images."""
    ends = [*board().first.tolist()[1:], len(board().least)]
    return int(ends[size] - ends[size - 1])


def position_text(own: int, enemy: int) -> str:
    """The position as `kakomi show` writes it, Red to move."""
    rows = []
    for row in ROWS:
        signs = ""
        for name in row.split():
            point = point_set(name)
            sign = "r" if own & point else "b" if enemy & point else "1"
            signs = signs[:-1] + str(int(signs[-1]) + 1) if sign == "1" and signs[-1:].isdigit() else signs + sign
        rows.append(signs)
    return f"{'/'.join(rows)} r 0"


# --- compiled ---------------------------------------------------------------------------------------------------------


def compiled(function: Function) -> Function:
    """The function, compiled on first use, to run without the GIL."""
    return cast("Function", njit(nogil=True)(function))


@compiled
def _beside(board: BoardArrays, points: int) -> int:
    """The neighbours of any of the points."""
    low, middle, high = points & 127, points >> 7 & 127, points >> 14
    return int(board.beside[low] | board.beside[128 + middle] | board.beside[256 + high])


@compiled
def _breathing(board: BoardArrays, pieces: int, empty: int) -> int:
    """The pieces in groups with an empty point beside them."""
    found = pieces & _beside(board, empty)
    more = pieces & ~found
    while more:
        reached = more & _beside(board, found)
        if reached == 0:
            break
        found |= reached
        more ^= reached
    return found


@compiled
def _amount(board: BoardArrays, points: int) -> int:
    return int(board.amount[points & 127] + board.amount[points >> 7 & 127] + board.amount[points >> 14])


@compiled
def _image(board: BoardArrays, symmetry: int, points: int) -> int:
    at = symmetry * 384
    low, middle, high = points & 127, points >> 7 & 127, points >> 14
    return int(board.images[at + low] | board.images[at + 128 + middle] | board.images[at + 256 + high])


@compiled
def place_of(board: BoardArrays, layout: TableLayout, own: int, enemy: int, own_size: int, enemy_size: int) -> int:
    """The place of a position in the table."""
    entry = int(board.where[own])
    number = entry >> 3
    name = int(board.least[board.first[own_size] + number])
    moved = _image(board, entry & 7, enemy)
    # the enemy set without the own points: a set of at most twenty, ranked by the half
    low, middle = name & 127, name >> 7 & 127
    left = int(board.squeeze[low * 128 + (moved & 127)])
    width = 7 - int(board.amount[low])
    left |= int(board.squeeze[middle * 128 + (moved >> 7 & 127)]) << width
    width += 7 - int(board.amount[middle])
    left |= int(board.squeeze[(name >> 14) * 128 + (moved >> 14)]) << width
    half = left & 1023
    below = int(board.amount[half & 127] + board.amount[half >> 7])
    kind = own_size * CLASSES + enemy_size
    rank = int(board.low[half] + board.high[below * 1024 + (left >> 10)])
    return int(layout.start[kind] + number * layout.row[kind] + rank)


@compiled
def follow(
    board: BoardArrays,
    layout: TableLayout,
    table: Any,
    lost_at: int,
    limit: int,
    own: int,
    enemy: int,
    own_size: int,
    enemy_size: int,
    worth: Any,
) -> int:
    """Write to `worth` each move's value to its player: n a win, -n a loss in n moves, 0 a draw; return how many moves."""
    empty = ALL & ~(own | enemy)
    moves = 0
    for origin in range(len(board.joined)):
        if own >> origin & 1 == 0:
            continue
        targets = int(board.joined[origin]) & empty
        while targets:
            target = targets & -targets
            targets ^= target
            after = own ^ (1 << origin) ^ target
            left = _breathing(board, enemy, ALL & ~(after | enemy))
            # first only the places, as twice the place, plus one for a capture: memory is read faster in one go
            if left == enemy:
                worth[moves] = 2 * place_of(board, layout, enemy, after, enemy_size, own_size)
            else:
                size = _amount(board, left)
                worth[moves] = -1 if size <= lost_at else 2 * place_of(board, layout, left, after, size, own_size) + 1
            moves += 1
    for move in range(moves):
        place = int(worth[move])
        if place < 0:
            worth[move] = 1
            continue
        value = int(table[place >> 1])
        if value == 0:
            worth[move] = 0
            continue
        way = 1 if place & 1 else (value - LOST if value >= LOST else value) + 1
        if way > limit:
            worth[move] = 0
        else:
            worth[move] = way if value >= LOST else -way
    return moves


@compiled
def value_of(
    board: BoardArrays, layout: TableLayout, table: Any, lost_at: int, limit: int, own: int, enemy: int, worth: Any
) -> int:
    """The value of a position that follows from those after each move; WRONG if there is no byte for it."""
    if _breathing(board, own, ALL & ~(own | enemy)) != own:
        return NO_POSITION
    own_size, enemy_size = _amount(board, own), _amount(board, enemy)
    moves = follow(board, layout, table, lost_at, limit, own, enemy, own_size, enemy_size, worth)
    soonest = 0  # win; 0 if none
    latest = 0  # loss
    draws = False
    for move in range(moves):
        way = int(worth[move])
        if way > 0:
            soonest = way if soonest == 0 else min(soonest, way)
        elif way == 0:
            draws = True
        else:
            latest = max(latest, -way)
    if soonest > 0:
        return soonest if soonest <= LONGEST else WRONG
    if draws:
        return 0
    return LOST + latest if latest <= LONGEST else WRONG


@compiled
def check_rows(
    board: BoardArrays,
    layout: TableLayout,
    table: Any,
    lost_at: int,
    limit: int,
    own_size: int,
    enemy_size: int,
    begin: int,
    end: int,
    found: Any,
) -> bool:
    """Check the own sets begin to end - 1 of a class; are all values right? `found`: wins, draws, losses.

    If one is wrong, `found` is instead its own set, its enemy set, and the right value.
    """
    worth = np.zeros(24, np.int64)  # six pieces with at most four lines each
    lowest = np.zeros(SIX + 1, np.int64)  # for each size, that many of the lowest points outside the own set
    kind = own_size * CLASSES + enemy_size
    for number in range(begin, end):
        own = int(board.least[board.first[own_size] + number])
        free = ALL & ~own
        rest = free
        for size in range(SIX):
            lowest[size + 1] = lowest[size] | (rest & -rest)
            rest &= rest - 1
        same = 0
        for symmetry in range(8):
            same += 1 if _image(board, symmetry, own) == own else 0
        images = 8 // same
        enemy = int(lowest[enemy_size])
        row = layout.start[kind] + number * layout.row[kind]
        for place in range(row, row + layout.row[kind]):
            value = int(table[place])
            follows = value_of(board, layout, table, lost_at, limit, own, enemy, worth)
            if value != follows:
                found[0], found[1], found[2] = own, enemy, follows
                return False
            if value != NO_POSITION:
                found[1 if value == 0 else 0 if value < LOST else 2] += images
            # the next larger set of equal size: the lowest run of points, own points counted in, moves up by one
            carried = ((enemy | own) + (enemy & -enemy)) & free
            enemy = carried | int(lowest[enemy_size - _amount(board, carried)])
    return True
