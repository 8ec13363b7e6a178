"""Checks certificates of drawn boards of Enclose5. Shares nothing with solver and engine: it has its own rules.

The claim: on a board of the given size the game is drawn, with any target and after any first move. The proof shows
how the second player, the *blocker*, prevents the first, the *maker*, from ever scoring and from ever moving twice.

Why that is enough. To enclose cells, none of them at the edge, a player must have marked every cell that shares a side
with one of them and is not one itself: a *wall*. To gain a further move a player must have marked five cells in a line. A
blocker who has a mark in each wall and each line of five keeps the maker at no points and at one mark in a turn. The
blocker's own marks, colours and further moves only take cells from the maker, so they never hurt. Hence the second
player does not lose; nor does the first, who after any mark is the blocker with an extra mark. So nobody wins, whatever
the target, and every first move keeps the draw.

The certificate lists positions with the maker to move, by the marks of both, each as any one of its eight images. There the
blocker continues in one of two ways.
  pairs     Disjoint pairs of empty cells; every wall and line without a mark of the blocker's contains one. The blocker
            answers a mark in a pair with the other cell, so that no wall and no line is ever completed.
  replies   An answer to each mark of the maker that matters; the position after it is listed too. What the maker
            still lacks of a wall or line without the blocker's marks is a *need*; a mark matters if it is in a need that
            contains no smaller one. No such mark may complete a wall or line.
The first position is the empty board.

The file: the line `kakomi enclose5 blocking 1`; a line of JSON with size, value (draw), best (all cells) and positions, in
which cells are given by name; the SHA-256 of all that.

Use: check(data) returns what was proven, or raises SquareRejected with the reason. `python check.py FILE` does the same.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import sys
from dataclasses import dataclass
from typing import Any

MAGIC = b"kakomi enclose5 blocking 1\n"
MEMBERS = {"size": int, "value": str, "best": list, "positions": list}
SIZES = (3, 4, 5)

Cell = tuple[int, int]  # column and row
Cells = frozenset[Cell]


class SquareRejected(Exception):
    """The certificate proves nothing; the message says why."""


@dataclass(frozen=True)
class SquareProof:
    """What a certificate has proven."""

    size: int
    value: str
    best: tuple[str, ...]
    positions: int


class Square:
    """The cells of a board, its walls and lines."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.cells = [(column, row) for column in range(size) for row in range(size)]
        self.names = {"abcdefgh"[column] + str(row + 1): (column, row) for column, row in self.cells}
        self.goals = self._walls() + self._lines()

    def _walls(self) -> list[Cells]:
        """The wall of every set of cells away from the edge, connected or not."""
        inner = [(x, y) for x, y in self.cells if 0 < x < self.size - 1 and 0 < y < self.size - 1]
        walls = []
        for number in range(1, len(inner) + 1):
            for inside in itertools.combinations(inner, number):
                round_about = {(x + dx, y + dy) for x, y in inside for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}
                walls.append(frozenset(round_about.difference(inside)))
        return walls

    def _lines(self) -> list[Cells]:
        lines = []
        for (x, y), (dx, dy) in itertools.product(self.cells, ((0, 1), (1, 0), (1, 1), (1, -1))):
            line = [(x + i * dx, y + i * dy) for i in range(5)]
            if all(cell in self.cells for cell in line):
                lines.append(frozenset(line))
        return lines

    def images(self, maker: Cells, blocker: Cells) -> list[tuple[Cells, Cells]]:
        """The position rotated and mirrored."""
        found = []
        for _ in range(2):
            for _ in range(4):
                maker, blocker = (frozenset((y, self.size - 1 - x) for x, y in cells) for cells in (maker, blocker))
                found.append((maker, blocker))
            maker, blocker = (frozenset((y, x) for x, y in cells) for cells in (maker, blocker))
        return found


def check(data: bytes) -> SquareProof:
    """What the certificate proves; SquareRejected if it does not."""
    content = _read_file(data)
    square = Square(content["size"])
    if content["value"] != "draw":
        raise SquareRejected("such a certificate proves a draw and nothing else")
    if content["best"] != sorted(square.names):
        raise SquareRejected("in such a drawn game all first moves are alike, and best must name them in order")
    listed = _positions(square, content["positions"])
    waiting: list[tuple[Cells, Cells]] = [(frozenset(), frozenset())]
    met: set[tuple[Cells, Cells]] = set()
    while waiting:
        maker, blocker = waiting.pop()
        place = next((image for image in square.images(maker, blocker) if image in listed), None)
        if place is None:
            raise SquareRejected(f"it does not say what to do {_shown(maker, blocker)}")
        if place not in met:
            met.add(place)
            waiting += _follow(square, *place, listed[place])
    if len(met) < len(listed):
        raise SquareRejected("it lists positions that are never reached")
    return SquareProof(square.size, "draw", tuple(content["best"]), len(met))


def _follow(square: Square, maker: Cells, blocker: Cells, way: dict[str, Any]) -> list[tuple[Cells, Cells]]:
    """The positions that the blocker's continuation leads to, if it is sound."""
    where = _shown(maker, blocker)
    empty = [cell for cell in square.cells if cell not in maker and cell not in blocker]
    if "pairs" in way:
        pairs = [_cells(square, pair) for pair in way["pairs"]]
        paired = [cell for pair in pairs for cell in pair]
        if any(len(pair) != 2 for pair in pairs) or len(set(paired)) < len(paired) or not set(paired) <= set(empty):
            raise SquareRejected(f"{where} the pairs are not disjoint pairs of empty cells")
        for goal in square.goals:
            if not goal & blocker and not any(pair <= goal for pair in pairs):
                raise SquareRejected(f"{where} no pair blocks {' '.join(_names(goal))}")
        return []
    needs = {goal - maker for goal in square.goals if not goal & blocker}
    needs = {need for need in needs if not any(other < need for other in needs)}
    if any(len(need) < 2 for need in needs):
        raise SquareRejected(f"{where} the maker completes a wall or a line")
    replies = {_cell(square, mark): _cell(square, reply) for mark, reply in way["replies"].items()}
    for mark in set().union(*needs) if needs else set():
        if mark not in replies:
            raise SquareRejected(f"{where} there is no reply to {_names([mark])[0]}")
    for mark, reply in replies.items():
        if mark == reply or mark not in empty or reply not in empty:
            raise SquareRejected(f"{where} a move or its reply is not an empty cell")
    return [(maker | {mark}, blocker | {reply}) for mark, reply in replies.items()]


def _positions(square: Square, listed: list[Any]) -> dict[tuple[Cells, Cells], dict[str, Any]]:
    """The blocker's continuations, by the marks of maker and blocker."""
    ways: dict[tuple[Cells, Cells], dict[str, Any]] = {}
    for each in listed:
        if not isinstance(each, dict) or each.keys() not in (
            {"maker", "blocker", "pairs"},
            {"maker", "blocker", "replies"},
        ):
            raise SquareRejected("a position must have the members maker, blocker, and pairs or replies")
        if not isinstance(each.get("pairs", []), list) or not isinstance(each.get("replies", {}), dict):
            raise SquareRejected("pairs must be a list, and replies an object")
        place = _cells(square, each["maker"]), _cells(square, each["blocker"])
        if place[0] & place[1] or len(place[0]) != len(place[1]):
            raise SquareRejected("in a position maker and blocker must have as many marks, on different cells")
        if any(image in ways for image in square.images(*place)):
            raise SquareRejected(f"it says twice what to do {_shown(*place)}")
        ways[place] = each
    return ways


def _cells(square: Square, names: Any) -> Cells:
    if not isinstance(names, list):
        raise SquareRejected("cells must be a list of names")
    cells = [_cell(square, name) for name in names]
    if len(set(cells)) < len(cells):
        raise SquareRejected("a list names a cell twice")
    return frozenset(cells)


def _cell(square: Square, name: Any) -> Cell:
    if not isinstance(name, str) or name not in square.names:
        raise SquareRejected("it names a cell that the board does not have")
    return square.names[name]


def _names(cells: Any) -> list[str]:
    return sorted("abcdefgh"[column] + str(row + 1) for column, row in cells)


def _shown(maker: Cells, blocker: Cells) -> str:
    if not maker:
        return "on the empty board"
    return f"with the maker on {' '.join(_names(maker))} and the blocker on {' '.join(_names(blocker))}"


def _read_file(data: bytes) -> dict[str, Any]:
    if not data.startswith(MAGIC):
        raise SquareRejected(f"it does not begin with {MAGIC.decode().strip()!r}")
    body, checksum = data[:-32], data[-32:]
    line, newline, rest = body[len(MAGIC) :].partition(b"\n")
    try:
        content = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise SquareRejected("its second line is not whole as JSON: it is cut short or damaged") from error
    if not newline or rest or hashlib.sha256(body).digest() != checksum:
        raise SquareRejected("it is damaged: the checksum is wrong")
    if not isinstance(content, dict) or content.keys() != MEMBERS.keys():
        raise SquareRejected(f"its second line must have the members {', '.join(MEMBERS)}")
    if any(type(content[name]) is not kind for name, kind in MEMBERS.items()):
        raise SquareRejected(f"a member of its second line is not of the right kind: {', '.join(MEMBERS)}")
    if content["size"] not in SIZES:
        raise SquareRejected("size must be 3, 4 or 5")
    return content


if __name__ == "__main__":
    try:
        with open(sys.argv[1], "rb") as file:
            print(check(file.read()))
    except SquareRejected as reason:
        sys.exit(f"rejected: {reason}")
