"""The commands of the package as processes of their own, forked from one that has imported everything already.

Starting a server costs two seconds of imports, and the tests start more than a hundred. A forked one is as real: it has its
own memory, files, signals and exit status, and runs `main` with the given words and environment. Tests of imports, or of the
interpreter itself, start it as a user does.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import io
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from typing import IO, Any

COMMAND = "kakomi.cli.main:main"
ENGINE = "kakomi.ugi:run"
CODE = "tests.forked:execute"
PRELOAD = [
    "kakomi.cli.main",
    "kakomi.server.run",
    "kakomi.server.content.rules_page",
    "kakomi.ugi",
    "uvicorn.protocols.http.httptools_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
    "uvicorn.lifespan.on",
    "uvloop",
    "sqlalchemy.dialects.sqlite",
    "sqlalchemy.dialects.postgresql.psycopg",
    "kakomi.players.matches.workers",
    "kakomi.core.compiler.cpu",
    "tests.preloaded",
    "kakomi.core.compiler.ready",
]


@functools.cache
def fork_server() -> ForkServerContext:
    """The process that has imported everything: one per test process."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOAD)
    return context


def forkable(environment: Mapping[str, str]) -> bool:
    """Would a process with this environment import the same? Python and numba read their settings early."""
    ours = {name: text for name, text in os.environ.items() if name.startswith(("PYTHON", "NUMBA"))}
    return ours == {name: text for name, text in environment.items() if name.startswith(("PYTHON", "NUMBA"))}


class ForkedProcess:
    """A forked process with pipes, used like subprocess.Popen. `text` makes its pipes texts."""

    def __init__(
        self, entry: str, words: Sequence[str], environment: Mapping[str, str] | None = None, text: bool = False
    ) -> None:
        context = fork_server()
        child_in, own_in = context.Pipe(duplex=False)
        own_out, child_out = context.Pipe(duplex=False)
        own_err, child_err = context.Pipe(duplex=False)
        streams = (child_in, child_out, child_err)
        self._process = context.Process(
            target=_run, args=(entry, list(words), dict(environment or os.environ), os.getcwd(), streams), daemon=False
        )
        self._process.start()
        assert self._process.pid is not None
        self.pid: int = self._process.pid
        for each in streams:
            each.close()
        self.stdin: IO[Any] = _opened(own_in, "w", text)
        self.stdout: IO[Any] = _opened(own_out, "r", text)
        self.stderr: IO[Any] = _opened(own_err, "r", text)

    @property
    def returncode(self) -> int | None:
        """The exit status, negative for a signal, as in subprocess."""
        return self.poll()

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Until it has ended; subprocess.TimeoutExpired otherwise."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def communicate(self, given: Any = None, timeout: float | None = None) -> tuple[Any, Any]:
        """Give it this and no more; all that it says until it has ended, after which its pipes are closed."""
        with ThreadPoolExecutor(2) as readers:
            outputs = [readers.submit(stream.read) for stream in (self.stdout, self.stderr)]
            with contextlib.suppress(BrokenPipeError):
                if given:
                    self.stdin.write(given)
            with contextlib.suppress(BrokenPipeError):
                self.stdin.close()
            try:
                self.wait(timeout)
            finally:
                self.kill()
            out, err = (each.result() for each in outputs)
        self.stdout.close()
        self.stderr.close()
        return out, err

    def __enter__(self) -> ForkedProcess:
        return self

    def __exit__(self, *_: object) -> None:
        """As in subprocess: close the pipes and wait."""
        for stream in (self.stdout, self.stderr, self.stdin):
            with contextlib.suppress(BrokenPipeError):
                stream.close()
        self.wait()


def run(
    entry: str,
    words: Sequence[str],
    given: bytes = b"",
    environment: Mapping[str, str] | None = None,
    timeout: float = 300,
) -> subprocess.CompletedProcess[bytes]:
    """The process from its start to its end, with this on its standard input."""
    process = ForkedProcess(entry, words, environment)
    out, err = process.communicate(given, timeout)
    return subprocess.CompletedProcess([entry, *words], process.wait(), out, err)


def execute(words: Sequence[str]) -> int:
    """The code that is the first word, as `python -c` would run it."""
    exec(words[0], {"__name__": "__main__"})
    return 0


def _opened(pipe: Connection, mode: str, text: bool) -> IO[Any]:
    """A pipe's end as a file of its own."""
    number = os.dup(pipe.fileno())
    pipe.close()
    return open(number, mode) if text else open(number, f"{mode}b", buffering=-1 if mode == "r" else 0)


def _run(entry: str, words: list[str], environment: dict[str, str], folder: str, pipes: tuple[Connection, ...]) -> None:
    """In the new process: as if it had been started with these words, and nothing were imported yet."""
    for number, pipe in enumerate(pipes):
        os.dup2(pipe.fileno(), number)
        pipe.close()
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a test run in the background ignores Ctrl-C
    sys.stdin = io.TextIOWrapper(open(0, "rb"), encoding="utf-8", errors="strict")  # noqa: SIM115
    sys.stdout = io.TextIOWrapper(open(1, "wb"), encoding="utf-8", errors="strict")  # noqa: SIM115
    sys.stderr = io.TextIOWrapper(open(2, "wb"), encoding="utf-8", errors="backslashreplace", line_buffering=True)  # noqa: SIM115
    sys.argv = ["kakomi", *words]
    module, _, name = entry.partition(":")
    main: Callable[[Sequence[str]], int] = getattr(importlib.import_module(module), name)
    try:
        status = main(words)
    finally:
        sys.stdout.flush()
    raise SystemExit(status)
