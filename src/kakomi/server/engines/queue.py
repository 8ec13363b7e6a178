"""Which job is next: quick ones first with a bound on how long others wait, round robin between players, one per game."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kakomi.core.errors import EngineError
from kakomi.core.match import Match

MOST_WAITING = 10_000  # jobs in total
MOST_OF_ONE = 50  # jobs per player
LONG_WAIT = 10.0  # seconds after which a job that is not quick gets every second turn

_numbers = itertools.count(1)


class EngineTrouble(EngineError):
    """The engine pool has no answer. `code` is for programs."""

    code = "engine/failed"


class EngineBusy(EngineTrouble):
    """Too many jobs are waiting."""

    code = "engine/busy"


class EngineLate(EngineTrouble):
    """The search took too long and was stopped."""

    code = "engine/late"


class EngineRefused(EngineTrouble):
    """The game cannot be played: a move is illegal, the game is over, an option is unknown."""

    code = "engine/refused"


class EngineClosed(EngineTrouble):
    """The server is being shut down."""

    code = "engine/closed"


@dataclass(frozen=True)
class MatchSpec:
    """A match as data, for a worker process that replays it."""

    game: str
    rules: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    position: str | None = None
    moves: Sequence[str] = ()

    @classmethod
    def of(cls, match: Match) -> MatchSpec:
        """The match with its moves; a resignation or the like is left out."""
        return cls(match.game.name, match.rules, dict(match.options), match.start_position, tuple(match.moves))

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "game": self.game,
            "rules": self.rules,
            "options": dict(self.options),
            "position": self.position,
            "moves": list(self.moves),
        }


@dataclass(eq=False)
class Job:
    """A search to run, and where its answer goes."""

    message: dict[str, Any]
    kind: tuple[str, str | None]  # game and rules: what must be compiled
    limit: float  # seconds from its start until the process is killed
    owner: str
    game: str
    answer: asyncio.Future[dict[str, Any]]
    number: int = field(default_factory=lambda: next(_numbers))
    tries: int = 0
    quick: bool = False  # it takes a fraction of a second
    on_start: Callable[[], None] | None = None  # called when a process starts on it
    waiting_since: float = field(default_factory=time.monotonic)


class FairQueue:
    """The waiting jobs, one queue per player; the queues are served in turn."""

    def __init__(self) -> None:
        self._quick_last = False  # whether the last job taken was a quick one
        self._queues: OrderedDict[str, deque[Job]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def put(self, job: Job) -> None:
        """Append a job to its player's queue; EngineBusy if that or the total is too long."""
        jobs = self._queues.get(job.owner)
        if self._count >= MOST_WAITING or (jobs is not None and len(jobs) >= MOST_OF_ONE):
            raise EngineBusy("the engines are busy; try again in a minute")
        self._queues.setdefault(job.owner, deque()).append(job)
        self._count += 1

    def put_back(self, job: Job) -> None:
        """Put a job back at the front, and its player next: it has waited once already."""
        self._queues.setdefault(job.owner, deque()).appendleft(job)
        self._queues.move_to_end(job.owner, last=False)
        self._count += 1

    def take(self, busy: set[str], only_quick: bool = False) -> Job | None:
        """The next job whose game is not busy; its player then goes to the end of the round."""
        job = self._next(busy, quick=True)
        if not only_quick:
            other = self._next(busy, quick=False)
            if other is not None and (job is None or (self._quick_last and _waited(other) > LONG_WAIT)):
                job = other
        if job is not None:
            self._quick_last = job.quick
            self._remove(job.owner, self._queues[job.owner], job)
        return job

    def first_quick(self, busy: set[str]) -> Job | None:
        """The next quick job, which is left in its queue."""
        return self._next(busy, quick=True)

    def _next(self, busy: set[str], quick: bool) -> Job | None:
        for jobs in self._queues.values():
            for job in jobs:
                if job.game not in busy and job.quick is quick:
                    return job
        return None

    def has(self, busy: set[str], only_quick: bool = False) -> bool:
        """Whether there is a job that `take` would return."""
        return any(
            job.game not in busy and (job.quick or not only_quick) for jobs in self._queues.values() for job in jobs
        )

    def drop(self, job: Job) -> bool:
        """Remove a job that nobody is waiting for any more; return whether it was still in a queue."""
        jobs = self._queues.get(job.owner)
        if jobs is None or job not in jobs:
            return False
        self._remove(job.owner, jobs, job)
        return True

    def clear(self) -> list[Job]:
        """Remove and return all waiting jobs."""
        waiting = [job for jobs in self._queues.values() for job in jobs]
        self._queues.clear()
        self._count = 0
        return waiting

    def _remove(self, owner: str, jobs: deque[Job], job: Job) -> None:
        jobs.remove(job)
        self._count -= 1
        if jobs:
            self._queues.move_to_end(owner)
        else:
            del self._queues[owner]


def _waited(job: Job) -> float:
    return time.monotonic() - job.waiting_since
