"""Contests of a plan: one in which a player breaks off is no result."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from benchmarks import contests

from kakomi.core.errors import OptionError
from kakomi.core.match import Match
from kakomi.players import GreedyPlayer
from kakomi.players.matches.referee import Plan


def test_a_player_that_breaks_off_ends_the_program_and_nothing_is_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def choose(self: GreedyPlayer, match: Match) -> str:
        del self
        raise RuntimeError(f"move {len(match.moves)}")

    monkeypatch.setattr(GreedyPlayer, "choose", choose)
    monkeypatch.setattr(contests, "PAGES", tmp_path / "build")
    folder = tmp_path / "plan"
    folder.mkdir()
    for games in (2, 4):
        with pytest.raises(SystemExit, match=r"one: game 1 was forfeited, .*broke off: RuntimeError: move 2"):
            contests.run(folder, "one", Plan(("greedy", "random"), "enso", games=games), 1)
        assert list(folder.iterdir()) == []
        [manifest] = (tmp_path / "build" / "plan").glob("*.json")
        assert json.loads(manifest.read_text(encoding="utf-8"))["complete"] is False


def test_a_contest_with_a_player_that_cannot_play_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="needs a net"):
        contests.run(tmp_path, "one", Plan(("learned:nodes=1", "random"), "toot"), 1)


def test_no_plan_has_a_player_without_its_net() -> None:
    plans = sorted(Path(contests.__file__).parents[1].glob("docs/reports/*/plan.toml"))
    assert plans
    for path in plans:
        for name, plan in contests.contests(path):
            assert plan.game != "toot" or not any(player.startswith("learned") for player in plan.players), name
