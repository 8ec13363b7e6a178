"""TOOT's net interface: the box round all tiles and the squares beside it, with its lower left corner in the grid's.

The grid is as large as the torus, so that every box fits. Where in the endless plane the tiles lie makes no difference.
A re-entry has two policy entries: the square that the tile is put on, and the tile that is lifted.
The facts have the same range whatever the options are.
"""

from __future__ import annotations

from kakomi.core.bits import ctz, inline, popcount
from kakomi.core.protocol import Moves, Position
from kakomi.games.toot.moves import stopping
from kakomi.games.toot.planes import (
    ACTION,
    ACTIVE,
    ASIDE,
    BOTTOM,
    CELL_MASK,
    COLUMNS,
    ENTER,
    FIRST_CELL,
    GO,
    HAND,
    HEIGHT,
    JUMP,
    KEPT,
    LEFT,
    LIMIT,
    LYING,
    NO_CELL,
    PASS,
    PASSES,
    PHASE,
    PIECE,
    PLACE,
    QUIET,
    RE_ENTER,
    SACRIFICE,
    SACRIFICED,
    SECOND_CELL,
    STOP,
    STRIPS,
    TILES,
    TURN,
    WORDS,
    beside,
    north,
    own,
    row_start,
    spaces,
    word,
)
from kakomi.games.toot.rules import torus

# Any other empty square; an empty one beside a tile; an own tile, with a standing piece, with a lying one; the other's
# likewise; and the own tile or piece that has to continue (ACTIVE), in the same three states.
STATES = 11
EMPTY, OWN, OTHER, GOING_ON = 1, 2, 5, 8
# A tile placed; a piece moved in one of six directions; a piece sacrificed; a tile put, and one lifted, to re-enter.
WAYS = 10
SACRIFICED_HERE, PUT, LIFTED = 7, 8, 9
EXTRAS = 3  # enter, stop, pass
KIND = "conv"
PLAIN = 8  # the ways of moves other than re-entries

MOST_TILES, MOST_PIECES = 40, 12
DIGIT = 25  # quiet turns left are written as two digits, and again capped at SOON
SOON = 15
FACTS = (
    4,  # phase
    *(MOST_TILES + 1, MOST_TILES + 1),  # tiles in hand, own and the other's
    *(MOST_PIECES + 1, MOST_PIECES + 1),  # pieces in hand
    *(MOST_PIECES + 1, MOST_PIECES + 1),  # pieces set aside
    *(MOST_PIECES + 1, MOST_PIECES + 1),  # pieces left in all
    *(2, 2),  # the sacrifice is used up
    *(500 // DIGIT + 1, DIGIT, SOON + 1),  # quiet turns until the end (7.2)
    3,  # passes
)


def grid(settings: list[int]) -> tuple[int, int]:
    return torus(settings)[0], torus(settings)[0]


def facts(settings: list[int]) -> tuple[int, ...]:
    return FACTS


def actions(settings: list[int]) -> int:
    """The moves to a cell, the extras, and every own tile lifted to every cell."""
    cells = torus(settings)[0] * torus(settings)[0]
    return cells * PLAIN + EXTRAS + (settings[0] + 1) * cells


# --- cells of the torus and of the grid ---------------------------------------------------------------------------------


@inline
def size(position: Position) -> int:
    """Rows, and columns, of the grid: the rows of the torus."""
    return position[STRIPS] >> position[WORDS] - 1


def grid_column(position: Position, cell: int) -> int:
    words = position[WORDS]
    column = (cell >> 6 & words - 1) * COLUMNS + (cell & 63)
    return (column - position[LEFT] + 1) % (words * COLUMNS)


def grid_cell(position: Position, cell: int) -> int:
    """The cell of the grid where a cell of the torus is, in the box round all tiles or right beside it."""
    side = size(position)
    row = ((cell >> 6 >> position[WORDS] - 1) - position[BOTTOM] + 1) % side
    return row * side + grid_column(position, cell)


def torus_cell(position: Position, cell: int) -> int:
    """The cell of the torus where a cell of the grid is."""
    side = size(position)
    words = position[WORDS]
    column = (cell % side + position[LEFT] - 1) % (words * COLUMNS)
    row = (cell // side + position[BOTTOM] - 1) % side
    return (row * words + column // COLUMNS) << 6 | column % COLUMNS


# --- what a net sees ----------------------------------------------------------------------------------------------------


def planes(position: Position, out: Moves) -> None:
    side = size(position)
    words = position[WORDS]
    around = words * COLUMNS
    corner = (position[LEFT] - 1) % around
    for cell in range(side * side):
        out[cell] = 0
    strip = row_start(position, position[BOTTOM] - 1)
    for row in range(position[HEIGHT] + 2):
        for half in range(words):
            shift = half * COLUMNS - corner
            write_strip(position, strip + half, row * side, shift, around, out)
        strip = north(position, strip)
    if position[PHASE] == ACTION or position[PHASE] == JUMP:
        out[grid_cell(position, position[ACTIVE])] += GOING_ON - OWN
    write_facts(position, side * side, out)


def write_strip(position: Position, strip: int, row: int, shift: int, around: int, out: Moves) -> None:
    """The cells of a strip; bit b is in column b + shift, or, if that is less than 0, `around` columns further."""
    cells = spaces(position, strip, NO_CELL)
    while cells:
        column = ctz(cells) + shift
        out[row + (column if column >= 0 else column + around)] = EMPTY
        cells &= cells - 1
    mine = own(position, strip, position[TURN])
    theirs = own(position, strip, 1 - position[TURN])
    piece = word(position, strip, PIECE)
    lying = word(position, strip, LYING)
    cells = mine | theirs
    while cells:
        bit = ctz(cells)
        column = bit + shift
        state = (OWN if mine >> bit & 1 else OTHER) + (piece >> bit & 1) + (lying >> bit & 1)
        out[row + (column if column >= 0 else column + around)] = state
        cells &= cells - 1


def write_facts(position: Position, at: int, out: Moves) -> None:
    turn = position[TURN]
    out[at] = position[PHASE]
    out[at + 1] = position[TILES + turn]
    out[at + 2] = position[TILES + 1 - turn]
    out[at + 3] = position[HAND + turn]
    out[at + 4] = position[HAND + 1 - turn]
    out[at + 5] = position[ASIDE + turn]
    out[at + 6] = position[ASIDE + 1 - turn]
    out[at + 7] = position[KEPT + turn]
    out[at + 8] = position[KEPT + 1 - turn]
    out[at + 9] = position[SACRIFICED + turn]
    out[at + 10] = position[SACRIFICED + 1 - turn]
    rest = max(position[LIMIT] - position[QUIET], 0)
    out[at + 11] = rest // DIGIT
    out[at + 12] = rest % DIGIT
    out[at + 13] = min(rest, SOON)
    out[at + 14] = min(position[PASSES], 2)


# --- the numbers of moves -----------------------------------------------------------------------------------------------


@inline
def extra(kind: int) -> int:
    return 0 if kind == ENTER else 1 if kind == STOP else 2


@inline
def is_extra(kind: int) -> bool:
    return kind in (ENTER, STOP, PASS)


def way(move: int) -> int:
    """The way of a move that is neither a re-entry nor an extra."""
    kind = move & 7
    if kind == GO:
        return 1 + (move >> 3 & 7)
    return SACRIFICED_HERE if kind == SACRIFICE else 0


def goal_cell(move: int) -> int:
    """The cell of the torus where a move ends."""
    kind = move & 7
    return move >> SECOND_CELL if kind in (GO, RE_ENTER) else move >> FIRST_CELL & CELL_MASK


def entry(position: Position, move: int) -> int:
    kind = move & 7
    if is_extra(kind):
        return size(position) * size(position) * WAYS + extra(kind)
    return grid_cell(position, goal_cell(move)) * WAYS + (PUT if kind == RE_ENTER else way(move))


def second_entry(position: Position, move: int) -> int:
    if move & 7 != RE_ENTER:
        return -1
    return grid_cell(position, move >> FIRST_CELL & CELL_MASK) * WAYS + LIFTED


def index(position: Position, move: int) -> int:
    kind = move & 7
    cells = size(position) * size(position)
    if is_extra(kind):
        return cells * PLAIN + extra(kind)
    cell = grid_cell(position, goal_cell(move))
    if kind == RE_ENTER:
        return cells * PLAIN + EXTRAS + rank(position, move >> FIRST_CELL & CELL_MASK) * cells + cell
    return cell * PLAIN + way(move)


def move_at(position: Position, index: int) -> int:
    cells = size(position) * size(position)
    if index >= cells * PLAIN + EXTRAS:
        index -= cells * PLAIN + EXTRAS
        lift = own_tile(position, index // cells)
        return RE_ENTER | lift << FIRST_CELL | torus_cell(position, index % cells) << SECOND_CELL
    if index >= cells * PLAIN:
        number = index - cells * PLAIN
        return ENTER if number == 0 else STOP if number == 1 else PASS
    cell = torus_cell(position, index // PLAIN)
    number = index % PLAIN
    if number == 0:
        return PLACE | cell << FIRST_CELL
    if number == SACRIFICED_HERE:
        return SACRIFICE | cell << FIRST_CELL
    direction = number - 1
    back = direction ^ 1  # each direction has its opposite beside it
    origin = stopping(position, beside(position, cell, back), back)
    return GO | direction << 3 | origin << FIRST_CELL | cell << SECOND_CELL


def rank(position: Position, cell: int) -> int:
    """The number of an own tile among the player's, row by row from below and from the left."""
    words = position[WORDS]
    turn = position[TURN]
    here = (cell >> 6) & ~(words - 1)
    strip = row_start(position, position[BOTTOM])
    count = 0
    while strip != here:
        for half in range(words):
            count += popcount(own(position, strip + half, turn))
        strip = north(position, strip)
    column = grid_column(position, cell)
    for half in range(words):
        tiles = own(position, strip + half, turn)
        while tiles:
            if grid_column(position, (strip + half) << 6 | ctz(tiles)) < column:
                count += 1
            tiles &= tiles - 1
    return count


def own_tile(position: Position, number: int) -> int:
    """The own tile of that rank."""
    words = position[WORDS]
    strip = row_start(position, position[BOTTOM])
    for _ in range(position[HEIGHT]):
        for half in range(words):
            tiles = own(position, strip + half, position[TURN])
            while tiles:
                cell = (strip + half) << 6 | ctz(tiles)
                if rank(position, cell) == number:
                    return cell
                tiles &= tiles - 1
        strip = north(position, strip)
    return NO_CELL
