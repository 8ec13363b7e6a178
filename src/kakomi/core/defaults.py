"""Defaults for the protocol's optional functions, for games that have no quicker way."""

from __future__ import annotations

from kakomi.core.bits import S, U
from kakomi.core.protocol import FIRST, NO_MOVE, SECOND, Moves, Position, Random, index, legal_moves, score
from kakomi.core.rand import GOLDEN, MIX_1, MIX_2, WORD, below


def pick(position: Position, out: Moves, random: Random) -> int:
    """A legal move at random: number `below(random, n)` of the list."""
    count = legal_moves(position, out)
    if count == 0:
        return NO_MOVE
    return out[below(random, count)]


def ended(position: Position, out: Moves) -> int:
    """The game is over when no move is legal."""
    return 1 if legal_moves(position, out) == 0 else 0


def evaluate(position: Position, weights: Moves) -> int:
    """The difference of the scores."""
    return weights[0] * (score(position, FIRST) - score(position, SECOND))


def needs_quiescence(position: Position) -> int:
    """Every position can be evaluated."""
    return 0


def move_priority(position: Position, move: int) -> int:
    """All moves have the same priority."""
    return 0


def key(position: Position) -> int:
    """Each integer, combined with its place, is mixed as in SplitMix64, and so is the sum.

    The place must be added before mixing. A sum of mixed integers times a number for their place is the same whenever one
    of two equal integers moves a place up and the other a place down, as rows of a board do when two pieces step apart.
    """
    total: int = U(0)
    place: int = GOLDEN
    for i in range(len(position)):
        x: int = ((U(position[i]) & WORD) + place) & WORD
        x = ((x ^ (x >> U(32))) * MIX_1) & WORD
        x = ((x ^ (x >> U(29))) * MIX_2) & WORD
        total = (total + (x ^ (x >> U(32)))) & WORD
        place = (place + GOLDEN + GOLDEN) & WORD
    total = ((total ^ (total >> U(30))) * MIX_2) & WORD
    total = total ^ (total >> U(31))
    return S(total >> U(1))


def symmetries(position: Position) -> int:
    """Only the identity."""
    return 1


def transform(position: Position, out: Position, symmetry: int) -> None:
    """The identity."""
    for i in range(len(position)):
        out[i] = position[i]


def transform_move(position: Position, move: int, symmetry: int) -> int:
    """The identity."""
    return move


def normalize(position: Position, out: Position) -> None:
    """A board with edges stays where it is."""
    for i in range(len(position)):
        out[i] = position[i]


def entry(position: Position, move: int) -> int:
    """The policy entries are the actions."""
    return index(position, move)


def second_entry(position: Position, move: int) -> int:
    """A move has one policy entry."""
    return -1
