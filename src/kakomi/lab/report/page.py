"""The page of a report: one file, nothing fetched, no script."""

from __future__ import annotations

import html
import json
import math
from collections.abc import Iterable, Sequence

from kakomi.core.svg import draw_course, material_of
from kakomi.lab.figures import PERCENT, figure, written
from kakomi.lab.measures import MEASURES, Family, Measured, phrases, title
from kakomi.lab.measures.winning_chances import chances, drama, result
from kakomi.lab.player_names import both_players, player_text
from kakomi.lab.report import boards, charts
from kakomi.lab.report.alarms import Alarm
from kakomi.lab.report.checks import alarm_box, checks
from kakomi.lab.report.fair_map import fair_map
from kakomi.lab.report.study_groups import StudyGroup, start_of
from kakomi.lab.report.style import STYLE
from kakomi.lab.report.summary import summary, way_in
from kakomi.lab.results import TRUE_START, GameResult, RunResults, StudyResult
from kakomi.lab.statistics.calibration import calibration_of
from kakomi.lab.statistics.fair_start import (
    VERDICTS,
    FirstMove,
    begins_everywhere,
    fair_start,
    first_move_results,
    why_unsuitable,
)

CURVES = ("first_player_advantage", "draws", "length", "branching", "lead_changes", "drama", "decided_at", "comeback")
HALF = ("first_player_advantage", "skill_trace", "copycat")  # charts with a line at a half
MOST_OPENINGS, FEWEST_GAMES = 16, 5


def page(run: RunResults, groups: Sequence[StudyGroup], alarms: Sequence[Alarm] = ()) -> str:
    """The whole document."""
    sections = "".join(_section(group, number, len(groups) == 1) for number, group in enumerate(groups))
    head = (
        groups[0].name
        if len(groups) == 1
        else groups[0].title
        if len({each.game for each in groups}) == 1
        else run.name
    )
    body = f"<h1>{html.escape(head)}</h1>{alarm_box(alarms)}{_facts(run, groups)}{sections}{_method(groups)}{_manifest(run)}"
    return document(f"{head}: a report of Kakomi", body)


def document(name: str, body: str) -> str:
    """A page in the style of the reports, as one file."""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{html.escape(name)}</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><style>{STYLE}</style></head>'
        f"<body><main>{body}</main></body></html>\n"
    )


def _facts(run: RunResults, groups: Sequence[StudyGroup]) -> str:
    games = sum(study.played for group in groups for study in group.studies)
    studies = sum(len(group.studies) for group in groups)
    facts = [f"{games:,} games in {studies} {'study' if studies == 1 else 'studies'}"]
    for key, text in (("run", "run {}"), ("ended", "{:.10}"), ("kakomi", "Kakomi {}"), ("source_hash", "sources {}")):
        if run.manifest.get(key):
            facts.append(text.format(str(run.manifest[key])))
    return f'<p class="quiet">{html.escape(", ".join(facts))}. Ranges in brackets are 95% confidence intervals.</p>'


def _section(group: StudyGroup, number: int, alone: bool) -> str:
    study, found = group.studies[group.chief], group.measured[group.chief]
    sentences = "".join(f"<p>{html.escape(line)}</p>" for line in summary(group))
    parts = [
        "" if alone else f"<h2>{html.escape(group.title)}</h2>",
        f'<p class="quiet">{html.escape(group.subtitle)}</p>',
        f'<div class="pair"><div class="summary">{sentences}</div>{_start(study, f"s{number}")}</div>',
        _curves(group),
        _lengths_and_endings(study, found),
        _example_games(study, f"g{number}"),
        _boards(study, found),
        _openings(study, found),
        _fair(group),
        checks(group),
        _table(group),
    ]
    return f"<section>{''.join(parts)}</section>"


def _start(study: StudyResult, key: str) -> str:
    """The board before the first move."""
    match = start_of(study)
    if match is None:
        return ""
    return _figure(f'<div class="film">{boards.with_unique_ids(match.svg(width=440), key)}</div>', "The start.")


def _figure(picture: str, caption: str) -> str:
    return f"<figure>{picture}<figcaption>{html.escape(caption)}</figcaption></figure>" if picture else ""


def _pair(heading: str, figures: Iterable[str]) -> str:
    kept = [each for each in figures if each]
    return f'<h3>{html.escape(heading)}</h3><div class="pair">{"".join(kept)}</div>' if kept else ""


def chart_point(name: str, found: Measured) -> charts.ChartPoint:
    """A measured value for a chart, shares in percent; the unit is in the chart's title."""
    scale = 100.0 if found.unit in PERCENT else 1.0
    low = found.value if found.low is None else found.low
    high = found.value if found.high is None else found.high
    text = written(found.value, found.low, found.high, found.unit if found.unit in PERCENT else "0 to 1")
    return charts.ChartPoint(name, scale * found.value, scale * low, scale * high, text)


def _curves(group: StudyGroup) -> str:
    """Each main measure over playing strength, if equal players of several strengths played."""
    figures = []
    for name in CURVES:
        points = over_strength(group, name)
        if len(points) < 2 or not any(each.value for each in points):
            continue
        scale = scale_of(name, points)
        picture = charts.curve(points, title(name), *scale, percent_sign(name))
        figures.append(_figure(picture, f"{with_unit(name)}. {MEASURES[name].sentence}"))
    start = way_in(group.studies[group.chief]) if group.studies else ""
    return _pair(f"Over playing strength, {start}", figures)


def over_strength(group: StudyGroup, name: str) -> list[charts.ChartPoint]:
    """A measure between equal players of each strength, the weakest first."""
    return [chart_point(player_text(player), known[name]) for player, known in group.strengths.items() if name in known]


def scale_of(name: str, points: Sequence[charts.ChartPoint]) -> tuple[float, float, float | None]:
    """The ends of a chart's scale, and the line at a half if the measure has one."""
    low, high = min(each.low for each in points), max(each.high for each in points)
    if name in HALF:
        low, high = min(low, 40.0), max(high, 60.0)
    else:
        low = min(low, 0.0)
    unit = MEASURES[name].unit
    top = 100.0 if unit in PERCENT else 1.0 if unit == "0 to 1" else math.inf
    room = (high - low or 1) * 0.08
    return min(low, max(low - room, 0.0)), max(high, min(high + room, top)), 50.0 if name in HALF else None


def percent_sign(name: str) -> str:
    """The sign after the numbers of a scale: "%" or nothing."""
    return "%" if MEASURES[name].unit in PERCENT else ""


def with_unit(name: str) -> str:
    """A measure's title, with its unit unless the title or the figures show it."""
    unit = MEASURES[name].unit
    return title(name) if unit in (*PERCENT, "0 to 1", "moves") else f"{title(name)}, {unit}"


def _lengths_and_endings(study: StudyResult, found: dict[str, Measured]) -> str:
    counts: dict[int, int] = {}
    if study.bulk is not None:
        counts = study.bulk.lengths
    else:
        for game in study.games:
            counts[game.plies] = counts.get(game.plies, 0) + 1
    clauses = [
        chart_point(phrases.ending_label(study.game, name.partition(":")[2]), each)
        for name, each in found.items()
        if name.startswith("ending:")
    ]
    lengths = charts.histogram(counts, "Length of games", "moves") if counts else ""
    ends = charts.rows(clauses, "How games end", 0, 100, unit="%") if clauses else ""
    return _pair(
        "Length and end",
        [
            _figure(lengths, f"How long games between {both_players(study)} are."),
            _figure(
                ends,
                "How games end: the share of games that each clause of the rules ends; clause numbers in brackets.",
            ),
        ],
    )


def example_games(study: StudyResult) -> tuple[GameResult | None, GameResult | None]:
    """A typical game, of median length among the decisive ones, and the most dramatic one."""
    decisive = [game for game in study.games if game.winner is not None and game.moves and not game.forfeited]
    if not decisive:
        return None, None
    typical = sorted(decisive, key=lambda game: (game.plies, game.game))[len(decisive) // 2]
    by_drama = [(row[0], -game.game, game) for game in decisive for row in (drama(game),) if row is not None]
    return typical, max(by_drama, key=lambda each: each[:2])[2] if by_drama else None


def _example_games(study: StudyResult, key: str) -> str:
    """Two games: a curve of the winning chance if it is known, and the boards to step through."""
    match = start_of(study)
    if match is None:
        return ""
    calibration = calibration_of(study) if study.evaluate else None
    typical, dramatic = example_games(study)
    figures = []
    for name, game in (("A typical game", typical), ("The most dramatic game", dramatic)):
        if game is None or (name != "A typical game" and game is typical):
            continue
        values = chances(game if calibration is None else calibration.apply(game))
        picture = ""
        if len(values) > 1:
            outcome = "won by the first player" if game.winner == 0 else "won by the second player"
            picture = draw_course(
                [*values, result(game)],
                material=material_of(match.game),
                sides=match.sides,
                title=name,
                status=f"game {game.game + 1}, {outcome}",
                width=640,
            )
        steps = boards.replay(study, game, f"{key}-{game.game}")
        heading = "" if picture else f"<p>{html.escape(name)}: game {game.game + 1} of {html.escape(study.name)}.</p>"
        figures.append(f'<div><div class="film">{boards.with_unique_ids(picture, key)}</div>{heading}{steps}</div>')
    return _pair("Games", figures)


def _boards(study: StudyResult, found: dict[str, Measured]) -> str:
    openings = {move: sum(results) for move, results in first_move_results(study).items()}
    total = sum(openings.values()) or 1
    use = found.get("board_use")
    evenness = "" if use is None else f" Evenness {use.text}; {use.note}."
    return _pair(
        "The board",
        [
            _figure(boards.use_map(study), f"Where moves are made: the stronger the colour, the more often.{evenness}"),
            _figure(
                ""
                if study.kind != TRUE_START
                else boards.opening_map(study, {move: n / total for move, n in openings.items()}),
                "Where first moves go: the stronger the colour, the more often.",
            ),
        ],
    )


def _openings(study: StudyResult, found: dict[str, Measured]) -> str:
    frequent = [each for name, each in found.items() if name.startswith("opening:") and each.n >= FEWEST_GAMES]
    if len(frequent) < 2 or study.kind != TRUE_START:
        return ""
    points = [chart_point(f"{each.name.partition(':')[2]} ({each.n:,})", each) for each in frequent[:MOST_OPENINGS]]
    rest = f" The {len(frequent) - MOST_OPENINGS} rarest are left out." if len(frequent) > MOST_OPENINGS else ""
    picture = charts.rows(points, "First moves", 0, 100, 50, "%")
    caption = (
        f"The first player's share of the points after each first move that players chose {FEWEST_GAMES} times or more, "
        f"images included (games in brackets).{rest}"
    )
    return _pair("First moves", [_figure(picture, caption)])


def _fair(group: StudyGroup) -> str:
    """Which first moves are fair, from a study with random first moves."""
    for number in reversed(group.equals):
        study = group.studies[number]
        if begins_everywhere(study) and start_of(study) and first_move_results(study) and not why_unsuitable(study):
            found = fair_start(study)
            counts = ", ".join(f"{len(found.with_verdict(verdict))} {verdict}" for verdict in VERDICTS)
            images = " Images under the symmetries of the board count as one move." if found.pooled else ""
            caption = (
                f"{study.played:,} games between {both_players(study)} {way_in(study)}. Pale places are fair; the "
                "stronger the green, the better a first move there is for the first player; the stronger the red, the worse."
            )
            judged = (
                f"A first move is fair when the first player's points after it lie within {100 * found.band:g}% of a half, "
                f"too strong or too weak when they lie outside, and open while there are too few games to tell; all moves "
                f"are judged together: {counts}.{images}"
            )
            points = [
                charts.ChartPoint(
                    _move_label(each),
                    100 * each.value,
                    100 * each.low,
                    100 * each.high,
                    f"{figure(each.value, 'points')} ({100 * each.low:.1f} to {100 * each.high:.1f}), {each.verdict}",
                )
                for each in found.moves[:MOST_OPENINGS]
            ]
            table = charts.rows(points, "The fairest first moves", 0, 100, 50, "%")
            if len(found.moves) > MOST_OPENINGS:
                judged += f" The {MOST_OPENINGS} nearest to a half are shown."
            return _pair("Fair start", [_figure(fair_map(found, study), caption), _figure(table, judged)])
    return ""


def _move_label(move: FirstMove) -> str:
    return f"{move.moves[0]}{' and images' if len(move.moves) > 1 else ''} ({move.n:,})"


def _table(group: StudyGroup) -> str:
    """All measures of all studies."""
    order = group.equals
    order += [number for number in range(len(group.studies)) if number not in order]
    names = dict.fromkeys(
        name for number in order for name in group.measured[number] if not name.startswith("opening:")
    )
    heads = "".join(f"<th>{_head(group.studies[number])}</th>" for number in order)
    rows = []
    for name in names:
        cells = "".join(cell(group.measured[number].get(name)) for number in order)
        rows.append(f'<tr><th scope="row">{html.escape(title(name, group.game))}{unit_line(name)}</th>{cells}</tr>')
    return (
        f'<h3>Everything measured</h3><div class="wide"><table><thead><tr><th></th>{heads}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _head(study: StudyResult) -> str:
    """The players, the number of games, and how the games began."""
    lines = [html.escape(both_players(study)), f"{study.played:,} games"]
    lines.append(way_in(study))
    if study.evaluate:
        lines.append(f"chances by {study.evaluate:,} nodes")
    repeats = sum(game.repeat for game in study.games)
    if repeats:
        lines.append(f"{repeats:,} the same as an earlier game")
    return f"{lines[0]}{''.join(f'<small>{line}</small>' for line in lines[1:])}"


def unit_line(name: str) -> str:
    """The unit of a measure below its title, unless the figures show it."""
    unit = MEASURES[name.partition(":")[0]].unit
    return "" if unit in PERCENT else f"<small>{html.escape(unit)}</small>"


def cell(found: Measured | None) -> str:
    """A value and its interval; as a tooltip the number of games, the method and a note."""
    if found is None:
        return "<td></td>"
    ends = ""
    if found.low is not None and found.high is not None:
        ends = f"{figure(found.low, found.unit).rstrip('%')} to {figure(found.high, found.unit).rstrip('%')}"
    hint = html.escape("; ".join(each for each in (f"{found.n:,} games", found.method, found.note) if each))
    return f'<td title="{hint}">{figure(found.value, found.unit)}<small>{ends}</small></td>'


def _method(groups: Sequence[StudyGroup]) -> str:
    """The definition of each measure on the page."""
    used = {name.partition(":")[0] for group in groups for found in group.measured for name in found}
    rows = "".join(
        f'<tr><th scope="row">{html.escape(each.title)}</th><td>{html.escape(each.sentence)}'
        f"<small>{html.escape(each.formula)}</small>{_interval(name, groups)}</td></tr>"
        for name, each in MEASURES.items()
        if name in used
    )
    families = any(isinstance(MEASURES[name], Family) for name in used)
    note = " Some measures have one number for each clause, move or event." if families else ""
    return (
        "<section><h2>Method</h2><p>Every game has a seed and can be repeated. The unit of every interval is the game, "
        f"never the move. Games lost by misconduct count only among the endings.{note}</p>"
        f'<div class="wide"><table><tbody>{rows}</tbody></table></div></section>'
    )


def _interval(name: str, groups: Sequence[StudyGroup]) -> str:
    """How the intervals of a measure were computed, and its note."""
    methods = dict.fromkeys(
        each.method
        for group in groups
        for found in group.measured
        for key, each in found.items()
        if key.partition(":")[0] == name and each.low is not None
    )
    lines = [f"interval: {', '.join(methods)}"] if methods else []
    note = MEASURES[name].note
    return f"<small>{html.escape('; '.join([*lines, *([note] if note else [])]))}</small>"


def _manifest(run: RunResults) -> str:
    text = html.escape(json.dumps(run.manifest, indent=2, ensure_ascii=False, default=str))
    details = f"<details><summary>Everything needed to repeat this run</summary><pre>{text}</pre></details>"
    return f"<section><h2>Manifest</h2>{details}</section>"
