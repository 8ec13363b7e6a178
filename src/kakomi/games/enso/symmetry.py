"""Enso's symmetries: the eight of the square board.

The clauses speak only of lines, neighbours and the inner cells, so all eight keep the rules. Four of them (the
identity, half a turn and the reflections in the diagonals) keep the position of clause 1 as well; the other four show it
with the colours swapped, which no game from clause 1 reaches, but which is played by the same rules.
"""

from __future__ import annotations

from kakomi.core.bits import ctz
from kakomi.core.protocol import Position
from kakomi.core.symmetry import square_image
from kakomi.games.enso.rules import MINE, THEIRS, TURN

LAST = 5  # the last column and row


def symmetries(position: Position) -> int:
    return 8


def cell_image(cell: int, symmetry: int) -> int:
    column, row = square_image(cell & 7, cell >> 3, LAST, symmetry)
    return column + 8 * row


def transform(position: Position, out: Position, symmetry: int) -> None:
    for side in (MINE, THEIRS):
        stones = position[side]
        image = 0
        while stones:
            image |= 1 << cell_image(ctz(stones), symmetry)
            stones &= stones - 1
        out[side] = image
    out[TURN] = position[TURN]


def transform_move(position: Position, move: int, symmetry: int) -> int:
    return cell_image(move & 63, symmetry) | cell_image(move >> 6, symmetry) << 6
