"""A server to be measured: a real process on this machine, and what the kernel and its own metrics say about it."""

from __future__ import annotations

import os
import platform
import resource
import socket
import sqlite3
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
from tests.server.support import Server

LOCAL = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Measured(Server):
    """The server of the tests as a new process, as people start it; it keeps its port when it is started again."""

    may_fork = False

    def __init__(self, folder: Path, *flags: str, database: str = "") -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        chosen = ("--database", database) if database else ()
        super().__init__(folder, *flags, "--port", str(self.port), *chosen)
        self.database = database

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def fetch(self, path: str) -> bytes:
        with LOCAL.open(self.url + path, timeout=60) as answer:
            found: bytes = answer.read()
        return found

    def metrics(self) -> dict[str, float]:
        """The server's own figures, by their names without the prefix `kakomi_`."""
        lines = self.fetch("/metrics").decode().splitlines()
        pairs = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
        return {name.removeprefix("kakomi_"): float(value) for name, value in pairs}

    def processes(self) -> list[int]:
        """The server and its workers."""
        found, parents = [self.pid], {}
        for folder in Path("/proc").iterdir():
            if folder.name.isdigit():
                with _vanishing():
                    fields = (folder / "stat").read_text().rpartition(")")[2].split()
                    parents[int(folder.name)] = int(fields[1])
        for each in found:
            found += [child for child, parent in parents.items() if parent == each]
        return found

    def descriptors(self) -> int:
        """How many files and sockets the server has open."""
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def errors(self) -> list[str]:
        """The lines of the log that should not be there."""
        return [line for line in self.log if '"level":"error"' in line or "Traceback" in line]

    def moves(self) -> dict[str, list[str]]:
        """Every game's moves, from the database itself."""
        question = "SELECT game, move FROM moves ORDER BY game, ply"
        if self.database:
            with psycopg.connect(self.database.replace("+psycopg", "")) as base:
                rows = base.execute(question).fetchall()
        else:
            with closing(sqlite3.connect(self.folder / "kakomi.db")) as file:
                rows = file.execute(question).fetchall()
        found: dict[str, list[str]] = {}
        for game, move in rows:
            found.setdefault(str(game), []).append(str(move))
        return found


@contextmanager
def _vanishing() -> Iterator[None]:
    """Allow for a process that ends while it is examined."""
    try:
        yield
    except (FileNotFoundError, ProcessLookupError):
        return


@contextmanager
def measured(*flags: str, database: str = "") -> Iterator[Measured]:
    """A running server with an empty data folder, stopped and removed at the end."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory(prefix="kakomi-load-") as folder:
        server = Measured(Path(folder), *flags, database=database)
        try:
            server.start()
            yield server
        finally:
            if server.process is not None and server.process.poll() is None:
                server.stop()
            server.close_streams()


def memory(pids: list[int]) -> dict[str, int]:
    """Bytes that processes hold together: rss counts shared pages for each of them, pss shares them out."""
    total = {"rss": 0, "pss": 0}
    for pid in pids:
        with _vanishing():
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                name = line.partition(":")[0].lower()
                if name in total:
                    total[name] += int(line.split()[1]) * 1024
    return total


def machine() -> str:
    """One line about the machine and how busy it is."""
    names = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    name = names[0].partition(":")[2].strip() if names else platform.machine()
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    return f"{os.cpu_count()} cores ({name}), Python {platform.python_version()}, load average {load}"


def percentile(values: list[float], share: float) -> float:
    """The value that this share of the values does not exceed; 0 where there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0
