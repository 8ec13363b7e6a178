"""Endings and events in words: every clause that can end a game has a phrase, and tables use it."""

from __future__ import annotations

import re

import pytest

from kakomi import games
from kakomi.lab.measures import phrases, title
from kakomi.lab.results import RunResults
from kakomi.lab.statistics.compare import compare
from tests.lab.samples import game, study

CLAUSES = sorted(
    {(each, clause) for each in games.BUILT_IN for rules in games.get(each).rule_sets for clause in rules.rules.CLAUSES}
)


@pytest.mark.parametrize(("name", "clause"), CLAUSES)
def test_every_clause_that_ends_a_game_has_a_phrase(name: str, clause: str) -> None:
    found = phrases.ending(name, clause)
    assert 0 < len(found) <= 40
    assert phrases.ending_label(name, clause) == f"{found} ({clause})"


def test_no_phrase_is_of_a_clause_that_ends_nothing() -> None:
    assert {(name, clause) for name in games.BUILT_IN for clause in phrases.endings(name)} == set(CLAUSES)


def test_a_game_without_phrases_shows_clause_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    name = games.BUILT_IN[0]
    for text in (None, "not TOML", "x = 1"):
        monkeypatch.setattr("kakomi.core.game.Game.data_file", lambda *_, text=text: text)
        phrases.endings.cache_clear()
        assert phrases.endings(name) == {}
        assert title("ending:4.1", name) == "How games end: 4.1"
    phrases.endings.cache_clear()


def test_titles_use_them() -> None:
    assert title("ending:7.2", "toot") == "How games end: turns without progress (7.2)"
    assert title("ending:forfeit", "toot") == "How games end: misconduct"
    assert title("event:captured") == "How often each rule matters: pieces captured"


def test_a_comparison_tells_clauses_in_words() -> None:
    a = RunResults("a", [study([game()] * 60, game="enso")], {})
    b = RunResults("b", [study([game(clause="4.3")] * 60, game="enso")], {})
    found = compare(a, b, fixed_sample=True)
    assert "How games end: lack of a legal move (4.3), random players: 0.0% in A, 100.0% in B" in found.text()
    assert "(B): none of" in compare(a, a).markdown()
    rows = re.findall(r"^\| (.*) \|$", found.markdown(), flags=re.MULTILINE)
    assert len({row.count(" | ") for row in rows}) == 1
    assert any(
        row.startswith("random players | How games end: lack of a legal move (4.3) | 0.0% | 100.0% | **+")
        for row in rows
    )
