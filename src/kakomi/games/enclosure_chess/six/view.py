"""Texts and picture of the six-piece game: `S1-C3`; positions like `b/bbb/b1b/7/r1r/rrr/r r 0`.

A position text is the seven rows of the drawing below, whose move it is, and the moves without a capture.
"""

from __future__ import annotations

import re
from math import cos, radians, sin

from kakomi.core.errors import PositionError, UnreadableMove, listing, shorten
from kakomi.core.scene import XY, Label, Line, Mark, Piece, Place, Scene, Stock
from kakomi.core.squares import check_symbols, fen_rows
from kakomi.games.enclosure_chess.six import rules

SIDES = ("Red", "Black")
SYMBOLS = "rb"
DRAWING = """\
           N1
      N2   N3   N4
W1         C1         E1
W2   W4 C2 C5 C4 E2   E4
W3         C3         E3
      S2   S1   S4
           S3""".splitlines()
ROWS = tuple(tuple(line.split()) for line in DRAWING)
KEY_AT = 30  # the column where a diagram shows the names of the points

MOVE = re.compile(r"([NESWC][1-5])-([NESWC][1-5])", re.IGNORECASE | re.ASCII)
NUMBER = re.compile(r"[0-9]{1,3}")
EXTRA = re.compile(r"(Red|Black) to move(?:, ([0-9]{1,3}) moves? without a capture)?")
LONGEST_TEXT = 60
FIXED_MOVES = True
WARN_AT = 10  # from this many moves before the draw (9) on, the players are warned


def sides(position: list[int]) -> tuple[str, str]:
    return SIDES


def _names(points: int) -> list[str]:
    return [name for point, name in enumerate(rules.POINT_NAMES) if points >> point & 1]


def _colours(position: list[int]) -> tuple[int, int]:
    """Red's and Black's pieces."""
    mine, theirs = position[rules.MINE], position[rules.THEIRS]
    return (mine, theirs) if position[rules.TURN] == 0 else (theirs, mine)


def _empty(position: list[int]) -> int:
    return rules.BOARD & ~(position[rules.MINE] | position[rules.THEIRS])


# --- moves ------------------------------------------------------------------------------------------------------------


def move_text(position: list[int], move: int) -> str:
    return f"{rules.POINT_NAMES[move & 31]}-{rules.POINT_NAMES[move >> 5]}"


def read_move(position: list[int], text: str) -> int:
    found = MOVE.fullmatch(text)
    if found is None:
        raise UnreadableMove(
            f"{shorten(text)!r} is not a move; write the point a piece leaves and the next on a line, like S1-C3"
        )
    origin, target = found[1].upper(), found[2].upper()
    for name in (origin, target):
        if name not in rules.POINT_NAMES:
            raise UnreadableMove(f"there is no point {name}; N, E, S and W have points 1 to 4, the middle has C1 to C5")
    return rules.POINT_NAMES.index(origin) | rules.POINT_NAMES.index(target) << 5


def shorthands(text: str) -> tuple[str, ...]:
    """The target alone."""
    return text[3:], text[3:].lower()


def why_not(position: list[int], move: int) -> tuple[str, str]:
    origin, target = move & 31, move >> 5
    name, goal = rules.POINT_NAMES[origin], rules.POINT_NAMES[target]
    turn = position[rules.TURN]
    able = rules.NEIGHBOURS[origin] & _empty(position)
    if not position[rules.MINE] >> origin & 1:
        enemy = position[rules.THEIRS] >> origin & 1
        wrong = f"the piece on {name} is {SIDES[1 - turn]}'s" if enemy else f"there is no piece on {name}"
        movable = _names(position[rules.MINE] & rules.beside(_empty(position)))
        return "6", f"{wrong}: {SIDES[turn]} must move a piece of their own (6); these can move: {listing(movable)}"
    if not rules.NEIGHBOURS[origin] >> target & 1:
        wrong = f"{goal} is not the next point on a line from {name}"
    else:
        wrong = f"a piece stands on {goal}"
    can = f"{name} can go to {listing(_names(able))}" if able else f"{name} has nowhere to go"
    return "6", f"{wrong}: a piece moves along a line to the next point, which must be empty (6); {can}"


def need(position: list[int]) -> str:
    left = position[rules.QUIET_LIMIT] - position[rules.QUIET]
    if left > WARN_AT:
        return ""
    return f"{left} more {'move' if left == 1 else 'moves'} without a capture and the game is drawn (9)."


def seat_label(position: list[int], settings: list[int], seat: int) -> str:
    captured = f"{rules.score(position, seat)} / {rules.PIECES - 2 * position[rules.WIN]}"  # 8
    quiet = position[rules.QUIET]
    return f"{captured} · quiet moves {quiet}/{position[rules.QUIET_LIMIT]}" if quiet else captured  # 9


# --- positions --------------------------------------------------------------------------------------------------------


def board(position: list[int]) -> dict[str, str]:
    red, black = _colours(position)
    return dict.fromkeys(_names(red), "r") | dict.fromkeys(_names(black), "b")


def _rows(position: list[int]) -> list[str]:
    symbols = board(position)
    return ["".join(symbols.get(name, ".") for name in row) for row in ROWS]


def _position(rows: list[str], turn: int, quiet: int, settings: list[int]) -> list[int]:
    """The position of rows, player to move and counter, if it can occur."""
    win, limit = settings
    symbols = "".join(rows)
    colours = [sum(1 << point for point, each in enumerate(symbols) if each == side) for side in SYMBOLS]
    for side, pieces in zip(SIDES, colours, strict=True):
        if pieces.bit_count() > rules.PIECES:
            raise PositionError(f"{side} has {pieces.bit_count()} pieces; the most is {rules.PIECES} (5)")
    if quiet > limit:
        raise PositionError(f"{quiet} moves without a capture are too many: the game is drawn after {limit} (9)")
    mine, theirs = colours[turn], colours[1 - turn]
    mover, other = SIDES[turn], SIDES[1 - turn]
    if not mine and not theirs:
        raise PositionError(
            "there is no piece on the board; only enemy pieces are captured (7), so one side has some left"
        )
    if theirs.bit_count() <= 2 * win:
        raise PositionError(
            f"{other}, with {theirs.bit_count()} pieces, has lost (8): {other} and not {mover} would be to move,"
            " for only the enemy's pieces are captured (7)"
        )
    enclosed = mine & ~rules.free_groups(mine, rules.BOARD & ~(mine | theirs))
    if enclosed:
        raise PositionError(
            f"{mover}, to move, has no empty point next to {listing(_names(enclosed))}:"
            f" {other}'s last move would have captured there (7)"
        )
    return [mine, theirs, turn, quiet, win, limit]


def position_text(position: list[int]) -> str:
    return f"{fen_rows(_rows(position))} {SYMBOLS[position[rules.TURN]]} {position[rules.QUIET]}"


def read_position(text: str, settings: list[int]) -> list[int]:
    words = text.split() if len(text) <= LONGEST_TEXT else []
    if len(words) != 3 or words[1] not in ("r", "b") or not NUMBER.fullmatch(words[2]):
        raise PositionError(
            "a position is seven rows, r or b to move and the moves without a capture,"
            f" like 'b/bbb/b1b/7/r1r/rrr/r r 0', not {shorten(text)!r}"
        )
    parts = words[0].split("/")
    if len(parts) != len(ROWS):
        raise PositionError(f"a position has {len(ROWS)} rows separated by '/', this has {len(parts)}")
    rows = []
    for number, (part, names) in enumerate(zip(parts, ROWS, strict=True), start=1):
        row = re.sub("[1-7]", lambda digit: "." * int(digit[0]), part)
        check_symbols(row, SYMBOLS, f"row {number}")
        if len(row) != len(names):
            raise PositionError(f"row {number} has {len(row)} points, not {len(names)} ({' '.join(names)})")
        rows.append(row)
    return _position(rows, SYMBOLS.index(words[1]), int(words[2]), settings)


def diagram(position: list[int]) -> str:
    symbols = board(position)
    lines = []
    for names in DRAWING:
        shown = re.sub("[NESWC][1-5]", lambda name: f"{symbols.get(name[0], '.')} ", names)
        lines.append(f"{shown:<{KEY_AT}}{names}")
    quiet = position[rules.QUIET]
    counted = f", {quiet} {'move' if quiet == 1 else 'moves'} without a capture"
    return "\n".join([*lines, f"{SIDES[position[rules.TURN]]} to move{counted if quiet else ''}"])


def read_diagram(text: str, settings: list[int]) -> list[int]:
    rows: list[str] = []
    rest = []
    for line in text.replace("/", "\n").splitlines():
        row = "".join(word for word in line.split() if word not in rules.POINT_NAMES)
        if len(rows) < len(ROWS) and len(row) == len(ROWS[len(rows)]) and not row.strip(SYMBOLS + "."):
            rows.append(row)
        elif row:
            rest.append(line.strip())
    if len(rows) != len(ROWS):
        counts = ", ".join(str(len(row)) for row in ROWS)
        raise PositionError(
            f"a diagram has {len(ROWS)} rows of {counts} points (r b or .), this has {len(rows)} of them"
            + (f"; this line is not one of them: {shorten(rest[0])!r}" if rest else "")
        )
    extra = EXTRA.fullmatch(rest[0]) if len(rest) == 1 else None
    if rest and extra is None:
        raise PositionError(
            f"after the rows comes a line like 'Red to move, 3 moves without a capture', not {shorten(rest[0])!r}"
        )
    turn = SIDES.index(extra[1]) if extra else 0
    return _position(rows, turn, int(extra[2] or 0) if extra else 0, settings)


# --- picture ----------------------------------------------------------------------------------------------------------

# The inner circle has radius 1, and the middles of the arcs are at 2. Each arc is drawn round the end of its diameter
# (N1 for N2-N3-N4) and ends on the outer circle, whose twelve points are 30 degrees apart: that fixes the outer radius.
OUTER = 2 / (1 - 2 * sin(radians(15)))
ARC = OUTER - 2
CURVES = ((OUTER, 1), *((ARC, 0),) * 4, *((0.0, 0),) * 2, (1.0, 1))  # radius and SVG sweep of each of rules.LINES
MARGIN = 0.5


def _at(distance: float, degrees: float) -> XY:
    """The point of the picture at this distance from the centre, in a direction measured clockwise from the top."""
    middle = OUTER + MARGIN
    turned = radians(degrees)
    return round(middle + distance * sin(turned), 4), round(middle - distance * cos(turned), 4)


def _geometry() -> tuple[dict[str, XY], tuple[Line, ...], tuple[Label, ...]]:
    """The points, the lines through them, and the points' names beside them."""
    circle = rules.LINES[0].split("-")[:-1]
    centres = {name: _at(OUTER, 30 * i) for i, name in enumerate(circle)}
    names = {name: _at(OUTER + 0.8, 30 * i) for i, name in enumerate(circle)}
    for i, (arc, inner) in enumerate((("N3", "C1"), ("E2", "C4"), ("S1", "C3"), ("W4", "C2"))):
        centres[arc], centres[inner] = _at(2, 90 * i), _at(1, 90 * i)
        names[arc], names[inner] = _at(2.47, 90 * i + 10.8), _at(1.49, 90 * i + 19.6)  # clear of the lines
    centres["C5"], names["C5"] = _at(0, 0), _at(0.66, 45)
    lines = tuple(
        Line(tuple(centres[name] for name in line.split("-")), arc=round(radius, 4), sweep=sweep)
        for line, (radius, sweep) in zip(rules.LINES, CURVES, strict=True)
    )
    return centres, lines, tuple(Label(name, names[name]) for name in rules.POINT_NAMES)


CENTRES, BOARD_LINES, LABELS = _geometry()
PLACES = tuple(Place(name, CENTRES[name], tone="line") for name in rules.POINT_NAMES)


def scene(position: list[int]) -> Scene:
    side = 2 * CENTRES["C5"][0]
    owners = {"r": ("first", "red"), "b": ("second", "black")}
    return Scene(
        game="enclosure_chess",
        rules="six",
        box=(0, 0, side, side),
        places=PLACES,
        lines=BOARD_LINES,
        pieces=tuple(Piece(name, "stone", *owners[symbol]) for name, symbol in sorted(board(position).items())),
        labels=LABELS,
        stocks=(
            Stock("first", "captured", rules.score(position, 0), "stone", "black"),
            Stock("second", "captured", rules.score(position, 1), "stone", "red"),
        ),
    )


def clicks(position: list[int], move: int) -> tuple[str, ...]:
    return rules.POINT_NAMES[move & 31], rules.POINT_NAMES[move >> 5]


def marks(before: list[int], move: int, after: list[int]) -> tuple[Mark, ...]:
    captured = _names(before[rules.THEIRS] & ~after[rules.MINE])
    origin, target = clicks(before, move)
    return Mark(origin, "from"), Mark(target, "to"), *(Mark(name, "captured") for name in captured)
