"""The tables of docs/reports/search.md are those that `benchmarks.contests --tables` prints from the manifests."""

from __future__ import annotations

import re

import pytest
from benchmarks import contests, reports

TEXT = (reports.REPORTS / "search.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["rave", "search", "strength"])
def test_every_interval_is_that_of_the_games(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    plan = reports.REPORTS / name / "plan.toml"
    contests.tables(plan.parent, contests.contests(plan))
    rows = re.findall(
        r"\| (\d+) \| (\d+) \| (\d+) \| (\d+) \| ([\d.]+)% \| ([\d.]+)% to ([\d.]+)% \|", capsys.readouterr().out
    )
    assert rows
    for games, won, drawn, lost, score, low, high in rows:
        assert f"| {games} | {won} | {drawn} | {lost} | {score} % | {low} to {high} |" in TEXT
