"""Which unit is played next, which count, and when a study is over: decided by the games in their order, and nothing else.

A study with a stopping rule is looked at after each of its units, in order. Units may be played ahead of that; those behind
the one that sufficed are not counted.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Protocol

from kakomi.lab.plans.plan import Plan, Study
from kakomi.lab.plans.stopping import Watch
from kakomi.lab.results import Bulk, GameResult
from kakomi.lab.runs.units import Unit, units

AHEAD = 2  # units a worker that may be played before it is known whether they count
HEARTBEAT = 2.0  # seconds to wait for results at the most before other things are seen to

Done = tuple[Unit, str, float]  # a unit, what came of it as JSON, and the seconds it took
Settled = Callable[[Study, Unit, str], None]


class Backend(Protocol):
    """Where units are played. However it does that, the same unit comes to the same result."""

    @property
    def jobs(self) -> int:
        """How many units it plays at once."""

    @property
    def free(self) -> int:
        """How many more units it takes now."""

    def give(self, unit: Unit) -> None:
        """Have a unit played."""

    def take(self, seconds: float) -> list[Done]:
        """What has been played, waiting so long at the most; LabError where it cannot be."""

    def close(self) -> None:
        """Break off whatever is going on."""


class Course:
    """How far a study has come."""

    def __init__(self, study: Study, settled: Settled | None = None) -> None:
        self.study = study
        self.units = units(study)
        self.payloads: dict[int, str] = {}  # by place among the units
        self.decided = 0  # units that have been counted, in order
        self.stopped = False
        self.seconds = 0.0
        self.timed = 0  # games played in these seconds
        self._given: set[int] = set()
        self._next = 0
        self._settled = settled
        self._watch = None if study.stop is None else Watch(study.stop, study.unplayed())

    @property
    def over(self) -> bool:
        """Whether all that counts has been played."""
        return self.stopped or self.decided == len(self.units)

    @property
    def games(self) -> int:
        """Games counted so far."""
        return min(self.decided * self.study.unit, self.study.games)

    @property
    def played(self) -> int:
        """Games played so far, whether it is their turn to be counted or not."""
        return self.games if self.over else sum(self.units[place].count for place in self.payloads)

    def put(self, unit: Unit, payload: str) -> None:
        """A unit has been played; count what can be counted."""
        place = unit.first // self.study.unit
        self._given.add(place)
        if self.over:
            return
        self.payloads[place] = payload
        while not self.over and self.decided in self.payloads:
            payload = self.payloads[self.decided]
            if self._settled is not None:
                self._settled(self.study, self.units[self.decided], payload)
            self.decided += 1
            if self._watch is not None:
                self._watch.add(read_payload(self.study, payload))
                self.stopped = self._watch.enough and self.decided < len(self.units)
        if self.over:
            for place in [place for place in self.payloads if place >= self.decided]:
                del self.payloads[place]

    def next(self, jobs: int) -> Unit | None:
        """The next unit to be played; None where there is none, or none yet."""
        while self._next in self._given:
            self._next += 1
        limit = len(self.units) if self._watch is None else min(len(self.units), self.decided + AHEAD * jobs)
        if self.over or self._next >= limit:
            return None
        self._given.add(self._next)
        return self.units[self._next]


def read_payload(study: Study, payload: str) -> list[GameResult] | Bulk:
    """What came of a unit."""
    found = json.loads(payload)
    return Bulk.from_dict(found) if study.bulk else [GameResult.from_dict(line) for line in found]


def carry_out(
    plan: Plan,
    backend: Backend,
    done: Iterable[tuple[Unit, str]] = (),
    arrived: Callable[[list[Done], list[Course]], None] | None = None,
    settled: Settled | None = None,
) -> list[Course]:
    """Play all that has not been played; `arrived` is told of new units, and every few seconds of none."""
    courses = [Course(study, settled) for study in plan.studies]
    for unit, payload in done:
        courses[unit.study].put(unit, payload)
    while not all(course.over for course in courses):
        for course in courses:
            while backend.free and (wanted := course.next(backend.jobs)) is not None:
                backend.give(wanted)
        fresh = backend.take(HEARTBEAT)
        for unit, payload, seconds in fresh:
            course = courses[unit.study]
            course.seconds += seconds
            course.timed += unit.count
            course.put(unit, payload)
        if arrived is not None:
            arrived(fresh, courses)
    return courses


def time_left(courses: list[Course], jobs: int) -> float | None:
    """Seconds, by the speed of each study so far; of one that has not begun, by that of the others. None: nobody knows."""
    known = [course.seconds / course.timed for course in courses if course.timed]
    if not known:
        return None
    usual = sum(known) / len(known)
    left = 0.0
    for course in courses:
        if not course.over:
            speed = course.seconds / course.timed if course.timed else usual
            left += speed * (course.study.games - course.played)
    return left / jobs
