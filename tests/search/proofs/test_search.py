"""Proof-number search against plain minimax and against tables, interpreted; one test compiled."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

import kakomi
from kakomi import Match
from kakomi.core.errors import EngineError
from kakomi.search.proofs.arrays import FIRST_HOLDS, FIRST_WINS
from kakomi.search.proofs.search import ProofSearch
from kakomi.search.proofs.strategy import READ_ON
from kakomi.solved.solver import solver_for

PLIES = 70


def minimax(match: Match) -> int:
    """1, 0 or -1 for the first player, by trying everything."""
    if match.outcome is not None:
        return {0: 1, 1: -1, None: 0}[match.outcome.winner]
    values = []
    mover = match.to_move
    for code in match.codes():
        match.push_code(code)
        values.append(minimax(match))
        match.pop()
    return max(values) if mover == 0 else min(values)


def best_by_minimax(match: Match) -> set[int]:
    value = minimax(match)
    best = set()
    for code in match.codes():
        match.push_code(code)
        if minimax(match) == value:
            best.add(code)
        match.pop()
    return best


def late_match(game: str, rules: str, seed: int, left: int, **options: Any) -> Match:
    """A random game without its last moves."""
    generator = random.Random(f"{game} {rules} {seed}")
    match = kakomi.new(game, rules, **options)
    while match.outcome is None:
        match.push_code(generator.choice(match.codes()))
    for _ in range(min(left, len(match.moves))):
        match.pop()
    return match


@pytest.mark.parametrize("rules", ["standard", "loose", "simple"])
def test_values_and_best_moves_are_those_of_minimax(rules: str) -> None:
    for seed in range(8):
        match = late_match("iago", rules, seed, 6, side=3)
        search = ProofSearch(match.rule_set, match.settings, PLIES, megabytes=1, target="python")
        proven = search.solve(match.state, draws=False)
        assert proven.value == minimax(match)
        assert set(proven.best) == best_by_minimax(match)
        assert proven.nodes > 0


def test_without_reading_the_tree_alone_proves_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kakomi.search.proofs.search.READING", 0)
    for seed in range(6):
        match = late_match("iago", "loose", seed, 6, side=3)
        search = ProofSearch(match.rule_set, match.settings, PLIES, megabytes=1, target="python")
        assert search.solve(match.state, draws=False).value == minimax(match)


def test_draws_are_told_from_wins_and_losses_by_the_values_of_a_table() -> None:
    seen = set()
    for seed in range(25):
        match = late_match("enclosure_chess", "5x5", seed, 4)
        table = solver_for(match)
        assert table is not None
        search = ProofSearch(match.rule_set, match.settings, PLIES, megabytes=1, target="python")
        proven = search.solve(match.state, draws=True)
        margin = table.value(match)
        assert proven.value == (margin > 0) - (margin < 0), match.position
        assert set(proven.best) == best_by_minimax(match)
        seen.add((match.to_move, proven.value))
    assert seen >= {(0, -1), (0, 0), (0, 1)}


def test_turns_need_not_alternate() -> None:
    """Whoever closes an area in this game goes on; the values are those of minimax all the same."""
    for seed in range(4):
        match = late_match("enclose5", "standard", seed, 3, size=7, target="full")
        search = ProofSearch(match.rule_set, match.settings, PLIES, megabytes=1, target="python")
        assert search.solve(match.state, draws=True).value == minimax(match)


def test_compiled_it_proves_the_same() -> None:
    match = kakomi.new("iago", "loose", side=3)
    compiled = ProofSearch(match.rule_set, match.settings, PLIES, megabytes=1)
    interpreted = ProofSearch(match.rule_set, match.settings, PLIES, megabytes=1, target="python")
    assert compiled.solve(match.state, draws=False) == interpreted.solve(match.state, draws=False)
    after = _after(match, match.codes()[0])
    assert compiled.strategy([after], FIRST_WINS, 0) == interpreted.strategy([after], FIRST_WINS, 0)


def _after(match: Match, code: int) -> list[int]:
    position = list(match.state)
    match.rule_set.rules.play(position, code)
    return position


def test_a_strategy_is_whole_and_a_wrong_word_is_refused() -> None:
    match = kakomi.new("iago", "loose", side=3)
    search = ProofSearch(match.rule_set, match.settings, PLIES, megabytes=1, target="python")
    after: Sequence[int] = _after(match, match.codes()[0])
    assert search.holds(after, FIRST_WINS)
    assert search.holds(after, FIRST_HOLDS)
    steps = search.strategy([after], FIRST_WINS, 0)
    assert steps
    assert all(step == READ_ON or step < 19 for step in steps)
    assert search.strategy([after, after], FIRST_WINS, 0) == steps  # what was seen is not visited again
    with pytest.raises(EngineError, match="does not keep the value"):
        search.strategy([after], FIRST_WINS, 1)


def test_a_game_longer_than_expected_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kakomi.search.proofs.search.READING", 0)
    match = kakomi.new("iago", "loose", side=3)
    with pytest.raises(EngineError, match="lasts longer"):
        ProofSearch(match.rule_set, match.settings, 3, megabytes=1, target="python").solve(match.state, draws=False)
