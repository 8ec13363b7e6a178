"""Reports: a run as one self-contained page for people, and as one JSON file for programs."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from kakomi.lab.files import LabError, write_text
from kakomi.lab.measures import omitted, phrases
from kakomi.lab.report.alarms import Alarm, check_run, refuse, symmetry_of
from kakomi.lab.report.page import page
from kakomi.lab.report.study_groups import StudyGroup, group_studies
from kakomi.lab.report.summary import summary
from kakomi.lab.results import RunResults, StudyResult
from kakomi.lab.statistics.calibration import calibration_of
from kakomi.lab.statistics.doublings import doublings

__all__ = ["data", "report"]


def report(run: RunResults, path: Path | str, *, draft: bool = False, replay: bool = True) -> tuple[Path, Path]:
    """Write the report to `path` (HTML), and beside it as JSON; returns the two paths.

    Raises LabError if there are alarms (alarms.py), except for a draft, which shows them. With `replay`, a sample of games
    is played again if the players' sources have changed.
    """
    path = Path(path)
    if path.suffix.lower() not in (".html", ".htm"):
        raise LabError(f"a report is a page: its file name must end in .html, unlike {path.name}")
    groups = group_studies(run.studies)
    if not groups:
        raise LabError(f"the run {run.name} has no games to report on")
    alarms = check_run(run, groups, replay)
    if not draft:
        refuse(run, alarms)
    beside = path.with_suffix(".json")
    write_text(beside, json.dumps(data(run, groups, alarms), indent=2, ensure_ascii=False) + "\n")
    write_text(path, page(run, groups, alarms))
    return path, beside


def data(run: RunResults, groups: list[StudyGroup] | None = None, alarms: Sequence[Alarm] = ()) -> dict[str, object]:
    """The report as data for JSON."""
    return {
        "run": run.name,
        "alarms": [asdict(each) for each in alarms],
        "games": [
            {
                "game": group.game,
                "rules": group.rules,
                "options": group.options,
                "summary": summary(group),
                "chief": group.chief,  # the number of the study that the summary is about
                "first_moves": group.first_moves,  # the number of the study of first moves
                "symmetry": _symmetry(group),
                "doublings": [finite(asdict(each)) for each in doublings(group.studies)],
                "endings": {
                    clause: phrases.ending(group.game, clause)
                    for measured in group.measured
                    for family, _, clause in (name.partition(":") for name in measured)
                    if family == "ending"
                },
                "studies": [
                    {
                        "name": study.name,
                        "players": list(study.players),
                        "games": study.played,
                        "start": study.kind,
                        "random_plies": study.opening,
                        "spread": None if study.spread is None else asdict(study.spread),
                        "turned": study.turned,
                        "nodes_of_evaluations": study.evaluate,
                        "calibration": _calibration(study),
                        "omitted": omitted(study),
                        "measures": {name: each.as_dict() for name, each in measured.items()},
                    }
                    for study, measured in zip(group.studies, group.measured, strict=True)
                ],
            }
            for group in (group_studies(run.studies) if groups is None else groups)
        ],
        "manifest": run.manifest,
    }


def _calibration(study: StudyResult) -> dict[str, object] | None:
    found = calibration_of(study) if study.evaluate else None
    return None if found is None else finite(asdict(found))


def finite(data: dict[str, object]) -> dict[str, object]:
    """The same data for JSON, which has no infinite numbers: they become null."""
    return {
        key: None if isinstance(value, float) and not math.isfinite(value) else value for key, value in data.items()
    }


def _symmetry(group: StudyGroup) -> dict[str, object] | None:
    found = symmetry_of(group)
    return None if found is None else finite(asdict(found))
