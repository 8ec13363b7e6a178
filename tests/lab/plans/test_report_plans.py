"""The plans of docs/reports/lab: one for each rule set, and pairs for comparisons."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.reports import SWEEP, comparisons, rule_set_plans

from kakomi import games
from kakomi.lab.measures.outcome import doubled
from kakomi.lab.plans.plan import RunPlan, read_file
from kakomi.lab.results import FIRST_MOVES, TRUE_START, RunResults
from kakomi.lab.statistics.fair_start import fit_study

ROOT = Path(__file__).parents[3]
PLANS = sorted((ROOT / "docs" / "reports" / "lab" / "plans").glob("*.toml"))
RULE_SETS = {
    f"{game.name}-{rules.name}".replace("_", "-"): (game.name, rules.name)
    for game in games.all_games()
    for rules in game.rule_sets
}


def planned(name: str) -> RunPlan:
    return read_file(ROOT / "docs" / "reports" / "lab" / "plans" / f"{name}.toml")


@pytest.mark.parametrize("path", PLANS, ids=lambda path: path.stem)
def test_a_plan_is_called_like_its_file_and_repeats_itself(path: Path) -> None:
    plan = read_file(path)
    assert plan.name == path.stem
    assert all(study.repeatable for study in plan.studies)


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_rule_set_has_a_plan_with_all_that_the_reports_say(name: str) -> None:
    plan = planned(name)
    usual = [study for study in plan.studies if study.start.kind != FIRST_MOVES]
    assert {(study.game, study.rules) for study in plan.studies} == {RULE_SETS[name]}
    assert all(dict(study.options) == games.get(study.game).settle(study.rules, {})[1] for study in usual)
    equals = [study for study in usual if study.players[0] == study.players[1]]
    assert {f"level:{level}" for level in range(1, 6)} < {study.players[0] for study in equals}
    assert {study.start.kind for study in equals} == {TRUE_START}
    assert len({study.spread for study in equals if study.players[0] != "random"}) == 1
    assert all(study.evaluate is not None for study in equals if not study.bulk)
    assert [study.bulk for study in equals if study.players[0] == "random"] == [True, False]
    assert any(study.players[0].startswith("copycat:") for study in usual)
    assert sum(doubled(study.players) is not None for study in usual) >= 6
    assert any("nodes=" in study.players[0] and study.players[1] == "random" for study in usual)
    played = [study.unplayed() for study in plan.studies]
    assert fit_study(RunResults(name, played, {})).kind == FIRST_MOVES


def test_there_is_no_plan_that_is_not_reported() -> None:
    pairs = comparisons()
    compared = [name for pair in pairs.values() for name in pair]
    swept = [path.stem for path in PLANS if path.stem.startswith(SWEEP)]
    assert rule_set_plans() == list(RULE_SETS)
    assert sorted(path.stem for path in PLANS) == sorted((*compared, *swept, *RULE_SETS))
    assert len(pairs) > 5
    assert len(swept) > 3


@pytest.mark.parametrize(("a", "b"), comparisons().values())
def test_compared_plans_differ_in_the_rules_alone(a: str, b: str) -> None:
    plans = planned(a), planned(b)
    assert plans[0].seed != plans[1].seed
    assert [study.players for study in plans[0].studies] == [study.players for study in plans[1].studies]
    rules = [(study.rules, dict(study.options)) for plan in plans for study in plan.studies[:1]]
    assert rules[0] != rules[1]
