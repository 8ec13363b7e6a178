"""Enclose5's symmetries: the eight of the square board. The meaning of the opening answers does not change."""

from __future__ import annotations

from kakomi.core.bits import ctz
from kakomi.core.protocol import Position
from kakomi.core.symmetry import square_image
from kakomi.games.enclose5.layout import HEADER, MARGIN, REACHED, SIZE, plane
from kakomi.games.enclose5.rules import SWAP


def symmetries(position: Position) -> int:
    return 8


def transform(position: Position, out: Position, symmetry: int) -> None:
    for i in range(HEADER):
        out[i] = position[i]
    for i in range(HEADER, len(position)):
        out[i] = 0
    last = position[SIZE] - 1
    for number in range(REACHED):  # after these comes the scratch, which is zero
        first = plane(position, number)
        for row in range(last + 1):
            cells = position[first + row]
            while cells:
                x, y = square_image(ctz(cells) - MARGIN, row, last, symmetry)
                out[first + y] |= 1 << x + MARGIN
                cells &= cells - 1


def transform_move(position: Position, move: int, symmetry: int) -> int:
    if move >= SWAP:
        return move
    x, y = square_image(move & 63, move >> 6, position[SIZE] - 1, symmetry)
    return y << 6 | x
