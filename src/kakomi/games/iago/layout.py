"""Iago's boards as people see them: the names of the hexes, the lines of the diagram, the picture; one for each size."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

from kakomi.core.scene import XY, Label, Place
from kakomi.core.squares import cell_name, column_name
from kakomi.games.iago import rules

WIDE = math.sqrt(3) / 2  # from one column to the next, neighbours being 1 apart
CORNERS = [(math.cos(math.radians(a)) / (2 * WIDE), math.sin(math.radians(a)) / (2 * WIDE)) for a in range(0, 360, 60)]
CENTRES = {rules.bit(q, r): (q * WIDE, r + q / 2) for q, r in rules.HEXES}


@dataclass(frozen=True)
class HexLayout:
    """A board of one size. Columns and lines hold the bit numbers of their hexes."""

    letters: list[str]  # of the columns, from the left
    columns: list[list[int]]  # from the left, each from the top down
    lines: list[list[int]]  # of the drawn board, from the top
    names: dict[int, str]  # by bit number
    numbers: dict[str, int]  # the bit numbers, by name
    disks: tuple[int, int]  # of each player: enough to fill the board
    places: tuple[Place, ...]
    labels: tuple[Label, ...]
    box: tuple[float, float, float, float]

    @property
    def centre(self) -> str:
        """The name of the hex in the middle."""
        return self.names[rules.bit(0, 0)]

    @property
    def example(self) -> str:
        """A position's text: a dark disk above the centre."""
        lengths = [str(len(column)) for column in self.columns]
        middle = len(lengths) // 2
        return "/".join([*lengths[:middle], f"{middle - 1}D{middle + 1}", *lengths[middle + 1 :]]) + " L"


@functools.cache
def layout_of(side: int) -> HexLayout:
    """The board of `side` hexes to a side."""
    last = side - 1
    hexes = [(q, r) for q, r in rules.HEXES if rules.BOARDS[side] >> rules.bit(q, r) & 1]
    columns = [[rules.bit(q, r) for q, r in hexes if q == column] for column in range(-last, side)]
    lines = [[rules.bit(q, r) for q, r in hexes if 2 * r + q == line] for line in range(-2 * last, 2 * last + 1)]
    names = {
        number: cell_name(column, len(numbers) - 1 - place)
        for column, numbers in enumerate(columns)
        for place, number in enumerate(numbers)
    }
    letters = [column_name(column) for column in range(2 * side - 1)]
    return HexLayout(
        letters=letters,
        columns=columns,
        lines=lines,
        names=names,
        numbers={name: number for number, name in names.items()},
        disks=(len(hexes) - len(hexes) // 2, len(hexes) // 2),
        places=tuple(_place(side, number, names[number]) for number in (rules.bit(q, r) for q, r in hexes)),
        labels=_labels(letters, columns, side),
        box=(*_point(-last * WIDE - 0.5 / WIDE, -last - 0.5), *_point(2 * last * WIDE + 1 / WIDE, 2 * last + 1.0)),
    )


def _point(x: float, y: float) -> XY:
    return round(x, 4), round(y, 4)


def _place(side: int, number: int, name: str) -> Place:
    x, y = CENTRES[number]
    inner = rules.INNERS[side] >> number & 1
    tone = "centre" if rules.CENTRE >> number & 1 else "inner" if inner else "outer"
    return Place(name, _point(x, y), tuple(_point(x + dx, y + dy) for dx, dy in CORNERS), tone)


def _labels(letters: list[str], columns: list[list[int]], side: int) -> tuple[Label, ...]:
    """Letters below the columns; numbers to the left of column a, then above the left of the columns up to the middle."""
    labels = []
    for letter, column in zip(letters, columns, strict=True):
        x, y = CENTRES[column[-1]]
        labels.append(Label(letter, _point(x, y + 0.8)))
    for number, bit in enumerate(reversed(columns[0]), start=1):
        x, y = CENTRES[bit]
        labels.append(Label(str(number), _point(x - 0.85, y)))
    for column in columns[1:side]:
        x, y = CENTRES[column[0]]
        labels.append(Label(str(len(column)), _point(x - 0.8 * WIDE, y - 0.4)))
    return tuple(labels)
