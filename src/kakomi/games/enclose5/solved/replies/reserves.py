"""Looks for reserves, which make further search unnecessary: disjoint pairs of empty cells and own cells of lines.

Every need contains a pair: the blocker answers a mark in it with the other cell. Every open line contains a pair too, or has
an empty cell of its own, in no pair; of two lines that share four cells one contains a pair. So a line that is completed
gives one mark more, for one that needed no answer. `check_reserves`, which has its own search for reserves, explains in full
why the blocker then succeeds.

The search takes the tightest need first, and of its pairs first the one that is in most other needs.
"""

from __future__ import annotations

from kakomi.core.bits import ctz, popcount
from kakomi.games.enclose5.solved.replies.arrays import BoardSets, Ints, ReservesRoom

MOST_ROUNDS = 30  # searches, each with more needs
FIRST_NEEDS, MORE_NEEDS = 60, 20  # needs that are looked at first, and those added where some were missed
LINE_WEIGHT = 4  # against a need with as many cells
LARGEST = 26  # cells of a need that still weighs something
THIRDS = tuple(3 ** (LARGEST - size) if size <= LARGEST else 0 for size in range(64))  # by size


def has_reserves(
    maker: int, lines: int, count: int, needs: Ints, board: BoardSets, room: ReservesRoom, most_nodes: int
) -> bool:
    """Whether searches of `most_nodes` nodes find reserves for `count` needs of two cells or more and the open lines."""
    complete = incomplete = 0
    for j in range(len(board.lines)):
        if lines >> j & 1:
            if board.lines[j] & ~maker:
                incomplete |= 1 << j
            else:
                complete |= 1 << j
    for j in range(len(board.lines)):
        if incomplete >> j & 1 and board.overlaps[j] & complete:
            return False  # its last mark would be the sixth of a run, which gives two marks
    sort_needs(count, needs, room)
    number = place = 0
    first = room.sets[0]
    while place < count and number < FIRST_NEEDS:
        size = popcount(room.sorted[place])
        while place < room.ends[size]:
            if not contains_one(room.sorted[place], number, first):
                first[number] = room.sorted[place]
                number += 1
            place += 1
    empty = (1 << board.size * board.size) - 1 & ~maker
    for _ in range(MOST_ROUNDS):
        room.counts[0], room.free[0], room.lines[0] = number, empty, incomplete
        pairs = find_pairs(board, room, most_nodes)
        if pairs < 0:
            return False
        missed = 0
        for i in range(place, count):
            if not contains_one(room.sorted[i], pairs, room.pairs):
                first[number] = room.sorted[i]
                number += 1
                missed += 1
                if missed == MORE_NEEDS:
                    break
        if missed == 0:
            return True
    return False


def sort_needs(count: int, needs: Ints, room: ReservesRoom) -> None:
    """Sort the needs by size; `ends` says where each size ends."""
    ends = room.ends
    for size in range(len(ends)):
        ends[size] = 0
    for i in range(count):
        ends[popcount(needs[i])] += 1
    total = 0
    for size in range(len(ends)):
        total += ends[size]
        ends[size] = total - ends[size]
    for i in range(count):
        size = popcount(needs[i])
        room.sorted[ends[size]] = needs[i]
        ends[size] += 1


def contains_one(cells: int, number: int, sets: Ints) -> bool:
    """Whether the cells contain one of the first `number` sets."""
    for i in range(number):  # noqa: SIM110 - compiled
        if cells & sets[i] == sets[i]:
            return True
    return False


def find_pairs(board: BoardSets, room: ReservesRoom, most_nodes: int) -> int:
    """How many pairs reserve what level 0 needs; -1 if there are none, or none within the node limit."""
    level, nodes = 0, 1
    answer = choose_pairs(0, board, room)
    while answer >= 0:
        if room.tried[level] == room.numbers[level]:
            level -= 1
            if level < 0:
                return -1
            continue
        pair = room.choices[level][room.tried[level]]
        room.tried[level] += 1
        room.pairs[level] = pair
        take_pair(level, pair, board, room)
        level += 1
        nodes += 1
        if nodes > most_nodes:
            return -1
        answer = choose_pairs(level, board, room)
    return level


def take_pair(level: int, pair: int, board: BoardSets, room: ReservesRoom) -> None:
    """Set what the next level needs with this pair chosen."""
    here, there = room.sets[level], room.sets[level + 1]
    kept = 0
    for i in range(room.counts[level]):
        if here[i] & pair != pair:
            there[kept] = here[i] & ~pair
            kept += 1
    lines = left = room.lines[level]
    while left:
        line = left & -left
        left ^= line
        if board.lines[ctz(line)] & pair == pair:
            lines ^= line
    room.counts[level + 1], room.free[level + 1], room.lines[level + 1] = kept, room.free[level] & ~pair, lines


def choose_pairs(level: int, board: BoardSets, room: ReservesRoom) -> int:
    """List the pairs to try at this level, none if it cannot succeed, and return 0; -1 if nothing more is needed."""
    sets, count, free, lines = room.sets[level], room.counts[level], room.free[level], room.lines[level]
    room.numbers[level] = room.tried[level] = 0
    cells, least = 0, 64
    for i in range(count):
        size = popcount(sets[i])
        if size < least:
            cells, least = sets[i], size
            if size < 2:
                return 0
    left = lines
    while left:
        if not board.lines[ctz(left)] & free:
            return 0
        left &= left - 1
    one = other = 0
    if count == 0:
        for j in range(len(board.lines)):
            near = board.overlaps[j] & lines if lines >> j & 1 else 0
            while near:
                k = ctz(near)
                near &= near - 1
                size = popcount((board.lines[j] | board.lines[k]) & free)
                if size < least:
                    one, other, least = board.lines[j], board.lines[k], size
        if one == 0:
            return -1 if give_own_cells(lines, free, board, room) else 0
        cells = (one | other) & free
    list_pairs(level, cells, one, other, room)
    weigh_pairs(level, cells, board, room)
    return 0


def list_pairs(level: int, cells: int, one: int, other: int, room: ReservesRoom) -> None:
    """The pairs of these cells; with two lines, those within one of them."""
    choices, number = room.choices[level], 0
    first = cells
    while first:
        cell = first & -first
        first ^= cell
        second = first
        while second:
            pair = cell | second & -second
            second &= second - 1
            if one == 0 or not pair & ~one or not pair & ~other:
                choices[number] = pair
                room.values[number] = 0
                number += 1
    room.numbers[level] = number


def weigh_pairs(level: int, cells: int, board: BoardSets, room: ReservesRoom) -> None:
    """Sort the pairs by what contains them: a need counts three times as much as one with a cell more."""
    choices, number, values = room.choices[level], room.numbers[level], room.values
    sets, free, lines = room.sets[level], room.free[level], room.lines[level]
    for i in range(room.counts[level]):
        common = sets[i] & cells
        if common & common - 1:
            weight = THIRDS[popcount(sets[i])]
            for c in range(number):
                if common & choices[c] == choices[c]:
                    values[c] += weight
    while lines:
        line = board.lines[ctz(lines)]
        lines &= lines - 1
        common = line & cells
        if common & common - 1:
            weight = LINE_WEIGHT * THIRDS[popcount(line & free)]
            for c in range(number):
                if common & choices[c] == choices[c]:
                    values[c] += weight
    for c in range(1, number):
        value, pair, at = values[c], choices[c], c
        while at > 0 and (values[at - 1] < value or (values[at - 1] == value and choices[at - 1] > pair)):
            values[at], choices[at] = values[at - 1], choices[at - 1]
            at -= 1
        values[at], choices[at] = value, pair


def give_own_cells(lines: int, free: int, board: BoardSets, room: ReservesRoom) -> bool:
    """Whether each of the lines can have a free cell of its own."""
    owned = 0
    way, cells = room.way[0], room.way[1]
    while lines:
        start = ctz(lines)
        lines &= lines - 1
        tried, depth = 0, 0
        way[0] = start
        own = 0
        while own == 0:
            wanted = board.lines[way[depth]] & free & ~tried
            if wanted == 0:  # this line cannot change its cell
                depth -= 1
                if depth < 0:
                    return False
                continue
            own = wanted & ~owned
            if own == 0:
                cell = ctz(wanted)
                tried |= 1 << cell
                cells[depth] = cell
                depth += 1
                way[depth] = room.owners[cell]
        cell = ctz(own)
        owned |= 1 << cell
        while depth > 0:  # each line takes the cell found for it and leaves its old one to the line before
            room.owners[cell] = way[depth]
            depth -= 1
            cell = cells[depth]
        room.owners[cell] = way[0]
    return True
