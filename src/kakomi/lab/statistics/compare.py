"""What changed between two runs, by how much, and is it more than chance?

Studies are paired by their players: the first study of A with a pair of players and the first such study of B. Every
measure that both have is compared.

*More than chance*: B - A has a 95 % interval, made from the two intervals (the squares of the distances to their ends are
added: the method of Zou and Donner), so that it covers as reliably as they do. The interval of a mean comes from the spread
of the games seen, and a few games may be too similar by chance; so each side's spread is taken to be at least the other's.
z is the difference in standard errors, taken from that interval on the side of zero.

- The *fixed-sample* test: p = P(|Z| > |z|). It is right if the number of games was fixed in advance, and is used by itself
  if no plan of the studies compared has a stopping rule.
- The *sequential* test is right however often one looks while games come in (the mixture test of Robbins, tuned to effects
  of 1/10 of the standard deviation of a game), and is used otherwise:

    p = min(1, sqrt(1 + g) · exp(-z^2/2 · g/(1 + g))),   g = n / 100,   1/n = 1/n_A + 1/n_B

All p-values are then corrected together by Holm's method: of all comparisons of two runs of the same game, at most 5 %
report any difference.

*By how much*: the interval printed beside B - A holds the differences that this very test would not reject, at the level at
which Holm's method tested the measure: 5 % over the number of measures not yet found to differ. So it leaves out 0 if and
only if the difference is called real. It is wider than the interval of one measure looked at alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from kakomi.lab.figures import PERCENT, figure, number
from kakomi.lab.files import LabError
from kakomi.lab.measures import MEASURES, Family, Measured, measure_all, title
from kakomi.lab.results import RunResults, StudyResult
from kakomi.lab.statistics import intervals

LEVEL = 0.05  # of all differences together
MIXTURE = 0.01  # the square of the effect the test is tuned to, in standard deviations of a game
BY_SPREAD = ("Student's t", "ratio of sums, t", "jackknife, t")  # methods that use the spread of the games
FEWEST = 20  # games on each side: these formulas need at least as many


@dataclass(frozen=True)
class Difference:
    """One measure in two runs. `p` is corrected for the number of measures; `real` means that it is at most LEVEL.

    `low` and `high` are the ends of the test's own interval: 0 lies outside if and only if the difference is real.
    """

    study: str
    name: str
    title: str
    unit: str
    a: Measured
    b: Measured
    value: float
    low: float
    high: float
    p: float
    real: bool

    @property
    def text(self) -> str:
        """The difference with its interval, for people."""
        sign = "+" if self.value > 0 else ""
        scale = 100 if self.unit in PERCENT else 1
        unit = " points" if self.unit in PERCENT else "" if self.unit == "0 to 1" else f" {self.unit}"
        ends = " to ".join(number(scale * end) for end in (self.low, self.high))
        return f"{sign}{number(scale * self.value)}{unit} ({ends})"


@dataclass(frozen=True)
class Comparison:
    """All differences of two runs, real ones first within each study."""

    a: str
    b: str
    differences: tuple[Difference, ...]
    fixed_sample: bool
    level: float = LEVEL

    @property
    def real(self) -> tuple[Difference, ...]:
        """The differences that are more than chance."""
        return tuple(each for each in self.differences if each.real)

    def text(self) -> str:
        """For people: what changed, then everything in a table."""
        lines = [f"{self.a} (A) and {self.b} (B)", ""]
        count = len(self.differences)
        if not self.real:
            lines.append(f"None of {count} measures differs by more than chance explains.")
        for each in self.real:
            lines.append(f"{each.title}, {each.study}: {_figure(each.a)} became {_figure(each.b)}, {each.text}.")
        sample = "fixed in advance" if self.fixed_sample else "open, the test is valid however often one looks"
        lines += [
            "",
            f"{count} measures, corrected together (Holm) at {100 * self.level:g}%; number of games {sample}.",
            "An interval of B - A is what this test cannot rule out; it leaves out 0 where the difference is real.",
            "",
        ]
        rows = [("study", "measure", "A", "B", "B - A", "p", "")]
        for each in self.differences:
            cells = (each.study, each.title, _figure(each.a), _figure(each.b), each.text, _p_text(each.p))
            rows.append((*cells, "real" * each.real))
        return "\n".join([*lines, *_columns(rows)])

    def markdown(self) -> str:
        """The same as Markdown."""
        sample = "fixed in advance" if self.fixed_sample else "left open"
        lines = [
            f"`{self.a}` (A) and `{self.b}` (B): {len(self.real) or 'none'} of {len(self.differences)} differences "
            f"{'is' if len(self.real) == 1 else 'are'} more than chance explains (in bold; corrected together, Holm). "
            f"The intervals are those of the test, for a number of games {sample}.",
            "",
        ]
        lines += ["| players | measure | A | B | B - A | p |", "|---|---|---|---|---|---|"]
        for each in self.differences:
            mark = "**" if each.real else ""
            cells = (
                each.study,
                each.title,
                _figure(each.a),
                _figure(each.b),
                f"{mark}{each.text}{mark}",
                _p_text(each.p),
            )
            lines.append(f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |")
        return "\n".join(lines)

    def as_dict(self) -> dict[str, object]:
        """For programs."""
        return {
            "a": self.a,
            "b": self.b,
            "level": self.level,
            "fixed_sample": self.fixed_sample,
            "measures": len(self.differences),
            "real": [f"{each.study}: {each.name}" for each in self.real],
            "differences": [asdict(each) for each in self.differences],
        }


def compare(run_a: RunResults, run_b: RunResults, *, fixed_sample: bool | None = None) -> Comparison:
    """Compare two runs in every measure that both have; without `fixed_sample`, the plans decide which test it is."""
    compared: list[tuple[str, str, Measured, Measured]] = []
    fixed = True
    for one, other in paired_studies(run_a.studies, run_b.studies):
        fixed = fixed and _is_fixed(run_a, one) and _is_fixed(run_b, other)
        where = " against ".join(dict.fromkeys(one.players)) if one.players[0] != one.players[1] else one.players[0]
        for a, b in shared_measures(measure_all(one), measure_all(other), one, other):
            compared.append((where, title(a.name, one.game if one.game == other.game else ""), a, b))
    if not compared:
        raise LabError(
            f"{run_a.name} and {run_b.name} have nothing to compare: no two studies of at least {FEWEST} games have "
            "the same players"
        )
    if fixed_sample is None:
        fixed_sample = fixed
    return Comparison(run_a.name, run_b.name, tuple(_judged(compared, fixed_sample)), fixed_sample)


def _is_fixed(run: RunResults, study: StudyResult) -> bool:
    """Whether the plan of a study says how many games it has; a stopping rule, or no plan, does not."""
    plans = run.manifest.get("plan", {}).get("studies", ())
    return any(each.get("number") == study.number and each.get("stop", "") is None for each in plans)


def paired_studies(a: Sequence[StudyResult], b: Sequence[StudyResult]) -> Iterable[tuple[StudyResult, StudyResult]]:
    """Pairs of studies with the same players; if a run has several such studies, they are paired in order."""
    left = list(b)
    for one in a:
        other = next((each for each in left if each.players == one.players), None)
        if other is not None:
            left.remove(other)
            if min(one.played, other.played) >= FEWEST:
                yield one, other


def shared_measures(
    a: dict[str, Measured], b: dict[str, Measured], one: StudyResult, other: StudyResult
) -> Iterable[tuple[Measured, Measured]]:
    """The measures that both have. A clause that ended games in only one run counts as 0 games in the other."""
    for name in dict.fromkeys([*a, *b]):
        measure = MEASURES[name.partition(":")[0]]
        if isinstance(measure, Family) and not measure.compared:
            continue
        if name == "decisiveness" or (name == "forced_moves" and "forced_share" in a and "forced_share" in b):
            continue  # the same as draws, and nearly the same as forced_share: each is compared once
        first, second = a.get(name), b.get(name)
        if name.startswith("ending:"):
            first = first or _none(name, one.played)
            second = second or _none(name, other.played)
        if first is None or second is None or min(first.n, second.n) < FEWEST:
            continue
        if None not in (first.low, first.high, second.low, second.high):
            yield first, second


def _none(name: str, games: int) -> Measured:
    low, high = intervals.exact(0, games)
    return Measured(name, 0.0, low, high, games, "exact", "share")


def _judged(compared: Sequence[tuple[str, str, Measured, Measured]], fixed_sample: bool) -> list[Difference]:
    ends = [difference(a, b) for *_, a, b in compared]
    raw = [
        p_value(value, low, high, a.n, b.n, fixed_sample)
        for (*_, a, b), (value, low, high) in zip(compared, ends, strict=True)
    ]
    judged = []
    for (where, called, a, b), (value, low, high), p, level in zip(
        compared, ends, holm(raw), holm_levels(raw), strict=True
    ):
        wider = reach(level, a.n, b.n, fixed_sample) / intervals.Z95
        shown = value - wider * (value - low), value + wider * (high - value)
        judged.append(Difference(where, a.name, called, a.unit, a, b, value, *shown, p, p <= LEVEL))
    return sorted(judged, key=lambda each: not each.real)


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
    """The probability of so large a difference if there is none in truth.

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


def _figure(found: Measured) -> str:
    return figure(found.value, found.unit)


def _p_text(p: float) -> str:
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def _columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
