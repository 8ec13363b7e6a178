"""The seeded generator of playouts: SplitMix64 (Steele, Lea, Flood 2014), the same stream on every target.

`random` is one 64-bit word of state, in a list or a uint64 array of length 1.
"""

from __future__ import annotations

from kakomi.core.bits import S, U
from kakomi.core.protocol import Random

WORD = U(0xFFFFFFFFFFFFFFFF)
GOLDEN = U(0x9E3779B97F4A7C15)
MIX_1 = U(0xBF58476D1CE4E5B9)
MIX_2 = U(0x94D049BB133111EB)


def draw(random: Random) -> int:
    """The next 64-bit word."""
    random[0] = (random[0] + GOLDEN) & WORD
    z = random[0]
    z = ((z ^ (z >> U(30))) * MIX_1) & WORD
    z = ((z ^ (z >> U(27))) * MIX_2) & WORD
    return z ^ (z >> U(31))


def below(random: Random, n: int) -> int:
    """A whole number from 0 to n - 1, for 0 < n < 2**31.

    >>> state = [12345]; [below(state, 6) for _ in range(8)]
    [0, 1, 0, 1, 3, 2, 0, 2]
    """
    return S(((draw(random) >> U(32)) * U(n)) >> U(32))


def seed_game(random: Random, seed: int, game: int) -> None:
    """Seed the stream of one game of a batch: it depends only on seed and number, so a batch may be split at will."""
    random[0] = (U(seed) * MIX_1 + U(game) * MIX_2) & WORD
    random[0] = draw(random)
