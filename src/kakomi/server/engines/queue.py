"""Whose turn it is to have the engine think: round robin between players, one job a game at a time."""

from __future__ import annotations

import asyncio
import itertools
from collections import OrderedDict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kakomi.core.errors import EngineError
from kakomi.core.match import Match

MOST_WAITING = 10_000  # jobs in all
MOST_OF_ONE = 50  # jobs of one player

_numbers = itertools.count(1)


class EngineTrouble(EngineError):
    """The computer has no move to give. `code` is for programs."""

    code = "engine/failed"


class EngineBusy(EngineTrouble):
    """Too much is waiting already."""

    code = "engine/busy"


class EngineLate(EngineTrouble):
    """It thought too long and was ended."""

    code = "engine/late"


class EngineRefused(EngineTrouble):
    """The game it was given is none: a move is illegal, the game is over, an option is unknown."""

    code = "engine/refused"


class EngineClosed(EngineTrouble):
    """The server is being shut down."""

    code = "engine/closed"


@dataclass(frozen=True)
class MatchSpec:
    """A match as data, for a process that has to play it through itself."""

    game: str
    rules: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    position: str | None = None
    moves: Sequence[str] = ()

    @classmethod
    def of(cls, match: Match) -> MatchSpec:
        """The match as it stands; a resignation or the like is left out."""
        return cls(match.game.name, match.rules, dict(match.options), match.start_position, tuple(match.moves))

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "game": self.game,
            "rules": self.rules,
            "options": dict(self.options),
            "position": self.position,
            "moves": list(self.moves),
        }


@dataclass(eq=False)
class Job:
    """Something to think about, and where the answer goes."""

    message: dict[str, Any]
    kind: tuple[str, str | None]  # game and rules: what must be compiled
    limit: float  # seconds from its beginning until the process is given up
    owner: str
    game: str
    answer: asyncio.Future[dict[str, Any]]
    number: int = field(default_factory=lambda: next(_numbers))
    tries: int = 0


class FairQueue:
    """The jobs that wait, a line for each player; the lines are served in turn."""

    def __init__(self) -> None:
        self._lines: OrderedDict[str, deque[Job]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def put(self, job: Job) -> None:
        """To the end of its player's line; EngineBusy when that or the whole is too long."""
        line = self._lines.get(job.owner)
        if self._count >= MOST_WAITING or (line is not None and len(line) >= MOST_OF_ONE):
            raise EngineBusy("too many moves are being thought about at the moment; please try again in a minute")
        self._lines.setdefault(job.owner, deque()).append(job)
        self._count += 1

    def put_back(self, job: Job) -> None:
        """To the head of the line, and that line to the front: it has waited once."""
        self._lines.setdefault(job.owner, deque()).appendleft(job)
        self._lines.move_to_end(job.owner, last=False)
        self._count += 1

    def take(self, busy: set[str]) -> Job | None:
        """The next job whose game is not being thought about already; its player then goes to the end of the round."""
        for owner, line in self._lines.items():
            for job in line:
                if job.game not in busy:
                    self._remove(owner, line, job)
                    return job
        return None

    def has(self, busy: set[str]) -> bool:
        """Whether there is a job to take."""
        return any(job.game not in busy for line in self._lines.values() for job in line)

    def drop(self, job: Job) -> bool:
        """Take a job out that nobody waits for any more; whether it was still waiting."""
        line = self._lines.get(job.owner)
        if line is None or job not in line:
            return False
        self._remove(job.owner, line, job)
        return True

    def clear(self) -> list[Job]:
        """All that was waiting."""
        jobs = [job for line in self._lines.values() for job in line]
        self._lines.clear()
        self._count = 0
        return jobs

    def _remove(self, owner: str, line: deque[Job], job: Job) -> None:
        line.remove(job)
        self._count -= 1
        if line:
            self._lines.move_to_end(owner)
        else:
            del self._lines[owner]
