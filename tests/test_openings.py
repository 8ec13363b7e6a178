"""The table of first moves over a run: which lines and moves it shows, and what it says without any."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks import openings

from kakomi.training.plan import TrainingPlan
from kakomi.training.run_folder import RunFolder

CHANCES = [{"a1": 0.5, "b2": 0.3, "c3": 0.2}, {"a1": 0.2, "b2": 0.7, "c3": 0.1}, {"a1": 0.05, "b2": 0.94, "c3": 0.01}]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with RunFolder.create(tmp_path / "run", TrainingPlan("enso", "standard", {}, 1, "cpu")) as run:
        run.report({"round": 1, "minutes": 0.5})  # before it has an opinion
        for number, (minutes, chances) in enumerate(zip((1.0, 1.2, 5.0), CHANCES, strict=True), 2):
            run.report({"round": number, "minutes": minutes, "opening": chances})
    return tmp_path / "run"


def test_the_table_has_the_likeliest_moves_and_the_rest(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    openings.main([str(folder), "--moves", "2"])
    assert capsys.readouterr().out.splitlines() == [
        "| first move | 1.0 min | 1.2 min | 5.0 min |",
        "|---|---|---|---|",
        "| b2 | 30.0 % | 70.0 % | 94.0 % |",
        "| a1 | 50.0 % | 20.0 % | 5.0 % |",
        "| 1 more | 20.0 % | 10.0 % | 1.0 % |",
    ]


def test_lines_are_chosen_by_time(folder: Path) -> None:
    rows = openings.read_rows(folder)
    assert [row["minutes"] for row in openings.choose_rows(rows, 2)] == [1.0, 5.0]
    assert [row["minutes"] for row in openings.choose_rows(rows, 1)] == [1.0]
    assert [row["minutes"] for row in openings.choose_rows(rows, 50)] == [1.0, 1.2, 5.0]


def test_a_folder_without_first_moves_is_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="there is no run in"):
        openings.main([str(tmp_path)])
    (folder / "progress.jsonl").write_text('{"round": 1, "minutes": 1}\n')
    with pytest.raises(SystemExit, match="says nothing of first moves"):
        openings.main([str(folder)])
    (folder / "progress.jsonl").write_text("{")
    with pytest.raises(SystemExit, match="cannot be read"):
        openings.main([str(folder)])
