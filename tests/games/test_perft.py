"""Perft: the engine counts as the oracle counted (tests/perft; made by tests/oracles/perft_tables.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

import kakomi
from kakomi.search.batch import perft

FOLDER = Path(__file__).parent / "perft"
INTERPRETED_UP_TO = 3_000
COMPILED_UP_TO = 30_000_000


def entries(game: str) -> list[str]:
    lines = (FOLDER / f"{game}.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


CASES = [(game, line) for game in kakomi.games.BUILT_IN for line in entries(game)]


def read(game: str, line: str) -> tuple[kakomi.Match, list[int]]:
    head, _, counts = line.rpartition(" : ")
    head, _, moves = head.partition(" | moves ")
    rules, *options = head.split()
    match = kakomi.new(game, rules, **dict(option.split("=") for option in options))
    for move in moves.split():
        match.push(move)
    return match, [int(count) for count in counts.split()]


@pytest.mark.parametrize(("game", "line"), CASES, ids=[f"{game}-{number}" for number, (game, _) in enumerate(CASES)])
def test_perft_is_the_oracles(game: str, line: str) -> None:
    match, counts = read(game, line)
    assert counts
    for depth, count in enumerate(counts, 1):
        if count <= COMPILED_UP_TO:
            assert perft(match, depth) == count, f"depth {depth}"
        if count <= INTERPRETED_UP_TO:
            assert perft(match, depth, target="python") == count, f"depth {depth}, interpreted"


def test_every_game_has_a_table_with_entries() -> None:
    for game in kakomi.games.BUILT_IN:
        assert len(entries(game)) >= 3, game


def test_enso_from_the_start_to_depth_5() -> None:
    """24, 572, 14816, 378824 are also the C++ yardstick's own."""
    assert [perft(kakomi.new("enso"), depth) for depth in range(6)] == [1, 24, 572, 14816, 378824, 10179988]
