"""The board in a terminal: the diagram, painted where there is colour.

The layout is the diagram's, character for character. Three methods try to match the diagram's characters with the
scene's places; a result counts only if every character agrees with what stands on its place. Lines without places
(coordinates, pieces beside the board) stay as they are, and so does a diagram that no method can read.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from kakomi.cli.terminal.paint import TRUE_COLOURS, Paint
from kakomi.core.game import Game
from kakomi.core.match import Match
from kakomi.core.scene import Piece, Place, Scene

if TYPE_CHECKING:
    from kakomi.core.svg.materials import Material

TOKEN = re.compile(r"\S+")
SYMBOLS = {"stone": "●●", "disk": "●●", "dot": "●●", "ring": "○○", "hatch": "▒░"}  # the first player's and the second's
CAPTIVE_SYMBOLS = "●○"
EMPTY = "·"
TONES = {"dark": "shade", "outer": "shade", "centre": "inlay", "closed": "shade", "vacant": "sheet"}
TILES = ("first", "second")
PLAIN_COLOURS = {  # where there are only sixteen colours
    "captive": "91",
    "red": "91",
    "blue": "94",
    "white": "97",
    "black": "96",
    "first": "96",
    "second": "93",
    "shared": "91",
    "neutral": "97",
}
MOVED = ("from", "to", "captured", "changed")

GLAZE = 0.5  # opacity of a mark over the board's colour

Colour = tuple[int, int, int]
Span = tuple[int, int]
Token = tuple[Span, str]
Spots = dict[int, list[tuple[Span, Place]]]


def draw(match: Match, paint: Paint, whole: bool = False) -> str:
    """The board; `whole` keeps the diagram's last line: what is beside the board, and whose move it is."""
    lines = match.diagram().splitlines()
    turns = [f"{side} to move" for side in match.sides]
    while not whole and len(lines) > 1 and any(turn in lines[-1] for turn in turns):
        lines.pop()
    if not paint.on:
        return "\n".join(lines)
    scene = match.scene()
    spots = find_places(lines, scene, match.board)
    if any(
        start == 0 for row in spots.values() for (start, _), _ in row
    ):  # colour needs a column to the left of a piece
        lines = [f" {line}" for line in lines]
        spots = find_places(lines, scene, match.board)
    return "\n".join(
        _paint_line(line, spots[number], scene, match.game, paint) if number in spots else line
        for number, line in enumerate(lines)
    )


def shows_symbols(paint: Paint) -> bool:
    """Whether pieces are drawn as discs and rings instead of the diagram's letters."""
    return paint.unicode and paint.deep


def beside(match: Match) -> list[str]:
    """What each player has beside the board, or the score if there is nothing beside it."""
    sides = dict(zip(("first", "second"), match.sides, strict=True))
    stocks = match.scene().stocks
    if not stocks and match.score is not None:
        return [f"{side}: points {points}" for side, points in zip(match.sides, match.score, strict=True)]
    lines = []
    for owner in dict.fromkeys(stock.owner for stock in stocks):
        held = ", ".join(f"{stock.name} {stock.count}" for stock in stocks if stock.owner == owner)
        lines.append(f"{sides[owner]}: {held}" if owner in sides else held[:1].upper() + held[1:])
    return lines


# --- which character is which place -----------------------------------------------------------------------------------


def find_places(lines: list[str], scene: Scene, board: dict[str, str]) -> Spots:
    """For each line of the board, its places and their columns, left to right; empty if no method can tell."""
    tokens = [[(token.span(), token[0]) for token in TOKEN.finditer(line)] for line in lines]
    places = {place.id: place for place in scene.places}
    for find in (_by_names, _by_height, _by_coordinates):
        result = find(tokens, places)
        if result and all(
            lines[number][start:end] == board.get(place.id, ".")
            for number, spots in result.items()
            for (start, end), place in spots
        ):
            return result
    return {}


def _by_names(tokens: list[list[Token]], places: dict[str, Place]) -> Spots:
    """A diagram with the names of the places to its right, in the same layout."""
    spots_by_line: Spots = {}
    for number, line in enumerate(tokens):
        half = len(line) // 2
        names = [text for _, text in line[half:]]
        if len(line) == 2 * half and names and all(name in places for name in names):
            spots_by_line[number] = [(span, places[name]) for (span, _), name in zip(line[:half], names, strict=True)]
    return spots_by_line


def _by_height(tokens: list[list[Token]], places: dict[str, Place]) -> Spots:
    """A diagram with one line for each height at which there are places, perhaps with a row number in front."""
    by_height = sorted(places.values(), key=lambda place: (round(place.centre[1], 3), place.centre[0]))
    rows = [list(row) for _, row in groupby(by_height, key=lambda place: round(place.centre[1], 3))]
    if len(tokens) < len(rows):
        return {}
    spots_by_line: Spots = {}
    for number, (line, row) in enumerate(zip(tokens, rows, strict=False)):
        cells = line[1:] if len(line) == len(row) + 1 else line
        if len(cells) != len(row):
            return {}
        spots_by_line[number] = [(span, place) for (span, _), place in zip(cells, row, strict=True)]
    return spots_by_line


def _by_coordinates(tokens: list[list[Token]], places: dict[str, Place]) -> Spots:
    """A diagram with row names in front and column names below."""
    spots_by_line: Spots = {}
    labels = next((number for number, line in enumerate(tokens) if number and len(line) == len(tokens[0]) - 1), 0)
    columns = [text for _, text in tokens[labels]]
    for number, ((_, row), *cells) in enumerate(tokens[:labels]):
        if len(cells) != len(columns):
            return {}
        spots = [(span, f"{column},{row}") for (span, _), column in zip(cells, columns, strict=True)]
        spots_by_line[number] = [(span, places[name]) for span, name in spots if name in places]
    return spots_by_line


# --- paint ------------------------------------------------------------------------------------------------------------


def _paint_line(line: str, spots: list[tuple[Span, Place]], scene: Scene, game: Game, paint: Paint) -> str:
    pieces = {piece.place: piece for piece in scene.pieces}
    marked = {mark.place for mark in scene.marks if mark.kind in MOVED}
    won = {mark.place for mark in scene.marks if mark.kind == "win"}
    line += " "
    painted, at = "", 0
    for (start, end), place in spots:
        left = start - 1 if start - at != 0 and line[start - 1] == " " else start
        right = end + 1 if line[end] == " " else end
        painted += line[at:left]
        piece = pieces.get(place.id)
        text = line[left:start] + _symbol(line[start:end], piece, paint) + line[end:right]
        glaze = "halo" if place.id in won else "trace" if place.id in marked else ""
        painted += paint.style(text, *(_deep_codes if paint.deep else _plain_codes)(place, piece, glaze, game, paint))
        at = right
    return painted + line[at:].rstrip()


def _symbol(text: str, piece: Piece | None, paint: Paint) -> str:
    """The character for a piece: a disc or ring if the terminal can show it in colour."""
    if not shows_symbols(paint) or len(text) != 1:
        return text
    if piece is None:
        return EMPTY if text == "." else text
    symbols = CAPTIVE_SYMBOLS if piece.state == "captive" else SYMBOLS.get(piece.glyph)
    return symbols[piece.owner == "second"] if symbols else text


def _plain_codes(place: Place, piece: Piece | None, glaze: str, game: Game, paint: Paint) -> list[str]:
    """Sixteen colours: only the pieces are coloured; places that the last move touched are reversed."""
    colour = "" if piece is None else PLAIN_COLOURS.get(piece.state) or PLAIN_COLOURS.get(piece.owner, "97")
    return [*(["1", colour] if colour else ["2"]), *(["7"] if glaze else [])]


def _deep_codes(place: Place, piece: Piece | None, glaze: str, game: Game, paint: Paint) -> list[str]:
    """Many colours: the board's own material, and the pieces in theirs.

    Stones have no rim here: on a colour between the dark theme's board and the light one's, dark and pale ones stand out
    equally.
    """
    material, light, dark = _material(game)
    tile = material.paint(f"{place.tone} tile") if place.tone in TILES else ""
    token = f"{tile} face" if tile else TONES.get(place.tone, "board")
    ground = _mix(_parts(dark[token]), _parts(light[token]), material.daylight)
    if glaze:
        ground = _mix(ground, _parts(dark[glaze]), GLAZE)
    if piece is None:
        ink = _parts(dark[f"{tile} mark"]) if tile else _mix(ground, _parts(light["sheet"]), GLAZE)
    else:
        name = material.paint("captive" if piece.state == "captive" else piece.owner, piece.state)
        ink = _parts(dark[f"{name} face"])
    return [*([] if piece is None else ["1"]), _code("38", ink, paint), _code("48", ground, paint)]


@cache
def _material(game: Game) -> tuple[Material, dict[str, str], dict[str, str]]:
    """The game's material, and its palettes by day and by lamplight."""
    from kakomi.core.svg.materials import material_of

    material = material_of(game)
    return material, material.palette("light"), material.palette("dark")


def _parts(colour: str) -> Colour:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _mix(under: Colour, over: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(under, over, strict=True))
    return red, green, blue


def _code(which: str, colour: Colour, paint: Paint) -> str:
    """The SGR code of a colour, as foreground (38) or background (48): itself, or the nearest of the 256.

    >>> _code("38", (255, 255, 255), Paint(256)), _code("48", (1, 2, 3), Paint(TRUE_COLOURS))
    ('38;5;231', '48;2;1;2;3')
    """
    if paint.colours >= TRUE_COLOURS:
        return f"{which};2;{';'.join(map(str, colour))}"
    return f"{which};5;{min(_shades(), key=lambda shade: _difference(shade[1], colour))[0]}"


def _difference(one: Colour, other: Colour) -> float:
    """How different two colours look: a wrong hue is worse than a wrong brightness."""
    (r, g, b), (red, green, blue) = one, other
    brightness = (2 * (r - red) + 4 * (g - green) + (b - blue)) / 7
    return brightness**2 + 3 * ((r - g - red + green) ** 2 + (g - b - green + blue) ** 2)


@cache
def _shades() -> list[tuple[int, Colour]]:
    """The 256-colour palette without its first sixteen, which differ from terminal to terminal."""
    steps = (0, 95, 135, 175, 215, 255)
    cube = [
        (16 + 36 * r + 6 * g + b, (steps[r], steps[g], steps[b])) for r in range(6) for g in range(6) for b in range(6)
    ]
    return cube + [(232 + i, (8 + 10 * i, 8 + 10 * i, 8 + 10 * i)) for i in range(24)]
