"""Checks certificates of solved boards of Iago. Shares nothing with the solver or the engine: it has its own rules.

The game, on a hexagon with 3 or 4 hexes to a side: in turn the players, Dark first, place a disk on an empty hex. The
hexes of the edge are outer, the others inner. A run of enemy disks, face up, between the new disk and a face-up own one
turns red (captives); unless the rule set is "simple", a run of captives between them turns back if either end is on an
outer hex or the centre. Whoever can capture must, and the most (not in "loose"); else any inner hex is allowed, an outer
hex and the centre only for a release (in "loose" also for a capture); if nothing else is left, the centre. When the inner
hexes are full the players' numbers of face-up disks inside and outside, zero counting as 1, are multiplied ("simple":
added), and the greater score wins; at equal scores the disk on the centre wins for its owner, or loses if it is a captive.

A certificate says whether the first player wins or loses and which first moves keep that result. It proves this by two
strategies: of the first player after each of those moves, if they win, and of the second player after each of the others. A
strategy is followed depth first from the first moves in ascending order of their hexes. A position that is over must be won
by the strategy's player. Any other is replaced by the least of its twelve images; one that was met before is skipped. If
the player is to move, the next byte is the number of the move among the legal ones in ascending order, or 255: then all
lines are read to the end, and the player must be able to win. If the opponent is to move, all moves are tried in ascending
order. The hex (q, r) from the centre has the number 14 q + r modulo 61. Images are compared by Dark's disks, then Light's,
then captives, as numbers with the bits of their hexes.

The file: the line `kakomi iago strategies 1`; a line of JSON with rules, side, value (win or loss), best and parts, the
lengths of the two strategies, first and second, as compressed by zlib; the two strategies; the SHA-256 of all that.

Use: check(data) returns what was proven, or raises HexRejected with the reason. `python check.py FILE` does the same.
"""

from __future__ import annotations

import functools
import hashlib
import json
import sys
import zlib
from dataclasses import dataclass
from typing import Any

MAGIC = b"kakomi iago strategies 1\n"
MEMBERS = {"rules": str, "side": int, "value": str, "best": list, "parts": list}
RULES = ("standard", "loose", "simple")
SIDES = (3, 4)
VALUES = ("win", "loss")
LARGEST_STRATEGY = 50_000_000  # bytes
MOST_READING = 2_000_000_000  # positions read to the end, in all
READ_ON = 255

STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
EMPTY, DARK, LIGHT, DARK_CAPTIVE, LIGHT_CAPTIVE = 0, 1, 2, 3, 4  # what can be on a hex
STANDARD, LOOSE, SIMPLE = 0, 1, 2
NOT_WON, TOO_SHORT, NO_SUCH_MOVE, TOO_MUCH_READING, STOPPED = -1, -2, -3, -4, -5


class HexRejected(Exception):
    """The certificate proves nothing; the message says why."""


@dataclass(frozen=True)
class HexProof:
    """What a certificate has proven."""

    rules: str
    side: int
    value: str
    best: tuple[str, ...]
    positions: int  # looked at, including those read


class Hexagon:
    """The hexes in ascending order of their numbers, the lines from each, and the twelve images."""

    def __init__(self, side: int) -> None:
        last = side - 1
        span = range(-last, side)
        hexes = sorted(((14 * q + r) % 61, q, r) for q in span for r in span if max(abs(q), abs(r), abs(q + r)) <= last)
        places = [(q, r) for _, q, r in hexes]
        self.numbers = [number for number, _, _ in hexes]
        self.inner = [int(max(abs(q), abs(r), abs(q + r)) < last) for q, r in places]
        self.centre = places.index((0, 0))
        self.special = [int(not inner or place == (0, 0)) for inner, place in zip(self.inner, places, strict=True)]
        self.names = ["abcdefg"[q + last] + str(min(last, last - q) - r + 1) for q, r in places]
        self.rays = [[self._ray(places, q, r, step, 2 * side) for step in STEPS] for q, r in places]
        self.images = [[places.index(_turned(q, r, image)) for q, r in places] for image in range(12)]

    def _ray(self, places: list[tuple[int, int]], q: int, r: int, step: tuple[int, int], length: int) -> list[int]:
        """The hexes in one direction, padded with -1."""
        ray = []
        while (q + step[0], r + step[1]) in places:
            q, r = q + step[0], r + step[1]
            ray.append(places.index((q, r)))
        return ray + [-1] * (length - len(ray))


def _turned(q: int, r: int, image: int) -> tuple[int, int]:
    """The hex rotated by sixths of a turn, and in the second half of the images mirrored first."""
    x, y, z = q, r, -q - r
    if image >= 6:
        x, y = y, x
    for _ in range(image % 6):
        x, y, z = -z, -x, -y
    return x, y


def check(data: bytes, sample: int = 0) -> HexProof:
    """What the certificate proves; HexRejected if it does not.

    With a sample each strategy is followed, uncompiled, for that many positions only: this proves nothing, but finds
    many errors in a second.
    """
    content, strategies = _read_file(data)
    board = Hexagon(content["side"])
    first_moves = [cell for cell in range(len(board.names)) if not board.special[cell]]
    names = [board.names[cell] for cell in first_moves]
    best = content["best"]
    if not best or not all(isinstance(move, str) and move in names for move in best) or len(set(best)) < len(best):
        raise HexRejected("best must name first moves, each once")
    if content["value"] == "loss" and len(best) < len(names):
        raise HexRejected("best leaves out first moves, and in a lost game all are alike")
    kept = [cell for cell in first_moves if board.names[cell] in best] if content["value"] == "win" else []
    others = [cell for cell in first_moves if cell not in kept]
    positions = 0
    for player, begun, strategy in zip((0, 1), (kept, others), strategies, strict=True):
        positions += _follow(board, RULES.index(content["rules"]), player, begun, strategy, sample)
    return HexProof(content["rules"], content["side"], content["value"], tuple(best), positions)


def _read_file(data: bytes) -> tuple[dict[str, Any], list[bytes]]:
    if not data.startswith(MAGIC):
        raise HexRejected(f"it does not begin with {MAGIC.decode().strip()!r}")
    body, checksum = data[:-32], data[-32:]
    line, newline, rest = body[len(MAGIC) :].partition(b"\n")
    try:
        content = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise HexRejected("its second line is not whole as JSON: it is cut short or damaged") from error
    if not newline or not isinstance(content, dict) or content.keys() != MEMBERS.keys():
        raise HexRejected(f"its second line must have the members {', '.join(MEMBERS)}")
    if any(type(content[name]) is not kind for name, kind in MEMBERS.items()):
        raise HexRejected(f"a member of its second line is not of the right kind: {', '.join(MEMBERS)}")
    if content["rules"] not in RULES or content["side"] not in SIDES or content["value"] not in VALUES:
        raise HexRejected("rules must be standard, loose or simple, side 3 or 4, and value win or loss")
    parts = content["parts"]
    if len(parts) != 2 or not all(type(part) is int and part >= 0 for part in parts):
        raise HexRejected("parts must be two lengths")
    if len(rest) != sum(parts):
        raise HexRejected(
            f"it is cut short or too long: {sum(parts)} bytes of strategies are declared, not {len(rest)}"
        )
    if hashlib.sha256(body).digest() != checksum:
        raise HexRejected("it is damaged: the checksum is wrong")
    return content, [_unpack(part) for part in (rest[: parts[0]], rest[parts[0] :])]


def _unpack(packed: bytes) -> bytes:
    unpacking = zlib.decompressobj()
    try:
        moves = unpacking.decompress(packed, LARGEST_STRATEGY)
    except zlib.error as error:
        raise HexRejected("a strategy cannot be unpacked") from error
    if not unpacking.eof or unpacking.unused_data:
        raise HexRejected("a strategy is cut short or too long")
    return moves


def _follow(board: Hexagon, kind: int, player: int, begun: list[int], strategy: bytes, sample: int) -> int:
    """How many positions were looked at while the player kept to the strategy after each first move in `begun`."""
    side = ("first", "second")[player]
    if not begun:
        if strategy:
            raise HexRejected(f"the {side} player's strategy has moves, and no first move needs it")
        return 0
    import numpy as np

    cells = len(board.names)
    tables = (
        np.array(board.rays, np.int64),
        np.array(board.special, np.int64),
        np.array(board.inner, np.int64),
        np.array(board.images, np.int64),
        np.array(board.numbers, np.int64),
    )
    places = 1 << (4 * (2 * len(strategy) + len(begun)) + 64).bit_length()  # no strategy leads to more positions
    seen = np.zeros((places, 3), np.int64)
    boards, moves = np.zeros((2 * cells + 4, cells), np.int64), np.zeros((2 * cells + 4, cells), np.int64)
    used = looked = 0
    small = cells < 37  # faster interpreted than compiled
    walk = _walk if small or sample else _compiled()
    for cell in begun:
        boards[0] = EMPTY
        boards[0, cell] = DARK
        steps = np.frombuffer(strategy, np.uint8)
        used, looked = walk(kind, player, board.centre, tables, boards, moves, seen, steps, used, looked, sample)
        if used == STOPPED:
            return int(looked)
        if used < 0:
            raise HexRejected(_reason(used, side, board.names[cell]))
    if used < len(strategy):
        raise HexRejected(f"the {side} player's strategy has too many moves")
    return int(looked)


def _reason(code: int, side: str, move: str) -> str:
    return {
        NOT_WON: f"after {move} the {side} player's strategy does not always win",
        TOO_SHORT: f"the {side} player's strategy has too few moves",
        NO_SUCH_MOVE: f"the {side} player's strategy has a move that cannot be made",
        TOO_MUCH_READING: f"after {move} more would have to be read than {MOST_READING:,} positions",
    }[code]


@functools.cache
def _compiled() -> Any:
    """The walk, compiled with all that it calls."""
    from numba import njit

    scope = dict(globals())
    functions: tuple[Any, ...] = (_turn, _legal, _place, _is_full, _dark_wins, _image, _known, _sort, _read, _walk)
    for function in functions:
        scope[function.__name__] = njit(nogil=True)(type(function)(function.__code__, scope, function.__name__))
    return scope["_walk"]


# --- compiled -----------------------------------------------------------------------------------------------------------


def _turn(kind: int, board: Any, cell: int, mover: int, rays: Any, special: Any, carry_out: bool) -> tuple[int, int]:
    """How many disks a placement captures and releases; with `carry_out` the disks are turned over."""
    own, enemy = (DARK, LIGHT) if mover == 0 else (LIGHT, DARK)
    captured = released = 0
    for direction in range(6):
        ray = rays[cell, direction]
        length = 0
        while ray[length] >= 0 and board[ray[length]] == enemy:
            length += 1
        prey = 0
        if length == 0 and kind != SIMPLE:
            while ray[length] >= 0 and board[ray[length]] >= DARK_CAPTIVE:
                length += 1
            prey = 1
        far = ray[length]
        if length == 0 or far < 0 or board[far] != own or (prey == 1 and not special[cell] and not special[far]):
            continue
        if prey == 0:
            captured += length
        else:
            released += length
        if carry_out:
            for i in range(length):
                board[ray[i]] += 2 if prey == 0 else -2
    return captured, released


def _legal(kind: int, board: Any, mover: int, centre: int, rays: Any, special: Any, out: Any) -> int:
    """The legal moves of a position that is not over, in ascending order."""
    count = most = 0
    for cell in range(len(board)):
        if board[cell] != EMPTY:
            continue
        captured, released = _turn(kind, board, cell, mover, rays, special, False)
        if kind != LOOSE and captured > most:
            most = captured
            count = 0
        if captured == most if most > 0 else (not special[cell] or captured + released > 0):
            out[count] = cell
            count += 1
    if count == 0:
        out[0] = centre
        count = 1
    return count


def _place(kind: int, source: Any, target: Any, cell: int, mover: int, rays: Any, special: Any) -> None:
    target[:] = source
    _turn(kind, target, cell, mover, rays, special, True)
    target[cell] = DARK if mover == 0 else LIGHT


def _is_full(board: Any, inner: Any) -> bool:
    holes = 0
    for cell in range(len(board)):
        if inner[cell] and board[cell] == EMPTY:
            holes += 1
    return holes == 0


def _dark_wins(kind: int, board: Any, inner: Any, centre: int) -> bool:
    """Whether Dark has won a game that is over."""
    dark_in = dark_out = light_in = light_out = 0
    for cell in range(len(board)):
        if board[cell] == DARK:
            dark_in += inner[cell]
            dark_out += 1 - inner[cell]
        elif board[cell] == LIGHT:
            light_in += inner[cell]
            light_out += 1 - inner[cell]
    if kind == SIMPLE:
        dark, light = dark_in + dark_out, light_in + light_out
    else:
        dark, light = max(dark_in, 1) * max(dark_out, 1), max(light_in, 1) * max(light_out, 1)
    if dark != light:
        return bool(dark > light)
    return bool(board[centre] == DARK or board[centre] == LIGHT_CAPTIVE)


def _image(board: Any, images: Any, numbers: Any, scratch: Any) -> tuple[int, int, int]:
    """Turn the board to its least image, and return the three sets by which images are compared."""
    least = (0, 0, 0)
    best = -1
    for image in range(12):
        dark = light = captives = 0
        for cell in range(len(board)):
            disk = board[cell]
            if disk != EMPTY:
                bit = 1 << numbers[images[image, cell]]
                if disk in (DARK, DARK_CAPTIVE):
                    dark |= bit
                else:
                    light |= bit
                if disk >= DARK_CAPTIVE:
                    captives |= bit
        if best < 0 or (dark, light, captives) < least:
            least = (dark, light, captives)
            best = image
    for cell in range(len(board)):
        scratch[images[best, cell]] = board[cell]
    board[:] = scratch
    return least


def _known(seen: Any, dark: int, light: int, captives: int) -> bool:
    """Whether the position was met before; records it."""
    place = (dark % 2147483647 * 31 + light % 2147483629 * 17 + captives % 2147483587) % len(seen)
    while seen[place, 0] | seen[place, 1] != 0:
        if seen[place, 0] == dark and seen[place, 1] == light and seen[place, 2] == captives:
            return True
        place = (place + 1) % len(seen)
    seen[place, 0] = dark
    seen[place, 1] = light
    seen[place, 2] = captives
    return False


def _sort(
    kind: int, mover: int, centre: int, tables: Any, board: Any, after: Any, moves: Any, replies: Any, count: int
) -> None:
    """Put the moves with the fewest replies first, so that less must be read."""
    if count < 2:
        return
    keys = [0] * count
    for i in range(count):
        move = moves[i]
        _place(kind, board, after, move, mover, tables[0], tables[1])
        key = 0
        if not _is_full(after, tables[2]):
            key = _legal(kind, after, 1 - mover, centre, tables[0], tables[1], replies)
        j = i
        while j > 0 and keys[j - 1] > key:
            keys[j] = keys[j - 1]
            moves[j] = moves[j - 1]
            j -= 1
        keys[j] = key
        moves[j] = move


def _read(kind: int, player: int, level: int, centre: int, tables: Any, boards: Any, moves: Any, most: int) -> int:
    """Positions looked at while all lines from `boards[level]` are read, negative if the player does not win; or `most`."""
    rays, special, inner = tables[0], tables[1], tables[2]
    base = level
    looked = 0
    entering = True
    won = False  # by the player, in the position left last
    counts = [0] * len(boards)
    tried = [0] * len(boards)
    while level >= base:
        board = boards[level]
        disks = 0
        for cell in range(len(board)):
            disks += board[cell] != EMPTY
        mover = disks % 2
        if entering:
            looked += 1
            if looked >= most:
                return most
            if _is_full(board, inner):
                won = _dark_wins(kind, board, inner, centre) == (player == 0)
                entering = False
                level -= 1
                continue
            counts[level] = _legal(kind, board, mover, centre, rays, special, moves[level])
            _sort(kind, mover, centre, tables, board, boards[level + 1], moves[level], moves[level + 1], counts[level])
            tried[level] = 0
        elif won == (mover == player) or tried[level] == counts[level]:
            level -= 1
            continue
        _place(kind, board, boards[level + 1], moves[level, tried[level]], mover, rays, special)
        tried[level] += 1
        entering = True
        level += 1
    return looked if won else -looked


def _walk(
    kind: int,
    player: int,
    centre: int,
    tables: Any,
    boards: Any,
    moves: Any,
    seen: Any,
    strategy: Any,
    used: int,
    looked: int,
    sample: int,
) -> tuple[int, int]:
    """Follow the strategy from `boards[0]`: bytes used so far (or why it fails), positions looked at so far."""
    rays, special, inner, images, numbers = tables
    scratch = boards[len(boards) - 1].copy()
    level = 0
    counts = [0] * len(boards)
    tried = [0] * len(boards)
    entering = True
    while level >= 0:
        board = boards[level]
        disks = 0
        for cell in range(len(board)):
            disks += board[cell] != EMPTY
        mover = disks % 2
        if entering:
            if sample > 0 and looked >= sample:
                return STOPPED, looked
            looked += 1
            if _is_full(board, inner):
                if _dark_wins(kind, board, inner, centre) != (player == 0):
                    return NOT_WON, looked
                entering = False
                level -= 1
                continue
            dark, light, captives = _image(board, images, numbers, scratch)
            if _known(seen, dark, light, captives):
                entering = False
                level -= 1
                continue
            counts[level] = _legal(kind, board, mover, centre, rays, special, moves[level])
            tried[level] = 0
            if mover == player:
                if used == len(strategy):
                    return TOO_SHORT, looked
                step = strategy[used]
                used += 1
                if step == READ_ON:
                    read = _read(kind, player, level, centre, tables, boards, moves, MOST_READING - looked)
                    if read < 0:
                        return NOT_WON, looked
                    looked += read
                    if looked >= MOST_READING:
                        return TOO_MUCH_READING, looked
                    counts[level] = 0
                elif step >= counts[level]:
                    return NO_SUCH_MOVE, looked
                else:
                    moves[level, 0] = moves[level, step]
                    counts[level] = 1
        if tried[level] == counts[level]:
            entering = False
            level -= 1
            continue
        _place(kind, board, boards[level + 1], moves[level, tried[level]], mover, rays, special)
        tried[level] += 1
        entering = True
        level += 1
    return used, looked


if __name__ == "__main__":
    try:
        with open(sys.argv[1], "rb") as file:
            print(check(file.read()))
    except HexRejected as reason:
        sys.exit(f"rejected: {reason}")
