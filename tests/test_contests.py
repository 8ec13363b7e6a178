"""Contests of a plan: one in which a player breaks off is no result."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest
from benchmarks import contests, reports

from kakomi.core.errors import OptionError
from kakomi.core.match import Match
from kakomi.players import GreedyPlayer
from kakomi.players.matches.ratings import Result
from kakomi.players.matches.referee import GameTask, Plan, Played, Referee


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


def test_a_contest_that_was_stopped_goes_on_with_its_next_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(contests, "PAGES", tmp_path / "build")
    whole, folder = tmp_path / "whole", tmp_path / "plan"
    for each in (whole, folder):
        each.mkdir()

    def plan(games: int) -> Plan:
        return Plan(("greedy", "random"), "enso", games=games)

    contests.run(whole, "one", plan(8), 1)
    contests.run(folder, "one", plan(4), 1)
    began: list[int] = []
    original = Referee.play

    def play(self: Referee, task: GameTask) -> Played:
        began.append(task.number)
        return original(self, task)

    monkeypatch.setattr(Referee, "play", play)
    contests.run(folder, "one", plan(8), 1)
    assert began == [4, 5, 6, 7]
    assert "one: 4 games were played before" in capsys.readouterr().out
    results = [json.loads((each / "one.kakomi.json").read_text(encoding="utf-8"))["result"] for each in (whole, folder)]
    assert results[0] == results[1]
    kept = [(tmp_path / "build" / name / "one.kakomi").read_text(encoding="utf-8") for name in ("whole", "plan")]
    assert kept[0] == kept[1]
    contests.run(folder, "one", plan(6), 1)  # fewer games: those that there are will do
    assert began == [4, 5, 6, 7]
    assert json.loads((folder / "one.kakomi.json").read_text(encoding="utf-8"))["result"]["games"] == 6


@pytest.mark.parametrize("players", [("guided:time=0.001", "random"), ("greedy", "random")])
def test_games_by_time_are_kept_beside_the_manifest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: tuple[str, str]
) -> None:
    monkeypatch.setattr(contests, "PAGES", tmp_path / "build")
    folder = tmp_path / "plan"
    folder.mkdir()
    contests.run(folder, "one", Plan(players, "enso", games=2), 1)
    played = (tmp_path / "build" / "plan" / "one.kakomi").read_bytes()
    kept = [lzma.decompress(path.read_bytes()) for path in folder.glob("*.xz")]
    assert kept == ([played] if "time" in players[0] else [])
    assert played.count(b"[Round ") == 2


def test_a_contest_played_again_has_the_same_result_or_says_that_it_has_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(contests, "PAGES", tmp_path / "build")
    plan, path = Plan(("greedy", "random"), "enso", games=6), tmp_path / "one.kakomi.json"
    contests.run(tmp_path, "one", plan, 1)
    made = json.loads(path.read_text(encoding="utf-8"))
    assert contests.again(tmp_path, "one", plan, 1)
    assert "the same" not in capsys.readouterr().out  # these very sources played it
    monkeypatch.setattr(contests, "current_sources", lambda names: "later")
    assert contests.again(tmp_path, "one", plan, 1)
    noted = json.loads(path.read_text(encoding="utf-8"))
    assert noted == {**made, "same_result_with": "later"}
    assert reports.made_with(noted) == (made["source_hash"], "later")
    other = {**made, "result": {**made["result"], "moves": made["result"]["moves"] + 1}}
    reports.write_compact(path, other)
    assert not contests.again(tmp_path, "one", plan, 1)
    assert "one: NOT THE SAME" in capsys.readouterr().out
    assert json.loads(path.read_text(encoding="utf-8")) == other


@pytest.mark.parametrize("change", ["sources", "players"])
def test_games_of_other_sources_or_players_are_not_gone_on_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    monkeypatch.setattr(contests, "PAGES", tmp_path / "build")
    contests.run(tmp_path, "one", Plan(("greedy", "random"), "enso", games=2), 1)
    path, players = tmp_path / "build" / tmp_path.name / "one.kakomi", ("greedy", "random")
    games, began = contests.played_before(path, Plan(players, "enso", games=4))
    assert len(games) == 2
    assert began == json.loads((tmp_path / "one.kakomi.json").read_text(encoding="utf-8"))["began"]
    if change == "sources":
        monkeypatch.setattr(contests, "package_hash", lambda: "another")
    else:
        players = ("random", "greedy")
    assert contests.played_before(path, Plan(players, "enso", games=4)) == ([], "")


def test_the_same_players_from_other_openings_are_another_contest_but_rated_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(contests, "PAGES", tmp_path / "build")
    path = tmp_path / "plan" / "plan.toml"
    path.parent.mkdir()
    entry = '[[contest]]\ngame = "enso"\npairs = [["level:2", "level:1", 4]]\n'
    path.write_text(f"{entry}{entry}opening = 3\nseed = 2\n")
    found = contests.contests(path)
    plain = "enso_standard_level2_level1"
    assert [name for name, _ in found] == [plain, f"{plain}_opening3_seed2"]
    assert [(plan.opening, plan.seed) for _, plan in found] == [(2, 1), (3, 2)]
    for name, plan in found:
        contests.run(path.parent, name, plan, 1)
    capsys.readouterr()
    rated: list[dict[tuple[str, str], Result]] = []
    monkeypatch.setattr(contests, "print_ratings", rated.append)
    contests.tables(path.parent, found)
    assert capsys.readouterr().out.count("| level:2 | level:1 | 4 |") == 2
    results = [json.loads((path.parent / f"{name}.kakomi.json").read_text())["result"] for name, _ in found]
    [together] = rated[0].values()
    assert together.games == 8
    assert together.points == sum(each["wins"] + each["draws"] / 2 for each in results)
    assert list(together.pairs) == [
        one + other for one, other in zip(*(each["pairs"] for each in results), strict=True)
    ]


def test_a_contest_with_a_player_that_cannot_play_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="needs a net"):
        contests.run(tmp_path, "one", Plan(("learned:nodes=1", "random"), "toot"), 1)


def test_no_plan_has_a_player_without_its_net() -> None:
    plans = sorted(Path(contests.__file__).parents[1].glob("docs/reports/*/plan.toml"))
    assert plans
    for path in plans:
        for name, plan in contests.contests(path):
            assert plan.game != "toot" or not any(player.startswith("learned") for player in plan.players), name
