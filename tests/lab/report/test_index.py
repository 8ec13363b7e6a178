"""The index: rule sets side by side at one strength, linked to their reports, hostile texts made harmless."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kakomi.lab.files import LabError
from kakomi.lab.report.index import index, index_entries
from kakomi.lab.results import RunResults, StudyResult
from tests.lab.report.test_page import Checker
from tests.lab.samples import game, study


def equals(name: str, player: str, won: int, lost: int, **given: Any) -> StudyResult:
    games = [game(winner=0, plies=20, values=(0.5, 0.6))] * won + [game(winner=1, plies=30, values=(0.4, 0.7))] * lost
    return study(games, **{"game": name, "players": (player, player), **given})


@pytest.fixture
def runs() -> list[RunResults]:
    enso = [
        equals("enso", "random", 30, 30),
        equals("enso", "level:2", 40, 20),
        equals("enso", "level:5", 50, 10),
        study([game(winner=0)] * 30 + [game(winner=1)] * 10, game="enso", players=("mcts:nodes=20", "mcts:nodes=10")),
    ]
    iago = [
        equals("iago", "random", 20, 40),
        equals("iago", "level:2", 10, 50),
        equals("iago", "level:2", 9, 1, options={"penalties": "on"}, opening=1),
    ]
    return [RunResults("enso-standard", enso, {"kakomi": "1.0"}), RunResults("iago-standard", iago, {})]


def test_each_game_is_shown_between_its_own_strongest_equals(runs: list[RunResults], tmp_path: Path) -> None:
    """A level is no common strength: one game's level 2 is not put beside another's."""
    found = index_entries(runs, tmp_path)
    assert [(entry.group.name, entry.player) for entry in found] == [("Enso", "level:5"), ("Iago standard", "level:2")]
    assert found[0].found["first_player_advantage"].value == pytest.approx(5 / 6)
    assert found[0].found["skill_trace"].value == 0.75
    assert "skill_trace" not in found[1].found
    page, _ = index(runs, tmp_path / "index.html")
    text = page.read_text(encoding="utf-8")
    assert "between its own strongest equal players" in text
    assert "players of level 5, 60 games" in text


def test_the_page_is_one_file_with_links_to_the_reports_that_are_there(runs: list[RunResults], tmp_path: Path) -> None:
    (tmp_path / "enso-standard.html").write_text("a report", encoding="utf-8")
    page, beside = index(runs, tmp_path / "index.html")
    text = page.read_text(encoding="utf-8")
    checker = Checker(("enso-standard.html",))
    checker.feed(text)
    assert checker.open == []
    assert '<a href="enso-standard.html">Enso</a>' in text
    assert "iago-standard.html" not in text
    for heading in ("Game by game", "Side by side", "Measure by measure", "Over playing strength"):
        assert f">{heading}<" in text
    assert "prefers-color-scheme:dark" in text
    assert (
        "the first player takes 83.3% of the points (72.0% to 90.7%, 60 games): moving first is an advantage." in text
    )
    assert "Twice the nodes are worth" in text
    found = json.loads(beside.read_text(encoding="utf-8"))["games"]
    assert [(each["run"], each["report"]) for each in found] == [
        ("enso-standard", "enso-standard.html"),
        ("iago-standard", None),
    ]
    assert list(found[0]["over_strength"]["length"]) == ["random", "level:2", "level:5"]
    assert found[0]["measures"]["first_player_advantage"]["n"] == 60


def test_texts_from_outside_cannot_become_markup(tmp_path: Path) -> None:
    hostile = "<script>alert(1)</script>"
    games = [game(clause=hostile, values=(0.5, 0.6))] * 8
    mine = study(games, name=hostile, game=hostile, rules=hostile, players=(hostile, hostile))
    page, _ = index([RunResults(hostile, [mine], {"kakomi": hostile})], tmp_path / "index.html")
    text = page.read_text(encoding="utf-8")
    assert "<script" not in text
    Checker().feed(text)


def test_what_cannot_be_compared_is_refused(runs: list[RunResults], tmp_path: Path) -> None:
    with pytest.raises(LabError, match="Enso is in enso-standard and in again; an index takes each rule set once"):
        index([*runs, RunResults("again", runs[0].studies, {})], tmp_path / "index.html")
    with pytest.raises(LabError, match="no games to compare"):
        index([RunResults("none", [], {})], tmp_path / "index.html")
    with pytest.raises(LabError, match=r"must end in \.html"):
        index(runs, tmp_path / "index.txt")
    with pytest.raises(LabError, match="would overwrite the report of a run of that name"):
        index(runs, tmp_path / "enso-standard.html")
    rivals = study([game()] * 4, game="toot", players=("random", "greedy"))
    with pytest.raises(LabError, match="TOOT has no study between two equal players"):
        index([*runs, RunResults("toot", [rivals], {})], tmp_path / "index.html")
    assert list(tmp_path.iterdir()) == []
