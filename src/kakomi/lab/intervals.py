"""95 % intervals, and which is used when.

What is counted decides the kind:

- **A share of games** (draws, endings by a clause): Wilson's score interval. It keeps inside 0 and 1 and holds its level
  from about ten games on, where the textbook's p ± 1.96 s does not. Where fewer than FEW games are on one side it is the
  **exact** interval of Clopper and Pearson, which never covers less than it says: a thing not seen in 1,000 games may
  still happen in one of 271.
- **Points** (1, 1/2, 0): Wilson's interval again, for as many yes-or-no games as would vary as much as these do; a draw
  varies less than a win and a loss, and the plain formula would be too wide. Without draws the two are the same.
- **A mean over games** (length, lead changes): Student's t. The game is the unit, never the move: the moves of one game
  hang together, and counting them as independent makes an interval that is a fraction of the right one.
- **A mean over moves** (branching, forced moves): moves come in games, so it is a ratio of two sums over games; its
  interval is Student's t on what each game adds to the ratio (the linearised, or delta, form).
- **A smooth function of sums** (evenness of board use): the jackknife, which leaves out one game at a time. It takes the
  first-order bias away, which for an entropy is of the size of the interval.
- **Anything else** (a threshold): the bootstrap, seeded, in its BCa form, which mends bias and skew; the percentile form
  where BCa cannot be formed.

No game at all gives no interval: (None, None).
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
from kakomi.players.matches.sprt import wilson as wilson

Floats = npt.NDArray[np.float64]
Ends = tuple[float, float]

LEVEL = 0.95
FEW = 5  # games on one side of a share: with fewer the interval is the exact one
RESAMPLES = 1000
BLOCK = 1_000_000  # numbers of redrawn games held at once
STEPS = 200  # of bisection and of the continued fraction; both are done long before
TINY = 1e-300
NORMAL = NormalDist()


def exact(count: int, games: int, level: float = LEVEL) -> Ends:
    """Clopper and Pearson's interval: the shares under which this many, or fewer, and this many, or more, are not rare.

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
    """The interval of a share of games, and its method.

    >>> share(30, 100)[1], share(2, 100)[1]
    ('Wilson', 'exact')
    """
    if min(count, games - count) < FEW:
        return exact(count, games), "exact"
    return wilson(count / games, games), "Wilson"


def mean(values: Floats) -> Ends | None:
    """Student's t for the mean of independent games; None for fewer than two.

    >>> [round(end, 3) for end in mean(np.array([1.0, 2.0, 3.0, 4.0, 5.0]))]
    [1.037, 4.963]
    """
    if len(values) < 2:
        return None
    return around(float(values.mean()), float(values.std(ddof=1)) / math.sqrt(len(values)), len(values) - 1)


def ratio(above: Floats, below: Floats) -> Ends | None:
    """The interval of sum(above) / sum(below), one entry a game, by linearisation.

    >>> [round(end, 3) for end in ratio(np.array([2.0, 3.0, 5.0]), np.array([2.0, 4.0, 4.0]))]
    [0.255, 1.745]
    """
    games = len(above)
    total = float(below.sum())
    if games < 2 or total <= 0:
        return None
    value = float(above.sum()) / total
    rest = above - value * below
    return around(value, math.sqrt(games / (games - 1) * float(rest @ rest)) / total, games - 1)


def around(value: float, error: float, freedom: float) -> Ends:
    """value ± t · error."""
    half = student(freedom) * error
    return value - half, value + half


def jackknife(statistic: Callable[[Floats], Floats], rows: Floats) -> tuple[float, Ends] | None:
    """A smooth function of the sums of the rows (one a game): its value without first-order bias, and the interval.

    `statistic` takes many sums at once (m x k) and gives m numbers.
    """
    games = len(rows)
    if games < 2:
        return None
    sums = rows.sum(axis=0)
    whole = float(statistic(sums[None, :])[0])
    without = statistic(sums[None, :] - rows)
    pseudo = games * whole - (games - 1) * without
    value = float(pseudo.mean())
    return value, around(value, float(pseudo.std(ddof=1)) / math.sqrt(games), games - 1)


def bootstrap(
    statistic: Callable[[Floats], Floats], rows: Floats, seed: int, *, resamples: int = RESAMPLES, bca: bool = True
) -> Ends | None:
    """The interval of any function of the sums of the rows (one a game): games drawn again, with replacement.

    BCa (Efron 1987): the quantiles of the redrawn values are moved for bias (how many lie below the value) and for skew
    (from leaving out one game at a time). The percentile form, without these, where `bca` is false or they are undefined.
    """
    games = len(rows)
    if games < 2:
        return None
    sums = rows.sum(axis=0)
    whole = float(statistic(sums[None, :])[0])
    dice = np.random.Generator(np.random.PCG64(seed))
    kinds, numbers = np.unique(rows, axis=0, return_counts=True)  # games alike in all that matters are drawn together
    block = max(1, BLOCK // len(kinds))
    sizes = [min(block, resamples - done) for done in range(0, resamples, block)]
    drawn = [statistic(dice.multinomial(games, numbers / games, size).astype(np.float64) @ kinds) for size in sizes]
    values = np.sort(np.concatenate(drawn))
    tails = ((1 - LEVEL) / 2, (1 + LEVEL) / 2)
    if bca:
        tails = _moved(values, whole, statistic(sums[None, :] - rows), tails)
    low, high = np.quantile(values, tails)
    return float(low), float(high)


def _moved(values: Floats, whole: float, without: Floats, tails: Ends) -> Ends:
    """The quantiles BCa takes instead; the same ones where it cannot be formed."""
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
    """Below which a beta variable lies with that chance.

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
    """The regularised incomplete beta function, by its continued fraction (Lentz's way of evaluating it)."""
    if x <= 0 or x >= 1:
        return float(x > 0)
    if x > (a + 1) / (a + b + 2):  # the fraction converges fast on the other side
        return 1 - _beta_share(1 - x, b, a)
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x) - math.log(a)
    )
    c, d = 1.0, 1 / _apart(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, 10 * STEPS):
        for step in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _apart(1 + step * d)
            c = _apart(1 + step / c)
            value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * value


def _apart(value: float) -> float:
    """Not zero."""
    return value if abs(value) > TINY else TINY
