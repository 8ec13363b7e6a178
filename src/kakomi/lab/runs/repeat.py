"""A run made once more and held against what it left: identical, or the first difference."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import kakomi
from kakomi.core.errors import shorten
from kakomi.lab.plans import plan as plans
from kakomi.lab.plans.plan import Plan, Study
from kakomi.lab.results import PLAN, Bulk, GameResult, LabError, RunResults
from kakomi.lab.runs.manifest import source_hash
from kakomi.lab.runs.runner import Progress, Telling, backend
from kakomi.lab.runs.schedule import Backend, Course, Done, carry_out, read_payload
from kakomi.lab.runs.units import Unit


@dataclass(frozen=True)
class Verdict:
    """What came of repeating. `version` is a sentence where the run was made by another version, else ""."""

    identical: bool
    games: int
    difference: str = ""
    version: str = ""


class _Differs(Exception):
    """The first difference, in words."""


def version_note(manifest: dict[str, Any]) -> str:
    """A sentence where the run was made with another version of Kakomi than this; "" where not."""
    theirs = manifest.get("source_hash")
    if theirs == source_hash():
        return ""
    return (
        f"The run was made with another version: kakomi {shorten(str(manifest.get('kakomi')))} "
        f"(sources {shorten(str(theirs))}); this is {kakomi.__version__} (sources {source_hash()})."
    )


def repeat(
    results: RunResults,
    jobs: int = 1,
    tell: Callable[[Progress], None] | None = None,
    make: Callable[[Plan, int], Backend] = backend,
) -> Verdict:
    """Play the run again and compare game by game; it ends at the first difference."""
    assert results.folder is not None
    plan = plans.read_file(results.folder / PLAN)
    note = version_note(results.manifest)
    if plan.as_dict() != results.manifest["plan"]:
        raise LabError(f"{results.folder / PLAN} is not the plan of this run: it was changed afterwards")
    players = make(plan, jobs)
    telling = Telling(tell, players.jobs)

    def settled(study: Study, unit: Unit, payload: str) -> None:
        found = results.studies[study.number]
        played = read_payload(study, payload)
        if isinstance(played, Bulk):
            counted[study.number].add(played)
            return
        kept = found.games[unit.first : unit.first + unit.count]
        for game, (new, old) in enumerate(zip(played, kept, strict=False), unit.first):
            _compare(study, game, new, old)
        if len(kept) < len(played):
            raise _Differs(f"study {study.number + 1}: the run has {found.played} games, now there are more")

    def arrived(fresh: list[Done], courses: list[Course]) -> None:
        telling.about(courses)

    counted = {study.number: Bulk() for study in plan.studies}
    try:
        courses = carry_out(plan, players, (), arrived, settled)
        for course in courses:
            _compare_whole(course, results, counted)
    except _Differs as difference:
        return Verdict(False, 0, str(difference), note)
    finally:
        players.close()
    return Verdict(True, sum(course.games for course in courses), "", note)


def _compare(study: Study, game: int, new: GameResult, old: GameResult) -> None:
    before, after = old.as_dict(), new.as_dict()
    for key, value in before.items():
        if key != "repeat" and after[key] != value:
            what = f"study {study.number + 1} ({study.name}), game {game + 1}: {key}"
            if key == "moves":
                ply = _first(value, after[key])
                raise _Differs(f"{what} was {_at(value, ply)} at ply {ply + 1}, and is now {_at(after[key], ply)}")
            raise _Differs(f"{what} was {shorten(str(value))}, and is now {shorten(str(after[key]))}")


def _first(one: Any, other: Any) -> int:
    return next((ply for ply, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _at(moves: Any, ply: int) -> str:
    return str(moves[ply]) if ply < len(moves) else "over"


def _compare_whole(course: Course, results: RunResults, counted: dict[int, Bulk]) -> None:
    """What only the whole study shows: its number of games, or its counts."""
    study, found = course.study, results.studies[course.study.number]
    where = f"study {study.number + 1} ({study.name})"
    if course.games != found.played:
        raise _Differs(f"{where}: {found.played} games were played, and are now {course.games}")
    if study.bulk and found.bulk is not None:
        before, after = found.bulk.as_dict(), counted[study.number].as_dict()
        for key, value in before.items():
            if after[key] != value:
                raise _Differs(f"{where}: the counts differ in {key}")
