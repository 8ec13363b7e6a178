"""What changed between two runs, by how much, and is it real?

Studies are set beside each other by their players: the first study of A with a pair of players and the first such study
of B. Every measure that both can tell is compared.

*By how much*: the difference B - A, with an interval made of the two intervals (the squares of the distances to their
ends are added, Zou and Donner's way), so that what holds for each measure holds for its difference. A mean's interval
comes from the spread of the games seen, and a few games may by chance be too much alike; so each side's spread is taken
to be at least the other's.

*Is it real*: z is the difference in standard errors, read off that interval on the side of zero. The p-value is valid
however often one has looked while games came in (the mixture sequential test of Robbins, with effects of 1/10 of a game's
standard deviation in mind):

    p = min(1, sqrt(1 + g) · exp(-z^2/2 · g/(1 + g))),   g = n / 100,   1/n = 1/n_A + 1/n_B

With `once` the number of games was settled beforehand and nobody looked: then p = P(|Z| > |z|), which finds smaller
differences. Then all p-values are corrected together by Holm's method: of all comparisons of two runs of the same thing, at
most 5 % report any difference at all.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from kakomi.lab.measures import TABLE, Family, Measured, measure_all, title
from kakomi.lab.measures.base import PERCENT, figure, number
from kakomi.lab.results import LabError, RunResults, StudyResult
from kakomi.lab.statistics import intervals

LEVEL = 0.05
MIXTURE = 0.01  # the square of the effect in mind, in standard deviations of a game
BY_SPREAD = ("Student's t", "ratio of sums, t", "jackknife, t")  # methods that measure the spread of the games
FEWEST = 20  # games on each side: fewer prove nothing by these formulas


@dataclass(frozen=True)
class Difference:
    """One measure in two runs. `p` is corrected for the number of measures; `real` says that it is under LEVEL."""

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
        """As it is read."""
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
    once: bool
    level: float = LEVEL

    @property
    def real(self) -> tuple[Difference, ...]:
        """Those that are more than chance."""
        return tuple(each for each in self.differences if each.real)

    def text(self) -> str:
        """For people: what changed, and the rest in a table."""
        lines = [f"{self.a} (A) and {self.b} (B)", ""]
        count = len(self.differences)
        if not self.real:
            lines.append(f"No difference among {count} measures is more than chance explains.")
        for each in self.real:
            lines.append(f"{each.title}, {each.study}: {_figure(each.a)} became {_figure(each.b)}, {each.text}.")
        looked = "settled beforehand" if self.once else "free: one may look at any time"
        lines += [
            "",
            f"{count} measures, corrected together (Holm) at {100 * self.level:g}%; number of games {looked}.",
            "",
        ]
        rows = [("study", "measure", "A", "B", "B - A", "p", "")]
        for each in self.differences:
            told = (each.study, each.title, _figure(each.a), _figure(each.b), each.text, _chance(each.p))
            rows.append((*told, "real" * each.real))
        return "\n".join([*lines, *_columns(rows)])

    def markdown(self) -> str:
        """The same as Markdown."""
        lines = [
            f"`{self.a}` (A) and `{self.b}` (B): {len(self.real) or 'none'} of {len(self.differences)} differences "
            f"{'is' if len(self.real) == 1 else 'are'} more than chance explains (in bold; corrected together, Holm).",
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
                _chance(each.p),
            )
            lines.append(f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |")
        return "\n".join(lines)

    def as_dict(self) -> dict[str, object]:
        """For programs."""
        return {
            "a": self.a,
            "b": self.b,
            "level": self.level,
            "once": self.once,
            "measures": len(self.differences),
            "real": [f"{each.study}: {each.name}" for each in self.real],
            "differences": [asdict(each) for each in self.differences],
        }


def compare(run_a: RunResults, run_b: RunResults, *, once: bool = False) -> Comparison:
    """Compare two runs in everything that both measured."""
    found: list[tuple[str, str, Measured, Measured]] = []
    for one, other in pairs(run_a.studies, run_b.studies):
        where = " against ".join(dict.fromkeys(one.players)) if one.players[0] != one.players[1] else one.players[0]
        for a, b in shared(measure_all(one), measure_all(other), one, other):
            found.append((where, title(a.name, one.game if one.game == other.game else ""), a, b))
    if not found:
        raise LabError(
            f"{run_a.name} and {run_b.name} have nothing to compare: no study of {FEWEST} games or more has the same "
            f"two players in both"
        )
    return Comparison(run_a.name, run_b.name, tuple(_judged(found, once)), once)


def pairs(a: Sequence[StudyResult], b: Sequence[StudyResult]) -> Iterable[tuple[StudyResult, StudyResult]]:
    """Studies with the same players; the second with the second where a run has several."""
    left = list(b)
    for one in a:
        other = next((each for each in left if each.players == one.players), None)
        if other is not None:
            left.remove(other)
            if min(one.played, other.played) >= FEWEST:
                yield one, other


def shared(
    a: dict[str, Measured], b: dict[str, Measured], one: StudyResult, other: StudyResult
) -> Iterable[tuple[Measured, Measured]]:
    """What both measured. A clause that ended games in one only ended none in the other, and is compared as that."""
    for name in dict.fromkeys([*a, *b]):
        table = TABLE.measures[name.partition(":")[0]]
        if isinstance(table, Family) and not table.compared:
            continue
        if name == "decisiveness" or (name == "forced_moves" and "forced_share" in a and "forced_share" in b):
            continue  # the same as draws, and nearly the same: counted once
        found, against = a.get(name), b.get(name)
        if name.startswith("ending:"):
            found = found or _none(name, one.played)
            against = against or _none(name, other.played)
        if found is None or against is None or min(found.n, against.n) < FEWEST:
            continue
        if None not in (found.low, found.high, against.low, against.high):
            yield found, against


def _none(name: str, games: int) -> Measured:
    low, high = intervals.exact(0, games)
    return Measured(name, 0.0, low, high, games, "exact", "share")


def _judged(found: Sequence[tuple[str, str, Measured, Measured]], once: bool) -> list[Difference]:
    ends = [difference(a, b) for *_, a, b in found]
    raw = [chance(value, low, high, a.n, b.n, once) for (*_, a, b), (value, low, high) in zip(found, ends, strict=True)]
    judged = [
        Difference(where, a.name, called, a.unit, a, b, value, low, high, p, p <= LEVEL)
        for (where, called, a, b), (value, low, high), p in zip(found, ends, holm(raw), strict=True)
    ]
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
    """Half an interval of a mean: no less than the other side's would be with as many games."""
    if own.method not in BY_SPREAD or other.low is None or other.high is None:
        return half
    return max(half, (other.high - other.low) / 2 * math.sqrt(other.n / own.n))


def chance(value: float, low: float, high: float, n_a: int, n_b: int, once: bool) -> float:
    """How often a difference like this comes about where there is none.

    >>> round(chance(1.96, 0.0, 3.92, 1000, 1000, once=True), 3), round(chance(1.96, 0.0, 3.92, 1000, 1000, once=False), 2)
    (0.05, 0.49)
    """
    half = value - low if value > 0 else high - value
    if value == 0:
        return 1.0
    if half <= 0:  # all games alike on both sides, and the sides differ
        return 0.0
    z = abs(value) * intervals.Z95 / half
    if once:
        return math.erfc(z / math.sqrt(2))
    g = MIXTURE / (1 / n_a + 1 / n_b)
    return min(1.0, math.sqrt(1 + g) * math.exp(-z * z / 2 * g / (1 + g)))


def holm(chances: Sequence[float]) -> list[float]:
    """Holm's correction: the least level at which each would be reported when all are tested together.

    >>> [round(p, 2) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    corrected = [0.0] * len(chances)
    least = 0.0
    for rank, place in enumerate(order):
        least = max(least, min(1.0, (len(chances) - rank) * chances[place]))
        corrected[place] = least
    return corrected


def _figure(found: Measured) -> str:
    return figure(found.value, found.unit)


def _chance(p: float) -> str:
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def _columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
