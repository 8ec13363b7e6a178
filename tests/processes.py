"""Runs the tests in several processes that are forked after the tests were collected.

    python -m pytest -p tests.processes --processes 5

The tests are collected and everything they import is loaded once, not once for every process. The process that collected
them hands out parts of the suite, the longest first by the last full run, so that no process works on alone in the end.
Two processes are for the tests that need a browser as long as there are any: starting it, and a server for it, takes long.
"""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Iterator
from itertools import groupby
from multiprocessing import forkserver
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

import pytest
from tools.quick import SECONDS

from tests.forked import fork_server

Part = list[int]  # tests, by their places in the order of collection

NUMBER = "KAKOMI_TEST_PROCESS"  # in the environment of each process
BROWSER = "tests/browser/"
BROWSER_PROCESSES = 2
LONGEST = 10.0  # seconds that a part of a file should take at most
UNKNOWN = 0.3  # seconds of a test that is new


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--processes", type=int, default=0, metavar="N", help="run the tests in N forked processes")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    count: int = session.config.option.processes
    if not count or session.config.option.collectonly or session.testsfailed:
        return None
    Distribution(session).run(count)
    return True


# --- the parts --------------------------------------------------------------------------------------------------------


def divide(items: list[pytest.Item], seconds: dict[str, float]) -> list[tuple[float, Part]]:
    """The suite in parts, each with the time it may take, the longest first.

    A part is a file, since its tests share what they compute. Only the tests in a browser share nothing but the server.
    """
    parts: list[tuple[float, Part]] = []
    for _, file in groupby(range(len(items)), key=lambda place: items[place].path):
        took, part = 0.0, Part()
        for place in file:
            time = seconds.get(items[place].nodeid, UNKNOWN)
            if part and took + time > LONGEST and _in_browser(items[place]):
                parts.append((took, part))
                took, part = 0.0, []
            took += time
            part.append(place)
        parts.append((took, part))
    return sorted(parts, key=lambda each: -each[0])


def _in_browser(item: pytest.Item) -> bool:
    return item.nodeid.startswith(BROWSER)


class Queue:
    """What is left to do."""

    def __init__(self, items: list[pytest.Item]) -> None:
        seconds = json.loads(SECONDS.read_text("utf-8")) if SECONDS.exists() else {}
        parts = [part for _, part in divide(items, seconds)]
        self.browser = deque(part for part in parts if _in_browser(items[part[0]]))
        self.others = deque(part for part in parts if not _in_browser(items[part[0]]))

    def take(self, number: int) -> Part | None:
        """The next part for this process; None if nothing is left for it."""
        if number < BROWSER_PROCESSES and self.browser:
            return self.browser.popleft()
        return self.others.popleft() if self.others else None

    def put_back(self, number: int, part: Part) -> None:
        if part:
            (self.browser if number < BROWSER_PROCESSES else self.others).appendleft(part)


# --- the process that hands out ---------------------------------------------------------------------------------------


class Distribution:
    """Hands out parts of the suite and passes the reports on, as if all tests ran here."""

    def __init__(self, session: pytest.Session) -> None:
        self.session = session
        self.queue = Queue(session.items)
        self.running: dict[Connection, tuple[int, BaseProcess]] = {}
        self.given: dict[Connection, deque[int]] = {}  # tests whose reports have not all come

    def run(self, count: int) -> None:
        self.session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        fork_server()
        forkserver.ensure_running()
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # the others are ended below
        gc.collect()
        gc.freeze()  # what a collection touches is copied in every process
        gc.set_threshold(20_000, 20, 50)  # from 700, 10, 10: a twentieth of the work, and there is memory enough
        try:
            for number in range(count):
                self.start(number)
            while self.running:
                for pipe in wait(list(self.running)):
                    assert isinstance(pipe, Connection)
                    self.hear(pipe)
        finally:
            for _, process in self.running.values():
                process.terminate()
        if self.session.shouldfail:
            raise self.session.Failed(self.session.shouldfail)

    def start(self, number: int) -> None:
        ours, theirs = multiprocessing.Pipe()
        process = multiprocessing.get_context("fork").Process(
            target=work, args=(self.session, number, theirs), name=f"tests {number}"
        )
        process.start()
        theirs.close()
        self.running[ours] = number, process
        self.given[ours] = deque()

    def hear(self, pipe: Connection) -> None:
        number, process = self.running[pipe]
        try:
            said = pipe.recv()
        except (EOFError, ConnectionResetError):
            del self.running[pipe]
            process.join()
            self.bury(number, process, self.given.pop(pipe))
            return
        if said is None:
            part = None if self.session.shouldfail or self.session.shouldstop else self.queue.take(number)
            self.given[pipe].extend(part or ())
            pipe.send(part)
            return
        config = self.session.config
        report = config.hook.pytest_report_from_serializable(config=config, data=said)
        config.hook.pytest_runtest_logreport(report=report)
        if report.when == "teardown":
            self.given[pipe].popleft()

    def bury(self, number: int, process: BaseProcess, left: deque[int]) -> None:
        """A process has ended. The test that ended it has failed; what it left, another one does."""
        if not left:
            return
        item = self.session.items[left.popleft()]
        words = f"The process of this test ended with status {process.exitcode}."
        report = pytest.TestReport(item.nodeid, item.location, {}, "failed", words, "call")
        item.config.hook.pytest_runtest_logreport(report=report)
        self.queue.put_back(number, list(left))
        self.start(number)


# --- the processes that work ------------------------------------------------------------------------------------------


class Sender:
    """Sends reports instead of printing them."""

    def __init__(self, config: pytest.Config, pipe: Connection) -> None:
        self.config = config
        self.pipe = pipe

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.pipe.send(self.config.hook.pytest_report_to_serializable(config=self.config, report=report))


def work(session: pytest.Session, number: int, pipe: Connection) -> None:
    """Run what is handed out. What tests set up for a whole run is kept until nothing is left."""
    prepare(session.config, number)
    session.config.pluginmanager.register(Sender(session.config, pipe))
    items = (session.items[place] for place in _handed_out(pipe))
    item = next(items, None)
    while item is not None:
        after = next(items, None)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        item = after


def prepare(config: pytest.Config, number: int) -> None:
    """A process of its own: output, folders, signals; what it forks does not begin with pytest."""
    os.environ[NUMBER] = str(number)
    config.pluginmanager.unregister(name="terminalreporter")
    capture: Any = config.pluginmanager.getplugin("capturemanager")
    capture.stop_global_capturing()
    capture.start_global_capturing()
    folders: Any = config._tmp_path_factory  # type: ignore[attr-defined]
    folders._basetemp = folders.getbasetemp() / f"process{number}-{os.getpid()}"
    folders._basetemp.mkdir()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    forkserver._forkserver.ensure_running = lambda: None  # type: ignore[method-assign]  # its parent watches over it
    main = sys.modules["__main__"]
    main.__spec__ = None
    main.__dict__.pop("__file__", None)


def _handed_out(pipe: Connection) -> Iterator[int]:
    while True:
        pipe.send(None)
        part: Part | None = pipe.recv()
        if part is None:
            return
        yield from part
