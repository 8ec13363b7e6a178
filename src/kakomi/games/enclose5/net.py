"""Enclose5's net interface: the board of any size, one policy entry for each cell and four for the answers of the openings.

Own marks are those of the colour that moves next, in the openings too: there each phase has its colour and its player, so
the phase tells the rest. The facts have the same range on every board, so that one net can serve all sizes.
"""

from __future__ import annotations

from kakomi.core.bits import ctz, inline
from kakomi.core.protocol import Moves, Position
from kakomi.games.enclose5.layout import (
    COLOURED,
    EMPTY,
    FREE,
    MARGIN,
    MARKS,
    OPEN,
    OVER,
    OWED,
    PHASE,
    POINTS,
    SIZE,
    TARGET,
    TURN,
    empty,
    plane,
)
from kakomi.games.enclose5.rules import SWAP, board_size

# Off the board (no cell is), empty, own mark, the other's, own colour, the other's, and an empty cell that is barred.
STATES = 7
WAYS = 1
EXTRAS = 4  # swap, red, blue, more
KIND = "conv"

LARGEST = 40  # cells per side
MOST_NEEDED = 32  # points needed: this many or more
MOST_AHEAD = 20  # points ahead: this many or more
FACTS = (OVER + 1, LARGEST, LARGEST + 1, MOST_NEEDED + 2, MOST_NEEDED + 2, 2 * MOST_AHEAD + 1)


def grid(settings: list[int]) -> tuple[int, int]:
    return board_size(settings), board_size(settings)


def facts(settings: list[int]) -> tuple[int, ...]:
    """The phase; moves owed, in two digits; points that I and the other need, points ahead, which cells show too."""
    return FACTS


def planes(position: Position, out: Moves) -> None:
    size = position[SIZE]
    turn = position[TURN]
    marks = plane(position, MARKS + turn)
    enemy_marks = plane(position, MARKS + 1 - turn)
    colour = plane(position, COLOURED + turn)
    enemy_colour = plane(position, COLOURED + 1 - turn)
    free = plane(position, OPEN)
    cell = size * size
    for i in range(cell):
        out[i] = 1
    for row in range(size):
        first = row * size - MARGIN
        write(position[marks + row], first, 2, out)
        write(position[enemy_marks + row], first, 3, out)
        write(position[colour + row], first, 4, out)
        write(position[enemy_colour + row], first, 5, out)
    if position[FREE] != position[EMPTY]:
        for row in range(size):
            write(empty(position, row) & ~position[free + row], row * size - MARGIN, 6, out)  # 5.2
    # 5.1: with as many moves owed as there are cells to mark, the turn lasts to the last of them, however many more.
    owed = min(position[OWED], position[FREE])
    out[cell] = position[PHASE]
    out[cell + 1] = owed % LARGEST
    out[cell + 2] = owed // LARGEST
    out[cell + 3] = needed(position, turn)
    out[cell + 4] = needed(position, 1 - turn)
    ahead = position[POINTS + turn] - position[POINTS + 1 - turn]
    out[cell + 5] = MOST_AHEAD + max(-MOST_AHEAD, min(ahead, MOST_AHEAD))


@inline
def write(cells: int, first: int, state: int, out: Moves) -> None:
    """Give the cells of a row this state; `first` is where bit 0 would be."""
    while cells:
        out[first + ctz(cells)] = state
        cells &= cells - 1


@inline
def needed(position: Position, colour: int) -> int:
    """Clause 4: the points a colour still needs, up to a maximum; one more than that if no number of points wins."""
    if position[TARGET] < 1:
        return MOST_NEEDED + 1
    return max(0, min(position[TARGET] - position[POINTS + colour], MOST_NEEDED))


def index(position: Position, move: int) -> int:
    size = position[SIZE]
    if move >= SWAP:
        return size * size + move - SWAP
    return (move >> 6) * size + (move & 63)


def move_at(position: Position, index: int) -> int:
    size = position[SIZE]
    if index >= size * size:
        return SWAP + index - size * size
    return index // size << 6 | index % size
