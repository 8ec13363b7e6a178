"""Checks certificates of solved grids. Shares nothing with the solver or the engine: it has its own rules.

The game: on a board of 5x5 or 7x7 points black pieces stand on every other point, corners included, on 5x5 not in the
centre. In turn the players put a shared piece on an empty point, 12 of them on 5x5, 24 on 7x7. A black piece whose
neighbours are all shared pieces is captured by the player who placed; its point may be placed on (vacated "open") or not
("closed"). Whoever has captured more at the end wins.

The points between the black pieces are the gaps. As a black piece has only gaps beside it, what is captured depends only
on the gaps filled, and all pieces put elsewhere are alike: they capture nothing, now or later. A position is the set of
filled gaps, a number with one bit per gap (row by row from a1), and the number of pieces put elsewhere.

A certificate says by how much the first player is ahead at the end ("value") and which first moves achieve it ("best"). It
proves that by a strategy for each player, one byte for each position the strategy can lead to where that player is to
move, in the order of positions (by gaps filled, then by pieces elsewhere): the number of the gap to fill, or the number of
gaps for a piece elsewhere. Against the first player's strategy, begun with any of the best moves, all replies are tried:
the least it can end with shows that those moves are worth at least the value. Against the second player's, all moves are
tried: the most it can end with after each first move shows that none is worth more, and the others less.

Use: check(text) returns what was proven, or raises GridRejected with the reason. `python check.py FILE` does too.
"""

from __future__ import annotations

import base64
import binascii
import functools
import hashlib
import json
import sys
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

KIND = "kakomi enclosure grid strategies 1"
LARGEST_TEXT = 100_000_000
LARGEST_STRATEGY = 100_000_000
MEMBERS = {"certificate": str, "rules": str, "vacated": str, "value": int, "best": list, "first": str, "second": str}

ELSEWHERE = 16  # room for the number of pieces elsewhere: never above 5 on 5x5, 10 on 7x7
UNSEEN, ANY_MOVE, CHOSEN = 0, 1, 2  # marks of a position: not reached; all moves to be tried; CHOSEN + the move
LEVEL = 100  # stands for a margin of 0 once a position is settled
TOO_SHORT, NO_SUCH_MOVE, NO_ROOM = -1, -2, -3


class GridRejected(Exception):
    """The certificate proves nothing; the message says why."""


@dataclass(frozen=True)
class GridProof:
    """What a certificate has proven."""

    rules: str
    vacated: str
    value: int
    best: tuple[str, ...]
    positions: int  # looked at


class CertificateBoard:
    """The gaps, and for each black piece the gaps round it."""

    def __init__(self, size: int) -> None:
        points = [(column, row) for row in range(size) for column in range(size)]
        self.size = size
        self.gaps = [(column, row) for column, row in points if (column + row) % 2 == 1]
        self.centre = 1 if size == 5 else 0  # points neither black nor gap
        self.rings = []
        for column, row in points:
            if (column + row) % 2 == 0 and not (size == 5 and (column, row) == (2, 2)):
                beside = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
                self.rings.append(sum(1 << self.gaps.index(point) for point in beside if point in self.gaps))
        self.names = ["abcdefg"[column] + str(row + 1) for column, row in self.gaps]


def check(text: str) -> GridProof:
    """What the certificate proves; GridRejected if it does not."""
    content = _read(text)
    board = CertificateBoard({"5x5": 5, "7x7": 7}[content["rules"]])
    first_moves = {
        name: (1 << gap) * ELSEWHERE for gap, name in enumerate(board.names)
    }  # to the position each leads to
    if board.centre:
        first_moves["c3"] = 1
    best, value = content["best"], content["value"]
    if (
        not best
        or not all(isinstance(move, str) and move in first_moves for move in best)
        or len(set(best)) < len(best)
    ):
        raise GridRejected("best must name first moves, each once")
    positions = 0
    bounds = []
    for side, player in enumerate(("first", "second")):
        begun = [first_moves[move] for move in best] if side == 0 else list(first_moves.values())
        settled, seen = _settle(
            board, content["vacated"] == "open", side, begun, _unpack(content[player], player), player
        )
        bounds.append(settled)
        positions += seen
    least = {move: bounds[0][first_moves[move]] for move in best}
    most = {move: bounds[1][place] for move, place in first_moves.items()}
    for move in best:
        if least[move] < value:
            raise GridRejected(
                f"after {move} the first player's strategy is sure of {least[move]} only, not of {value}"
            )
    for move, bound in most.items():
        if bound > value:
            raise GridRejected(f"the second player's strategy lets {move} reach {bound}, more than {value}")
    for move, bound in most.items():
        if bound == value and move not in best:
            raise GridRejected(f"it is not shown that {move} is worth less than {value}, and best leaves it out")
    return GridProof(content["rules"], content["vacated"], value, tuple(best), positions)


def _read(text: str) -> dict[str, Any]:
    if len(text) > LARGEST_TEXT:
        raise GridRejected(f"it is longer than {LARGEST_TEXT // 1_000_000} MB")
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise GridRejected("it is not a certificate, or is cut short: it is not complete JSON") from error
    if not isinstance(content, dict) or content.get("certificate") != KIND:
        raise GridRejected(f"it is not a certificate of the kind {KIND!r}")
    checksum = content.pop("sha256", None)
    if content.keys() != MEMBERS.keys() or any(type(content[name]) is not kind for name, kind in MEMBERS.items()):
        raise GridRejected(f"it must have the members {', '.join(MEMBERS)} and sha256")
    if hashlib.sha256(json.dumps(content).encode()).hexdigest() != checksum:
        raise GridRejected("it is damaged: the checksum is wrong")
    if content["rules"] not in ("5x5", "7x7") or content["vacated"] not in ("open", "closed"):
        raise GridRejected("rules must be 5x5 or 7x7, and vacated open or closed")
    return content


def _unpack(packed: str, player: str) -> bytes:
    unpacking = zlib.decompressobj()
    try:
        moves = unpacking.decompress(base64.b64decode(packed, validate=True), LARGEST_STRATEGY)
    except (binascii.Error, zlib.error, ValueError) as error:
        raise GridRejected(f"the {player} player's strategy cannot be unpacked") from error
    if not unpacking.eof or unpacking.unused_data:
        raise GridRejected(f"the {player} player's strategy is cut short or too long")
    return moves


def _settle(
    board: CertificateBoard, reopened: bool, side: int, begun: list[int], strategy: bytes, player: str
) -> tuple[dict[int, int], int]:
    """The first player's final margin after each first move in `begun`, with the side keeping to its strategy."""
    gaps = len(board.gaps)
    captured: Any
    marks: Any
    rings: Any
    moves: Any
    if board.size == 5:  # faster interpreted than compiled
        captured, marks = bytearray(1 << gaps), bytearray(ELSEWHERE << gaps)
        rings, moves = board.rings, strategy
        run: Callable[[Any], Any] = _as_it_is
    else:
        import numpy as np

        captured, marks = np.zeros(1 << gaps, np.uint8), np.zeros(ELSEWHERE << gaps, np.uint8)
        rings, moves = np.array(board.rings, np.int64), np.frombuffer(strategy, np.uint8)
        run = _compiled
    run(_count)(rings, captured)
    for place in begun:
        marks[place] = ANY_MOVE
    used, seen = run(_reach)(side, gaps, board.centre, reopened, captured, moves, marks)
    if used == TOO_SHORT or (used >= 0 and used < len(strategy)):
        raise GridRejected(f"the {player} player's strategy has too {'few' if used == TOO_SHORT else 'many'} moves")
    if used == NO_SUCH_MOVE:
        raise GridRejected(f"the {player} player's strategy has a move that cannot be made")
    if used == NO_ROOM:
        raise GridRejected(f"the {player} player's strategy leads to more than {ELSEWHERE} pieces elsewhere")
    run(_play_back)(side, gaps, board.centre, reopened, captured, marks)
    return {place: int(marks[place]) - LEVEL + int(captured[place // ELSEWHERE]) for place in begun}, int(seen)


def _as_it_is(function: Any) -> Any:
    return function


@functools.cache
def _compiled(function: Any) -> Any:
    from numba import njit

    return njit(nogil=True)(function)


def _count(rings: Any, captured: Any) -> None:
    """How many black pieces each set of filled gaps captures."""
    for filled in range(len(captured)):
        for ring in rings:
            if filled & ring == ring:
                captured[filled] += 1


def _reach(side: int, gaps: int, centre: int, reopened: bool, captured: Any, moves: Any, marks: Any) -> tuple[int, int]:
    """Mark every position the strategy can lead to, with its move where the side is to move; moves used, positions seen.

    A move leads to a larger set of gaps, or to more pieces elsewhere: all that leads to a position comes before it.
    """
    used = 0
    seen = 0
    for filled in range(1 << gaps):
        inside = 0
        for gap in range(gaps):
            inside += filled >> gap & 1
        for outside in range(ELSEWHERE):
            here = filled * ELSEWHERE + outside
            if marks[here] == UNSEEN:
                continue
            seen += 1
            if inside + outside == gaps:
                continue  # all the pieces are placed
            free = centre + (captured[filled] if reopened else 0) - outside  # points elsewhere that are empty
            if free > 0 and outside + 1 == ELSEWHERE:
                return NO_ROOM, seen
            if (inside + outside) % 2 == side:
                if used == len(moves):
                    return TOO_SHORT, seen
                move = int(moves[used])
                used += 1
                if move > gaps or (move == gaps and free <= 0) or (move < gaps and filled >> move & 1):
                    return NO_SUCH_MOVE, seen
                marks[here] = CHOSEN + move
                marks[here + 1 if move == gaps else (filled | 1 << move) * ELSEWHERE + outside] = ANY_MOVE
            else:
                for gap in range(gaps):
                    if filled >> gap & 1 == 0:
                        marks[(filled | 1 << gap) * ELSEWHERE + outside] = ANY_MOVE
                if free > 0:
                    marks[here + 1] = ANY_MOVE
    return used, seen


def _play_back(side: int, gaps: int, centre: int, reopened: bool, captured: Any, marks: Any) -> None:
    """From the last position to the first, store LEVEL + how much more the first player still gains than the second."""
    for filled in range((1 << gaps) - 1, -1, -1):
        inside = 0
        for gap in range(gaps):
            inside += filled >> gap & 1
        for outside in range(ELSEWHERE - 1, -1, -1):
            here = filled * ELSEWHERE + outside
            if marks[here] == UNSEEN:
                continue
            if inside + outside == gaps:
                marks[here] = LEVEL
                continue
            mover = (inside + outside) % 2
            free = centre + (captured[filled] if reopened else 0) - outside
            bound = -1
            for move in range(gaps + 1):
                if mover == side and marks[here] != CHOSEN + move:
                    continue
                if free <= 0 if move == gaps else filled >> move & 1:
                    continue
                if move == gaps:
                    margin = int(marks[here + 1])
                else:
                    child = filled | 1 << move
                    gain = int(captured[child]) - int(captured[filled])
                    margin = int(marks[child * ELSEWHERE + outside]) + (gain if mover == 0 else -gain)
                if bound < 0 or (margin > bound if mover == 0 else margin < bound):
                    bound = margin
            marks[here] = bound


if __name__ == "__main__":
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            print(check(file.read(LARGEST_TEXT + 1)))
    except GridRejected as reason:
        sys.exit(f"rejected: {reason}")
