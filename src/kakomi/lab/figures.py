"""Numbers as text. Reports, summaries and the server all format them here, so that a figure is always rounded alike."""

from __future__ import annotations

import math

SMALLEST = 1e-6  # anything nearer to 0 is treated as a rounding error
PERCENT = ("share", "points")  # units that are read as a percentage


def figure(value: float, unit: str) -> str:
    """A number of that unit as text.

    >>> figure(0.5, "share"), figure(41.26, "moves"), figure(0.0312, "0 to 1"), figure(12345.6, "moves")
    ('50.0%', '41.3', '0.031', '12,346')
    >>> figure(0.0, "share"), figure(0.00018, "share"), figure(1.0, "points")
    ('0.0%', '0.02%', '100.0%')
    """
    if unit in PERCENT:
        fine = 0 < min(abs(value), abs(1 - value)) < 0.01  # near 0 and 1 a tenth of a percent matters
        return f"{100 * value:.{2 if fine else 1}f}%"
    return number(value)


def number(value: float) -> str:
    """A number of any size with a sensible number of digits; one that is not 0 is not written as 0.

    >>> number(12345.6), number(41.26), number(0.0312), number(0.00021), number(0.0)
    ('12,346', '41.3', '0.031', '0.00021', '0.000')
    """
    size = abs(value)
    if size >= 1000:
        return f"{value:,.0f}"
    if size >= 10:
        return f"{value:.1f}"
    if size >= 1:
        return f"{value:.2f}"
    if SMALLEST <= size < 0.001:
        return f"{value:.{1 - math.floor(math.log10(size))}f}"
    return f"{value:.3f}"


def written(value: float, low: float | None, high: float | None, unit: str) -> str:
    """A number with its unit and interval as text."""
    unit_text = "" if unit in PERCENT or unit == "0 to 1" else f" {unit}"
    text = f"{figure(value, unit)}{unit_text}"
    if low is None or high is None:
        return text
    return f"{text} ({interval(low, high, unit)})"


def interval(low: float | None, high: float | None, unit: str) -> str:
    """The two ends as "24.5 to 61.2"; "" where no interval is known."""
    return "" if low is None or high is None else " to ".join(figure(end, unit).rstrip("%") for end in (low, high))
