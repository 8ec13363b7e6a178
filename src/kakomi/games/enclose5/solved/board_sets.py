"""The sets of cells that blocking works with: walls, lines of five, and the symmetries of the square. Cells are bits."""

from __future__ import annotations

from kakomi.core.squares import set_bits
from kakomi.core.symmetry import square_image

ROW = 5  # marks in a line that give a further move (5)


def wall_sets(size: int) -> list[int]:
    """Clause 2.1: for every connected set of cells away from the edge, the cells that must be marked to enclose it."""
    inner = sum(1 << row * size + column for row in range(1, size - 1) for column in range(1, size - 1))
    beside = [_beside(cell, size) for cell in range(size * size)]
    sets = {1 << cell for cell in set_bits(inner)}
    waiting = list(sets)
    walls = []
    while waiting:
        cells = waiting.pop()
        wall = 0
        for cell in set_bits(cells):
            wall |= beside[cell]
        wall &= ~cells
        walls.append(wall)
        wider = {cells | 1 << cell for cell in set_bits(wall & inner)} - sets
        sets |= wider
        waiting += wider
    return walls


def smallest_walls(size: int) -> list[int]:
    """The walls that contain no other, the smallest first."""
    import numpy as np

    every = sorted(set(wall_sets(size)), key=lambda wall: (wall.bit_count(), wall))
    kept, number = np.zeros(len(every), np.int64), 0
    for wall in every:
        if not (kept[:number] & ~wall == 0).any():
            kept[number] = wall
            number += 1
    return [int(wall) for wall in kept[:number]]


def _beside(cell: int, size: int) -> int:
    """The four neighbours of a cell that is not at the edge."""
    return sum(1 << cell + step for step in (1, -1, size, -size) if 0 <= cell + step < size * size)


def line_sets(size: int) -> list[int]:
    """Clause 5: every set of five cells in a line."""
    return [
        sum(1 << (row + i * up) * size + column + i * right for i in range(ROW))
        for row in range(size)
        for column in range(size)
        for up, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        if 0 <= row + (ROW - 1) * up < size and 0 <= column + (ROW - 1) * right < size
    ]


def images(size: int) -> list[list[int]]:
    """Where each of the eight symmetries of the square takes each cell."""
    rows = [square_image(cell % size, cell // size, size - 1, k) for k in range(8) for cell in range(size * size)]
    cells = [row * size + column for column, row in rows]
    return [cells[k * size * size : (k + 1) * size * size] for k in range(8)]
