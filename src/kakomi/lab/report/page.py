"""The page of a report: one file, nothing fetched, no script."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Sequence

from kakomi.core.svg import draw, draw_course
from kakomi.lab.fair import VERDICTS, fair_start, results
from kakomi.lab.measures import TABLE, Family, Measured, title
from kakomi.lab.measures.base import PERCENT, figure
from kakomi.lab.measures.course import chances, drama, result
from kakomi.lab.report import boards, charts
from kakomi.lab.report.matches import Group, begin, called, who
from kakomi.lab.report.style import STYLE
from kakomi.lab.report.words import summary
from kakomi.lab.results import GameResult, RunResults, StudyResult

CURVES = (("first_player_advantage", 0.5), ("draws", None), ("length", None), ("branching", None))
MOST_OPENINGS, FEWEST_GAMES = 16, 5


def page(run: RunResults, groups: Sequence[Group]) -> str:
    """The whole document."""
    name = html.escape(run.name)
    sections = "".join(_section(group, number) for number, group in enumerate(groups))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{name}: a report of Kakomi</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><style>{STYLE}</style></head>'
        f"<body><main><h1>{name}</h1>{_facts(run, groups)}{sections}{_method(groups)}{_manifest(run)}</main></body></html>\n"
    )


def _facts(run: RunResults, groups: Sequence[Group]) -> str:
    games = sum(study.played for group in groups for study in group.studies)
    studies = sum(len(group.studies) for group in groups)
    said = [f"{games:,} games in {studies} {'study' if studies == 1 else 'studies'}"]
    for key, text in (("ended", "ended {}"), ("kakomi", "Kakomi {}"), ("source_hash", "sources {}")):
        if run.manifest.get(key):
            said.append(text.format(run.manifest[key]))
    return f'<p class="quiet">{html.escape("; ".join(said))}. Ranges in brackets are 95% intervals.</p>'


def _section(group: Group, number: int) -> str:
    study, found = group.studies[group.chief], group.measured[group.chief]
    words = "".join(f"<p>{html.escape(line)}</p>" for line in summary(group))
    parts = [
        f"<h2>{html.escape(group.title)}</h2>",
        f'<p class="quiet">{html.escape(group.subtitle)}</p>',
        f'<div class="pair"><div class="summary">{words}</div>{_start(study, f"s{number}")}</div>',
        _curves(group),
        _lengths_and_endings(study, found),
        _course(study, f"g{number}"),
        _boards(study, found),
        _openings(found),
        _fair(group),
        _table(group),
    ]
    return f"<section>{''.join(parts)}</section>"


def _start(study: StudyResult, key: str) -> str:
    """The board before the first move."""
    match = begin(study)
    if match is None:
        return ""
    return _figure(f'<div class="film">{boards.apart(draw(match.scene(), width=440), key)}</div>', "The start.")


def _figure(picture: str, caption: str) -> str:
    return f"<figure>{picture}<figcaption>{html.escape(caption)}</figcaption></figure>" if picture else ""


def _pair(heading: str, figures: Iterable[str]) -> str:
    kept = [each for each in figures if each]
    return f'<h3>{html.escape(heading)}</h3><div class="pair">{"".join(kept)}</div>' if kept else ""


def spot(name: str, found: Measured) -> charts.Spot:
    """A measured value for a chart, shares in percent."""
    scale = 100.0 if found.unit in PERCENT else 1.0
    low = found.value if found.low is None else found.low
    high = found.value if found.high is None else found.high
    return charts.Spot(name, scale * found.value, scale * low, scale * high, found.text)


def _curves(group: Group) -> str:
    """Each chief measure over playing strength, where equals of several strengths played."""
    if len(group.alike) < 2:
        return ""
    figures = []
    for name, middle in CURVES:
        spots = [
            spot(called(group.studies[number].players[0]), group.measured[number][name])
            for number in group.alike
            if name in group.measured[number]
        ]
        if len(spots) < 2:
            continue
        low, high = min(each.low for each in spots), max(each.high for each in spots)
        if middle is not None:
            low, high = min(low, 40.0), max(high, 60.0)
        room = (high - low or 1) * 0.08
        picture = charts.curve(
            spots, title(name), max(low - room, 0.0), high + room, None if middle is None else 100 * middle
        )
        percent = ", percent" if TABLE.measures[name].unit in PERCENT else ""
        figures.append(_figure(picture, f"{title(name)}{percent}, by who plays."))
    return _pair("Over playing strength", figures)


def _lengths_and_endings(study: StudyResult, found: dict[str, Measured]) -> str:
    counts: dict[int, int] = {}
    if study.bulk is not None:
        counts = study.bulk.lengths
    else:
        for game in study.games:
            counts[game.plies] = counts.get(game.plies, 0) + 1
    endings = [spot(name.partition(":")[2], each) for name, each in found.items() if name.startswith("ending:")]
    lengths = charts.histogram(counts, "Length of games", "moves") if counts else ""
    ends = charts.rows(endings, "How games end", 0, 100) if endings else ""
    return _pair(
        "Length and end",
        [
            _figure(lengths, f"How long games between {who(study)} are."),
            _figure(ends, "Percent of games that each clause of the rules ends."),
        ],
    )


def chosen(study: StudyResult) -> tuple[GameResult | None, GameResult | None]:
    """A typical game (of the median length among the decisive ones) and the most dramatic one."""
    fit = [game for game in study.games if game.winner is not None and game.moves and not game.forfeited]
    if not fit:
        return None, None
    typical = sorted(fit, key=lambda game: (game.plies, game.game))[len(fit) // 2]
    told = [(found[0], -game.game, game) for game in fit for found in (drama(game),) if found is not None]
    return typical, max(told, key=lambda each: each[:2])[2] if told else None


def _course(study: StudyResult, key: str) -> str:
    """Two games: their courses where chances are known, and their boards to step through."""
    match = begin(study)
    if match is None:
        return ""
    typical, dramatic = chosen(study)
    figures = []
    for name, game in (("A typical game", typical), ("The most dramatic game", dramatic)):
        if game is None or (name != "A typical game" and game is typical):
            continue
        values = chances(game)
        picture = ""
        if len(values) > 1:
            outcome = "won by the first player" if game.winner == 0 else "won by the second player"
            picture = draw_course(
                [*values, result(game)],
                material=match.scene().material,
                sides=match.sides,
                title=name,
                status=f"game {game.game + 1}, {outcome}",
                width=960,
            )
        still = boards.film(study, game, f"{key}-{game.game}")
        heading = "" if picture else f"<p>{html.escape(name)}: game {game.game + 1} of {html.escape(study.name)}.</p>"
        figures.append(f'<div><div class="film">{boards.apart(picture, key)}</div>{heading}{still}</div>')
    return _pair("Games", figures)


def _boards(study: StudyResult, found: dict[str, Measured]) -> str:
    openings = {name.partition(":")[2]: each.n for name, each in found.items() if name.startswith("opening:")}
    total = sum(openings.values()) or 1
    use = found.get("board_use")
    told = "" if use is None else f" Evenness {use.text}; {use.note}."
    return _pair(
        "The board",
        [
            _figure(boards.use_map(study), f"Where moves are made: the stronger the colour, the more often.{told}"),
            _figure(
                boards.opening_map(study, {move: n / total for move, n in openings.items()}),
                "Where first moves go: the stronger the colour, the more often.",
            ),
        ],
    )


def _openings(found: dict[str, Measured]) -> str:
    every = [each for name, each in found.items() if name.startswith("opening:") and each.n >= FEWEST_GAMES]
    if len(every) < 2:
        return ""
    spots = [spot(f"{each.name.partition(':')[2]} ({each.n:,})", each) for each in every[:MOST_OPENINGS]]
    rest = f" The {len(every) - MOST_OPENINGS} rarest are left out." if len(every) > MOST_OPENINGS else ""
    picture = charts.rows(spots, "First moves", 0, 100, 50)
    caption = (
        f"The first player's percent of the points after each first move that was made {FEWEST_GAMES} times or more "
        f"(games in brackets).{rest}"
    )
    return _pair("First moves", [_figure(picture, caption)])


def _fair(group: Group) -> str:
    """Which first moves are fair, from a study whose first moves were made at random."""
    for number in reversed(group.alike):
        study = group.studies[number]
        if study.opening == 1 and begin(study) is not None and results(study):
            found = fair_start(study)
            counts = ", ".join(f"{len(found.those(verdict))} {verdict}" for verdict in VERDICTS)
            told = (
                f"After a first move at random, {who(study)}: the stronger the colour, the nearer to a half are the first "
                f"player's points. Within {100 * found.band:g}% of a half, all moves judged together: {counts}."
            )
            return _pair("Fair start", [_figure(found.heat_map(study), told)])
    return ""


def _table(group: Group) -> str:
    """All measures of all studies."""
    order = group.alike
    order += [number for number in range(len(group.studies)) if number not in order]
    names = dict.fromkeys(
        name for number in order for name in group.measured[number] if not name.startswith("opening:")
    )
    heads = "".join(
        f"<th>{html.escape(who(group.studies[number]))}<br>{group.studies[number].played:,} games</th>"
        for number in order
    )
    rows = []
    for name in names:
        cells = "".join(_cell(group.measured[number].get(name)) for number in order)
        rows.append(f'<tr><th scope="row">{html.escape(title(name))}</th>{cells}</tr>')
    return (
        f'<h3>Everything measured</h3><div class="wide"><table><thead><tr><th></th>{heads}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _cell(found: Measured | None) -> str:
    if found is None:
        return "<td></td>"
    unit = "" if found.unit in (*PERCENT, "0 to 1") else f" {found.unit}"
    ends = ""
    if found.low is not None and found.high is not None:
        ends = f"{figure(found.low, found.unit)} to {figure(found.high, found.unit)}, {found.method}"
    note = f"; {found.note}" if found.note else ""
    return f"<td>{figure(found.value, found.unit)}{html.escape(unit)}<small>{html.escape(ends + note)}</small></td>"


def _method(groups: Sequence[Group]) -> str:
    """What each measure is, of those that occur."""
    used = {name.partition(":")[0] for group in groups for found in group.measured for name in found}
    rows = "".join(
        f'<tr><th scope="row">{html.escape(each.title)}</th><td>{html.escape(each.sentence)}'
        f"<small>{html.escape(each.formula)}</small></td></tr>"
        for name, each in TABLE.measures.items()
        if name in used
    )
    families = any(isinstance(TABLE.measures[name], Family) for name in used)
    note = " A family has one number for each clause, move or event." if families else ""
    return (
        "<section><h2>Method</h2><p>Every game is seeded and can be played again. The unit of every interval is the game, "
        f"never the move. Games lost by misconduct count only among the endings.{note}</p>"
        f'<div class="wide"><table><tbody>{rows}</tbody></table></div></section>'
    )


def _manifest(run: RunResults) -> str:
    text = html.escape(json.dumps(run.manifest, indent=2, ensure_ascii=False, default=str))
    details = f"<details><summary>All that is needed to repeat it</summary><pre>{text}</pre></details>"
    return f"<section><h2>Manifest</h2>{details}</section>"
