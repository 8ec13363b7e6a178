"""Checks certificates of the six-piece game of Enclosure Chess. Shares nothing with the engine, the solver or the oracle.

The game: on a round board of 21 points, joined along lines, two players with six pieces each move in turn, one piece to an
empty point next to it. Then every enemy group without an empty point beside it is captured. A player with no pieces left
has lost (with win "two": with two or fewer), and so has a player who is to move and cannot. After `quiet` moves in a row
without a capture the game is drawn, unless it is lost.

A certificate gives the value of every position in which each player has at most `pieces` pieces, and of the start if that
is six. The file contains
1. the line MAGIC;
2. a line of JSON: rules ("six"), win, quiet, pieces, value (1, 0 or -1 for the first player; null if pieces is below six),
   best (every first move that keeps the value; [] if pieces is below six), parts (the lengths of the parts of 3);
3. the values, a part for each class of material, packed by zlib: the classes (own pieces, enemy pieces) in ascending order;
4. the SHA-256 of all that.
A set of points is a number, bit n being point n of POINTS. The positions of a class are those in which the own set, the
player's to move, is the least of its images under the board's eight symmetries, in ascending order of the own set and then
of the enemy's. A value is a byte: 0 a draw; n from 1 to 126 a win, LOST + n a loss, with the next capture, or the end,
after n moves at the latest; NO_POSITION where an own group has no empty point beside it: the last move would have taken it.

Why it is a proof: each value is computed again from the values after every move, and must be the same. A capture restarts
the count of quiet moves; a quiet move makes the path longer by one, and a path longer than `quiet` is a draw. By induction
on the number of pieces, then on n, the positions won and lost in n moves are then the true ones and no others; the rest are
draws. With q quiet moves made already, won and lost are those with q + n <= quiet. A position whose own set is not a least
image is looked up by an image of it; if it has several places, each is computed separately, so none need be compared.

Use: check(data) returns what was proven, or raises SixRejected with the reason.
`python -m kakomi.games.enclosure_chess.six.solved.check FILE` does the same.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from math import comb
from typing import Any

import numpy as np

from kakomi.games.enclosure_chess.six.solved.check_board import (
    CLASSES,
    LONGEST,
    LOST,
    NO_POSITION,
    POINTS,
    SIX,
    WRONG,
    TableLayout,
    board,
    check_rows,
    follow,
    joins,
    layout,
    least_of,
    place_of,
    point_set,
    position_text,
)

MAGIC = b"kakomi six-piece enclosure values 1\n"
LARGEST = 200_000_000  # bytes of a file
LONGEST_HEADER = 4000
MEMBERS = ("rules", "win", "quiet", "pieces", "value", "best", "parts")
LOST_AT = {"all": 0, "two": 2}  # whoever has that many pieces or fewer has lost
QUIET = range(20, 401)

THREADS = 2
CHUNKS = 32  # of a class that is checked: after each, progress is reported and Ctrl-C takes effect

FIRST = "S1 S2 S3 S4 W3 E3"  # where the pieces stand at the start
SECOND = "N1 N2 N3 N4 W1 E1"

ShowProgress = Callable[[float], None]  # called with the fraction done, from 0 to 1


class SixRejected(Exception):
    """The certificate proves nothing; the message says why."""


@dataclass(frozen=True)
class SixProof:
    """What a certificate has proven. `value` is None and `best` empty if it covers endings only."""

    win: str
    quiet: int
    pieces: int
    value: int | None
    best: tuple[str, ...]
    positions: int  # checked, counting symmetric ones once
    classes: dict[str, tuple[int, int, int]]  # wins, draws and losses of "3x1" and so on, counting symmetric ones each


def check(data: bytes, tell: ShowProgress | None = None) -> SixProof:
    """What the certificate proves; SixRejected if it does not."""
    header, at = _read(data)
    lost_at, limit, pieces = LOST_AT[header["win"]], header["quiet"], header["pieces"]
    places, classes, positions = layout(pieces, lost_at)
    parts = header["parts"]
    if len(parts) != len(classes) or any(type(part) is not int or part < 0 for part in parts):
        raise SixRejected(f"parts must be the lengths of {len(classes)} parts")
    if at + sum(parts) != len(data) - hashlib.sha256().digest_size:
        raise SixRejected("its parts are not as long as it says")
    table = np.empty(positions, np.uint8)
    for (own, enemy), part in zip(classes, parts, strict=True):
        start = int(places.start[own * CLASSES + enemy])
        size = least_of(own) * comb(len(POINTS) - own, enemy)
        table[start : start + size] = _unpack(data[at : at + part], size, f"{own} against {enemy} pieces")
        at += part
    if pieces == SIX:
        check_claim(header, places, table, lost_at, limit)
    counts = {}
    done = 0
    for own, enemy in classes:
        total = [0, 0, 0]
        for size, found in _check_class(places, table, lost_at, limit, own, enemy):
            total = [one + other for one, other in zip(total, found, strict=True)]
            done += size
            if tell is not None:
                tell(done / positions)
        counts[f"{own}x{enemy}"] = total[0], total[1], total[2]
    best = tuple(header["best"])
    return SixProof(header["win"], limit, pieces, header["value"], best, positions, counts)


def _read(data: bytes) -> tuple[dict[str, Any], int]:
    """The header, and where the parts begin."""
    if len(data) > LARGEST:
        raise SixRejected(f"it is longer than {LARGEST // 1_000_000} MB")
    if not data.startswith(MAGIC):
        raise SixRejected("it is not a certificate of the six-piece game, or is of another version")
    end = data.find(b"\n", len(MAGIC), len(MAGIC) + LONGEST_HEADER) + 1
    try:
        header = json.loads(data[len(MAGIC) : end])
    except (ValueError, RecursionError) as error:
        raise SixRejected("its header is damaged or cut short") from error
    digest = hashlib.sha256().digest_size
    if len(data) < end + digest or hashlib.sha256(memoryview(data)[:-digest]).digest() != data[-digest:]:
        raise SixRejected("it is damaged or cut short: the checksum is wrong")
    if not isinstance(header, dict) or set(header) != set(MEMBERS):
        raise SixRejected(f"its header must have the members {', '.join(MEMBERS)}")
    if header["rules"] != "six" or not isinstance(header["win"], str) or header["win"] not in LOST_AT:
        raise SixRejected("rules must be six, and win all or two")
    if type(header["quiet"]) is not int or header["quiet"] not in QUIET:
        raise SixRejected(f"quiet must be a number from {QUIET.start} to {QUIET.stop - 1}")
    fewest = LOST_AT[header["win"]] + 1
    if type(header["pieces"]) is not int or not fewest <= header["pieces"] <= SIX:
        raise SixRejected(f"pieces must be a number from {fewest} to {SIX}")
    if not isinstance(header["parts"], list):
        raise SixRejected("parts must be a list")
    whole = header["pieces"] == SIX
    value, best = header["value"], header["best"]
    if not isinstance(best, list) or not all(isinstance(move, str) for move in best) or len(set(best)) < len(best):
        raise SixRejected("best must name first moves, each once")
    if (type(value) is not int) if whole else (value is not None or best):
        raise SixRejected("value must be a number with six pieces; with fewer, value must be null and best []")
    return header, end


def _unpack(packed: bytes, size: int, what: str) -> Any:
    unpacking = zlib.decompressobj()
    try:
        values = unpacking.decompress(packed, size + 1)
    except zlib.error as error:
        raise SixRejected(f"the values of {what} cannot be unpacked") from error
    if len(values) != size or not unpacking.eof or unpacking.unused_data:
        raise SixRejected(f"there must be {size} values of {what}, no fewer and no more")
    return np.frombuffer(values, np.uint8)


def _check_class(
    places: TableLayout, table: Any, lost_at: int, limit: int, own: int, enemy: int
) -> Iterator[tuple[int, list[int]]]:
    """Check a class on all threads; yields for each chunk its number of places and its wins, draws and losses."""
    sets = least_of(own)
    row = int(places.row[own * CLASSES + enemy])
    cuts = sorted({sets * chunk // CHUNKS for chunk in range(CHUNKS + 1)})

    def work(begin: int, end: int) -> tuple[int, list[int]]:
        found = np.zeros(3, np.int64)
        if not check_rows(board(), places, table, lost_at, limit, own, enemy, begin, end, found):
            mine, theirs, follows = found.tolist()
            said = int(table[place_of(board(), places, mine, theirs, own, enemy)])
            raise SixRejected(
                f"the position {position_text(mine, theirs)} is said to be {in_words(said)}, "
                f"but by what comes after each move it is {in_words(follows)}"
            )
        return (end - begin) * row, found.tolist()

    pool = ThreadPoolExecutor(THREADS)
    try:
        yield from pool.map(lambda cut: work(*cut), pairwise(cuts))
    finally:
        pool.shutdown(cancel_futures=True)


def in_words(value: int) -> str:
    """The meaning of a value byte.

    >>> in_words(3), in_words(LOST + 1), in_words(0)
    ('a win in 3', 'a loss in 1', 'a draw')
    """
    if value == WRONG:
        return f"a way of more than {LONGEST} moves"
    if value == NO_POSITION:
        return "none that can come about"
    if value == 0:
        return "a draw"
    return f"a loss in {value - LOST}" if value >= LOST else f"a win in {value}"


def check_claim(header: dict[str, Any], places: TableLayout, table: Any, lost_at: int, limit: int) -> None:
    """The value of the start and its best moves must be those that follow from the values."""
    own, enemy = point_set(FIRST), point_set(SECOND)
    worth = np.zeros(24, np.int64)
    moves = follow(board(), places, table, lost_at, limit, own, enemy, SIX, SIX, worth)
    names = [
        f"{POINTS[origin]}-{POINTS[target]}"
        for origin, target in sorted(joins())
        if own >> origin & 1 and not (own | enemy) >> target & 1
    ]
    results = dict(zip(names, np.sign(worth[:moves]).tolist(), strict=True))
    value = max(results.values())
    best = [name for name, result in results.items() if result == value]
    if header["value"] != value:
        raise SixRejected(f"by its values the start is worth {value}, and it says something else")
    if set(header["best"]) != set(best):
        raise SixRejected(f"by its values the best first moves are {', '.join(best)}, and it says something else")


if __name__ == "__main__":
    try:
        with open(sys.argv[1], "rb") as file:
            print(check(file.read(LARGEST + 1)))
    except SixRejected as reason:
        sys.exit(f"rejected: {reason}")
