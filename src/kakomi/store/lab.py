"""Runs of the lab: who is at one, and the units that have been played. One process holds a run at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Update, delete, func, insert, select, update

from kakomi.store.errors import Conflict
from kakomi.store.schema import lab_runs, lab_units


@dataclass(frozen=True)
class RunRow:
    """A run as it is kept; see the schema for the fields."""

    name: str
    plan: str
    source: str
    holder: str | None
    created: int
    touched: int
    manifest: str | None


@dataclass(frozen=True)
class UnitRow:
    """Games `first` to `first + count - 1` of a study, and what came of them."""

    study: int
    first: int
    count: int
    payload: str


def get(connection: Connection, name: str) -> RunRow | None:
    """The run of this name."""
    row = connection.execute(select(lab_runs).where(lab_runs.c.name == name)).mappings().first()
    return None if row is None else RunRow(**row)


def begin(connection: Connection, row: RunRow) -> None:
    """A new run."""
    connection.execute(insert(lab_runs).values(**row.__dict__))


def take(connection: Connection, seen: RunRow, holder: str, now: int) -> None:
    """Hold a run that was seen to be held by nobody who lives; Conflict where another was quicker."""
    same = (
        lab_runs.c.name == seen.name,
        lab_runs.c.touched == seen.touched,
        lab_runs.c.holder.is_not_distinct_from(seen.holder),
    )
    if connection.execute(update(lab_runs).where(*same).values(holder=holder, touched=now)).rowcount != 1:
        raise Conflict(f"the run {seen.name} has just been taken up by another process")


def touch(connection: Connection, name: str, holder: str, now: int) -> None:
    """It is still being made; Conflict where the holder is another by now."""
    _held(connection, name, holder, {"touched": now})


def release(connection: Connection, name: str, holder: str) -> None:
    """Nobody is at it."""
    connection.execute(_ours(name, holder).values(holder=None))


def finish(connection: Connection, name: str, holder: str, manifest: str, now: int) -> None:
    """It is complete."""
    _held(connection, name, holder, {"holder": None, "manifest": manifest, "touched": now})


def add_units(connection: Connection, name: str, holder: str, units: Sequence[UnitRow], now: int) -> None:
    """Units that have been played."""
    touch(connection, name, holder, now)
    if units:
        connection.execute(insert(lab_units), [{"run": name, **unit.__dict__} for unit in units])


def units_of(connection: Connection, name: str) -> Iterator[UnitRow]:
    """The units of a run that have been played, in order."""
    asked = select(lab_units.c.study, lab_units.c.first, lab_units.c.count, lab_units.c.payload)
    asked = asked.where(lab_units.c.run == name).order_by(lab_units.c.study, lab_units.c.first)
    for row in connection.execute(asked):
        yield UnitRow(row.study, row.first, row[2], row.payload)


def drop_units(connection: Connection, name: str, study: int, first: int) -> None:
    """Forget the units of a study from this game on: they were played ahead and are not needed."""
    gone = (lab_units.c.run == name, lab_units.c.study == study, lab_units.c.first >= first)
    connection.execute(delete(lab_units).where(*gone))


def listing(connection: Connection) -> list[tuple[RunRow, int]]:
    """All runs, the newest first, and how many games of each have been played."""
    games = select(lab_units.c.run, func.sum(lab_units.c.count).label("games")).group_by(lab_units.c.run).subquery()
    asked = select(lab_runs, games.c.games).outerjoin(games, games.c.run == lab_runs.c.name)
    found = connection.execute(asked.order_by(lab_runs.c.created.desc(), lab_runs.c.name)).mappings()
    rows = [dict(row) for row in found]
    return [(RunRow(**{key: row[key] for key in row if key != "games"}), int(row["games"] or 0)) for row in rows]


def _ours(name: str, holder: str) -> Update:
    return update(lab_runs).where(lab_runs.c.name == name, lab_runs.c.holder == holder)


def _held(connection: Connection, name: str, holder: str, values: dict[str, object]) -> None:
    if connection.execute(_ours(name, holder).values(values)).rowcount != 1:
        raise Conflict(f"the run {name} has been taken over by another process")
