"""TOOT: pieces left, set aside and in hand, tiles, what pieces can reach and what they can capture."""

from __future__ import annotations

from kakomi.core.bits import ctz, inline, popcount
from kakomi.core.protocol import FIRST, SECOND, Moves, Position
from kakomi.games.toot.moves import stopping
from kakomi.games.toot.planes import (
    ASIDE,
    BOTTOM,
    CELL_MASK,
    DIRECTIONS,
    ENTER,
    FIRST_CELL,
    GO,
    HAND,
    HEIGHT,
    KEPT,
    LYING,
    PHASE,
    PIECE,
    PLACE,
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

FEATURES = 10
WIDTH = 32  # moves looked at: a re-entry alone can be made in two thousand ways
CAPTURE = 1 << 16  # packs three counts into one number: goals, captures, lying pieces
LIES = 1 << 32

# python -m benchmarks.tune toot --games 300 --depth 2 --set tiebreak=pieces: 3 rounds, 46764 positions, log loss 0.408
# (constant 0.671). Tuned on games that pieces decide: most others are drawn, and teach little. How a game is won at last
# they do not teach either, so two weights without tiles in hand were chosen by whole games. That of the sacrifice, which is
# kept for the end: of 30 games of 20,000 nodes against a random mover 16 were won with -168, 22 with -600, 27 with -1500, 26
# with -4000; of 60 of 30,000 against level 1 58 with -1500, all with -4000. That of pieces set aside: with 0 instead of -176
# 21 games of 160 of 3,000 nodes against itself were won, 137 drawn, 2 lost.
# fmt: off
WEIGHTS = (
    -195, 0, -81, 4, 410, 93, 16, 266, 0, 0,
    8, 2112, 0, 0, 0, 50, 141, 328, -423, -4000,
)
# fmt: on


def needs_quiescence(position: Position) -> int:
    """In the middle of a turn nothing can be said."""
    return 1 if position[PHASE] != START else 0


def evaluate(position: Position, weights: Moves) -> int:
    """Each feature is the first player's number less the second's; one set of weights with tiles in hand, one without."""
    turn = position[TURN]
    position[TURN] = FIRST  # `reach` looks for the player to move
    first = reach(position)
    position[TURN] = SECOND
    second = reach(position)
    position[TURN] = turn
    w = 0 if position[TILES] + position[TILES + 1] > 0 else FEATURES
    threats_1 = first // CAPTURE % CAPTURE
    threats_2 = second // CAPTURE % CAPTURE
    return (
        weights[w] * (1 if turn == FIRST else -1)
        + weights[w + 1] * (position[KEPT] - position[KEPT + 1])
        + weights[w + 2] * (position[ASIDE] - position[ASIDE + 1])
        + weights[w + 3] * (position[HAND] - position[HAND + 1])
        + weights[w + 4] * (position[TILES] - position[TILES + 1])
        + weights[w + 5] * (first % CAPTURE - second % CAPTURE)
        + weights[w + 6] * (threats_1 - threats_2)
        + weights[w + 7] * (min(threats_1, 1) if turn == FIRST else -min(threats_2, 1))
        + weights[w + 8] * (first // LIES - second // LIES)
        + weights[w + 9] * (position[SACRIFICED] - position[SACRIFICED + 1])
    )


def move_priority(position: Position, move: int) -> int:
    """Captures first, then entries and other jumps and steps; of tiles, those from which or near which most can be taken."""
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
    """From an own tile put here: lines over enemy pieces, and own tiles at the end of a line."""
    points = 0
    for direction in range(position[DIRECTIONS]):
        near = beside(position, cell, direction)
        end = stopping(position, near, direction)
        if own(position, end >> 6, position[TURN]) >> (end & 63) & 1:
            points += 3 + 20 * taken(position, cell, end, direction)
    return points


def reach(position: Position) -> int:
    """For the player to move: where pieces can go, + CAPTURE for each jump that captures, + LIES for each lying piece."""
    turn = position[TURN]
    total = 0
    strip = row_start(position, position[BOTTOM])
    for _ in range(position[HEIGHT] * position[WORDS]):
        pieces = own(position, strip, turn) & word(position, strip, PIECE)
        total += LIES * popcount(pieces & word(position, strip, LYING))
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
