"""TOOT's symmetries: the eight of the square grid or the twelve of the hexagonal one, about the square 0,0.

Clause 1 names squares, but no other clause does: tiles may also be shifted, and `normalize` puts the lower left corner of
the box round all tiles at 0,0.
"""

from __future__ import annotations

from kakomi.core.bits import ctz
from kakomi.core.protocol import Position
from kakomi.core.symmetry import hex_image, square_image
from kakomi.games.toot.planes import (
    ACTION,
    ACTIVE,
    BLUE,
    BOARD,
    BOTTOM,
    CELL_MASK,
    COLUMNS,
    DIRECTIONS,
    FIRST_CELL,
    GO,
    HEIGHT,
    JUMP,
    LEFT,
    LYING,
    PHASE,
    PIECE,
    PLACE,
    RE_ENTER,
    SACRIFICE,
    SECOND_CELL,
    STEP_X,
    STEP_Y,
    STRIPS,
    TILE,
    WORDS,
    put,
    word,
)


def symmetries(position: Position) -> int:
    return 12 if position[DIRECTIONS] == 6 else 8


def image(position: Position, x: int, y: int, symmetry: int) -> tuple[int, int]:
    """Where a symmetry takes the square x,y."""
    if position[DIRECTIONS] == 6:
        return hex_image(x, y, symmetry)
    return square_image(x, y, 0, symmetry)


def place_of(position: Position, cell: int) -> tuple[int, int]:
    """The x and y of a cell in the box round all tiles, or right beside it."""
    words = position[WORDS]
    column = (cell >> 6) % words * COLUMNS + (cell & 63)
    x = position[LEFT] - 1
    y = position[BOTTOM] - 1
    x += (column - x) % (words * COLUMNS)
    y += ((cell >> 6) // words - y) % (position[STRIPS] // words)
    return x, y


def cell_at(position: Position, x: int, y: int) -> int:
    """The cell of the torus where x,y lies."""
    words = position[WORDS]
    column = x % (words * COLUMNS)
    row = y % (position[STRIPS] // words)
    return (row * words + column // COLUMNS) << 6 | column % COLUMNS


def write(position: Position, out: Position, symmetry: int, right: int, up: int) -> None:
    """Write the image of the position, shifted, to `out`."""
    for i in range(BOARD):
        out[i] = position[i]
    for i in range(BOARD, len(position)):
        out[i] = 0
    empty = True
    left = bottom = top = 0
    for strip in range(position[STRIPS]):
        tiles = word(position, strip, TILE)
        while tiles:
            bit = ctz(tiles)
            tiles &= tiles - 1
            x, y = place_of(position, strip << 6 | bit)
            x, y = image(position, x, y, symmetry)
            x += right
            y += up
            left = x if empty else min(left, x)
            bottom = y if empty else min(bottom, y)
            top = y if empty else max(top, y)
            empty = False
            cell = cell_at(position, x, y)
            put(out, cell, TILE)
            for plane in (BLUE, PIECE, LYING):
                if word(position, strip, plane) >> bit & 1:
                    put(out, cell, plane)
    out[LEFT] = left
    out[BOTTOM] = bottom
    out[HEIGHT] = top - bottom + 1
    if position[PHASE] in (ACTION, JUMP):
        x, y = place_of(position, position[ACTIVE])
        x, y = image(position, x, y, symmetry)
        out[ACTIVE] = cell_at(position, x + right, y + up)


def transform(position: Position, out: Position, symmetry: int) -> None:
    write(position, out, symmetry, 0, 0)


def normalize(position: Position, out: Position) -> None:
    write(position, out, 0, -position[LEFT], -position[BOTTOM])


def cell_image(position: Position, cell: int, symmetry: int) -> int:
    x, y = place_of(position, cell)
    x, y = image(position, x, y, symmetry)
    return cell_at(position, x, y)


def direction_image(position: Position, direction: int, symmetry: int) -> int:
    x, y = image(position, STEP_X[direction], STEP_Y[direction], symmetry)
    number = 0
    while STEP_X[number] != x or STEP_Y[number] != y:
        number += 1
    return number


def transform_move(position: Position, move: int, symmetry: int) -> int:
    kind = move & 7
    if kind not in (PLACE, GO, RE_ENTER, SACRIFICE):
        return move
    made = kind | cell_image(position, move >> FIRST_CELL & CELL_MASK, symmetry) << FIRST_CELL
    if kind in (GO, RE_ENTER):
        made |= cell_image(position, move >> SECOND_CELL, symmetry) << SECOND_CELL
    if kind == GO:
        made |= direction_image(position, move >> 3 & 7, symmetry) << 3
    return made
