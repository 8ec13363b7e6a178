"""Option sweeps and rule ablation: what an option changes, as a curve over its values, and what a rule is worth.

*Sweep*: a run whose studies differ in one option alone. Every measure is shown over the values of the option, with its
interval; the trend is the least-squares slope over the values' ranks, weighted by the intervals:

    slope = sum w (x - x̄)(y - ȳ) / sum w (x - x̄)^2,   w = 1 / (half the interval / 1.96)^2,   x = 0, 1, 2 ...

A trend is reported if the intervals of the first and the last value do not overlap either: other curves bend.

Values that are words have no order: there is no trend, and a measure is reported if the intervals of two values do not
overlap.

*Ablation*: a rule set and the same one without a rule. The worth of the rule in a measure is its value with the rule less
its value without it, tested as in `compare`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from kakomi.core.options import Value
from kakomi.lab.figures import PERCENT, figure, number
from kakomi.lab.files import LabError
from kakomi.lab.measures import Measured, measure_all, title
from kakomi.lab.player_names import both_players
from kakomi.lab.results import RunResults, StudyResult
from kakomi.lab.statistics.compare import Difference, compare
from kakomi.lab.statistics.intervals import Z95

MAIN = (
    *("first_player_advantage", "draws", "length", "branching", "game_tree", "opening_diversity", "board_use"),
    *("lead_changes", "drama", "decided_at", "comeback"),
)
FEWEST_POINTS = 3  # numeric values needed: a curve, not just two ends


@dataclass(frozen=True)
class Trend:
    """The change of a measure per step of the option, with its 95 % interval."""

    slope: float
    low: float
    high: float

    @property
    def is_real(self) -> bool:
        """Whether the interval excludes 0."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True)
class SweepCurve:
    """One measure over the values of the option."""

    name: str
    points: tuple[tuple[Value, Measured], ...]
    trend: Trend | None

    @property
    def ends_are_apart(self) -> bool:
        """Whether the intervals of the first and the last value do not overlap: a trend between equal ends is a bend."""
        ends = [self.points[place][1] for place in (0, -1)]
        low, high = [each.low for each in ends], [each.high for each in ends]
        return None not in (*low, *high) and (low[0] > high[1] or low[1] > high[0])  # type: ignore[operator]

    @property
    def values_are_apart(self) -> bool:
        """Whether the values of the option are words, and the intervals of two of them do not overlap."""
        ends = [(found.low, found.high) for _, found in self.points]
        if all(isinstance(value, int | float) for value, _ in self.points):
            return False
        known = [(low, high) for low, high in ends if low is not None and high is not None]
        return len(known) == len(ends) and max(low for low, _ in known) > min(high for _, high in known)


@dataclass(frozen=True)
class Sweep:
    """The curves of a run over one option."""

    run: str
    option: str
    players: str
    curves: tuple[SweepCurve, ...]

    def markdown(self) -> str:
        """A table with one row per value of the option, and a sentence per measure that changes."""
        values = [value for value, _ in self.curves[0].points]
        games = [found.n for _, found in self.curves[0].points]
        lines = [
            f"Between {self.players}, from the true start; {min(games):,} games or more per value of {self.option}.",
            "",
        ]
        for curve in self.curves:
            if curve.trend is not None and curve.trend.is_real and curve.ends_are_apart:
                lines.append(sentence(self.option, curve))
            elif curve.values_are_apart:
                lines.append(list_values(self.option, curve))
        heads = " | ".join(title(curve.name) for curve in self.curves)
        lines += ["", f"| {self.option} | games | {heads} |", f"|---|---|{'---|' * len(self.curves)}"]
        for place, value in enumerate(values):
            cells = " | ".join(
                next((found.text for known, found in curve.points if known == value), "") for curve in self.curves
            )
            lines.append(f"| {value} | {games[place]:,} | {cells} |")
        return "\n".join(lines)

    def as_dict(self) -> dict[str, object]:
        """As a dictionary, for JSON."""
        return asdict(self)


def sentence(option: str, curve: SweepCurve) -> str:
    """The effect of the option on a measure, in words."""
    assert curve.trend is not None
    scale, unit = (100, " points") if curve.points[0][1].unit in PERCENT else (1, "")
    ends = f"{number(scale * curve.trend.low)} to {number(scale * curve.trend.high)}"
    (first, low), (last, high) = curve.points[0], curve.points[-1]
    games = sum(found.n for _, found in curve.points)
    return (
        f"- {title(curve.name)}: {figure(low.value, low.unit)} at {option} {first}, {figure(high.value, high.unit)} at "
        f"{last}; {number(scale * curve.trend.slope)}{unit} per step ({ends}, {games:,} games)."
    )


def list_values(option: str, curve: SweepCurve) -> str:
    """A measure at each value of the option."""
    each = [f"{found.text} at {option} {value}" for value, found in curve.points]
    games = sum(found.n for _, found in curve.points)
    return f"- {title(curve.name)}: {', '.join(each)} ({games:,} games)."


def sweep(run: RunResults) -> Sweep:
    """The curves of a run; LabError if its studies do not differ in just one option."""
    studies = [study for study in run.studies if study.played and study.players[0] == study.players[1]]
    option = swept_option(studies)
    if option is None:
        raise LabError(
            f"the run {run.name} is not a sweep: its studies must differ in one option alone, with {FEWEST_POINTS} "
            "numbers or more, or 2 words, the same equal players and the same start"
        )
    order = sorted(studies, key=lambda study: _place(study.options[option]))
    measured = [(study.options[option], measure_all(study)) for study in order]
    curves = []
    for name in MAIN:
        points = tuple((value, found[name]) for value, found in measured if name in found)
        if len(points) == len(measured):
            ordered = all(isinstance(value, int | float) for value, _ in points)
            curves.append(SweepCurve(name, points, trend([found for _, found in points]) if ordered else None))
    return Sweep(run.name, option, both_players(order[0]), tuple(curves))


def swept_option(studies: Sequence[StudyResult]) -> str | None:
    """The one option in which all studies differ; None if they differ in more or in none."""
    if len(studies) < 2:
        return None
    alike = {
        (study.game, study.rules, study.players, study.kind, study.opening, study.spread, study.turned)
        for study in studies
    }
    names = [name for name in studies[0].options if len({study.options.get(name) for study in studies}) > 1]
    if len(alike) > 1 or len(names) != 1:
        return None
    values = {study.options[names[0]] for study in studies}
    numbers = all(isinstance(value, int | float) for value in values)
    return names[0] if len(values) == len(studies) and (len(values) >= FEWEST_POINTS or not numbers) else None


def _place(value: Value) -> tuple[int, float, str]:
    return (0, float(value), "") if isinstance(value, int | float) else (1, 0.0, str(value))


def trend(points: Sequence[Measured]) -> Trend | None:
    """The weighted slope over the places 0, 1, 2 ...; None if an interval is missing or has no width."""
    weights, values = [], []
    for found in points:
        if found.low is None or found.high is None or found.high <= found.low:
            return None
        weights.append((2 * Z95 / (found.high - found.low)) ** 2)
        values.append(found.value)
    total = sum(weights)
    middle = sum(w * x for x, w in enumerate(weights)) / total
    level = sum(w * y for w, y in zip(weights, values, strict=True)) / total
    spread = sum(w * (x - middle) ** 2 for x, w in enumerate(weights))
    slope = sum(w * (x - middle) * (y - level) for x, (w, y) in enumerate(zip(weights, values, strict=True))) / spread
    half = Z95 / math.sqrt(spread)
    return Trend(slope, slope - half, slope + half)


@dataclass(frozen=True)
class Ablation:
    """What a rule is worth: for each measure that differs, its value with the rule less its value without."""

    with_rule: str
    without: str
    worth: tuple[Difference, ...]


def ablation(with_rule: RunResults, without: RunResults) -> Ablation:
    """What the rule is worth, measured by two runs that differ in it alone."""
    found = compare(without, with_rule)
    return Ablation(with_rule.name, without.name, found.real)
