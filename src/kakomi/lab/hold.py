"""A run in the store, held by one process: units are kept as they come, so that an interrupted run can go on."""

from __future__ import annotations

import datetime
import json
import os
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from kakomi.core.system.processes import is_running
from kakomi.lab.manifest import source_hash
from kakomi.lab.plan import Plan
from kakomi.lab.results import LabError
from kakomi.lab.schedule import Course, Done
from kakomi.lab.units import Unit
from kakomi.store import lab as store
from kakomi.store.database import explain
from kakomi.store.errors import Conflict

T = TypeVar("T")

SILENCE = 120  # seconds after which a holder on another machine is taken to be gone
TOUCH = 10  # seconds between two signs of life
KEEP = 1.0  # seconds for which units may wait to be written together


class Held:
    """The hold on a run; `close` lets it go. Refused where another process is at it, or it is another plan's."""

    def __init__(self, engine: Engine, name: str, plan: Plan) -> None:
        self._engine, self.name = engine, name
        self._holder = f"{socket.gethostname()[:150]} {os.getpid()}"
        self._fresh: list[store.UnitRow] = []
        self._due = self._touch = 0.0
        described = json.dumps(plan.as_dict() | {"name": ""}, sort_keys=True)
        now = _now()
        fresh = store.RunRow(name, described, source_hash(), self._holder, now, now, None)
        self.began = now
        self.finished = False

        def claim(connection: Connection) -> None:
            found = store.get(connection, name)
            if found is None:
                store.begin(connection, fresh)
                return
            if found.plan != described:
                raise LabError(f"there is a run {name} of another plan; give this one another name with --name")
            if found.source != source_hash():
                raise LabError(
                    f"the run {name} was begun with another version of Kakomi (sources {found.source}, here "
                    f"{source_hash()}): games of both would be mixed; give the new run another name with --name"
                )
            if found.holder is not None and _lives(found):
                host, _, process = found.holder.rpartition(" ")
                raise LabError(
                    f"the run {name} is being made by process {process} on {host}; wait for it, or give this one another "
                    f"name with --name"
                )
            store.take(connection, found, self._holder, now)
            self.began = found.created
            self.finished = found.manifest is not None

        try:
            self._change(claim)
        except (IntegrityError, Conflict) as error:
            raise LabError(f"the run {name} has just been begun by another process; wait for it") from error

    def units(self) -> list[tuple[Unit, str]]:
        """What has been played."""
        with self._engine.connect().execution_options(reading=True) as connection:
            rows = list(store.units_of(connection, self.name))
        return [(Unit(row.study, row.first, row.count), row.payload) for row in rows]

    def keep(self, done: list[Done]) -> None:
        """Units that have just been played; they are in the store within a second or two."""
        self._fresh += [store.UnitRow(unit.study, unit.first, unit.count, payload) for unit, payload, _ in done]
        now = time.monotonic()
        if (self._fresh and now >= self._due) or now >= self._touch:
            self.flush()
            self._due, self._touch = now + KEEP, now + TOUCH

    def flush(self) -> None:
        """Write what waits to be written."""
        rows, self._fresh = self._fresh, []
        try:
            self._change(lambda connection: store.add_units(connection, self.name, self._holder, rows, _now()))
        except BaseException:
            self._fresh = rows
            raise

    def finish(self, courses: list[Course], manifest: dict[str, Any]) -> None:
        """The run is complete: units that were played and do not count are forgotten."""

        def end(connection: Connection) -> None:
            for course in courses:
                store.drop_units(connection, self.name, course.study.number, course.games)
            store.finish(connection, self.name, self._holder, json.dumps(manifest), _now())

        self.flush()
        self._change(end)

    def close(self, keep: bool = True) -> None:
        """Nobody is at the run any more; with `keep` off what waits to be written is given up."""
        try:
            if keep and self._fresh:
                self.flush()
        finally:
            self._change(lambda connection: store.release(connection, self.name, self._holder))

    def _change(self, change: Callable[[Connection], T]) -> T:
        try:
            with self._engine.begin() as connection:
                return change(connection)
        except IntegrityError:
            raise
        except DBAPIError as error:
            raise explain(error, f"the run {self.name} could not be stored") from error


@dataclass(frozen=True)
class Listed:
    """A run in the store, for a list."""

    name: str
    began: datetime.datetime
    games: int
    state: str  # "complete", "being made" or "interrupted"


def listed(engine: Engine) -> list[Listed]:
    """All runs, the newest first."""
    with engine.connect().execution_options(reading=True) as connection:
        rows = store.listing(connection)
    return [
        Listed(
            row.name,
            datetime.datetime.fromtimestamp(row.created / 1000, datetime.UTC),
            games,
            "being made" if row.holder and _lives(row) else "complete" if row.manifest else "interrupted",
        )
        for row, games in rows
    ]


def _lives(row: store.RunRow) -> bool:
    """Whether whoever holds the run is still at it."""
    host, _, process = (row.holder or "").rpartition(" ")
    if host == socket.gethostname()[:150] and process.isascii() and process.isdigit():
        if int(process) == os.getpid():
            return True
        return is_running(int(process))
    return row.touched >= _now() - 1000 * SILENCE


def _now() -> int:
    return int(time.time() * 1000)
