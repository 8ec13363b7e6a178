"""Decides whose job is next: addresses take turns, each with one job at a time and a budget of seconds.

A job whose client has gone is dropped from the queue, or its process is killed and replaced, as it is when a job takes too
long. Where processes cannot be forked, jobs run in threads, which slows live games down and cannot be interrupted.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import pickle
import socket
import time
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request

from kakomi.server.background import worker as in_process
from kakomi.server.background.fork_server import SIZE, ForkServer
from kakomi.server.http.errors import Refusal
from kakomi.server.http.limits import Limits

PROCESSES = 2
MOST_WAITING = 400  # jobs in total
MOST_OF_ONE = 20  # jobs per address
LONGEST = 10.0  # seconds per job
AFTER_LEAVING = 0.2  # seconds that a job may continue after its client has left, before its process is killed
STARTING = 20.0  # seconds within which a process must report
OURS = ""  # the address of the server's own jobs: no budget, and as many at once as there are processes

log = logging.getLogger(__name__)


@dataclass(eq=False)
class BackgroundJob:
    """Work that waits for a process."""

    name: str
    arguments: tuple[Any, ...]
    address: str
    seconds: float
    answer: asyncio.Future[Any]
    left: asyncio.Event = field(default_factory=asyncio.Event)


class BackgroundPool:
    """The processes and the jobs waiting for them. All methods must be called in one event loop."""

    def __init__(self, forks: ForkServer | None, limits: Limits, size: int = PROCESSES) -> None:
        self.size = size
        self.counts = {"jobs": 0, "cancelled": 0, "late": 0, "restarts": 0}
        self._forks = forks
        self._limits = limits
        self._queues: OrderedDict[str, deque[BackgroundJob]] = OrderedDict()
        self._running: set[str] = set()
        self._idle: list[_Process] = []
        self._busy = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def waiting(self) -> int:
        """The number of waiting jobs."""
        return sum(map(len, self._queues.values()))

    def stats(self) -> dict[str, float]:
        """Figures for the metrics."""
        return {**self.counts, "waiting": self.waiting, "busy": self._busy}

    async def run(self, name: str, *arguments: Any, address: str = OURS, seconds: float = LONGEST) -> Any:
        """The result of the job; Refusal if it has none, if it takes too long or if too much is asked for."""
        if address != OURS:
            self._limits.check_budget("work", address)
        queue = self._queues.get(address)
        if queue is not None and len(queue) >= MOST_OF_ONE and address != OURS:
            raise Refusal("rate/limited", "too many requests at once; wait for the answers first", 429)
        if self.waiting >= MOST_WAITING or self._closed:
            raise Refusal("server/busy", "the server is busy; try again in a moment", 503)
        job = BackgroundJob(name, arguments, address, seconds, asyncio.get_running_loop().create_future())
        self._queues.setdefault(address, deque()).append(job)
        self._assign()
        try:
            return await job.answer
        except asyncio.CancelledError:
            job.left.set()
            self._drop(job)
            raise

    async def run_for(self, request: Request, name: str, *arguments: Any, address: str) -> Any:
        """The same for a request whose body has been read; the job ends when the client hangs up."""
        working = asyncio.ensure_future(self.run(name, *arguments, address=address))
        leaving = asyncio.ensure_future(_disconnected(request))
        try:
            await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if not working.done():
                self.counts["cancelled"] += 1
                raise Refusal("request/left", "the client has gone", 499)
            return working.result()
        finally:
            for task in (working, leaving):
                task.cancel()
            await asyncio.gather(working, leaving, return_exceptions=True)

    async def close(self) -> None:
        """Stop; waiting callers are refused."""
        self._closed = True
        for queue in self._queues.values():
            for job in queue:
                _refuse(job, Refusal("server/busy", "the server is restarting; try again in a moment", 503))
        self._queues.clear()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for process in self._idle:
            process.close()
        self._idle.clear()

    # --- whose turn it is ---------------------------------------------------------------------------------------------

    def _assign(self) -> None:
        """Give jobs to free processes, addresses in turn, each with one job at a time."""
        while self._busy < self.size:
            address = next((each for each in self._queues if each == OURS or each not in self._running), None)
            if address is None:
                return
            queue = self._queues[address]
            job = queue.popleft()
            if queue:
                self._queues.move_to_end(address)
            else:
                del self._queues[address]
            self._busy += 1
            if address != OURS:
                self._running.add(address)
            task = asyncio.create_task(self._employ(job))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _drop(self, job: BackgroundJob) -> None:
        queue = self._queues.get(job.address)
        if queue is not None and job in queue:
            queue.remove(job)
            if not queue:
                del self._queues[job.address]

    async def _employ(self, job: BackgroundJob) -> None:
        began = time.monotonic()
        try:
            if job.answer.done():
                return
            if self._forks is None:
                _deliver(job, await asyncio.to_thread(in_process.answer, job.name, job.arguments))
            else:
                while not await self._work(job, self._forks):
                    pass
        except OSError as error:
            log.error("background process failed", extra={"reason": str(error)})
            _refuse(job, Refusal("server/busy", "the server is busy; try again in a moment", 503))
        finally:
            _refuse(job, Refusal("server/busy", "the server is restarting; try again in a moment", 503))
            if job.address != OURS:
                self._limits.spend("work", job.address, time.monotonic() - began)
                self._running.discard(job.address)
            self.counts["jobs"] += 1
            self._busy -= 1
            if not self._closed:
                self._assign()

    async def _work(self, job: BackgroundJob, forks: ForkServer) -> bool:
        """Have a process do the job; False if it was an old one that has ended, so that a new one must do it."""
        old = bool(self._idle)
        process = self._idle.pop() if old else await _Process.start(forks)
        asking = asyncio.ensure_future(process.ask((job.name, job.arguments)))
        leaving = asyncio.ensure_future(job.left.wait())
        good = False
        try:
            await asyncio.wait({asking, leaving}, timeout=job.seconds, return_when=asyncio.FIRST_COMPLETED)
            if not asking.done() and leaving.done():
                await asyncio.wait({asking}, timeout=AFTER_LEAVING)
            if asking.done():
                _deliver(job, asking.result())
                good = True
            elif not leaving.done():
                self.counts["late"] += 1
                _refuse(job, Refusal("request/too-long", "this takes too long; send fewer moves", 422))
        except (EOFError, ConnectionError):  # killed, or ended after a job that took much memory
            self.counts["restarts"] += 1
            if old:
                return False
            _refuse(job, Refusal("server/busy", "the server is busy; try again in a moment", 503))
        finally:
            asking.cancel()  # nothing is awaited here: this may itself be cancelled
            leaving.cancel()
            if good and not self._closed and not process.ended:
                self._idle.append(process)
            else:
                forks.kill(process.pid)
                process.close()
        return True


class _Process:
    """One background process and its channel."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self.pid = 0

    @classmethod
    async def start(cls, forks: ForkServer) -> _Process:
        ours, theirs = socket.socketpair()
        try:
            ours.setblocking(False)
            forks.start(theirs)
        except OSError:
            ours.close()
            raise
        finally:
            theirs.close()
        reader, writer = await asyncio.open_unix_connection(sock=ours)
        process = cls(reader, writer)
        try:
            async with asyncio.timeout(STARTING):
                process.pid = await process._receive()
        except (TimeoutError, EOFError) as error:
            process.close()
            raise OSError("a background process did not start") from error
        return process

    @property
    def ended(self) -> bool:
        """Whether it has closed its end."""
        return self._reader.at_eof() or self._writer.is_closing()

    async def ask(self, message: Any) -> Any:
        """The answer to a job; EOFError if the process ends."""
        body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
        self._writer.write(SIZE.pack(len(body)) + body)
        return await self._receive()

    async def _receive(self) -> Any:
        (length,) = SIZE.unpack(await self._reader.readexactly(SIZE.size))
        return pickle.loads(await self._reader.readexactly(length))

    def close(self) -> None:
        with contextlib.suppress(OSError, RuntimeError):
            self._writer.close()


async def _disconnected(request: Request) -> None:
    """Wait until the client has hung up; its body has been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _deliver(job: BackgroundJob, answer: tuple[str, Any]) -> None:
    kind, content = answer
    if kind == "ok":
        if not job.answer.done():
            job.answer.set_result(content)
    elif kind == "refused":
        _refuse(job, Refusal(*content))
    else:
        log.error("background job failed", extra={"job": job.name, "error": content})
        _refuse(job, Refusal("server/error", "something went wrong on the server; try again", 500))


def _refuse(job: BackgroundJob, refusal: Refusal) -> None:
    if not job.answer.done():
        job.answer.set_exception(refusal)
