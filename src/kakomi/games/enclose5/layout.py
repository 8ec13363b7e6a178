"""Enclose5's position: a header, and six *planes* of rows, bottom row first, one integer per row.

The planes are the marks of Red and of Blue, the cells coloured red and blue, the cells that may be marked now, and
scratch for the walk of clause 2.1, zero between moves. Column c is bit c + MARGIN, and a plane has PAD spare rows at
both ends: nothing is ever set off the board, so the surroundings of a cell can be read near the edge too.
"""

from __future__ import annotations

from kakomi.core.bits import inline
from kakomi.core.protocol import Position

# The header: four option codes; TURN, the colour to move; OWNER, the player who owns Red; PHASE, of the opening; OWED,
# further moves; EMPTY, the empty cells; FREE, those not barred; POINTS, Red's, and after them Blue's.
SIZE, TARGET, OPENING, LINKS, TURN, OWNER, PHASE, OWED, EMPTY, FREE, POINTS = range(11)
HEADER = 12
SMALL = 4  # the fifth option code, which a position does not keep: its SIZE is that of the board
MARKS, COLOURED, OPEN, REACHED, PLANES = 0, 2, 4, 5, 6  # + RED or BLUE for the first two
PAD, MARGIN = 3, 4

RED, BLUE = 0, 1
NONE, PIE, SWAP2 = 0, 1, 2  # codes of the opening
# What comes next; MARK_1 to MARK_5 are the marks of swap2.
PLAY, PIE_MARK, PIE_ANSWER, MARK_1, MARK_2, MARK_3, ANSWER, MARK_4, MARK_5, REPLY, OVER = range(11)

# A window is the part of a plane round a cell: seven rows of nine columns in one integer, the cell in the middle.
WIDE = 9
ROW = (1 << WIDE) - 1
WINDOW = (1 << 7 * WIDE) - 1
MIDDLE = 3 * WIDE + 4
BESIDE = 1 << MIDDLE - 1 | 1 << MIDDLE + 1 | 1 << MIDDLE - WIDE | 1 << MIDDLE + WIDE  # its four neighbours
LEFT = WINDOW // ROW  # the first column
RIGHT = LEFT << WIDE - 1


@inline
def plane(position: Position, number: int) -> int:
    """The index of a plane's row 0 in the position."""
    return HEADER + PAD + number * (position[SIZE] + 2 * PAD)


@inline
def window(position: Position, number: int, row: int, column: int) -> int:
    """The part of a plane round a cell."""
    at = plane(position, number) + row - 3
    return (
        (position[at] >> column & ROW)
        | (position[at + 1] >> column & ROW) << WIDE
        | (position[at + 2] >> column & ROW) << 2 * WIDE
        | (position[at + 3] >> column & ROW) << 3 * WIDE
        | (position[at + 4] >> column & ROW) << 4 * WIDE
        | (position[at + 5] >> column & ROW) << 5 * WIDE
        | (position[at + 6] >> column & ROW) << 6 * WIDE
    )


def board_row(size: int) -> int:
    """A row with every cell of the board set."""
    return ((1 << size) - 1) << MARGIN


def empty(position: Position, row: int) -> int:
    """Clause 1: the cells of a row that hold no mark and no colour."""
    taken = position[plane(position, MARKS + RED) + row] | position[plane(position, MARKS + BLUE) + row]
    return board_row(position[SIZE]) & ~taken & ~coloured(position, row)


def coloured(position: Position, row: int) -> int:
    """The coloured cells of a row."""
    return position[plane(position, COLOURED + RED) + row] | position[plane(position, COLOURED + BLUE) + row]
