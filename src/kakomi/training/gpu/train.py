"""A training run on one GPU: self-play with training alongside, distillation, and measuring how strength grew."""

from __future__ import annotations

import contextlib
import copy
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from kakomi.core.net import NetShape
from kakomi.training import state
from kakomi.training.gpu.arena import Arena
from kakomi.training.gpu.distil import Distiller
from kakomi.training.gpu.inputs import Encoder
from kakomi.training.gpu.launch import Kernels
from kakomi.training.gpu.learner import STATISTICS, Learner, record
from kakomi.training.gpu.run import SnapshotResult, rate_left
from kakomi.training.gpu.self_play import DEVICE, Sampler, SelfPlay
from kakomi.training.gpu.teacher import Folded, Teacher
from kakomi.training.state import Shape

FIRST_STEPS = 24  # moves before training begins: some games must have ended
REPORTS = 20  # progress lines of a run
RESULTS_ONLY = 0.05  # part of the run in which the search's values are not yet worth learning


@dataclass(frozen=True)
class GpuPlan:
    """The settings of a run. The times are in seconds."""

    seconds: float = 300.0
    distil_seconds: float = 60.0
    channels: int = 128
    blocks: int = 6
    batch: int = 4096
    steps: int = 2  # training steps for each move of all games
    rate: float = 2e-3
    least_rate: float = 1e-4
    schedule: float = 0.0  # in which the rate falls, earlier calls included; 0: in this call
    trained: float = 0.0  # before this call
    mix: float = 0.4  # share of the search's value in the value target
    window: tuple[float, float] = (40.0, 0.25)  # moves to learn from: this many, plus this many for each move made
    seed: int = 1
    pooled: bool = False  # a value head for boards of any size
    overlap: bool = False  # learn while the next move is being made, from all moves before it
    snapshots: int = 8  # points of the curve of strength; each takes a copy of the teacher
    arena_games: int = 512


@dataclass
class Board:
    """One board to train on: the kernels compiled for it, its sizes and its start."""

    shape: Shape
    net_shape: NetShape
    root: list[int]
    texts: dict[str, str]


Progress = Callable[[str], None]


class Run:
    """One training run; the boards share one net."""

    def __init__(
        self, boards: Sequence[Board], plan: GpuPlan, progress: Progress, kept: Mapping[str, Any] | None = None
    ) -> None:
        """`kept` is what `Learner.state` returns, or a part of it: at least all of a teacher."""
        _set_up()
        torch.manual_seed(plan.seed)
        self.boards, self.plan, self.progress = boards, plan, progress
        planes = Encoder(boards[0].net_shape, DEVICE).planes
        self.net = Teacher(boards[0].net_shape, planes, plan.channels, plan.blocks, plan.pooled)
        self.resumed = bool(kept)
        self.kernels = [Kernels(board.texts) for board in boards]
        self.folded = Folded(self.net.to(DEVICE).eval())
        self.plays = [
            SelfPlay(each, board.shape, board.net_shape, board.root, self.folded, plan.seed + number)
            for number, (each, board) in enumerate(zip(self.kernels, boards, strict=True))
        ]
        self.learner = Learner(self.net, [Sampler(play, plan.batch) for play in self.plays])
        if kept:
            self.learner.restore(kept)
            self.folded.load(self.learner.average)
        self._side = torch.cuda.Stream()
        self._renew = record(lambda: self.folded.load(self.learner.average))  # hundreds of small launches as one
        self.snapshots: list[tuple[float, dict[str, Any]]] = []
        self.curve: list[dict[str, float]] = []

    def train(self, keep: Callable[[bool], None] | None = None) -> None:
        """Self-play and training; `keep` is called now and then, and with True at the end."""
        plan, learner = self.plan, self.learner
        began = reported = time.monotonic()
        statistics: list[Any] = []
        before = [play.tally() for play in self.plays]
        moves = 0
        while (part := (time.monotonic() - began) / plan.seconds) < 1:
            number = moves % len(self.plays)
            play = self.plays[number]
            if not plan.overlap:
                play.move()
            learns = play.moves > FIRST_STEPS
            if learns:
                rate = plan.rate * min(1.0, (learner.steps + 1) / 200)
                rate *= rate_left(part * plan.seconds, plan.seconds, plan.trained, plan.schedule)
                window = int(plan.window[0] + play.moves * plan.window[1])
                mix = plan.mix if self.resumed or part > RESULTS_ONLY else 0.0
                with self._beside():
                    for _ in range(plan.steps):
                        statistics.append(learner.step(number, window, mix, rate + plan.least_rate))
            if plan.overlap:
                play.move()
                torch.cuda.current_stream().wait_stream(self._side)
            if learns:
                self._renew()
            moves += 1
            if moves % 8 == 0:
                torch.cuda.synchronize()
            now = time.monotonic()
            if now - reported > plan.seconds / REPORTS:
                torch.cuda.synchronize()
                now = time.monotonic()
                tallies = [each.tally() for each in self.plays]
                self._report(part, now - reported, before, tallies, statistics)
                before, reported, statistics = tallies, now, []
                if keep is not None:
                    keep(False)
            if len(self.snapshots) < plan.snapshots and part >= (len(self.snapshots) / plan.snapshots) ** 2:
                # closer together at the beginning, where strength grows fast
                self.snapshots.append((part * plan.seconds, self.weights()))
        torch.cuda.synchronize()
        rest = time.monotonic() - reported
        if rest > plan.seconds / REPORTS / 4 or not self.curve:  # else it would say little
            self._report(1.0, rest, before, [each.tally() for each in self.plays], statistics)
        if keep is not None:
            keep(True)
        if plan.snapshots:
            self.snapshots.append((plan.seconds, self.weights()))

    def _beside(self) -> Any:
        """With `overlap`, what follows runs on a separate stream, after everything that has been launched so far."""
        if not self.plan.overlap:
            return contextlib.nullcontext()
        self._side.wait_stream(torch.cuda.current_stream())
        return torch.cuda.stream(self._side)

    def weights(self) -> dict[str, Any]:
        """A copy of the averaged weights, on the CPU."""
        return {name: value.detach().cpu().clone() for name, value in self.learner.average.state_dict().items()}

    def _report(self, part: float, seconds: float, before: Any, after: Any, statistics: list[Any]) -> None:
        change = sum(after) - sum(before)
        games = max(1, int(change[state.GAMES_OVER]))
        losses = torch.stack(statistics).mean(0).tolist() if statistics else []
        if not all(math.isfinite(each) for each in losses):
            raise FloatingPointError("the losses are no longer numbers")
        seconds = max(seconds, 1e-6)
        row = {
            "seconds": part * self.plan.seconds,
            "positions_per_s": float(change[state.MOVES_MADE]) / seconds,
            "games_per_s": float(change[state.GAMES_OVER]) / seconds,
            "plies": float(change[state.PLIES]) / games,
            "first": float(change[state.FIRST_WON]) / games,
            "draws": float(change[state.DRAWS]) / games,
            "given_up": float(change[state.GIVEN_UP]),
            **{name.replace(" ", "_"): value for name, value in zip(STATISTICS, losses, strict=bool(losses))},
        }
        self.curve.append(row)
        learned = "learning begins when games have ended"
        if losses:
            policy, value, entropy, finished = losses
            learned = f"policy {policy:.3f} (entropy {entropy:.3f}) value {value:.4f} finished {finished:.2f}"
        self.progress(
            f"{part:4.0%} {row['positions_per_s']:,.0f} positions/s {row['games_per_s']:,.0f} games/s "
            f"plies {row['plies']:.1f} first {row['first']:.3f} draws {row['draws']:.3f} given up {row['given_up']:.0f} "
            f"| {learned}"
        )

    def policy_at(self, cells: Sequence[int], facts: Sequence[int]) -> list[float]:
        """The averaged net's logits for all policy entries in a position of the first board."""
        shape, device = self.boards[0].net_shape, DEVICE
        planes = Encoder(shape, device)(
            torch.tensor(cells, dtype=torch.uint8, device=device),
            torch.tensor(facts, dtype=torch.int32, device=device),
            torch.float32,
        )
        with torch.no_grad():
            logits: list[float] = self.learner.average(planes)[0][0].tolist()
        return logits

    def distil(self, students: dict[str, Any]) -> None:
        """Train students on the teacher; each is changed in place."""
        self.folded.load(self.learner.average)
        nets = {name: net.to_device(DEVICE).train() for name, net in students.items()}
        Distiller(self.folded, self.learner.samplers, nets).run(self.plan.distil_seconds, self.progress)

    def measure(self, seconds: float) -> Iterator[SnapshotResult]:
        """Each snapshot against the one before, the earliest first, as long as there is time for another pair."""
        end = time.monotonic() + seconds
        board = self.boards[0]
        shape = board.shape._replace(games=self.plan.arena_games, ring=1, openings=5)
        one, other = Folded(copy.deepcopy(self.learner.average)), Folded(copy.deepcopy(self.learner.average))
        arena = Arena(self.kernels[0], shape, board.net_shape, board.root, (one, other), self.plan.seed + 77)
        scratch = copy.deepcopy(self.learner.average)
        longest = 0.0
        for (_, earlier), (when, later) in zip(self.snapshots, self.snapshots[1:], strict=False):
            began = time.monotonic()
            if began + longest > end:
                return
            for folded, weights in ((one, later), (other, earlier)):
                scratch.load_state_dict(weights)
                folded.load(scratch)
            arena.restart()
            yield SnapshotResult(when, arena.play())
            longest = max(longest, time.monotonic() - began)


def _set_up() -> None:
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.allow_tf32 = True
    torch.backends.cudnn.benchmark = True
