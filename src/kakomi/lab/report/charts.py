"""Charts as SVG inside the page: they use the page's colours, light or dark, and need no script."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kakomi.core.svg.vector import escape, number, tag

WIDE = 480.0  # so that text stays readable on a phone
LEFT, RIGHT, TOP, BELOW = 52.0, 14.0, 14.0, 36.0
PLOT = 170.0
SMALL, SMALL_PLOT = 300.0, 100.0  # width and plot height of a small chart
MOST_BARS = 48
ROW, WORDS = 42.0, 18.0  # the height of a row, and of the text at its top
EDGE = 10.0
LETTER = 7.2  # the approximate width of a letter
NICE = (1.0, 2.0, 2.5, 5.0, 10.0)


@dataclass(frozen=True)
class ChartPoint:
    """A named value with its interval."""

    name: str
    value: float
    low: float
    high: float
    text: str  # the value in words


def _svg(height: float, title: str, body: Sequence[str], wide: float = WIDE) -> str:
    box = f"0 0 {number(wide)} {number(height)}"
    return tag("svg", tag("title", escape(title)), *body, viewBox=box, role="img", **{"class": "chart"})


def _text(text: str, x: float, y: float, anchor: str = "middle", kind: str = "") -> str:
    return tag("text", escape(text), x=x, y=y, text_anchor=anchor, **{"class": kind or None})


def ticks(low: float, high: float, about: int = 4) -> list[float]:
    """Round numbers between two ends.

    >>> ticks(0, 100), ticks(0.3, 0.72)
    ([0.0, 25.0, 50.0, 75.0, 100.0], [0.3, 0.4, 0.5, 0.6, 0.7])
    """
    span = max(high - low, 1e-9) / about
    size = 10.0 ** math.floor(math.log10(span))
    step = min((size * each for each in NICE), key=lambda each: abs(math.log(each / span)))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(place * step, 10) for place in range(first, last + 1)] or [low]


def histogram(counts: dict[int, int], title: str, unit: str) -> str:
    """The number of games with each value, in bars of equal width."""
    low, high = min(counts), max(counts)
    width = max(1, -(-(high - low + 1) // MOST_BARS))
    bars: dict[int, int] = {}
    for value, count in counts.items():
        place = (value - low) // width
        bars[place] = bars.get(place, 0) + count
    places = (high - low) // width + 1
    most, total = max(bars.values()), sum(counts.values())
    step = (WIDE - LEFT - RIGHT) / places
    bottom = TOP + PLOT
    parts = []
    for share in ticks(0, 100 * most / total, 3):
        y = bottom - PLOT * share * total / (100 * most)
        parts.append(tag("path", d=f"M{number(LEFT)} {number(y)}H{number(WIDE - RIGHT)}", **{"class": "rule"}))
        parts.append(_text(f"{share:g}%", LEFT - 8, y + 4, "end"))
    for place, count in sorted(bars.items()):
        tall = PLOT * count / most
        first = low + place * width
        name = f"{first}" if width == 1 else f"{first} to {first + width - 1}"
        hover = tag("title", escape(f"{name} {unit}: {count:,} games"))
        x, wide = LEFT + place * step, max(step - (1.5 if step > 5 else 0.3), 0.5)
        parts.append(tag("rect", hover, x=x, y=bottom - tall, width=wide, height=tall, **{"class": "bar"}))
    for mark in ticks(low, high, 5):
        if mark == int(mark):
            x = LEFT + ((mark - low) / width + 0.5) * step
            parts.append(_text(f"{mark:g}", x, bottom + 18))
    parts.append(_text(unit, WIDE - RIGHT, bottom + 36, "end", "quiet"))
    return _svg(bottom + BELOW + 8, title, parts)


def rows(
    points: Sequence[ChartPoint], title: str, low: float, high: float, middle: float | None = None, unit: str = ""
) -> str:
    """One row per point: its name and value in words, and below them a dot with its interval on a common scale."""
    left, right = EDGE, WIDE - EDGE
    bottom = TOP + ROW * len(points)

    def at(value: float) -> float:
        return left + (right - left) * (min(max(value, low), high) - low) / ((high - low) or 1)

    parts = []
    for value in ticks(low, high, 4):
        anchor = "start" if at(value) < left + EDGE else "end" if at(value) > right - EDGE else "middle"
        parts.append(tag("path", d=f"M{number(at(value))} {number(TOP)}V{number(bottom)}", **{"class": "rule"}))
        parts.append(_text(f"{value:g}{unit}", at(value), bottom + 18, anchor))
    if middle is not None:
        parts.append(tag("path", d=f"M{number(at(middle))} {number(TOP)}V{number(bottom)}", **{"class": "middle"}))
    for place, point in enumerate(points):
        top = TOP + ROW * place
        y = top + WORDS + 10
        room = int((right - left) / LETTER - len(point.text)) - 2
        name = point.name if len(point.name) <= room else f"{point.name[: room - 1]}…"
        parts.append(_text(name, left, top + WORDS - 3, "start", "name"))
        parts.append(_text(point.text, right, top + WORDS - 3, "end", "value"))
        parts.append(
            tag("path", d=f"M{number(at(point.low))} {number(y)}H{number(at(point.high))}", **{"class": "span"})
        )
        hover = tag("title", escape(f"{point.name}: {point.text}"))
        parts.append(tag("circle", hover, cx=at(point.value), cy=y, r=5, **{"class": "dot"}))
    return _svg(bottom + BELOW - 8, title, parts)


def curve(
    points: Sequence[ChartPoint],
    title: str,
    low: float,
    high: float,
    middle: float | None = None,
    unit: str = "",
    slots: Sequence[str] = (),
) -> str:
    """A value over playing strength: points from left to right, joined, each with its interval.

    With `slots`, the names of all positions on the axis, it is a small chart, one of several with the same axis.
    """
    wide, plot = (SMALL, SMALL_PLOT) if slots else (WIDE, PLOT)
    names = list(slots or (point.name for point in points))
    right, bottom = wide - RIGHT, TOP + plot
    step = (right - LEFT) / max(len(names), 1)
    most = max(int(step / LETTER), 3)

    def at(value: float) -> float:
        return bottom - plot * (min(max(value, low), high) - low) / ((high - low) or 1)

    parts = []
    for value in ticks(low, high, 2 if slots else 4):
        parts.append(tag("path", d=f"M{number(LEFT)} {number(at(value))}H{number(right)}", **{"class": "rule"}))
        parts.append(_text(f"{value:g}{unit}", LEFT - 8, at(value) + 4, "end"))
    if middle is not None:
        parts.append(tag("path", d=f"M{number(LEFT)} {number(at(middle))}H{number(right)}", **{"class": "middle"}))
    xs = [LEFT + step * (names.index(point.name) + 0.5) for point in points]
    line = "L".join(f"{number(x)} {number(at(point.value))}" for x, point in zip(xs, points, strict=True))
    parts.append(tag("path", d=f"M{line}", **{"class": "line"}))
    for x, point in zip(xs, points, strict=True):
        parts.append(
            tag("path", d=f"M{number(x)} {number(at(point.low))}V{number(at(point.high))}", **{"class": "span"})
        )
        hover = tag("title", escape(f"{point.name}: {point.text}"))
        parts.append(tag("circle", hover, cx=x, cy=at(point.value), r=5, **{"class": "dot"}))
    for place, name in enumerate(names):
        short = ("0" if name == "random" else name.removeprefix("level ")) if slots else name
        label = short if len(short) <= most else f"{short[: most - 1]}…"
        parts.append(_text(label, LEFT + step * (place + 0.5), bottom + 20))
    return _svg(bottom + BELOW - 8, title, parts, wide)
