"""The index: games and rule sets side by side on one page, and the same as JSON.

Each is shown between its own strongest equal players, from one kind of start. A level is a strength within one game and not
comparable across games, so games are shown side by side, not ranked; the page also shows how each measure changes with
strength.
"""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kakomi.lab.files import LabError, write_text
from kakomi.lab.measures import MEASURES, Measured, title
from kakomi.lab.player_names import equal_players, player_text, strength
from kakomi.lab.report import charts
from kakomi.lab.report.page import (
    cell,
    chart_point,
    document,
    over_strength,
    percent_sign,
    scale_of,
    unit_line,
    with_unit,
)
from kakomi.lab.report.study_groups import StudyGroup, group_studies
from kakomi.lab.report.summary import paragraph
from kakomi.lab.results import RunResults
from kakomi.lab.statistics.fair_start import begins_everywhere

# The measures by which games are compared, in the order of the table.
MAIN = (
    "first_player_advantage",
    "draws",
    "length",
    "turns",
    "branching",
    "forced_share",
    "game_tree",
    "lead_changes",
    "drama",
    "behind",
    "decided_at",
    "stability",
    "clarity",
    "skill_trace",
    "copycat",
    "board_use",
)
BETWEEN_OTHERS = ("skill_trace", "copycat")  # measured between different players
CHARTS = (
    "first_player_advantage",
    "draws",
    "length",
    "branching",
    "game_tree",
    "lead_changes",
    "drama",
    "decided_at",
    "clarity",
    "skill_trace",
)
CURVES = ("first_player_advantage", "draws", "length", "drama", "decided_at")


@dataclass(frozen=True)
class IndexEntry:
    """One rule set: its run, the players that represent it, and all measures at that strength."""

    run: str
    group: StudyGroup
    player: str
    found: dict[str, Measured]
    link: str  # the report beside the index; "" if there is none


def index(runs: Sequence[RunResults], path: Path | str) -> tuple[Path, Path]:
    """Write the index of several runs to `path` (HTML), and beside it as JSON; returns the two paths."""
    path = Path(path)
    if path.suffix.lower() not in (".html", ".htm"):
        raise LabError(f"an index is a page: its file name must end in .html, unlike {path.name}")
    entries = index_entries(runs, path.parent)
    beside = path.with_suffix(".json")
    if {path.name, beside.name} & {f"{run.name}{end}" for run in runs for end in (path.suffix, ".json")}:
        raise LabError(f"{path.name} would overwrite the report of a run of that name; give the index another name")
    write_text(beside, json.dumps(data(entries), indent=2, ensure_ascii=False) + "\n")
    write_text(path, page(runs, entries))
    return path, beside


def index_entries(runs: Sequence[RunResults], folder: Path) -> list[IndexEntry]:
    """The rule sets of all runs in order, at one strength; a rule set that appears twice is refused."""
    found: dict[str, tuple[str, StudyGroup]] = {}
    for run in runs:
        for group in group_studies(run.studies):
            if all(begins_everywhere(study) for study in group.studies):
                continue  # only a study of first moves, which the report of the run shows
            if group.name in found:
                raise LabError(
                    f"{group.name} is in {found[group.name][0]} and in {run.name}; an index takes each rule set once"
                )
            found[group.name] = run.name, group
    if not found:
        raise LabError("the runs have no games to compare")
    lone = next((group for _, group in found.values() if not group.strengths), None)
    if lone is not None:
        raise LabError(f"{lone.name} has no study between two equal players and cannot be compared")
    entries = []
    for run_name, group in found.values():
        player = list(group.strengths)[-1]
        known = dict(group.strengths[player])
        for measured in group.measured:
            known |= {name: measured[name] for name in BETWEEN_OTHERS if name in measured}
        link = f"{run_name}.html"
        entries.append(IndexEntry(run_name, group, player, known, link if (folder / link).is_file() else ""))
    return entries


def data(entries: Sequence[IndexEntry]) -> dict[str, object]:
    """The index as data for JSON."""
    return {
        "games": [
            {
                "run": entry.run,
                "report": entry.link or None,
                "game": entry.group.game,
                "rules": entry.group.rules,
                "options": entry.group.options,
                "title": entry.group.name,
                "summary": paragraph(entry.group),
                "players": entry.player,
                "measures": {name: entry.found[name].as_dict() for name in MAIN if name in entry.found},
                "over_strength": {
                    name: {
                        player: known[name].as_dict()
                        for player, known in entry.group.strengths.items()
                        if name in known
                    }
                    for name in MAIN
                    if name not in BETWEEN_OTHERS
                },
            }
            for entry in entries
        ]
    }


# --- the page ---------------------------------------------------------------------------------------------------------


def page(runs: Sequence[RunResults], entries: Sequence[IndexEntry]) -> str:
    """The whole document."""
    body = "".join(
        (
            "<h1>The games in numbers</h1>",
            _facts(runs, entries),
            _paragraphs(entries),
            _table(entries),
            _side_by_side(entries),
            _curves(entries),
        )
    )
    return document("The games in numbers", body)


def _facts(runs: Sequence[RunResults], entries: Sequence[IndexEntry]) -> str:
    games = sum(study.played for entry in entries for study in entry.group.studies)
    versions = sorted({str(run.manifest[key]) for run in runs for key in ("kakomi",) if run.manifest.get(key)})
    version = f" Kakomi {', '.join(versions)}." if versions else ""
    return (
        f'<p class="quiet">{games:,} games of {len(entries)} rule sets.{html.escape(version)} Each rule set is shown '
        "between its own strongest equal players; a level is a strength within one game, so games are not ranked. Ranges "
        "are 95% confidence intervals. Winning chances are estimated by search; each report states its nodes.</p>"
    )


def _paragraphs(entries: Sequence[IndexEntry]) -> str:
    parts = []
    for entry in entries:
        text = html.escape(paragraph(entry.group))
        parts.append(f"<article><h3>{_linked(entry)}</h3><p>{text}</p></article>")
    return f'<h2>Game by game</h2><div class="pair">{"".join(parts)}</div>'


def _table(entries: Sequence[IndexEntry]) -> str:
    heads = "".join(f"<th>{_linked(entry)}<small>{_games(entry)}</small></th>" for entry in entries)
    rows = []
    for name in MAIN:
        if not any(name in entry.found for entry in entries):
            continue
        cells = "".join(cell(entry.found.get(name)) for entry in entries)
        hint = html.escape(MEASURES[name].sentence)
        rows.append(f'<tr><th scope="row" title="{hint}">{html.escape(title(name))}{unit_line(name)}</th>{cells}</tr>')
    return (
        f'<h2>Side by side</h2><div class="wide"><table class="close"><thead><tr><th></th>{heads}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _linked(entry: IndexEntry) -> str:
    name = html.escape(entry.group.name)
    return f'<a href="{html.escape(entry.link)}">{name}</a>' if entry.link else name


def _games(entry: IndexEntry) -> str:
    count = f", {entry.found['length'].n:,} games" if "length" in entry.found else ""
    return html.escape(f"{equal_players(entry.player)}{count}")


def _side_by_side(entries: Sequence[IndexEntry]) -> str:
    figures = []
    for name in CHARTS:
        points = [chart_point(entry.group.name, entry.found[name]) for entry in entries if name in entry.found]
        if len(points) < 2:
            continue
        low, high, middle = scale_of(name, points)
        picture = charts.rows(points, title(name), low, high, middle, percent_sign(name))
        caption = html.escape(MEASURES[name].sentence)
        figures.append(
            f"<figure><h3>{html.escape(with_unit(name))}</h3>{picture}<figcaption>{caption}</figcaption></figure>"
        )
    return f'<h2>Measure by measure</h2><div class="pair">{"".join(figures)}</div>' if figures else ""


def _curves(entries: Sequence[IndexEntry]) -> str:
    parts = []
    for name in CURVES:
        several = [(entry, over_strength(entry.group, name)) for entry in entries]
        several = [(entry, points) for entry, points in several if len(points) > 1]
        if not any(each.value for _, points in several for each in points):
            continue
        scale = scale_of(name, [each for _, points in several for each in points])
        strengths = sorted({player for entry in entries for player in entry.group.strengths}, key=strength)
        slots = [player_text(player) for player in strengths]
        small = ""
        for entry, points in several:
            picture = charts.curve(
                points,
                f"{title(name)}, {entry.group.name}",
                *scale,
                percent_sign(name),
                [player_text(player) for player in slots],
            )
            small += f"<figure><figcaption>{_linked(entry)}</figcaption>{picture}</figure>"
        about = html.escape(MEASURES[name].sentence)
        parts.append(
            f'<h3>{html.escape(with_unit(name))}</h3><p class="quiet">{about}</p><div class="many">{small}</div>'
        )
    intro = (
        '<p class="quiet">Each chart goes from weak players on the left to strong ones on the right: 0 stands for random '
        "players, 1 and so on are the levels. All charts of a measure have the same scale.</p>"
    )
    return f"<h2>Over playing strength</h2>{intro}{''.join(parts)}" if parts else ""
