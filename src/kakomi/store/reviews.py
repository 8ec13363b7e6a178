"""Reviews: each is written once and kept. The process writing one holds its row, and updates it every few seconds.

A row's id is determined by what is reviewed: game, rules, options, start and moves. So the same game is reviewed only
once, whoever requests it and wherever the game comes from.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from kakomi.store.schema import reviews


@dataclass(frozen=True)
class ReviewRow:
    """A review, or its progress. `touched`: when its process last reported, or when it was finished."""

    id: str
    game: str | None
    process: str
    touched: int
    progress: float | None
    failure: str | None
    review: str | None

    def held(self, since: int) -> bool:
        """Whether a process that has reported since then is working on it."""
        return self.review is None and self.failure is None and self.touched >= since


def get(connection: Connection, name: str) -> ReviewRow | None:
    """The review with this name, in any state."""
    row = connection.execute(select(reviews).where(reviews.c.id == name)).mappings().first()
    return None if row is None else ReviewRow(**row)


def claim(connection: Connection, name: str, game: str | None, process: str, now: int, since: int) -> bool:
    """Reserve the review for this process, unless it is finished or in progress; return whether it is now ours.

    Conflict if another process reserved it at the same moment.
    """
    fresh = {"game": game, "process": process, "touched": now, "progress": None, "failure": None}
    row = get(connection, name)
    if row is None:
        connection.execute(insert(reviews).values(id=name, **fresh))
        return True
    if row.review is not None or row.held(since):
        return False
    same = (reviews.c.id == name, reviews.c.touched == row.touched, reviews.c.process == row.process)
    return connection.execute(update(reviews).where(*same).values(**fresh)).rowcount == 1


def touch(connection: Connection, name: str, process: str, progress: float | None, now: int) -> None:
    """Record progress."""
    _held(connection, name, process, touched=now, progress=progress)


def finish(connection: Connection, name: str, process: str, review: str, now: int) -> None:
    """Store the finished review."""
    _held(connection, name, process, touched=now, progress=None, review=review)


def fail(connection: Connection, name: str, process: str, failure: str, now: int) -> None:
    """Record a failure; the next request may try again."""
    _held(connection, name, process, touched=now, progress=None, failure=failure)


def release(connection: Connection, process: str | None = None) -> None:
    """Give up the unfinished reviews of a process that ends, or of all (None) when no process is alive."""
    undone = delete(reviews).where(reviews.c.review.is_(None), reviews.c.failure.is_(None))
    connection.execute(undone if process is None else undone.where(reviews.c.process == process))


def prune(connection: Connection, before: int) -> None:
    """Delete old reviews of games that are not stored here."""
    connection.execute(delete(reviews).where(reviews.c.game.is_(None), reviews.c.touched < before))


def _held(connection: Connection, name: str, process: str, **values: object) -> None:
    ours = (reviews.c.id == name, reviews.c.process == process, reviews.c.review.is_(None))
    connection.execute(update(reviews).where(*ours).values(**values))
