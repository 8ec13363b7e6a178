"""The 16 symmetries of the round board: eight rotations, and each of them after a reflection."""

from __future__ import annotations

from kakomi.core.bits import ctz
from kakomi.core.protocol import Position
from kakomi_mu_torere.rules import MIDDLE, MINE, THEIRS

KEWAI = 8


def point_image(point: int, symmetry: int) -> int:
    """Number n rotates by n % 8 points; from 8 on the board is first reflected, with a and e where they were."""
    if point == MIDDLE:
        return MIDDLE
    reflected = KEWAI - point if symmetry >= KEWAI else point
    return (reflected + symmetry) % KEWAI


def symmetries(position: Position) -> int:
    return 2 * KEWAI


def transform(position: Position, out: Position, symmetry: int) -> None:
    for i in range(len(position)):
        out[i] = position[i]
    for side in (MINE, THEIRS):
        pieces = position[side]
        image = 0
        while pieces:
            image |= 1 << point_image(ctz(pieces), symmetry)
            pieces &= pieces - 1
        out[side] = image


def transform_move(position: Position, move: int, symmetry: int) -> int:
    return point_image(move & 15, symmetry) | point_image(move >> 4, symmetry) << 4
