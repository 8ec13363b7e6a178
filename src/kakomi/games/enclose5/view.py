"""Enclose5's moves and picture: `k11`, and in the openings `swap`, `red`, `blue`, `more`; positions are in `texts`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from kakomi.core.errors import UnreadableMove, listing, shorten
from kakomi.core.scene import XY, Label, Line, Mark, Piece, Place, Scene, Stock, edge_labels, square
from kakomi.core.squares import cell_name, column_name, read_cell
from kakomi.games.enclose5 import layout as at
from kakomi.games.enclose5 import rules
from kakomi.games.enclose5.texts import (
    COLOURS,
    barred_cells,
    board,
    cells_of,
    diagram,
    position_text,
    read_diagram,
    read_position,
    taken,
)

__all__ = [
    "board",
    "clicks",
    "diagram",
    "marks",
    "move_text",
    "need",
    "position_text",
    "read_diagram",
    "read_move",
    "read_position",
    "scene",
    "shorthands",
    "sides",
    "why_not",
]

WORDS = {"swap": rules.SWAP, "red": rules.TAKE_RED, "blue": rules.TAKE_BLUE, "more": rules.MORE}
WORD_OF = {move: word for word, move in WORDS.items()}
NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
# The marks of swap2: which of how many, by whom, in which colour.
OPENING_MARKS = {
    at.MARK_1: "The first player puts the first of three marks, a red one",
    at.MARK_2: "The first player puts the second of three marks, a blue one",
    at.MARK_3: "The first player puts the third of three marks, a red one",
    at.MARK_4: "The second player puts the first of two more marks, a blue one",
    at.MARK_5: "The second player puts the second of two more marks, a red one",
}
NEAR = 8  # how many alternatives a refusal names
FIXED_MOVES = True


def sides(position: list[int]) -> tuple[str, str]:
    return COLOURS if position[at.OWNER] == 0 else (COLOURS[1], COLOURS[0])


# --- moves ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _name(move: int) -> str:
    return cell_name(move & 63, move >> 6)


def move_text(position: list[int], move: int) -> str:
    return WORD_OF.get(move) or _name(move)


def read_move(position: list[int], text: str) -> int:
    if text in WORDS:
        return WORDS[text]
    size = position[at.SIZE]
    found = read_cell(text, size, size)
    if found is None:
        also = {at.PIE: ", or swap", at.SWAP2: ", or red, blue or more"}.get(position[at.OPENING], "")
        raise UnreadableMove(
            f"{shorten(text)!r} is not a move; write a cell from a1 to {cell_name(size - 1, size - 1)}{also}"
        )
    return found[1] << 6 | found[0]


def shorthands(text: str) -> tuple[str, ...]:
    return ()


def why_not(position: list[int], move: int) -> tuple[str, str]:
    phase = position[at.PHASE]
    if move in WORD_OF:
        return _why_no_answer(position, WORD_OF[move])
    if phase == at.ANSWER:
        return "swap2", "three marks are on the board: the second player now answers red, blue or more (swap2)"
    if phase == at.REPLY:
        return "swap2", "five marks are on the board: the first player now answers red or blue (swap2)"
    name = _name(move)
    near = f"cells that may be marked are {listing(_nearest(position, move))}"
    symbol = board(position).get(name, ".")
    if symbol in "rb":
        return "1", f"{name} holds a {_colour(symbol)} mark, and a mark goes in an empty cell (1); {near}"
    if symbol in "RB":
        return "3", f"{name} is coloured {_colour(symbol)} and can never be marked (3); {near}"
    return "5.2", f"{name} is barred for this turn: it would lengthen an alignment made in it (5.2); {near}"


def _why_no_answer(position: list[int], word: str) -> tuple[str, str]:
    """Why `swap`, `red`, `blue` or `more` is not a move now."""
    phase = position[at.PHASE]
    if phase in (at.ANSWER, at.REPLY):
        can = "red, blue or more" if phase == at.ANSWER else "red or blue"
        return "swap2", f"{word} is not an answer here: the answer is {can} (swap2)"
    clause, opening = ("pie", at.PIE) if word == "swap" else ("swap2", at.SWAP2)
    mark = "put a mark in an empty cell (1)"
    if position[at.OPENING] != opening:
        return clause, f"{word} belongs to the option opening={clause}, which is not in force: {mark}"
    if phase == at.PIE_MARK:
        return clause, f"there is nothing to swap before the first mark (pie): {mark}"
    if phase in OPENING_MARKS:
        return clause, f"{word} is an answer to the opening's marks, which are not all on the board (swap2): {mark}"
    return clause, f"the colours are settled, and {word} is no longer a move ({clause}): {mark}"


def _colour(symbol: str) -> str:
    return "red" if symbol in "rR" else "blue"


def _nearest(position: list[int], move: int) -> list[str]:
    """Some of the legal cells nearest to a cell."""
    out = [0] * (position[at.SIZE] ** 2 + 1)
    count = rules.legal_moves(position, out)
    cells = [each for each in out[:count] if each not in WORD_OF]
    row, column = move >> 6, move & 63
    cells.sort(key=lambda cell: max(abs((cell >> 6) - row), abs((cell & 63) - column)))
    return [_name(cell) for cell in cells[:NEAR]]


def need(position: list[int]) -> str:
    phase = position[at.PHASE]
    if phase in OPENING_MARKS:
        return f"{OPENING_MARKS[phase]} (swap2)."
    if phase == at.ANSWER:
        return "The second player chooses red or blue, or more marks (swap2)."
    if phase == at.REPLY:
        return "The first player chooses red or blue (swap2)."
    if phase == at.PIE_MARK:
        return "The second player may answer this mark by a swap of colours (pie)."
    if phase == at.PIE_ANSWER:
        return "The second player may swap colours instead of marking a cell (pie)."
    owed = position[at.OWED]
    if not owed:
        return ""
    number = NUMBERS[owed] if owed < len(NUMBERS) else str(owed)
    sentence = f"{number} further {'mark is' if owed == 1 else 'marks are'} owed (5.1)."
    barred = barred_cells(position)
    if barred:
        sentence += f" {listing(barred)} {'is' if len(barred) == 1 else 'are'} barred (5.2)."
    return sentence


def seat_label(position: list[int], settings: list[int], seat: int) -> str:
    points, target = rules.score(position, seat), position[at.TARGET]
    if target > 0:
        return f"{points} / {target}"  # 4
    return f"{points} {'point' if points == 1 else 'points'}"


# --- picture ----------------------------------------------------------------------------------------------------------


def scene(position: list[int]) -> Scene:
    size = position[at.SIZE]
    pieces = [_piece(name, symbol) for name, symbol in board(position).items()]
    return Scene(
        game="enclose5",
        rules="standard",
        box=(0, 0, size, size),
        places=_places(size),
        lines=(Line(((0.0, 0.0), (0.0, float(size))), "margin"), *_outlines(position)),
        pieces=tuple(pieces),
        marks=tuple(Mark(name, "barred") for name in barred_cells(position)),
        labels=_labels(size),
        stocks=(
            Stock("first", "points", position[at.POINTS], "hatch"),
            Stock("second", "points", position[at.POINTS + 1], "hatch"),
        ),
    )


@lru_cache(maxsize=8192)
def _piece(name: str, symbol: str) -> Piece:
    glyph = {"r": "dot", "b": "ring"}.get(symbol, "hatch")
    return Piece(name, glyph, "first" if _colour(symbol) == "red" else "second")


@lru_cache(maxsize=8)
def _places(size: int) -> tuple[Place, ...]:
    """The cells, which are the same in every position."""
    return tuple(Place(cell_name(c, r), *square(c, r, size)) for r in range(size) for c in range(size))


@lru_cache(maxsize=8)
def _labels(size: int) -> tuple[Label, ...]:
    return edge_labels([column_name(column) for column in range(size)], size)


def _outlines(position: list[int]) -> Iterator[Line]:
    """Pen lines from mark to mark round the coloured cells, as far as the marks are still there."""
    size = position[at.SIZE]
    if not position[at.POINTS] and not position[at.POINTS + 1]:
        return  # points are counted for coloured cells
    on = taken(position)
    for mark, pen in (("r", "pen-first"), ("b", "pen-second")):
        strokes = set()
        for column, row in sorted(cell for cell, symbol in on.items() if symbol == mark.upper()):
            for x, y in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                across, along, corner = (column + x, row), (column, row + y), (column + x, row + y)
                marked = [cell for cell in (across, along) if on.get(cell) == mark]
                if len(marked) == 2:
                    strokes.add((min(marked), max(marked)))
                elif marked and on.get(corner) == mark:
                    strokes.add((min(marked[0], corner), max(marked[0], corner)))
        yield from (Line(tuple(_centre(cell, size) for cell in stroke), pen) for stroke in sorted(strokes))


def _centre(cell: tuple[int, int], size: int) -> XY:
    return square(cell[0], cell[1], size)[0]


def clicks(position: list[int], move: int) -> tuple[str, ...]:
    return _path(move)


@lru_cache(maxsize=4096)
def _path(move: int) -> tuple[str, ...]:
    return (f"button:{WORD_OF[move]}" if move in WORD_OF else _name(move),)


def marks(before: list[int], move: int, after: list[int]) -> tuple[Mark, ...]:
    if move in WORD_OF:
        return ()
    changed: list[str] = []
    for colour in (at.RED, at.BLUE):  # only the planes: the lab calls this at every ply
        first = at.plane(after, at.COLOURED + colour)
        for row in range(after[at.SIZE]):
            fresh = after[first + row] & ~before[first + row]
            if fresh:
                changed += cells_of(fresh, row)
    return Mark(_name(move), "to"), *(Mark(name, "changed") for name in changed)
