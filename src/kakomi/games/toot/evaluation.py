"""TOOT: pieces on the board, kept and in hand, tiles, what pieces can reach and capture, how far apart they are."""

from __future__ import annotations

from kakomi.core.bits import ctz, inline, popcount
from kakomi.core.protocol import FIRST, SECOND, Moves, Position
from kakomi.games.toot.moves import stopping
from kakomi.games.toot.planes import (
    ASIDE,
    BLUE,
    BOTTOM,
    CELL_MASK,
    COLUMNS,
    DIRECTIONS,
    ENTER,
    FIRST_CELL,
    GO,
    HAND,
    HEIGHT,
    KEPT,
    LEFT,
    LIMIT,
    LYING,
    PHASE,
    PIECE,
    PLACE,
    QUIET,
    RE_ENTER,
    SACRIFICED,
    SECOND_CELL,
    START,
    STOP,
    TILES,
    TURN,
    WORDS,
    beside,
    following,
    free,
    own,
    row_start,
    word,
)
from kakomi.search.evaluation import Pruning

WIDTH = 32  # moves considered: a re-entry alone can be made in two thousand ways
PRUNING = Pruning(depth=4, margin=250, hopeless=500, reduction=150, width=4)

# Places of the weights. There are two sets of them, one while there are tiles in hand and one without.
TO_MOVE, IN_HAND, TILE, CAPTURES, CAN_CAPTURE, LIES, USED_UP, APART = range(8)
GOALS = 8  # for each place that a piece can go to, by the number of pieces on the board, 0 to 5
BOARD = 14  # 4 * pieces on the board, 0 to 5, + pieces that are not gone for good, 2 to 5
LONE = 38  # one piece on the board that can go to 0, 1, 2, 3 or more places
MORE = 42  # each piece beyond the fifth
FEATURES = 43
CAPTURE = 1 << 16  # packs three counts into one number: goals, captures, lying pieces
LYING_PIECE = 1 << 32
MOST = 5  # more pieces are not told apart

# 5,740 games by alpha-beta between players of 200 to 4,800 nodes per move, after 4 to 13 random moves and with one more
# in 12 to 71; 206,033 positions, 78 % of them from drawn games. Log loss on one game in seven that was held back:
# 0.6703; 0.6813 with the weights before these and the best factor, 0.6931 for a constant. Three times the fitted
# values: players who look further make more of an advantage. The weight of the sacrifice, which is kept for the end,
# was chosen; so was MORE.
# fmt: off
WEIGHTS = (
    -104, 351, 261, -8, 577, 0, 0, -1,
    0, 327, 118, 84, 81, 41,
    -1099, -1099, -1099, -1099,  -588, -588, -588, -588,  -275, -275, -275, -275,
    277, 277, 277, 277,  561, 561, 561, 561,  1027, 1027, 1027, 1027,
    126, -355, -672, -730, 0,
    -13, 0, 0, 313, 335, -487, -1500, -5,
    0, 332, 30, 41, 35, -13,
    -8040, -5291, -3832, -1510,  -4136, -2213, -1339, -337,  -2771, -1444, -771, 91,
    0, -1180, -374, 382,  0, 0, 115, 664,  0, 0, 0, 1116,
    -370, -1003, -874, -1095, 900,
)
# fmt: on


def needs_quiescence(position: Position) -> int:
    """In the middle of a turn a position cannot be evaluated."""
    return 1 if position[PHASE] != START else 0


def evaluate(position: Position, weights: Moves) -> int:
    """The first player's prospects minus the second's.

    Without tiles in hand the value fades from 1.3 to 0.3 of itself as quiet turns go by (7.2), as results do.
    """
    turn = position[TURN]
    w = 0 if position[TILES] + position[TILES + 1] > 0 else FEATURES
    position[TURN] = FIRST  # `reach` looks for the player to move
    value = prospects(position, weights, w, turn == FIRST)
    position[TURN] = SECOND
    value -= prospects(position, weights, w, turn == SECOND)
    position[TURN] = turn
    first, second = on_board(position, FIRST), on_board(position, SECOND)
    if first != second and first > 0 and second > 0:
        value += weights[w + APART] * distance(position, first, second) * (1 if first > second else -1)
    if w > 0:
        left, whole = 13 * position[LIMIT] - 10 * position[QUIET], 10 * position[LIMIT]
        value = value * left // whole if value > 0 else -(-value * left // whole)
    return value


@inline
def on_board(position: Position, player: int) -> int:
    return position[KEPT + player] - position[ASIDE + player] - position[HAND + player]


def prospects(position: Position, weights: Moves, w: int, moves: bool) -> int:
    """The prospects of the player whose turn it is in the position; `moves` if it really is that player's turn."""
    turn = position[TURN]
    found = reach(position)
    goals = found % CAPTURE
    captures = found // CAPTURE % CAPTURE
    kept = position[KEPT + turn]
    here = on_board(position, turn)
    row = min(here, MOST)
    value = (
        weights[w + IN_HAND] * position[HAND + turn]
        + weights[w + TILE] * position[TILES + turn]
        + weights[w + CAPTURES] * captures
        + weights[w + LIES] * (found // LYING_PIECE)
        + weights[w + USED_UP] * position[SACRIFICED + turn]
        + weights[w + GOALS + row] * goals
        + weights[w + BOARD + 4 * row + max(min(kept, MOST) - 2, 0)]
        + weights[w + MORE] * max(kept - MOST, 0)
    )
    if moves:
        value += weights[w + TO_MOVE] + weights[w + CAN_CAPTURE] * min(captures, 1)
    if here == 1:
        value += weights[w + LONE + min(goals, 3)]
    return value


def distance(position: Position, first: int, second: int) -> int:
    """How far apart the centres of the players' `first` and `second` pieces on the board are, in tenths of a cell."""
    across = 0
    up = 0
    strip = row_start(position, position[BOTTOM])
    for n in range(position[HEIGHT] * position[WORDS]):
        pieces = word(position, strip, PIECE)
        blue = word(position, strip, BLUE)
        while pieces:
            bit = ctz(pieces)
            pieces &= pieces - 1
            x = ((strip & (position[WORDS] - 1)) * COLUMNS + bit - position[LEFT]) % (position[WORDS] * COLUMNS)
            weight = second if blue >> bit & 1 else -first
            across += x * weight
            up += n // position[WORDS] * weight
        strip = following(position, strip)
    return (abs(across) + abs(up)) * 10 // (first * second)


def move_priority(position: Position, move: int) -> int:
    """Captures first, then entries and other jumps and steps; of tiles, those from or near which most can be taken."""
    kind = move & 7
    cell = move >> FIRST_CELL & CELL_MASK
    target = move >> SECOND_CELL
    if kind == GO:
        return 250 + 250 * taken(position, cell, target, move >> 3 & 7)
    if kind == ENTER:
        return 300
    if kind == PLACE:
        return 100 + outlook(position, cell)
    if kind == RE_ENTER:
        return 150 + outlook(position, target)
    return 200 if kind == STOP else 100


@inline
def taken(position: Position, cell: int, target: int, direction: int) -> int:
    """The enemy pieces that a step or jump captures (5)."""
    count = 0
    cell = beside(position, cell, direction)
    while cell != target:
        count += word(position, cell >> 6, PIECE) >> (cell & 63) & 1
        cell = beside(position, cell, direction)
    return min(count, 2)


def outlook(position: Position, cell: int) -> int:
    """For an own tile put here: lines over enemy pieces, and own tiles at the end of a line."""
    points = 0
    for direction in range(position[DIRECTIONS]):
        near = beside(position, cell, direction)
        end = stopping(position, near, direction)
        if own(position, end >> 6, position[TURN]) >> (end & 63) & 1:
            points += 3 + 20 * taken(position, cell, end, direction)
    return points


def reach(position: Position) -> int:
    """For the player to move: places to go to, + CAPTURE for each jump that captures, + LYING_PIECE for each lying piece."""
    turn = position[TURN]
    total = 0
    strip = row_start(position, position[BOTTOM])
    for _ in range(position[HEIGHT] * position[WORDS]):
        pieces = own(position, strip, turn) & word(position, strip, PIECE)
        total += LYING_PIECE * popcount(pieces & word(position, strip, LYING))
        while pieces:
            origin = strip << 6 | ctz(pieces)
            pieces &= pieces - 1
            for direction in range(position[DIRECTIONS]):
                near = beside(position, origin, direction)
                cell = stopping(position, near, direction)
                if free(position, cell >> 6, turn) >> (cell & 63) & 1:
                    total += 1
                    while near != cell:
                        if word(position, near >> 6, PIECE) >> (near & 63) & 1:
                            total += CAPTURE
                            break
                        near = beside(position, near, direction)
        strip = following(position, strip)
    return total
