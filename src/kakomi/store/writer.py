"""One thread writes. Changes that arrive together are committed together; callers get the result after the commit.

A job is a function of a connection that changes the database or raises. The jobs of a batch run in one transaction; if
one of them fails, the batch is rolled back and each job is run again in its own transaction; so a job must have no effects
other than those on its connection. Small jobs may run in the event loop's thread (`writing`); changes of games, the most
frequent jobs, are stored after the other jobs of their batch, in a few statements.
"""

from __future__ import annotations

import asyncio
import queue
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from kakomi.store.database import DAMAGE, explain, sqlite_file
from kakomi.store.errors import Busy, Conflict, StoreError
from kakomi.store.writing.direct_writer import DirectWriter
from kakomi.store.writing.game_changes import GameChange, store_changes

T = TypeVar("T")
LARGEST_BATCH = 128
LEAST_ROOM = 8_000_000  # bytes on the disk: with less, the next hours of moves may not fit
Job = Callable[[Connection], Any]


@dataclass
class _Request:
    job: Job
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class Store:
    """The database for an asyncio program: `write` uses the single writing thread, `read` a few others.

    `trouble` is the cause of the last failure ("full", "locked"), until a change is stored again; "damaged" stays.
    `condition` adds what `probe` finds.
    """

    def __init__(self, database: Engine) -> None:
        self.database = database
        self.batches = 0
        self.written = 0
        self.seconds = 0.0
        self.trouble = ""
        self._unreadable = ""  # what the last probe found
        self._kept: Connection | None = None  # of the writing thread
        self._direct = DirectWriter(database)
        self._queue: queue.SimpleQueue[_Request | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="store-writer", daemon=True)
        self._thread.start()

    @property
    def shared(self) -> bool:
        """Whether other processes can use the database at the same time."""
        return self.database.dialect.name == "postgresql"

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Run the job in a transaction; returns after the commit. It is completed even if the caller gives up."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._queue.put(_Request(job, future, loop))
        return await asyncio.shield(future)

    async def write_soon(self, job: Callable[[Connection], T]) -> T:
        """The same for a job of a few rows, which is run at once in this thread if that needs no waiting."""
        if self._direct.is_ready:
            begun = time.perf_counter()
            stored, result = self._direct.run(job)
            if stored:
                self._count(begun, 1)
                self._recover()
                return result
        return await self.write(job)

    def _recover(self) -> None:
        """Something was stored: the trouble is over, unless the file is damaged."""
        if self.trouble:
            self.trouble = "damaged" if self.trouble == "damaged" else ""

    def _count(self, begun: float, written: int) -> None:
        self.seconds += time.perf_counter() - begun
        self.batches += 1
        self.written += written

    async def read(self, job: Callable[[Connection], T]) -> T:
        """Run a job that changes nothing, in another thread."""
        return await asyncio.to_thread(self.read_now, job)

    def read_now(self, job: Callable[[Connection], T]) -> T:
        """Run a job that changes nothing, in this thread."""
        try:
            with self.database.connect().execution_options(reading=True) as connection, connection.begin():
                return job(connection)
        except DBAPIError as error:
            reason = explain(error, "the database could not be read")
            self._note(reason.cause)
            raise reason from error
        except SQLAlchemyError as error:  # no connection of the pool became free
            raise Busy("the database could not be read: it is busy; try again") from error

    @property
    def condition(self) -> str:
        """Why the database cannot be relied on, in a word; "" if it can."""
        return self.trouble or self._unreadable

    def _note(self, cause: str) -> None:
        if self.trouble != "damaged":
            self.trouble = cause

    def probe(self) -> None:
        """Check the database from outside, as the next start would: the file may be gone or damaged, or its disk full."""
        path = sqlite_file(self.database.url.render_as_string())
        if path is None:
            return  # connections to a server are checked whenever they are used
        try:
            with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=1)) as raw:
                for table in ("processes", "players", "games", "moves"):
                    raw.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone()
            room = shutil.disk_usage(path.parent)
            self._unreadable = "full" if room.total and room.free < LEAST_ROOM else ""
        except (sqlite3.Error, OSError) as error:
            text = str(error)
            self._unreadable = "damaged" if any(word in text for word in DAMAGE) else "unreadable"

    def checkpoint(self) -> None:
        """Move what was written from SQLite's log into its file: called once a second, so that no commit has to do it.

        Only this waits for the disk; a commit that did so would hold up everyone's moves.
        """
        if self.shared:
            return
        raw = self.database.raw_connection()
        try:
            with self._direct.paused():
                raw.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")
        except sqlite3.Error:
            self._unreadable = self._unreadable or "disk"  # until the next probe
        finally:
            raw.close()

    def examine(self) -> None:
        """Check the structure of an SQLite file, which reads all of it."""
        if self.shared:
            return
        found = self.read_now(lambda connection: connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one())
        if found != "ok":
            self._note("damaged")

    def close(self) -> None:
        """Complete all jobs, then close."""
        self._queue.put(None)
        self._thread.join()
        self._direct.close()
        self.database.dispose()

    def _work(self) -> None:
        try:
            self._write_batches()
        finally:
            self._let_go()

    def _write_batches(self) -> None:
        running = True
        while running:
            first = self._queue.get()
            if first is None:
                return
            batch = [first]
            while len(batch) < LARGEST_BATCH:
                try:
                    further = self._queue.get_nowait()
                except queue.Empty:
                    break
                if further is None:
                    running = False
                    break
                batch.append(further)
            begun = time.perf_counter()
            self._commit(batch)
            self._count(begun, len(batch))

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """A transaction of the writing thread, which keeps its connection to an SQLite file until an error."""
        if self.shared:
            with self.database.begin() as connection:
                yield connection
            return
        kept = self._kept = self._kept or self.database.connect()
        try:
            with kept.begin():
                yield kept
        except BaseException:
            self._let_go()
            raise

    def _let_go(self) -> None:
        if self._kept is not None:
            self._kept.close()
            self._kept = None

    def _commit(self, batch: list[_Request]) -> None:
        stage = self._direct.stage
        try:
            with self._transaction() as connection:
                results = _run(connection, [request.job for request in batch])
        except BaseException as error:  # noqa: BLE001 - passed on to the caller
            if len(batch) > 1:
                for request in batch:
                    self._commit([request])
            else:
                reason = _translate(error)
                if (
                    isinstance(error, DBAPIError)
                    and isinstance(reason, StoreError)
                    and not isinstance(reason, Conflict)
                ):
                    self._note(reason.cause)
                self._deliver(batch, [reason])
            return
        self._direct.allow(stage)
        self._recover()
        self._deliver(batch, results)

    @staticmethod
    def _deliver(batch: list[_Request], results: list[Any]) -> None:
        if not batch[0].loop.is_closed():
            batch[0].loop.call_soon_threadsafe(_complete, batch, results)


def _complete(batch: list[_Request], results: list[Any]) -> None:
    """Deliver the results to the callers; runs in the event loop."""
    for request, result in zip(batch, results, strict=True):
        if request.future.done():
            continue
        if isinstance(result, BaseException):
            request.future.set_exception(result)
        else:
            request.future.set_result(result)


def _run(connection: Connection, jobs: Sequence[Job]) -> list[Any]:
    """The results of the jobs, in their order."""
    changes = [job for job in jobs if isinstance(job, GameChange)]
    results = [None if isinstance(job, GameChange) else job(connection) for job in jobs]
    store_changes(connection, changes)
    return results


def _translate(error: BaseException) -> BaseException:
    if isinstance(error, IntegrityError):
        return Conflict("someone else has just made the same change; load it again")
    if isinstance(error, DBAPIError):
        return explain(error, "the change could not be stored")
    if isinstance(error, SQLAlchemyError):
        return Busy("the change could not be stored: the database is busy; try again")
    return error
