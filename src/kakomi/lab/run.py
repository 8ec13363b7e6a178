"""A plan carried out: units played by a backend, kept in the store as they come, and written to files when all are there."""

from __future__ import annotations

import contextlib
import hashlib
import json
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kakomi.core.errors import RecordError
from kakomi.core.record import LARGEST_FILE, Record, write_file
from kakomi.lab import manifest as manifests
from kakomi.lab.local import Here, Local
from kakomi.lab.manifest import write_whole
from kakomi.lab.plan import Plan, Study
from kakomi.lab.results import (
    BULK,
    MANIFEST,
    PLAN,
    RECORDS,
    RESULTS,
    Bulk,
    GameResult,
    LabError,
    lines_of,
    read_manifest,
)
from kakomi.lab.schedule import Backend, Course, Done, carry_out, read_payload, time_left
from kakomi.players.matches import referee

if TYPE_CHECKING:
    from sqlalchemy import Engine


@dataclass(frozen=True)
class Progress:
    """How far a run has come."""

    games: int
    most: int  # games there can be: a stopping rule may end a study before
    study: str  # the one that is being played
    seconds: float  # since it was begun or continued
    left: float | None  # seconds, as far as is known


Tell = Callable[[Progress], None]


def backend(plan: Plan, jobs: int) -> Backend:
    """Processes on this machine; with 0, this process itself."""
    return Local(plan, jobs) if jobs else Here(plan)


def run(
    plan: Plan,
    folder: Path,
    engine: Engine,
    jobs: int = 1,
    tell: Tell | None = None,
    make: Callable[[Plan, int], Backend] = backend,
) -> dict[str, Any]:
    """Carry out the plan, or go on with it, in the folder of that run's name; the manifest."""
    from kakomi.lab.hold import Held

    held = Held(engine, folder.name, plan)
    kept = False
    try:
        done = held.units()
        write_whole(folder / PLAN, plan.text)
        if not _complete(folder):
            how: dict[str, object] = {"backend": None, "jobs": jobs}
            _write_manifest(folder, manifests.make(plan, folder.name, None, how, held.began))
        players = make(plan, jobs)
        telling = Telling(tell, players.jobs)

        def arrived(fresh: list[Done], courses: list[Course]) -> None:
            held.keep(fresh)
            telling.about(courses)

        try:
            courses = carry_out(plan, players, done, arrived)
        finally:
            players.close()
        held.flush()
        how = {"backend": getattr(players, "name", ""), "jobs": jobs}
        made = write_results(plan, folder, courses, how, held.began)
        held.finish(courses, made)
        kept = True
        return made
    except BaseException:
        with contextlib.suppress(Exception):  # the first thing that went wrong is the one to be told
            held.close()
            kept = True
        raise
    finally:
        if not kept:
            with contextlib.suppress(Exception):
                held.close(keep=False)


class Telling:
    """Says how far a run has come, to whoever wants to know."""

    def __init__(self, tell: Tell | None, jobs: int) -> None:
        self._tell, self._jobs = tell, jobs
        self._began = time.monotonic()

    def about(self, courses: list[Course]) -> None:
        """How far these have come."""
        if self._tell is None:
            return
        current = next((course for course in courses if not course.over), courses[-1])
        games = sum(course.played for course in courses)
        most = sum(course.games if course.over else course.study.games for course in courses)
        seconds = time.monotonic() - self._began
        self._tell(Progress(games, most, current.study.name, seconds, time_left(courses, self._jobs)))


# --- files ------------------------------------------------------------------------------------------------------------


def write_results(
    plan: Plan, folder: Path, courses: list[Course], how: dict[str, object], began: int
) -> dict[str, Any]:
    """The files of a run that is complete, the manifest last: without it the others count for nothing."""
    lines: list[str] = []
    counted: dict[str, object] = {}
    texts: dict[str, list[Record]] = {}
    for course in courses:
        found = assembled(course)
        if isinstance(found, Bulk):
            counted[str(course.study.number)] = found.as_dict()
        else:
            lines.append(lines_of(found))
            texts |= _records(plan, course.study, found[: course.study.records])
    results, bulk = "".join(lines), json.dumps(counted, ensure_ascii=False) + "\n"
    made = manifests.make(plan, folder.name, courses, how, began)
    made["digests"] = {RESULTS: _digest(results), BULK: _digest(bulk)}
    old = read_manifest(folder) if _complete(folder) else {}
    if old.get("digests") == made["digests"] and old.get("source_hash") == made["source_hash"]:
        made = old  # nothing was played: it stays what it was
    write_whole(folder / RESULTS, results)
    write_whole(folder / BULK, bulk)
    for name, records in texts.items():
        path = folder / RECORDS / name
        try:
            path.parent.mkdir(exist_ok=True)
            write_file(path, records)
        except (OSError, RecordError) as error:
            raise LabError(f"the records cannot be written: {error}; make room and run it again") from error
    _write_manifest(folder, made)
    return made


def assembled(course: Course) -> list[GameResult] | Bulk:
    """All games of a study that count, in order."""
    study = course.study
    parts = (read_payload(study, course.payloads[place]) for place in range(course.decided))
    if study.bulk:
        total = Bulk()
        for part in parts:
            assert isinstance(part, Bulk)
            total.add(part)
        return total
    return marked(game for part in parts if isinstance(part, list) for game in part)


def marked(games: Iterable[GameResult]) -> list[GameResult]:
    """The games, those that go move for move like an earlier one marked: they prove nothing new."""
    seen: set[tuple[str, ...]] = set()
    found = []
    for game in games:
        found.append(replace(game, repeat=True) if game.moves in seen and not game.forfeited else game)
        seen.add(game.moves)
    return found


def _records(plan: Plan, study: Study, games: list[GameResult]) -> dict[str, list[Record]]:
    """The first games of a study as records, in as many files as it takes."""
    asked = referee.Plan(study.players, study.game, study.rules, study.options, games=2, opening=study.opening)
    files: dict[str, list[Record]] = {}
    size = LARGEST_FILE + 1
    for game in games:
        played = referee.Played(game.game, game.opening, game.moves, game.winner, game.clause, game.reason)
        record = played.record(asked)
        more = len(record.text().encode()) + 1
        if size + more > LARGEST_FILE:
            size = 0
            files[f"study-{study.number + 1}{f'-{len(files) + 1}' if files else ''}.kakomi"] = []
        size += more
        files[list(files)[-1]].append(record)
    return files


def _complete(folder: Path) -> bool:
    try:
        return read_manifest(folder).get("complete") is True
    except LabError:
        return False


def _write_manifest(folder: Path, made: dict[str, Any]) -> None:
    write_whole(folder / MANIFEST, json.dumps(made, indent=2, ensure_ascii=False) + "\n")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
