"""Perft: the engine's counts are the oracle's (`perft.txt` among the game's materials)."""

from __future__ import annotations

import kakomi
from kakomi.search.batch import perft

INTERPRETED_UP_TO = 3_000
COMPILED_UP_TO = 30_000_000


def read(game: str, line: str) -> tuple[kakomi.Match, list[int]]:
    """The position of an entry, and its counts."""
    head, _, counts = line.rpartition(" : ")
    head, _, moves = head.partition(" | moves ")
    rules, *options = head.split()
    match = kakomi.new(game, rules, **dict(option.split("=") for option in options))
    for move in moves.split():
        match.push(move)
    return match, [int(count) for count in counts.split()]


def test_perft_is_the_oracles(perft_entry: tuple[str, str]) -> None:
    match, counts = read(*perft_entry)
    assert counts
    for depth, count in enumerate(counts, 1):
        if count <= COMPILED_UP_TO:
            assert perft(match, depth) == count, f"depth {depth}"
        if count <= INTERPRETED_UP_TO:
            assert perft(match, depth, target="python") == count, f"depth {depth}, interpreted"
