"""The opening explorer: how often each move was played in each position, by whom, and how it went.

A game is counted in the transaction that records it as counted, so each counts once, even if the work is interrupted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from sqlalchemy import Connection, String, cast, exists, insert, literal, select, tuple_
from sqlalchemy.dialects import postgresql

from kakomi.store.schema import explorer_games, explorer_moves, games, lab_runs, lab_units
from kakomi.store.writing.many_rows import placeholders, portions


@dataclass(frozen=True, order=True)
class MoveCount:
    """How often a move was played by one kind of player; see the schema for the fields."""

    place: str
    move: int
    source: str
    games: int = 1
    wins: int = 0
    draws: int = 0


@dataclass(frozen=True)
class LabUnit:
    """A unit of a complete run of the lab, with the plan of the run."""

    run: str
    study: int
    first: int
    plan: str
    payload: str

    @property
    def id(self) -> str:
        """The id under which it is recorded as counted."""
        return f"unit {self.run}/{self.study}/{self.first}"


def moves_at(connection: Connection, place: str) -> list[MoveCount]:
    """The counts of the moves played at a place."""
    query = select(explorer_moves).where(explorer_moves.c.place == place)
    return [MoveCount(**row) for row in connection.execute(query).mappings()]


def is_counted(connection: Connection, game: str) -> bool:
    """Whether the game or unit has been counted."""
    return connection.execute(select(explorer_games).where(explorer_games.c.id == game)).first() is not None


def count(connection: Connection, work: str, games_counts: Iterable[tuple[str, Sequence[MoveCount]]]) -> None:
    """Count the games of a piece of work (a game, or a unit of the lab) that have not been counted yet.

    Conflict, by the key of `explorer_games`, if another process has just counted them.
    """
    new = {name: counts for name, counts in games_counts if not is_counted(connection, name)}
    connection.execute(insert(explorer_games), [{"id": name} for name in {work, *new}])
    total: Counter[tuple[str, int, str, str]] = Counter()
    for counts in new.values():
        for each in counts:
            for name in ("games", "wins", "draws"):
                total[each.place, each.move, each.source, name] += getattr(each, name)
    # always in the same order, so that two processes never wait for each other
    keys = sorted({key[:3] for key in total})
    if not keys:
        return
    rows = [MoveCount(*key, *(total[*key, name] for name in ("games", "wins", "draws"))) for key in keys]
    if connection.dialect.name == "sqlite":
        for some in portions(rows):
            values = [value for row in some for value in row.__dict__.values()]
            connection.exec_driver_sql(_add(len(some)), tuple(values))
        return
    statement = postgresql.insert(explorer_moves)
    added = {name: explorer_moves.c[name] + statement.excluded[name] for name in ("games", "wins", "draws")}
    adding = statement.on_conflict_do_update(index_elements=["place", "move", "source"], set_=added)
    connection.execute(adding, [row.__dict__ for row in rows])


@cache
def _add(count: int) -> str:
    """SQLite's statement for this many rows."""
    added = ", ".join(f"{name} = {name} + excluded.{name}" for name in ("games", "wins", "draws"))
    return (
        f"INSERT INTO explorer_moves (place, move, source, games, wins, draws) VALUES {placeholders(count, 6)} "
        f"ON CONFLICT (place, move, source) DO UPDATE SET {added}"
    )


def uncounted_games(
    connection: Connection, after: tuple[int, str], limit: int
) -> tuple[list[str], tuple[int, str] | None]:
    """The uncounted ones of the next finished games after (time, id), and where to continue; None at the end."""
    page = select(games.c.finished, games.c.id).where(
        games.c.finished.is_not(None), tuple_(games.c.finished, games.c.id) > tuple_(after[0], after[1])
    )
    page = page.order_by(games.c.finished, games.c.id).limit(limit)
    rows = connection.execute(page).all()
    if not rows:
        return [], None
    counted = set(
        connection.execute(
            select(explorer_games.c.id).where(explorer_games.c.id.in_([row.id for row in rows]))
        ).scalars()
    )
    return [row.id for row in rows if row.id not in counted], (rows[-1].finished, rows[-1].id)


def next_unit(connection: Connection, after: tuple[str, int, int], most: int) -> LabUnit | None:
    """The next uncounted unit of a complete run after (run, study, first), among the first `most` games of each study."""
    query = select(lab_units.c.run, lab_units.c.study, lab_units.c.first, lab_runs.c.plan, lab_units.c.payload)
    query = query.join(lab_runs, lab_runs.c.name == lab_units.c.run)
    numbers = [cast(column, String) for column in (lab_units.c.study, lab_units.c.first)]
    name = literal("unit ") + lab_units.c.run + "/" + numbers[0] + "/" + numbers[1]  # as LabUnit.id
    key = tuple_(lab_units.c.run, lab_units.c.study, lab_units.c.first)
    query = query.where(
        lab_runs.c.manifest.is_not(None),
        lab_units.c.first < most,
        key > tuple_(*after),
        ~exists().where(explorer_games.c.id == name),
    )
    row = (
        connection.execute(query.order_by(lab_units.c.run, lab_units.c.study, lab_units.c.first).limit(1))
        .mappings()
        .first()
    )
    return None if row is None else LabUnit(**row)
