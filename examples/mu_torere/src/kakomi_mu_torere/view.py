"""Mū Tōrere's texts and picture: `a-m`; positions like `xxxxoooo/. x 0`.

A position text is the ring from a to h, the middle, whose move it is, and the number of moves made.
"""

from __future__ import annotations

import re
from math import cos, radians, sin

from kakomi.core.errors import PositionError, UnreadableMove, listing, shorten
from kakomi.core.scene import XY, Label, Line, Mark, Piece, Place, Scene
from kakomi_mu_torere import rules

SIDES = ("Black", "White")
SYMBOLS = "xo"
PIECES = 4  # 1.2
DRAWING = """\
   a
 h   b
g  m  c
 f   d
   e""".splitlines()
ROWS = tuple("".join(line.split()) for line in DRAWING)  # the points from top to bottom
KEY_AT = 12  # the column where a diagram shows the names of the points

MOVE = re.compile(r"([a-hm])-([a-hm])")
POSITION = re.compile(r"([xo.]{8})/([xo.]) ([xo]) ([0-9]{1,3})")
EXTRA = re.compile(r"(Black|White) to move(?:, ([0-9]{1,3}) moves? made)?")
WARN_AT = 10  # from so many moves before the draw (3.2) on, the players are told


def sides(position: list[int]) -> tuple[str, str]:
    return SIDES


def _point(name: str) -> int:
    return rules.POINT_NAMES.index(name)


def _names(points: int) -> list[str]:
    return [name for point, name in enumerate(rules.POINT_NAMES) if points >> point & 1]


# --- moves ------------------------------------------------------------------------------------------------------------


def move_text(position: list[int], move: int) -> str:
    return "-".join(clicks(position, move))


def read_move(position: list[int], text: str) -> int:
    read = MOVE.fullmatch(text)
    if read is None:
        raise UnreadableMove(
            f"{shorten(text)!r} is not a move; write the point a piece leaves and the empty one, like a-m"
        )
    return _point(read[1]) | _point(read[2]) << 4


def shorthands(text: str) -> tuple[str, ...]:
    """The point a piece leaves: there is one empty point to go to."""
    return (text[0],)


def why_not(position: list[int], move: int) -> tuple[str, str]:
    origin, target = move & 15, move >> 4
    name, goal = clicks(position, move)
    mover, other = SIDES[rules.to_move(position)], SIDES[1 - rules.to_move(position)]
    empty = rules.empty_point(position)
    if not position[rules.MINE] >> origin & 1:
        owner = f"{other}'s" if position[rules.THEIRS] >> origin & 1 else "no"
        able = listing(_names(rules.movable(position)))
        return "2.1", f"there is {owner} piece on {name}: {mover} must move their own (2.1); these can move: {able}"
    if target != empty:
        only = rules.POINT_NAMES[empty]
        return "2.1", f"a piece stands on {goal}: a piece moves to the empty point (2.1), which is {only}"
    neighbours = " or ".join(_names(rules.beside(1 << origin)))
    if target == rules.MIDDLE:
        return "2.4", f"the piece on {name} may enter the middle only with an enemy beside it (2.4), on {neighbours}"
    return "2.2", f"the piece on {name} may only go to the next point of the ring (2.2), {neighbours}"


def need(position: list[int]) -> str:
    left = position[rules.LIMIT] - position[rules.MADE]
    if left > WARN_AT:
        return ""
    return f"{left} more {'move' if left == 1 else 'moves'} and the game is drawn (3.2)."


# --- positions --------------------------------------------------------------------------------------------------------


def board(position: list[int]) -> dict[str, str]:
    turn = rules.to_move(position)
    mine, theirs = SYMBOLS[turn], SYMBOLS[1 - turn]
    return dict.fromkeys(_names(position[rules.MINE]), mine) | dict.fromkeys(_names(position[rules.THEIRS]), theirs)


def _position(symbols: dict[str, str], turn: int, made: int, settings: list[int]) -> list[int]:
    """The position with these symbols on the points, if it can come about."""
    centre, limit = settings
    pieces = [sum(1 << _point(name) for name in symbols if symbols[name] == symbol) for symbol in SYMBOLS]
    for side, points in zip(SIDES, pieces, strict=True):
        if points.bit_count() != PIECES:
            raise PositionError(f"{side} has {points.bit_count()} pieces; each player always has {PIECES} (1.2)")
    if made > limit:
        raise PositionError(f"{made} moves made are too many: the game is drawn after {limit} (3.2)")
    if made % 2 != turn:
        right = "an odd" if turn else "an even"
        raise PositionError(f"{SIDES[turn]} is to move after {right} number of moves, not after {made} (1.2)")
    return [pieces[turn], pieces[1 - turn], made, centre, limit]


def position_text(position: list[int]) -> str:
    symbols = "".join(board(position).get(name, ".") for name in rules.POINT_NAMES)
    ring, middle = symbols[: rules.MIDDLE], symbols[rules.MIDDLE]
    return f"{ring}/{middle} {SYMBOLS[rules.to_move(position)]} {position[rules.MADE]}"


def read_position(text: str, settings: list[int]) -> list[int]:
    read = POSITION.fullmatch(text.strip())
    if read is None:
        raise PositionError(
            "a position is the ring from a to h, the middle, x or o to move and the moves made,"
            f" like 'xxxxoooo/. x 0', not {shorten(text)!r}"
        )
    symbols = dict(zip(rules.POINT_NAMES, read[1] + read[2], strict=True))
    return _position(symbols, SYMBOLS.index(read[3]), int(read[4]), settings)


def diagram(position: list[int]) -> str:
    symbols = board(position)
    lines = [f"{re.sub('[a-m]', lambda name: symbols.get(name[0], '.'), row):<{KEY_AT}}{row}" for row in DRAWING]
    made = position[rules.MADE]
    counted = f", {made} {'move' if made == 1 else 'moves'} made" if made else ""
    return "\n".join([*lines, f"{SIDES[rules.to_move(position)]} to move{counted}"])


def read_diagram(text: str, settings: list[int]) -> list[int]:
    """Five rows of 1, 2, 3, 2 and 1 points; the names beside them and the last line may be left out."""
    symbols: dict[str, str] = {}
    rows = list(ROWS)
    rest = []
    for line in text.splitlines():
        row = "".join(line.split())
        if rows and re.fullmatch(f"[xo.]{{{len(rows[0])}}}({rows[0]})?", row):
            symbols.update(zip(rows.pop(0), row, strict=False))
        elif row:
            rest.append(line.strip())
    if rows:
        raise PositionError(
            f"a diagram has five rows of 1, 2, 3, 2 and 1 points (x o or .); the row of {' '.join(rows[0])} is missing"
        )
    extra = EXTRA.fullmatch(rest[0]) if len(rest) == 1 else None
    if rest and extra is None:
        raise PositionError(f"after the rows comes a line like 'White to move, 7 moves made', not {shorten(rest[0])!r}")
    turn, made = (SIDES.index(extra[1]), int(extra[2] or 0)) if extra else (0, 0)
    return _position(symbols, turn, made, settings)


# --- picture ----------------------------------------------------------------------------------------------------------

RADIUS = 2.0  # of the ring
MARGIN = 0.5


def _at(distance: float, degrees: float) -> XY:
    """The point of the picture so far from the middle, in a direction counted clockwise from the top."""
    middle = RADIUS + MARGIN
    return round(middle + distance * sin(radians(degrees)), 4), round(middle - distance * cos(radians(degrees)), 4)


KEWAI = tuple(_at(RADIUS, 45 * number) for number in range(8))
CENTRES = dict(zip(rules.POINT_NAMES, (*KEWAI, _at(0, 0)), strict=True))
LINES = (
    Line((*KEWAI, KEWAI[0]), arc=RADIUS, sweep=1),
    *(Line((KEWAI[number], KEWAI[number + 4])) for number in range(4)),
)
LABELS = (
    *(Label(rules.POINT_NAMES[number], _at(RADIUS + 0.75, 45 * number)) for number in range(8)),
    Label("m", _at(0.75, 22.5)),
)


def scene(position: list[int]) -> Scene:
    owners = dict(zip(SYMBOLS, ("first", "second"), strict=True))
    side = 2 * (RADIUS + MARGIN)
    return Scene(
        game="mu_torere",
        rules="standard",
        box=(0, 0, side, side),
        places=tuple(Place(name, CENTRES[name], tone="line") for name in rules.POINT_NAMES),
        lines=LINES,
        pieces=tuple(Piece(name, "stone", owners[symbol]) for name, symbol in sorted(board(position).items())),
        labels=LABELS,
    )


def clicks(position: list[int], move: int) -> tuple[str, ...]:
    return rules.POINT_NAMES[move & 15], rules.POINT_NAMES[move >> 4]


def marks(before: list[int], move: int, after: list[int]) -> tuple[Mark, ...]:
    origin, target = clicks(before, move)
    return Mark(origin, "from"), Mark(target, "to")
