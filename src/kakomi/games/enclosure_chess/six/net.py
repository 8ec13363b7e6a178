"""The net interface of the six-piece game: the round board in a square of 7 x 7 cells, which has the same symmetries."""

from __future__ import annotations

from kakomi.core.bits import nth_bit, popcount
from kakomi.core.protocol import Moves, Position
from kakomi.games.enclosure_chess.six.rules import MINE, NEIGHBOURS, POINT_NAMES, QUIET, QUIET_LIMIT, THEIRS

SIZE = 7
STATES = 4  # off the board, empty, own piece, the other's
WAYS = 4  # the lines by which a piece can come to a point, in the order of the points they come from
EXTRAS = 0

# fmt: off
BOARD = (
    "--", "--", "--", "N1", "--", "--", "--",
    "--", "--", "N2", "N3", "N4", "--", "--",
    "--", "W1", "--", "C1", "--", "E1", "--",
    "W2", "W4", "C2", "C5", "C4", "E2", "E4",
    "--", "W3", "--", "C3", "--", "E3", "--",
    "--", "--", "S2", "S1", "S4", "--", "--",
    "--", "--", "--", "S3", "--", "--", "--",
)
# fmt: on
POINTS = len(POINT_NAMES)
CELL = tuple(BOARD.index(name) for name in POINT_NAMES)  # of each point
POINT = tuple(POINT_NAMES.index(name) if name in POINT_NAMES else 0 for name in BOARD)  # of each cell on the board

MOST_QUIET, DIGIT, SOON = 400, 20, 15  # quiet moves left are written as two digits, and again capped at SOON


def grid(settings: list[int]) -> tuple[int, int]:
    return SIZE, SIZE


def facts(settings: list[int]) -> tuple[int, ...]:
    """Moves left before the draw (9)."""
    return MOST_QUIET // DIGIT + 1, DIGIT, SOON + 1


def planes(position: Position, out: Moves) -> None:
    for cell in range(SIZE * SIZE):
        out[cell] = 0
    for point in range(POINTS):
        out[CELL[point]] = 1 + (position[MINE] >> point & 1) + 2 * (position[THEIRS] >> point & 1)
    rest = max(position[QUIET_LIMIT] - position[QUIET], 0)
    out[SIZE * SIZE] = rest // DIGIT
    out[SIZE * SIZE + 1] = rest % DIGIT
    out[SIZE * SIZE + 2] = min(rest, SOON)


def index(position: Position, move: int) -> int:
    target = move >> 5
    return CELL[target] * WAYS + popcount(NEIGHBOURS[target] & (1 << (move & 31)) - 1)


def move_at(position: Position, index: int) -> int:
    target = POINT[index // WAYS]
    return nth_bit(NEIGHBOURS[target], index % WAYS) | target << 5
