"""A dialogue in UGI whose answers are kept, and a searcher that does what a test wants."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable

from kakomi.core.match import Match
from kakomi.search.result import AnalysisLine, Limit, Progress, Report
from kakomi.ugi import Session
from kakomi.ugi.search_job import SearchJob


class Dialogue:
    """A session whose answers are kept."""

    def __init__(self) -> None:
        self.answers: list[str] = []
        self.session = Session(self.answers.append)

    def send(self, line: str | bytes) -> list[str]:
        """The answers that come at once."""
        self.answers.clear()
        assert self.session.handle(line) is True
        return list(self.answers)

    def say(self, line: str | bytes) -> list[str]:
        """The answers, those of a search or a count that has an end included."""
        self.send(line)
        self.settle()
        return list(self.answers)

    def settle(self) -> None:
        """Wait for a job that ends by itself."""
        job = self.session._job
        if not (isinstance(job, SearchJob) and job._order.waits):
            assert self.session.wait(120)

    def move(self, line: str) -> str:
        """The move that `go` or `stop` is answered by."""
        last = self.say(line)[-1]
        assert last.startswith("bestmove ")
        return last.removeprefix("bestmove ")

    def ask(self, what: str) -> str:
        [answer] = self.say(f"query {what}")
        return answer.removeprefix("response ")

    def quietly(self, *lines: str) -> None:
        for line in lines:
            assert self.say(line) == []

    def refused(self, line: str | bytes) -> str:
        """The reason; nothing has changed."""
        before = self.state()
        [answer] = self.say(line)
        assert answer.startswith("info error ")
        assert answer.isprintable()
        assert self.state() == before
        return answer.removeprefix("info error ")

    def state(self) -> list[str]:
        return [*self.say("query options"), *self.say("query position"), *self.say("query legalmoves")]


class Pretender:
    """A searcher that takes any move: at once, or, where there is no limit, at `stop`."""

    name = "pretender"

    def __init__(self, match: Match, threads: int = 1, memory: int = 256, seed: int = 0) -> None:
        self.made_with = threads, memory, seed
        self.seed = seed
        self.stopped = threading.Event()

    def search(self, match: Match, limit: Limit, lines: int = 1, progress: Progress | None = None) -> Report:
        assert match.outcome is None
        if limit == Limit():
            self.stopped.wait()
        self.stopped.clear()
        return self.report(match, lines)

    def report(self, match: Match, lines: int = 1, depth: int = 1) -> Report:
        moves = list(match.legal_moves)
        random.Random(f"{self.seed} {len(match.moves)}").shuffle(moves)
        return Report(tuple(AnalysisLine(move, 0.5, 1, variation=(move,)) for move in moves[:lines]), 1, 0.001, depth)

    def stop(self) -> None:
        self.stopped.set()


def until(true: Callable[[], bool]) -> None:
    """Wait for something that is bound to happen."""
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)


SEARCHERS = "kakomi.ugi.engine.searcher_for"  # what to patch
