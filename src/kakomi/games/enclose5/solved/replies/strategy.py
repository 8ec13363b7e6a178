"""The strategy that a proof holds, as a certificate needs it: the bytes that `check_replies` describes, in its order."""

from __future__ import annotations

from kakomi.core.bits import ctz, popcount
from kakomi.games.enclose5.solved.replies.arrays import (
    ANSWERED,
    BLOCKER,
    BYTES,
    CHOICES,
    ENTRIES,
    ENTRY,
    FULL,
    LEFT,
    LEVEL,
    LIMIT,
    MAKER,
    MISSING,
    NO,
    NODES,
    OPENED,
    PAUSED,
    RESERVED,
    YES,
    BoardSets,
    Ints,
    ReplyTree,
    ReservesRoom,
)
from kakomi.games.enclose5.solved.replies.kernel import MOST_NEW, add_weight, run_gain
from kakomi.games.enclose5.solved.replies.reserves import has_reserves
from kakomi.games.enclose5.solved.replies.table import add_images, enter, fill_images, least_place, look_up

WHOLE = 1 << 40  # the weight of a wall of no cells
MANY_NODES = 3_000  # of a search for reserves; more would find few others, which the checker takes long to find
MET = 1  # what is known of a position in the table of those met


def write(board: BoardSets, table: Ints, met: Ints, tree: ReplyTree, room: ReservesRoom, out: Ints) -> int:
    """Follow the proven replies from the position of level 0, depth first: YES when all is written; or PAUSED, FULL.

    NO where the table lacks a reply: the position was not proven. `out` has room for as many bytes as there are nodes until
    the limit. In a frame, CHOICES are the marks still to be tried, as bits.
    """
    control = tree.control
    while control[LEVEL] >= 0:
        if control[NODES] >= control[LIMIT]:
            return PAUSED
        if 4 * (control[ENTRIES] + MOST_NEW) > 3 * (len(met) // ENTRY):
            return FULL
        level = control[LEVEL]
        frame, after = tree.frames[level], tree.frames[level + 1]
        if frame[OPENED] == 0:
            frame[OPENED] = 1
            control[NODES] += 1
            frame[CHOICES] = 0
            if is_open(frame[BLOCKER], board):
                visit(level, board, table, met, tree, room, out)
            if control[MISSING]:
                return NO
        elif frame[CHOICES] == 0:
            control[LEVEL] -= 1
        else:
            cell = ctz(frame[CHOICES])
            frame[CHOICES] &= frame[CHOICES] - 1
            after[MAKER], after[BLOCKER], after[LEFT], after[OPENED] = frame[MAKER], frame[BLOCKER], 1, 0
            if frame[LEFT] == 0:
                after[BLOCKER] |= 1 << cell
            else:
                after[MAKER] |= 1 << cell
                after[LEFT] = frame[LEFT] - 1 + run_gain(after[MAKER], cell, board.size)
                if popcount(after[MAKER] | after[BLOCKER]) == board.size * board.size:
                    after[LEFT] = 0
            control[LEVEL] = level + 1
    return YES


def visit(level: int, board: BoardSets, table: Ints, met: Ints, tree: ReplyTree, room: ReservesRoom, out: Ints) -> None:
    """Write a position's byte, unless it was met before, and list what follows."""
    control, frame, row = tree.control, tree.frames[level], tree.images[level]
    fill_images(frame[MAKER], frame[BLOCKER], board, row)
    least = least_place(row)
    frame[MAKER], frame[BLOCKER] = row[least], row[len(row) // 2 + least]
    if not enter(met, frame[MAKER], frame[BLOCKER], frame[LEFT] + 1, MET):
        return
    control[ENTRIES] += 1
    if frame[LEFT] == 0:
        weigh_cells(frame, board, tree.weights[level])
        reply = choose_reply(level, board, table, met, tree)
        if reply < 0:
            control[MISSING] = 1
            return
        out[control[BYTES]] = reply
        control[BYTES] += 1
        frame[CHOICES] = 1 << reply
        return
    known = look_up(table, frame[MAKER], frame[BLOCKER], frame[LEFT])
    if known not in (RESERVED, ANSWERED):
        control[MISSING] = 1
        return
    if known == ANSWERED and frame[LEFT] == 1 and has_late_reserves(frame, tree.needs[level], board, room):
        known = RESERVED
    if frame[LEFT] == 1:
        out[control[BYTES]] = 1 if known == RESERVED else 0
        control[BYTES] += 1
    if known == ANSWERED:
        frame[CHOICES] = cells_that_matter(frame, board)


def has_late_reserves(frame: Ints, needs: Ints, board: BoardSets, room: ReservesRoom) -> bool:
    """Whether a position with replies has reserves after all, which take longer to find: each saves many replies."""
    count = lines = 0
    for i in range(len(board.walls)):
        if not board.walls[i] & frame[BLOCKER]:
            needs[count] = board.walls[i] & ~frame[MAKER]
            count += 1
    for j in range(len(board.lines)):
        if not board.lines[j] & frame[BLOCKER]:
            lines |= 1 << j
    return has_reserves(frame[MAKER], lines, count, needs, board, room, MANY_NODES)


def is_open(blocker: int, board: BoardSets) -> bool:
    """Whether some wall has no cell of the blocker's."""
    for i in range(len(board.walls)):  # noqa: SIM110 - compiled
        if not board.walls[i] & blocker:
            return True
    return False


def cells_that_matter(frame: Ints, board: BoardSets) -> int:
    """The empty cells of open walls and lines."""
    cells = 0
    for i in range(len(board.walls)):
        if not board.walls[i] & frame[BLOCKER]:
            cells |= board.walls[i]
    for j in range(len(board.lines)):
        if not board.lines[j] & frame[BLOCKER]:
            cells |= board.lines[j]
    return cells & ~frame[MAKER]


def weigh_cells(frame: Ints, board: BoardSets, weights: Ints) -> None:
    """How much each cell matters for the open walls."""
    for cell in range(board.size * board.size):
        weights[cell] = 0
    for i in range(len(board.walls)):
        if not board.walls[i] & frame[BLOCKER]:
            need = board.walls[i] & ~frame[MAKER]
            add_weight(need, WHOLE >> popcount(need), weights)


def choose_reply(level: int, board: BoardSets, table: Ints, met: Ints, tree: ReplyTree) -> int:
    """A proven reply: to a position met before, else to one with reserves, else the weightiest; -1 if none."""
    frame, row, weights = tree.frames[level], tree.images[level + 1], tree.weights[level]
    fill_images(frame[MAKER], frame[BLOCKER], board, tree.images[level])
    number = len(board.images)
    best, best_rank = -1, 0
    for cell in range(board.size * board.size):
        if (frame[MAKER] | frame[BLOCKER]) >> cell & 1:
            continue
        add_images(tree.images[level], cell, number, board, row)
        least = least_place(row)
        known = look_up(table, row[least], row[number + least], 1)
        if known in (RESERVED, ANSWERED):
            rank = 2 if known == RESERVED else 1
            if look_up(met, row[least], row[number + least], 2):
                rank = 3
            if rank > best_rank or (rank == best_rank and weights[cell] > weights[best]):
                best, best_rank = cell, rank
    return best
