"""What is kept beside the results: all that is needed to repeat a run; and files written whole or not at all."""

from __future__ import annotations

import datetime
import functools
import hashlib
from pathlib import Path
from typing import Any

import kakomi
from kakomi import games
from kakomi.core import files
from kakomi.core.build import package_hash
from kakomi.lab.plan import Plan
from kakomi.lab.results import LabError
from kakomi.lab.schedule import Course
from kakomi.players.matches.match_files import machine

PLAYING = (
    *("core", "games", "search", "players", "lab/units.py", "lab/play.py", "lab/bulk.py", "lab/stopping.py"),
    *("lab/measures", "lab/intervals.py"),  # a stopping rule asks them
)


@functools.cache
def source_hash() -> str:
    """A hash of the sources that games follow from: with the same, the same plan gives the same results.

    >>> len(source_hash())
    16
    """
    root = Path(kakomi.__file__).resolve().parent
    digest = hashlib.sha256()
    for name in PLAYING:
        path = root / name
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            digest.update(str(file.relative_to(root)).encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def make(plan: Plan, name: str, courses: list[Course] | None, how: dict[str, object], began: int) -> dict[str, Any]:
    """The manifest; `courses` is None before the run is complete."""
    return {
        "run": name,
        "kakomi": kakomi.__version__,
        "package_hash": package_hash(),
        "source_hash": source_hash(),
        "rules_versions": {each: games.get(each).version for each in sorted({study.game for study in plan.studies})},
        "plan": plan.as_dict(),
        "repeatable": all(study.repeatable for study in plan.studies),
        **how,
        "machine": machine(),
        "began": _when(began / 1000),
        "ended": None if courses is None else _when(datetime.datetime.now(datetime.UTC).timestamp()),
        "complete": courses is not None,
        "studies": [
            {"name": course.study.name, "games": course.games, "stopped": course.stopped} for course in courses or []
        ],
    }


def _when(seconds: float) -> str:
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).isoformat(timespec="seconds")


def write_whole(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        files.write_whole(path, [text.encode()])
    except OSError as error:
        raise LabError(
            f"{path} cannot be written: {error.strerror}; make room, or set KAKOMI_DATA to another folder, and run it again"
        ) from error
