"""A run on the CPU: rounds of self-play and learning, and from time to time a contest for the place of the net in use.

The mean of the net's weights over its last steps plays and is what comes out. Everything that is decided by chance follows
from the seed and the number of the round, so that a run that was interrupted goes on as if it had not been.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from kakomi.core.errors import OptionError, UnknownName, shorten
from kakomi.players import Player
from kakomi.players.matches.match_score import Standing
from kakomi.players.matches.referee import Plan
from kakomi.players.matches.sprt import Sprt
from kakomi.training import arrays
from kakomi.training.cpu_play import CpuSelfPlay, PlayTally
from kakomi.training.errors import LossError, TrainingError
from kakomi.training.gate import IN_USE, NEW, Gate, as_row
from kakomi.training.inputs import layout_for
from kakomi.training.net_export import net_player, read_digest, write_net
from kakomi.training.numpy_net import Adam, Array, Losses, NumpyNet, RunningMean
from kakomi.training.run_folder import Checkpoint, RunFolder

CHECKPOINT_SECONDS = 20.0  # of work that an interruption may cost
WARM_UP = 100  # steps in which the learning rate rises
SLOWING = 3000  # steps after which it has fallen to 0.7 of what it was
LAST_CONTEST = 0.15  # of the time is kept for the contest at the end

Say = Callable[[str], None]


@dataclass(frozen=True)
class CpuSettings:
    """What can be set, with what serves small games well."""

    games: int = 64  # played side by side
    simulations: int = 32  # of the search for each move
    openings: int = 6  # a game begins with 0 to one less random moves
    moves: int = 32  # of every game in a round
    ring: int = 192  # moves of every game that are learned from
    hidden: int = 64  # numbers of the first layer; the second has half as many
    batch: int = 256  # positions of a learning step
    reuse: int = 4  # how often a position is learned from
    rate: float = 0.004  # of learning
    mix: float = 0.2  # of the search's value in what the value is to be, beside the game's result
    contest_rounds: int = 40  # from one contest to the next
    contest_nodes: int = 64  # of the search for each move of both nets
    contest_games: int = 200  # at most
    contest_opening: int = 3  # random moves
    contest_elo: int = 60  # a net is accepted if it is rather this much stronger than not at all

    def __post_init__(self) -> None:
        for each in fields(self):
            low, high = LIMITS[each.name]
            value = getattr(self, each.name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
                raise OptionError(f"{each.name} must be a number from {low:g} to {high:g}, not {shorten(str(value))!r}")
        if self.contest_games % 2:
            raise OptionError(f"contest_games must be even, as each opening is played twice, not {self.contest_games}")

    @classmethod
    def read(cls, given: Mapping[str, str]) -> CpuSettings:
        """Settings as they are typed.

        >>> CpuSettings.read({"games": "16"}).games
        16
        """
        values: dict[str, Any] = {}
        for name, text in given.items():
            if name not in LIMITS:
                raise UnknownName("training setting", name, LIMITS)
            whole = isinstance(getattr(cls, name), int)
            try:
                values[name] = int(text) if whole else float(text)
            except ValueError as error:
                kind = "whole number" if whole else "number"
                raise OptionError(f"{name} must be a {kind}, not {shorten(text)!r}") from error
        return cls(**values)


LIMITS: dict[str, tuple[float, float]] = {
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
    "contest_nodes": (1, 1_000_000),
    "contest_games": (2, 4000),
    "contest_opening": (0, 50),
    "contest_elo": (1, 1000),
}


def _unsaid(text: str) -> None:
    pass


class CpuRun:
    """One run in its folder, from its last checkpoint on."""

    def __init__(self, folder: RunFolder, threads: int = 1, show: Say = _unsaid, tell: Say = _unsaid) -> None:
        """`show` is called with how it goes, `tell` with what is worth keeping."""
        self.folder, self.plan = folder, folder.plan
        self.show, self.tell = show, tell
        try:
            self.settings = settings = CpuSettings(**folder.plan.settings)
        except TypeError as error:
            raise TrainingError(f"the settings of this run are those of another version: {error}") from error
        match = self.plan.match()
        layout = layout_for(match)
        shape = arrays.shape_for(match, settings.games, settings.simulations, settings.ring, settings.openings)
        self.play = CpuSelfPlay(match, layout, shape, self.plan.seed, threads)
        self.net = NumpyNet.fresh(layout, (settings.hidden, settings.hidden // 2), self.plan.seed)
        self.play.compile(self.net)
        self.mean = RunningMean(self.net)
        self.adam = Adam(self.net)
        self.round = 0
        self.in_use = 0  # the round whose net is in use; 0: the one that knows nothing
        self.elo = 0.0  # its strength
        self.contested = 0  # the last round whose net's contest is decided
        self._spent = 0.0  # minutes, before this call
        self._began = time.monotonic()
        self._saved = self._began
        checkpoint = folder.load()
        if checkpoint is not None:
            self._restore(checkpoint)
        else:
            write_net(folder.net_file(0), self.net, self.plan, {"rounds": 0})
            self._save()

    @property
    def minutes(self) -> float:
        """That the run has taken, earlier calls included."""
        return self._spent + (time.monotonic() - self._began) / 60

    def run(self, minutes: float, rounds: int | None = None) -> bool:
        """Train for so many minutes, or up to that round; whether the last contest was decided."""
        end = time.monotonic() + 60 * minutes
        training_end = end - 60 * minutes * LAST_CONTEST
        while True:
            due = self.round % self.settings.contest_rounds == 0 and self.contested < self.round
            over = time.monotonic() >= training_end or (rounds is not None and self.round >= rounds)
            if (due or over) and self.contested < self.round and not self._contest(end):
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
            sums += (losses.policy, losses.value, losses.entropy)
        if not all(np.isfinite(each).all() for each in self.net.weights.values()):
            raise LossError("the weights are no numbers any more")
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
        return row | ({} if losses is None else {name: round(value, 5) for name, value in asdict(losses).items()})

    # --- contests -----------------------------------------------------------------------------------------------------

    def _contest(self, end: float) -> bool:
        """The newest net against the net in use; whether it is decided, which needs time."""
        folder = self.folder
        self._save()  # a contest goes on with the very net that it began with
        new, old = folder.candidate_file, folder.net_file(self.in_use)
        write_net(new, self.mean.net, self.plan, self._figures())
        gate = Gate(
            self._contest_plan(),
            folder.gate_file(self.round),
            self._makers(new, old),
            (read_digest(new), read_digest(old)),
        )

        def go_on(standing: Standing) -> bool:
            total = standing.total
            self.show(f"contest of round {self.round}: {total.games} games, new net {total.score:.0%}")
            return time.monotonic() < end

        result = gate.hold(go_on)
        if result is None:
            return False
        gate_row = as_row(result, self.round, self.elo)
        self.contested = self.round
        if result.accepted:
            self.in_use, self.elo = self.round, gate_row["elo"]
            for path in (folder.net_file(self.round), folder.result_file):
                write_net(path, self.mean.net, self.plan, self._figures() | {"elo": self.elo, "contest": gate_row})
        rows = folder.rows
        if rows and rows[-1]["round"] == self.round:
            folder.report(
                rows[-1] | {"gate": gate_row}, minutes=round(self.minutes, 3), in_use=self.in_use, elo=self.elo
            )
        self._save()
        self.tell(
            f"contest of round {self.round}: the new net is {result.verdict}, "
            f"{result.score:.0%} of {result.games} games against the net in use"
        )
        return True

    def _contest_plan(self) -> Plan:
        settings, plan = self.settings, self.plan
        return Plan(
            players=(NEW, IN_USE),
            game=plan.game,
            rules=plan.rules,
            options=plan.options,
            games=settings.contest_games,
            sprt=Sprt(0, settings.contest_elo),
            opening=settings.contest_opening,
            seed=plan.seed * 1_000_003 + self.round,
        )

    def _makers(self, new: Path, old: Path) -> Callable[[str], Player]:
        paths = {NEW: new, IN_USE: old}
        return lambda name: net_player(name, paths[name], self.settings.contest_nodes)

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
        state = {
            "minutes": self.minutes,
            "steps": self.adam.steps,
            "mean_steps": self.mean.steps,
            "in_use": self.in_use,
            "elo": self.elo,
            "contested": self.contested,
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
        self._spent, self.elo = float(state["minutes"]), float(state["elo"])
        self.adam.steps, self.mean.steps = int(state["steps"]), int(state["mean_steps"])
        self.in_use, self.contested = int(state["in_use"]), int(state["contested"])

    def _parts(self) -> dict[str, dict[str, Array]]:
        return {
            "net": self.net.weights,
            "mean": self.mean.net.weights,
            "first": self.adam.first,
            "second": self.adam.second,
        }


def rate_at(step: int, rate: float) -> float:
    """The learning rate: it rises at first, and then falls slowly.

    >>> [round(rate_at(step, 1.0), 2) for step in (0, 50, 3000, 9000)]
    [0.01, 0.5, 0.71, 0.5]
    """
    return rate * min(1.0, (step + 1) / WARM_UP) / math.sqrt(1 + step / SLOWING)
