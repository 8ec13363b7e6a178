"""Enclosure Chess on 5x5 and 7x7 intersections, a Chinese folk game: the rules.

1  Setup: black pieces on every other intersection, the corners included; on 5x5 the centre stays empty. That makes 12
   black and 12 shared (red) pieces on 5x5, 25 black and 24 shared (white) pieces on 7x7.
2  In turn a player puts one shared piece on an empty intersection.
3  Every black piece whose neighbours along the lines are now all shared pieces is captured by the player who placed: it
   is removed and counted for that player. One placement captures at most four.
4  When all the shared pieces are placed, or no intersection is left, more captures win; equal numbers are a draw.
Option `vacated`: the intersection of a captured piece is open (may be placed on) or closed.

A position is [empty intersections that may be placed on, black pieces, shared pieces left, captures of the first
player, captures of the second, size, vacated]. Both sizes have an even number of shared pieces, so the first player
moves when an even number is left. What is neither empty nor black is a shared piece, or closed. Intersection
(column, row) is bit column + 8 * row: the spare columns keep a shifted bit from coming back on the other side.
A move is the bit's number.
"""

from __future__ import annotations

from kakomi.core.bits import ctz, inline, nth_bit, popcount
from kakomi.core.protocol import DRAW, FIRST, NO_MOVE, SECOND, Moves, Position, Random
from kakomi.core.rand import below

EMPTY, BLACK, LEFT, CAPTURES, SIZE, VACATED = 0, 1, 2, 3, 5, 6
OPEN, CLOSED = 0, 1

CLAUSES = ("4",)


def length(settings: list[int]) -> int:
    return 7


def max_moves(settings: list[int]) -> int:
    """At most one for each intersection."""
    return settings[0] * settings[0]


def full_board(size: int) -> int:
    """Every intersection."""
    return sum(1 << column + 8 * row for row in range(size) for column in range(size))


def black_start(size: int) -> int:
    """Clause 1: the black pieces, on one colour of a chequered board."""
    chequered = sum(1 << column + 8 * row for row in range(size) for column in range(row % 2, size, 2))
    return chequered & ~(1 << 2 + 8 * 2) if size == 5 else chequered


def shared_pieces(size: int) -> int:
    """Clause 1: how many shared pieces there are."""
    return 12 if size == 5 else 24


def start(position: Position, settings: list[int]) -> None:
    """Clause 1."""
    size, vacated = settings
    position[EMPTY] = full_board(size) & ~black_start(size)
    position[BLACK] = black_start(size)
    position[LEFT] = shared_pieces(size)
    position[CAPTURES + FIRST] = position[CAPTURES + SECOND] = 0
    position[SIZE], position[VACATED] = size, vacated


@inline
def beside(points: int) -> int:
    """The intersections next to any of the points along the lines, and some bits off the board."""
    return (points << 1) | (points >> 1) | (points << 8) | (points >> 8)


def legal_moves(position: Position, out: Moves) -> int:
    """Clause 2; none when all shared pieces are placed (4)."""
    if position[LEFT] == 0:
        return 0
    empty = position[EMPTY]
    count = 0
    while empty:
        out[count] = ctz(empty)
        empty &= empty - 1
        count += 1
    return count


def pick(position: Position, out: Moves, random: Random) -> int:
    """A random legal move, without writing the list."""
    empty = position[EMPTY]
    if position[LEFT] == 0 or empty == 0:
        return NO_MOVE
    return nth_bit(empty, below(random, popcount(empty)))


def play(position: Position, move: int) -> None:
    """Clauses 2 and 3."""
    black = position[BLACK]
    empty = position[EMPTY] ^ (1 << move)  # 2
    # 3: black pieces stand on one colour of a chequered board and never move, so what is next to one is never black and
    # never closed: it is empty or a shared piece.
    captured = black & ~beside(empty)
    if captured:
        position[CAPTURES + (position[LEFT] & 1)] += popcount(captured)
        position[BLACK] = black ^ captured
        if position[VACATED] == OPEN:
            empty |= captured
    position[EMPTY] = empty
    position[LEFT] -= 1


def to_move(position: Position) -> int:
    return position[LEFT] & 1


def winner(position: Position) -> int:
    """Clause 4."""
    if position[CAPTURES + FIRST] == position[CAPTURES + SECOND]:
        return DRAW
    return FIRST if position[CAPTURES + FIRST] > position[CAPTURES + SECOND] else SECOND


def ending(position: Position) -> int:
    """Clause 4 is the only end."""
    return 0


def score(position: Position, player: int) -> int:
    """Clause 3: the pieces the player has captured."""
    return position[CAPTURES + player]
