"""Checks a certificate that Enclose5 on 6 x 6 cells is drawn. Shares nothing with solver and engine; has its own rules.

The claim and the outline of the proof are those of `check`: a second player, the *blocker*, who keeps the first, the
*maker*, from ever enclosing anything does not lose; nor does the first player, who after any mark is the blocker with an
extra mark. So the game is drawn with every target. On this board the blocker lets the maker complete lines of five. A run
of n marks, five or more, gives n - 4 further marks in the same turn; that some cells are then barred (5.2) only hinders the
maker, and the checker lets them be marked.

The strategy is followed depth first from the empty board. A position with the maker to move consists of the cells of both
and the number of marks left in the turn. If the blocker has a cell of every wall, nothing is left to do. Else the position
is replaced by the least of its eight images (by the maker's cells, then the blocker's, as numbers with the bit 6 row +
column for each cell), and skipped if it was met before. If one mark is left in the turn, the next byte is 1 if reserves
show that the blocker succeeds (`check_reserves`), else 0. Without reserves no wall may lack just one cell, and every mark
is tried that is in an open wall, one without a cell of the blocker's, or in an open line that is not complete, in ascending
order; other marks change nothing. When the turn is over and a wall is open, the position is replaced likewise, skipped if
it was met before, and the next byte is the cell of the blocker's reply.

The file: the line `kakomi enclose5 blocking 2`; a line of JSON with size (6), value (draw), best (all cells) and bytes, the
length of the strategy; the strategy, compressed by zlib; the SHA-256 of all that.

Use: check(data) returns what was proven, or raises RepliesRejected with the reason. `python check_replies.py FILE` does too.
"""

from __future__ import annotations

import functools
import hashlib
import json
import sys
import zlib
from dataclasses import dataclass
from typing import Any

from kakomi.games.enclose5.solved.check_reserves import (
    ALL,
    CELLS,
    FIRST_SETS,
    LEVELS,
    PAIRS,
    SEARCH,
    SIZE,
    bits,
    has_reserves,
    lines,
    walls,
)

MAGIC = b"kakomi enclose5 blocking 2\n"
MEMBERS = {"size": int, "value": str, "best": list, "bytes": int}
LARGEST_STRATEGY = 50_000_000  # bytes
FEW_NODES, MOST_NODES = 300, 2_000_000  # of a search for reserves, first and last: some image may succeed at once
TURNS = 128  # levels of the walk: the marks of a game
DONE, TOO_SHORT, TAKEN, ENCLOSES, NO_RESERVES, TOO_LARGE, STOPPED = 0, -1, -2, -3, -4, -5, -6


class RepliesRejected(Exception):
    """The certificate proves nothing; the message says why."""


@dataclass(frozen=True)
class RepliesProof:
    """What a certificate has proven."""

    size: int
    value: str
    best: tuple[str, ...]
    positions: int


def check(data: bytes, sample: int = 0) -> RepliesProof:
    """What the certificate proves; RepliesRejected if it does not. With a sample, interprets only that many positions."""
    content, strategy = _read_file(data)
    names = sorted(column + str(row + 1) for column in "abcdef" for row in range(SIZE))
    if content["size"] != SIZE:
        raise RepliesRejected("size must be 6")
    if content["value"] != "draw":
        raise RepliesRejected("such a certificate proves a draw and nothing else")
    if content["best"] != names:
        raise RepliesRejected("in such a drawn game all first moves are alike, and best must name them in order")
    # The data that the walk works on: plain lists if it is not compiled.
    every, report = walls(), [0] * 4  # the report: bytes used, positions, then the position at fault
    seen = [0] * (2 << (3 * min(len(strategy), sample or len(strategy)) + 64).bit_length())
    room: Any = (every, lines(), images(), [*strategy], seen, [[0] * 4 for _ in range(TURNS)], report)
    room += ([[0] * (len(every) + FIRST_SETS) for _ in range(LEVELS)], [[0] * LEVELS for _ in range(6)])
    room += ([[0] * PAIRS for _ in range(LEVELS)], [[0.0] * (len(every) + PAIRS) for _ in range(2)])
    room += ([[0] * (CELLS + 4) for _ in range(5)],)
    walk: Any = _walk
    if not sample:
        import numpy as np

        room = tuple(np.array(each) for each in room)
        report, walk = room[6], _compiled()
    answer = walk(*room, sample)
    used, positions, maker, blocker = (int(each) for each in report)
    if answer not in (DONE, STOPPED):
        reason = {
            TOO_SHORT: "the strategy has too few bytes",
            TAKEN: "the strategy marks a cell that is not empty, or has a byte that is neither 0 nor 1",
            ENCLOSES: "the maker encloses something",
            NO_RESERVES: "there are no reserves",
            TOO_LARGE: "the strategy leads to too many positions",
        }[int(answer)]
        raise RepliesRejected(f"{reason}, with the maker on {_shown(maker)} and the blocker on {_shown(blocker)}")
    if answer == DONE and used < len(strategy):
        raise RepliesRejected("the strategy has too many bytes")
    return RepliesProof(SIZE, "draw", tuple(names), positions)


def _shown(cells: int) -> str:
    return " ".join("abcdef"[i % SIZE] + str(i // SIZE + 1) for i in range(CELLS) if cells >> i & 1) or "no cell"


# --- the board ----------------------------------------------------------------------------------------------------------


def images() -> list[list[int]]:
    """Where each of the eight symmetries takes each cell."""
    found = []
    for kind in range(8):
        to = []
        for cell in range(CELLS):
            row, column = divmod(cell, SIZE)
            if kind & 1:
                row = SIZE - 1 - row
            if kind & 2:
                column = SIZE - 1 - column
            if kind & 4:
                row, column = column, row
            to.append(SIZE * row + column)
        found.append(to)
    return found


@functools.cache
def _compiled() -> Any:
    """The walk, compiled with all that it calls."""
    from numba import njit

    scope = has_reserves.__globals__ | globals()
    functions: tuple[Any, ...] = (*SEARCH, _turned, _least, _met, _gain, _is_open, _walk)
    for function in functions:
        scope[function.__name__] = njit(nogil=True)(type(function)(function.__code__, scope, function.__name__))
    return scope["_walk"]


# --- compiled -----------------------------------------------------------------------------------------------------------


def _turned(cells: int, to: Any) -> int:
    image = 0
    for cell in range(CELLS):
        if cells >> cell & 1:
            image |= 1 << to[cell]
    return image


def _least(maker: int, blocker: int, turns: Any) -> tuple[int, int]:
    best, best_other = maker, blocker
    for k in range(8):
        image = _turned(maker, turns[k])
        if image <= best:
            other = _turned(blocker, turns[k])
            if image < best or other < best_other:
                best, best_other = image, other
    return best, best_other


def _met(seen: Any, maker: int, other: int) -> bool:
    """Whether a position was met before; records it. `other`, never 0, holds the blocker's cells and whose turn it is."""
    places = len(seen) // 2
    place = (maker * 40503 ^ maker >> 15 ^ other * 2654435 ^ other >> 13) & (places - 1)
    while seen[2 * place + 1] != 0:
        if seen[2 * place] == maker and seen[2 * place + 1] == other:
            return True
        place = (place + 1) & (places - 1)
    seen[2 * place], seen[2 * place + 1] = maker, other
    return False


def _gain(maker: int, cell: int) -> int:
    """The further marks gained by the runs through this one."""
    total = 0
    for direction in range(4):
        up = 0 if direction == 0 else 1
        right = (1, 0, 1, -1)[direction]
        run = 1
        for sign in (1, -1):
            row, column = cell // SIZE + sign * up, cell % SIZE + sign * right
            while 0 <= row < SIZE and 0 <= column < SIZE and maker >> SIZE * row + column & 1:
                run += 1
                row, column = row + sign * up, column + sign * right
        if run >= 5:
            total += run - 4
    return total


def _is_open(blocker: int, walls: Any) -> bool:
    """Whether some wall has no cell of the blocker's."""
    for wall in walls:  # noqa: SIM110 - compiled
        if not wall & blocker:
            return True
    return False


# --- the walk -----------------------------------------------------------------------------------------------------------


def _walk(
    walls: Any,
    lines: Any,
    turns: Any,
    steps: Any,
    seen: Any,
    frames: Any,
    report: Any,
    sets: Any,
    state: Any,
    pairs: Any,
    values: Any,
    match: Any,
    sample: int,
) -> int:
    """Follow the strategy: DONE, STOPPED after `sample` positions if that is not 0, or what is wrong."""
    used = positions = level = 0
    maker = blocker = 0
    left = 1  # marks that the maker has left in this turn; 0: the blocker is to move
    entering = True
    while level >= 0:
        if entering:
            entering = False
            report[0], report[1], report[2], report[3] = used, positions, maker, blocker
            if not _is_open(blocker, walls):
                level -= 1
            else:
                maker, blocker = _least(maker, blocker, turns)
                report[2], report[3] = maker, blocker
                if _met(seen, maker, blocker | left + 1 << 40):
                    level -= 1
                else:
                    positions += 1
                    if positions * 3 > len(seen):
                        return TOO_LARGE
                    if sample and positions > sample:
                        return STOPPED
                    byte = 0
                    if left <= 1:
                        if used == len(steps):
                            return TOO_SHORT
                        byte = int(steps[used])
                        used += 1
                    if left == 0:
                        if byte >= CELLS or (maker | blocker) >> byte & 1:
                            return TAKEN
                        blocker |= 1 << byte
                        left = 1
                        entering = True
                        continue
                    if byte > 1:
                        return TAKEN
                    if byte == 1:
                        most = FEW_NODES
                        found = False
                        while not found and most <= MOST_NODES:
                            for k in range(8):
                                m, b = _turned(maker, turns[k]), _turned(blocker, turns[k])
                                if has_reserves(m, b, walls, lines, sets, state, pairs, values, match, most):
                                    found = True
                                    break
                            most *= 20
                        if not found:
                            return NO_RESERVES
                        level -= 1
                    else:
                        cells = 0
                        for wall in walls:
                            if not wall & blocker:
                                need = wall & ~maker
                                if not need & need - 1:
                                    return ENCLOSES
                                cells |= need
                        for line in lines:
                            if not line & blocker:
                                cells |= line & ~maker
                        frames[level][0], frames[level][1], frames[level][2], frames[level][3] = (
                            maker,
                            blocker,
                            left,
                            cells,
                        )
        if level < 0:
            break
        cells = frames[level][3]
        if cells == 0:
            level -= 1
            continue
        mark = cells & -cells
        frames[level][3] = cells & cells - 1
        maker, blocker = frames[level][0] | mark, frames[level][1]
        left = frames[level][2] - 1 + _gain(maker, bits(mark - 1))
        if maker | blocker == ALL:
            left = 0
        level += 1
        entering = True
    report[0], report[1] = used, positions
    return DONE


# --- the file -----------------------------------------------------------------------------------------------------------


def _read_file(data: bytes) -> tuple[dict[str, Any], bytes]:
    if not data.startswith(MAGIC):
        raise RepliesRejected(f"it does not begin with {MAGIC.decode().strip()!r}")
    body, checksum = data[:-32], data[-32:]
    line, _, packed = body[len(MAGIC) :].partition(b"\n")
    try:
        content = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RepliesRejected("its second line is not whole as JSON: it is cut short or damaged") from error
    if hashlib.sha256(body).digest() != checksum:
        raise RepliesRejected("it is damaged: the checksum is wrong")
    if not isinstance(content, dict) or content.keys() != MEMBERS.keys():
        raise RepliesRejected(f"its second line must have the members {', '.join(MEMBERS)}")
    if any(type(content[name]) is not kind for name, kind in MEMBERS.items()):
        raise RepliesRejected(f"a member of its second line is not of the right kind: {', '.join(MEMBERS)}")
    if not 0 < content["bytes"] <= LARGEST_STRATEGY:
        raise RepliesRejected(f"bytes must be between 1 and {LARGEST_STRATEGY}")
    unpack = zlib.decompressobj()
    try:
        strategy = unpack.decompress(packed, content["bytes"] + 1)
    except zlib.error as error:
        raise RepliesRejected("its strategy cannot be unpacked") from error
    if len(strategy) != content["bytes"] or not unpack.eof or unpack.unused_data:
        raise RepliesRejected("its strategy has another length than it says")
    return content, strategy


if __name__ == "__main__":
    try:
        with open(sys.argv[1], "rb") as file:
            print(check(file.read()))
    except RepliesRejected as reason:
        sys.exit(f"rejected: {reason}")
