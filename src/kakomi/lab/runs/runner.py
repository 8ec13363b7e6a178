"""Carries out a plan: its units are played by a backend, stored as they arrive, and written to files at the end."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kakomi.lab.files import write_text
from kakomi.lab.plans.plan import RunPlan
from kakomi.lab.results import PLAN
from kakomi.lab.runs import run_files
from kakomi.lab.runs.local_backend import InProcessBackend, LocalBackend
from kakomi.lab.runs.manifest import make_manifest
from kakomi.lab.runs.schedule import Backend, PlayedUnit, StudyProgress, play_units, seconds_left

if TYPE_CHECKING:
    from sqlalchemy import Engine

MakeBackend = Callable[[RunPlan, int], Backend]


@dataclass(frozen=True)
class RunProgress:
    """The progress of a run."""

    games: int
    most: int  # the most games there can be: a stopping rule may end a study earlier
    study: str  # the study being played
    seconds: float  # since the run was started or resumed
    left: float | None  # estimated seconds to the end; None while there is nothing to estimate from


OnProgress = Callable[[RunProgress], None]


def make_local_backend(plan: RunPlan, jobs: int) -> Backend:
    """A backend of `jobs` processes on this machine; with 0, this process itself."""
    return LocalBackend(plan, jobs) if jobs else InProcessBackend(plan)


def run_plan(
    plan: RunPlan,
    folder: Path,
    engine: Engine,
    jobs: int = 1,
    on_progress: OnProgress | None = None,
    make_backend: MakeBackend = make_local_backend,
) -> dict[str, Any]:
    """Carry out the plan, or resume it, in `folder`, whose name is the run's name; returns the manifest."""
    from kakomi.lab.runs.run_lock import RunLock

    lock = RunLock(engine, folder.name, plan)
    released = False
    try:
        stored = lock.units()
        for name, text in {**plan.files, PLAN: plan.text}.items():
            write_text(folder / name, text)
        if not run_files.is_complete(folder):
            settings: dict[str, object] = {"backend": None, "jobs": jobs}
            run_files.write_manifest(folder, make_manifest(plan, folder.name, None, settings, lock.began))
        backend = make_backend(plan, jobs)
        reporter = ProgressReporter(on_progress, backend.jobs)

        def store(fresh: list[PlayedUnit], studies: list[StudyProgress]) -> None:
            lock.keep(fresh)
            reporter.report(studies)

        try:
            studies = play_units(plan, backend, stored, store)
            lock.flush()
            settings = {"backend": backend.name, "jobs": jobs}
            manifest = run_files.write_results(plan, folder, studies, settings, lock.began)
            lock.finish(studies, manifest)
            released = True
        finally:
            backend.close()  # last: should a cluster crash as it is left, the results are written
        return manifest
    except BaseException:
        with contextlib.suppress(Exception):  # the first error is the one to show
            lock.close()
            released = True
        raise
    finally:
        if not released:
            with contextlib.suppress(Exception):
                lock.close(keep=False)


class ProgressReporter:
    """Calls `on_progress`, if there is one, with the state of all studies."""

    def __init__(self, on_progress: OnProgress | None, jobs: int) -> None:
        self._on_progress, self._jobs = on_progress, jobs
        self._began = time.monotonic()

    def report(self, studies: list[StudyProgress]) -> None:
        """Report the progress of these studies."""
        if self._on_progress is None:
            return
        current = next((each for each in studies if not each.over), studies[-1])
        games = sum(each.played for each in studies)
        most = sum(each.games if each.over else each.study.games for each in studies)
        seconds = time.monotonic() - self._began
        self._on_progress(RunProgress(games, most, current.study.name, seconds, seconds_left(studies, self._jobs)))
