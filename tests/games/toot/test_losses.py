"""TOOT: who can lose. With count=total only lying pieces are lost for good, so a loser has re-entered all pieces but one."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kakomi


def random_game(seed: int, **options: Any) -> tuple[kakomi.Match, list[int]]:
    """A finished game, and how often each player has re-entered a piece (4.3, 4.4)."""
    chance = random.Random(seed)
    match = kakomi.new("toot", **options)
    re_entries = [0, 0]
    while match.outcome is None:
        captures = [move for move in match.legal_moves if "=" in move or ">" in move]  # to see games that are decided
        move = chance.choice(captures or match.legal_moves)
        re_entries[match.to_move] += "=" in move
        match.push(move)
    return match, re_entries


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_7_1_a_loser_has_re_entered_all_pieces_but_one(grid: str) -> None:
    decided = 0
    for seed in range(25):
        pieces = 2 + seed % 2
        match, re_entries = random_game(seed, tiles=4, pieces=pieces, quiet=60, grid=grid)
        assert match.outcome is not None
        if match.outcome.winner is not None:
            decided += 1
            assert re_entries[1 - match.outcome.winner] >= pieces - 1
    assert decided > 5


def test_7_1_that_is_so_with_count_total_only() -> None:
    games = (random_game(seed, tiles=4, pieces=2, quiet=60, count="board") for seed in range(25))
    losses = [re_entries[1 - game.outcome.winner] for game, re_entries in games if game.outcome.winner is not None]  # type: ignore[union-attr]
    assert 0 in losses  # captured once, and lost
