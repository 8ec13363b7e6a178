"""Seeded random playouts: the first client of the single source, and the measure of its speed."""

from __future__ import annotations

from kakomi.core.protocol import Moves, Position, Random, ending, pick, play, winner
from kakomi.core.rand import seed_game

DIGEST_MASK = (1 << 56) - 1

# Places in a tally: moves played, games won by FIRST and SECOND, draws, a digest of every move, then games by clause.
MOVES, WON, DIGEST, BY_CLAUSE = 0, 1, 4, 5
TALLY_LENGTH = 16


def playouts(
    root: Position, seed: int, begin: int, end: int, position: Position, out: Moves, random: Random, tally: Position
) -> None:
    """Play games number `begin` to `end - 1` of the batch `seed` from `root`, adding to `tally`."""
    length = len(root)
    for game in range(begin, end):
        for i in range(length):
            position[i] = root[i]
        seed_game(random, seed, game)
        digest = 0
        moves = 0
        while True:
            move = pick(position, out, random)
            if move < 0:
                break
            play(position, move)
            digest = (digest * 31 + move) & DIGEST_MASK
            moves += 1
        tally[MOVES] += moves
        tally[WON + winner(position)] += 1
        tally[DIGEST] = (tally[DIGEST] + digest) & DIGEST_MASK
        tally[BY_CLAUSE + ending(position)] += 1
