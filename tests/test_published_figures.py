"""Pages and statements say of the contests what the manifests say."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from benchmarks import contests, reports

from kakomi import games
from kakomi.cli.commands.match import make_plan
from kakomi.cli.main import make_parser
from kakomi.core.game_files.knowledge import Statement, knowledge_of
from kakomi.players.matches.match_score import pair_interval

LEARNING = reports.REPORTS / "learning"
CONTESTS = [
    (game.name, statement)
    for game in games.all_games()
    for statement in knowledge_of(game)
    if any(command.startswith("kakomi match") for command in statement.repeat)
]


def page(name: str) -> str:
    return (reports.REPORTS / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["rave", "search", "strength"])
def test_every_interval_in_the_report_on_searches(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    plan = reports.REPORTS / name / "plan.toml"
    contests.tables(plan.parent, contests.contests(plan))
    rows = re.findall(
        r"\| (\d+) \| (\d+) \| (\d+) \| (\d+) \| ([\d.]+)% \| ([\d.]+)% to ([\d.]+)% \|", capsys.readouterr().out
    )
    assert rows
    text = page("search.md")
    for played, won, drawn, lost, score, low, high in rows:
        assert f"| {played} | {won} | {drawn} | {lost} | {score} % | {low} to {high} |" in text


def test_the_tables_of_the_levels(capsys: pytest.CaptureFixture[str]) -> None:
    plan = reports.REPORTS / "levels" / "plan.toml"
    contests.tables(plan.parent, contests.contests(plan))
    text = page("levels.md")
    tables = capsys.readouterr().out.split("\n\n")
    assert len(tables) > 20
    for table in tables:
        assert table.strip() in text


@pytest.mark.parametrize("path", sorted(LEARNING.glob("*.kakomi.json")), ids=lambda path: path.name)
def test_every_score_in_the_report_on_learning(path: Path) -> None:
    result = json.loads(path.read_text(encoding="utf-8"))["result"]
    low, high = pair_interval(result["pairs"])
    row = f"| {result['games']} | **{result['score']:.1%}** ({low:.1%} to {high:.1%})".replace("%", " %")
    assert row.replace(" % to", " to").replace(" %)", ")") in page("learning.md")


@pytest.mark.parametrize(("game", "statement"), CONTESTS, ids=[f"{game} {each.rules}" for game, each in CONTESTS])
def test_every_statement_about_a_contest(game: str, statement: Statement) -> None:
    [command] = statement.repeat
    plan = make_plan(make_parser().parse_args(shlex.split(command)[1:]))
    assert plan.game == game
    [name] = [
        name
        for name, each in contests.contests(LEARNING / "plan.toml")
        if (each.players, each.match().rules, each.match().options)
        == (plan.players, plan.match().rules, plan.match().options)
    ]
    found = contests.manifest(LEARNING, name)
    assert found is not None
    result, interval = found["result"], pair_interval(found["result"]["pairs"])
    assert statement.games == result["games"] == plan.games
    said = (statement.estimate, statement.low, statement.high)
    assert said == tuple(round(100 * each, 1) for each in (result["score"], *interval))
