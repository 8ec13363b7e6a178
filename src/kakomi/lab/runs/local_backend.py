"""Units played on this machine, in worker processes. If one dies, another plays its unit again."""

from __future__ import annotations

import time
import traceback
from collections import Counter, deque
from multiprocessing.connection import Connection, wait

from kakomi.core.errors import KakomiError
from kakomi.lab.files import LabError
from kakomi.lab.plans.plan import RunPlan
from kakomi.lab.runs.schedule import PlayedUnit
from kakomi.lab.runs.unit_player import UnitPlayer
from kakomi.lab.runs.units import Unit
from kakomi.players.matches.workers import Worker, dismiss, serve

DEATHS = 4  # of processes playing the same unit, after which the unit itself is to blame


class InProcessBackend:
    """Units played in this process, one after another."""

    name = "here"

    def __init__(self, plan: RunPlan) -> None:
        self.jobs = 1
        self._player = UnitPlayer(plan)
        self._waiting: deque[Unit] = deque()

    @property
    def free(self) -> int:
        """How many more units it accepts now."""
        return 1 - len(self._waiting)

    def submit(self, unit: Unit) -> None:
        """Have a unit played."""
        self._waiting.append(unit)

    def collect(self, seconds: float) -> list[PlayedUnit]:  # noqa: ARG002 - it takes as long as the unit does
        """Play the unit now."""
        unit = self._waiting.popleft()
        began = time.perf_counter()
        return [(unit, self._player.play(unit), time.perf_counter() - began)]

    def close(self) -> None:
        """Close the players."""
        self._player.close()


class LocalBackend:
    """Units played by `jobs` processes."""

    name = "local"

    def __init__(self, plan: RunPlan, jobs: int) -> None:
        self.jobs = jobs
        self._plan = plan
        self._deaths: Counter[Unit] = Counter()
        self._workers: list[Worker[Unit]] = []
        self._retry: list[Unit] = []

    @property
    def pids(self) -> list[int]:
        """The processes that are playing a unit."""
        return [worker.process.pid or 0 for worker in self._workers if worker.task is not None]

    @property
    def free(self) -> int:
        """How many more units it accepts now."""
        return self.jobs - sum(worker.task is not None for worker in self._workers) - len(self._retry)

    def submit(self, unit: Unit) -> None:
        """Have a unit played by an idle process, or else by a new one."""
        worker = next((worker for worker in self._workers if worker.task is None), None)
        if worker is None:
            worker = Worker(_work, self._plan)
            self._workers.append(worker)
        worker.task = unit
        try:
            worker.pipe.send(unit)
        except OSError:
            self._replace(worker)

    def collect(self, seconds: float) -> list[PlayedUnit]:
        """The units that have been played, after waiting at most that long."""
        retry, self._retry = self._retry, []
        for unit in retry:
            self.submit(unit)
        busy = {worker.pipe: worker for worker in self._workers if worker.task is not None}
        fresh: list[PlayedUnit] = []
        for pipe in wait(list(busy), seconds):
            assert isinstance(pipe, Connection)
            worker = busy[pipe]
            assert worker.task is not None
            try:
                done, payload, took = pipe.recv()
            except (EOFError, OSError):
                self._replace(worker)
                continue
            if not done:
                raise LabError(payload)
            fresh.append((worker.task, payload, took))
            worker.task = None
        return fresh

    def _replace(self, worker: Worker[Unit]) -> None:
        """Replace a process that has died: another will play its unit again."""
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
                f"process playing them died (status {status}); is there enough memory? All games played so far are kept"
            )
        self._retry.append(unit)

    def close(self) -> None:
        """Stop all work."""
        dismiss(self._workers)
        self._workers.clear()


def _work(pipe: Connection, plan: RunPlan) -> None:
    """A process that plays units of a plan: a unit in, its result out."""
    serve(pipe, UnitPlayer(plan), play_or_explain)


def play_or_explain(player: UnitPlayer, unit: Unit) -> tuple[bool, str, float]:
    """Whether the unit could be played, its result or the error, and the seconds it took."""
    began = time.perf_counter()
    try:
        payload = player.play(unit)
    except KakomiError as error:
        return False, str(error), 0.0
    except Exception:  # noqa: BLE001  the parent process shows it
        return False, "a worker process failed: " + " / ".join(traceback.format_exc().split("\n")[-4:]), 0.0
    return True, payload, time.perf_counter() - began
