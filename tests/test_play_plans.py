"""Plans played at once without a database: continued where they stopped, and the same games as those of `lab run`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from benchmarks import play_plans, reports
from benchmarks.play_plans import assemble, open_units, pack

from kakomi.lab.files import LabError
from kakomi.lab.plans.plan import read, read_file
from kakomi.lab.results import load
from kakomi.lab.runs.unit_player import UnitPlayer
from kakomi.store.database import open_database

PLAN = """
name = "two"
[[study]]
game = "enso"
players = ["random", "random"]
bulk = false
games = 24
unit = 4
[[study]]
name = "first moves"
game = "enclosure_chess"
rules = "5x5"
players = ["greedy", "greedy"]
start = "first moves"
games = 12
unit = 6
"""


def test_units_are_kept_continued_and_put_together(tmp_path: Path) -> None:
    plan = read(PLAN)
    found = open_units(plan, tmp_path / "units")
    player = UnitPlayer(plan)
    for unit in found.missing[:3]:
        found.keep(unit, player.play(unit))
    with open(found.path, "a", encoding="utf-8") as file:
        file.write('{"unit":[0,')  # the machine went away in the middle of a line
    pack(tmp_path / "units", tmp_path / "out")
    again = open_units(plan, tmp_path / "units")
    assert (len(again.payloads), len(again.missing)) == (3, 5)
    with pytest.raises(LabError, match="two is not complete: enso standard: random - random, first moves"):
        assemble(again, tmp_path / "lab" / "two")
    assemble(again, tmp_path / "lab" / "two", partial=True)
    assert [study.played for study in load(tmp_path / "lab" / "two").studies] == [12, 0]
    elsewhere = open_units(plan, tmp_path / "out")  # as packed
    assert elsewhere.payloads == again.payloads
    for unit in elsewhere.missing:
        elsewhere.keep(unit, player.play(unit))
    assemble(elsewhere, tmp_path / "lab" / "whole")
    whole = load(tmp_path / "lab" / "whole")
    assert [study.played for study in whole.studies] == [24, 12]
    assert whole.manifest["player_hash"] == found.header["player_hash"]
    from kakomi.lab.runs.runner import run_plan

    engine = open_database(f"sqlite:///{tmp_path / 'store.db'}")
    run_plan(plan, tmp_path / "lab" / "usual", engine, jobs=0)
    engine.dispose()
    usual = (tmp_path / "lab" / "usual" / "results.jsonl").read_text(encoding="utf-8")
    assert (tmp_path / "lab" / "whole" / "results.jsonl").read_text(encoding="utf-8") == usual


def test_other_players_and_another_plan_are_refused(tmp_path: Path) -> None:
    found = open_units(read(PLAN), tmp_path)
    with pytest.raises(LabError, match="is of another plan; move the file away"):
        open_units(read(PLAN.replace("games = 24", "games = 28")), tmp_path)
    header = json.loads(found.path.read_text(encoding="utf-8"))
    found.path.write_text(json.dumps(header | {"player_hash": "old"}) + "\n", encoding="utf-8")
    with pytest.raises(LabError, match=r"was begun with other players .* and would mix games of both"):
        open_units(read(PLAN), tmp_path)
    assert open_units(read(PLAN), tmp_path, playing=False).header["player_hash"] == "old"


def test_several_processes_play_all_of_it_in_time(tmp_path: Path) -> None:
    found = open_units(read(PLAN), tmp_path)
    play_plans.play([found], jobs=2, seconds=120)
    assert found.missing == []
    play_plans.play([open_units(read(PLAN), tmp_path)], jobs=2, seconds=0)  # nothing left, and no time for it


def test_pages_are_written_from_the_units_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plans = tmp_path / "lab" / "plans"
    plans.mkdir(parents=True)
    for name, folder in (
        ("PLANS", plans),
        ("LAB", plans.parent),
        ("RUNS", tmp_path / "runs"),
        ("PAGES", tmp_path / "pages"),
    ):
        monkeypatch.setattr(reports, name, folder)
    monkeypatch.setattr(reports.overview, "__defaults__", (plans.parent,))
    study = '[[study]]\ngame = "enclosure_chess"\nrules = "5x5"\nplayers = ["greedy", "greedy"]\n'
    mine_text = f'name = "mine"\n{study}games = 40\n{study}name = "first moves"\nstart = "first moves"\ngames = 24\n'
    (plans / "mine.toml").write_text(mine_text, encoding="utf-8")
    for seed, word in enumerate(("open", "closed")):
        head = f'# Which: {word}.\nname = "compare-{word}"\nseed = {seed}\n'
        text = f'{head}{study}options = {{ vacated = "{word}" }}\ngames = 30\n'
        (plans / f"compare-{word}.toml").write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit, match="has no units of mine"):
        reports.write_from_units(tmp_path / "units", partial=False)
    for path in plans.glob("*.toml"):
        found = open_units(read_file(path), tmp_path / "units")
        for unit in found.missing:
            found.keep(unit, UnitPlayer(found.plan).play(unit))
    reports.write_from_units(tmp_path / "units", partial=False)
    assert "| Enclosure Chess, 5x5 | greedy players | 40 |" in (plans.parent / "README.md").read_text(encoding="utf-8")
    assert "## Which?" in (plans.parent / "comparisons.md").read_text(encoding="utf-8")
    assert json.loads((plans.parent / "mine.json").read_text(encoding="utf-8"))["alarms"] == []
    (plans.parent / "README.md").unlink()
    mine = open_units(read_file(plans / "mine.toml"), tmp_path / "units", playing=False)
    first = next(unit for unit in mine.payloads if unit.study == 0)
    for unit in [unit for unit in mine.payloads if unit.study == 0]:  # the same ten games again and again
        games = [line | {"game": unit.first + n} for n, line in enumerate(json.loads(mine.payloads[first]))]
        mine.keep(unit, json.dumps(games))
    with pytest.raises(
        SystemExit, match=r"Not published:\n- the run mine is not fit to be published: .*games are the same"
    ):
        reports.write_from_units(tmp_path / "units", partial=False)
    assert not (plans.parent / "README.md").exists()
