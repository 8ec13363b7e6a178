"""What changed between two runs, by how much, and is it more than chance?

Studies are paired by their players: the first study of A with a pair of players and the first such study of B. Every
measure that both have is compared.

*More than chance*: B - A has a 95 % interval, made from the two intervals (the squares of the distances to their ends are
added: the method of Zou and Donner), so that its coverage is as reliable as theirs. The interval of a mean comes from the
spread of the games seen, and a few games may be too similar by chance; so each side's spread is taken to be at least the
other's. z is the difference in standard errors, taken from that interval on the side of zero.

- The *fixed-sample* test: p = P(|Z| > |z|). It is valid if the number of games was fixed in advance, and is used by default
  if no plan of the studies compared has a stopping rule.
- The *sequential* test is valid however often one looks while games are played (the mixture test of Robbins, tuned to
  effects of 1/10 of the standard deviation of a game), and is used otherwise:

    p = min(1, sqrt(1 + g) · exp(-z^2/2 · g/(1 + g))),   g = n / 100,   1/n = 1/n_A + 1/n_B

All p-values are then corrected together by Holm's method: of all comparisons of two runs of the same game, at most 5 %
report any difference.

*By how much*: the interval printed beside B - A contains the differences that this same test would not reject, at the level
at which Holm's method tested the measure: 5 % divided by the number of measures not yet found to differ. So it excludes 0
if and only if the difference is called real. It is wider than the interval of a single measure on its own.

*No difference that matters*: if that interval lies within a margin on both sides of 0, the two are equivalent: whatever the
difference is, it is smaller than the margin. The margin is MARGIN for figures from 0 to 1 (5 percentage points) and that
fraction of A's value for all others, unless another is given.

Measures that say the same are compared once: turns where they equal moves, a clause that is the complement of another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from kakomi.core.errors import OptionError
from kakomi.lab.figures import PERCENT, figure, number
from kakomi.lab.files import LabError
from kakomi.lab.measures import MEASURES, Family, Measured, measure_all, title
from kakomi.lab.measures.base import BOUNDED
from kakomi.lab.player_names import both_players
from kakomi.lab.results import RunResults, StudyResult
from kakomi.lab.statistics import intervals
from kakomi.lab.statistics.significance import LEVEL, difference, holm, holm_levels, p_value, reach

FEWEST = 20  # games on each side: these formulas need at least this many
MARGIN = 0.05  # a difference that matters
LEADING = (  # what the first sentences are about, the most important first
    *("first_player_advantage", "draws", "length", "branching", "decided_at", "lead_changes", "comeback", "drama"),
    *("critical_moves", "opening_diversity", "forced_share", "skill_trace", "copycat", "board_use"),
)
MOST_SENTENCES = 5


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
    margin: float = 0.0

    @property
    def equal(self) -> bool:
        """Whether there is no difference that matters: the whole interval is within the margin."""
        return not self.real and -self.margin <= self.low and self.high <= self.margin

    @property
    def sentence(self) -> str:
        """The difference in a plain sentence, with its interval and the games."""
        games = f"{self.a.n:,} and {self.b.n:,} games"
        ends = self.text.partition("(")[2].rstrip(")")
        change = f"{_figure(self.a)} in A, {_figure(self.b)} in B"
        if self.real:
            return f"{self.title}, {self.study}: {change} (B - A: {ends}, {games})."
        scale = 100 if self.unit in PERCENT else 1
        unit = " points" if self.unit in PERCENT else ""
        return (
            f"{self.title}, {self.study}: no difference that matters, {change} (B - A: {ends}, {games}; "
            f"the margin is {number(scale * self.margin)}{unit})."
        )

    @property
    def text(self) -> str:
        """The difference with its interval as text."""
        sign = "+" if self.value > 0 else ""
        scale = 100 if self.unit in PERCENT else 1
        unit = " points" if self.unit in PERCENT else "" if self.unit == "0 to 1" else f" {self.unit}"
        ends = " to ".join(number(scale * end) for end in (self.low, self.high))
        return f"{sign}{number(scale * self.value)}{unit} ({ends})"


@dataclass(frozen=True)
class Comparison:
    """All differences between two runs, real ones first within each study."""

    a: str
    b: str
    differences: tuple[Difference, ...]
    fixed_sample: bool
    level: float = LEVEL
    in_order: tuple[Difference, ...] = ()  # in the order of the plan's studies

    @property
    def real(self) -> tuple[Difference, ...]:
        """The differences that are more than chance."""
        return tuple(each for each in self.differences if each.real)

    @property
    def equal(self) -> tuple[Difference, ...]:
        """The measures without a difference that matters."""
        return tuple(each for each in self.differences if each.equal)

    def sentences(self) -> list[str]:
        """At most five sentences: what changed between the strongest players compared, then what did not."""
        last = {each.study: place for place, each in enumerate(self.in_order)}
        chosen: dict[str, Difference] = {}
        for wanted in (self.real, self.equal):
            for name in (*LEADING, *(each.name for each in wanted if each.real)):
                several = [each for each in wanted if each.name == name and each.name not in chosen]
                if several:
                    chosen[name] = max(several, key=lambda each: last[each.study])
        lines = [each.sentence for each in list(chosen.values())[:MOST_SENTENCES]]
        smallest = min((min(each.a.n, each.b.n) for each in self.differences), default=0)
        return lines or [
            f"None of {len(self.differences)} measures differs by more than chance explains, and none is shown to be the "
            f"same (corrected together, 95% intervals below, {smallest:,} games or more each)."
        ]

    def text(self) -> str:
        """As text: what changed, then everything in a table."""
        lines = [f"{self.a} (A) and {self.b} (B)", ""]
        count = len(self.differences)
        lines += self.sentences()
        if not self.real:
            lines.append(f"None of {count} measures differs by more than chance explains.")
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
            rows.append((*cells, "real" if each.real else "the same" if each.equal else ""))
        return "\n".join([*lines, *_columns(rows)])

    def markdown(self) -> str:
        """The same as Markdown."""
        sample = "fixed in advance" if self.fixed_sample else "left open"
        lines = [
            f"`{self.a}` (A) and `{self.b}` (B): {len(self.real) or 'none'} of {len(self.differences)} differences "
            f"{'is' if len(self.real) == 1 else 'are'} more than chance explains (in bold; corrected together, Holm). "
            f"The intervals are those of the test, for a number of games {sample}. {len(self.equal)} are the same as far as "
            "it matters (=).",
            "",
        ]
        lines = [*(f"- {line}" for line in self.sentences()), "", *lines]
        lines += ["| players | measure | A | B | B - A | p |", "|---|---|---|---|---|---|"]
        for each in self.differences:
            mark = "**" if each.real else ""
            cells = (
                each.study,
                each.title,
                _figure(each.a),
                _figure(each.b),
                f"{mark}{each.text}{mark}{' =' if each.equal else ''}",
                _p_text(each.p),
            )
            lines.append(f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |")
        return "\n".join(lines)

    def as_dict(self) -> dict[str, object]:
        """As a dictionary, for JSON."""
        return {
            "a": self.a,
            "b": self.b,
            "level": self.level,
            "fixed_sample": self.fixed_sample,
            "measures": len(self.differences),
            "sentences": self.sentences(),
            "real": [f"{each.study}: {each.name}" for each in self.real],
            "equal": [f"{each.study}: {each.name}" for each in self.equal],
            "differences": [asdict(each) for each in self.differences],
        }


def compare(
    run_a: RunResults, run_b: RunResults, *, fixed_sample: bool | None = None, margin: float = MARGIN
) -> Comparison:
    """Compare two runs in every measure that both have; without `fixed_sample`, the plans decide which test is used.

    `margin` is the difference that matters, from 0 to 1, see above.
    """
    if not 0 < margin < 1:
        raise OptionError(f"the margin must be more than 0 and less than 1, like {MARGIN}, not {margin:g}")
    compared: list[tuple[str, str, Measured, Measured]] = []
    fixed = True
    for one, other in paired_studies(run_a.studies, run_b.studies):
        fixed = fixed and _is_fixed(run_a, one) and _is_fixed(run_b, other)
        where = both_players(one)
        for a, b in shared_measures(measure_all(one), measure_all(other), one, other):
            compared.append((where, title(a.name, one.game if one.game == other.game else ""), a, b))
    if not compared:
        raise LabError(
            f"{run_a.name} and {run_b.name} have nothing to compare: no two studies of at least {FEWEST} games have "
            "the same players"
        )
    if fixed_sample is None:
        fixed_sample = fixed
    judged = _judged(compared, fixed_sample, margin)
    return Comparison(
        run_a.name, run_b.name, tuple(judged), fixed_sample, in_order=tuple(judged_order(compared, judged))
    )


def _is_fixed(run: RunResults, study: StudyResult) -> bool:
    """Whether the plan of a study fixes its number of games; a stopping rule, or no plan, does not."""
    plans = run.manifest.get("plan", {}).get("studies", ())
    return any(each.get("number") == study.number and each.get("stop", "") is None for each in plans)


def paired_studies(a: Sequence[StudyResult], b: Sequence[StudyResult]) -> Iterable[tuple[StudyResult, StudyResult]]:
    """Pairs of studies with the same players and kind of start; several such studies of a run are paired in order."""
    left = list(b)
    for one in a:
        other = next((each for each in left if each.players == one.players and _begins_like(each, one)), None)
        if other is not None:
            left.remove(other)
            if min(one.played, other.played) >= FEWEST:
                yield one, other


def _begins_like(one: StudyResult, other: StudyResult) -> bool:
    return all(getattr(one, each) == getattr(other, each) for each in ("kind", "opening", "spread", "turned"))


def shared_measures(
    a: dict[str, Measured], b: dict[str, Measured], one: StudyResult, other: StudyResult
) -> Iterable[tuple[Measured, Measured]]:
    """The measures that both have. A clause that ended games in only one run counts as 0 games in the other."""
    twice = duplicates(a, b)
    for name in dict.fromkeys([*a, *b]):
        if name in twice:
            continue
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


def duplicates(a: dict[str, Measured], b: dict[str, Measured]) -> set[str]:
    """Measures that say the same as another one: turns if they equal moves, one of two clauses, a clause of all draws."""
    found = set()
    if all("turns" in each and "length" in each and each["turns"].value == each["length"].value for each in (a, b)):
        found.add("turns")
    clauses = [name for name in dict.fromkeys([*a, *b]) if name.startswith("ending:")]
    alone = len(clauses) == 1 and all(each[clauses[0]].value == 1 for each in (a, b) if clauses[0] in each)
    if alone or len(clauses) == 2:
        found.add(clauses[0])
    for name in clauses:
        if all("draws" in each and each["draws"].value == (each[name].value if name in each else 0) for each in (a, b)):
            found.add(name)
    return found


def _none(name: str, games: int) -> Measured:
    low, high = intervals.exact(0, games)
    return Measured(name, 0.0, low, high, games, "exact", "share")


def judged_order(
    compared: Sequence[tuple[str, str, Measured, Measured]], judged: Sequence[Difference]
) -> list[Difference]:
    """The differences in the order in which they were compared."""
    place = {(where, a.name): number for number, (where, _, a, _) in enumerate(compared)}
    return sorted(judged, key=lambda each: place[each.study, each.name])


def _judged(
    compared: Sequence[tuple[str, str, Measured, Measured]], fixed_sample: bool, margin: float
) -> list[Difference]:
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
        matters = margin if a.unit in BOUNDED else margin * abs(a.value)
        judged.append(Difference(where, a.name, called, a.unit, a, b, value, *shown, p, p <= LEVEL, matters))
    return sorted(judged, key=lambda each: not each.real)


def _figure(found: Measured) -> str:
    return figure(found.value, found.unit)


def _p_text(p: float) -> str:
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def _columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
