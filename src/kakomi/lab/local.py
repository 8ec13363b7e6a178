"""Units played on this machine, by processes of their own. When one dies, another does its unit again."""

from __future__ import annotations

import time
import traceback
from collections import Counter, deque
from multiprocessing.connection import Connection, wait

from kakomi.core.errors import KakomiError
from kakomi.lab.plan import Plan
from kakomi.lab.play import Desk
from kakomi.lab.results import LabError
from kakomi.lab.schedule import Done
from kakomi.lab.units import Unit
from kakomi.players.matches.workers import Worker, dismiss, serve

MOST_JOBS = 256
DEATHS = 4  # of the processes that try one and the same unit: then it is the unit


class Here:
    """Units played in this very process, one after another."""

    name = "here"

    def __init__(self, plan: Plan) -> None:
        self.jobs = 1
        self._desk = Desk(plan)
        self._waiting: deque[Unit] = deque()

    @property
    def free(self) -> int:
        """How many more units it takes now."""
        return 1 - len(self._waiting)

    def give(self, unit: Unit) -> None:
        """Have a unit played."""
        self._waiting.append(unit)

    def take(self, seconds: float) -> list[Done]:  # noqa: ARG002 - it waits for as long as it takes
        """Play the unit now."""
        unit = self._waiting.popleft()
        began = time.perf_counter()
        return [(unit, self._desk.play(unit), time.perf_counter() - began)]

    def close(self) -> None:
        """Send the players home."""
        self._desk.close()


class Local:
    """So many processes."""

    name = "local"

    def __init__(self, plan: Plan, jobs: int) -> None:
        self.jobs = jobs
        self._plan = plan
        self._deaths: Counter[Unit] = Counter()
        self._workers: list[Worker[Unit]] = []
        self._again: list[Unit] = []

    @property
    def pids(self) -> list[int]:
        """The processes that are at a unit."""
        return [worker.process.pid or 0 for worker in self._workers if worker.task is not None]

    @property
    def free(self) -> int:
        """How many more units it takes now."""
        return self.jobs - sum(worker.task is not None for worker in self._workers) - len(self._again)

    def give(self, unit: Unit) -> None:
        """Have a unit played, by a process that is idle, or else by a new one."""
        worker = next((worker for worker in self._workers if worker.task is None), None)
        if worker is None:
            worker = Worker(_work, self._plan)
            self._workers.append(worker)
        worker.task = unit
        try:
            worker.pipe.send(unit)
        except OSError:
            self._bury(worker)

    def take(self, seconds: float) -> list[Done]:
        """What has been played, waiting so long at the most."""
        again, self._again = self._again, []
        for unit in again:
            self.give(unit)
        busy = {worker.pipe: worker for worker in self._workers if worker.task is not None}
        fresh: list[Done] = []
        for pipe in wait(list(busy), seconds):
            assert isinstance(pipe, Connection)
            worker = busy[pipe]
            assert worker.task is not None
            try:
                done, payload, took = pipe.recv()
            except (EOFError, OSError):
                self._bury(worker)
                continue
            if not done:
                raise LabError(payload)
            fresh.append((worker.task, payload, took))
            worker.task = None
        return fresh

    def _bury(self, worker: Worker[Unit]) -> None:
        """A process has died: its unit is done again by another."""
        unit = worker.task
        assert unit is not None
        self._workers.remove(worker)
        worker.process.join(1)
        status = worker.process.exitcode
        dismiss([worker])
        self._deaths[unit] += 1
        if self._deaths[unit] >= DEATHS:
            last = unit.first + unit.count
            raise LabError(
                f"games {unit.first + 1} to {last} of study {unit.study + 1} were tried {DEATHS} times, and each time the "
                f"process that played them died (status {status}); is there enough memory? What was played is kept"
            )
        self._again.append(unit)

    def close(self) -> None:
        """Break off whatever is going on."""
        dismiss(self._workers)
        self._workers.clear()


def _work(pipe: Connection, plan: Plan) -> None:
    """A process that plays units of a plan: a unit in, what came of it out."""
    serve(pipe, Desk(plan), attempt)


def attempt(desk: Desk, unit: Unit) -> tuple[bool, str, float]:
    """Whether it could be played, what came of it or why not, and the seconds it took."""
    began = time.perf_counter()
    try:
        payload = desk.play(unit)
    except KakomiError as error:
        return False, str(error), 0.0
    except Exception:  # noqa: BLE001  told where it can be shown
        return False, "a process that plays failed: " + " / ".join(traceback.format_exc().split("\n")[-4:]), 0.0
    return True, payload, time.perf_counter() - began
