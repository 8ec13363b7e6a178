"""Texts and picture of Enclosure Chess on 5x5 and 7x7: `b3`; positions like `X1X1X/1X1X1/X3X/1X1X1/X1X1X 0 0`.

A position text is the rows (X black, o shared, # closed) and the captures of the first and the second player. Whose
move it is and how many shared pieces are left follow from the shared pieces on the board.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from kakomi.core.bits import ctz
from kakomi.core.errors import PositionError, UnreadableMove, listing, shorten
from kakomi.core.scene import Label, Line, Mark, Piece, Place, Scene, Stock, edge_labels, square
from kakomi.core.squares import (
    cell_name,
    column_name,
    diagram_rows,
    fen_rows,
    read_cell,
    read_diagram_rows,
    read_fen_rows,
    row_text,
    set_bits,
)
from kakomi.games.enclosure_chess.grid import rules

SIDES = ("First", "Second")
SYMBOLS = "Xo#"
LONGEST_TEXT = 100
FIXED_MOVES = True
NAMES = [cell_name(point % 8, point // 8) for point in range(64)]
NUMBER = re.compile(r"[0-9]{1,2}")
EXTRA = re.compile(
    r"captured ([0-9]{1,2}) and ([0-9]{1,2})(?:, ([0-9]{1,2}) (?:red |white )?left)?(?:, (First|Second) to move)?"
)


def sides(position: list[int]) -> tuple[str, str]:
    return SIDES


def _colour(size: int) -> str:
    """The colour of the shared pieces (1)."""
    return "red" if size == 5 else "white"


def _name(point: int) -> str:
    return NAMES[point]


def _points(board: int) -> list[int]:
    return list(set_bits(board))


def _closed(position: list[int]) -> int:
    """The closed intersections: those of captured pieces, with the option."""
    if position[rules.VACATED] == rules.OPEN:
        return 0
    return rules.black_start(position[rules.SIZE]) & ~position[rules.BLACK]


def _shared(position: list[int]) -> int:
    taken = position[rules.EMPTY] | position[rules.BLACK] | _closed(position)
    return rules.full_board(position[rules.SIZE]) & ~taken


# --- moves ------------------------------------------------------------------------------------------------------------


def move_text(position: list[int], move: int) -> str:
    return _name(move)


def read_move(position: list[int], text: str) -> int:
    size = position[rules.SIZE]
    found = read_cell(text, size, size)
    if found is None:
        corner = cell_name(size - 1, size - 1)
        raise UnreadableMove(f"{shorten(text)!r} is not a move; write an intersection from a1 to {corner}, like b3")
    return found[0] + 8 * found[1]


def shorthands(text: str) -> tuple[str, ...]:
    return ()


def why_not(position: list[int], move: int) -> tuple[str, str]:
    colour = _colour(position[rules.SIZE])
    if position[rules.BLACK] >> move & 1:
        taken = f"a black piece stands on {_name(move)}"
    elif _closed(position) >> move & 1:
        taken = f"{_name(move)} is closed since the piece there was captured (option vacated)"
    else:
        taken = f"a {colour} piece stands on {_name(move)} already"
    able = listing(_name(point) for point in _points(position[rules.EMPTY]))
    return "2", f"{taken}: a {colour} piece goes on an empty intersection (2); it can go on {able}"


def need(position: list[int]) -> str:
    left, colour = position[rules.LEFT], _colour(position[rules.SIZE])
    return f"This is the last {colour} piece." if left == 1 else f"{left} {colour} pieces are left."


# --- positions --------------------------------------------------------------------------------------------------------


def board(position: list[int]) -> dict[str, str]:
    layers = zip(SYMBOLS, (position[rules.BLACK], _shared(position), _closed(position)), strict=True)
    return {_name(point): symbol for symbol, layer in layers for point in _points(layer)}


def _rows(position: list[int]) -> list[str]:
    size = position[rules.SIZE]
    black, shared, closed = position[rules.BLACK], _shared(position), _closed(position)
    return [
        row_text((black >> row & 127, shared >> row & 127, closed >> row & 127), SYMBOLS, size)
        for row in range(8 * size - 8, -1, -8)
    ]


def _position(rows: list[str], captures: tuple[int, int], settings: list[int]) -> list[int]:
    """The position of rows and captures, if it can occur."""
    size, vacated = settings
    layers = dict.fromkeys(SYMBOLS + ".", 0)
    for number, row in zip(range(size - 1, -1, -1), rows, strict=True):
        for column, symbol in enumerate(row):
            layers[symbol] |= 1 << column + 8 * number
    black, shared, closed = (layers[symbol] for symbol in SYMBOLS)
    placed = shared.bit_count()
    if placed > rules.shared_pieces(size):
        raise PositionError(f"there are {placed} {_colour(size)} pieces; the most is {rules.shared_pieces(size)} (1)")
    _check_black(black, shared, closed, settings)
    gone = (rules.black_start(size) & ~black).bit_count()
    if sum(captures) != gone:
        raise PositionError(
            f"the players have captured {captures[0]} and {captures[1]}, but {gone} of the"
            f" {rules.black_start(size).bit_count()} black pieces (1) have left the board"
        )
    return [layers["."], black, rules.shared_pieces(size) - placed, *captures, size, vacated]


def _check_black(black: int, shared: int, closed: int, settings: list[int]) -> None:
    """Black pieces never move, and leave the board exactly when all their neighbours are shared pieces (3)."""
    size, vacated = settings
    started = rules.black_start(size)
    if closed and vacated == rules.OPEN:
        raise PositionError(f"{_name(ctz(closed))} is closed (#); that takes the option vacated=closed")
    if wrong := (black | closed) & ~started:
        raise PositionError(f"no black piece starts on {_name(ctz(wrong))} (1), so there is none and no # there")
    enclosed = started & ~rules.beside(rules.full_board(size) & ~shared)
    if wrong := black & enclosed:
        raise PositionError(f"the black piece on {_name(ctz(wrong))} is enclosed; it would have been captured (3)")
    if wrong := started & ~black & ~enclosed:
        raise PositionError(
            f"the black piece of {_name(ctz(wrong))} (1) is missing;"
            f" it is captured only when all its neighbours are {_colour(size)} (3)"
        )
    wrong = started & ~black & ~closed
    if wrong and vacated == rules.CLOSED:
        raise PositionError(f"{_name(ctz(wrong))} is where a piece was captured; with vacated=closed it is closed (#)")


def position_text(position: list[int]) -> str:
    first, second = position[rules.CAPTURES : rules.CAPTURES + 2]
    return f"{fen_rows(_rows(position))} {first} {second}"


def read_position(text: str, settings: list[int]) -> list[int]:
    words = text.split() if len(text) <= LONGEST_TEXT else []
    if len(words) != 3 or not all(NUMBER.fullmatch(word) for word in words[1:]):
        raise PositionError(
            f"a position is {settings[0]} rows and the captures of First and Second, like 'X1X1X/.../X1X1X 0 0',"
            f" not {shorten(text)!r}"
        )
    rows = read_fen_rows(words[0], settings[0], settings[0], SYMBOLS)
    return _position(rows, (int(words[1]), int(words[2])), settings)


def diagram(position: list[int]) -> str:
    first, second = position[rules.CAPTURES : rules.CAPTURES + 2]
    left = position[rules.LEFT]
    extra = f"captured {first} and {second}, {left} {_colour(position[rules.SIZE])} left"
    turn = f", {SIDES[rules.to_move(position)]} to move" if left else ""
    return f"{diagram_rows(_rows(position))}\n{extra}{turn}"


def read_diagram(text: str, settings: list[int]) -> list[int]:
    rows, rest = read_diagram_rows(text, settings[0], settings[0], SYMBOLS)
    extra = EXTRA.fullmatch(rest[0]) if len(rest) == 1 else None
    if rest and extra is None:
        raise PositionError(f"after the rows comes a line like 'captured 2 and 1', not {shorten(rest[0])!r}")
    gone = rules.black_start(settings[0]).bit_count() - sum(row.count("X") for row in rows)
    if extra is None and gone > 0:
        raise PositionError(
            f"black pieces are gone: say who captured them in a last line, like 'captured {gone} and 0'"
        )
    position = _position(rows, (int(extra[1]), int(extra[2])) if extra else (0, 0), settings)
    if extra and extra[3] and int(extra[3]) != position[rules.LEFT]:
        raise PositionError(f"by the pieces on the board {position[rules.LEFT]} are left, not {extra[3]}")
    if extra and extra[4] and extra[4] != SIDES[rules.to_move(position)]:
        raise PositionError(f"by the pieces on the board {SIDES[rules.to_move(position)]} is to move, not {extra[4]}")
    return position


# --- picture ----------------------------------------------------------------------------------------------------------


def scene(position: list[int]) -> Scene:
    size = position[rules.SIZE]
    colour = _colour(size)
    return Scene(
        game="enclosure_chess",
        rules=f"{size}x{size}",
        box=(0, 0, size, size),
        places=_places(size, _closed(position)),
        lines=_lines(size),
        pieces=tuple(
            [_piece(name, symbol, colour) for name, symbol in sorted(board(position).items()) if symbol != "#"]
        ),
        labels=_labels(size),
        stocks=(
            Stock("first", "captured", position[rules.CAPTURES], "stone", "black"),
            Stock("second", "captured", position[rules.CAPTURES + 1], "stone", "black"),
            Stock("shared", f"{colour} pieces left", position[rules.LEFT], "stone", colour),
        ),
    )


@cache
def _piece(name: str, symbol: str, colour: str) -> Piece:
    return Piece(name, "stone", "neutral", "black") if symbol == "X" else Piece(name, "stone", "shared", colour)


@lru_cache(maxsize=256)
def _places(size: int, closed: int) -> tuple[Place, ...]:
    return tuple(
        Place(_name(p), square(p % 8, p // 8, size)[0], tone="closed" if closed >> p & 1 else "line")
        for p in _points(rules.full_board(size))
    )


@cache
def _lines(size: int) -> tuple[Line, ...]:
    first, last = 0.5, size - 0.5
    along = [first + i for i in range(size)]
    return tuple(Line(((first, y), (last, y))) for y in along) + tuple(Line(((x, first), (x, last))) for x in along)


@cache
def _labels(size: int) -> tuple[Label, ...]:
    return edge_labels([column_name(column) for column in range(size)], size)


def clicks(position: list[int], move: int) -> tuple[str, ...]:
    return (_name(move),)


def marks(before: list[int], move: int, after: list[int]) -> tuple[Mark, ...]:
    captured = _points(before[rules.BLACK] & ~after[rules.BLACK])
    return Mark(_name(move), "to"), *(Mark(_name(point), "captured") for point in captured)
