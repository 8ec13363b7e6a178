"""One thread writes. Changes that arrive together are committed together; who asked hears of it after the commit.

A job is a function of a connection that changes the database or raises. The jobs of a batch run in one transaction; if
one of them fails, the batch is rolled back and each job is run again in a transaction of its own, so that a job must do
nothing but talk to its connection.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from kakomi.store.database import explain
from kakomi.store.errors import Conflict

T = TypeVar("T")
LARGEST_BATCH = 128
Job = Callable[[Connection], Any]


@dataclass
class _Asked:
    job: Job
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class Store:
    """The database for an asyncio program: `write` goes through the one writing thread, `read` through a few others."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.batches = 0
        self.written = 0
        self.seconds = 0.0
        self._queue: queue.SimpleQueue[_Asked | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="store-writer", daemon=True)
        self._thread.start()

    @property
    def shared(self) -> bool:
        """Can other processes use the database at the same time?"""
        return self.engine.dialect.name == "postgresql"

    def submit(self, job: Callable[[Connection], T]) -> asyncio.Future[T]:
        """Have the job run in a transaction; the result is there once that is committed."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._queue.put(_Asked(job, future, loop))
        return future

    async def write(self, job: Callable[[Connection], T]) -> T:
        """The same, waiting for it. A change once asked for is carried through, even if nobody waits any more."""
        return await asyncio.shield(self.submit(job))

    async def read(self, job: Callable[[Connection], T]) -> T:
        """Run a job that changes nothing."""
        return await asyncio.to_thread(self.read_now, job)

    def read_now(self, job: Callable[[Connection], T]) -> T:
        """The same, waiting for it."""
        try:
            with self.engine.connect().execution_options(reading=True) as connection, connection.begin():
                return job(connection)
        except DBAPIError as error:
            raise explain(error, "the database could not be read") from error

    def close(self) -> None:
        """Carry out what has been asked for, then close."""
        self._queue.put(None)
        self._thread.join()
        self.engine.dispose()

    def _work(self) -> None:
        going = True
        while going:
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
                    going = False
                    break
                batch.append(further)
            begun = time.perf_counter()
            self._commit(batch)
            self.seconds += time.perf_counter() - begun
            self.batches += 1
            self.written += len(batch)

    def _commit(self, batch: list[_Asked]) -> None:
        try:
            with self.engine.begin() as connection:
                results = [asked.job(connection) for asked in batch]
        except BaseException as error:  # noqa: BLE001 - handed to whoever asked
            if len(batch) > 1:
                for asked in batch:
                    self._commit([asked])
            else:
                self._tell(batch, [_named(error)])
            return
        self._tell(batch, results)

    @staticmethod
    def _tell(batch: list[_Asked], results: list[Any]) -> None:
        def tell() -> None:
            for asked, result in zip(batch, results, strict=True):
                if asked.future.done():
                    continue
                if isinstance(result, BaseException):
                    asked.future.set_exception(result)
                else:
                    asked.future.set_result(result)

        if not batch[0].loop.is_closed():
            batch[0].loop.call_soon_threadsafe(tell)


def _named(error: BaseException) -> BaseException:
    if isinstance(error, IntegrityError):
        return Conflict("someone else was faster; look again")
    if isinstance(error, DBAPIError):
        return explain(error, "the change could not be stored")
    return error
