"""The certificate of a solved grid: for each player one strategy, written out for every position it can lead to.

The first player's strategy shows that the value is no less, the second player's that it is no more, and both together that
the optimal first moves are those named and no others (docs/research/exact.md says how). The checker
is games/enclosure_chess/grid/solved/check.py, which is independent of this file.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from types import ModuleType
from typing import Any

from kakomi.core.bits import popcount
from kakomi.core.compiler.build import bind

KIND = "kakomi enclosure grid strategies 1"
SIDES = ("first", "second")
COMPRESSION = 6


def follow(
    low: int,
    high: int,
    side: int,
    gaps: int,
    captured: list[int],
    offset: list[int],
    table: list[int],
    marked: list[int],
    written: int,
    moves: list[int],
) -> int:
    """Continue, for `low` <= W < `high`, to mark what the side's strategy leads to; returns the number of moves `written`.

    The strategy is the lowest-numbered best move, the waiting move counting as the last; at the start, all the best moves
    (and nothing is written).
    """
    for filled in range(low, high):
        begin = offset[filled]
        width = offset[filled + 1] - begin
        for f in range(width):
            here = begin + f
            placed = popcount(filled) + f
            if marked[here] == 0 or placed == gaps:
                continue
            mine = placed & 1 == side
            best = 2 * captured[filled] - table[here]
            chosen = -1
            for gap in range(gaps):
                if filled >> gap & 1 == 0 and (chosen < 0 or placed == 0):
                    child = offset[filled | 1 << gap] + f
                    if not mine:
                        marked[child] = 1
                    elif table[child] == best:
                        marked[child] = 1
                        chosen = gap
            if f + 1 < width and (chosen < 0 or placed == 0) and (not mine or table[here + 1] == best):
                marked[here + 1] = 1
                chosen = gaps
            if mine and placed > 0:
                moves[written] = chosen
                written += 1
    return written


def strategies(
    target: str, rules: ModuleType, gaps: int, arrays: tuple[Any, Any, Any], steps: list[tuple[int, int]], tell: Any
) -> list[bytes]:
    """Both players' strategies: one byte per position, in the order of (W, f)."""
    import numpy as np

    captured, offset, table = (each.tolist() for each in arrays) if target == "python" else arrays
    entry = bind(target, follow, rules)
    made = []
    for side in range(2):
        marked: Any = np.zeros(len(table), np.uint8)
        moves: Any = np.zeros(len(table), np.uint8)
        if target == "python":
            marked, moves = marked.tolist(), moves.tolist()
        marked[0] = 1
        written = 0
        for number, (low, high) in enumerate(steps):
            written = entry(low, high, side, gaps, captured, offset, table, marked, written, moves)
            if tell is not None:
                tell((side + (number + 1) / len(steps)) / 2)
        made.append(bytes(moves[:written]) if target == "python" else moves[:written].tobytes())
    return made


def certificate(label: tuple[str, str, str], value: int, best: list[str], strategies: list[bytes]) -> str:
    """The text: JSON, its last member a checksum of the others."""
    _, rules, vacated = label
    content: dict[str, object] = {"certificate": KIND, "rules": rules, "vacated": vacated, "value": value, "best": best}
    for side, moves in zip(SIDES, strategies, strict=True):
        content[side] = base64.b64encode(zlib.compress(moves, COMPRESSION)).decode()
    content["sha256"] = hashlib.sha256(json.dumps(content).encode()).hexdigest()
    return json.dumps(content, indent=1) + "\n"
