"""TOOT's picture: wooden tiles on a table, pegs standing or lying, dashed squares where a tile can go.

Coordinates of the picture are those of the game (with y flipped), so a tile stays where it is while the table grows.
"""

from __future__ import annotations

from kakomi.core.scene import Label, Mark, Piece, Place, Scene, Stock
from kakomi.games.toot import planes
from kakomi.games.toot.state import COLOURS, XY, cells_of, legal, name, state_of, steps, tiles_of, xy_of

Point = tuple[float, float]

OWNERS = ("first", "second")
LETTERS = ("TO", "OT")
ROW_HEIGHT = 3**0.5 / 2  # between two rows of hexagons one apart
RADIUS = 3**-0.5  # of such a hexagon
CORNERS = ((0.0, -1.0), (0.5, -0.5), (0.5, 0.5), (0.0, 1.0), (-0.5, 0.5), (-0.5, -0.5))  # y in units of RADIUS
BUTTONS = {planes.ENTER: "button:enter", planes.STOP: "button:stop", planes.PASS: "button:pass"}


def _centre(position: list[int], xy: XY) -> Point:
    if position[planes.DIRECTIONS] == 6:
        return xy[0] + xy[1] / 2, -xy[1] * ROW_HEIGHT
    return float(xy[0]), float(-xy[1])


def _outline(position: list[int], centre: Point) -> tuple[Point, ...]:
    x, y = centre
    if position[planes.DIRECTIONS] == 6:
        return tuple((x + dx, y + dy * RADIUS) for dx, dy in CORNERS)
    return (x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5)


def _box(position: list[int], cells: list[XY]) -> tuple[float, float, float, float]:
    """The box round all tiles, with room for one more on every side."""
    centres = [_centre(position, (x + dx, y + dy)) for x, y in cells for dx, dy in [(0, 0), *steps(position)]]
    half = RADIUS if position[planes.DIRECTIONS] == 6 else 0.5
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    return min(xs) - 0.5, min(ys) - half, max(xs) - min(xs) + 1, max(ys) - min(ys) + 2 * half


def _vacant(position: list[int]) -> list[XY]:
    """The empty squares a tile can be put on now."""
    found = set()
    for move in legal(position):
        first, second = cells_of(position, move)
        if move & 7 in (planes.PLACE, planes.RE_ENTER):
            found.add(first if move & 7 == planes.PLACE else second)
    return sorted(found.difference(tiles_of(position)))


def scene(position: list[int]) -> Scene:
    state = state_of(position)
    places, pieces = [], []
    for xy, symbol in state.tiles.items():
        player = COLOURS.index(symbol[0])
        centre = _centre(position, xy)
        places.append(Place(name(xy), centre, _outline(position, centre), OWNERS[player], LETTERS[player]))
        if symbol[1:]:
            pieces.append(Piece(name(xy), "peg", OWNERS[player], "lying" if symbol[1] == "=" else ""))
    for xy in _vacant(position):
        centre = _centre(position, xy)
        places.append(Place(name(xy), centre, _outline(position, centre), "vacant"))
    box = _box(position, list(state.tiles))
    stocks = []
    for player, owner in enumerate(OWNERS):
        stocks.append(Stock(owner, "tiles in hand", state.in_hand[player], "tile"))
        stocks.append(Stock(owner, "pieces in hand", state.pieces[player], "peg"))
        stocks.append(Stock(owner, "set aside", state.aside[player], "peg"))
    return Scene(
        game="toot",
        rules="standard",
        box=box,
        places=tuple(places),
        pieces=tuple(pieces),
        labels=_labels(position, list(state.tiles), box),
        stocks=tuple(stocks),
    )


def _labels(position: list[int], cells: list[XY], box: tuple[float, float, float, float]) -> tuple[Label, ...]:
    """y at the left edge and x at the lower one; on the hex grid, whose columns lean, x stands right below a column."""
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    rows = [Label(str(y), (box[0] - 0.35, _centre(position, (0, y))[1])) for y in range(min(ys) - 1, max(ys) + 2)]
    if position[planes.DIRECTIONS] == 6:
        dx, dy = _centre(position, (0, -1))
        feet = [_centre(position, (x, min(y for each, y in cells if each == x))) for x in sorted(set(xs))]
        columns = [
            Label(str(x), (at[0] + 0.7 * dx, at[1] + 0.7 * dy)) for x, at in zip(sorted(set(xs)), feet, strict=True)
        ]
    else:
        columns = [Label(str(x), (float(x), box[1] + box[3] + 0.35)) for x in range(min(xs) - 1, max(xs) + 2)]
    return (*columns, *rows)


def clicks(position: list[int], move: int) -> tuple[str, ...]:
    kind = move & 7
    if kind in BUTTONS:
        return (BUTTONS[kind],)
    first, second = map(name, cells_of(position, move))
    if kind == planes.PLACE:
        return (first,)
    return ("button:sacrifice", first) if kind == planes.SACRIFICE else (first, second)


def shortcuts(position: list[int], move: int) -> tuple[tuple[str, ...], ...]:
    """A piece is also entered by a click on the tile just laid."""
    return ((name(xy_of(position, position[planes.ACTIVE])),),) if move & 7 == planes.ENTER else ()


def marks(before: list[int], move: int, after: list[int]) -> tuple[Mark, ...]:
    """The cells of the move and the pieces it took; a square that is no longer a place cannot be marked."""
    kind = move & 7
    first, second = cells_of(before, move)
    if kind == planes.PLACE:
        return (Mark(name(first), "to"),)
    if kind == planes.SACRIFICE:
        return (Mark(name(first), "from"),)
    if kind == planes.GO:
        was, now = tiles_of(before), tiles_of(after)
        other = COLOURS[1 - before[planes.TURN]]
        taken = [xy for xy, symbol in was.items() if symbol[0] == other and symbol != now[xy]]
        return Mark(name(first), "from"), Mark(name(second), "to"), *(Mark(name(xy), "captured") for xy in taken)
    if kind == planes.RE_ENTER:
        there = first in tiles_of(after) or first in _vacant(after)
        return (*([Mark(name(first), "from")] if there and first != second else []), Mark(name(second), "to"))
    if kind == planes.ENTER:
        return (Mark(name(xy_of(before, before[planes.ACTIVE])), "to"),)
    return ()
