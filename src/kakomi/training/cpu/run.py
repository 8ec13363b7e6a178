"""A run on the CPU: rounds of self-play and learning, and from time to time a contest for the place of the net in use.

The mean of the net's weights over its last steps plays, and is the result of the run. Everything random follows from the
seed and the number of the round, so that a run that was interrupted continues as if it had not been.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from kakomi.training import arrays
from kakomi.training.contests import Contests, ContestSettings, Say
from kakomi.training.cpu.inputs import active_rows, layout_for
from kakomi.training.cpu.numpy_net import WEIGHTS, Adam, Array, Losses, NumpyNet, RunningMean, SparseShape
from kakomi.training.cpu.self_play import CpuSelfPlay, PlayTally
from kakomi.training.errors import LossError
from kakomi.training.net_export import write_net
from kakomi.training.opening import FirstMoves
from kakomi.training.run_folder import Checkpoint, RunFolder
from kakomi.training.settings import CONTEST_LIMITS, Limits, RunSettings

CHECKPOINT_SECONDS = 20.0  # of work that an interruption may cost
WARM_UP = 100  # steps in which the learning rate rises
SLOWING = 3000  # steps after which it has fallen to 0.7 of what it was
LAST_CONTEST = 0.15  # share of the time kept for the contest at the end


@dataclass(frozen=True)
class CpuSettings(RunSettings):
    """The settings, with defaults that suit small games.

    >>> CpuSettings.read({"games": "16"}).games
    16
    """

    games: int = 64  # played side by side
    simulations: int = 32  # of the search for each move
    openings: int = 6  # a game begins with 0 to one less than this many random moves
    moves: int = 32  # of every game in a round
    ring: int = 192  # moves of every game that are learned from
    hidden: int = 64  # units of the first layer; the second has half as many
    batch: int = 256  # positions of a learning step
    reuse: int = 4  # how often a position is learned from
    rate: float = 0.004  # of learning
    mix: float = 0.2  # share of the search's value in the value target, beside the game's result
    contest_rounds: int = 40  # from one contest to the next
    contest_nodes: int = 64  # of the search for each move of both nets
    contest_seconds: float = 0.0  # for each move instead, if more than 0: for nets of different sizes
    contest_games: int = 200  # at most
    contest_opening: int = 3  # random moves
    contest_elo: int = 60  # a net is accepted if being this much stronger is likelier than being no stronger

    LIMITS: ClassVar[Limits] = {
        "games": (1, 4096),
        "simulations": (2, 1000),
        "openings": (1, 50),
        "moves": (1, 1000),
        "ring": (1, 4000),
        "hidden": (8, 512),
        "batch": (8, 8192),
        "reuse": (1, 50),
        "rate": (1e-6, 1),
        "mix": (0, 1),
        "contest_rounds": (1, 10_000),
        **CONTEST_LIMITS,
    }

    @property
    def contests(self) -> ContestSettings:
        """How contests are played."""
        limit = self.contest_nodes, self.contest_seconds
        return ContestSettings(*limit, self.contest_games, self.contest_opening, self.contest_elo)


def _unsaid(text: str) -> None:
    pass


class CpuRun:
    """One run in its folder, from its last checkpoint on."""

    def __init__(
        self,
        folder: RunFolder,
        threads: int = 1,
        show: Say = _unsaid,
        tell: Say = _unsaid,
        first: NumpyNet | None = None,
    ) -> None:
        """`show` is called with the current progress, `tell` with what is worth keeping.

        `first` is the net that a new run begins with, if not with one that knows nothing; its size is kept. Such a run also
        learns what that net thinks of positions off the games: a search meets many, and a net soon forgets them.
        """
        self.folder, self.plan = folder, folder.plan
        self.show, self.tell = show, tell
        self.settings = settings = CpuSettings.restore(folder.plan.settings)
        self.contests = Contests(folder, settings.contests)
        match = self.plan.match()
        layout = layout_for(match)
        shape = arrays.shape_for(match, settings.games, settings.simulations, settings.ring, settings.openings)
        self.play = CpuSelfPlay(match, layout, shape, self.plan.seed, threads)
        self.first_moves = FirstMoves(match, shape)
        checkpoint = folder.load()
        if checkpoint is not None:
            first = _kept_net(layout, checkpoint, "net")
        self.given = first if checkpoint is None else _kept_net(layout, checkpoint, "given")
        self.net = (
            first.copy() if first else NumpyNet.fresh(layout, (settings.hidden, settings.hidden // 2), self.plan.seed)
        )
        self.play.compile(self.net)
        self.mean = RunningMean(self.net)
        self.adam = Adam(self.net)
        self.round = 0
        self._spent = 0.0  # minutes, before this call
        self._began = time.monotonic()
        self._saved = self._began
        if checkpoint is not None:
            self._restore(checkpoint)
        else:
            self.contests.begin(lambda path, figures: write_net(path, self.net, self.plan, figures))
            self._save()

    @property
    def minutes(self) -> float:
        """The minutes that the run has taken, earlier calls included."""
        return self._spent + (time.monotonic() - self._began) / 60

    def run(self, minutes: float, rounds: int | None = None) -> bool:
        """Train for this many minutes, or up to this round; whether the last contest was decided."""
        end = time.monotonic() + 60 * minutes
        training_end = end - 60 * minutes * LAST_CONTEST
        while True:
            due = self.round % self.settings.contest_rounds == 0
            over = time.monotonic() >= training_end or (rounds is not None and self.round >= rounds)
            if (due or over) and self.contests.contested < self.round and not self._contest(end):
                return False
            if over:
                self._save()
                return True
            self._round()
            if time.monotonic() - self._saved > CHECKPOINT_SECONDS:
                self._save()

    # --- a round ------------------------------------------------------------------------------------------------------

    def _round(self) -> None:
        settings, play = self.settings, self.play
        began, before = time.monotonic(), play.tally()
        for _ in range(settings.moves):
            play.move(self.mean.net)
        played = time.monotonic() - began
        losses = self._learn(np.random.default_rng([self.plan.seed, self.round + 1]))
        self.round += 1
        after = play.tally()
        row = self._row(before, after, played, losses)
        self.folder.report(row, minutes=row["minutes"], rounds=self.round, games=after.games, positions=after.positions)
        learned = "learning begins when games have ended"
        if losses is not None:
            learned = f"policy {losses.policy:.3f} (floor {losses.entropy:.3f}), value {losses.value:.3f}"
        self.show(
            f"round {self.round}: {row['games_per_s']:,.1f} games/s, {row['positions_per_s']:,.0f} positions/s; "
            f"{learned}; {self.minutes:.1f} min"
        )

    def _learn(self, dice: np.random.Generator) -> Losses | None:
        """Learning steps for the moves of a round; the mean losses, None if there is nothing to learn from yet."""
        settings = self.settings
        if len(self.play.finished) < settings.batch:
            return None
        steps = max(1, settings.moves * settings.games * settings.reuse // settings.batch)
        sums = np.zeros(3)
        for _ in range(steps):
            batch, targets = self.play.draw(settings.batch, dice, settings.mix)
            losses, gradients = self.net.gradients(batch, targets)
            self.adam.step(gradients, rate_at(self.adam.steps, settings.rate))
            self.mean.add(self.net)
            if self.given is not None:
                strays = self.play.draw_strays(settings.batch // 2, dice)
                _, gradients = self.net.gradients(strays, self.given.opinion(strays))
                self.adam.step(gradients, rate_at(self.adam.steps, settings.rate))
                self.mean.add(self.net)
            sums += (losses.policy, losses.value, losses.entropy)
        if not all(np.isfinite(each).all() for each in self.net.weights.values()):
            raise LossError("the weights are no longer numbers")
        return Losses(*(sums / steps).tolist())

    def _row(self, before: PlayTally, after: PlayTally, seconds: float, losses: Losses | None) -> dict[str, Any]:
        games, seconds = after.games - before.games, max(seconds, 1e-6)
        row = {
            "round": self.round,
            "minutes": round(self.minutes, 3),
            "games": after.games,
            "positions": after.positions,
            "games_per_s": round(games / seconds, 2),
            "positions_per_s": round((after.positions - before.positions) / seconds, 1),
            "plies": round((after.plies - before.plies) / max(games, 1), 2),
            "first": round((after.first_won - before.first_won) / max(games, 1), 4),
            "draws": round((after.drawn - before.drawn) / max(games, 1), 4),
        }
        row |= {} if losses is None else {name: round(value, 5) for name, value in asdict(losses).items()}
        return row | {"opening": self._preferences()}

    def _preferences(self) -> dict[str, float]:
        """How likely the net thinks each first move."""
        first = self.first_moves
        entries, seconds = np.array(first.entries).T
        shown = np.array(first.cells), np.array(first.facts, np.int64), entries, seconds
        logits, _ = self.mean.net.answer(*active_rows(self.play.layout, *(each[None] for each in shown)))
        return first.preferences(logits[0].tolist())

    # --- contests -----------------------------------------------------------------------------------------------------

    def _contest(self, end: float) -> bool:
        """Play the newest net against the net in use; whether that was decided in time."""
        self._save()  # a contest continues with the very net that it began with
        if not self.contests.hold(self.round, self._write_net, end, self.show, self.tell):
            return False
        self._save()
        return True

    def _write_net(self, path: Path, figures: Mapping[str, Any]) -> None:
        write_net(path, self.mean.net, self.plan, {**self._figures(), **figures})

    def _figures(self) -> dict[str, Any]:
        tally = self.play.tally()
        return {
            "rounds": self.round,
            "minutes": round(self.minutes, 2),
            "games": tally.games,
            "positions": tally.positions,
        }

    # --- checkpoints --------------------------------------------------------------------------------------------------

    def _save(self) -> None:
        kept: dict[str, Array] = dict(self.play.arrays())
        for part, weights in self._parts().items():
            kept |= {f"{part}.{name}": each for name, each in weights.items()}
        if self.given is not None:
            kept |= {f"given.{name}": each for name, each in self.given.weights.items()}
        state = {
            "minutes": self.minutes,
            "steps": self.adam.steps,
            "mean_steps": self.mean.steps,
            **self.contests.state(),
        }
        self.folder.save(self.round, kept, state)
        self._saved = time.monotonic()

    def _restore(self, checkpoint: Checkpoint) -> None:
        self.play.restore(checkpoint.arrays)
        for part, weights in self._parts().items():
            for name, each in weights.items():
                each[...] = checkpoint.arrays[f"{part}.{name}"]
        state = checkpoint.state
        self.round = checkpoint.number
        self._spent = float(state["minutes"])
        self.adam.steps, self.mean.steps = int(state["steps"]), int(state["mean_steps"])
        self.contests.restore(state)

    def _parts(self) -> dict[str, dict[str, Array]]:
        return {
            "net": self.net.weights,
            "mean": self.mean.net.weights,
            "first": self.adam.first,
            "second": self.adam.second,
        }


def _kept_net(layout: SparseShape, checkpoint: Checkpoint, part: str) -> NumpyNet | None:
    """A net of a checkpoint, None if it has none of that name."""
    if f"{part}.B" not in checkpoint.arrays:
        return None
    return NumpyNet(layout, {name: checkpoint.arrays[f"{part}.{name}"] for name in WEIGHTS})


def rate_at(step: int, rate: float) -> float:
    """The learning rate: it rises at first, and then falls slowly.

    >>> [round(rate_at(step, 1.0), 2) for step in (0, 49, 3000, 9000)]
    [0.01, 0.5, 0.71, 0.5]
    """
    return rate * min(1.0, (step + 1) / WARM_UP) / math.sqrt(1 + step / SLOWING)
