"""TOOT's moves, listed and counted: steps, jumps, placements, re-entries and sacrifices (clauses 2 to 5)."""

from __future__ import annotations

from kakomi.core.bits import ctz, inline
from kakomi.core.protocol import Moves, Position
from kakomi.games.toot.planes import (
    BOTTOM,
    CELL_BITS,
    DIRECTIONS,
    FIRST_CELL,
    GO,
    HAND,
    HEIGHT,
    LYING,
    NO_CELL,
    PIECE,
    PLACE,
    RE_ENTER,
    SACRIFICE,
    SACRIFICED,
    SECOND_CELL,
    TURN,
    WORDS,
    beside,
    count_spaces,
    crowded,
    following,
    free,
    list_spaces,
    more_spaces,
    own,
    row_start,
    word,
)

# --- steps and jumps --------------------------------------------------------------------------------------------------


@inline
def stopping(position: Position, cell: int, direction: int) -> int:
    """The first cell of a line, beginning with this one, that is not a tile of the other colour."""
    other = 1 - position[TURN]
    while own(position, cell >> 6, other) >> (cell & 63) & 1:
        cell = beside(position, cell, direction)
    return cell


@inline
def goal(position: Position, origin: int, direction: int, jumping: bool) -> int:
    """Clauses 3.2, 5: where a piece can go in a direction, with `jumping` only by a jump; NO_CELL for nowhere."""
    near = beside(position, origin, direction)
    cell = stopping(position, near, direction)
    if jumping and cell == near:
        return NO_CELL
    return cell if free(position, cell >> 6, position[TURN]) >> (cell & 63) & 1 else NO_CELL


def list_goals(position: Position, origin: int, jumping: bool, out: Moves, count: int) -> int:
    """The steps and jumps of one piece, or its jumps only."""
    for direction in range(position[DIRECTIONS]):
        target = goal(position, origin, direction, jumping)
        if target != NO_CELL:
            out[count] = GO | direction << 3 | origin << FIRST_CELL | target << SECOND_CELL
            count += 1
    return count


def can_act(position: Position) -> bool:
    """Whether the player to move has a step or a jump."""
    strip = row_start(position, position[BOTTOM])
    for _ in range(position[HEIGHT] * position[WORDS]):
        pieces = own(position, strip, position[TURN]) & word(position, strip, PIECE)
        while pieces:
            for direction in range(position[DIRECTIONS]):
                if goal(position, strip << 6 | ctz(pieces), direction, False) != NO_CELL:
                    return True
            pieces &= pieces - 1
        strip = following(position, strip)
    return False


def list_steps_and_jumps(position: Position, out: Moves, count: int) -> int:
    strip = row_start(position, position[BOTTOM])
    for _ in range(position[HEIGHT] * position[WORDS]):
        pieces = own(position, strip, position[TURN]) & word(position, strip, PIECE)
        while pieces:
            count = list_goals(position, strip << 6 | ctz(pieces), False, out, count)
            pieces &= pieces - 1
        strip = following(position, strip)
    return count


# --- placements -------------------------------------------------------------------------------------------------------


def anywhere(position: Position) -> bool:
    """Clause 3.5: whether something can be done after any placement; an extra own tile never hinders a step or jump."""
    return position[HAND + position[TURN]] > 0 or can_act(position)


def helps(position: Position, square: int) -> bool:
    """Clause 3.5: whether an own piece could step or jump to an own tile on the square, seen from the square."""
    for direction in range(position[DIRECTIONS]):
        cell = stopping(position, beside(position, square, direction), direction)
        if own(position, cell >> 6, position[TURN]) & word(position, cell >> 6, PIECE) & 1 << (cell & 63):
            return True
    return False


def list_placements(position: Position, out: Moves) -> int:
    """Clauses 2 and 3.5."""
    count = list_spaces(position, NO_CELL, PLACE, FIRST_CELL, out, 0)
    if anywhere(position):
        return count
    useful = 0
    for i in range(count):
        if helps(position, out[i] >> FIRST_CELL):
            out[useful] = out[i]
            useful += 1
    return useful if useful > 0 else count


# --- re-entry and sacrifice -------------------------------------------------------------------------------------------


@inline
def liftable(position: Position, strip: int) -> int:
    """Clause 4.3: own tiles without a piece and with at most three tiles adjacent."""
    tiles = free(position, strip, position[TURN])
    return tiles & ~crowded(position, strip) if tiles else 0


def can_lift(position: Position) -> bool:
    strip = row_start(position, position[BOTTOM])
    for _ in range(position[HEIGHT] * position[WORDS]):
        if liftable(position, strip):
            return True
        strip = following(position, strip)
    return False


def list_sacrifices(position: Position, out: Moves, count: int) -> int:
    """Clause 4.4: there must be a tile to lift, if only the one the piece stands on; there is always a square for it."""
    if position[SACRIFICED + position[TURN]]:
        return count
    other_lift = can_lift(position)
    strip = row_start(position, position[BOTTOM])
    for _ in range(position[HEIGHT] * position[WORDS]):
        pieces = own(position, strip, position[TURN]) & word(position, strip, PIECE) & ~word(position, strip, LYING)
        if not other_lift:
            pieces &= ~crowded(position, strip)
        while pieces:
            out[count] = SACRIFICE | (strip << 6 | ctz(pieces)) << FIRST_CELL
            count += 1
            pieces &= pieces - 1
        strip = following(position, strip)
    return count


def list_lifts(position: Position, out: Moves, count: int) -> int:
    """Write every tile that can be lifted (4.3) with the number of squares to put it on: tile | squares << CELL_BITS."""
    squares = count_spaces(position, NO_CELL)
    strip = row_start(position, position[BOTTOM])
    for _ in range(position[HEIGHT] * position[WORDS]):
        tiles = liftable(position, strip)
        while tiles:
            lift = strip << 6 | ctz(tiles)
            out[count] = lift | (squares + more_spaces(position, lift)) << CELL_BITS
            count += 1
            tiles &= tiles - 1
        strip = following(position, strip)
    return count


def list_re_entries(position: Position, out: Moves, count: int) -> int:
    """Clause 4.3."""
    strip = row_start(position, position[BOTTOM])
    for _ in range(position[HEIGHT] * position[WORDS]):
        tiles = liftable(position, strip)
        while tiles:
            lift = strip << 6 | ctz(tiles)
            count = list_spaces(position, lift, RE_ENTER | lift << FIRST_CELL, SECOND_CELL, out, count)
            tiles &= tiles - 1
        strip = following(position, strip)
    return count
