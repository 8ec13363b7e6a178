"""Is a difference between two figures more than chance? The tests that `compare` explains, and Holm's correction."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kakomi.lab.measures.base import Measured
from kakomi.lab.statistics import intervals

LEVEL = 0.05  # of all differences together
MIXTURE = 0.01  # the square of the effect the test is tuned to, in standard deviations of a game
BY_SPREAD = ("Student's t", "ratio of sums, t", "jackknife, t")  # methods that use the spread of the games


def difference(a: Measured, b: Measured) -> tuple[float, float, float]:
    """B - A and its interval.

    >>> a, b = Measured("x", 0.5, 0.47, 0.53, 99, "", ""), Measured("x", 0.6, 0.56, 0.64, 99, "", "")
    >>> [round(each, 3) for each in difference(a, b)]
    [0.1, 0.05, 0.15]
    """
    assert a.low is not None
    assert a.high is not None
    assert b.low is not None
    assert b.high is not None
    value = b.value - a.value
    below = math.hypot(_at_least(b.value - b.low, b, a), _at_least(a.high - a.value, a, b))
    above = math.hypot(_at_least(b.high - b.value, b, a), _at_least(a.value - a.low, a, b))
    return value, value - below, value + above


def _at_least(half: float, own: Measured, other: Measured) -> float:
    """Half the interval of a mean: at least what the other side's spread gives with as many games."""
    if not own.method.startswith(BY_SPREAD) or other.low is None or other.high is None:
        return half
    return max(half, (other.high - other.low) / 2 * math.sqrt(other.n / own.n))


def p_value(value: float, low: float, high: float, n_a: int, n_b: int, fixed_sample: bool) -> float:
    """The probability of a difference this large if there is no true difference.

    >>> round(p_value(1.96, 0.0, 3.92, 1000, 1000, fixed_sample=True), 3)
    0.05
    >>> round(p_value(1.96, 0.0, 3.92, 1000, 1000, fixed_sample=False), 2)
    0.49
    """
    half = value - low if value > 0 else high - value
    if value == 0:
        return 1.0
    if half <= 0:  # all games of each side are alike, and the sides differ
        return 0.0
    z = abs(value) * intervals.Z95 / half
    if fixed_sample:
        return math.erfc(z / math.sqrt(2))
    g = MIXTURE / (1 / n_a + 1 / n_b)
    return min(1.0, math.sqrt(1 + g) * math.exp(-z * z / 2 * g / (1 + g)))


def reach(level: float, n_a: int, n_b: int, fixed_sample: bool) -> float:
    """The z at which the p-value is that level: half the width of the test's interval, in standard errors.

    >>> round(reach(0.05, 1000, 1000, fixed_sample=True), 3), round(reach(0.05, 1000, 1000, fixed_sample=False), 3)
    (1.96, 3.056)
    """
    if fixed_sample:
        return intervals.NORMAL.inv_cdf(1 - level / 2)
    g = MIXTURE / (1 / n_a + 1 / n_b)
    return math.sqrt(2 * (1 + g) / g * math.log(math.sqrt(1 + g) / level))


def holm_levels(p_values: Sequence[float], level: float = LEVEL) -> list[float]:
    """The level at which Holm's method tests each: level / m for the smallest p, level / (m - 1) for the next, and so on.

    The first that is not below its level, and all after it, are not rejected, and have the level of that first one.

    >>> [round(each, 4) for each in holm_levels([0.001, 0.2, 0.02, 0.5])]
    [0.0125, 0.0167, 0.0167, 0.0167]
    """
    levels = [0.0] * len(p_values)
    rejected = 0
    for rank, place in enumerate(sorted(range(len(p_values)), key=lambda place: p_values[place])):
        levels[place] = level / (len(p_values) - rejected)
        if rejected == rank and p_values[place] <= levels[place]:
            rejected += 1
    return levels


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's correction: for each test, the lowest level at which it would be reported when all are tested together.

    >>> [round(p, 2) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    corrected = [0.0] * len(p_values)
    least = 0.0
    for rank, place in enumerate(order):
        least = max(least, min(1.0, (len(p_values) - rank) * p_values[place]))
        corrected[place] = least
    return corrected
