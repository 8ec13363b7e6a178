"""TOOT's table as bit planes: where things lie in a position, and the geometry the rules need.

The grid has no edge, but a game puts down a limited number of tiles: two at the start, those in hand, and one for
every re-entry, of which there is at most one for each piece (it comes back lying, and a lying piece captured is
gone). Each is put beside another, so all squares ever used fit into 2 * tiles + 2 * pieces + 2 rows and as many
columns. On a torus with two more of each, for the empty squares around, nothing ever meets itself from behind:
it serves as an endless grid.
A row of the torus is one or two words of 62 bits, called strips, and a cell is strip * 64 + bit. A strip keeps four
words one after the other: the tiles, the blue ones, the pieces, the lying ones. A piece is on a tile of its own
colour, so the colours of pieces need not be kept.

Column and row of a cell are its x and y modulo the size of the torus; LEFT and BOTTOM, the least x and y of any tile,
are not reduced, and so tell which x and y are meant.
"""

from __future__ import annotations

from kakomi.core.bits import ctz, inline, nth_bit, popcount
from kakomi.core.protocol import Moves, Position

TURN, PHASE = 0, 1
ACTIVE = 2  # the tile just placed (phase ACTION), the piece that may jump again (phase JUMP), else 0
TILES = 3  # in hand; from here to SACRIFICED each has a place for Blue and one for Red
HAND = 5  # pieces in hand
ASIDE = 7  # captured standing pieces
KEPT = 9  # all pieces that are not gone for good
SACRIFICED = 11  # 1 once 4.4 is used up
QUIET = 13  # turns in a row without progress (7.2)
PASSES = 14  # passes in a row (7.2)
LEFT, BOTTOM, HEIGHT = 15, 16, 17  # the box round all tiles
WORDS = 18  # words in a row of the torus: 1 or 2
STRIPS = 19  # rows of the torus times WORDS
DIRECTIONS = 20  # 4 on the square grid, 6 on the hex grid
OPTIONS = 21  # the six option codes: tiles, pieces, grid, then
LIMIT, TIEBREAK, COUNT = 24, 25, 26  # quiet, tiebreak and count
BOARD = 27  # the strips begin here

TILE, BLUE, PIECE, LYING, PLANES = 0, 1, 2, 3, 4  # the words of a strip, and how many there are

START, ACTION, JUMP, REENTRY = 0, 1, 2, 3  # phases
PLACE, ENTER, GO, STOP, RE_ENTER, SACRIFICE, PASS = 0, 1, 2, 3, 4, 5, 6  # kinds of moves

COLUMNS = 62
FULL = (1 << COLUMNS) - 1
NO_CELL = -1
CELL_BITS = 14
CELL_MASK = (1 << CELL_BITS) - 1
FIRST_CELL, SECOND_CELL = 6, 6 + CELL_BITS  # where the cells of a move begin

STEP_X = (1, -1, 0, 0, 1, -1)
STEP_Y = (0, 0, 1, -1, -1, 1)


@inline
def word(position: Position, strip: int, plane: int) -> int:
    return position[BOARD + strip * PLANES + plane]


@inline
def own(position: Position, strip: int, player: int) -> int:
    """The tiles of a player's colour: the blue ones, or all but the blue ones."""
    return word(position, strip, BLUE) ^ (word(position, strip, TILE) & -player)


@inline
def free(position: Position, strip: int, player: int) -> int:
    """The tiles of a player's colour that hold no piece."""
    return own(position, strip, player) & ~word(position, strip, PIECE)


@inline
def put(position: Position, cell: int, plane: int) -> None:
    position[BOARD + (cell >> 6) * PLANES + plane] |= 1 << (cell & 63)


@inline
def clear(position: Position, cell: int, plane: int) -> None:
    position[BOARD + (cell >> 6) * PLANES + plane] &= ~(1 << (cell & 63))


@inline
def row_start(position: Position, y: int) -> int:
    """The first strip of a row."""
    return y * position[WORDS] % position[STRIPS]


@inline
def following(position: Position, strip: int) -> int:
    """The strip after this one, the first after the last."""
    return strip + 1 if strip + 1 < position[STRIPS] else 0


@inline
def north(position: Position, strip: int) -> int:
    strip += position[WORDS]
    return strip if strip < position[STRIPS] else strip - position[STRIPS]


@inline
def south(position: Position, strip: int) -> int:
    strip -= position[WORDS]
    return strip if strip >= 0 else strip + position[STRIPS]


@inline
def beside(position: Position, cell: int, direction: int) -> int:
    """The next cell in a direction."""
    words = position[WORDS]
    strip = (cell >> 6) + STEP_Y[direction] * words
    bit = (cell & 63) + STEP_X[direction]
    if strip < 0:
        strip += position[STRIPS]
    elif strip >= position[STRIPS]:
        strip -= position[STRIPS]
    if bit < 0:
        bit = COLUMNS - 1
        strip ^= words - 1  # the other word of the row, or the same if it has only one
    elif bit == COLUMNS:
        bit = 0
        strip ^= words - 1
    return strip << 6 | bit


# --- tiles and empty squares, a strip at a time -----------------------------------------------------------------------


@inline
def tiles(position: Position, strip: int, hole: int) -> int:
    """The tiles of a strip; the one on the cell `hole` counts as lifted."""
    here = word(position, strip, TILE)
    if strip == hole >> 6:
        here &= ~(1 << (hole & 63))
    return here


@inline
def from_left(position: Position, strip: int, hole: int) -> int:
    """The strip's tiles moved one to the right, so that each lies on its right-hand neighbour."""
    other = strip ^ (position[WORDS] - 1)
    return (tiles(position, strip, hole) << 1 & FULL) | tiles(position, other, hole) >> (COLUMNS - 1)


@inline
def from_right(position: Position, strip: int, hole: int) -> int:
    """The strip's tiles moved one to the left."""
    other = strip ^ (position[WORDS] - 1)
    return tiles(position, strip, hole) >> 1 | (tiles(position, other, hole) & 1) << (COLUMNS - 1)


@inline
def spaces(position: Position, strip: int, hole: int) -> int:
    """Clause 2: the empty squares of a strip that are adjacent to a tile."""
    up = north(position, strip)
    down = south(position, strip)
    near = from_left(position, strip, hole) | from_right(position, strip, hole)
    near |= tiles(position, up, hole) | tiles(position, down, hole)
    if position[DIRECTIONS] == 6:
        near |= from_left(position, up, hole) | from_right(position, down, hole)
    return near & ~tiles(position, strip, hole)


@inline
def crowded(position: Position, strip: int) -> int:
    """Clause 4.3: the squares of a strip with four or more adjacent tiles, counted by adding bits."""
    up = north(position, strip)
    down = south(position, strip)
    a = from_left(position, strip, NO_CELL)
    b = from_right(position, strip, NO_CELL)
    c = word(position, up, TILE)
    d = word(position, down, TILE)
    one = a ^ b ^ c
    two = (a & b) | (a & c) | (b & c)
    if position[DIRECTIONS] == 4:
        return one & two & d
    a = from_left(position, up, NO_CELL)
    b = from_right(position, down, NO_CELL)
    more = a ^ b ^ d
    two_more = (a & b) | (a & d) | (b & d)
    return (two & two_more) | ((two | two_more) & one & more)


def count_spaces(position: Position, hole: int) -> int:
    """How many squares a tile can be placed on (2)."""
    count = 0
    strip = row_start(position, position[BOTTOM] - 1)
    for _ in range((position[HEIGHT] + 2) * position[WORDS]):
        count += popcount(spaces(position, strip, hole))
        strip = following(position, strip)
    return count


def more_spaces(position: Position, hole: int) -> int:
    """How many more squares (below zero: fewer) there are with the tile on `hole` lifted; only those near it differ."""
    more = 0
    words = position[WORDS]
    row = (hole >> 6) & ~(words - 1)
    strip = south(position, row)
    for _ in range(3 * words):
        more += popcount(spaces(position, strip, hole)) - popcount(spaces(position, strip, NO_CELL))
        strip = following(position, strip)
    return more


def nth_space(position: Position, hole: int, number: int) -> int:
    """Square `number` of those that list_spaces would write."""
    strip = row_start(position, position[BOTTOM] - 1)
    squares = spaces(position, strip, hole)
    count = popcount(squares)
    while number >= count:
        number -= count
        strip = following(position, strip)
        squares = spaces(position, strip, hole)
        count = popcount(squares)
    return strip << 6 | nth_bit(squares, number)


def list_spaces(position: Position, hole: int, base: int, shift: int, out: Moves, count: int) -> int:
    """Write base | square << shift for every square a tile can be placed on (2), row by row from below."""
    strip = row_start(position, position[BOTTOM] - 1)
    for _ in range((position[HEIGHT] + 2) * position[WORDS]):
        squares = spaces(position, strip, hole)
        while squares:
            out[count] = base | (strip << 6 | ctz(squares)) << shift
            count += 1
            squares &= squares - 1
        strip = following(position, strip)
    return count


# --- the box round all tiles ------------------------------------------------------------------------------------------


def grow(position: Position, cell: int) -> None:
    """Extend the box to a cell right beside it."""
    words = position[WORDS]
    column = (cell >> 6 & (words - 1)) * COLUMNS + (cell & 63)
    if column == (position[LEFT] - 1) % (words * COLUMNS):
        position[LEFT] -= 1
    row = (cell >> 6) & ~(words - 1)
    if row == row_start(position, position[BOTTOM] - 1):
        position[BOTTOM] -= 1
        position[HEIGHT] += 1
    elif row == row_start(position, position[BOTTOM] + position[HEIGHT]):
        position[HEIGHT] += 1


def row_empty(position: Position, y: int) -> bool:
    strip = row_start(position, y)
    other = strip ^ (position[WORDS] - 1)
    return word(position, strip, TILE) == 0 and word(position, other, TILE) == 0


def column_empty(position: Position, x: int) -> bool:
    words = position[WORDS]
    column = x % (words * COLUMNS)
    strip = row_start(position, position[BOTTOM]) + column // COLUMNS
    for _ in range(position[HEIGHT]):
        if word(position, strip, TILE) >> (column % COLUMNS) & 1:
            return False
        strip = north(position, strip)
    return True


def trim(position: Position) -> None:
    """Make the box fit again after a tile was lifted."""
    while row_empty(position, position[BOTTOM]):
        position[BOTTOM] += 1
        position[HEIGHT] -= 1
    while row_empty(position, position[BOTTOM] + position[HEIGHT] - 1):
        position[HEIGHT] -= 1
    while column_empty(position, position[LEFT]):
        position[LEFT] += 1
