"""95 % confidence intervals, and which one is used when.

The kind of figure decides:

- **A share of games** (draws, endings by a clause): Wilson's score interval. It stays within 0 and 1 and keeps its level
  from about ten games on, where the textbook's p ± 1.96 s does not. With fewer than FEW games on one side it is the
  **exact** interval of Clopper and Pearson, whose coverage is never below its level: something not seen in 1,000 games may
  still happen in one of 271.
- **Points** (1, 1/2, 0): Wilson's interval again, for the number of yes-or-no games that would vary as much; a draw
  varies less than a win and a loss, and the plain formula would be too wide. Without draws the two are the same.
- **A mean over games** (length, lead changes): Student's t. The game is the unit, never the move: the moves of one game
  depend on each other, and treating them as independent gives an interval far too narrow.
- **A mean over moves** (branching, forced moves): moves come in games, so it is a ratio of two sums over games; its
  interval is Student's t on each game's contribution to the ratio (the linearised, or delta, form).
- **A smooth function of sums** (evenness of board use): the jackknife, which leaves out one game at a time. It removes the
  first-order bias, which for an entropy is as large as the interval.
- **Anything else** (a threshold): the bootstrap, seeded, in its BCa form, which corrects bias and skew; the percentile form
  where BCa is undefined.

**Pairs.** In a study with random openings two games share each opening, and between equal players they often end alike (for
deterministic players they are the same game). Then the pair is the independent unit, and the interval is computed from
pairs: shares and points have Wilson's interval for the number of games that would vary as much as the pairs (Korn and
Graubard's effective number; Student's t for the number of pairs instead of 1.96), means and ratios are ratios of sums over
pairs, and jackknife and bootstrap leave out and draw whole pairs. Openings are drawn at random, so an opening that comes up
twice is two draws. Games from the true start share nothing and count one by one.

**Where games hardly differ.** If fewer than FEW games (or pairs) differ from the rest, their spread says little about what
other games would show, and if all are alike it says nothing: an interval of no width would be a claim of certainty. But a
kind of game that is not among n games makes up less than u = 1 - 0.025^(1/n) of all (`unseen`, the exact bound). The
interval therefore reaches at least u · max(|value|, 1) on both sides: as if such games had nothing or twice the value, or
for a value from 0 to 1, anything possible. For points and shares this is exact; for a length it is a convention.

Without any games there is no interval.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from kakomi.players.matches.sprt import Z95 as Z95
from kakomi.players.matches.sprt import points as points
from kakomi.players.matches.sprt import unseen as unseen
from kakomi.players.matches.sprt import wilson as wilson

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]
Ends = tuple[float, float]

LEVEL = 0.95
FEW = 5  # games on one side of a share; with fewer, the interval is the exact one
RESAMPLES = 1000
BLOCK = 1_000_000  # numbers of a resampling block, to limit memory
STEPS = 200  # at most, of bisection and of the continued fraction; both converge much earlier
TINY = 1e-300
TRUE = np.ones(1, np.bool_)
NORMAL = NormalDist()


def exact(count: float, games: float, level: float = LEVEL) -> Ends:
    """Clopper and Pearson's interval: the shares for which neither that few nor that many games would be rare.

    >>> [round(end, 4) for end in exact(0, 1000)], [round(end, 4) for end in exact(2, 10)]
    ([0.0, 0.0037], [0.0252, 0.5561])
    """
    if games <= 0:
        return 0.0, 1.0
    tail = (1 - level) / 2
    low = 0.0 if count <= 0 else beta_quantile(tail, count, games - count + 1)
    high = 1.0 if count >= games else beta_quantile(1 - tail, count + 1, games - count)
    return low, high


def share(count: int, games: int) -> tuple[Ends, str]:
    """The interval of a share of independent games, and its method.

    >>> share(30, 100)[1], share(2, 100)[1]
    ('Wilson', 'exact')
    """
    if min(count, games - count) < FEW:
        return exact(count, games), "exact"
    return wilson(count / games, games), "Wilson"


def pair_sums(values: Floats, pairs: Numbers) -> tuple[Floats, Floats]:
    """The sums over the games of each pair, and their number.

    >>> pair_sums(np.array([1.0, 2.0, 4.0]), np.array([7, 7, 9]))
    (array([3., 4.]), array([2., 1.]))
    """
    if (pairs[1:] < pairs[:-1]).any():
        order = np.argsort(pairs, kind="stable")
        values, pairs = values[order], pairs[order]
    bounds = np.flatnonzero(np.concatenate([TRUE, pairs[1:] != pairs[:-1], TRUE]))
    return np.add.reduceat(values, bounds[:-1], axis=0), (bounds[1:] - bounds[:-1]).astype(np.float64)


def _begins(rows: Floats | Numbers) -> Numbers:
    """Where each run of equal rows begins."""
    return np.flatnonzero(np.concatenate([TRUE, (rows[1:] != rows[:-1]).any(axis=1)]))


def paired_share(values: Floats, pairs: Numbers) -> tuple[Ends, str]:
    """The interval of a share of games that come in pairs, from 0 and 1 for each game, and its method."""
    count, games = float(values.sum()), len(values)
    if min(count, games - count) >= FEW:
        return paired_points(values, pairs), "Wilson, by pairs"
    sums, sizes = pair_sums(values, pairs)
    mean = count / games
    variance = _variance(sums, sizes)
    number = len(sums) if variance <= 0 else min(games, mean * (1 - mean) / variance)
    return exact(mean * number, number), "exact, by pairs"


def paired_points(values: Floats, pairs: Numbers, level: float = LEVEL) -> Ends:
    """The interval of the mean points (0 to 1) of games that come in pairs."""
    sums, sizes = pair_sums(values, pairs)
    number = len(sums)
    if number < 2:
        return 0.0, 1.0
    return points(float(values.mean()), _variance(sums, sizes) * number, number, student(number - 1, level))


def _variance(above: Floats, below: Floats) -> float:
    """The variance of sum(above) / sum(below), one entry per game or pair, by linearisation."""
    number, total = len(above), float(below.sum())
    rest = above - float(above.sum()) / total * below
    return number / max(number - 1, 1) * float(rest @ rest) / total**2


def mean(values: Floats, pairs: Numbers | None = None) -> Ends | None:
    """Student's t for the mean over games, independent or in pairs; None for fewer than two.

    >>> [round(end, 3) for end in mean(np.array([1.0, 2.0, 3.0, 4.0, 5.0]))]
    [1.037, 4.963]
    """
    return ratio(values, np.ones(len(values)), pairs)


def ratio(above: Floats, below: Floats, pairs: Numbers | None = None) -> Ends | None:
    """The interval of sum(above) / sum(below), one entry per game, by linearisation.

    >>> [round(end, 3) for end in ratio(np.array([2.0, 3.0, 5.0]), np.array([2.0, 4.0, 4.0]))]
    [0.255, 1.745]
    """
    if pairs is not None:
        above, below = pair_sums(np.stack([above, below], axis=1), pairs)[0].T
    number, total = len(above), float(below.sum())
    if number < 2 or total <= 0:
        return None
    value = float(above.sum()) / total
    ends = around(value, math.sqrt(_variance(above, below)), number - 1)
    rates = above / np.maximum(below, TINY)
    return at_least_unseen(value, ends, number) if _hardly_differ(rates[:, None]) else ends


def at_least_unseen(value: float, ends: Ends, number: int) -> Ends:
    """The interval of games that hardly differ, wide enough for what that many games or pairs may not have shown.

    >>> [round(end, 3) for end in at_least_unseen(12.0, (12.0, 12.0), 30)]
    [10.612, 13.388]
    """
    half = unseen(number) * max(abs(value), 1.0)
    return min(ends[0], value - half), max(ends[1], value + half)


def around(value: float, error: float, freedom: float) -> Ends:
    """value ± t · error."""
    half = student(freedom) * error
    return value - half, value + half


def jackknife(statistic: Callable[[Floats], Floats], rows: Floats) -> tuple[float, Ends] | None:
    """A smooth function of the sums of the rows (one per game or pair): its value less first-order bias, and the interval.

    `statistic` takes many sums at once (m x k) and returns m numbers.
    """
    games = len(rows)
    if games < 2:
        return None
    sums = rows.sum(axis=0)
    whole = float(statistic(sums[None, :])[0])
    without = statistic(sums[None, :] - rows)
    pseudo = games * whole - (games - 1) * without
    value = float(pseudo.mean())
    ends = around(value, float(pseudo.std(ddof=1)) / math.sqrt(games), games - 1)
    return value, at_least_unseen(value, ends, games) if _hardly_differ(rows) else ends


def bootstrap(
    statistic: Callable[[Floats], Floats], rows: Floats, seed: int, *, resamples: int = RESAMPLES, bca: bool = True
) -> Ends | None:
    """The interval of any function of the sums of the rows (one per game or pair), which are resampled with replacement.

    BCa (Efron 1987): the quantiles of the resampled values are shifted for bias (how many lie below the value) and for
    skew (from leaving out one game at a time). Without `bca`, or where it is undefined, it is the percentile form.
    """
    games = len(rows)
    if games < 2:
        return None
    sums = rows.sum(axis=0)
    whole = float(statistic(sums[None, :])[0])
    dice = np.random.Generator(np.random.PCG64(seed))
    order = np.lexsort(rows.T[::-1])  # games with equal rows are drawn together
    begins = _begins(rows[order])
    kinds, numbers = rows[order][begins], np.diff(begins, append=games)
    block = max(1, BLOCK // len(kinds))
    sizes = [min(block, resamples - done) for done in range(0, resamples, block)]
    drawn = [statistic(dice.multinomial(games, numbers / games, size).astype(np.float64) @ kinds) for size in sizes]
    values = np.sort(np.concatenate(drawn))
    tails = ((1 - LEVEL) / 2, (1 + LEVEL) / 2)
    if bca:
        tails = _moved(values, whole, statistic(sums[None, :] - rows), tails)
    low, high = (float(end) for end in np.quantile(values, tails))
    if games - int(numbers.max()) < min(FEW, int(numbers.max())) or low == high:
        return at_least_unseen(whole, (low, high), games)
    return low, high


def _hardly_differ(rows: Floats) -> bool:
    """Whether fewer than FEW rows differ from the rest, which are the majority and so contain the median of every column."""
    middle = len(rows) // 2
    differs = rows != np.partition(rows, middle, axis=0)[middle]
    differ = int(np.count_nonzero(differs if rows.shape[1] == 1 else differs.any(axis=1)))
    return differ < min(FEW, len(rows) - differ)


def _moved(values: Floats, whole: float, without: Floats, tails: Ends) -> Ends:
    """The quantiles that BCa uses instead; the same ones where it is undefined."""
    below = float((values < whole).mean() + (values == whole).mean() / 2)
    lean = float(without.mean()) - without
    spread = float(lean @ lean)
    if not 0 < below < 1 or spread <= 0:
        return tails
    bias = NORMAL.inv_cdf(below)
    skew = float((lean**3).sum()) / (6 * spread**1.5)
    moved = []
    for tail in tails:
        far = bias + NORMAL.inv_cdf(tail)
        if 1 - skew * far <= 0:
            return tails
        moved.append(NORMAL.cdf(bias + far / (1 - skew * far)))
    return moved[0], moved[1]


# --- distributions ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def student(freedom: float, level: float = LEVEL) -> float:
    """Student's t: the quantile that leaves (1 - level) / 2 above it.

    >>> round(student(4), 3), round(student(1), 3), round(student(10**6), 3)
    (2.776, 12.706, 1.96)
    """
    tail = 1 - level  # both tails: P(|T| > t) = I(freedom / (freedom + t^2); freedom / 2, 1/2)
    low, high = 0.0, 1.0
    while _beta_share(freedom / (freedom + high * high), freedom / 2, 0.5) > tail:
        high *= 2
    for _ in range(STEPS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if _beta_share(freedom / (freedom + middle * middle), freedom / 2, 0.5) > tail:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def beta_quantile(chance: float, a: float, b: float) -> float:
    """The value below which a beta variable lies with that probability.

    >>> round(beta_quantile(0.5, 1, 1), 6), round(beta_quantile(0.975, 1, 1000), 5)
    (0.5, 0.00368)
    """
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if _beta_share(middle, a, b) < chance:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _beta_share(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function, by its continued fraction (Lentz's method)."""
    if x <= 0 or x >= 1:
        return float(x > 0)
    if x > (a + 1) / (a + b + 2):  # the fraction converges faster on the other side
        return 1 - _beta_share(1 - x, b, a)
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x) - math.log(a)
    )
    c, d = 1.0, 1 / _nonzero(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, 10 * STEPS):
        for step in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _nonzero(1 + step * d)
            c = _nonzero(1 + step / c)
            value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * value


def _nonzero(value: float) -> float:
    """The value, kept away from zero."""
    return value if abs(value) > TINY else TINY
