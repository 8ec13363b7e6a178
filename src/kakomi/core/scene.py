"""A scene is a board as data: shapes, lines, labels, pieces, marks, and each legal move as a path of clicks.

Everything that shows a board draws a scene: SVG pictures, the terminal and the web page. Geometry is written once, in
the game's own `scene` function; a drawer knows glyphs and materials, never a game. Lengths are in units of one cell (or of
the distance between two points of a line board); x grows to the right and y grows DOWN, as in SVG.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

XY = tuple[float, float]


@dataclass(frozen=True)
class Place:
    """Something that can be clicked and that a piece can stand on.

    `outline` is the cell's polygon, clockwise; empty for an intersection of lines (drawn as a small disc at `centre`).
    `tone` names the shade: "plain", "dark", "outer", "inner", "centre" (with engraved lines), "first"/"second"
    (a tile of that player), "vacant" (a square where a tile may be put), "line" (an intersection), "closed".
    """

    id: str
    centre: XY
    outline: tuple[XY, ...] = ()
    tone: str = "plain"
    label: str = ""  # text that belongs to the place itself (letters on a tile)


@dataclass(frozen=True)
class Line:
    """A line of the board: straight, or through `points` as a polyline; `arc` > 0 makes it a circle's arc of that radius."""

    points: tuple[XY, ...]
    tone: str = "line"  # "line", "grid", "margin", "pen-first", "pen-second"
    arc: float = 0.0
    sweep: int = 0  # SVG's sweep flag of the arc


@dataclass(frozen=True)
class Piece:
    """A piece on a place. `glyph` is its form, `owner` "first", "second" or "shared"/"neutral".

    Glyphs: "stone", "disk" (`state` "captive": in the captives' paint with the owner's mark), "peg" (`state` "lying" or
    ""), "dot" and "ring" (pen marks), "hatch" (a coloured cell).
    """

    place: str
    glyph: str
    owner: str
    state: str = ""


@dataclass(frozen=True)
class Mark:
    """An annotation on a place: "from", "to" (last move), "captured", "changed" (flipped, coloured), "win", "barred"."""

    place: str
    kind: str


@dataclass(frozen=True)
class Label:
    """A coordinate at the board's edge."""

    text: str
    at: XY


@dataclass(frozen=True)
class Stock:
    """What a player has beside the board: pieces in hand, captured pieces, points. `owner` as in Piece."""

    owner: str
    name: str  # "tiles in hand", "captured", "set aside", "points"
    count: int
    glyph: str = ""
    state: str = ""  # as in Piece: a colour word where the pieces are not of the owner's own colour


@dataclass(frozen=True)
class Choice:
    """A legal move as clicks: place ids in order, or one button ("button:swap"). Several moves may share a beginning."""

    move: str
    clicks: tuple[str, ...]


@dataclass(frozen=True)
class Scene:
    """A board, ready to be drawn."""

    game: str
    rules: str
    box: tuple[float, float, float, float]  # x, y, width, height: everything but the margin for labels is inside
    places: tuple[Place, ...]
    lines: tuple[Line, ...] = ()
    pieces: tuple[Piece, ...] = ()
    marks: tuple[Mark, ...] = ()
    labels: tuple[Label, ...] = ()
    stocks: tuple[Stock, ...] = ()
    choices: tuple[Choice, ...] = ()
    shortcuts: tuple[Choice, ...] = ()  # other ways to click some of these moves
    sides: tuple[str, str] = ("First", "Second")  # the colour each player has now
    to_move: str = ""  # "first", "second", or "" when the game is over
    status: str = ""  # one sentence: whose move and why, or how it ended
    alt: str = ""  # the board in words, for those who cannot see it

    def as_dict(self) -> dict[str, Any]:
        """The scene for programs (JSON)."""
        return asdict(self)


def square(column: int, row: int, rows: int) -> tuple[XY, tuple[XY, ...]]:
    """Centre and outline of cell (column, row) of a squared board with row 0 at the bottom.

    >>> square(0, 0, 6)[0]
    (0.5, 5.5)
    """
    x, y = float(column), float(rows - 1 - row)
    return (x + 0.5, y + 0.5), ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))


def edge_labels(columns: list[str], rows: int) -> tuple[Label, ...]:
    """Coordinates of a squared board of unit cells: letters below, numbers to the left."""
    below = tuple(Label(name, (i + 0.5, rows + 0.35)) for i, name in enumerate(columns))
    left = tuple(Label(str(row + 1), (-0.35, rows - row - 0.5)) for row in range(rows))
    return below + left
