"""Play all plans of the lab at once on a machine with many cores and little time, without a database.

    python -m benchmarks.play_plans --out FOLDER [--units build/lab-units] [--seconds 560] [--jobs 14] [--only NAME ...]

Work is cut into units as in `kakomi lab run`, and a unit gives the same games wherever it is played. Units are kept in one
file per plan as soon as they are played; units already there are not played again, so the same command continues where the
last one stopped. At the end the files are copied, compressed, to FOLDER; put into the folder of units (here or on another
machine), they can be read without unpacking. `python -m benchmarks.reports --units FOLDER` makes runs and pages of them.

Plans are played in the order of ORDER, cheap ones first. Code is compiled once: until the first unit with the players of a
study has been played, one process works on it.
"""

from __future__ import annotations

import argparse
import datetime
import gzip
import json
import os
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from kakomi.lab.files import LabError, write_text
from kakomi.lab.plans.plan import RunPlan, StudyPlan, read_file
from kakomi.lab.results import PLAN, read_manifest
from kakomi.lab.runs import run_files
from kakomi.lab.runs.local_backend import play_or_explain
from kakomi.lab.runs.manifest import make_manifest
from kakomi.lab.runs.schedule import StudyProgress
from kakomi.lab.runs.unit_player import UnitPlayer
from kakomi.lab.runs.units import Unit, units
from kakomi.players.matches.workers import Worker, dismiss, serve

ROOT = Path(__file__).resolve().parents[1]
PLANS = ROOT / "docs" / "reports" / "lab" / "plans"
UNITS = ROOT / "build" / "lab-units"
END = ".jsonl"
ORDER = ("enclosure", "toot", "iago", "enso", "enclose5")  # games, by how long their plans take
MOST_DEATHS = 10  # of processes, after which something is wrong with the machine or with a unit
REST = 1.0  # seconds to wait for a unit before checking the clock

Task = tuple[int, Unit]  # the number of the plan, and its unit


@dataclass
class PlanUnits:
    """The units of one plan that have been played, in their file."""

    plan: RunPlan
    path: Path
    header: dict[str, Any]
    payloads: dict[Unit, str] = field(default_factory=dict)

    @property
    def missing(self) -> list[Unit]:
        """The units still to be played, in order."""
        return [unit for study in self.plan.studies for unit in units(study) if unit not in self.payloads]

    def keep(self, unit: Unit, payload: str) -> None:
        """Keep a unit; it is on disk when this returns."""
        self.payloads[unit] = payload
        _append(self.path, {"unit": [unit.study, unit.first, unit.count], "payload": payload})


def open_units(plan: RunPlan, folder: Path, playing: bool = True) -> PlanUnits:
    """The units of a plan in a folder, a new file if there is none; LabError if its plan or its players have changed.

    If not `playing`, players may have changed since, as nothing is added.
    """
    path = folder / f"{plan.name}{END}"
    now = make_manifest(plan, plan.name, None, {"backend": "plain files", "jobs": 0}, int(time.time() * 1000))
    lines = list(_lines(path))
    if not lines and not playing:
        raise LabError(f"{folder} has no units of {plan.name}")
    if not lines:
        folder.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        _append(path, now)
        return PlanUnits(plan, path, now)
    header = lines[0]
    if json.loads(json.dumps(now["plan"])) != header.get("plan"):
        raise LabError(f"{path} is of another plan; move the file away to start this plan again")
    if playing and now["player_hash"] != header.get("player_hash"):
        raise LabError(
            f"{path} was begun with other players (their sources have changed since) and would mix games of both; "
            "move the file away to start this plan again"
        )
    found = PlanUnits(plan, path, header)
    for line in lines[1:]:
        found.payloads[Unit(*line["unit"])] = line["payload"]
    if not path.exists():  # it was compressed: continue in a plain file
        text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
        path.write_text(text, encoding="utf-8")
    return found


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of a plain file, else of a compressed one; a truncated last line is left out, and cut off the file."""
    packed = path.with_name(f"{path.name}.gz")
    if not path.exists() and not packed.exists():
        return
    data = path.read_bytes() if path.exists() else gzip.decompress(packed.read_bytes())
    whole = data[: data.rfind(b"\n") + 1]
    if path.exists() and len(whole) < len(data):
        os.truncate(path, len(whole))
    for line in whole.splitlines():
        yield json.loads(line)


def _append(path: Path, line: dict[str, Any]) -> None:
    with open(path, "a", encoding="utf-8") as file:
        file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


def pack(folder: Path, out: Path) -> None:
    """Copy all files of units, compressed."""
    out.mkdir(parents=True, exist_ok=True)
    for path in sorted(folder.glob(f"*{END}")):
        (out / f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes(), 6, mtime=0))


def assemble(found: PlanUnits, folder: Path, partial: bool = False) -> None:
    """Write the run of a plan whose units are played; LabError if some are missing, unless `partial` leaves out the rest.

    The manifest says what the games were played with, not what puts them together. A study that is cut short has its first
    games, in order, whatever their results, so this is not a stopping rule.
    """
    studies = [StudyProgress(study) for study in found.plan.studies]
    for unit, payload in sorted(found.payloads.items()):
        studies[unit.study].add(unit, payload)
    short = [each.study.name for each in studies if not each.over]
    if short and not partial:
        raise LabError(
            f"{found.plan.name} is not complete: {', '.join(short)}; play on, or take what there is with --partial"
        )
    run_files.write_results(found.plan, folder, studies, {"backend": "plain files"}, 0)
    manifest = read_manifest(folder)
    kept = ("kakomi", "package_hash", "source_hash", "player_hash", "rules_versions", "machine", "began")
    ended = datetime.datetime.fromtimestamp(found.path.stat().st_mtime, datetime.UTC).isoformat(timespec="seconds")
    manifest |= {key: found.header[key] for key in kept} | {"ended": ended, "cut_short": short}
    write_text(folder / PLAN, found.plan.text)
    run_files.write_manifest(folder, manifest)


# --- playing ----------------------------------------------------------------------------------------------------------


class _Desk:
    """Plays units of several plans, one after another."""

    def __init__(self, plans: Sequence[RunPlan]) -> None:
        self._plans = plans
        self._number, self._player = -1, UnitPlayer(plans[0])

    def play(self, task: Task) -> tuple[bool, str, float]:
        number, unit = task
        if number != self._number:
            self.close()
            self._number, self._player = number, UnitPlayer(self._plans[number])
        return play_or_explain(self._player, unit)

    def close(self) -> None:
        self._player.close()


def _work(pipe: Connection, plans: Sequence[RunPlan]) -> None:
    serve(pipe, _Desk(plans), lambda desk, task: desk.play(task))


def compiled_for(study: StudyPlan) -> str:
    """What is compiled for a study: the same for studies that share it."""
    kinds = sorted({re.sub(r"[0-9]+", "", name) for name in study.players})
    return f"{study.game} {study.rules} {kinds} {study.bulk} {study.evaluate is None} {study.spread is None}"


def play(several: Sequence[PlanUnits], jobs: int, seconds: float) -> None:
    """Play the missing units until all are done, or until the time is up."""
    end = time.monotonic() + seconds
    waiting: list[Task] = [(number, unit) for number, each in enumerate(several) for unit in each.missing]
    total, done, deaths = len(waiting), 0, 0
    ready: set[str] = set()
    plans = [each.plan for each in several]
    workers: list[Worker[Task]] = []
    said = time.monotonic()
    try:
        while (waiting or any(worker.task for worker in workers)) and time.monotonic() < end:
            busy = {compiled_for(_study(plans, worker.task)) for worker in workers if worker.task is not None}
            for worker in _idle(workers, jobs, plans):
                task = next((each for each in waiting if _may_begin(_study(plans, each), ready, busy)), None)
                if task is None:
                    break
                waiting.remove(task)
                worker.task = task
                worker.pipe.send(task)
                busy.add(compiled_for(_study(plans, task)))
            playing = {worker.pipe: worker for worker in workers if worker.task is not None}
            for pipe in wait(list(playing), REST):
                assert isinstance(pipe, Connection)
                worker = playing[pipe]
                assert worker.task is not None
                try:
                    played, payload, _ = pipe.recv()
                except (EOFError, OSError):  # the process died: another plays its unit
                    workers.remove(worker)
                    dismiss([worker])
                    deaths += 1
                    if deaths > MOST_DEATHS:
                        raise LabError(
                            f"{deaths} processes died; is there enough memory? All units played are kept"
                        ) from None
                    waiting.insert(0, worker.task)
                    continue
                if not played:
                    raise LabError(payload)
                number, unit = worker.task
                several[number].keep(unit, payload)
                ready.add(compiled_for(_study(plans, worker.task)))
                worker.task = None
                done += 1
            if time.monotonic() > said + 15:
                said = time.monotonic()
                print(f"{done:,} of {total:,} units, {end - said:.0f} s left", flush=True)
    finally:
        dismiss(workers)
    print(f"{done:,} of {total:,} units played", flush=True)


def _study(plans: Sequence[RunPlan], task: Task | None) -> StudyPlan:
    assert task is not None
    return plans[task[0]].studies[task[1].study]


def _idle(workers: list[Worker[Task]], jobs: int, plans: Sequence[RunPlan]) -> Iterator[Worker[Task]]:
    """The processes without work; new ones up to the number of jobs."""
    yield from [worker for worker in workers if worker.task is None]
    while len(workers) < jobs:
        workers.append(Worker(_work, plans))
        yield workers[-1]


def _may_begin(study: StudyPlan, ready: set[str], busy: Iterable[str]) -> bool:
    key = compiled_for(study)
    return key in ready or key not in busy


def order(folder: Path = PLANS) -> list[Path]:
    """The plans, cheap games first; of each game reports on rule sets, then comparisons, then sweeps."""
    from benchmarks.reports import COMPARISON, SWEEP, rule_set_plans

    reports = [folder / f"{name}.toml" for name in rule_set_plans(folder)]
    rest = sorted(folder.glob(f"{COMPARISON}*.toml")) + sorted(folder.glob(f"{SWEEP}*.toml"))
    return sorted(
        [*reports, *rest], key=lambda path: next((n for n, game in enumerate(ORDER) if game in path.stem), len(ORDER))
    )


def main() -> None:
    """Read the arguments."""
    parser = argparse.ArgumentParser(description="play the lab's plans on many cores, without a database")
    parser.add_argument("--out", type=Path, help="copy the compressed units here at the end")
    parser.add_argument("--units", type=Path, default=UNITS, help="where units are kept (build/lab-units)")
    parser.add_argument("--seconds", type=float, default=560, help="stop after so long (560)")
    parser.add_argument("--jobs", type=int, default=14, help="processes (14)")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these plans alone, in this order")
    args = parser.parse_args()
    paths = order() if args.only is None else [PLANS / f"{name}.toml" for name in args.only]
    several = [open_units(read_file(path), args.units) for path in paths]
    try:
        play(several, args.jobs, args.seconds)
    finally:
        if args.out is not None:
            pack(args.units, args.out)
    left = {each.plan.name: len(each.missing) for each in several if each.missing}
    print("all plans are complete" if not left else f"units still to be played: {left}", flush=True)


if __name__ == "__main__":
    main()
