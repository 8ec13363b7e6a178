"""A run on a GPU: in each call a teacher learns by self-play, a small net learns from it, and that net plays a contest.

Here is what is kept in the folder and when. What happens on the GPU is `gpu.session`, which alone imports torch: the teacher
goes on from its checkpoint in the next call, while games and optimizer begin again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar, Protocol

from kakomi.core.match import Match
from kakomi.search.learned import net_file
from kakomi.training.contests import Contests, ContestSettings, Say
from kakomi.training.net_export import write_arrays
from kakomi.training.run_folder import Array, Checkpoint, RunFolder
from kakomi.training.settings import CONTEST_LIMITS, Limits, RunSettings

TEACHER = "teacher."  # before the names of its weights in a checkpoint
CONTEST_SHARE = 0.1  # of the time is kept for the contest

Weights = dict[str, Array]


@dataclass(frozen=True)
class GpuSettings(RunSettings):
    """What can be set, with what serves one large GPU well."""

    games: int = 8192  # played side by side
    simulations: int = 32  # of the search for each move
    openings: int = 8  # a game begins with 0 to one less random moves
    ring: int = 256  # moves of every game that are learned from
    window: int = 0  # rows and columns that the net sees of a grid much larger than what is used; 0: all
    channels: int = 128  # of the teacher
    blocks: int = 6
    batch: int = 4096  # positions of a learning step
    steps: int = 2  # learning steps for each move of all games
    rate: float = 0.002
    mix: float = 0.4  # of the search's value in what the value is to be, beside the game's result
    distil: float = 0.25  # of the time in which the small net learns from the teacher
    hidden: int = 256  # numbers of the small net's first layer, if its inputs are sparse; the second has a quarter
    small_channels: int = 32  # of the small net, if it is one of convolutions
    small_blocks: int = 3
    contest_nodes: int = 400
    contest_seconds: float = 0.0  # for each move instead, if more than 0: nets of different size
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
        "rate": (1e-6, 1),
        "mix": (0, 1),
        "distil": (0.01, 0.8),
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


Keep = Callable[[Weights, Mapping[str, float]], None]


class TrainingSession(Protocol):
    """What one call does on the GPU; all arrays are numpy's."""

    kind: str  # of the small net: "sparse" or "conv"

    def student(self) -> Weights:
        """The small net by the names of its file."""

    def train(self, seconds: float, keep: Keep) -> None:
        """Self-play and learning; `keep` is handed the teacher and a line of figures now and then. LossError at NaN."""

    def distil(self, seconds: float) -> None:
        """The small net learns from the teacher."""


OpenSession = Callable[[Match, GpuSettings, int, Weights | None, Say], TrainingSession]


class GpuRun:
    """One run in its folder, from its last checkpoint on."""

    def __init__(self, folder: RunFolder, open_session: OpenSession, show: Say, tell: Say) -> None:
        self.folder, self.show, self.tell = folder, show, tell
        self.settings = GpuSettings.restore(folder.plan.settings)
        self.contests = Contests(folder, self.settings.contests)
        self._open = open_session
        self.number = 0  # of the last checkpoint
        self.candidate = 0  # the checkpoint whose small net is in the candidate's file
        self._began, self._spent = time.monotonic(), 0.0
        self.games = self.positions = 0
        self._teacher: Weights = {}
        checkpoint = folder.load()
        if checkpoint is not None:
            self._restore(checkpoint)

    @property
    def minutes(self) -> float:
        """That the run has taken, earlier calls included."""
        return self._spent + (time.monotonic() - self._began) / 60

    def run(self, minutes: float) -> bool:
        """One call of so many minutes; whether its contest was decided. A contest that is not decided yet comes first."""
        end = time.monotonic() + 60 * minutes
        if self.candidate > self.contests.contested and not self._contest(end):
            return False
        left = end - time.monotonic() - 60 * minutes * CONTEST_SHARE
        if left <= 0:
            return True
        seed = self.folder.plan.seed + self.number  # each call plays other games
        session = self._open(self.folder.plan.match(), self.settings, seed, self._teacher or None, self.tell)
        if not self.folder.net_file(0).exists():
            self._write(self.folder.net_file(0), session.kind, session.student(), {"rounds": 0})
        before = self.games, self.positions
        session.train(left * (1 - self.settings.distil), lambda teacher, row: self._keep(teacher, row, before))
        session.distil(left * self.settings.distil)
        self._write(self.folder.candidate_file, session.kind, session.student(), self._figures())
        self.candidate = self.number
        self._save()
        return self._contest(end)

    def _keep(self, teacher: Weights, row: Mapping[str, float], before: tuple[int, int]) -> None:
        self.number += 1
        self.games, self.positions = before[0] + int(row["games"]), before[1] + int(row["positions"])
        self._teacher = teacher
        self._save()
        figures = {"games": self.games, "positions": self.positions, "minutes": round(self.minutes, 3)}
        self.folder.report({**row, **figures, "round": self.number}, rounds=self.number, **figures)

    def _contest(self, end: float) -> bool:
        """The small net of the last call against the net in use, from its file: it goes on with the very same net."""
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
        state = {"minutes": self.minutes, "candidate": self.candidate, "games": self.games, "positions": self.positions}
        kept = {f"{TEACHER}{name}": each for name, each in self._teacher.items()}
        self.folder.save(self.number, kept, {**state, **self.contests.state()})

    def _restore(self, checkpoint: Checkpoint) -> None:
        state = checkpoint.state
        self.number, self._spent = checkpoint.number, float(state["minutes"])
        self.candidate, self.games, self.positions = (int(state[name]) for name in ("candidate", "games", "positions"))
        self._teacher = {name.removeprefix(TEACHER): each for name, each in checkpoint.arrays.items()}
        self.contests.restore(state)


def gpu_settings(given: Mapping[str, str]) -> dict[str, Any]:
    """Settings as they are typed, for a plan."""
    return asdict(GpuSettings.read(given))
