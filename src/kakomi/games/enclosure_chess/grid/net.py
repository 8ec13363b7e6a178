"""The net interface of Enclosure Chess on 5x5 and 7x7: the players share all pieces, and only the score has two sides."""

from __future__ import annotations

from kakomi.core.protocol import Moves, Position
from kakomi.games.enclosure_chess.grid.rules import BLACK, CAPTURES, EMPTY, LEFT, SIZE

STATES = 4  # off the board (no cell is), empty, a shared piece or closed, a black piece
WAYS = 1
EXTRAS = 0

MOST_BLACK, MOST_SHARED = 25, 24  # on 7x7


def grid(settings: list[int]) -> tuple[int, int]:
    return settings[0], settings[0]


def facts(settings: list[int]) -> tuple[int, ...]:
    """The shared pieces left, and by how many captures the player to move is ahead, which alone decides (4)."""
    return MOST_SHARED + 1, 2 * MOST_BLACK + 1


def planes(position: Position, out: Moves) -> None:
    size = position[SIZE]
    cell = 0
    for row in range(size):
        empty = position[EMPTY] >> 8 * row
        black = position[BLACK] >> 8 * row
        for _ in range(size):
            out[cell] = 2 - (empty & 1) + (black & 1)
            empty >>= 1
            black >>= 1
            cell += 1
    mover = position[LEFT] & 1
    out[cell] = position[LEFT]
    out[cell + 1] = MOST_BLACK + position[CAPTURES + mover] - position[CAPTURES + 1 - mover]


def index(position: Position, move: int) -> int:
    return (move >> 3) * position[SIZE] + (move & 7)


def move_at(position: Position, index: int) -> int:
    size = position[SIZE]
    return index // size << 3 | index % size
