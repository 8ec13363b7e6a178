"""Small changes stored in SQLite's file by the event loop's thread, as long as that needs no waiting.

Handing a move to another thread and back takes longer than storing it, and far longer while both compete for the
interpreter's lock. Nothing here waits: if the file is locked, or anything else goes wrong, the change is left to the
writing thread. With `synchronous = normal` a commit does not wait for the disk either, except the first one after a
checkpoint, which makes SQLite restart its log. So after each checkpoint the writing thread commits first.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from typing import TypeVar

from sqlalchemy import Connection, Engine

from kakomi.store.writing.game_changes import GameChange, store_rows

T = TypeVar("T")
NORMAL = 1  # the value of PRAGMA synchronous


class DirectWriter:
    """A connection of the event loop. `stage` grows when a checkpoint begins and when it ends: odd in between."""

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
        """A context for the time of a checkpoint."""
        self.stage += 1
        try:
            yield
        finally:
            self.stage += 1

    def run(self, job: Callable[[Connection], T]) -> tuple[bool, T]:
        """Run the job in its own transaction; whether that succeeded (if not, nothing was stored), and the result."""
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
        """Store a change of a game without the layers in between, as there may be hundreds a second."""
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
        connection.detach()  # nobody else should get it with these settings
        assert isinstance(raw, sqlite3.Connection)
        if raw.execute("PRAGMA synchronous").fetchone()[0] != NORMAL:
            connection.close()
            return
        raw.execute("PRAGMA busy_timeout = 0")
        raw.execute("PRAGMA wal_autocheckpoint = 0")
        self._connection, self._raw = connection, raw
