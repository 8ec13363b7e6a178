"""Reports: a run as one self-contained page for people, and as one JSON file for programs."""

from __future__ import annotations

import json
from pathlib import Path

from kakomi.lab.files import LabError, write_text
from kakomi.lab.measures import phrases
from kakomi.lab.report.page import page
from kakomi.lab.report.study_groups import StudyGroup, group_studies
from kakomi.lab.report.summary import summary
from kakomi.lab.results import RunResults

__all__ = ["data", "report"]


def report(run: RunResults, path: Path | str) -> tuple[Path, Path]:
    """Write the report to `path` (HTML), and beside it as JSON; returns the two paths."""
    path = Path(path)
    if path.suffix.lower() not in (".html", ".htm"):
        raise LabError(f"a report is a page: its file name must end in .html, unlike {path.name}")
    groups = group_studies(run.studies)
    if not groups:
        raise LabError(f"the run {run.name} has no games to report on")
    beside = path.with_suffix(".json")
    write_text(beside, json.dumps(data(run, groups), indent=2, ensure_ascii=False) + "\n")
    write_text(path, page(run, groups))
    return path, beside


def data(run: RunResults, groups: list[StudyGroup] | None = None) -> dict[str, object]:
    """The report for programs."""
    return {
        "run": run.name,
        "games": [
            {
                "game": group.game,
                "rules": group.rules,
                "options": group.options,
                "summary": summary(group),
                "chief": group.chief,  # the number of the study that the summary is about
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
                        "nodes_of_evaluations": study.evaluate,
                        "measures": {name: each.as_dict() for name, each in measured.items()},
                    }
                    for study, measured in zip(group.studies, group.measured, strict=True)
                ],
            }
            for group in (group_studies(run.studies) if groups is None else groups)
        ],
        "manifest": run.manifest,
    }
