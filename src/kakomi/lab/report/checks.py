"""The checks on a page: do images of a move agree, are games different, are chances honest, and what was left out?"""

from __future__ import annotations

import html
import math
from collections.abc import Sequence

from kakomi.lab.figures import figure, number
from kakomi.lab.measures import omitted, title
from kakomi.lab.player_names import both_players
from kakomi.lab.report.alarms import Alarm, symmetry_of
from kakomi.lab.report.study_groups import StudyGroup
from kakomi.lab.results import StudyResult
from kakomi.lab.statistics.calibration import calibration_of
from kakomi.lab.statistics.doublings import doublings


def alarm_box(alarms: Sequence[Alarm]) -> str:
    """The alarms of the run, at the top of a draft."""
    if not alarms:
        return ""
    lines = "".join(f"<li>{html.escape(each.text)}</li>" for each in alarms)
    return f'<div class="alarm"><p><strong>A draft, not fit to be published:</strong></p><ul>{lines}</ul></div>'


def checks(group: StudyGroup) -> str:
    """The section of checks."""
    lines = []
    test = symmetry_of(group)
    if test is not None:
        lines.append(f"Images of one first move do as well as each other: {test.text}.")
    for study in group.studies:
        repeats = sum(game.repeat for game in study.games)
        if repeats:
            lines.append(
                f"{study.name}: {repeats:,} of {len(study.games):,} games are the same as an earlier one, move for move."
            )
        left_out = omitted(study)
        if left_out:
            names = ", ".join(title(name).lower() for name in left_out)
            lines.append(f"{study.name}: {names} are left out, since {next(iter(left_out.values()))}.")
    paragraphs = "".join(f"<p>{html.escape(line)}</p>" for line in lines)
    parts = paragraphs + _reliability(group.studies[group.chief]) + _doublings(group)
    return f"<h3>Checks</h3>{parts}" if parts else ""


def _reliability(study: StudyResult) -> str:
    """How often positions with each chance were won."""
    found = calibration_of(study) if study.evaluate else None
    if found is None or not found.curve:
        return ""
    rows = "".join(
        f'<tr><th scope="row">{100 * each.low:.0f} to {100 * each.high:.0f}%</th><td>{100 * each.chance:.1f}%</td>'
        f"<td>{figure(each.result, 'share')}<small>{_ends(each.ends)}</small></td>"
        f"<td>{each.positions:,}<small>of {each.games:,} games</small></td></tr>"
        for each in found.curve
    )
    ends = "" if found.brier_ends is None else f" ({number(found.brier_ends[0])} to {number(found.brier_ends[1])})"
    corrected = f"{number(found.brier_before)} before the correction, {number(found.brier)}{ends} after it"
    return (
        f"<p>Are the chances honest? The judge searches {study.evaluate:,} nodes, at least as many as the players, and its "
        f"chances are corrected by the results of other games. Brier score in {found.games:,} games between "
        f"{html.escape(both_players(study))}: {corrected}.</p>"
        '<div class="wide"><table><thead><tr><th>chance of the first player</th><th>mean</th><th>points taken</th>'
        f"<th>positions</th></tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _ends(ends: tuple[float, float] | None) -> str:
    return "" if ends is None else f"{100 * ends[0]:.1f} to {100 * ends[1]:.1f}"


def _doublings(group: StudyGroup) -> str:
    """What each doubling of the nodes is worth."""
    steps = doublings(group.studies)
    if len(steps) < 2:
        return ""
    rows = "".join(
        f'<tr><th scope="row">{step.nodes:,} to {2 * step.nodes:,}</th><td>{step.elo:+.0f} Elo'
        f"<small>{_end(step.low)} to {_end(step.high)}</small></td><td>{step.games:,}</td></tr>"
        for step in steps
    )
    return (
        f"<p>What is each doubling of the nodes worth? Contests between {html.escape(steps[0].search)} searches.</p>"
        f'<div class="wide"><table><thead><tr><th>nodes</th><th>worth</th><th>games</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _end(value: float) -> str:
    return "any" if math.isinf(value) else f"{value:+.0f}"
