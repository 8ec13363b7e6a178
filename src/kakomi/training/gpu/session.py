"""One call of a run on the GPU, for `training.gpu.run`: kernels, teacher and small net, with numpy's arrays in and out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import torch

from kakomi.core.compiler.build import bind
from kakomi.core.match import Match
from kakomi.core.net import SQUARE, NetShape, net_of, net_shape
from kakomi.training import arrays, state
from kakomi.training.cpu.inputs import look
from kakomi.training.errors import LossError
from kakomi.training.gpu import train as gpu_train
from kakomi.training.gpu.launch import compile_kernels
from kakomi.training.gpu.run import GpuSettings, Keep, Weights
from kakomi.training.gpu.students import ConvStudent, SparseStudent, windows_of


class GpuSession:
    """A teacher and a small net on one board."""

    def __init__(
        self, match: Match, settings: GpuSettings, seed: int, teacher: Weights | None, tell: Callable[[str], None]
    ) -> None:
        sizes = settings.games, settings.simulations, settings.ring, settings.openings, settings.window
        shape = arrays.shape_for(match, *sizes)
        whole = net_shape(match.rule_set.rules, match.settings)
        seen = arrays.seen_shape(whole, settings.window)
        net = net_of(match.rule_set.rules)
        self.kind: str = getattr(net, "KIND", "sparse")
        tell("compiling the kernels ...")
        texts = compile_kernels(match, shape, torch.cuda.get_device_capability())
        board = gpu_train.Board(shape, seen, list(match.state), texts)
        plan = gpu_train.GpuPlan(
            channels=settings.channels,
            blocks=settings.blocks,
            batch=settings.batch,
            steps=settings.steps,
            rate=settings.rate,
            mix=settings.mix,
            seed=seed,
            pooled=self.kind == "conv",
        )
        weights = None if teacher is None else {name: torch.from_numpy(each) for name, each in teacher.items()}
        self.run = gpu_train.Run([board], plan, tell, weights)
        self._student = self._make_student(match, settings, whole)

    def _make_student(self, match: Match, settings: GpuSettings, shape: NetShape) -> Any:
        if self.kind == "conv":
            return ConvStudent(shape, settings.small_channels, settings.small_blocks)
        cells = [0] * shape.length
        bind("python", look, match.rule_set.rules)(match.state, cells)
        patterns = getattr(net_of(match.rule_set.rules), "PATTERNS", SQUARE)
        return SparseStudent(shape, windows_of(shape, patterns, cells), (settings.hidden, settings.hidden // 4))

    def student(self) -> Weights:
        """The small net by the names of its file."""
        return {name: _numpy(each) for name, each in self._student.arrays().items()}

    def train(self, seconds: float, keep: Keep) -> None:
        """Self-play and learning."""
        self.run.plan = replace(self.run.plan, seconds=seconds)

        def keep_both(weights: dict[str, Any]) -> None:
            row, tally = self.run.curve[-1], sum(play.tally() for play in self.run.plays)
            figures = {
                **{name: row[name] for name in ("positions_per_s", "games_per_s", "plies", "first", "draws")},
                "policy": row["policy_loss"],
                "value": row["value_loss"],
                "entropy": row["target_entropy"],
                "games": float(tally[state.GAMES_OVER]),
                "positions": float(tally[state.MOVES_MADE]),
            }
            keep({name: _numpy(each) for name, each in weights.items()}, figures)

        try:
            self.run.train(keep_both)
        except FloatingPointError as error:
            raise LossError(str(error)) from error

    def distil(self, seconds: float) -> None:
        """The small net learns from the teacher."""
        self.run.plan = replace(self.run.plan, distil_seconds=seconds)
        self.run.distil({"student": self._student})


def _numpy(tensor: Any) -> Any:
    array = tensor.detach().cpu().numpy()
    return np.ascontiguousarray(array)
