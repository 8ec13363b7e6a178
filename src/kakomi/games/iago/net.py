"""Iago's net interface: the hexagon in a square of 9 x 9 cells, row r + 4 and column q + 4; a hex is placed on or claimed.

The rule sets and the options have the same interface: a smaller board lies in the middle, and the hexes around it are off
the board.
"""

from __future__ import annotations

from kakomi.core.protocol import Moves, Position
from kakomi.games.iago.rules import BOARDS, CLAIM, HEXES, MISSED, RED, SIDE, TURN, bit

SIZE = 9
STATES = 6  # off the board, empty, own disk face up, the other's, own captive, the other's
WAYS = 2  # plainly, on a claim (8)
EXTRAS = 0
PATTERNS = (
    ((0, 0), (0, 1), (0, 2)),
    ((0, 0), (1, 0), (2, 0)),
    ((0, 2), (1, 1), (2, 0)),
)  # disks are caught along lines

BITS = len(HEXES)
CELL = tuple((r + 4) * SIZE + q + 4 for _, q, r in sorted((bit(q, r), q, r) for q, r in HEXES))  # of each bit
OUTSIDE = tuple(cell for cell in range(SIZE * SIZE) if cell not in CELL)
BIT = tuple(CELL.index(cell) if cell in CELL else 0 for cell in range(SIZE * SIZE))  # of each cell on the board


def grid(settings: list[int]) -> tuple[int, int]:
    return SIZE, SIZE


def facts(settings: list[int]) -> tuple[int, ...]:
    """Whether the last turn was a miss, which may be claimed (8)."""
    return (2,)


def planes(position: Position, out: Moves) -> None:
    for i in range(len(OUTSIDE)):
        out[OUTSIDE[i]] = 0
    mine = position[position[TURN]]
    theirs = position[1 - position[TURN]]
    red = position[RED]
    board = BOARDS[position[SIDE]]
    for number in range(BITS):
        out[CELL[number]] = (board & 1) + (mine & 1) + 2 * (theirs & 1) + 2 * (red & 1)
        mine >>= 1
        theirs >>= 1
        red >>= 1
        board >>= 1
    out[SIZE * SIZE] = position[MISSED]


def index(position: Position, move: int) -> int:
    return CELL[move & 63] * WAYS + (move >= CLAIM)


def move_at(position: Position, index: int) -> int:
    return BIT[index // WAYS] + CLAIM * (index % WAYS)
