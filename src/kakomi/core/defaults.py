"""What the protocol's optional functions mean, for games that have no quicker way."""

from __future__ import annotations

from kakomi.core.protocol import NO_MOVE, Moves, Position, Random, legal_moves
from kakomi.core.rand import below


def pick(position: Position, out: Moves, random: Random) -> int:
    """A legal move at random: number `below(random, n)` of the list."""
    count = legal_moves(position, out)
    if count == 0:
        return NO_MOVE
    return out[below(random, count)]
