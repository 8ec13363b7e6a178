"""The symmetries of the six-piece game: the round board's eight, quarter turns and reflections.

Of these, the identity and the reflection of left and right (number 4) keep the setup of clause 5; half a turn shows it
with the colours swapped.
"""

from __future__ import annotations

from kakomi.core.bits import ctz
from kakomi.core.protocol import Position
from kakomi.games.enclosure_chess.six.rules import MINE, POINT_NAMES, THEIRS

POINTS = len(POINT_NAMES)
NUMBER = 8
QUARTER_TURN = ("N1 E4 S3 W2", "N4 E3 S2 W1", "E1 S4 W3 N2", "N3 E2 S1 W4", "C1 C4 C3 C2")  # each point to the next
REFLECTION = ("N2 N4", "W1 E1", "W2 E4", "W3 E3", "S2 S4", "W4 E2", "C2 C4")


def _permutation(cycles: tuple[str, ...]) -> list[int]:
    """Where each point goes; a point in no cycle stays."""
    goes = list(range(POINTS))
    for cycle in cycles:
        points = [POINT_NAMES.index(name) for name in cycle.split()]
        for place, point in enumerate(points):
            goes[point] = points[(place + 1) % len(points)]
    return goes


def _images() -> tuple[int, ...]:
    """For each symmetry and each point, the point it becomes: number n is n % 4 quarter turns, from 4 on reflected."""
    turn, reflection = _permutation(QUARTER_TURN), _permutation(REFLECTION)
    table = []
    for symmetry in range(NUMBER):
        for point in range(POINTS):
            image = reflection[point] if symmetry >= 4 else point
            for _ in range(symmetry % 4):
                image = turn[image]
            table.append(image)
    return tuple(table)


IMAGES = _images()


def symmetries(position: Position) -> int:
    return NUMBER


def transform(position: Position, out: Position, symmetry: int) -> None:
    for i in range(len(position)):
        out[i] = position[i]
    for side in (MINE, THEIRS):
        pieces = position[side]
        image = 0
        while pieces:
            image |= 1 << IMAGES[symmetry * POINTS + ctz(pieces)]
            pieces &= pieces - 1
        out[side] = image


def transform_move(position: Position, move: int, symmetry: int) -> int:
    return IMAGES[symmetry * POINTS + (move & 31)] | IMAGES[symmetry * POINTS + (move >> 5)] << 5
