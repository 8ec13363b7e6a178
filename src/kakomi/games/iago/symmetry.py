"""Iago's symmetries: the twelve of the hexagon. Outer hexes stay outer, inner ones inner, and the centre stays."""

from __future__ import annotations

from kakomi.core.bits import ctz
from kakomi.core.protocol import FIRST, SECOND, Position
from kakomi.core.symmetry import hex_image
from kakomi.games.iago.rules import CLAIM, HEXES, RED, bit

BITS = 61
NUMBER = 12


def _images() -> tuple[int, ...]:
    """For each symmetry and each bit, the bit it becomes."""
    table = [0] * (NUMBER * BITS)
    for symmetry in range(NUMBER):
        for q, r in HEXES:
            table[symmetry * BITS + bit(q, r)] = bit(*hex_image(q, r, symmetry))
    return tuple(table)


IMAGES = _images()


def symmetries(position: Position) -> int:
    return NUMBER


def transform(position: Position, out: Position, symmetry: int) -> None:
    for i in range(len(position)):
        out[i] = position[i]
    for plane in (FIRST, SECOND, RED):
        disks = position[plane]
        image = 0
        while disks:
            image |= 1 << IMAGES[symmetry * BITS + ctz(disks)]
            disks &= disks - 1
        out[plane] = image


def transform_move(position: Position, move: int, symmetry: int) -> int:
    return IMAGES[symmetry * BITS + (move & 63)] | (move & CLAIM)
