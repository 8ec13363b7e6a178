"""kakomi lab run, repeat and list: run a plan, run it again, and list the runs."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from kakomi.cli.arguments import MOST_JOBS, UsageError, add_action, add_jobs, add_json
from kakomi.cli.exit_codes import DONE, FAILED, INTERRUPTED
from kakomi.cli.files import print_json, user_path
from kakomi.cli.interrupts import sigterm_like_ctrl_c
from kakomi.cli.progress import ProgressLine, bar, duration
from kakomi.core.errors import EngineError, shorten
from kakomi.core.system.folders import data_home

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from kakomi.lab.plans.plan import RunPlan
    from kakomi.lab.results import RunResults
    from kakomi.lab.runs.runner import RunProgress
    from kakomi.lab.runs.schedule import Backend

BAR_WIDTH = 20  # characters


def add(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The actions that play."""
    run = add_action(actions, "run", "run a plan, or continue it", "kakomi lab run fair.toml --jobs 2")
    run.add_argument("plan", metavar="PLAN", help="a TOML file")
    run.add_argument("--name", metavar="NAME", help="the run's name (default: the plan's)")
    _add_workers(run)
    add_json(run, "the manifest")
    run.set_defaults(act=_run)
    repeat = add_action(
        actions, "repeat", "run a plan again and find the first difference, if any", "kakomi lab repeat fair"
    )
    repeat.add_argument("of", metavar="RUN", help="a run's name or folder")
    _add_workers(repeat)
    add_json(repeat, "the verdict")
    repeat.set_defaults(act=_repeat)
    runs = add_action(actions, "list", "list the runs in the database", "kakomi lab list --json")
    _add_database(runs)
    add_json(runs, "the runs")
    runs.set_defaults(act=_list)


def _add_workers(parser: argparse.ArgumentParser) -> None:
    add_jobs(parser, cores())
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        nargs="?",
        const="local",
        help="play on the Ray cluster at this address; without an address, on one started on this computer",
    )
    _add_database(parser)


def _add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--database", metavar="URL", help="postgresql://USER@HOST/NAME or sqlite:///FILE")


def cores() -> int:
    """The cores this process may use."""
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(count, MOST_JOBS)


def _run(args: argparse.Namespace) -> int:
    from kakomi.lab.plans import plan as plans
    from kakomi.lab.runs.runner import run_plan

    plan = plans.read_file(user_path(args.plan))
    name = plan.name if args.name is None else args.name
    if not plans.NAME.fullmatch(name):
        raise UsageError(f"--name takes up to 64 lower-case letters, digits, dots and hyphens, not {shorten(name)!r}")
    folder = lab_home() / name
    engine = _open(args.database)
    try:
        with sigterm_like_ctrl_c(), _progress_line() as line:
            manifest = run_plan(plan, folder, engine, args.jobs, _shown_on(line), _backend(args))
    except KeyboardInterrupt:
        print(f"Interrupted. To continue: kakomi lab run {args.plan}" + (f" --name {name}" if args.name else ""))
        return INTERRUPTED
    finally:
        engine.dispose()
    if args.json:
        print_json(manifest)
        return DONE
    for number, study in enumerate(manifest["studies"], 1):
        early = ", stopped early by its stopping rule" if study["stopped"] else ""
        print(f"{number:>3}  {study['games']:>11,} games{early}  {study['name']}")
    print(f"\nResults: {folder}")
    return DONE


def _repeat(args: argparse.Namespace) -> int:
    from kakomi.lab.runs.repeat import repeat_run

    results = find_run(args.of)
    with sigterm_like_ctrl_c(), _progress_line() as line:
        verdict = repeat_run(results, args.jobs, _shown_on(line), _backend(args))
    if args.json:
        print_json(verdict.__dict__)
    else:
        if verdict.version:
            print(verdict.version)
        if not results.manifest.get("repeatable"):
            print("This run used a clock or an external engine, so its games may differ when played again.")
        print(f"Identical: {verdict.games:,} games." if verdict.identical else f"Different: {verdict.difference}.")
    return DONE if verdict.identical else FAILED


def _list(args: argparse.Namespace) -> int:
    from kakomi.lab.runs.run_lock import list_runs

    engine = _open(args.database)
    try:
        runs = list_runs(engine)
    finally:
        engine.dispose()
    if args.json:
        print_json([each.__dict__ | {"began": each.began.isoformat(timespec="seconds")} for each in runs])
        return DONE
    for each in runs:
        print(f"{each.name:<32} {each.began:%Y-%m-%d %H:%M}  {each.games:>11,} games  {each.state}")
    if not runs:
        print("There are no runs yet; to start one: kakomi lab run PLAN")
    return DONE


def _backend(args: argparse.Namespace) -> Callable[[RunPlan, int], Backend]:
    """Where games are played: in processes of this computer, or on a cluster."""
    if args.ray is None:
        from kakomi.lab.runs.runner import make_local_backend

        return make_local_backend
    from kakomi.lab.runs.ray_backend import RayBackend

    return lambda plan, jobs: RayBackend(plan, jobs, args.ray)


# --- files and database -----------------------------------------------------------------------------------------------


def lab_home() -> Path:
    """Where runs are kept."""
    return data_home() / "lab"


def find_run(name: str) -> RunResults:
    """The run with that name, or in that folder."""
    from kakomi.lab import results

    folder = user_path(name)
    if "/" not in name and os.sep not in name and not (folder / results.MANIFEST).is_file():
        folder = lab_home() / name
    return results.load(folder)


def _open(url: str | None) -> Engine:
    """The database: the one named, else the one in the environment, else a file in the data folder."""
    try:
        from kakomi.store.database import open_database, with_driver
    except ModuleNotFoundError as error:
        raise EngineError(f"the lab needs {error.name}; to install it: pip install 'kakomi[lab]'") from error
    chosen = url or os.environ.get("KAKOMI_DATABASE") or f"sqlite:///{data_home() / 'kakomi.db'}"
    return open_database(with_driver(chosen))


# --- output -----------------------------------------------------------------------------------------------------------


def _progress_line() -> ProgressLine:
    line = ProgressLine()
    line.show("getting ready ...")
    return line


def _shown_on(line: ProgressLine) -> Callable[[RunProgress], None]:
    return lambda progress: line.show(progress_text(progress))


def progress_text(progress: RunProgress) -> str:
    """How far a run is, in one line."""
    left = "" if progress.left is None else f", {duration(progress.left)} left"
    games = f"{progress.games:,} of {progress.most:,} games"
    return f"[{bar(progress.games / max(progress.most, 1), BAR_WIDTH)}] {games}{left}  {progress.study}"
