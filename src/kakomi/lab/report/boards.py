"""Boards in a report: heat maps on the game's own board, and games to step through without a script."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import quote, urlencode

from kakomi.core.match import Match
from kakomi.core.scene import Scene
from kakomi.core.svg.layout import inner_radius
from kakomi.core.svg.vector import escape, number, tag
from kakomi.lab.report.study_groups import start_of
from kakomi.lab.results import GameResult, StudyResult

OWN_ID = re.compile(r'id="(k[0-9a-f]{10})"')
MOST_BOARDS = 15  # boards shown of a game to step through
STRONGEST = 0.92  # the opacity of the hottest place


def heat_map(scene: Scene, heat: Mapping[str, float], captions: Mapping[str, str], title: str) -> str:
    """The empty board with each place coloured by its heat: 0 to 1, or 0 to -1 in the other colour.

    `captions` are shown when the pointer is over a place.
    """
    fit = inner_radius(scene.places)
    x, y, wide, high = scene.box
    edge = 0.75
    labels = scene.labels
    left = min([x, *(label.at[0] for label in labels)]) - edge * fit
    top = min([y, *(label.at[1] for label in labels)]) - edge * fit
    right = max([x + wide, *(label.at[0] for label in labels)]) + edge * fit
    bottom = max([y + high, *(label.at[1] for label in labels)]) + edge * fit
    parts = []
    for line in scene.lines:
        if not line.arc and len(line.points) > 1:
            d = "M" + "L".join(f"{number(px, 3)} {number(py, 3)}" for px, py in line.points)
            parts.append(tag("path", d=d, fill="none", stroke_width="0.03", **{"class": "grid"}))
    for place in scene.places:
        value = min(max(heat.get(place.id, 0.0), -1.0), 1.0)
        hover = tag("title", escape(f"{place.id}: {captions.get(place.id, 'not used')}"))
        look = {"fill_opacity": f"{STRONGEST * abs(value):.3f}", "class": "heat" if value >= 0 else "heat cold"}
        if place.outline:
            parts.append(tag("path", hover, d=_outline(place.outline), stroke_width="0.03", **look))
        else:
            cx, cy = place.centre
            parts.append(
                tag("circle", hover, cx=f"{cx:.3f}", cy=f"{cy:.3f}", r=f"{0.8 * fit:.3f}", stroke_width="0.03", **look)
            )
    for label in labels:
        size = f"{0.62 * fit:.3f}"
        parts.append(
            tag("text", escape(label.text), x=f"{label.at[0]:.3f}", y=f"{label.at[1] + 0.2 * fit:.3f}", font_size=size,
                text_anchor="middle")
        )  # fmt: skip
    box = " ".join(f"{each:.3f}" for each in (left, top, right - left, bottom - top))
    return tag("svg", tag("title", escape(title)), *parts, viewBox=box, role="img", **{"class": "board"})


def with_unique_ids(picture: str, key: str) -> str:
    """The picture with ids made unique by `key`, for a page that shows the same board more than once."""
    name = OWN_ID.search(picture)
    return picture if name is None else picture.replace(name[1], f"{name[1]}-{key}")


def _outline(points: tuple[tuple[float, float], ...]) -> str:
    return "M" + "L".join(f"{px:.3f} {py:.3f}" for px, py in points) + "Z"


def use_map(study: StudyResult) -> str:
    """How often the moves of a study used each place of the board; "" if that is not known."""
    match = start_of(study)
    uses: dict[str, int] = {}
    for game in study.games:
        for place, count in game.places.items():
            uses[place] = uses.get(place, 0) + count
    if match is None or not uses:
        return ""
    scene = _widest(study)
    most, total = max(uses.values()), sum(uses.values())
    heat = {place: count / most for place, count in uses.items()}
    captions = {place: f"{100 * count / total:.2f}% of all uses ({count:,})" for place, count in uses.items()}
    return heat_map(scene, heat, captions, "Where moves are made")


def opening_map(study: StudyResult, shares: Mapping[str, float]) -> str:
    """How often each place was the target of the first move; "" if moves have no single target."""
    match = start_of(study)
    if match is None:
        return ""
    scene = match.scene()
    heat: dict[str, float] = {}
    for choice in scene.choices:
        if choice.clicks and choice.clicks[-1] in {place.id for place in scene.places}:
            heat[choice.clicks[-1]] = heat.get(choice.clicks[-1], 0.0) + shares.get(choice.move, 0.0)
    if not any(heat.values()):
        return ""
    most = max(heat.values())
    captions = {place: f"{100 * share:.1f}% of first moves" for place, share in heat.items()}
    return heat_map(scene, {place: share / most for place, share in heat.items()}, captions, "First moves")


def _widest(study: StudyResult) -> Scene:
    """The board with the most places: in some games it grows, and the end of a game has the most."""
    match = start_of(study)
    assert match is not None
    best = match.scene()
    ids = {place.id for place in best.places}
    for game in study.games[:3]:
        if all(place in ids for place in game.places):
            continue
        replay = start_of(study, game)
        assert replay is not None
        for text in game.moves:
            replay.push(text)
        scene = replay.scene()
        if len(scene.places) > len(best.places):
            best, ids = scene, {place.id for place in scene.places}
    return best


def replay(study: StudyResult, game: GameResult, name: str) -> str:
    """A game to step through: one board at a time, chosen by buttons that need no script."""
    match = start_of(study, game)
    if match is None or not game.moves:
        return ""
    last = len(game.moves)
    shown = sorted({round(last * place / MOST_BOARDS) for place in range(MOST_BOARDS + 1)} | {last})
    boards, buttons, rules = [], [], []
    for ply, text in enumerate(["", *game.moves]):
        if text:
            match.push(text)
        if ply not in shown:
            continue
        key = f"{name}-{ply}"
        checked = " checked" if ply == last else ""
        label = str(ply) if ply else "start"
        boards.append(
            f'<figure class="still s{ply}">{with_unique_ids(match.svg(width=440), key)}'
            f"<figcaption>{escape(f'After move {ply}: {text}. ' if text else 'The start. ')}"
            f"{escape(match.status)}</figcaption></figure>"
        )
        buttons.append(f'<input type="radio" name="{name}" id="{key}"{checked}><label for="{key}">{label}</label>')
        rules.append(f".film:has(#{key}:checked) .still.s{ply}{{display:block}}")
    steps = f'<div class="steps" role="radiogroup" aria-label="After move">{"".join(buttons)}</div>'
    # a server that shows the report turns this into a link
    link = f"<!-- study {_study_address(match)} -->"
    return f'<div class="film"><style>{"".join(rules)}</style>{steps}{"".join(boards)}{link}</div>'


def _study_address(match: Match) -> str:
    """The address at which a server shows the game."""
    start = {"position": match.start_position} if match.start_position is not None else {}
    options = {f"set.{name}": value for name, value in match.options.items()}
    query = {"game": match.game.name, "rules": match.rules, **options, **start, "moves": " ".join(match.moves)}
    return f"/study?{urlencode(query, quote_via=quote)}"
