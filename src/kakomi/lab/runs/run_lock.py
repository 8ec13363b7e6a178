"""A run in the store, held by one process. Units are stored as they arrive, so that an interrupted run can be resumed."""

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
from kakomi.lab.files import LabError
from kakomi.lab.plans.plan import RunPlan
from kakomi.lab.runs.manifest import source_hash
from kakomi.lab.runs.schedule import PlayedUnit, StudyProgress
from kakomi.lab.runs.units import Unit
from kakomi.store import lab as store
from kakomi.store.database import explain
from kakomi.store.errors import Conflict

T = TypeVar("T")

SILENCE = 120  # seconds without a sign of life after which a holder on another machine counts as gone
TOUCH = 10  # seconds between two signs of life
KEEP = 1.0  # seconds for which units may wait, to be written together


class RunLock:
    """The claim on a run; `close` releases it. Refused if another process holds the run, or if the run has another plan."""

    def __init__(self, engine: Engine, name: str, plan: RunPlan) -> None:
        self._engine, self.name = engine, name
        self._holder = f"{socket.gethostname()[:150]} {os.getpid()}"
        self._fresh: list[store.UnitRow] = []
        self._due = self._touch = 0.0
        description = json.dumps(plan.as_dict() | {"name": ""}, sort_keys=True)
        sources = source_hash(plan.game_names)
        now = _now()
        fresh = store.RunRow(name, description, sources, self._holder, now, now, None)
        self.began = now
        self.finished = False

        def claim(connection: Connection) -> None:
            found = store.get(connection, name)
            if found is None:
                store.begin(connection, fresh)
                return
            if found.plan != description:
                raise LabError(f"the run {name} exists and is of another plan; give this run another name with --name")
            if found.source != sources:
                raise LabError(
                    f"the run {name} was started with another version of Kakomi (sources {found.source}, here {sources}) "
                    "and would mix games of both versions; give the new run another name with --name"
                )
            if found.holder is not None and _is_alive(found):
                host, _, process = found.holder.rpartition(" ")
                raise LabError(
                    f"the run {name} is being played by process {process} on {host}; wait for it, or give this run another "
                    "name with --name"
                )
            store.take(connection, found, self._holder, now)
            self.began = found.created
            self.finished = found.manifest is not None

        try:
            self._change(claim)
        except (IntegrityError, Conflict) as error:
            raise LabError(f"another process has just started the run {name}; wait for it") from error

    def units(self) -> list[tuple[Unit, str]]:
        """The units stored so far."""
        with self._engine.connect().execution_options(reading=True) as connection:
            rows = list(store.units_of(connection, self.name))
        return [(Unit(row.study, row.first, row.count), row.payload) for row in rows]

    def keep(self, played: list[PlayedUnit]) -> None:
        """Store units that have just been played; they are in the store within a second or two."""
        self._fresh += [store.UnitRow(unit.study, unit.first, unit.count, payload) for unit, payload, _ in played]
        now = time.monotonic()
        if (self._fresh and now >= self._due) or now >= self._touch:
            self.flush()
            self._due, self._touch = now + KEEP, now + TOUCH

    def flush(self) -> None:
        """Write the units that are waiting."""
        rows, self._fresh = self._fresh, []
        try:
            self._change(lambda connection: store.add_units(connection, self.name, self._holder, rows, _now()))
        except BaseException:
            self._fresh = rows
            raise

    def finish(self, studies: list[StudyProgress], manifest: dict[str, Any]) -> None:
        """Mark the run as complete, and delete units that were played but do not count."""

        def end(connection: Connection) -> None:
            for each in studies:
                store.drop_units(connection, self.name, each.study.number, each.games)
            store.finish(connection, self.name, self._holder, json.dumps(manifest), _now())

        self.flush()
        self._change(end)

    def close(self, keep: bool = True) -> None:
        """Release the run; without `keep`, units waiting to be written are dropped."""
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
class ListedRun:
    """A run in the store, for a list."""

    name: str
    began: datetime.datetime
    games: int
    state: str  # "complete", "running" or "interrupted"


def list_runs(engine: Engine) -> list[ListedRun]:
    """All runs, newest first."""
    with engine.connect().execution_options(reading=True) as connection:
        rows = store.listing(connection)
    return [
        ListedRun(
            row.name,
            datetime.datetime.fromtimestamp(row.created / 1000, datetime.UTC),
            games,
            "running" if row.holder and _is_alive(row) else "complete" if row.manifest else "interrupted",
        )
        for row, games in rows
    ]


def _is_alive(row: store.RunRow) -> bool:
    """Whether the process that holds the run is still alive."""
    host, _, process = (row.holder or "").rpartition(" ")
    if host == socket.gethostname()[:150] and process.isascii() and process.isdigit():
        if int(process) == os.getpid():
            return True
        return is_running(int(process))
    return row.touched >= _now() - 1000 * SILENCE


def _now() -> int:
    return int(time.time() * 1000)
