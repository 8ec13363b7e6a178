"""The games of a plan, in order, played here or by several processes at once with the same result."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Generator, Sequence
from itertools import islice
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, Protocol, TypeVar

from kakomi.core.errors import EngineError
from kakomi.core.system.processes import make_worker
from kakomi.players.matches.match_score import Standing
from kakomi.players.matches.referee import GameTask, Plan, Played, Referee, tasks

MOST_JOBS = 256
AHEAD = 4  # tasks a process that games may be played ahead of the oldest unfinished one
FAREWELL = 5.0  # seconds for the engines to exit


def play(plan: Plan, standing: Standing, jobs: int = 1) -> Generator[Played, None, None]:
    """Play until the standing says the contest is over, counting each game in it. Close the iterator to stop at once.

    Games that the standing has already counted are not played again.
    """
    first = standing.total.games
    source = _here(plan, first) if jobs == 1 else _spread(plan, jobs, first)
    try:
        for played in source:
            standing.add(played)
            yield played
            if standing.over:
                return
    finally:
        source.close()


def _here(plan: Plan, first: int) -> Generator[Played, None, None]:
    table = Referee(plan)
    try:
        for task in islice(tasks(plan), first, None):
            yield table.play(task)
    finally:
        table.close()


Given = TypeVar("Given")


class Worker(Generic[Given]):
    """A process that does one task after another (see `serve`), and its current task."""

    def __init__(self, work: Callable[..., None], plan: object) -> None:
        self.pipe, theirs = multiprocessing.Pipe()
        self.process = make_worker(work, theirs, plan)
        self.process.start()
        theirs.close()
        self.task: Given | None = None


def dismiss(workers: Sequence[Worker[Any]]) -> None:
    """Stop the workers at once, and wait until they have exited."""
    for worker in workers:
        worker.process.terminate()
    for worker in workers:
        worker.process.join(FAREWELL)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
        worker.pipe.close()
        worker.process.close()


class _Player(Worker[GameTask]):
    """A process that plays, and its current game."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(_work, plan)

    def send(self, task: GameTask) -> None:
        self.task = task
        try:
            self.pipe.send(task)
        except OSError as error:
            raise self._died() from error

    def receive(self) -> Played:
        try:
            played: Played | str = self.pipe.recv()
        except (EOFError, OSError) as error:
            raise self._died() from error
        if isinstance(played, str):
            raise EngineError(f"a process that plays failed: {played}")
        self.task = None
        return played

    def _died(self) -> EngineError:
        self.process.join(1)
        number = "no game" if self.task is None else f"game {self.task.number + 1}"
        return EngineError(f"the process that played {number} died (status {self.process.exitcode})")


def _spread(plan: Plan, jobs: int, first: int) -> Generator[Played, None, None]:
    """Hand out the games in order, and yield them in order."""
    workers: list[_Player] = []
    try:
        waiting = islice(tasks(plan), first, None)
        done: dict[int, Played] = {}
        given = due = first
        for _ in range(min(jobs, plan.games - first)):
            workers.append(_Player(plan))
        while due < plan.games:
            for worker in workers:
                if worker.task is None and given < min(plan.games, due + AHEAD * jobs):
                    worker.send(next(waiting))
                    given += 1
            busy = {worker.pipe: worker for worker in workers if worker.task is not None}
            for pipe in wait(list(busy)):
                assert isinstance(pipe, Connection)
                played = busy[pipe].receive()
                done[played.number] = played
            while due in done:
                yield done.pop(due)
                due += 1
    finally:
        dismiss(workers)


def _work(pipe: Connection, plan: Plan) -> None:
    """A process that plays the games of a plan: a task in, a game out."""

    def play_one(table: Referee, task: GameTask) -> Played | str:
        try:
            return table.play(task)
        except Exception:  # noqa: BLE001  reported by the parent process
            return " / ".join(traceback.format_exc().split("\n")[-4:])

    serve(pipe, Referee(plan), play_one)


class Closing(Protocol):
    """An object that a process works with, and closes when it ends."""

    def close(self) -> None:
        """Close what is no longer needed."""


Desk = TypeVar("Desk", bound=Closing)


def serve(pipe: Connection, desk: Desk, answer: Callable[[Desk, Any], object]) -> None:
    """Run in a worker process: a task in, its answer out, until there are no more. Ctrl-C is left to the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    closing = threading.Lock()  # whichever comes second waits until the players are gone
    threading.Thread(target=_follow, args=(desk, closing), daemon=True).start()
    try:
        while True:
            try:
                task = pipe.recv()
            except (EOFError, OSError):
                return
            pipe.send(answer(desk, task))
    finally:
        with closing:
            desk.close()


def _follow(desk: Closing, closing: threading.Lock) -> None:
    """When the process that hands out the tasks is gone, for whatever reason, close the desk and exit."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        with closing:
            desk.close()
            os._exit(1)
