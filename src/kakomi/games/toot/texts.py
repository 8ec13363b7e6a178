"""TOOT's positions as one line and as diagrams.

A position is `rows@x,y side phase tiles:n,n hand:n,n aside:n,n sacrifice:br quiet:n passes:n`. The rows come from the
top; a tile is `b` or `r`, `b+` with a standing and `b=` with a lying piece, and empty squares are counted; x,y is the
square in the lower left corner. The phase is `turn`, `placed:x,y`, `jumping:x,y` or `sacrificed`. Blue's number
stands before Red's, and `sacrifice` says who may still do so (`br`, `b`, `r` or `-`).

A diagram has one word per square, `.` for an empty one. Its last line says whose move it is, and then any of the
other things, by the names in FIELDS. Unless it says otherwise, tiles that are not on the table are in hand, and pieces
that are not on the table are in hand as long as there are tiles for them, else set aside.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from kakomi.core.errors import PositionError, shorten
from kakomi.games.toot import planes
from kakomi.games.toot.state import (
    CELL,
    COLOURS,
    SIDES,
    SYMBOLS,
    XY,
    Pair,
    State,
    name,
    position_of,
    read_cell,
    state_of,
    tiles_of,
)

PLACE = re.compile(CELL)
TOKEN = re.compile(r"[br][+=]?|[1-9][0-9]{0,2}")
ROW = re.compile(rf"(?:{TOKEN.pattern})+")
COUNT = re.compile(r"0|[1-9][0-9]{0,2}")
COORDINATE = re.compile(rf"-?(?:{COUNT.pattern})")

PHASES = {"turn": planes.START, "placed": planes.ACTION, "jumping": planes.JUMP, "sacrificed": planes.REENTRY}
FIELDS = {
    "tiles": "tiles in hand",
    "hand": "pieces in hand",
    "aside": "set aside",
    "sacrifice": "may sacrifice",
    "quiet": "quiet turns",
    "passes": "passes",
}
EXAMPLE = "b/r@0,0 b turn tiles:15,15 hand:5,5 aside:0,0 sacrifice:br quiet:0 passes:0"


# --- one line ---------------------------------------------------------------------------------------------------------


def position_text(position: list[int]) -> str:
    state = state_of(position)
    grid = _grid(state.tiles)
    rows = "/".join("".join(_squeezed(row)) for row in grid)
    corner = name((position[planes.LEFT], position[planes.BOTTOM]))
    fields = " ".join(f"{key}:{value}" for key, value in _fields(state).items())
    return f"{rows}@{corner} {COLOURS[state.turn]} {_phase_text(state)} {fields}"


def read_position(text: str, settings: list[int]) -> list[int]:
    words = text.split()
    keys = [word.partition(":")[0] for word in words[3:]]
    if len(words) != 3 + len(FIELDS) or keys != list(FIELDS) or words[1] not in COLOURS or words[1] == COLOURS:
        raise PositionError(f"a position looks like {EXAMPLE!r}, not {shorten(text)!r}")
    rows, _, corner = words[0].partition("@")
    if not PLACE.fullmatch(corner):
        raise PositionError(f"after the rows comes @ and their lower left corner, like @0,0, not {shorten(corner)!r}")
    tiles = _read_rows(rows, read_cell(corner))
    fields = {key: word.partition(":")[2] for key, word in zip(keys, words[3:], strict=True)}
    return _assemble(tiles, COLOURS.index(words[1]), words[2], fields, settings)


def _grid(tiles: Mapping[XY, str]) -> list[list[str]]:
    """The box round all tiles, top row first, `.` for an empty square."""
    xs, ys = [x for x, _ in tiles], [y for _, y in tiles]
    return [[tiles.get((x, y), ".") for x in range(min(xs), max(xs) + 1)] for y in range(max(ys), min(ys) - 1, -1)]


def _squeezed(row: list[str]) -> list[str]:
    parts: list[str] = []
    empty = 0
    for symbol in [*row, ""]:
        if symbol == ".":
            empty += 1
            continue
        parts += [str(empty)] * (empty > 0) + [symbol]
        empty = 0
    return parts


def _read_rows(text: str, corner: XY) -> dict[XY, str]:
    tiles: dict[XY, str] = {}
    rows = text.split("/")
    width = 0
    for y, row in zip(range(corner[1] + len(rows) - 1, corner[1] - 1, -1), rows, strict=True):
        if not ROW.fullmatch(row):
            raise PositionError(f"a row has {' '.join(SYMBOLS)} and numbers of empty squares, not {shorten(row)!r}")
        x = corner[0]
        for token in TOKEN.findall(row):
            if token in SYMBOLS:
                tiles[x, y] = token
            x += 1 if token in SYMBOLS else int(token)
        width = width or x - corner[0]
        if x - corner[0] != width:
            raise PositionError(f"rows are equally long: {shorten(row)!r} has {x - corner[0]} squares, not {width}")
    return tiles


def _phase_text(state: State) -> str:
    word = next(word for word, phase in PHASES.items() if phase == state.phase)
    return word if state.active is None else f"{word}:{name(state.active)}"


def _fields(state: State) -> dict[str, str]:
    def pair(numbers: Pair) -> str:
        return f"{numbers[0]},{numbers[1]}"

    may = "".join(colour for colour, used in zip(COLOURS, state.sacrificed, strict=True) if not used)
    return {
        "tiles": pair(state.in_hand),
        "hand": pair(state.pieces),
        "aside": pair(state.aside),
        "sacrifice": may or "-",
        "quiet": str(state.quiet),
        "passes": str(state.passes),
    }


# --- common to both ---------------------------------------------------------------------------------------------------


def _assemble(
    tiles: dict[XY, str], turn: int, phase_text: str, fields: Mapping[str, str], settings: list[int]
) -> list[int]:
    """The position; fields that are left out get the values that the table suggests."""
    word, _, where = phase_text.partition(":")
    phase = PHASES.get(word)
    needs_place = phase in (planes.ACTION, planes.JUMP)
    if phase is None or needs_place != bool(PLACE.fullmatch(where)) or (where and not needs_place):
        raise PositionError(f"the phase is turn, placed:1,0, jumping:0,2 or sacrificed, not {shorten(phase_text)!r}")
    state = State(tiles, turn, phase, read_cell(where) if needs_place else None, (0, 0), (0, 0), (0, 0), (0, 0), 0, 0)

    def pair(key: str, otherwise: Callable[[int], int]) -> Pair:
        if key not in fields:
            return max(0, otherwise(0)), max(0, otherwise(1))
        parts = fields[key].split(",")
        if len(parts) != 2:
            raise PositionError(f"{FIELDS[key]}: write Blue's and Red's number, like 5,5, not {shorten(fields[key])!r}")
        return _count(key, parts[0]), _count(key, parts[1])

    def missing(player: int) -> int:
        return settings[1] - state.on_table(player) - state.away(player)

    in_hand = pair("tiles", lambda player: settings[0] + 1 - sum(s[0] == COLOURS[player] for s in tiles.values()))
    spare = (int(phase == planes.ACTION and turn == 0), int(phase == planes.ACTION and turn == 1))  # the tile placed
    pieces = pair("hand", lambda player: min(missing(player), in_hand[player] + spare[player]))
    aside = pair("aside", lambda player: missing(player) - pieces[player])
    may = fields.get("sacrifice", COLOURS[1 - turn] if phase == planes.REENTRY else COLOURS)
    if may not in ("br", "b", "r", "-"):
        raise PositionError(f"those who may still sacrifice are br, b, r or - for none, not {shorten(may)!r}")
    sacrificed = (int("b" not in may), int("r" not in may))
    quiet, passes = (_count(key, fields.get(key, "0")) for key in ("quiet", "passes"))
    whole = State(tiles, turn, phase, state.active, in_hand, pieces, aside, sacrificed, quiet, passes)
    return position_of(whole, settings)


def _count(key: str, text: str) -> int:
    if not COUNT.fullmatch(text):
        raise PositionError(f"{FIELDS[key]}: a number from 0 to 999 is wanted, not {shorten(text)!r}")
    return int(text)


# --- diagrams ---------------------------------------------------------------------------------------------------------


def diagram(position: list[int]) -> str:
    """On the hex grid each row stands half a square further to the right than the row below it."""
    state = state_of(position)
    grid = _grid(state.tiles)
    left, bottom = position[planes.LEFT], position[planes.BOTTOM]
    columns = [str(left + i) for i in range(len(grid[0]))]
    labels = [str(bottom + i) for i in range(len(grid) - 1, -1, -1)]
    margin = max(map(len, labels))
    hexagonal = position[planes.DIRECTIONS] == 6
    wide = 3 if hexagonal else max(2, *map(len, columns))
    lines = []
    for number, (label, row) in enumerate(zip(labels, grid, strict=True)):
        indent = " " * ((wide + 1) // 2 * (len(grid) - 1 - number)) if hexagonal else ""
        lines.append(f"{label:>{margin}} {indent}" + " ".join(f"{symbol:<{wide}}" for symbol in row).rstrip())
    lines.append(" " * margin + " " + " ".join(f"{column:<{wide}}" for column in columns).rstrip())
    phase = "" if state.phase == planes.START else "; " + _phase_text(state).replace(":", " ")
    fields = "; ".join(f"{FIELDS[key]} {value}" for key, value in _fields(state).items())
    return "\n".join([*lines, f"{SIDES[state.turn]} to move{phase}; {fields}"])


def read_diagram(text: str, settings: list[int]) -> list[int]:
    rows: list[list[str]] = []
    labels: list[int] = []
    columns: list[int] | None = None
    last = ""
    for line in text.replace("/", "\n").splitlines():
        words = line.split()
        numbers = [int(word) for word in words if COORDINATE.fullmatch(word)]
        cells = words[1:] if numbers else words
        if words and len(numbers) == len(words):
            columns = numbers
        elif words and len(numbers) <= 1 and all(cell in SYMBOLS or cell == "." for cell in cells):
            rows.append(cells)
            labels += numbers
        elif words:
            if last:
                raise PositionError(
                    f"a row has squares ({' '.join(SYMBOLS)} or .), which this is not: {shorten(last)!r}"
                )
            last = line.strip()
    corner = _corner(rows, labels, columns)
    height = len(rows)
    tiles = {
        (corner[0] + i, corner[1] + height - 1 - j): symbol
        for j, row in enumerate(rows)
        for i, symbol in enumerate(row)
        if symbol != "."
    }
    turn, phase, fields = _read_last(last) if last else (0, "turn", {})
    return _assemble(tiles, turn, phase, fields, settings)


def _corner(rows: list[list[str]], labels: list[int], columns: list[int] | None) -> XY:
    """The lower left corner; 0,0 if the diagram has no coordinates."""
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise PositionError("a diagram has rows of squares, all equally long")
    if labels and labels != list(range(labels[0], labels[0] - len(rows), -1)):
        raise PositionError("the numbers before the rows must go down by one from row to row")
    if columns is not None and columns != list(range(columns[0], columns[0] + len(rows[0]))):
        raise PositionError("the numbers under the columns must go up by one from column to column")
    return columns[0] if columns else 0, labels[-1] if labels else 0


def _read_last(line: str) -> tuple[int, str, dict[str, str]]:
    """Whose move it is, the phase and the fields."""
    parts = [part.strip() for part in line.split(";")]
    turns = {f"{side} to move": turn for turn, side in enumerate(SIDES)}
    if parts[0] not in turns:
        raise PositionError(f"the last line begins with 'Blue to move' or 'Red to move', not {shorten(parts[0])!r}")
    phase, fields = "turn", {}
    for part in parts[1:]:
        key = next((key for key, words in FIELDS.items() if part.startswith(words + " ")), None)
        if key is not None and key not in fields:
            fields[key] = part.removeprefix(FIELDS[key]).replace(" ", "")
        elif part.split(" ")[0] in PHASES and phase == "turn":
            phase = part.replace(" ", ":", 1)
        else:
            known = ", ".join(FIELDS.values())
            raise PositionError(
                f"the last line can say {known}, placed 1,0, jumping 0,2 or sacrificed, not {shorten(part)!r}"
            )
    return turns[parts[0]], phase, fields


def board(position: list[int]) -> dict[str, str]:
    return {name(xy): symbol for xy, symbol in tiles_of(position).items()}
