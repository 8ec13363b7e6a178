"""Which unit is played next, which units count, and when a study is complete.

This depends only on the games and their order. A study with a stopping rule is checked after each of its
units, in order. Units may be played ahead of that check; those after the deciding unit do not count.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Protocol

from kakomi.lab.plans.plan import RunPlan, StudyPlan
from kakomi.lab.plans.stopping import StopCheck
from kakomi.lab.results import GameResult, RandomCounts
from kakomi.lab.runs.units import Unit, units

AHEAD = 2  # units per worker that may be played before it is known whether they count
HEARTBEAT = 2.0  # seconds: the longest wait for results, so that the store shows a sign of life

PlayedUnit = tuple[Unit, str, float]  # the unit, its result as JSON, and the seconds it took
OnCounted = Callable[[StudyPlan, Unit, str], None]
OnPlayed = Callable[[list[PlayedUnit], list["StudyProgress"]], None]


class Backend(Protocol):
    """Where units are played. Every backend gives the same result for the same unit."""

    @property
    def name(self) -> str:
        """Its name in the manifest."""

    @property
    def jobs(self) -> int:
        """How many units it plays at once."""

    @property
    def free(self) -> int:
        """How many more units it accepts now."""

    def submit(self, unit: Unit) -> None:
        """Have a unit played."""

    def collect(self, seconds: float) -> list[PlayedUnit]:
        """The units that have been played, after waiting at most that long; LabError if one cannot be played."""

    def close(self) -> None:
        """Stop all work."""


class StudyProgress:
    """The progress of a study."""

    def __init__(self, study: StudyPlan, on_counted: OnCounted | None = None) -> None:
        self.study = study
        self.units = units(study)
        self.payloads: dict[int, str] = {}  # by place among the units
        self.decided = 0  # units that have been counted, in order
        self.stopped = False
        self.seconds = 0.0
        self.timed = 0  # games played in these seconds
        self._submitted: set[int] = set()
        self._next = 0
        self._on_counted = on_counted
        self._stop_check = None if study.stop is None else StopCheck(study.stop, study.unplayed())

    @property
    def over(self) -> bool:
        """Whether everything that counts has been played."""
        return self.stopped or self.decided == len(self.units)

    @property
    def games(self) -> int:
        """Games counted so far."""
        return min(self.decided * self.study.unit, self.study.games)

    @property
    def played(self) -> int:
        """Games played so far, counted or still waiting for an earlier unit."""
        return self.games if self.over else sum(self.units[place].count for place in self.payloads)

    def add(self, unit: Unit, payload: str) -> None:
        """Add a unit that has been played, and count every unit whose turn it is."""
        place = unit.first // self.study.unit
        self._submitted.add(place)
        if self.over:
            return
        self.payloads[place] = payload
        while not self.over and self.decided in self.payloads:
            payload = self.payloads[self.decided]
            if self._on_counted is not None:
                self._on_counted(self.study, self.units[self.decided], payload)
            self.decided += 1
            if self._stop_check is not None:
                self._stop_check.add(read_payload(self.study, payload))
                self.stopped = self._stop_check.enough and self.decided < len(self.units)
        if self.over:
            for place in [place for place in self.payloads if place >= self.decided]:
                del self.payloads[place]

    def next_unit(self, jobs: int) -> Unit | None:
        """The next unit to be played; None if there is none, or none yet."""
        while self._next in self._submitted:
            self._next += 1
        limit = len(self.units) if self._stop_check is None else min(len(self.units), self.decided + AHEAD * jobs)
        if self.over or self._next >= limit:
            return None
        self._submitted.add(self._next)
        return self.units[self._next]


def read_payload(study: StudyPlan, payload: str) -> list[GameResult] | RandomCounts:
    """The result of a unit."""
    data = json.loads(payload)
    return RandomCounts.from_dict(data) if study.bulk else [GameResult.from_dict(line) for line in data]


def play_units(
    plan: RunPlan,
    backend: Backend,
    stored: Iterable[tuple[Unit, str]] = (),
    on_played: OnPlayed | None = None,
    on_counted: OnCounted | None = None,
) -> list[StudyProgress]:
    """Play all units that are not stored yet.

    `on_played` is called with new units, and with none after each HEARTBEAT; `on_counted` with each unit that counts, in
    order.
    """
    studies = [StudyProgress(study, on_counted) for study in plan.studies]
    for unit, payload in stored:
        studies[unit.study].add(unit, payload)
    while not all(progress.over for progress in studies):
        for progress in studies:
            while backend.free and (unit_to_play := progress.next_unit(backend.jobs)) is not None:
                backend.submit(unit_to_play)
        fresh = backend.collect(HEARTBEAT)
        for unit, payload, seconds in fresh:
            progress = studies[unit.study]
            progress.seconds += seconds
            progress.timed += unit.count
            progress.add(unit, payload)
        if on_played is not None:
            on_played(fresh, studies)
    return studies


def seconds_left(studies: list[StudyProgress], jobs: int) -> float | None:
    """Seconds to the end at each study's speed so far, or at the others' mean speed if it has not begun; None if unknown."""
    known = [progress.seconds / progress.timed for progress in studies if progress.timed]
    if not known:
        return None
    usual = sum(known) / len(known)
    left = 0.0
    for progress in studies:
        if not progress.over:
            speed = progress.seconds / progress.timed if progress.timed else usual
            left += speed * (progress.study.games - progress.played)
    return left / jobs
