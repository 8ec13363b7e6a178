"""The net interface: nine cells, the ring round the middle. Every move goes to the empty point: its origin names it."""

from __future__ import annotations

from kakomi.core.protocol import Moves, Position
from kakomi_mu_torere.rules import LIMIT, MADE, MINE, OPENING, THEIRS, empty_point

SIZE = 3
CELL = (1, 2, 5, 8, 7, 6, 3, 0, 4)  # of the points a to h and m
POINT = (7, 0, 1, 6, 8, 2, 5, 4, 3)  # of the cells
POINTS = len(CELL)
STATES = 4  # off the board, which no point is; empty, own piece, the other's
WAYS = 1
EXTRAS = 0
MOST_MOVES, DIGIT = 400, 20


def grid(settings: list[int]) -> tuple[int, int]:
    return SIZE, SIZE


def facts(settings: list[int]) -> tuple[int, ...]:
    """Moves made in the opening (2.4), and moves left before the draw (3.2), in two digits."""
    return OPENING + 1, MOST_MOVES // DIGIT + 1, DIGIT


def planes(position: Position, out: Moves) -> None:
    for point in range(POINTS):
        out[CELL[point]] = 1 + (position[MINE] >> point & 1) + 2 * (position[THEIRS] >> point & 1)
    left = position[LIMIT] - position[MADE]
    out[POINTS] = position[MADE] if position[MADE] < OPENING else OPENING
    out[POINTS + 1] = left // DIGIT
    out[POINTS + 2] = left % DIGIT


def index(position: Position, move: int) -> int:
    return CELL[move & 15]


def move_at(position: Position, index: int) -> int:
    return POINT[index] | empty_point(position) << 4
