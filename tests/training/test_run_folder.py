"""The folder of a run: checkpoints that come back as they were written, and what is refused."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import kakomi
from kakomi.training import curve, run_folder
from kakomi.training.errors import TrainingError
from kakomi.training.plan import TrainingPlan, rules_hash
from kakomi.training.run_folder import RunFolder

PLAN = TrainingPlan("enso", "standard", {}, 7, "cpu", {"games": 4})
ENSO = kakomi.games.get("enso")
ARRAYS = {
    "A": np.arange(12, dtype=np.float32).reshape(3, 4),
    "moves": np.array([[1, -5], [2**40, 3]]),
    "none": np.zeros((0, 3)),
    "one": np.array(7, np.uint64),
}


def reopen(path: Path) -> RunFolder:
    return RunFolder.open(path, ENSO, None, {})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A run with two checkpoints, and nobody at work in it."""
    folder = tmp_path / "run"
    with RunFolder.create(folder, PLAN) as run:
        for number in (3, 4):
            run.save(number, ARRAYS, {"positions": number * 100})
            run.report(
                {"round": number, "minutes": number / 2, "policy": 3.0, "value": 1.0, "entropy": 2.0}, rounds=number
            )
    return folder


def edit(file: Path, **changes: Any) -> None:
    file.write_text(json.dumps(json.loads(file.read_text()) | changes))


# --- checkpoints ------------------------------------------------------------------------------------------------------


def test_a_checkpoint_comes_back_as_it_was_written(path: Path) -> None:
    with reopen(path) as run:
        checkpoint = run.load()
    assert checkpoint is not None
    assert (checkpoint.number, checkpoint.state) == (4, {"positions": 400})
    assert list(checkpoint.arrays) == list(ARRAYS)
    for name, array in ARRAYS.items():
        assert checkpoint.arrays[name].dtype == array.dtype
        assert np.array_equal(checkpoint.arrays[name], array)
        checkpoint.arrays[name][...] = 0  # it can be trained on
    assert (run.plan, run.notes) == (PLAN, [])


def test_before_the_first_checkpoint_there_is_none(tmp_path: Path) -> None:
    with RunFolder.create(tmp_path, PLAN) as run:
        assert run.load() is None


def test_large_checkpoints_are_cut_into_files(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_folder, "LARGEST_FILE", 1000)
    noise = np.random.default_rng(1).integers(0, 256, 5000, np.uint8)
    with reopen(path) as run:
        run.save(5, {"noise": noise}, {})
        sizes = [each.stat().st_size for each in (path / "checkpoints" / "000005").glob("part-*")]
        loaded = run.load()
    assert len(sizes) > 4
    assert max(sizes) <= 1000
    assert loaded is not None
    assert np.array_equal(loaded.arrays["noise"], noise)


def test_old_checkpoints_go(path: Path) -> None:
    with reopen(path) as run:
        run.save(5, ARRAYS, {})
    assert sorted(each.name for each in (path / "checkpoints").iterdir()) == ["000004", "000005"]


def test_if_the_last_is_damaged_the_one_before_serves(path: Path) -> None:
    part = path / "checkpoints" / "000004" / "part-001.bin"
    part.write_bytes(part.read_bytes()[:-1] + b"x")
    with reopen(path) as run:
        checkpoint = run.load()
        assert checkpoint is not None
        assert checkpoint.number == 3
        assert run.notes == [
            "checkpoint 4 is damaged (part-001.bin has another checksum): the run goes on from checkpoint 3."
        ]
        assert [row["round"] for row in run.rows] == [3]  # round 4 is played again
    for file in (path / "checkpoints").rglob("state.json"):
        file.write_text("{")
    with reopen(path) as run, pytest.raises(TrainingError, match="there is no other"):
        run.load()


def test_a_checkpoint_that_was_not_finished_is_none(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with reopen(path) as run:
        monkeypatch.setattr(run_folder, "write_whole", fail)
        with pytest.raises(TrainingError, match=r"checkpoint 5 cannot be written .* No space left"):
            run.save(5, ARRAYS, {})
        assert sorted(each.name for each in (path / "checkpoints").iterdir()) == ["000003", "000004"]


# --- refusals ---------------------------------------------------------------------------------------------------------


def test_a_run_is_not_overwritten(path: Path) -> None:
    with pytest.raises(TrainingError, match=r"already a run in .*--resume"):
        RunFolder.create(path, PLAN)


def test_there_must_be_a_run_to_continue(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match=r"no run in .* leave out --resume"):
        reopen(tmp_path)


def test_one_process_at_a_time(path: Path) -> None:
    with reopen(path), pytest.raises(TrainingError, match="another process is training"):
        reopen(path)
    reopen(path).close()


def test_what_is_no_manifest_is_said_to_be_none(path: Path) -> None:
    for text in ("{", "[]", "{}", "\x00"):
        (path / "run.json").write_text(text)
        with pytest.raises(TrainingError, match="is not the manifest of a run"):
            reopen(path)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"format": 99}, "has the format 99, this version of kakomi has 2"),
        ({"game": "iago"}, "holds a run of iago, not of enso"),
        ({"rules_hash": "0123"}, r"has another hash of rules and net interface \(0123, here "),
        ({"rules_version": "0"}, r"has another version of the rules \(0, here 1\)"),
        ({"rules": "loose"}, "loose"),
    ],
)
def test_a_run_of_something_else_is_refused_with_the_reason(path: Path, changes: dict[str, Any], reason: str) -> None:
    edit(path / "run.json", **changes)
    with pytest.raises(kakomi.KakomiError, match=reason):
        reopen(path)


def test_a_checkpoint_of_another_run_is_refused(path: Path, tmp_path: Path) -> None:
    with RunFolder.create(tmp_path / "other", replace(PLAN, seed=8)) as other:
        other.save(9, ARRAYS, {})
    shutil.copytree(tmp_path / "other" / "checkpoints" / "000009", path / "checkpoints" / "000009")
    with reopen(path) as run, pytest.raises(TrainingError, match=r"checkpoint 9 has another seed \(8, here 7\)"):
        run.load()


def test_other_options_than_the_runs_are_refused(tmp_path: Path) -> None:
    game = kakomi.games.get("iago")
    options = game.settle("loose", {})[1]
    RunFolder.create(tmp_path, TrainingPlan("iago", "loose", options, 1, "cpu")).close()
    RunFolder.open(tmp_path, game, "loose", options).close()
    with pytest.raises(TrainingError, match="holds a run with the rules loose, not simple"):
        RunFolder.open(tmp_path, game, "simple", {})


def test_other_sources_are_noted(path: Path) -> None:
    edit(path / "run.json", sources=["0123"])
    with reopen(path) as run:
        assert "other sources" in run.notes[0]
        assert len(run.manifest["sources"]) == 2


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("")
    with pytest.raises(TrainingError, match="cannot be used"):
        RunFolder.create(tmp_path / "run", PLAN)


# --- manifest, progress and curve -------------------------------------------------------------------------------------


def test_the_manifest_says_what_is_needed_to_repeat_the_run(path: Path) -> None:
    manifest = json.loads((path / "run.json").read_text())
    assert {name: manifest[name] for name in ("game", "rules", "options", "seed", "device", "rounds")} == {
        "game": "enso",
        "rules": "standard",
        "options": {},
        "seed": 7,
        "device": "cpu",
        "rounds": 4,
    }
    assert manifest["rules_hash"] == rules_hash(ENSO.rule_set())
    assert manifest["source_hash"]
    assert manifest["machine"]["cores"]


def test_the_hash_of_the_rules_is_that_rule_sets() -> None:
    assert len({rules_hash(ENSO.rule_set()), rules_hash(kakomi.games.get("iago").rule_set())}) == 2


def test_progress_has_one_line_per_round(path: Path) -> None:
    with reopen(path) as run:
        run.load()
        run.report({"round": 4, "minutes": 2.5, "policy": 2.5, "value": 0.9, "entropy": 2.0})
    rows = [json.loads(line) for line in (path / "progress.jsonl").read_text().splitlines()]
    assert [(row["round"], row["policy"]) for row in rows] == [(3, 3.0), (4, 2.5)]


def test_progress_that_cannot_be_read_does_not_stop_the_run(path: Path) -> None:
    (path / "progress.jsonl").write_text("{")
    with reopen(path) as run:
        assert run.load() is not None
        assert (run.rows, len(run.notes)) == ([], 1)


def test_the_curve_shows_losses_and_contests(path: Path) -> None:
    gate = {"round": 5, "verdict": "accepted", "games": 40, "score": 0.9, "elo": 380.0, "low": 250.0, "high": 500.0}
    refused = gate | {"round": 6, "verdict": "refused", "score": 0.4}
    row = {"minutes": 3.0, "policy": 2.4, "value": 0.8, "entropy": 2.0}
    with reopen(path) as run:
        run.load()
        run.report(row | {"round": 5, "gate": gate})
        run.report(row | {"round": 6, "gate": refused, "minutes": 4.0, "value": float("nan")})
    text = (path / "curve.svg").read_text()
    picture = ElementTree.fromstring(text)
    kinds = [each.get("class") for each in picture.iter()]
    assert (kinds.count("accepted"), kinds.count("refused"), kinds.count("value")) == (1, 1, 1)
    assert "round 5, accepted: 90% of 40 games" in text
    assert "nan" not in text
    assert "Enso standard" in text


def test_a_curve_of_nothing_is_a_picture_too() -> None:
    assert ElementTree.fromstring(curve.draw([], "a <game>")).tag.endswith("svg")
