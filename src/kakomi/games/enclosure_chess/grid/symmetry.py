"""The symmetries of Enclosure Chess on 5x5 and 7x7: the eight of the square, which all keep the setup of clause 1."""

from __future__ import annotations

from kakomi.core.bits import ctz
from kakomi.core.protocol import Position
from kakomi.core.symmetry import square_image
from kakomi.games.enclosure_chess.grid.rules import BLACK, EMPTY, SIZE


def symmetries(position: Position) -> int:
    return 8


def point_image(position: Position, point: int, symmetry: int) -> int:
    column, row = square_image(point & 7, point >> 3, position[SIZE] - 1, symmetry)
    return column + 8 * row


def transform(position: Position, out: Position, symmetry: int) -> None:
    for i in range(len(position)):
        out[i] = position[i]
    for plane in (EMPTY, BLACK):
        points = position[plane]
        image = 0
        while points:
            image |= 1 << point_image(position, ctz(points), symmetry)
            points &= points - 1
        out[plane] = image


def transform_move(position: Position, move: int, symmetry: int) -> int:
    return point_image(position, move, symmetry)
