"""What the protocol's optional functions mean, for games that have no quicker way."""

from __future__ import annotations

from kakomi.core.bits import S, U
from kakomi.core.protocol import FIRST, NO_MOVE, SECOND, Moves, Position, Random, legal_moves, score
from kakomi.core.rand import GOLDEN, MIX_1, MIX_2, WORD, below


def pick(position: Position, out: Moves, random: Random) -> int:
    """A legal move at random: number `below(random, n)` of the list."""
    count = legal_moves(position, out)
    if count == 0:
        return NO_MOVE
    return out[below(random, count)]


def evaluate(position: Position, weights: Moves) -> int:
    """The difference of the scores."""
    return weights[0] * (score(position, FIRST) - score(position, SECOND))


def needs_quiescence(position: Position) -> int:
    """Every position can be evaluated."""
    return 0


def move_priority(position: Position, move: int) -> int:
    """All moves are alike."""
    return 0


def key(position: Position) -> int:
    """Each integer, folded so that its high bits count, times a number of its place; the sum is mixed as in SplitMix64."""
    total: int = U(0)
    place: int = GOLDEN
    for i in range(len(position)):
        x: int = U(position[i]) & WORD
        x = ((x ^ (x >> U(32))) * MIX_1) & WORD
        total = (total + (x ^ (x >> U(29))) * place) & WORD
        place = (place + GOLDEN + GOLDEN) & WORD
    total = ((total ^ (total >> U(30))) * MIX_2) & WORD
    total = total ^ (total >> U(31))
    return S(total >> U(1))
