"""Runs of the lab: which process works on a run, and the units played so far. One process holds a run at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Update, delete, func, insert, select, update

from kakomi.store.errors import Conflict
from kakomi.store.schema import lab_runs, lab_units


@dataclass(frozen=True)
class RunRow:
    """A run as stored; see the schema for the fields."""

    name: str
    plan: str
    source: str
    holder: str | None
    created: int
    touched: int
    manifest: str | None


@dataclass(frozen=True)
class UnitRow:
    """Games `first` to `first + count - 1` of a study, and their results."""

    study: int
    first: int
    count: int
    payload: str


def get(connection: Connection, name: str) -> RunRow | None:
    """The run with this name."""
    row = connection.execute(select(lab_runs).where(lab_runs.c.name == name)).mappings().first()
    return None if row is None else RunRow(**row)


def begin(connection: Connection, row: RunRow) -> None:
    """Store a new run."""
    connection.execute(insert(lab_runs).values(**row.__dict__))


def take(connection: Connection, seen: RunRow, holder: str, now: int) -> None:
    """Take a run that no living process holds; Conflict if another process was faster."""
    same = (
        lab_runs.c.name == seen.name,
        lab_runs.c.touched == seen.touched,
        lab_runs.c.holder.is_not_distinct_from(seen.holder),
    )
    if connection.execute(update(lab_runs).where(*same).values(holder=holder, touched=now)).rowcount != 1:
        raise Conflict(f"another process has just started to work on the run {seen.name}")


def touch(connection: Connection, name: str, holder: str, now: int) -> None:
    """Record that the holder is still at work; Conflict if another process now holds the run."""
    _held(connection, name, holder, {"touched": now})


def release(connection: Connection, name: str, holder: str) -> None:
    """Stop holding the run."""
    connection.execute(_ours(name, holder).values(holder=None))


def finish(connection: Connection, name: str, holder: str, manifest: str, now: int) -> None:
    """Record that the run is complete."""
    _held(connection, name, holder, {"holder": None, "manifest": manifest, "touched": now})


def add_units(connection: Connection, name: str, holder: str, units: Sequence[UnitRow], now: int) -> None:
    """Store units that have been played."""
    touch(connection, name, holder, now)
    if units:
        connection.execute(insert(lab_units), [{"run": name, **unit.__dict__} for unit in units])


def units_of(connection: Connection, name: str) -> Iterator[UnitRow]:
    """The played units of a run, in order."""
    query = select(lab_units.c.study, lab_units.c.first, lab_units.c.count, lab_units.c.payload)
    query = query.where(lab_units.c.run == name).order_by(lab_units.c.study, lab_units.c.first)
    for row in connection.execute(query):
        yield UnitRow(row.study, row.first, row[2], row.payload)


def drop_units(connection: Connection, name: str, study: int, first: int) -> None:
    """Delete the units of a study from game `first` on: they were played ahead and are not needed."""
    gone = (lab_units.c.run == name, lab_units.c.study == study, lab_units.c.first >= first)
    connection.execute(delete(lab_units).where(*gone))


def listing(connection: Connection) -> list[tuple[RunRow, int]]:
    """All runs, newest first, with the number of games played."""
    games = select(lab_units.c.run, func.sum(lab_units.c.count).label("games")).group_by(lab_units.c.run).subquery()
    query = select(lab_runs, games.c.games).outerjoin(games, games.c.run == lab_runs.c.name)
    rows = connection.execute(query.order_by(lab_runs.c.created.desc(), lab_runs.c.name)).mappings()
    return [(RunRow(**{key: row[key] for key in row if key != "games"}), int(row["games"] or 0)) for row in rows]


def _ours(name: str, holder: str) -> Update:
    return update(lab_runs).where(lab_runs.c.name == name, lab_runs.c.holder == holder)


def _held(connection: Connection, name: str, holder: str, values: dict[str, object]) -> None:
    if connection.execute(_ours(name, holder).values(values)).rowcount != 1:
        raise Conflict(f"the run {name} has been taken over by another process")
