"""Small changes stored in SQLite's file by the thread of the event loop, as long as that takes no waiting.

To hand a move to another thread and back takes longer than to store it, and far longer while both want the
interpreter's lock. Nothing here waits: a file that is locked, or anything else that goes wrong, leaves the change to the
writing thread. Nor does a commit wait for the disk with `synchronous = normal`, but for one: the first after a checkpoint,
which makes SQLite start its log over. So after each checkpoint the writing thread commits first.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from typing import TypeVar

from sqlalchemy import Connection, Engine

from kakomi.store.writing.game_changes import GameChange, store_rows

T = TypeVar("T")
NORMAL = 1  # of PRAGMA synchronous


class DirectWriter:
    """A connection of the event loop. `stage` grows at the beginning and at the end of each checkpoint: odd in between."""

    def __init__(self, database: Engine) -> None:
        self.stage = 0
        self._committed = -1  # the stage in which the writing thread last committed
        self._connection: Connection | None = None
        self._raw: sqlite3.Connection | None = None  # the same without SQLAlchemy
        if database.dialect.name == "sqlite":
            self._connect(database)

    @property
    def is_ready(self) -> bool:
        """Whether a commit would not have to wait for the disk."""
        return self._committed == self.stage and self.stage % 2 == 0 and self._raw is not None

    def allow(self, stage: int) -> None:
        """The writing thread has committed something that it began in this stage."""
        self._committed = stage

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """Around a checkpoint."""
        self.stage += 1
        try:
            yield
        finally:
            self.stage += 1

    def run(self, job: Callable[[Connection], T]) -> tuple[bool, T]:
        """Whether the job has been run, in a transaction of its own, and its result; if not, nothing was stored."""
        assert self._raw is not None
        assert self._connection is not None
        try:
            if isinstance(job, GameChange):
                return True, self._store(self._raw, job)  # type: ignore[return-value]
            with self._connection.begin():
                result = job(self._connection)
            return True, result
        except Exception:  # noqa: BLE001 - the writing thread tries again, and says what is wrong
            return False, None  # type: ignore[return-value]

    @staticmethod
    def _store(raw: sqlite3.Connection, change: GameChange) -> None:
        """A change of a game without the layers in between, as there are hundreds in a second."""
        try:
            raw.execute("BEGIN IMMEDIATE")
            store_rows(raw.execute, [change])
            raw.execute("COMMIT")
        finally:
            if raw.in_transaction:
                raw.execute("ROLLBACK")

    def close(self) -> None:
        """Close the connection."""
        self._raw = None
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _connect(self, database: Engine) -> None:
        """Open a connection that never waits, unless commits are to wait for the disk."""
        connection = database.connect()
        raw = connection.connection.driver_connection
        connection.detach()  # others are not to have it with these settings
        assert isinstance(raw, sqlite3.Connection)
        if raw.execute("PRAGMA synchronous").fetchone()[0] != NORMAL:
            connection.close()
            return
        raw.execute("PRAGMA busy_timeout = 0")
        raw.execute("PRAGMA wal_autocheckpoint = 0")
        self._connection, self._raw = connection, raw
