"""Training runs in the reports: what is kept of a folder, and pictures that show what is kept."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from benchmarks import openings, training_runs
from benchmarks.reports import REPORTS

from kakomi.training.plan import TrainingPlan
from kakomi.training.run_folder import RunFolder

KEPT = sorted(path.stem for path in training_runs.RUNS.glob("*.json"))


@pytest.mark.parametrize("name", KEPT)
def test_the_picture_shows_the_figures(name: str) -> None:
    assert (training_runs.IMAGES / f"learning-{name}.svg").read_text(encoding="utf-8") == training_runs.draw(name)


def test_the_page_shows_every_run_that_is_kept() -> None:
    page = (REPORTS / "learning.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"images/learning-(.*?)\.svg", page)) == KEPT


def test_a_run_is_kept_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training_runs, "RUNS", tmp_path / "runs")
    with RunFolder.create(tmp_path / "run", TrainingPlan("enso", "standard", {}, 5, "cpu", {})) as folder:
        folder.note(first_net="untrained")
        for number in (1, 2):
            opening = {"e3xf4": 0.25 * number, "c5xd5": 1 - 0.25 * number}
            folder.report({"round": number, "minutes": 1.0 * number, "value": 0.7, "opening": opening})
    training_runs.keep("enso", folder.path)
    kept = json.loads((tmp_path / "runs" / "enso.json").read_text(encoding="utf-8"))
    assert kept["manifest"]["seed"] == 5
    assert [row["minutes"] for row in kept["progress"]] == [1.0, 2.0]
    assert ">Enso standard</text>" in training_runs.draw("enso")
    assert openings.read_rows(tmp_path / "runs" / "enso.json") == openings.read_rows(folder.path)
