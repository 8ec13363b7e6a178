"""Enso's net interface: 36 cells, and for each the eight lines along which a stone can come to it."""

from __future__ import annotations

from kakomi.core.bits import ctz
from kakomi.core.net import SQUARE
from kakomi.core.protocol import Moves, Position
from kakomi.games.enso.rules import BOARD, MINE, STEPS, THEIRS, move_to

SIZE = 6
CELLS = SIZE * SIZE
STATES = 4  # off the board (no cell is), empty, own stone, the other's
WAYS = len(STEPS)
EXTRAS = 0
PATTERNS = (
    *SQUARE,
    ((0, 0), (0, 1), (0, 2)),
    ((0, 0), (1, 0), (2, 0)),
    ((0, 0), (1, 1), (2, 2)),
    ((0, 2), (1, 1), (2, 0)),
)  # the lines of three make a net stronger at equal nodes, and a fifth slower

FARTHEST = 5 * max(STEPS)


def _lines() -> tuple[int, ...]:
    """The line along which a move goes, by target minus origin: no two lines have a difference in common."""
    table = [0] * (2 * FARTHEST + 1)
    for line, step in enumerate(STEPS):
        for far in range(1, SIZE):
            table[FARTHEST + far * step] = line
    return tuple(table)


LINES = _lines()


def grid(settings: list[int]) -> tuple[int, int]:
    return SIZE, SIZE


def facts(settings: list[int]) -> tuple[int, ...]:
    return ()


def planes(position: Position, out: Moves) -> None:
    for cell in range(CELLS):
        out[cell] = 1
    stones = position[MINE]
    while stones:
        bit = ctz(stones)
        out[bit - 2 * (bit >> 3)] = 2  # a row has eight bits, but six cells
        stones &= stones - 1
    stones = position[THEIRS]
    while stones:
        bit = ctz(stones)
        out[bit - 2 * (bit >> 3)] = 3
        stones &= stones - 1


def index(position: Position, move: int) -> int:
    target = move >> 6
    return (target - 2 * (target >> 3)) * WAYS + LINES[FARTHEST + target - (move & 63)]


def move_at(position: Position, index: int) -> int:
    cell = index // WAYS
    return move_to(cell + 2 * (cell // SIZE), STEPS[index % WAYS], BOARD & ~(position[MINE] | position[THEIRS]))
