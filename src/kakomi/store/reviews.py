"""Reviews: made once and kept. Who makes one holds its row, and says every few seconds that it still does.

A row is named by what was judged: game, rules, options, start and moves. So the same game is judged once, whoever asks and
wherever it was kept.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from kakomi.store.schema import reviews


@dataclass(frozen=True)
class ReviewRow:
    """A review, or how far it has come. `touched`: when its maker last said so, or when it was done."""

    id: str
    game: str | None
    process: str
    touched: int
    progress: float | None
    failure: str | None
    review: str | None

    def held(self, since: int) -> bool:
        """Whether somebody is making it, heard of since then."""
        return self.review is None and self.failure is None and self.touched >= since


def get(connection: Connection, name: str) -> ReviewRow | None:
    """The review of this name, in whatever state."""
    row = connection.execute(select(reviews).where(reviews.c.id == name)).mappings().first()
    return None if row is None else ReviewRow(**row)


def claim(connection: Connection, name: str, game: str | None, process: str, now: int, since: int) -> bool:
    """Take it upon this process to make the review, unless it is there or is being made; whether it is now ours.

    Conflict where another process took it in the same moment.
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
    """It is still being made."""
    _held(connection, name, process, touched=now, progress=progress)


def finish(connection: Connection, name: str, process: str, review: str, now: int) -> None:
    """It is made."""
    _held(connection, name, process, touched=now, progress=None, review=review)


def fail(connection: Connection, name: str, process: str, failure: str, now: int) -> None:
    """It could not be made; the next who asks may try again."""
    _held(connection, name, process, touched=now, progress=None, failure=failure)


def release(connection: Connection, process: str | None = None) -> None:
    """What this process was making is nobody's: it ends. Without a name: what any was making, for none lives."""
    undone = delete(reviews).where(reviews.c.review.is_(None), reviews.c.failure.is_(None))
    connection.execute(undone if process is None else undone.where(reviews.c.process == process))


def prune(connection: Connection, before: int) -> None:
    """Forget reviews of games that are not kept here, when they have lain long enough."""
    connection.execute(delete(reviews).where(reviews.c.game.is_(None), reviews.c.touched < before))


def _held(connection: Connection, name: str, process: str, **values: object) -> None:
    ours = (reviews.c.id == name, reviews.c.process == process, reviews.c.review.is_(None))
    connection.execute(update(reviews).where(*ours).values(**values))
