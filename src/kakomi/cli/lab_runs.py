"""kakomi lab run, repeat and list: plans carried out."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from kakomi.cli.common import UsageError, add_json, print_json, user_path, whole
from kakomi.cli.match import ended_like_ctrl_c
from kakomi.core.errors import EngineError, shorten
from kakomi.core.system.folders import data_home

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from kakomi.lab.plan import Plan
    from kakomi.lab.results import RunResults
    from kakomi.lab.run import Progress
    from kakomi.lab.schedule import Backend

FAILED, INTERRUPTED = 1, 130
MOST_JOBS = 256


def add(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The actions that play."""
    run = actions.add_parser("run", help="carry out a plan, or go on with it")
    run.add_argument("plan", metavar="PLAN", help="a TOML file")
    run.add_argument("--name", metavar="NAME", help="the run's name (the plan's)")
    _add_workers(run)
    add_json(run, "the manifest")
    run.set_defaults(act=_run)
    repeat = actions.add_parser("repeat", help="play a run again: identical, or the first difference")
    repeat.add_argument("of", metavar="RUN", help="a run's name, or its folder")
    _add_workers(repeat)
    add_json(repeat, "the verdict")
    repeat.set_defaults(act=_repeat)
    listed = actions.add_parser("list", help="the runs in the store")
    _add_database(listed)
    add_json(listed, "the runs")
    listed.set_defaults(act=_list)


def _add_workers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--jobs", metavar="N", type=whole(1, MOST_JOBS), default=cores(), help=f"processes ({cores()})")
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        nargs="?",
        const="local",
        help="play on the Ray cluster with this head; without an address, on one started here",
    )
    _add_database(parser)


def _add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--database", metavar="URL", help="postgresql://USER:PASSWORD@HOST/NAME or sqlite:///FILE")


def cores() -> int:
    """The cores this process may use."""
    found = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(found, MOST_JOBS)


def _run(args: argparse.Namespace) -> int:
    from kakomi.lab import plan as plans
    from kakomi.lab.run import run as carry_out

    plan = plans.read_file(user_path(args.plan))
    name = plan.name if args.name is None else args.name
    if not plans.NAME.fullmatch(name):
        raise UsageError(f"--name takes up to 64 small letters, digits, dots and hyphens, not {shorten(name)!r}")
    folder = lab_home() / name
    engine = _open(args.database)
    try:
        with ended_like_ctrl_c(), _Shown() as shown:
            made = carry_out(plan, folder, engine, args.jobs, shown.update, _backend(args))
    except KeyboardInterrupt:
        print(f"Interrupted. To go on: kakomi lab run {args.plan}" + (f" --name {name}" if args.name else ""))
        return INTERRUPTED
    finally:
        engine.dispose()
    if args.json:
        print_json(made)
        return 0
    for number, study in enumerate(made["studies"], 1):
        early = ", enough for its stopping rule" if study["stopped"] else ""
        print(f"{number:>3}  {study['games']:>11,} games{early}  {study['name']}")
    print(f"\nResults: {folder}")
    return 0


def _repeat(args: argparse.Namespace) -> int:
    from kakomi.lab.repeat import repeat

    results = find_run(args.of)
    with ended_like_ctrl_c(), _Shown() as shown:
        verdict = repeat(results, args.jobs, shown.update, _backend(args))
    if args.json:
        print_json(verdict.__dict__)
    else:
        if verdict.version:
            print(verdict.version)
        if not results.manifest.get("repeatable"):
            print("A clock or a foreign engine had a say in this run: it need not repeat itself.")
        print(f"Identical: {verdict.games:,} games." if verdict.identical else f"Different: {verdict.difference}.")
    return 0 if verdict.identical else FAILED


def _list(args: argparse.Namespace) -> int:
    from kakomi.lab.hold import listed

    engine = _open(args.database)
    try:
        runs = listed(engine)
    finally:
        engine.dispose()
    if args.json:
        print_json([each.__dict__ | {"began": each.began.isoformat(timespec="seconds")} for each in runs])
        return 0
    for each in runs:
        print(f"{each.name:<32} {each.began:%Y-%m-%d %H:%M}  {each.games:>11,} games  {each.state}")
    if not runs:
        print("There are no runs yet; to make one: kakomi lab run PLAN")
    return 0


def _backend(args: argparse.Namespace) -> Callable[[Plan, int], Backend]:
    """Who plays: processes of this machine, or a cluster."""
    if args.ray is None:
        from kakomi.lab.run import backend

        return backend
    from kakomi.lab.ray_backend import Ray

    return lambda plan, jobs: Ray(plan, jobs, args.ray)


# --- where things are -------------------------------------------------------------------------------------------------


def lab_home() -> Path:
    """Where runs are kept."""
    return data_home() / "lab"


def find_run(name: str) -> RunResults:
    """The run of that name, or in that folder."""
    from kakomi.lab import results

    folder = user_path(name)
    if "/" not in name and os.sep not in name and not (folder / results.MANIFEST).is_file():
        folder = lab_home() / name
    return results.load(folder)


def _open(url: str | None) -> Engine:
    """The store: as named, else as the environment says, else a file in the data folder."""
    try:
        from kakomi.store.database import open_database
    except ModuleNotFoundError as error:
        raise EngineError(f"the lab needs {error.name}: install it with pip install 'kakomi[lab]'") from error
    chosen = url or os.environ.get("KAKOMI_DATABASE") or f"sqlite:///{data_home() / 'kakomi.db'}"
    for short in ("postgresql://", "postgres://"):
        if chosen.startswith(short):
            chosen = "postgresql+psycopg://" + chosen.removeprefix(short)
    return open_database(chosen)


# --- what is shown ----------------------------------------------------------------------------------------------------


class _Shown:
    """One line on a terminal's standard error, written over again and again, and gone at the end."""

    WIDE = 20  # signs of the bar

    def __init__(self) -> None:
        self._on = sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> _Shown:
        self._show("getting ready ...")
        return self

    def __exit__(self, *_: object) -> None:
        self._show("")

    def update(self, progress: Progress) -> None:
        """How far it is."""
        share = progress.games / max(progress.most, 1)
        bar = "#" * round(self.WIDE * share)
        left = "" if progress.left is None else f", {duration(progress.left)} left"
        text = f"[{bar:.<{self.WIDE}}] {progress.games:,} of {progress.most:,} games{left}  {progress.study}"
        self._show(text)

    def _show(self, text: str) -> None:
        if self._on:
            width = max(10, shutil.get_terminal_size().columns - 1)
            sys.stderr.write(f"\r\x1b[K{text[:width]}")
            sys.stderr.flush()


def duration(seconds: float) -> str:
    """A time for people.

    >>> duration(42), duration(600), duration(7300)
    ('42 s', '10 min', '2 h 2 min')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"
