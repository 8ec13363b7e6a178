"""The plans of docs/reports/lab: one for each rule set, pairs for comparisons, and `make reports` knows them all."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kakomi import games
from kakomi.lab.plans.plan import RunPlan, read_file
from kakomi.lab.results import RunResults
from kakomi.lab.statistics.fair_start import fit_study

ROOT = Path(__file__).parents[3]
PLANS = sorted((ROOT / "docs" / "reports" / "lab" / "plans").glob("*.toml"))
RULE_SETS = {
    f"{game.name}-{rules.name}".replace("_", "-"): (game.name, rules.name)
    for game in games.all_games()
    for rules in game.rule_sets
}
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def listed(name: str) -> list[str]:
    """The words of a variable of the Makefile."""
    found = re.search(rf"^{name} = ((?:.*\\\n)*.*)$", MAKEFILE, flags=re.MULTILINE)
    assert found is not None
    return found[1].replace("\\\n", " ").split()


def planned(name: str) -> RunPlan:
    return read_file(ROOT / "docs" / "reports" / "lab" / "plans" / f"{name}.toml")


@pytest.mark.parametrize("path", PLANS, ids=lambda path: path.stem)
def test_a_plan_is_called_like_its_file_and_repeats_itself(path: Path) -> None:
    plan = read_file(path)
    assert plan.name == path.stem
    assert all(study.repeatable for study in plan.studies)


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_rule_set_has_a_plan_with_all_that_the_index_compares(name: str) -> None:
    plan = planned(name)
    usual = [study for study in plan.studies if study.opening != 1]
    assert {(study.game, study.rules) for study in plan.studies} == {RULE_SETS[name]}
    assert all(dict(study.options) == games.get(study.game).settle(study.rules, {})[1] for study in usual)
    equals = [study for study in usual if study.players[0] == study.players[1]]
    assert {f"level:{level}" for level in range(1, 6)} < {study.players[0] for study in equals}
    assert all(study.evaluate is not None for study in equals if not study.bulk)
    assert [study.bulk for study in equals if study.players[0] == "random"] == [True, False]
    assert any(study.players[0].startswith("copycat:") for study in usual)
    assert any("nodes=" in study.players[0] for study in usual)
    played = [study.unplayed() for study in plan.studies]
    assert fit_study(RunResults(name, played, {})).opening == 1


def test_make_reports_knows_every_plan() -> None:
    assert sorted(listed("RULE_SETS")) == sorted(RULE_SETS)
    pairs = [pair.split(":") for pair in listed("PAIRS")]
    compared = {f"compare-{about}-{side}" for about, *sides in pairs for side in sides}
    assert {path.stem for path in PLANS} == compared | set(RULE_SETS)
    for about, *sides in pairs:
        a, b = (planned(f"compare-{about}-{side}") for side in sides)
        assert a.seed != b.seed
        assert [study.players for study in a.studies] == [study.players for study in b.studies]
        told = [(study.rules, dict(study.options)) for plan in (a, b) for study in plan.studies[:1]]
        assert told[0] != told[1]
