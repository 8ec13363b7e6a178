"""Reports: a run as one self-contained page for people and one JSON file for programs."""

from __future__ import annotations

import json
from pathlib import Path

from kakomi.lab.measures import phrases
from kakomi.lab.report.page import page
from kakomi.lab.report.study_groups import Group, groups
from kakomi.lab.report.summary import summary
from kakomi.lab.results import LabError, RunResults
from kakomi.lab.runs.manifest import write_whole

__all__ = ["data", "report"]


def report(run: RunResults, path: Path | str) -> tuple[Path, Path]:
    """Write the report to `path` (HTML) and beside it as JSON; the two paths."""
    path = Path(path)
    if path.suffix.lower() not in (".html", ".htm"):
        raise LabError(f"a report is a page and its file ends in .html, unlike {path.name}")
    found = groups(run.studies)
    if not found:
        raise LabError(f"the run {run.name} has no games to report on")
    beside = path.with_suffix(".json")
    write_whole(beside, json.dumps(data(run, found), indent=2, ensure_ascii=False) + "\n")
    write_whole(path, page(run, found))
    return path, beside


def data(run: RunResults, found: list[Group] | None = None) -> dict[str, object]:
    """The report for programs."""
    return {
        "run": run.name,
        "games": [
            {
                "game": group.game,
                "rules": group.rules,
                "options": group.options,
                "summary": summary(group),
                "chief": group.chief,  # the number of the study that the summary speaks of
                "endings": {
                    clause: phrases.ending(group.game, clause)
                    for found in group.measured
                    for family, _, clause in (name.partition(":") for name in found)
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
            for group in (groups(run.studies) if found is None else found)
        ],
        "manifest": run.manifest,
    }
