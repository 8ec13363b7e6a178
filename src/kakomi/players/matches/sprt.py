"""Is A stronger than B? A sequential test (SPRT) on pairs of games, and the two scales it uses: scores and Elo.

The test decides between H0, "A is `elo0` stronger", and H1, "A is `elo1` stronger", by Wald's bounds (Sequential Analysis,
1947): continue while

    log(beta / (1 - alpha)) < LLR < log((1 - beta) / alpha)

The likelihood is that of the *pairs*: one opening played twice with colours changed gives A 0, 1/2, 1, 3/2 or 2 points, and
the five frequencies contain all the information, draws and the opening's bias included. A hypothesis fixes only their mean,
so each one gets the likeliest frequencies with that mean (the generalised test; Van den Bergh's form, which chess
programs are tested with):

    LLR = sum n_i log(p1_i / p0_i),   p_i = f_i / (1 + t (a_i - s))

where n_i pairs of N gave the score a_i (0, 1/4, ... 1), f_i = n_i / N, s = 1 / (1 + 10^(-elo / 400)) is the mean score the
hypothesis claims, and t is the root of sum f_i (a_i - s) / (1 + t (a_i - s)) = 0, which makes p the likeliest
frequencies with that mean. A score that has not occurred counts as NEVER_SEEN pairs, so that every mean is possible.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kakomi.core.errors import OptionError

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
NEVER_SEEN = 1e-3  # the usual value; any small one will do
WIDEST_ELO = 2000.0
STEPS = 60  # of bisection: nearly the full precision of a double
Z95 = 1.959963984540054  # the normal distribution's 97.5 % quantile


def expected_score(elo: float) -> float:
    """The mean score of a player that much stronger.

    >>> round(expected_score(0), 3), round(expected_score(191), 3)
    (0.5, 0.75)
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_difference(score: float) -> float:
    """How much stronger a player with that mean score is; infinite for a score of 0 or 1.

    >>> round(elo_difference(0.75)), elo_difference(1.0), elo_difference(0.0)
    (191, inf, -inf)
    """
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def wilson(share: float, games: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval for a share; `games` need not be a whole number.

    >>> [round(end, 3) for end in wilson(0.5, 100)], wilson(0.0, 0)
    ([0.404, 0.596], (0.0, 1.0))
    """
    if games <= 0:
        return 0.0, 1.0
    square = z * z
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = z / (1 + square / games) * math.sqrt(share * (1 - share) / games + square / (4 * games * games))
    return (0.0 if share <= 0 else max(0.0, middle - half)), (1.0 if share >= 1 else min(1.0, middle + half))


def unseen(number: float, z: float = Z95) -> float:
    """The largest share a kind of game can have and still be missing from this many games with a probability of 2.5 %.

    >>> round(unseen(400), 4), round(unseen(1), 3)
    (0.0092, 0.975)
    """
    return 1 - (math.erfc(z / math.sqrt(2)) / 2) ** (1 / number) if number > 0 else 1.0


def points(mean: float, variance: float, games: float, z: float = Z95) -> tuple[float, float]:
    """The interval of a mean of points from 0 to 1 with that variance: Wilson's, for the drawless games that vary as much.

    `games` may be pairs of games, with the variance of their mean points. Games that were all drawn show no variance, and
    few decisive ones give a poor estimate; so the interval always allows for the share of wins, or of losses, that may have
    gone unseen.

    >>> [round(end, 3) for end in points(0.5, 0.25, 100)], [round(end, 3) for end in points(0.5, 0.05, 100)]
    ([0.404, 0.596], [0.456, 0.544])
    >>> [round(end, 4) for end in points(0.5, 0, 400)]  # all drawn
    [0.4954, 0.5046]
    """
    whole = mean * (1 - mean)  # the variance, were there no draws
    if games <= 0 or whole <= 0:
        return wilson(mean, games, z)
    low, high = wilson(mean, games * whole / variance, z) if variance > 0 else (mean, mean)
    share = unseen(games, z)
    return min(low, mean * (1 - share)), max(high, mean + (1 - mean) * share)


@dataclass(frozen=True)
class Sprt:
    """The test: two hypotheses and how often each may be mistaken for the other.

    >>> test = Sprt(0, 50)
    >>> [round(bound, 2) for bound in test.bounds]
    [-2.94, 2.94]
    >>> test.verdict([3, 0, 10, 0, 3]), test.verdict([1, 5, 10, 30, 24])
    ('', 'H1')
    """

    elo0: float
    elo1: float
    alpha: float = 0.05  # the chance that H1 is chosen although H0 is true
    beta: float = 0.05  # the chance that H0 is chosen although H1 is true

    def __post_init__(self) -> None:
        for elo in (self.elo0, self.elo1):
            if not -WIDEST_ELO <= elo <= WIDEST_ELO:
                raise OptionError(f"an Elo difference is a number from -{WIDEST_ELO:g} to {WIDEST_ELO:g}, not {elo:g}")
        if not self.elo0 < self.elo1:
            raise OptionError(
                f"the first Elo difference of a sequential test must be less than the second, "
                f"like 0 30, not {self.elo0:g} {self.elo1:g}"
            )
        for chance in (self.alpha, self.beta):
            if not 0 < chance < 0.5:
                raise OptionError(f"the chance of an error must be more than 0 and less than 0.5, not {chance:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The LLR at which H0, and at which H1, is accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Sequence[int]) -> float:
        """The logarithm of the likelihood ratio; `pairs` are the numbers of pairs with each of PAIR_SCORES."""
        if not any(pairs):
            return 0.0
        counts = [count or NEVER_SEEN for count in pairs]
        zero = _likeliest(counts, expected_score(self.elo0))
        one = _likeliest(counts, expected_score(self.elo1))
        return sum(count * math.log(q / p) for count, p, q in zip(counts, zero, one, strict=True))

    def verdict(self, pairs: Sequence[int]) -> str:
        """H0, H1, or "" while the test is undecided."""
        low, high = self.bounds
        ratio = self.ratio(pairs)
        return "H0" if ratio <= low else "H1" if ratio >= high else ""


def _likeliest(counts: Sequence[float], mean: float) -> list[float]:
    """The frequencies with that mean under which the counts are likeliest."""
    total = sum(counts)
    shares = [count / total for count in counts]
    offsets = [score - mean for score in PAIR_SCORES]
    low, high = -1 / offsets[-1], -1 / offsets[0]  # beyond these a frequency would be negative; the sum falls between
    for _ in range(STEPS):
        middle = (low + high) / 2
        if sum(share * offset / (1 + middle * offset) for share, offset in zip(shares, offsets, strict=True)) > 0:
            low = middle
        else:
            high = middle
    return [share / (1 + low * offset) for share, offset in zip(shares, offsets, strict=True)]
