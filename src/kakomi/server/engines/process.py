"""One worker process, seen from the server: start it, send jobs, stop it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

LONGEST_LINE = 32_000_000  # bytes: the review of a long game
EXIT_TIME = 1.0  # seconds to end by itself

# Only one thread computes, so further heaps would be wasted; freed memory is returned to the system.
LOW_MEMORY = {
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_TRIM_THRESHOLD_": "131072",
    "NUMBA_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
}


class WorkerGone(Exception):
    """The process has died."""


class WorkerProcess:
    """A process running `kakomi.server.engines.worker`, with one job at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.began = time.monotonic()
        self.memory = 0  # bytes, as last reported
        self.warm: set[tuple[str, str | None]] = set()  # the rule sets it has compiled
        self.done = 0
        self.settled = False  # whether it has been warm and idle

    @classmethod
    async def start(cls, politeness: int) -> WorkerProcess:
        """Start a process."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "kakomi.server.engines.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
            env={**os.environ, **LOW_MEMORY, "KAKOMI_ENGINE_NICE": str(politeness)},
        )
        return cls(process)

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def dead(self) -> bool:
        """Whether the process has ended."""
        return self._process.returncode is not None

    async def ended(self) -> None:
        """Wait until the process has ended."""
        await self._process.wait()

    async def ask(
        self, number: int, message: dict[str, Any], report: Callable[[float], None] | None = None
    ) -> dict[str, Any]:
        """The answer to a job; WorkerGone if the process dies. `report` is called with the share that is done."""
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
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    async def close(self) -> None:
        """End the process by closing its input; kill it if that is not enough."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            await asyncio.wait_for(self._process.wait(), EXIT_TIME)
        except TimeoutError:
            self.kill()
            await self._process.wait()

    async def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            await self._process.stdin.drain()
        except (OSError, RuntimeError) as error:  # RuntimeError: the transport is closed
            raise WorkerGone(str(error)) from error

    async def _receive(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        try:
            line = await self._process.stdout.readline()
            answer = json.loads(line)
        except (OSError, ValueError) as error:  # an empty line is not JSON: the process is gone
            raise WorkerGone("the process has ended") from error
        if not isinstance(answer, dict):
            raise WorkerGone("the process sent something that is not an answer")
        return answer
