"""Runs: the same results however they are made, and what they consist of."""

from __future__ import annotations

import dataclasses
import itertools
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine

import kakomi
from kakomi.core.match import Match
from kakomi.core.records.record import read_file
from kakomi.lab.files import LabError
from kakomi.lab.measures import measure_all
from kakomi.lab.plans.plan import RunPlan, StudyPlan, read
from kakomi.lab.results import MANIFEST, RESULTS, RandomCounts, load
from kakomi.lab.runs import random_counts
from kakomi.lab.runs.local_backend import LocalBackend
from kakomi.lab.runs.repeat import repeat_run
from kakomi.lab.runs.run_files import mark_repeats
from kakomi.lab.runs.run_lock import list_runs
from kakomi.lab.runs.runner import RunProgress, run_plan
from kakomi.lab.runs.schedule import PlayedUnit
from kakomi.lab.runs.unit_player import UnitPlayer
from kakomi.lab.runs.units import Unit, game_start, seed_of, units
from kakomi.players.matches.sprt import wilson
from kakomi.search.batch import playouts
from tests.lab.conftest import PLAN, Run, contents


class Deadly(LocalBackend):
    """Two of its processes die at their work."""

    def __init__(self, plan: RunPlan, jobs: int) -> None:
        super().__init__(plan, jobs)
        self.killed = 0

    def collect(self, seconds: float) -> list[PlayedUnit]:
        if self.killed < 2 and self.pids:
            os.kill(self.pids[0], signal.SIGKILL)
            self.killed += 1
        return super().collect(seconds)


def interrupt_after(games: int) -> Callable[[RunProgress], None]:
    def tell(progress: RunProgress) -> None:
        if progress.games >= games:
            raise KeyboardInterrupt

    return tell


def test_the_results_do_not_depend_on_who_played(tmp_path: Path, carried_out: Run) -> None:
    deadly: list[Deadly] = []

    def killing(plan: RunPlan, jobs: int) -> Deadly:
        deadly.append(Deadly(plan, jobs))
        return deadly[-1]

    carried_out("here")
    carried_out("one", jobs=1)
    carried_out("two", jobs=2)
    carried_out("killed", jobs=2, make_backend=killing)
    expected = contents(tmp_path / "lab" / "here")
    assert deadly[0].killed == 2
    for name in ("one", "two", "killed"):
        assert contents(tmp_path / "lab" / name) == expected, name


def test_an_interrupted_run_goes_on(tmp_path: Path, engine: Engine, carried_out: Run) -> None:
    carried_out("whole")
    for games in (6, 30):
        with pytest.raises(KeyboardInterrupt):
            carried_out("broken", on_progress=interrupt_after(games))
        found = {each.name: each for each in list_runs(engine)}["broken"]
        assert found.state == "interrupted"
        assert found.games >= games
        with pytest.raises(LabError, match="is not complete; to resume it: kakomi lab run"):
            load(tmp_path / "lab" / "broken")
        assert not (tmp_path / "lab" / "broken" / RESULTS).exists()
    told: list[RunProgress] = []
    carried_out("broken", on_progress=told.append)
    assert told[0].games > 30  # what had been played was not played again
    assert contents(tmp_path / "lab" / "broken") == contents(tmp_path / "lab" / "whole")
    states = {each.name: (each.state, each.games) for each in list_runs(engine)}
    assert states["broken"] == states["whole"]


KILLED = """
import os, signal, sys
from pathlib import Path
from kakomi.lab.plans.plan import read
from kakomi.lab.runs.runner import run_plan
from kakomi.store.database import open_database

def tell(progress):
    if progress.games >= 20:
        os.kill(os.getpid(), signal.SIGKILL)

folder = Path(sys.argv[1])
run_plan(read(sys.stdin.read()), folder / "lab" / "killed", open_database(f"sqlite:///{folder / 'store.db'}"), 0, tell)
"""


def test_a_run_whose_process_was_killed_goes_on(tmp_path: Path, carried_out: Run) -> None:
    carried_out("whole")
    ended = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], input=PLAN, text=True, check=False)
    assert ended.returncode == -signal.SIGKILL
    carried_out("killed")
    assert contents(tmp_path / "lab" / "killed") == contents(tmp_path / "lab" / "whole")


def test_a_complete_run_is_left_as_it_is(tmp_path: Path, carried_out: Run) -> None:
    made = carried_out("again")
    before = (tmp_path / "lab" / "again" / MANIFEST).read_bytes()
    assert carried_out("again") == made
    assert (tmp_path / "lab" / "again" / MANIFEST).read_bytes() == before
    (tmp_path / "lab" / "again" / RESULTS).unlink()  # the store has them still
    carried_out("again")
    assert load(tmp_path / "lab" / "again").studies[0].played == 24


@pytest.mark.parametrize(
    ("measure", "width"), [("branching", 1.0), ("ending:4.1", 0.2), ("event:captured", 3.0), ("board_use", 0.02)]
)
def test_any_measure_with_an_interval_can_end_a_study(
    tmp_path: Path, engine: Engine, measure: str, width: float
) -> None:
    wanted = read(
        'name = "stops"\n[[study]]\ngame = "enso"\nplayers = ["random", "random"]\nbulk = false\n'
        f'stop = {{ measure = "{measure}", width = {width}, most = 2000 }}'
    )
    run_plan(wanted, tmp_path / "stops", engine, 0)
    study = load(tmp_path / "stops").studies[0]
    assert study.stopped

    def now(games: int) -> float:
        found = measure_all(dataclasses.replace(study, games=study.games[:games]))[measure]
        assert found.low is not None
        assert found.high is not None
        return found.high - found.low

    assert now(study.played) <= width
    assert study.played == 30 or now(study.played - 10) > width  # units have ten games


def test_counted_games_stop_as_well(tmp_path: Path, engine: Engine) -> None:
    wanted = read(
        'name = "counted"\n[[study]]\ngame = "enclosure_chess"\nrules = "5x5"\nplayers = ["random", "random"]\nunit = 100\n'
        'stop = { measure = "draws", width = 0.05, most = 100000 }'
    )
    run_plan(wanted, tmp_path / "counted", engine, 0)
    study = load(tmp_path / "counted").studies[0]
    found = measure_all(study)["draws"]
    assert found.low is not None
    assert found.high is not None
    assert study.stopped
    assert 0.04 < found.high - found.low <= 0.05


def test_the_stopping_rule_ends_a_study_at_the_first_unit_that_suffices(tmp_path: Path, carried_out: Run) -> None:
    carried_out("stop", jobs=2)
    study = load(tmp_path / "lab" / "stop").studies[1]
    assert study.stopped
    widths = []
    for games in range(4, study.played + 1, 4):
        low, high = wilson(sum(game.winner == 0 for game in study.games[:games]) / games, games)
        widths.append(high - low)
    assert widths[-1] <= 0.55
    assert all(width > 0.55 for width in widths[:-1])


def test_a_result_says_what_happened(tmp_path: Path, carried_out: Run, plan: RunPlan) -> None:
    carried_out("told")
    for study in load(tmp_path / "lab" / "told").studies:
        for game in study.games[:4]:
            match = Match(kakomi.games.get(study.game), study.rules, study.options)
            widths, movers, captured = [], [], 0
            for move in game.moves:
                widths.append(len(match.legal_moves))
                movers.append(match.to_move)
                match.push(move)
                captured += sum(mark.kind == "captured" for mark in match.scene().marks)
            assert match.outcome is not None
            outcome = match.outcome
            assert (game.winner, game.clause, game.score) == (outcome.winner, outcome.clause, outcome.score)
            assert (game.plies, game.forced, game.choices) == (
                len(widths),
                widths.count(1),
                len(widths) - widths.count(1),
            )
            assert game.branching[0] == pytest.approx(sum(widths) / len(widths), abs=1e-5)
            assert game.turns == 1 + sum(a != b for a, b in itertools.pairwise(movers))
            assert game.kinds.get("captured", 0) == captured
            assert sum(game.places.values()) >= 1
            assert game.seat == game.game % 2
    records = read_file(tmp_path / "lab" / "told" / "records" / "study-1.kakomi")
    assert [tuple(record.replay(kakomi.games.get).moves) for record in records] == [
        game.moves for game in load(tmp_path / "lab" / "told").studies[0].games[:3]
    ]


def test_games_of_a_pair_share_their_opening(tmp_path: Path, carried_out: Run) -> None:
    carried_out("pairs")
    games = load(tmp_path / "lab" / "pairs").studies[2].games
    assert [game.opening for game in games] == [3] * 8
    openings = [game.moves[:3] for game in games]
    assert openings[::2] == openings[1::2]
    assert len(set(openings)) > 1


def test_values_are_chances_where_they_were_asked_for() -> None:
    text = '[[study]]\ngame = "enclosure_chess"\nrules = "5x5"\nplayers = ["random", "random"]\ngames = 1\n'
    plan = read(f'name = "v"\n{text}evaluate = {{ nodes = 40, every = 2 }}\nopening = 2')
    game = UnitPlayer(plan).play_game(plan.studies[0], 0)
    assert game.values is not None
    assert len(game.values) == game.plies
    assert game.values[:2] == (None, None)
    for ply, value in enumerate(game.values[2:]):
        assert (value is None) == bool(ply % 2)
        assert value is None or 0 <= value <= 1
    assert UnitPlayer(plan).play_game(plan.studies[0], 0) == game


def test_seeds_follow_from_plan_study_and_number_alone(plan: RunPlan) -> None:
    first, second, third = plan.studies
    other = read(PLAN.replace("seed = 7", "seed = 8"))
    assert seed_of(plan, first, "game 1") != seed_of(plan, second, "game 1")
    assert seed_of(plan, first, "game 1") != seed_of(other, first, "game 1")
    assert game_start(plan, third, 4) == game_start(plan, third, 4)
    assert game_start(plan, third, 4).task.opening == game_start(plan, third, 5).task.opening
    assert units(first)[-1] == Unit(0, 20, 4)
    moved = RunPlan(plan.name, plan.seed, (StudyPlan(**{**second.__dict__, "number": 0}),))
    assert UnitPlayer(moved).play_game(moved.studies[0], 3).moves == UnitPlayer(plan).play_game(second, 3).moves


def test_counted_games_are_those_of_the_playouts() -> None:
    match = kakomi.new("enclosure_chess", rules="5x5")
    counted = random_counts.count(match, seed=3, first=0, games=60, target="python")
    tally = playouts(match, 60, seed=3, target="python")
    assert counted.results == (tally.first, tally.second, tally.draws)
    assert {name: sum(results) for name, results in counted.clauses.items()} == {
        name: games for name, games in tally.clauses.items() if games
    }
    assert sum(plies * games for plies, games in counted.lengths.items()) == tally.moves
    assert sum(counted.widths.values()) == tally.moves
    assert sum(map(sum, counted.firsts.values())) == counted.games == 60
    assert counted.choices.total + counted.forced.total == 1000 * tally.moves
    assert counted.forced.total == 1000 * counted.widths.get(1, 0)
    parts = RandomCounts()
    for first, games in ((0, 13), (13, 40), (53, 7)):
        parts.add(random_counts.count(match, 3, first, games, target="python"))
    assert parts == counted
    assert RandomCounts.from_dict(json.loads(json.dumps(counted.as_dict()))) == counted


def test_a_counted_study_in_a_run(tmp_path: Path, engine: Engine) -> None:
    text = '[[study]]\ngame = "enso"\nplayers = ["random", "random"]\ngames = 2500\nunit = 1000\n'
    run_plan(read(f'name = "counted"\n{text}'), tmp_path / "counted", engine, 0)
    results = load(tmp_path / "counted")
    counted = results.studies[0].bulk
    assert counted is not None
    assert (counted.games, results.studies[0].games) == (2500, [])
    seed = seed_of(read(f'name = "counted"\n{text}'), read(f'name = "counted"\n{text}').studies[0], "bulk")
    assert counted.results[0] == playouts(kakomi.new("enso"), 2500, seed).first
    assert repeat_run(results, 0).identical


def test_a_game_like_an_earlier_one_is_marked() -> None:
    plan = read('name = "r"\n[[study]]\ngame = "enso"\nplayers = ["random:seed=1", "random:seed=2"]\ngames = 4\n')
    desk = UnitPlayer(plan)
    games = mark_repeats(desk.play_game(plan.studies[0], number) for number in range(4))
    assert [game.repeat for game in games] == [False, False, True, True]


def test_a_run_repeats_itself(tmp_path: Path, carried_out: Run) -> None:
    carried_out("first")
    verdict = repeat_run(load(tmp_path / "lab" / "first"), 0)
    assert (verdict.identical, verdict.difference, verdict.version) == (True, "", "")
    assert verdict.games == sum(study.played for study in load(tmp_path / "lab" / "first").studies)


def changed(folder: Path, change: Callable[[dict[str, Any]], None], number: int) -> None:
    lines = (folder / RESULTS).read_text(encoding="utf-8").splitlines()
    line = json.loads(lines[number])
    change(line)
    lines[number] = json.dumps(line)
    (folder / RESULTS).write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_the_first_difference_is_shown(tmp_path: Path, carried_out: Run) -> None:
    carried_out("first")
    folder = tmp_path / "lab" / "first"
    right = load(folder).studies[0].games[7]

    def lie(line: dict[str, Any]) -> None:
        line["moves"][4] = "a1xa2"

    changed(folder, lie, 7)
    verdict = repeat_run(load(folder), 0)
    assert not verdict.identical
    assert f"game 8: moves was a1xa2 at ply 5, and is now {right.moves[4]}" in verdict.difference

    def forge(line: dict[str, Any]) -> None:
        line["winner"] = 1 - line["winner"]

    changed(folder, forge, 2)
    assert "game 3: winner was" in repeat_run(load(folder), 0).difference


def test_another_version_is_said_clearly(tmp_path: Path, carried_out: Run) -> None:
    carried_out("old")
    folder = tmp_path / "lab" / "old"
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    manifest |= {"kakomi": "0.0.9", "source_hash": "feedfacefeedface"}
    (folder / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    verdict = repeat_run(load(folder), 0)
    assert verdict.identical
    assert verdict.version.startswith("The run was made with another version: kakomi 0.0.9 (sources feedface")
