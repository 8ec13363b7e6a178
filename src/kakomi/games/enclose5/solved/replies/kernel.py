"""The search for the blocker's replies, with more and more marks of the maker's before reserves must exist.

The *maker* marks cells and wants a whole wall; a run of n marks, five or more, gives n - 4 further marks in the same turn.
The *blocker* replies to each turn with one cell. A position with the maker to move is proven by reserves or by a reply to
every mark that matters, within a depth: the maker's marks, further ones not counted. At a reply all cells are first
tried for reserves, and only then are the weightiest searched deeper. A search that finds nothing proves nothing.

The stack is explicit, and a search that has spent its nodes, or whose table is full, continues where it stopped.
"""

from __future__ import annotations

from kakomi.core.bits import ctz, popcount
from kakomi.games.enclose5.solved.replies.arrays import (
    ANSWER,
    ANSWERED,
    BLOCKER,
    CHOICES,
    DEEPER,
    DEPTH,
    ENTRIES,
    ENTRY,
    FAILED,
    FULL,
    LEAST_BLOCKER,
    LEAST_MAKER,
    LEFT,
    LEVEL,
    LIMIT,
    LINES,
    LOST,
    MAKER,
    NEEDS,
    NEXT,
    NO,
    NODES,
    OPEN,
    OPENED,
    PAUSED,
    RESERVED,
    TESTS,
    TOTAL,
    UNKNOWN,
    YES,
    BoardSets,
    Ints,
    ReplyTree,
    ReservesRoom,
)
from kakomi.games.enclose5.solved.replies.reserves import has_reserves
from kakomi.games.enclose5.solved.replies.table import add_images, enter, least_place, look_up

ROW = 5  # marks in a line that give a further one (5)
UP, RIGHT = (0, 1, 1, 1), (1, 0, 1, -1)  # the directions of lines
WHOLE = 1 << 40  # the weight of a need of no cells; each cell halves it, and a line weighs half as much
MOST_WEIGHT = 3 * WHOLE  # of a position in which reserves are looked for: with more there hardly ever are any
FEW_NODES = 300  # of a search for reserves
WIDTH = 12  # replies that are searched deeper
FEW_MARKS = 4  # of the maker's: with fewer, symmetric marks are tried once
MOST_NEW = 64  # entries that one step can add to the table


def prove(board: BoardSets, table: Ints, tree: ReplyTree, room: ReservesRoom) -> int:
    """Whether the blocker is proven to succeed in the position of level 0: YES, NO; or PAUSED, FULL."""
    control = tree.control
    while control[LEVEL] >= 0:
        if control[NODES] >= control[LIMIT]:
            return PAUSED
        if 4 * (control[ENTRIES] + MOST_NEW) > 3 * (len(table) // ENTRY):
            return FULL
        level = control[LEVEL]
        frame = tree.frames[level]
        if frame[OPENED] == 0:
            frame[OPENED] = 1
            control[NODES] += 1
            answer = open_turn(level, board, table, tree, room) if frame[LEFT] > 0 else open_reply(level, board, tree)
        elif frame[LEFT] > 0:
            answer = next_mark(level, board, table, tree)
        else:
            answer = next_reply(level, board, table, tree, room)
        if answer != OPEN:
            control[ANSWER] = answer
            control[LEVEL] -= 1
    return control[ANSWER]


# --- the maker to move --------------------------------------------------------------------------------------------------


def open_turn(level: int, board: BoardSets, table: Ints, tree: ReplyTree, room: ReservesRoom) -> int:
    """The answer if it is known or seen at once; else list the marks to try."""
    frame, needs = tree.frames[level], tree.needs[level]
    if frame[NEEDS] == 0:
        return YES
    known = look_up(table, frame[LEAST_MAKER], frame[LEAST_BLOCKER], frame[LEFT])
    if known in (RESERVED, ANSWERED):
        return YES
    if known == LOST or known >= FAILED + frame[DEPTH]:
        return NO
    for i in range(frame[NEEDS]):
        if not needs[i] & needs[i] - 1:
            return settle(frame, LOST, table, tree)
    weigh(level, board, tree)
    if known == UNKNOWN and frame[LEFT] == 1 and frame[TOTAL] < MOST_WEIGHT:
        tree.control[TESTS] += 1
        if has_reserves(frame[MAKER], frame[LINES], frame[NEEDS], needs, board, room, FEW_NODES):
            return settle(frame, RESERVED, table, tree)
    if frame[DEPTH] == 0:
        return settle(frame, FAILED, table, tree)
    every = (1 << board.size * board.size) - 1
    list_choices(level, every, tree)
    if popcount(frame[MAKER]) < FEW_MARKS:
        drop_images(level, board, tree)
    tree.control[ANSWER] = YES
    return OPEN


def settle(frame: Ints, known: int, table: Ints, tree: ReplyTree) -> int:
    """Record what is known of a position, and return the answer."""
    tree.control[ENTRIES] += enter(table, frame[LEAST_MAKER], frame[LEAST_BLOCKER], frame[LEFT], known)
    return YES if known in (RESERVED, ANSWERED) else NO


def next_mark(level: int, board: BoardSets, table: Ints, tree: ReplyTree) -> int:
    """Continue with the next mark, after the answer for the previous one."""
    frame, after = tree.frames[level], tree.frames[level + 1]
    if tree.control[ANSWER] == NO:
        return settle(frame, FAILED + frame[DEPTH], table, tree)
    if frame[NEXT] == frame[CHOICES]:
        return settle(frame, ANSWERED, table, tree)
    cell = tree.choices[level][frame[NEXT]]
    frame[NEXT] += 1
    mark = 1 << cell
    after[MAKER], after[BLOCKER], after[LINES] = frame[MAKER] | mark, frame[BLOCKER], frame[LINES]
    after[DEPTH] = frame[DEPTH]
    after[LEFT] = frame[LEFT] - 1 + run_gain(after[MAKER], cell, board.size)
    if popcount(after[MAKER] | after[BLOCKER]) == board.size * board.size:
        after[LEFT] = 0
    here, there = tree.needs[level], tree.needs[level + 1]
    for i in range(frame[NEEDS]):
        there[i] = here[i] & ~mark
    after[NEEDS] = frame[NEEDS]
    add_images(tree.images[level], cell, 0, board, tree.images[level + 1])
    go_down(level, tree)
    return OPEN


def run_gain(maker: int, cell: int, size: int) -> int:
    """Clause 5: the further marks for the runs through a cell, n - 4 for one of n."""
    total = 0
    for direction in range(4):
        up, right = UP[direction], RIGHT[direction]
        run = 1
        for way in range(2):
            sign = 1 - 2 * way
            row, column = cell // size + sign * up, cell % size + sign * right
            while 0 <= row < size and 0 <= column < size and maker >> row * size + column & 1:
                run += 1
                row, column = row + sign * up, column + sign * right
        if run >= ROW:
            total += run - ROW + 1
    return total


def drop_images(level: int, board: BoardSets, tree: ReplyTree) -> None:
    """Of marks that lead to symmetric positions keep the first."""
    frame, choices = tree.frames[level], tree.choices[level]
    row, keys = tree.images[level + 1], tree.needs[level + 1]  # these are free until a mark is chosen
    number = len(board.images)
    kept = 0
    for i in range(frame[CHOICES]):
        add_images(tree.images[level], choices[i], 0, board, row)
        least = least_place(row)
        known = 0
        for j in range(kept):
            if keys[2 * j] == row[least] and keys[2 * j + 1] == row[number + least]:
                known = 1
                break
        if known == 0:
            keys[2 * kept], keys[2 * kept + 1] = row[least], row[number + least]
            choices[kept] = choices[i]
            kept += 1
    frame[CHOICES] = kept


# --- the blocker to reply -----------------------------------------------------------------------------------------------


def open_reply(level: int, board: BoardSets, tree: ReplyTree) -> int:
    """List the replies to try: only the cell of a threat if there is one."""
    frame, needs = tree.frames[level], tree.needs[level]
    threats = 0
    for i in range(frame[NEEDS]):
        if not needs[i] & needs[i] - 1:
            if needs[i] == 0:
                return NO
            threats |= needs[i]
    if threats & threats - 1:
        return NO
    if frame[NEEDS] == 0:
        return YES
    weigh(level, board, tree)
    list_choices(level, threats if threats else (1 << board.size * board.size) - 1, tree)
    frame[DEEPER] = 0
    tree.control[ANSWER] = NO
    return OPEN


def next_reply(level: int, board: BoardSets, table: Ints, tree: ReplyTree, room: ReservesRoom) -> int:
    """Test all replies for reserves; then continue with the next of those that are searched deeper."""
    frame = tree.frames[level]
    if tree.control[ANSWER] == YES:
        return YES
    if frame[DEEPER] == 0:
        for i in range(frame[CHOICES]):
            if reserves_after(level, tree.choices[level][i], board, table, tree, room):
                return YES
        frame[DEEPER], frame[CHOICES] = 1, min(frame[CHOICES], WIDTH)
        if frame[DEPTH] <= 1:
            return NO
    if frame[NEXT] == frame[CHOICES]:
        return NO
    cell = tree.choices[level][frame[NEXT]]
    frame[NEXT] += 1
    add_images(tree.images[level], cell, len(board.images), board, tree.images[level + 1])
    block(level, cell, board, tree)
    tree.frames[level + 1][DEPTH] = frame[DEPTH] - 1
    go_down(level, tree)
    return OPEN


def reserves_after(level: int, cell: int, board: BoardSets, table: Ints, tree: ReplyTree, room: ReservesRoom) -> bool:
    """Whether the position after a reply is proven already, or has reserves."""
    frame, row = tree.frames[level], tree.images[level + 1]
    number = len(board.images)
    add_images(tree.images[level], cell, number, board, row)
    least = least_place(row)
    known = look_up(table, row[least], row[number + least], 1)
    if known != UNKNOWN:
        return known in (RESERVED, ANSWERED)
    if frame[TOTAL] - tree.weights[level][cell] >= MOST_WEIGHT:
        return False
    block(level, cell, board, tree)
    after = tree.frames[level + 1]
    tree.control[TESTS] += 1
    reserved = after[NEEDS] == 0 or has_reserves(
        after[MAKER], after[LINES], after[NEEDS], tree.needs[level + 1], board, room, FEW_NODES
    )
    known = RESERVED if reserved else FAILED
    tree.control[ENTRIES] += enter(table, row[least], row[number + least], 1, known)
    return reserved


def block(level: int, cell: int, board: BoardSets, tree: ReplyTree) -> None:
    """The next level's position after a reply."""
    frame, after = tree.frames[level], tree.frames[level + 1]
    mark = 1 << cell
    after[MAKER], after[BLOCKER], after[LEFT] = frame[MAKER], frame[BLOCKER] | mark, 1
    here, there = tree.needs[level], tree.needs[level + 1]
    kept = 0
    for i in range(frame[NEEDS]):
        if not here[i] & mark:
            there[kept] = here[i]
            kept += 1
    after[NEEDS] = kept
    after[LINES] = close_lines(frame[LINES], mark, board)


def close_lines(lines: int, mark: int, board: BoardSets) -> int:
    """The lines that stay open."""
    left = lines
    while left:
        j = ctz(left)
        left &= left - 1
        if board.lines[j] & mark:
            lines &= ~(1 << j)
    return lines


# --- both ---------------------------------------------------------------------------------------------------------------


def go_down(level: int, tree: ReplyTree) -> None:
    """Go to the next level, whose position and images are already set."""
    after, row = tree.frames[level + 1], tree.images[level + 1]
    least = least_place(row)
    after[LEAST_MAKER], after[LEAST_BLOCKER] = row[least], row[len(row) // 2 + least]
    after[OPENED] = after[NEXT] = after[CHOICES] = 0
    tree.control[LEVEL] = level + 1


def weigh(level: int, board: BoardSets, tree: ReplyTree) -> None:
    """How much each cell matters: a need counts twice as much as one with a cell more, or a line as large."""
    frame, needs, weights = tree.frames[level], tree.needs[level], tree.weights[level]
    for cell in range(board.size * board.size):
        weights[cell] = 0
    total = 0
    for i in range(frame[NEEDS]):
        weight = WHOLE >> popcount(needs[i])
        total += weight
        add_weight(needs[i], weight, weights)
    lines = frame[LINES]
    while lines:
        need = board.lines[ctz(lines)] & ~frame[MAKER]
        lines &= lines - 1
        if need:
            weight = WHOLE >> 1 + popcount(need)
            total += weight
            add_weight(need, weight, weights)
    frame[TOTAL] = total


def add_weight(cells: int, weight: int, weights: Ints) -> None:
    while cells:
        weights[ctz(cells)] += weight
        cells &= cells - 1


def list_choices(level: int, among: int, tree: ReplyTree) -> None:
    """The cells that matter, the weightiest first."""
    frame, weights, choices = tree.frames[level], tree.weights[level], tree.choices[level]
    number = 0
    for cell in range(len(weights)):
        if weights[cell] > 0 and among >> cell & 1:
            at = number
            while at > 0 and weights[choices[at - 1]] < weights[cell]:
                choices[at] = choices[at - 1]
                at -= 1
            choices[at] = cell
            number += 1
    frame[CHOICES] = number
