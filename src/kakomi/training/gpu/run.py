"""A run on a GPU: in each call a teacher learns by self-play, a small net learns from it, and that net plays a contest.

This module decides what is kept in the folder and when. The work on the GPU is in `gpu.session`, which alone imports torch.
The next call continues with the teacher, the running average of its weights, the optimizer and the position in the learning
rate schedule; games and the small net start afresh.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar, Protocol

import numpy as np

from kakomi.core.match import Match
from kakomi.players.matches.match_score import MatchTally
from kakomi.players.matches.sprt import elo_difference
from kakomi.search.learned import net_file
from kakomi.training import arrays
from kakomi.training.contests import Contests, ContestSettings, Say
from kakomi.training.errors import LossError
from kakomi.training.net_export import write_arrays
from kakomi.training.run_folder import Array, Checkpoint, RunFolder
from kakomi.training.settings import CONTEST_LIMITS, Limits, RunSettings
from kakomi.training.state import Shape

TEACHER = "teacher."  # prefix of the names of its weights in what is kept
CONTEST_SHARE = 0.1  # share of the time kept for the contest
STRENGTH_SHARE = 0.12  # share of the time kept for measuring how strong the teacher became
CHECKPOINT_SECONDS = 30.0  # of work that a failure may cost

Weights = dict[str, Array]


@dataclass(frozen=True)
class GpuSettings(RunSettings):
    """The settings, with defaults that suit one large GPU."""

    games: int = 8192  # played side by side
    simulations: int = 32  # of the search for each move
    openings: int = 8  # a game begins with 0 to one less than this many random moves
    ring: int = 256  # moves of every game that are learned from
    window: int = 0  # rows and columns that the net sees of a grid much larger than what is used; 0: all
    channels: int = 128  # of the teacher
    blocks: int = 6
    batch: int = 4096  # positions of a learning step
    steps: int = 2  # learning steps for each move of all games
    overlap: int = 1  # 1: learn while the next move is being made, 0: before it
    rate: float = 0.002  # of learning
    schedule: float = 0.0  # minutes of self-play in which the rate falls from there to nearly 0; 0: in every call
    mix: float = 0.4  # share of the search's value in the value target, beside the game's result
    distil: float = 0.25  # share of the time in which the small net learns from the teacher
    snapshots: int = 6  # of the teacher in each call, apart from the start, that play each other; 0: none
    hidden: int = 256  # units of the small net's first layer, if its inputs are sparse; the second has a quarter
    small_channels: int = 32  # of the small net, if it is convolutional
    small_blocks: int = 3
    contest_nodes: int = 400
    contest_seconds: float = 0.0  # for each move instead, if more than 0: for nets of different sizes
    contest_games: int = 400
    contest_opening: int = 4
    contest_elo: int = 30

    LIMITS: ClassVar[Limits] = {
        "games": (32, 65_536),
        "simulations": (2, 1000),
        "openings": (1, 50),
        "ring": (16, 4000),
        "window": (0, 100),
        "channels": (16, 512),
        "blocks": (1, 40),
        "batch": (64, 65_536),
        "steps": (1, 100),
        "overlap": (0, 1),
        "rate": (1e-6, 1),
        "schedule": (0, 100_000),
        "mix": (0, 1),
        "distil": (0.01, 0.8),
        "snapshots": (0, 40),
        "hidden": (16, 1024),
        "small_channels": (8, 256),
        "small_blocks": (0, 20),
        **CONTEST_LIMITS,
    }

    @property
    def contests(self) -> ContestSettings:
        """How contests are played."""
        limit = self.contest_nodes, self.contest_seconds
        return ContestSettings(*limit, self.contest_games, self.contest_opening, self.contest_elo)


@dataclass(frozen=True)
class TrainingBoard:
    """A board to train on; if the texts of its kernels are not given, they are compiled."""

    match: Match
    shape: Shape
    texts: Mapping[str, str] | None = None


def rate_left(now: float, seconds: float, trained: float, schedule: float) -> float:
    """How much of the learning rate is left: it falls along half a wave of the cosine.

    It falls over the seconds of this call, of which `now` have passed; or, if there is a schedule, once over its seconds, of
    which earlier calls have used `trained`.

    >>> [round(rate_left(now, 60, 0, 0), 2) for now in (0, 30, 60)]
    [1.0, 0.5, 0.0]
    >>> [round(rate_left(now, 60, 60, 240), 2) for now in (0, 60, 300)]
    [0.85, 0.5, 0.0]
    """
    part = min(1.0, (trained + now) / schedule) if schedule else now / seconds
    return 0.5 + 0.5 * math.cos(math.pi * part)


def board_shape(match: Match, settings: GpuSettings) -> Shape:
    """The sizes of self-play on a board."""
    sizes = settings.games, settings.simulations, settings.ring, settings.openings, settings.window
    return arrays.shape_for(match, *sizes)


@dataclass(frozen=True, eq=False)
class SessionStart:
    """What one call on the GPU begins with."""

    boards: Sequence[TrainingBoard]
    settings: GpuSettings
    seed: int
    kept: Weights  # what `Keep` was last given; or a teacher alone; empty at the beginning
    trained: float  # seconds of self-play in earlier calls


Keep = Callable[[Callable[[], Weights], Mapping[str, Any], bool], None]


class TrainingSession(Protocol):
    """What one call does on the GPU; all arrays are numpy's."""

    kind: str  # of the small net: "sparse" or "conv"
    gpu: str  # its name

    def student(self) -> Weights:
        """The arrays of the small net, by their names in its file."""

    def train(self, seconds: float, keep: Keep) -> None:
        """Self-play and learning. LossError where a loss is NaN.

        Now and then `keep` is called with a function that fetches everything that must be kept, a line of figures, and
        whether this is the end.
        """

    def measure(self, seconds: float) -> Iterator[SnapshotResult]:
        """Each snapshot of the teacher against the one before, as long as there is time."""

    def distil(self, seconds: float) -> None:
        """The small net learns from the teacher."""


@dataclass(frozen=True)
class SnapshotResult:
    """A snapshot of the teacher against the one before, on the first board."""

    seconds: float  # of self-play in this call, when it was taken
    tally: MatchTally

    @property
    def elo(self) -> tuple[float, float, float]:
        """Its Elo above the one before, and the ends of the 95 % interval; kept half a game short of infinity."""
        games = self.tally.games
        least, most = 0.5 / (games + 1), (games + 0.5) / (games + 1)
        low, high = self.tally.interval
        one, two, three = (elo_difference(min(max(each, least), most)) for each in (self.tally.score, low, high))
        return one, two, three


@dataclass
class TeacherStrength:
    """Elo of the teacher above the one that the run began with: the steps add up, and so do the squares of their errors."""

    elo: float = 0.0
    below: float = 0.0  # from the lower end of the 95 % interval
    above: float = 0.0  # to the upper end

    def add(self, step: tuple[float, float, float]) -> None:
        """Add a step from one snapshot to the next, as `SnapshotResult.elo` gives it.

        >>> strength = TeacherStrength()
        >>> strength.add((100.0, 97.0, 103.0))
        >>> strength.add((50.0, 46.0, 54.0))
        >>> strength
        TeacherStrength(elo=150.0, below=5.0, above=5.0)
        """
        elo, low, high = step
        self.elo += elo
        self.below, self.above = math.hypot(self.below, elo - low), math.hypot(self.above, high - elo)

    def as_row(self) -> dict[str, float]:
        """For the lines of progress."""
        ends = {"elo": self.elo, "low": self.elo - self.below, "high": self.elo + self.above}
        return {name: round(value, 1) for name, value in ends.items()}


OpenSession = Callable[[SessionStart, Say], TrainingSession]


class GpuRun:
    """One run in its folder, from its last checkpoint on."""

    def __init__(
        self,
        folder: RunFolder,
        open_session: OpenSession,
        boards: Sequence[TrainingBoard],
        show: Say,
        tell: Say,
        teacher: Weights | None = None,
    ) -> None:
        """`teacher` has the weights that a new run begins with, if not with random ones."""
        self.folder, self.show, self.tell, self.boards = folder, show, tell, boards
        self.settings = GpuSettings.restore(folder.plan.settings)
        self.contests = Contests(folder, self.settings.contests)
        self._open = open_session
        self.number = 0  # of the last checkpoint
        self.candidate = 0  # the checkpoint whose small net is in the candidate's file
        self._began = self._saved = time.monotonic()
        self._spent = 0.0
        self.games = self.positions = 0
        self.trained = 0.0  # seconds of self-play
        self.distilled = 0.0  # seconds of distillation
        self.strength = TeacherStrength()
        self._said: float | None = None  # by the last line of progress of this call
        self._kept: Weights = teacher or {}
        checkpoint = folder.load()
        if checkpoint is not None:
            self._restore(checkpoint)
        elif teacher:
            self._save()  # the next call is not given it again

    @property
    def minutes(self) -> float:
        """The minutes that the run has taken, earlier calls included."""
        return self._spent + (time.monotonic() - self._began) / 60

    @property
    def gpu_minutes(self) -> float:
        """Minutes of self-play and distillation on the GPU, without compiling, games between snapshots and contests."""
        return round((self.trained + self.distilled) / 60, 3)

    def run(self, minutes: float) -> bool:
        """One call of this many minutes; whether its contest was decided. A contest not yet decided comes first."""
        end = time.monotonic() + 60 * minutes
        if self.candidate > self.contests.contested and not self._contest(end):
            return False
        training_end = end - 60 * minutes * CONTEST_SHARE
        if time.monotonic() >= training_end:
            return True
        seed = self.folder.plan.seed + self.number  # each call plays different games
        session = self._open(SessionStart(self.boards, self.settings, seed, self._kept, self.trained), self.tell)
        names = [*filter(None, [self.folder.manifest.get("gpu")]), session.gpu]
        self.folder.note(gpu=", ".join(dict.fromkeys(names)))  # calls may have been on different ones
        self.contests.begin(lambda path, figures: self._write(path, session.kind, session.student(), figures))
        left = training_end - time.monotonic()  # compiling and recording take time too
        if left <= 0:
            self.tell("There was no time left to train; give the next call more --minutes.")
            return True
        before = self.games, self.positions, self.trained
        self._said = None
        share = STRENGTH_SHARE if self.settings.snapshots else 0.0
        played = left * (1 - self.settings.distil - share)
        minutes = self.minutes
        session.train(played, lambda fetch, row, last: self._keep(fetch, row, last, before))
        if share:
            self._measure(session, left * share, minutes)
        began = time.monotonic()
        session.distil(left * self.settings.distil)
        self.distilled += time.monotonic() - began
        self.folder.note(gpu_minutes=self.gpu_minutes)
        student = _refuse_no_numbers(session.student(), "the small net's weights")
        self._write(self.folder.candidate_file, session.kind, student, self._figures())
        self.candidate = self.number
        self._save()
        return self._contest(end)

    def _keep(
        self, fetch: Callable[[], Weights], row: Mapping[str, Any], last: bool, before: tuple[int, int, float]
    ) -> None:
        """Write a line of progress, and now and then a checkpoint, as that takes time from self-play."""
        if not last or self._said != row["seconds"]:  # else the end came right after the last line: it is the same one
            self.number += 1
        self._said = row["seconds"]
        self.games, self.positions = before[0] + int(row["games"]), before[1] + int(row["positions"])
        self.trained = before[2] + float(row["seconds"])
        if last or time.monotonic() - self._saved >= CHECKPOINT_SECONDS:
            self._kept = _refuse_no_numbers(fetch(), "the teacher's weights")
            self._save()
        figures = {"games": self.games, "positions": self.positions, "minutes": round(self.minutes, 3)}
        noted = {"rounds": self.number, "gpu_minutes": self.gpu_minutes, **figures}
        self.folder.report({**row, **figures, "round": self.number}, **noted)

    def _measure(self, session: TrainingSession, seconds: float, minutes: float) -> None:
        """Measure how the teacher grew in this call, which began at `minutes`; added to the last line of progress."""
        points = []
        for result in session.measure(seconds):
            self.strength.add(result.elo)
            when = round(minutes + result.seconds / 60, 3)
            points.append({"minutes": when, **self.strength.as_row(), **result.tally.as_dict()})
            score, games = result.tally.score, result.tally.games
            self.tell(f"teacher after {when:.1f} min: {score:.0%} of {games} games against the one before")
        rows = self.folder.rows
        if points and rows:
            self.folder.report(rows[-1] | {"teacher": points}, teacher_elo=round(self.strength.elo, 1))
        if len(points) < self.settings.snapshots:
            self.tell("There was no time to measure the teacher to the end; fewer snapshots take less.")

    def _contest(self, end: float) -> bool:
        """Play the last call's small net against the net in use, from its file: a contest continues with the same net."""
        manifest, contents = net_file.read(self.folder.candidate_file)

        def write(path: Path, figures: Mapping[str, Any]) -> None:
            if path != self.folder.candidate_file:
                self._write(path, str(manifest["kind"]), contents, {**self._figures(), **figures})

        if not self.contests.hold(self.candidate, write, end, self.show, self.tell):
            return False
        self._save()
        return True

    def _write(self, path: Path, kind: str, contents: Weights, figures: Mapping[str, Any]) -> None:
        write_arrays(path, kind, contents, self.folder.plan, figures)

    def _figures(self) -> dict[str, Any]:
        figures = {"rounds": self.number, "games": self.games, "positions": self.positions}
        return {**figures, "minutes": round(self.minutes, 2)}

    def _save(self) -> None:
        state: dict[str, Any] = {
            "minutes": self.minutes,
            "candidate": self.candidate,
            "games": self.games,
            "positions": self.positions,
        }
        state |= {"trained": self.trained, "distilled": self.distilled, "strength": asdict(self.strength)}
        state |= self.contests.state()
        self.folder.save(self.number, self._kept, state)
        self._saved = time.monotonic()

    def _restore(self, checkpoint: Checkpoint) -> None:
        state = checkpoint.state
        self.number, self._spent = checkpoint.number, float(state["minutes"])
        self.candidate, self.games, self.positions = (int(state[name]) for name in ("candidate", "games", "positions"))
        self.trained, self.strength = float(state["trained"]), TeacherStrength(**state["strength"])
        self.distilled = float(state.get("distilled", 0.0))  # earlier versions did not record it
        self._kept = dict(checkpoint.arrays)
        self.contests.restore(state)


def _refuse_no_numbers(weights: Weights, what: str) -> Weights:
    """The weights; LossError if one is not finite. The losses do not show it: they are those before the last step."""
    for name, array in weights.items():
        if not np.isfinite(array).all():
            raise LossError(f"{what} are no longer numbers ({name})")
    return weights
