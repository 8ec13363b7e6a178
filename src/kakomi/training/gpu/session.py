"""One call of a run on the GPU, for `training.gpu.run`: kernels, teacher and small net, with numpy's arrays in and out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import torch

from kakomi.core.compiler.build import bind
from kakomi.core.match import Match
from kakomi.core.net import SQUARE, NetShape, net_of, net_shape
from kakomi.training import arrays, state
from kakomi.training.cpu.inputs import look
from kakomi.training.errors import LossError, TrainingError
from kakomi.training.gpu import train as gpu_train
from kakomi.training.gpu.launch import compile_kernels
from kakomi.training.gpu.run import GpuSettings, Keep, SessionStart, SnapshotResult, TrainingBoard, Weights
from kakomi.training.gpu.students import ConvStudent, SparseStudent, windows_of
from kakomi.training.opening import FirstMoves


class GpuSession:
    """A teacher and a small net, on one board or on several in turn."""

    def __init__(self, start: SessionStart, tell: Callable[[str], None]) -> None:
        settings, match = start.settings, start.boards[0].match
        net = net_of(match.rule_set.rules)
        self.kind: str = getattr(net, "KIND", "sparse")
        self.gpu: str = torch.cuda.get_device_name()
        self._first_moves = FirstMoves(match, start.boards[0].shape)
        boards = [_make_board(each, settings, tell) for each in start.boards]
        plan = gpu_train.GpuPlan(
            channels=settings.channels,
            blocks=settings.blocks,
            batch=settings.batch,
            steps=settings.steps,
            overlap=settings.overlap == 1,
            rate=settings.rate,
            schedule=60 * settings.schedule,
            trained=start.trained,
            mix=settings.mix,
            seed=start.seed,
            pooled=self.kind == "conv",
            snapshots=settings.snapshots,
        )
        kept = {name: torch.from_numpy(np.asarray(each)) for name, each in start.kept.items()}
        tell("loading the kernels and recording the graphs ...")
        try:
            self.run = gpu_train.Run(boards, plan, tell, kept)
        except RuntimeError as error:
            if "loading state_dict" not in str(error):
                raise
            raise TrainingError(
                f"the teacher has not the sizes of this run (channels {settings.channels}, blocks {settings.blocks}): "
                f"{str(error).strip().splitlines()[-1].strip()}"
            ) from error
        self._student = self._make_student(match, settings, net_shape(match.rule_set.rules, match.settings))

    def _make_student(self, match: Match, settings: GpuSettings, shape: NetShape) -> Any:
        if self.kind == "conv":
            return ConvStudent(shape, settings.small_channels, settings.small_blocks)
        cells = [0] * shape.length
        bind("python", look, match.rule_set.rules)(match.state, cells)
        patterns = getattr(net_of(match.rule_set.rules), "PATTERNS", SQUARE)
        return SparseStudent(shape, windows_of(shape, patterns, cells), (settings.hidden, settings.hidden // 4))

    def student(self) -> Weights:
        """The arrays of the small net, by their names in its file."""
        return {name: _numpy(each) for name, each in self._student.arrays().items()}

    def train(self, seconds: float, keep: Keep) -> None:
        """Self-play and learning."""
        self.run.plan = replace(self.run.plan, seconds=seconds)

        def report(last: bool) -> None:
            keep(self._state, self._row(), last)

        try:
            self.run.train(report)
        except FloatingPointError as error:
            raise LossError(str(error)) from error

    def _state(self) -> Weights:
        return {name: _numpy(each) for name, each in self.run.learner.state().items()}

    def _row(self) -> dict[str, Any]:
        """The last line of figures, under the names that lines of progress use."""
        row, tally = self.run.curve[-1], sum(play.tally() for play in self.run.plays)
        names = ("seconds", "positions_per_s", "games_per_s", "plies", "first", "draws")
        losses = {"policy": "policy_loss", "value": "value_loss", "entropy": "target_entropy"}
        return {
            **{name: row[name] for name in names},
            **{name: row[each] for name, each in losses.items() if each in row},
            "games": float(tally[state.GAMES_OVER]),
            "positions": float(tally[state.MOVES_MADE]),
            "opening": self._first_moves.preferences(
                self.run.policy_at(self._first_moves.cells, self._first_moves.facts)
            ),
        }

    def measure(self, seconds: float) -> Iterator[SnapshotResult]:
        """Each snapshot of the teacher against the one before, as long as there is time."""
        return self.run.measure(seconds)

    def distil(self, seconds: float) -> None:
        """The small net learns from the teacher."""
        self.run.plan = replace(self.run.plan, distil_seconds=seconds)
        self.run.distil({"student": self._student})


def _make_board(board: TrainingBoard, settings: GpuSettings, tell: Callable[[str], None]) -> gpu_train.Board:
    match, texts = board.match, board.texts
    if texts is None:
        tell("compiling the kernels, which takes some minutes (--kernels uses some that were compiled before) ...")
        texts = compile_kernels(match, board.shape, torch.cuda.get_device_capability())
    seen = arrays.seen_shape(net_shape(match.rule_set.rules, match.settings), settings.window)
    return gpu_train.Board(board.shape, seen, list(match.state), dict(texts))


def _numpy(tensor: Any) -> Any:
    array = tensor.detach().cpu().numpy()
    return np.ascontiguousarray(array).reshape(array.shape)  # a single number would become a row of one
