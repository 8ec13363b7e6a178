"""A program on the other end of three pipes, which may do anything: hang, die, flood us, never read.

Nothing here waits longer than its deadline or keeps more than the limits below, and the program, with everything it started
in its own process group, is killed in the end, even when Python exits by an exception.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import subprocess
import time
import weakref
from collections.abc import Sequence

from kakomi.core.errors import KakomiError, shorten
from kakomi.core.system import processes

LONGEST_LINE = 65_536  # bytes of one answer
MOST_OUTPUT = 16_000_000  # bytes between two questions
CHUNK = 65_536
LAST_WORDS = 2000  # bytes of standard error that are kept
FAREWELL = 0.3  # seconds to exit by itself after `quit`
DYING = 0.5  # seconds between closing its output and exiting


class EngineFault(KakomiError):
    """An external program crashed, hung or broke the protocol. `late`: it did not answer in time."""

    def __init__(self, message: str, late: bool = False) -> None:
        super().__init__(message)
        self.late = late


class Conversation:
    """A running program that is sent lines and answers in lines."""

    def __init__(self, words: Sequence[str]) -> None:
        if not processes.PIPES_CAN_BE_WAITED_FOR:
            raise EngineFault("external engines do not run on Windows; on Linux and macOS they do")
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                **processes.group_of_its_own(),
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise EngineFault(f"it could not be started: {reason}") from error
        self._end = weakref.finalize(self, _kill, self._process)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._stdin, self._stdout, self._stderr = (
            stream.fileno() for stream in (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        self._selector = selectors.DefaultSelector()
        for number in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(number, False)
        for number in (self._stdout, self._stderr):
            self._selector.register(number, selectors.EVENT_READ)
        self._outgoing = bytearray()
        self._incoming = bytearray()
        self._errors = b""
        self._received = 0  # bytes since the last question
        self._silent = False  # its output is closed
        self._deaf = False  # its input is closed

    def send(self, line: str) -> None:
        """Queue a line for the program; it is sent while waiting for answers."""
        self._received = 0
        if self._deaf:
            return
        if not self._outgoing:
            self._selector.register(self._stdin, selectors.EVENT_WRITE)
        self._outgoing += line.encode() + b"\n"

    def line(self, deadline: float) -> str:
        """The next line, before that moment of `time.monotonic`; EngineFault if there is none."""
        while True:
            if time.monotonic() >= deadline:
                raise EngineFault("it gave no answer in time", late=True)
            end = self._incoming.find(b"\n")
            if max(end, len(self._incoming) if end < 0 else 0) > LONGEST_LINE:
                raise EngineFault(f"it wrote a line longer than {LONGEST_LINE:,} bytes")
            if end >= 0:
                line = bytes(self._incoming[:end])
                del self._incoming[: end + 1]
                return line.decode("utf-8", "replace").strip()
            if self._silent:
                raise EngineFault(self._obituary())
            self._exchange(deadline)

    def _exchange(self, deadline: float) -> None:
        """Read and write what the pipes are ready for, waiting until the deadline at most."""
        for key, _ in self._selector.select(max(0.0, min(deadline - time.monotonic(), 3600.0))):
            if key.fd == self._stdin:
                self._write()
            elif key.fd == self._stderr:
                self._errors = (self._errors + self._read(self._stderr))[-LAST_WORDS:]
            else:
                data = self._read(self._stdout)
                self._silent = self._stdout not in self._selector.get_map()
                self._incoming += data
                self._received += len(data)
                if self._received > MOST_OUTPUT:
                    raise EngineFault(
                        f"it floods its output: more than {MOST_OUTPUT // 1_000_000} MB without an answer"
                    )

    def _write(self) -> None:
        try:
            sent = os.write(self._stdin, self._outgoing[:CHUNK])
        except BlockingIOError:
            return
        except OSError:  # it no longer reads its input; whether it still writes is checked elsewhere
            self._deaf = True
            sent = len(self._outgoing)
        del self._outgoing[:sent]
        if not self._outgoing:
            self._selector.unregister(self._stdin)

    def _read(self, number: int) -> bytes:
        """The bytes that have arrived; a closed pipe is no longer watched."""
        try:
            data = os.read(number, CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._selector.unregister(number)
        return data

    def _obituary(self) -> str:
        """How the program ended, and the last line of its standard error."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(DYING)
        if self._stderr in self._selector.get_map():
            self._errors = (self._errors + self._read(self._stderr))[-LAST_WORDS:]
        status = self._process.returncode
        if status is None:
            return "it closed its output"
        how = f"it ended with status {status}" if status >= 0 else f"it was ended by {processes.signal_name(-status)}"
        words = self._errors.decode("utf-8", "replace").strip().splitlines()
        return f"{how}: {shorten(words[-1].strip(), 120)}" if words else how

    def close(self) -> None:
        """Ask the program to quit, and make sure that it is gone."""
        if not self._end.alive:
            return
        try:
            if not self._silent:
                self._say_farewell()
        finally:  # another thread may be waiting for an answer, and anything may go wrong between the two
            self.kill()

    def _say_farewell(self) -> None:
        self._outgoing.clear()
        if self._stdin in self._selector.get_map():
            self._selector.unregister(self._stdin)
        self.send("quit")
        deadline = time.monotonic() + FAREWELL
        with contextlib.suppress(EngineFault):
            while True:
                self.line(deadline)

    def kill(self) -> None:
        """Kill it at once."""
        self._selector.close()
        self._end()


def _kill(process: subprocess.Popen[bytes]) -> None:
    processes.kill_group(process)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(5)
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
