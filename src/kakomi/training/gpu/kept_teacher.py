"""The teacher of another run, from its folder, for a new run to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kakomi.core.net import net_of, net_shape
from kakomi.training import arrays
from kakomi.training.errors import TrainingError
from kakomi.training.gpu.run import TEACHER, GpuSettings, Weights
from kakomi.training.plan import TrainingPlan
from kakomi.training.run_folder import MANIFEST, read_last_checkpoint, read_manifest


def read_teacher(path: Path, plan: TrainingPlan) -> Weights:
    """The weights of the last checkpoint of the run in the folder; TrainingError if a run with the plan cannot use them."""
    wanted = "--teacher takes the folder of a run on a GPU"
    if not (path / MANIFEST).is_file():
        raise TrainingError(f"there is no run in {path}: {wanted}")
    manifest = read_manifest(path)
    if manifest["game"] != plan.game:
        raise TrainingError(f"{path} holds a run of {manifest['game']}, not of {plan.game}")
    if manifest.get("device") != "cuda":
        raise TrainingError(f"the run in {path} trains on the CPU, where there is no teacher: {wanted}")
    try:
        other = TrainingPlan.restore(manifest)
        fits = _teacher_shape(other) == _teacher_shape(plan)
    except (KeyError, TypeError) as error:
        raise TrainingError(f"{path / MANIFEST} is not the manifest of a run: {error}") from error
    if not fits:
        raise TrainingError(
            f"a teacher of {other.game} {other.rules} with the options of the run in {path} does not fit this run: "
            "the net interface has other sizes there"
        )
    checkpoint, damage = read_last_checkpoint(path, {})
    if checkpoint is None:
        raise TrainingError(f"the run in {path} has no {'whole ' if damage else ''}checkpoint yet, and so no teacher")
    teacher = {name: array for name, array in checkpoint.arrays.items() if name.startswith(TEACHER)}
    _refuse_other_size(teacher, GpuSettings.restore(plan.settings))
    return teacher


def _teacher_shape(plan: TrainingPlan) -> tuple[Any, ...]:
    """Everything that the sizes of a teacher depend on, apart from channels and blocks."""
    match, window = plan.match(), GpuSettings.restore(plan.settings).window
    rules = match.rule_set.rules
    net = arrays.seen_shape(net_shape(rules, match.settings), window)
    pooled = getattr(net_of(rules), "KIND", "sparse") == "conv"  # for boards of any size
    return net.states, net.ways, net.extras, net.facts, None if pooled else (net.rows, net.columns)


def _refuse_other_size(teacher: Weights, settings: GpuSettings) -> None:
    """Raise TrainingError if a teacher does not have the sizes of the settings."""
    stem = teacher.get(f"{TEACHER}stem.weight")
    if stem is None:
        raise TrainingError("the run of --teacher has kept no teacher")
    numbers = [int(name.split(".")[2]) for name in teacher if name.startswith(f"{TEACHER}blocks.")]
    channels, blocks = int(stem.shape[0]), 1 + max(numbers, default=-1)
    if (channels, blocks) != (settings.channels, settings.blocks):
        raise TrainingError(
            f"the teacher has {channels} channels and {blocks} blocks, the run {settings.channels} and {settings.blocks}: "
            f"add --setting channels={channels} --setting blocks={blocks}"
        )
