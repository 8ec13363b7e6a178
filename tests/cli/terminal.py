"""The command `kakomi` for tests: in this process, as a process of its own, and in a terminal."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kakomi
from kakomi.cli.main import main
from kakomi.core.records.record import read_file

# A test run in the background ignores Ctrl-C, and its children would inherit that.
KAKOMI = [
    sys.executable,
    "-c",
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
    "from kakomi.cli.main import main; sys.exit(main())",
]


class Shell:
    """`kakomi ...` in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: str) -> tuple[int, str, str]:
        status = main(words)
        return status, *self._capsys.readouterr()

    def fine(self, *words: str) -> str:
        status, out, err = self(*words)
        assert (status, err) == (0, ""), (status, err)
        return out

    def refused(self, *words: str, status: int = 2) -> str:
        """The one sentence on standard error; nothing was printed."""
        code, out, err = self(*words)
        assert (code, out) == (status, "")
        assert err.startswith("kakomi: ")
        assert err.count("\n") == 1
        assert "Traceback" not in err
        return err.removeprefix("kakomi: ").rstrip("\n")


def process(*words: str, **how: Any) -> subprocess.CompletedProcess[bytes]:
    """`kakomi ...` as a process of its own."""
    environ = {**os.environ, **how.pop("environ", {})}
    return subprocess.run([*KAKOMI, *words], capture_output=True, timeout=120, check=False, env=environ, **how)


class Table:
    """Plays `kakomi play ...` in this process with typed lines from a pipe."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys, self._monkeypatch = capsys, monkeypatch

    def __call__(self, typed: str | Iterator[str], *words: str, status: int = 0) -> str:
        lines = io.StringIO(typed) if isinstance(typed, str) else Typist(typed)
        self._monkeypatch.setattr(sys, "stdin", lines)
        code = main(["play", *words])
        out, err = self._capsys.readouterr()
        assert (code, err) == (status, "")
        return out


class Typist:
    """Somebody who never stops typing."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines

    def readline(self) -> str:
        return next(self._lines)

    def isatty(self) -> bool:
        return False


def only_file(folder: Path) -> Path:
    """The one file in a folder."""
    [file] = folder.iterdir()
    return file


def saved(folder: Path) -> kakomi.Match:
    """The game in the one file, replayed."""
    [record] = read_file(only_file(folder))
    return record.replay(kakomi.games.get)


def typed_in(out: str, line: str) -> str:
    """What was answered to a typed line, up to the next prompt."""
    _, found, rest = out.partition(f"> {line}\n")
    assert found, f"{line} was not typed"
    return re.split(r"^[A-Z]\w*(?: \(.*\))?> ", rest, maxsplit=1, flags=re.M)[0]


class Terminal:
    """`kakomi ...` in a terminal of its own."""

    def __init__(self, *words: str, term: str = "xterm-256color") -> None:
        self.master, slave = pty.openpty()
        environ = {**os.environ, "TERM": term, "PYTHONIOENCODING": "utf-8"}
        environ.pop("NO_COLOR", None)
        environ.pop("COLORTERM", None)
        self.process = subprocess.Popen(
            [*KAKOMI, *words], stdin=slave, stdout=slave, stderr=slave, start_new_session=True, env=environ
        )
        os.close(slave)
        self.text = ""

    def wait_for(self, pattern: str) -> None:
        """Until the screen shows it after what it showed before."""
        begin = len(self.text)
        while not re.search(pattern, self.text[begin:]):
            assert self._read(), f"it ended with {self.text[begin:]!r}"

    def _read(self) -> bool:
        """A little more of what it prints; False when it has ended."""
        if not select.select([self.master], [], [], 60)[0]:
            self.process.kill()
            self.process.wait()
            pytest.fail(f"it hangs after {self.text!r}")
        try:
            self.text += os.read(self.master, 10_000).decode("utf-8", "replace")
        except OSError:  # on Linux, how a terminal says that nobody has it open any more
            return False
        return True

    def type(self, line: str) -> None:
        os.write(self.master, f"{line}\n".encode())

    def end(self) -> int:
        """Read what is left and return the exit code."""
        while self._read():
            pass
        os.close(self.master)
        return self.process.wait(60)
