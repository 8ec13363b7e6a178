"""One worker process, seen from the server: start it, send jobs, stop it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from typing import Any

from kakomi.core.system.processes import make_worker
from kakomi.server.engines import worker

LONGEST_LINE = 32_000_000  # bytes: the review of a long game
EXIT_TIME = 1.0  # seconds to exit by itself


class WorkerGone(Exception):
    """The process has died."""


class WorkerProcess:
    """A process running `worker.serve`, with one job at a time."""

    def __init__(
        self, process: BaseProcess, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pid: int
    ) -> None:
        self._process, self._reader, self._writer = process, reader, writer
        self.pid = pid
        self._ended = asyncio.Event()
        self.began = time.monotonic()
        self.memory = 0  # bytes, as last reported
        self.warm: set[tuple[str, str | None]] = set()  # the rule sets it has compiled
        self.done = 0
        self.settled = False  # whether it has been warm and idle
        threading.Thread(target=self._wait, args=(asyncio.get_running_loop(),), daemon=True).start()

    def _wait(self, loop: asyncio.AbstractEventLoop) -> None:
        """Signal when the process has ended; runs in a separate thread."""
        self._process.join()
        with contextlib.suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(self._ended.set)

    @classmethod
    async def start(cls, politeness: int) -> WorkerProcess:
        """Start a process; OSError if that fails."""
        ours, theirs = socket.socketpair()
        try:
            process = make_worker(worker.serve, theirs, politeness, daemon=True)
            await asyncio.to_thread(process.start)  # the first one waits for the imports
            reader, writer = await asyncio.open_connection(sock=ours, limit=LONGEST_LINE)
        except BaseException as error:
            ours.close()
            if isinstance(error, EOFError):
                raise OSError("the process that forks the others has died") from error
            raise
        finally:
            theirs.close()
        assert process.pid is not None
        return cls(process, reader, writer, process.pid)

    @property
    def dead(self) -> bool:
        """Whether the process has ended."""
        return self._ended.is_set()

    async def ended(self) -> None:
        """Wait until the process has ended."""
        await self._ended.wait()

    async def ask(
        self, number: int, message: dict[str, Any], report: Callable[[float], None] | None = None
    ) -> dict[str, Any]:
        """The answer to a job; WorkerGone if the process dies. `report` is called with the fraction done."""
        await self._send({**message, "id": number})
        while True:
            answer = await self._receive()
            self.memory = answer.get("memory", self.memory)
            if report is not None and "progress" in answer:
                report(float(answer["progress"]))
            if answer.get("id") == number:
                self.done += 1
                return answer

    async def stop(self, number: int) -> None:
        """Tell the process to answer the job at once."""
        with contextlib.suppress(WorkerGone):
            await self._send({"stop": number})

    def kill(self) -> None:
        """Kill the process."""
        if not self.dead:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def close(self) -> None:
        """End the process by closing its input; kill it if that is not enough."""
        self._writer.close()
        try:
            async with asyncio.timeout(EXIT_TIME):
                await self._ended.wait()
        except TimeoutError:
            self.kill()
            await self._ended.wait()

    async def _send(self, message: dict[str, Any]) -> None:
        try:
            self._writer.write(json.dumps(message).encode() + b"\n")
            await self._writer.drain()
        except (OSError, RuntimeError) as error:  # RuntimeError: the transport is closed
            raise WorkerGone(str(error)) from error

    async def _receive(self) -> dict[str, Any]:
        try:
            line = await self._reader.readline()
            answer = json.loads(line)
        except (OSError, ValueError) as error:  # an empty line is not JSON: the process is gone
            raise WorkerGone("the process has ended") from error
        if not isinstance(answer, dict):
            raise WorkerGone("the process sent something that is not an answer")
        return answer
