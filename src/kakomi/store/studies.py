"""Studies shared by a link: stored once however often they are shared; the least recently opened are removed."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select, update

from kakomi.store.schema import studies

MOST_STUDIES = 100_000
PRUNED_AT_ONCE = 100
A_DAY = 86_400_000  # ms


@dataclass(frozen=True)
class StudyRow:
    """A study as stored; see the schema for the fields."""

    id: str
    record: str
    created: int
    opened: int


def add(connection: Connection, row: StudyRow, most: int = MOST_STUDIES) -> None:
    """Store a study unless it is stored already; if there are too many, the least recently opened are deleted."""
    if connection.execute(select(studies.c.id).where(studies.c.id == row.id)).first() is not None:
        touch(connection, row.id, row.opened)
        return
    connection.execute(insert(studies).values(**row.__dict__))
    if connection.execute(select(func.count()).select_from(studies)).scalar_one() > most:
        oldest = select(studies.c.id).where(studies.c.id != row.id).order_by(studies.c.opened).limit(PRUNED_AT_ONCE)
        connection.execute(delete(studies).where(studies.c.id.in_(oldest)))


def get(connection: Connection, study: str) -> StudyRow | None:
    """The study with this id."""
    row = connection.execute(select(studies).where(studies.c.id == study)).mappings().first()
    return None if row is None else StudyRow(**row)


def touch(connection: Connection, study: str, now: int) -> None:
    """Record that the study has been opened."""
    connection.execute(update(studies).where(studies.c.id == study).values(opened=now))
