"""What a measure is: a column of numbers, one row per game, and an estimate of a value and its interval from the column.

The two halves are separate on purpose. The counting can be checked by hand on a single game; the coverage of the interval
can be checked on thousands of synthetic samples; and a million games that exist only as counts (`RandomCounts`) use the
same estimates.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple

import numpy as np

from kakomi.lab.figures import PERCENT, written
from kakomi.lab.results import GameResult, RandomCounts, Results, StudyResult, Sums
from kakomi.lab.statistics import intervals
from kakomi.lab.statistics.intervals import Ends, Floats, Numbers

ALIKE = "all games had the same value; the interval allows for kinds of games that so few may not have shown"
BOUNDED = (*PERCENT, "0 to 1")

Row = tuple[float, ...]
Column = Callable[[GameResult], Row | None]  # None if the game does not count for the measure


@dataclass(frozen=True)
class Measured:
    """A measure's value in one study, its 95 % interval, the number of games, and the method of the interval."""

    name: str
    value: float
    low: float | None
    high: float | None
    n: int
    method: str
    unit: str
    note: str = ""

    @property
    def text(self) -> str:
        """The value and its interval as text.

        >>> Measured("draws", 0.1234, 0.1, 0.15, 500, "Wilson", "share").text
        '12.3% (10.0 to 15.0)'
        >>> Measured("length", 41.26, 40.9, 41.6, 500, "t", "moves").text
        '41.3 moves (40.9 to 41.6)'
        """
        return written(self.value, self.low, self.high, self.unit)

    def as_dict(self) -> dict[str, object]:
        """As a dictionary, for JSON."""
        return asdict(self)


class Estimate(NamedTuple):
    """A value with its interval, without a name."""

    value: float
    ends: Ends | None
    n: int
    method: str
    note: str = ""


@dataclass(frozen=True)
class Measure:
    """One number of a study."""

    name: str
    title: str
    unit: str
    sentence: str
    formula: str
    prepare: Callable[[StudyResult], Column | None]  # None if the measure does not apply to the study
    estimate: Callable[[Floats, Numbers | None], Estimate | None]  # from a column, and the pair of each of its games
    bulk: Callable[[RandomCounts], Estimate | None] | None = None
    note: str = ""
    least: float = 0.0  # the smallest possible value

    def of(self, study: StudyResult) -> list[Measured]:
        """The measure of a study: one value, or none if the study does not have it."""
        column = self.prepare(study)
        if column is None:
            return []
        if study.bulk is not None:
            estimate = None if self.bulk is None or not study.bulk.games else self.bulk(study.bulk)
        else:
            rows, pairs = rows_of(study.games, column)
            estimate = self.estimate(rows, pairs if study.paired else None) if len(rows) else None
        return [] if estimate is None else [self.named(estimate)]

    def named(self, estimate: Estimate) -> Measured:
        """The estimate under this measure's name."""
        return _named(self.name, estimate, self.unit, self.note, self.least)


@dataclass(frozen=True)
class Family:
    """Several numbers of one kind, one per label (a clause, a first move), named `family:label`; or one without a label."""

    name: str
    title: str
    unit: str
    sentence: str
    formula: str
    members: Callable[[StudyResult], Iterable[tuple[str, Estimate]]]
    compared: bool = True  # whether it is compared between two runs
    note: str = ""

    def of(self, study: StudyResult) -> list[Measured]:
        """All members that the study has."""
        return [
            _named(f"{self.name}:{label}" if label else self.name, each, self.unit, self.note, 0.0)
            for label, each in self.members(study)
        ]


def _named(name: str, estimate: Estimate, unit: str, note: str, least: float) -> Measured:
    """The estimate under that name, its interval clipped to the possible values."""
    low, high = (None, None) if estimate.ends is None else estimate.ends
    if low is not None and high is not None:
        low, high = max(low, least), min(high, 1.0) if unit in BOUNDED else high
    return Measured(name, estimate.value, low, high, estimate.n, estimate.method, unit, estimate.note or note)


def rows_of(games: Iterable[GameResult], column: Column) -> tuple[Floats, Numbers]:
    """The column of all games that count, and the number of each one's pair; games lost by misconduct do not count."""
    kept = [(row, game.pair) for game in games if not game.forfeited for row in (column(game),) if row is not None]
    return np.array([row for row, _ in kept], np.float64), np.array([pair for _, pair in kept], np.int64)


def always(column: Column) -> Callable[[StudyResult], Column | None]:
    """For a measure that applies to every study."""

    def prepare(study: StudyResult) -> Column | None:
        return column

    return prepare


# --- from columns to estimates ----------------------------------------------------------------------------------------


def share(rows: Floats, pairs: Numbers | None = None) -> Estimate:
    """A share, from a column of 0 and 1."""
    if pairs is None:
        return share_counts(round(float(rows[:, 0].sum())), len(rows))
    ends, method = intervals.paired_share(rows[:, 0], pairs)
    return Estimate(float(rows[:, 0].mean()), ends, len(rows), method)


def points(rows: Floats, pairs: Numbers | None = None) -> Estimate:
    """Mean points, from a column of 0, 1/2 and 1."""
    value = float(rows[:, 0].mean())
    if pairs is not None:
        return Estimate(value, intervals.paired_points(rows[:, 0], pairs), len(rows), "Wilson, by pairs")
    return Estimate(value, intervals.points(value, float(rows[:, 0].var()), len(rows)), len(rows), "Wilson")


def mean(rows: Floats, pairs: Numbers | None = None) -> Estimate:
    """A mean, from a column of numbers."""
    note = ALIKE if len(rows) > 1 and not rows[:, 0].std() else ""
    ends = intervals.mean(rows[:, 0], pairs)
    return Estimate(float(rows[:, 0].mean()), ends, len(rows), f"Student's t{by_pairs(pairs)}", note)


def ratio(rows: Floats, pairs: Numbers | None = None) -> Estimate | None:
    """A ratio, from two columns: a count, and the total it is part of."""
    total = float(rows[:, 1].sum())
    if total <= 0:
        return None
    ends = intervals.ratio(rows[:, 0], rows[:, 1], pairs)
    return Estimate(float(rows[:, 0].sum()) / total, ends, len(rows), f"ratio of sums, t{by_pairs(pairs)}")


def by_pairs(pairs: Numbers | None) -> str:
    """The end of a method's name."""
    return "" if pairs is None else ", by pairs"


# --- from counts to estimates -----------------------------------------------------------------------------------------


def share_counts(count: int, games: int) -> Estimate:
    """A share of games, from a count."""
    ends, method = intervals.share(count, games)
    return Estimate(count / games, ends, games, method)


def points_counts(results: Results) -> Estimate:
    """The first player's points, from games won, lost and drawn."""
    won, lost, drawn = results
    games = won + lost + drawn
    value = (won + drawn / 2) / games
    spread = (won + drawn / 4) / games - value * value
    return Estimate(value, intervals.points(value, spread, games), games, "Wilson")


def mean_histogram(games: Mapping[int, int]) -> Estimate | None:
    """The mean of a quantity, from the number of games with each value."""
    n = sum(games.values())
    if not n:
        return None
    total = sum(number * count for number, count in games.items())
    squares = sum(number * number * count for number, count in games.items())
    variance = max(squares - total * total / n, 0.0) / max(n - 1, 1)
    return _mean(total / n, variance, n)


def mean_sums(sums: Sums, games: int) -> Estimate:
    """The mean of a quantity, from its sum and sum of squares."""
    return _mean(sums.mean(games), sums.variance(games), games)


def _mean(value: float, variance: float, n: int) -> Estimate:
    ends = None if n < 2 else intervals.around(value, math.sqrt(variance / n), n - 1)
    if ends is not None and variance <= 0:
        ends = intervals.at_least_unseen(value, ends, n)
    return Estimate(value, ends, n, "Student's t", ALIKE if n > 1 and variance <= 0 else "")


def frequencies(items: Sequence[str]) -> list[tuple[str, int]]:
    """How often each item occurs, the most frequent first, then by name.

    >>> frequencies(["b", "a", "b", "c"])
    [('b', 2), ('a', 1), ('c', 1)]
    """
    counts: dict[str, int] = {}
    for each in items:
        counts[each] = counts.get(each, 0) + 1
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
