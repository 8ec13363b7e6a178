"""The curve of a run as a picture: strength of its nets above, losses below, over minutes. It needs no script."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from kakomi.core.svg.vector import escape, number, tag

WIDE, LEFT, RIGHT = 680.0, 56.0, 86.0  # labels are to the right of the lines
LABEL = 15.0  # height of a line of text
PLOT, GAP, TOP, BELOW = 170.0, 50.0, 56.0, 44.0
TEACHER = "the one that the run began with"
NICE = (1.0, 2.0, 2.5, 5.0, 10.0)
STYLE = """
text{font:12px system-ui,sans-serif;fill:#444}.title{font-weight:600;font-size:14px;fill:#222}
.rule{stroke:#ddd;fill:none}.policy{stroke:#1f6f8b;fill:none;stroke-width:1.5}.floor{stroke:#1f6f8b;fill:none;
stroke-dasharray:3 3}.value{stroke:#b5532a;fill:none;stroke-width:1.5}.strength{stroke:#444;fill:none;stroke-width:1.5}
.page{fill:#fff}.span{stroke:#999}.accepted{fill:#2e7d4f}.refused{fill:#b3261e}.undecided{fill:#999}.snapshot{fill:#1f6f8b}
@media(prefers-color-scheme:dark){.page{fill:#1d1f21}text{fill:#bbb}.title{fill:#eee}.rule{stroke:#3a3d40}.policy,.floor{stroke:#6fc3df}
.value{stroke:#f0a07a}.strength{stroke:#ccc}.snapshot{fill:#6fc3df}}
"""


def draw(rows: Sequence[Mapping[str, Any]], title: str, first: str = "the untrained net") -> str:
    """The picture of the lines of progress (`run_folder.PROGRESS`); `first` is the net that strength is measured from."""
    last = max([1e-9, *(row["minutes"] for row in rows)])
    contests = [(row["minutes"], row["gate"]) for row in rows if row.get("gate")]
    teachers = [(point["minutes"], point) for row in rows for point in row.get("teacher", ())]
    line = [(0.0, 0.0), *((minutes, gate["elo"]) for minutes, gate in contests if gate["verdict"] == "accepted")]
    plots = [_strength(f"strength: Elo above {first}", contests, [*line, (last, line[-1][1])], last, TOP)]
    if teachers:
        line = [(0.0, 0.0), *((minutes, point["elo"]) for minutes, point in teachers)]
        plots.append(_strength(f"teacher: Elo above {TEACHER}", teachers, line, last, TOP + PLOT + GAP))
    top = TOP + len(plots) * (PLOT + GAP)
    bottom = top + PLOT
    page = tag("rect", width=WIDE, height=bottom + BELOW, rx=6.0, **{"class": "page"})
    parts = [tag("style", STYLE), page, tag("text", escape(title), x=LEFT, y=24.0, **{"class": "title"})]
    parts += [part for plot in plots for part in plot]
    parts += _losses(rows, last, top)
    for mark in ticks(0, last, 6):
        parts.append(_text(f"{mark:g}", LEFT + (WIDE - LEFT - RIGHT) * mark / last, bottom + 18))
    parts.append(_text("minutes", WIDE - RIGHT, bottom + 34, "end"))
    box = f"0 0 {number(WIDE)} {number(bottom + BELOW)}"
    name = tag("title", escape(f"Training of {title}: strength and losses over minutes"))
    return tag("svg", name, *parts, xmlns="http://www.w3.org/2000/svg", viewBox=box, role="img") + "\n"


def _strength(
    name: str,
    dots: Sequence[tuple[float, Mapping[str, Any]]],
    line: Sequence[tuple[float, float]],
    last: float,
    top: float,
) -> list[str]:
    """Elo over minutes: a line, and a dot with its interval for each result."""
    ends = [0.0] + [value for _, result in dots for value in (result["elo"], result["low"], result["high"])]
    low, high = min(ends), max(max(ends), 100.0)
    parts = [*_frame(name, low, high, top), _line(line, last, low, high, top, "strength")]
    for minutes, result in dots:
        x, y = _at(minutes, result["elo"], last, low, high, top)
        span = [_at(minutes, result[end], last, low, high, top)[1] for end in ("low", "high")]
        parts.append(tag("path", d=f"M{number(x)} {number(span[0])}V{number(span[1])}", **{"class": "span"}))
        text = tag("title", escape(_describe(result)))
        parts.append(tag("circle", text, cx=x, cy=y, r=4.0, **{"class": result.get("verdict", "snapshot")}))
    return parts


def _describe(result: Mapping[str, Any]) -> str:
    if "verdict" in result:
        return f"round {result['round']}, {result['verdict']}: {result['score']:.0%} of {result['games']} games"
    wins, draws, losses = result["wins"], result["draws"], result["losses"]
    return f"{wins} won, {draws} drawn, {losses} lost against the teacher before"


def _losses(rows: Sequence[Mapping[str, Any]], last: float, top: float) -> list[str]:
    """Cross entropies of policy and value, and the least that the policy's could be."""
    kinds = {"policy": "policy", "entropy": "floor", "value": "value"}
    lines = {name: [(row["minutes"], row[name]) for row in rows if _is_number(row.get(name))] for name in kinds}
    high = max([1.2, *(value for line in lines.values() for _, value in line)])
    parts = _frame("losses in nats: policy (dashed: its floor) and value", 0.0, high, top)
    labels = []
    for name, line in lines.items():
        if line:
            parts.append(_line(line, last, 0.0, high, top, kinds[name]))
            if name != "entropy":
                x, y = _at(*line[-1], last, 0.0, high, top)
                labels.append((y, x, f"{name} {line[-1][1]:.2f}"))
    lowest = -math.inf
    for y, x, text in sorted(labels):
        lowest = max(y, lowest + LABEL)  # no label covers another
        parts.append(_text(text, x + 8, lowest + 4, "start"))
    return parts


def _frame(name: str, low: float, high: float, top: float) -> list[str]:
    parts = [_text(name, LEFT, top - 10, "start")]
    for value in ticks(low, high, 4):
        _, y = _at(0, value, 1, low, high, top)
        parts.append(tag("path", d=f"M{number(LEFT)} {number(y)}H{number(WIDE - RIGHT)}", **{"class": "rule"}))
        parts.append(_text(f"{value:g}", LEFT - 8, y + 4, "end"))
    return parts


def _line(points: Sequence[tuple[float, float]], last: float, low: float, high: float, top: float, kind: str) -> str:
    places = [_at(minutes, value, last, low, high, top) for minutes, value in points]
    return tag("path", d="M" + "L".join(f"{number(x)} {number(y)}" for x, y in places), **{"class": kind})


def _at(minutes: float, value: float, last: float, low: float, high: float, top: float) -> tuple[float, float]:
    share = (min(max(value, low), high) - low) / ((high - low) or 1)
    return LEFT + (WIDE - LEFT - RIGHT) * minutes / last, top + PLOT * (1 - share)


def _text(text: str, x: float, y: float, anchor: str = "middle") -> str:
    return tag("text", escape(text), x=x, y=y, text_anchor=anchor)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and math.isfinite(value)


def ticks(low: float, high: float, about: int) -> list[float]:
    """Round numbers between two ends.

    >>> ticks(0, 95, 4)
    [0.0, 25.0, 50.0, 75.0]
    """
    span = max(high - low, 1e-9) / about
    size = 10.0 ** math.floor(math.log10(span))
    step = min((size * each for each in NICE), key=lambda each: abs(math.log(each / span)))
    first, final = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(place * step, 10) for place in range(first, final + 1)]
