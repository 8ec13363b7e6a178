"""Reserves, which let the checker of 6 x 6 cells (`check_replies`) leave a position: the board, and the search for them.

Reserves are disjoint pairs of empty cells such that every open wall contains one; and, for every open line that contains
none, a cell of its own, empty and in no pair. Of two open lines that share four cells at least one contains a pair, and
neither is complete. Then the blocker succeeds. A mark in a pair is answered with the other cell. A mark on a line's own
cell that does not complete it is answered with another cell of that line, which then is never completed. So a line is
completed only by its own cell and, as no two lines have the same one, by a mark that completes no other; nor does its run
have six marks, for these would be two complete lines that share four cells, and the one with a pair never is. Such a mark
needs no answer and gives one further mark, so a turn has only one mark to answer, its last. A wall is never completed.

Shares nothing with solver and engine. The functions after `lines` are compiled, or interpreted for a sample.
"""

from __future__ import annotations

import functools
from typing import Any

SIZE = 6
CELLS = SIZE * SIZE
ALL = (1 << CELLS) - 1
FIRST_SETS, MORE_SETS = 60, 20  # walls that the search for reserves looks at, and those added where it missed some
LEVELS = 40  # of a search for reserves: a pair each, and 18 pairs fill the board
PAIRS = CELLS * (CELLS - 1) // 2


@functools.cache
def walls() -> tuple[int, ...]:
    """The walls of all sets of cells away from the edge, without those that contain another wall."""
    inner = [SIZE * row + column for row in range(1, SIZE - 1) for column in range(1, SIZE - 1)]
    every = set()
    for number in range(1, 1 << len(inner)):
        inside = around = 0
        for place, cell in enumerate(inner):
            if number >> place & 1:
                inside |= 1 << cell
                around |= 1 << cell - 1 | 1 << cell + 1 | 1 << cell - SIZE | 1 << cell + SIZE
        every.add(around & ~inside)
    kept: list[int] = []
    import numpy as np

    left = np.array(sorted(every, key=lambda wall: (wall.bit_count(), wall)), np.int64)
    while len(left):
        wall = int(left[0])
        kept.append(wall)
        left = left[(left & wall) != wall]
    return tuple(kept)


def lines() -> list[int]:
    """Every set of five cells in a line."""
    found = []
    for row in range(SIZE):
        for column in range(SIZE):
            for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if row + 4 * up < SIZE and 0 <= column + 4 * right < SIZE:
                    found.append(sum(1 << SIZE * (row + i * up) + column + i * right for i in range(5)))
    return found


def bits(cells: int) -> int:
    """How many of the 36 cells are in the set."""
    cells = (cells & 0x555555555) + (cells >> 1 & 0x555555555)
    cells = (cells & 0x333333333) + (cells >> 2 & 0x333333333)
    cells = (cells & 0xF0F0F0F0F) + (cells >> 4 & 0xF0F0F0F0F)
    return (cells + (cells >> 8) + (cells >> 16) + (cells >> 24) + (cells >> 32)) & 63


def contains_one(cells: int, number: int, sets: Any) -> bool:
    """Whether these cells contain one of the first `number` sets."""
    for i in range(number):  # noqa: SIM110 - compiled
        if cells & sets[i] == sets[i]:
            return True
    return False


def match_cells(wanted: Any, count: int, match: Any) -> bool:
    """Whether each of the first `count` sets can have a cell of its own (by augmenting paths)."""
    owner, via, cell_of, queue = match[0], match[1], match[2], match[3]
    for cell in range(CELLS):
        owner[cell] = cell_of[cell] = -1
    for start in range(count):
        queue[0] = start
        first, last, reached, found = 0, 1, 0, -1
        while first < last and found < 0:
            each = queue[first]
            first += 1
            for cell in range(CELLS):
                if wanted[each] >> cell & 1 and not reached >> cell & 1:
                    reached |= 1 << cell
                    via[cell] = each
                    if owner[cell] < 0:
                        found = cell
                        break
                    queue[last] = owner[cell]
                    last += 1
        if found < 0:
            return False
        while found >= 0:
            each = via[found]
            before = cell_of[each]
            owner[found] = each
            cell_of[each] = found
            found = before
    return True


def enter(level: int, maker: int, lines: Any, sets: Any, state: Any, pairs: Any, values: Any, match: Any) -> int:
    """A step of the search for reserves: how many pairs are to be tried, best first; -1 if reserves are found."""
    taken, count, open_lines = state[0][level], state[1][level], state[2][level]
    free = ALL & ~taken & ~maker
    here, weights = sets[level], values[1]
    tightest, least = 0, CELLS + 1
    for i in range(count):
        size = bits(here[i] & free)
        weights[i] = 3.0**-size
        if size < least:
            tightest, least = here[i], size
    if least < 2:
        return 0
    for j in range(len(lines)):
        if open_lines >> j & 1 and not lines[j] & free:
            return 0
    one = other = 0
    if tightest == 0:  # walls have their pairs: of two lines that share four cells one needs a pair
        for j in range(len(lines)):
            for k in range(j):
                if open_lines >> j & 1 and open_lines >> k & 1 and bits(lines[j] & lines[k]) == 4:
                    size = bits((lines[j] | lines[k]) & free)
                    if size < least:
                        one, other, least = lines[j], lines[k], size
        if one == 0:
            wanted = 0
            for j in range(len(lines)):
                if open_lines >> j & 1:
                    match[4][wanted] = lines[j] & free
                    wanted += 1
            return -1 if match_cells(match[4], wanted, match) else 0
    cells = (one | other if one else tightest) & free
    found = 0
    for a in range(CELLS):
        for b in range(a):
            pair = 1 << a | 1 << b
            if pair & ~cells or (one and pair & ~one and pair & ~other):
                continue
            value = 0.0
            for i in range(count):
                if here[i] & pair == pair:
                    value += weights[i]
            for j in range(len(lines)):
                if open_lines >> j & 1 and lines[j] & pair == pair:
                    value += 4 * 3.0 ** -bits(lines[j] & free)
            at = found
            while at > 0 and values[0][at - 1] < value:
                values[0][at] = values[0][at - 1]
                pairs[level][at] = pairs[level][at - 1]
                at -= 1
            values[0][at] = value
            pairs[level][at] = pair
            found += 1
    return found


def find(maker: int, lines: Any, sets: Any, state: Any, pairs: Any, values: Any, match: Any, most: int) -> int:
    """How many pairs reserve all sets of level 0 and the lines; -1 if that is impossible, or took too long."""
    level = nodes = 0
    entering = True
    while level >= 0:
        if entering:
            nodes += 1
            if nodes > most:
                return -1
            count = enter(level, maker, lines, sets, state, pairs, values, match)
            if count < 0:
                return level
            state[3][level], state[4][level] = count, 0
        if state[4][level] == state[3][level]:
            level -= 1
            entering = False
            continue
        pair = pairs[level][state[4][level]]
        state[4][level] += 1
        state[5][level] = pair
        kept = 0
        for i in range(state[1][level]):
            if sets[level][i] & pair != pair:
                sets[level + 1][kept] = sets[level][i]
                kept += 1
        left = state[2][level]
        for j in range(len(lines)):
            if lines[j] & pair == pair:
                left &= ~(1 << j)
        state[0][level + 1], state[1][level + 1], state[2][level + 1] = state[0][level] | pair, kept, left
        level += 1
        entering = True
    return -1


def has_reserves(
    maker: int,
    blocker: int,
    walls: Any,
    lines: Any,
    sets: Any,
    state: Any,
    pairs: Any,
    values: Any,
    match: Any,
    most: int,
) -> bool:
    """Whether there are reserves. A few small walls are looked at first, then also those that were missed."""
    open_lines = 0
    for j in range(len(lines)):
        if not lines[j] & blocker and lines[j] & ~maker:
            for k in range(len(lines)):
                if not lines[k] & ~maker and bits(lines[j] & lines[k]) == 4:
                    return False  # it would be the sixth mark of a run
            open_lines |= 1 << j
    needs, sizes = sets[LEVELS - 1], sets[LEVELS - 2]  # a search does not go that deep
    total = 0
    for wall in walls:
        if not wall & blocker:
            needs[total] = wall & ~maker
            sizes[total] = bits(wall & ~maker)
            total += 1
    count = size = 0
    while size <= CELLS and count < FIRST_SETS:
        for j in range(total):
            if sizes[j] == size and not contains_one(needs[j], count, sets[0]):
                sets[0][count] = needs[j]
                count += 1
        size += 1
    while True:
        state[0][0], state[1][0], state[2][0] = 0, count, open_lines
        number = find(maker, lines, sets, state, pairs, values, match, most)
        if number < 0:
            return False
        missed = 0
        larger = size
        while larger <= CELLS and missed < MORE_SETS:
            for j in range(total):
                if missed < MORE_SETS and sizes[j] == larger and not contains_one(needs[j], number, state[5]):
                    sets[0][count] = needs[j]
                    count += 1
                    missed += 1
            larger += 1
        if missed == 0:
            return True


SEARCH = (bits, contains_one, match_cells, enter, find, has_reserves)  # compiled together, callers last
