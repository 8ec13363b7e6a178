"""Checks certificates that TOOT with few tiles is drawn. Shares nothing with solver and engine; has its own rules.

The claim: with the given tiles and pieces on squares, and count=total, neither player can be forced to lose, so the game
is drawn after each first move, whatever the options quiet and tiebreak. The proof is a strategy for each player, the
*defender*, against every play of the other, the *attacker*; for Blue one after each first move.

The defender never captures, never sacrifices, and re-enters only where the strategy says so. So all the attacker's pieces
stay on the table, and the attacker can re-enter only by the one sacrifice (4.4). The defender can lose a piece only while
it lies (6). The checker counts the first capture of a lying piece as a loss, and it must never come. Hence both have all
their pieces left in the end, and a tie is not a loss either (7.2). This sets no bound on the number of turns, so it holds
with any number of quiet turns.

Where the rules are awkward the checker gives the attacker more than they do: a placement alone, with nothing after it, is
always allowed if nothing is possible after it (3.5), and so is a pass without a step or jump (4.5). The defender must do
something after each placement, and passes only when all own pieces lie on the table and none can step or jump.

A position is four numbers. Its tiles are rotated or mirrored in one of eight ways and shifted so that the least x and y are
0; a tile at x,y is then the bit y * width + x. The numbers: the attacker's tiles, and the width from bit 52 on; the
defender's tiles, and from bit 52, 55, 58 and 59 on the attacker's pieces in hand, the defender's, whether the attacker has
sacrificed, and 1 if the defender is to move; the tiles with a piece; those where the defender's lies. Of the eight
images the least is taken, by the first number, then the second, and so on.

The strategy is one byte for each position with the defender to move, in the order in which the walk reaches them. A queue
begins with the positions of the start in ascending order: Blue to move, or after each first move of Blue's. For each
position in the queue all positions after the attacker's turn are taken in ascending order, without those that were met
before. The byte of each is the number of the reply among the positions that the defender can reach, in ascending order:
first by a placement and what follows, or by a step, a jump or a pass, and after all of these, by a re-entry. If the
position after the reply was not met before, it is put at the end of the queue.

The file: the line `kakomi toot safety 1`; a line of JSON with tiles, pieces, grid (square), value (draw), best (all first
moves) and bytes, the lengths of Red's strategy and of Blue's; both one after the other, compressed by zlib; the
SHA-256 of all that.

Use: check(data) returns what was proven, or raises TilesRejected with the reason. `python check.py FILE` does the same.
"""

from __future__ import annotations

import functools
import hashlib
import json
import sys
import zlib
from dataclasses import dataclass
from typing import Any

from kakomi.games.toot.solved.check_turns import (
    ATTACKER,
    DEFENDER,
    LOST,
    MARGIN,
    MOST,
    SIDE,
    TOO_WIDE,
    TURNS,
    attack,
    defend,
    lay_out,
    number,
    put_tile,
)

MAGIC = b"kakomi toot safety 1\n"
MEMBERS = {"tiles": int, "pieces": int, "grid": str, "value": str, "best": list, "bytes": list}
BEST = ["-1,0", "-1,1", "0,-1", "0,2", "1,0", "1,1"]  # all squares beside the two first tiles
LARGEST_STRATEGY = 20_000_000  # bytes
SIZES = (4,), (2, 3, 4)  # tiles and pieces
DONE, STOPPED, TOO_SHORT, NO_REPLY = 0, -1, -2, -3


class TilesRejected(Exception):
    """The certificate proves nothing; the message says why."""


@dataclass(frozen=True)
class TilesProof:
    """What a certificate has proven."""

    tiles: int
    pieces: int
    value: str
    best: tuple[str, ...]
    positions: int


def check(data: bytes, sample: int = 0) -> TilesProof:
    """What the certificate proves; TilesRejected if it does not.

    With a sample, only that many positions of each strategy are checked, uncompiled.
    """
    content, strategies = _read_file(data)
    total = 0
    for strategy, first, name in zip(strategies, (False, True), ("Red", "Blue"), strict=True):
        total += _follow(content["tiles"], content["pieces"], strategy, first, name, sample)
    return TilesProof(content["tiles"], content["pieces"], "draw", tuple(content["best"]), total)


def _follow(tiles: int, pieces: int, strategy: bytes, first: bool, name: str, sample: int) -> int:
    """Check the strategy of one player, the first or the second; how many positions it has with that player to move."""
    starts = _starts(pieces, first)
    length = min(len(strategy), sample or len(strategy))
    # The queue, the positions met, and those after a turn of either player.
    sizes = len(starts) + length + 1, 1 << (9 * length // 4 + 64).bit_length(), MOST, MOST
    rows: Any
    flat: Any = ([*strategy], [0] * 2, *_table())
    walk: Any = _walk
    if sample:
        rows = [[[0] * 4 for _ in range(size)] for size in sizes]
    else:
        import numpy as np

        rows = [np.zeros((size, 4), np.int64) for size in sizes]
        flat = [np.array(each, np.int64) for each in flat]
        walk = _compiled()
    for i, start in enumerate(starts):
        for j in range(4):
            rows[0][i][j] = start[j]
    answer = int(walk(*rows, *flat, len(starts), tiles, pieces, sample))
    used, positions = int(flat[1][0]), int(flat[1][1])
    if answer not in (DONE, STOPPED):
        reason = {
            TOO_SHORT: "has too few bytes",
            NO_REPLY: "has a reply that is not possible",
            LOST: "lets a lying piece be captured",
            TOO_WIDE: "leads to tiles too far apart",
        }[answer]
        raise TilesRejected(f"{name}'s strategy {reason}, after {positions} positions")
    if answer == DONE and used < len(strategy):
        raise TilesRejected(f"{name}'s strategy has too many bytes")
    return positions


def _table() -> tuple[list[int], list[int], list[int], list[int], list[int], list[int]]:
    """The arrays on which a position is laid out.

    The table, the number of each tile on it, the tiles' places, how many and what is in hand, empty squares, and where a
    piece has come on its jumps.
    """
    return [0] * SIDE * SIDE, [0] * SIDE * SIDE, [0] * 32, [0] * 6, [0] * 128, [0] * 1024


def _starts(pieces: int, first: bool) -> list[tuple[int, int, int, int]]:
    """Where the defender's strategy begins: before the first move, or after each."""
    found = set()
    for text in BEST if first else BEST[:1]:
        table, index, places, state, _, _ = _table()
        red, blue = (ATTACKER, DEFENDER) if first else (DEFENDER, ATTACKER)
        put_tile(table, index, places, state, (MARGIN + 0) * SIDE + MARGIN, red)
        put_tile(table, index, places, state, (MARGIN + 1) * SIDE + MARGIN, blue)
        state[1] = state[2] = pieces
        if first:
            x, y = (int(part) for part in text.split(","))
            put_tile(table, index, places, state, (MARGIN + y) * SIDE + MARGIN + x, blue | 4)
            state[2] -= 1
        found.add(number(table, places, state))
    return sorted(found)


@functools.cache
def _compiled() -> Any:
    """The walk, compiled with all that it calls."""
    from numba import njit

    scope = attack.__globals__ | globals()
    functions: tuple[Any, ...] = (*TURNS, _met, _walk)
    for function in functions:
        scope[function.__name__] = njit(nogil=True)(type(function)(function.__code__, scope, function.__name__))
    return scope["_walk"]


# --- the walk, compiled -------------------------------------------------------------------------------------------------


def _met(seen: Any, numbers: Any) -> bool:
    """Whether a position was met before; records it. The first of its numbers is never 0."""
    places = len(seen)
    place = numbers[0] * 40503 ^ numbers[0] >> 21 ^ numbers[1] * 2654435 ^ numbers[1] >> 27 ^ numbers[1] >> 45
    place ^= numbers[2] * 97 ^ numbers[2] >> 17 ^ numbers[3] * 7919 ^ numbers[3] >> 11
    place = (place ^ place >> 19) & places - 1
    while seen[place][0] != 0:
        if (
            seen[place][0] == numbers[0]
            and seen[place][1] == numbers[1]
            and seen[place][2] == numbers[2]
            and seen[place][3] == numbers[3]
        ):
            return True
        place = (place + 1) & places - 1
    for i in range(4):
        seen[place][i] = numbers[i]
    return False


def _walk(
    queue: Any,
    seen: Any,
    attacks: Any,
    replies: Any,
    strategy: Any,
    report: Any,
    table: Any,
    index: Any,
    places: Any,
    state: Any,
    squares: Any,
    jumps: Any,
    starts: int,
    tiles: int,
    pieces: int,
    sample: int,
) -> int:
    """Follow the strategy: DONE, STOPPED after `sample` positions if that is not 0, or what is wrong."""
    used = positions = 0
    end = starts
    for i in range(starts):
        _met(seen, queue[i])
    at = 0
    while at < end:
        lay_out(table, index, places, state, queue[at])
        at += 1
        own = theirs = 0
        for i in range(state[0]):
            if table[places[i]] & 3 == ATTACKER:
                own += 1
            else:
                theirs += 1
        count = attack(table, index, places, state, attacks, tiles + 1 - own, squares, jumps)
        if count < 0:
            return count
        for i in range(count):
            if _met(seen, attacks[i]):
                continue
            if sample and positions == sample:
                return STOPPED
            if used == len(strategy):
                return TOO_SHORT
            lay_out(table, index, places, state, attacks[i])
            number_of = defend(table, index, places, state, replies, tiles + 1 - theirs, pieces, squares, jumps)
            if number_of < 0:
                return number_of
            reply = strategy[used]
            used += 1
            positions += 1
            report[0], report[1] = used, positions
            if reply >= number_of:
                return NO_REPLY
            if not _met(seen, replies[reply]):
                for j in range(4):
                    queue[end][j] = replies[reply][j]
                end += 1
    return DONE


# --- the file -----------------------------------------------------------------------------------------------------------


def _read_file(data: bytes) -> tuple[dict[str, Any], tuple[bytes, bytes]]:
    if not data.startswith(MAGIC):
        raise TilesRejected(f"it does not begin with {MAGIC.decode().strip()!r}")
    body, checksum = data[:-32], data[-32:]
    line, _, packed = body[len(MAGIC) :].partition(b"\n")
    try:
        content = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise TilesRejected("its second line is not whole as JSON: it is cut short or damaged") from error
    if hashlib.sha256(body).digest() != checksum:
        raise TilesRejected("it is damaged: the checksum is wrong")
    if not isinstance(content, dict) or content.keys() != MEMBERS.keys():
        raise TilesRejected(f"its second line must have the members {', '.join(MEMBERS)}")
    if any(type(content[name]) is not kind for name, kind in MEMBERS.items()):
        raise TilesRejected(f"a member of its second line is not of the right kind: {', '.join(MEMBERS)}")
    if content["tiles"] not in SIZES[0] or content["pieces"] not in SIZES[1] or content["grid"] != "square":
        raise TilesRejected("tiles must be 4, pieces 2, 3 or 4, and grid square")
    if content["value"] != "draw":
        raise TilesRejected("such a certificate proves a draw and nothing else")
    if content["best"] != BEST:
        raise TilesRejected("in such a drawn game all first moves are alike, and best must name them in order")
    lengths = content["bytes"]
    if len(lengths) != 2 or any(type(each) is not int or not 0 < each <= LARGEST_STRATEGY for each in lengths):
        raise TilesRejected(f"bytes must be two numbers between 1 and {LARGEST_STRATEGY}")
    unpack = zlib.decompressobj()
    try:
        strategies = unpack.decompress(packed, sum(lengths) + 1)
    except zlib.error as error:
        raise TilesRejected("its strategies cannot be unpacked") from error
    if len(strategies) != sum(lengths) or not unpack.eof or unpack.unused_data:
        raise TilesRejected("its strategies have another length than it says")
    return content, (strategies[: lengths[0]], strategies[lengths[0] :])


if __name__ == "__main__":
    try:
        with open(sys.argv[1], "rb") as file:
            print(check(file.read()))
    except TilesRejected as reason:
        sys.exit(f"rejected: {reason}")
