"""Enso's texts and picture: `c1xb2`, `d3-f1`; positions like `xxxooo/xxxooo/xx2oo/oo2xx/oooxxx/oooxxx x`."""

from __future__ import annotations

import re
from functools import cache

from kakomi.core.errors import IllegalMove, PositionError, UnreadableMove, listing, shorten
from kakomi.core.scene import Mark, Piece, Place, Scene, edge_labels, square
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
from kakomi.games.enso import rules

SIDES = ("Black", "White")
SYMBOLS = "xo"
MOVE = re.compile(r"([a-z]\d)([-x])([a-z]\d)")
NAMES = [cell_name(cell % 8, cell // 8) for cell in range(64)]


def sides(position: list[int]) -> tuple[str, str]:
    return SIDES


def _name(cell: int) -> str:
    return NAMES[cell]


def _cell(text: str) -> int | None:
    found = read_cell(text, 6, 6)
    return None if found is None else found[0] + 8 * found[1]


def _stones(position: list[int]) -> tuple[int, int]:
    """Black's and White's stones."""
    mine, theirs, turn = position
    return (mine, theirs) if turn == 0 else (theirs, mine)


# --- moves ------------------------------------------------------------------------------------------------------------


def move_text(position: list[int], move: int) -> str:
    origin, target = move & 63, move >> 6
    capture = position[rules.THEIRS] >> target & 1
    return f"{NAMES[origin]}{'x' if capture else '-'}{NAMES[target]}"


def read_move(position: list[int], text: str) -> int:
    found = MOVE.fullmatch(text)
    origin, target = (_cell(found[1]), _cell(found[3])) if found else (None, None)
    if found is None or origin is None or target is None:
        raise UnreadableMove(f"{shorten(text)!r} is not a move; write c1xb2 for a capture, d3-f1 for a move")
    move = origin | target << 6
    if not position[rules.MINE] >> origin & 1:
        return move  # why_not explains more
    enemy = position[rules.THEIRS] >> target & 1
    if found[2] == "-" and enemy:
        raise IllegalMove(
            f"an enemy stone stands on {found[3]}: a capture is written {move_text(position, move)} (3.1)", "3.1"
        )
    if found[2] == "x" and not enemy:
        raise IllegalMove(f"no enemy stone stands on {found[3]}, so {text} captures nothing (3.1)", "3.1")
    return move


def shorthands(text: str) -> tuple[str, ...]:
    return text[2:], text[3:]


def _targets(position: list[int], origin: int) -> list[str]:
    out = [0] * rules.max_moves([])
    count = rules.legal_moves(position, out)
    return sorted(_name(move >> 6) for move in out[:count] if move & 63 == origin)


def why_not(position: list[int], move: int) -> tuple[str, str]:
    origin = move & 63
    mine, theirs, turn = position
    name = _name(origin)
    if not mine >> origin & 1:
        owner = f"{SIDES[1 - turn]}'s" if theirs >> origin & 1 else "no"
        return "3", f"there is {owner} stone on {name}: {SIDES[turn]} must move a stone of their own (3)"
    contact = rules.beside(theirs) >> origin & 1
    if not contact and not rules.beside(mine) >> origin & 1:
        return "3.3", f"{name} is alone (2.3): it cannot move (3.3)"
    able = _targets(position, origin)
    if contact:
        can = f"it can take {listing(able)}" if able else "it has nothing to take"
        return "3.1", f"{name} is in contact (2.1): it must capture the first stone on a line (3.1); {can}"
    can = f"it can go to {listing(able)}" if able else "it has nowhere to go"
    goal = "along a line of empty cells, it goes beside an enemy or beside no stone at all (3.2)"
    return "3.2", f"{name} is among friends (2.2): {goal}; {can}"


def need(position: list[int]) -> str:
    return ""


# --- positions --------------------------------------------------------------------------------------------------------


def _rows(position: list[int]) -> list[str]:
    black, white = _stones(position)
    return [row_text((black >> 8 * r & 63, white >> 8 * r & 63), SYMBOLS, 6) for r in range(5, -1, -1)]


def _position(rows: list[str], turn: int) -> list[int]:
    stones = [0, 0]
    for r, row in zip(range(5, -1, -1), rows, strict=True):
        for c, symbol in enumerate(row):
            if symbol != ".":
                stones[SYMBOLS.index(symbol)] |= 1 << c + 8 * r
    for side, each in zip(SIDES, stones, strict=True):
        if each.bit_count() > 16:
            raise PositionError(f"{side} has {each.bit_count()} stones; the most is 16 (1)")
        if not each:
            raise PositionError(f"{side} has no stone; a stone that moves is never taken, so each side keeps one")
    return [stones[turn], stones[1 - turn], turn]


def position_text(position: list[int]) -> str:
    return f"{fen_rows(_rows(position))} {SYMBOLS[position[rules.TURN]]}"


def read_position(text: str, settings: list[int]) -> list[int]:
    words = text.split()
    if len(words) != 2 or words[1] not in SYMBOLS:
        raise PositionError(
            f"a position is six rows and x or o to move, like 'xxxooo/.../oooxxx x', not {shorten(text)!r}"
        )
    return _position(read_fen_rows(words[0], 6, 6, SYMBOLS), SYMBOLS.index(words[1]))


def diagram(position: list[int]) -> str:
    return f"{diagram_rows(_rows(position))}\n{SIDES[position[rules.TURN]]} to move"


def read_diagram(text: str, settings: list[int]) -> list[int]:
    rows, rest = read_diagram_rows(text, 6, 6, SYMBOLS)
    turns = {f"{side} to move": turn for turn, side in enumerate(SIDES)}
    if rest and rest not in [[each] for each in turns]:
        raise PositionError(f"after the rows comes 'Black to move' or 'White to move', not {shorten(rest[0])!r}")
    return _position(rows, turns[rest[0]] if rest else 0)


def board(position: list[int]) -> dict[str, str]:
    black, white = _stones(position)
    return {_name(cell): "x" if black >> cell & 1 else "o" for cell in set_bits(black | white)}


# --- picture ----------------------------------------------------------------------------------------------------------


PLACES = tuple(
    Place(cell_name(column, row), *square(column, row, 6), "dark" if rules.INNER >> column + 8 * row & 1 else "plain")
    for row in range(6)
    for column in range(6)
)
LABELS = edge_labels([column_name(column) for column in range(6)], 6)


def scene(position: list[int]) -> Scene:
    black, white = _stones(position)
    goal = rules.ensos(black | white)
    return Scene(
        game="enso",
        rules="standard",
        box=(0, 0, 6, 6),
        places=PLACES,
        pieces=tuple([_stone(cell, black >> cell & 1) for cell in set_bits(black | white)]),
        marks=tuple(Mark(_name(cell), "win") for cell in set_bits(goal & (black | white))),
        labels=LABELS,
    )


@cache
def _stone(cell: int, black: int) -> Piece:
    return Piece(_name(cell), "stone", "first" if black else "second")


def clicks(position: list[int], move: int) -> tuple[str, ...]:
    return NAMES[move & 63], NAMES[move >> 6]


def marks(before: list[int], move: int, after: list[int]) -> tuple[Mark, ...]:
    taken = before[rules.THEIRS] >> (move >> 6) & 1
    return Mark(_name(move & 63), "from"), Mark(_name(move >> 6), "captured" if taken else "to")
