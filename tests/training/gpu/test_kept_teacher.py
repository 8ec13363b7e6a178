"""A new run begins with the teacher of another: what is taken from its folder, and what is refused with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kakomi
from kakomi.training.errors import TrainingError
from kakomi.training.gpu.kept_teacher import read_teacher
from kakomi.training.gpu.run import GpuSettings, Weights
from kakomi.training.plan import TrainingPlan
from kakomi.training.run_folder import RunFolder

SETTINGS = GpuSettings(channels=16, blocks=2)


def plan_of(game: str, rules: str = "standard", device: str = "cuda", **options: Any) -> TrainingPlan:
    return TrainingPlan(game, rules, kakomi.new(game, rules, **options).options, 5, device, asdict(SETTINGS))


def weights(channels: int = 16, blocks: int = 2) -> Weights:
    """A teacher that is only as much of one as is looked at, and what a checkpoint has beside it."""
    kept: Weights = {"teacher.stem.weight": np.full((channels, 8, 3, 3), 0.5, np.float32)}
    kept |= {f"teacher.blocks.{number}.conv1.weight": np.zeros(3, np.float32) for number in range(blocks)}
    return {**kept, "net.stem.weight": np.ones(1), "first.stem.weight": np.ones(1), "steps": np.array(7)}


def run_in(path: Path, plan: TrainingPlan, kept: Mapping[str, Any] | None = None) -> Path:
    with RunFolder.create(path, plan) as folder:
        if kept is not None:
            folder.save(3, weights(), {})
            folder.save(4, kept, {})
    return path


def test_the_teacher_of_the_last_checkpoint_is_taken_and_nothing_else(tmp_path: Path) -> None:
    """Its run may be going on: nobody has to leave the folder."""
    plan = plan_of("iago")
    last = {**weights(), "teacher.stem.weight": np.full((16, 8, 3, 3), 2.5, np.float32)}
    path = run_in(tmp_path / "old", plan, last)
    with RunFolder.open(path, kakomi.games.get("iago"), None, {}):
        teacher = read_teacher(path, plan)
    assert sorted(teacher) == sorted(name for name in last if name.startswith("teacher."))
    assert teacher["teacher.stem.weight"].tolist() == last["teacher.stem.weight"].tolist()
    (path / "checkpoints" / "000004" / "part-001.bin").write_bytes(b"damaged")
    assert read_teacher(path, plan)["teacher.stem.weight"][0, 0, 0, 0] == 0.5


def test_other_rules_of_the_game_are_allowed_where_the_sizes_fit(tmp_path: Path) -> None:
    path = run_in(tmp_path / "old", plan_of("iago"), weights())
    assert read_teacher(path, plan_of("iago", "loose"))
    path = run_in(tmp_path / "small", plan_of("enclosure_chess", "5x5"), weights())
    reason = r"a teacher of enclosure_chess 5x5 with the options of the run in .* does not fit this run"
    with pytest.raises(TrainingError, match=reason):
        read_teacher(path, plan_of("enclosure_chess", "7x7"))
    path = run_in(tmp_path / "conv", plan_of("enclose5", size=9), weights())
    assert read_teacher(path, plan_of("enclose5", size=13))


@pytest.mark.parametrize(("channels", "blocks"), [(8, 2), (16, 3)])
def test_a_teacher_of_another_size_is_refused(tmp_path: Path, channels: int, blocks: int) -> None:
    plan = plan_of("enso")
    path = run_in(tmp_path / "old", plan, weights(channels, blocks))
    reason = f"has {channels} channels and {blocks} blocks, the run 16 and 2: add --setting channels={channels}"
    with pytest.raises(TrainingError, match=reason):
        read_teacher(path, plan)


def test_what_holds_no_teacher_is_refused(tmp_path: Path) -> None:
    plan = plan_of("enso")
    with pytest.raises(
        TrainingError, match=r"there is no run in .*nowhere: --teacher takes the folder of a run on a GPU"
    ):
        read_teacher(tmp_path / "nowhere", plan)
    with pytest.raises(TrainingError, match="has no checkpoint yet, and so no teacher"):
        read_teacher(run_in(tmp_path / "new", plan), plan)
    with pytest.raises(TrainingError, match="holds a run of iago, not of enso"):
        read_teacher(run_in(tmp_path / "iago", plan_of("iago"), weights()), plan)
    with pytest.raises(TrainingError, match="trains on the CPU, where there is no teacher"):
        read_teacher(run_in(tmp_path / "cpu", plan_of("enso", device="cpu"), weights()), plan)
    with pytest.raises(TrainingError, match="has kept no teacher"):
        read_teacher(run_in(tmp_path / "other", plan, {"x": np.zeros(1)}), plan)
    (tmp_path / "iago" / "run.json").write_text("{}")
    with pytest.raises(TrainingError, match="is not the manifest of a run"):
        read_teacher(tmp_path / "iago", plan)


def test_the_settings_of_the_other_run_may_differ(tmp_path: Path) -> None:
    plan = plan_of("enso")
    path = run_in(tmp_path / "old", replace(plan, settings=asdict(replace(SETTINGS, games=64, rate=0.1))), weights())
    assert read_teacher(path, plan)
