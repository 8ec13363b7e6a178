"""A run played again and compared with its results: identical, or the first difference."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kakomi.core.errors import shorten
from kakomi.lab.files import LabError
from kakomi.lab.plans import plan as plans
from kakomi.lab.plans.plan import StudyPlan
from kakomi.lab.results import PLAN, GameResult, RandomCounts, RunResults
from kakomi.lab.runs.manifest import version_note
from kakomi.lab.runs.runner import MakeBackend, ProgressReporter, RunProgress, make_local_backend
from kakomi.lab.runs.schedule import PlayedUnit, StudyProgress, play_units, read_payload
from kakomi.lab.runs.units import Unit


@dataclass(frozen=True)
class RepeatResult:
    """Whether a run repeats. `version` is a sentence if the run was made by another version, else ""."""

    identical: bool
    games: int
    difference: str = ""
    version: str = ""


class _Differs(Exception):
    """The first difference, in words."""


def repeat_run(
    results: RunResults,
    jobs: int = 1,
    on_progress: Callable[[RunProgress], None] | None = None,
    make_backend: MakeBackend = make_local_backend,
) -> RepeatResult:
    """Play the run again and compare game by game, up to the first difference."""
    assert results.folder is not None
    plan = plans.read_file(results.folder / PLAN)
    note = version_note(results.manifest)
    if plan.as_dict() != results.manifest["plan"]:
        raise LabError(f"{results.folder / PLAN} is not the plan of this run: it was changed afterwards")
    backend = make_backend(plan, jobs)
    reporter = ProgressReporter(on_progress, backend.jobs)
    counts = {study.number: RandomCounts() for study in plan.studies}

    def compare_unit(study: StudyPlan, unit: Unit, payload: str) -> None:
        before = results.studies[study.number]
        played = read_payload(study, payload)
        if isinstance(played, RandomCounts):
            counts[study.number].add(played)
            return
        kept = before.games[unit.first : unit.first + unit.count]
        for game, (new, old) in enumerate(zip(played, kept, strict=False), unit.first):
            _compare_game(study, game, new, old)
        if len(kept) < len(played):
            raise _Differs(f"study {study.number + 1}: the run has {before.played} games, now there are more")

    def report(_: list[PlayedUnit], studies: list[StudyProgress]) -> None:
        reporter.report(studies)

    try:
        studies = play_units(plan, backend, (), report, compare_unit)
        for each in studies:
            _compare_study(each, results, counts)
    except _Differs as difference:
        return RepeatResult(False, 0, str(difference), note)
    finally:
        backend.close()
    return RepeatResult(True, sum(each.games for each in studies), "", note)


def _compare_game(study: StudyPlan, game: int, new: GameResult, old: GameResult) -> None:
    before, after = old.as_dict(), new.as_dict()
    for key, value in before.items():
        if key != "repeat" and after[key] != value:
            where = f"study {study.number + 1} ({study.name}), game {game + 1}: {key}"
            if key == "moves":
                ply = _first_difference(value, after[key])
                raise _Differs(f"{where} was {_at(value, ply)} at ply {ply + 1}, and is now {_at(after[key], ply)}")
            raise _Differs(f"{where} was {shorten(str(value))}, and is now {shorten(str(after[key]))}")


def _first_difference(one: Any, other: Any) -> int:
    return next((ply for ply, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _at(moves: Any, ply: int) -> str:
    return str(moves[ply]) if ply < len(moves) else "over"


def _compare_study(progress: StudyProgress, results: RunResults, counts: dict[int, RandomCounts]) -> None:
    """Compare what only the whole study shows: its number of games, or its counts."""
    study, before = progress.study, results.studies[progress.study.number]
    where = f"study {study.number + 1} ({study.name})"
    if progress.games != before.played:
        raise _Differs(f"{where}: it had {before.played} games, and now has {progress.games}")
    if study.bulk and before.bulk is not None:
        after = counts[study.number].as_dict()
        for key, value in before.bulk.as_dict().items():
            if after[key] != value:
                raise _Differs(f"{where}: the counts differ in {key}")
