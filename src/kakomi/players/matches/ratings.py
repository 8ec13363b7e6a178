"""Ratings of several players from their results against each other, with intervals.

The model is Bradley and Terry's, in Elo's units: a player whose rating is d above another's scores 1 / (1 + 10^(-d/400)) of
the points against it, and a draw is half a win and half a loss.

*The prior* is Jeffreys's: the likelihood times the square root of the determinant of its Fisher information (Firth 1993).
It is worth one drawn game for each player but the anchor, shared among the pairs that met in proportion to the information
each of them gives (w V, with w = n p (1 - p) the information of the pair's games and V the variance of its distance). It
keeps every rating finite and removes the first-order bias of maximum likelihood, which makes ladders too long. A drawn game
for every pair that met would not do: for a pair far apart on a ladder, whose games give no information, it is half a point
against the stronger player.

*The interval* of a distance contains every distance that this likelihood, with the other ratings at their likeliest (the
profile), does not make improbable: 2 (L_max - L(d)) a <= 3.84, where L is its logarithm. Without draws a is 1. Draws, and
pairs of games that share an opening, vary more or less than single wins and losses do; a is the variance that the distance
would have if they did not, divided by its actual variance (Chandler and Bate 2007).

*One-sided bounds.* If nobody on any path from b to a lost a point, for example because a won all its games, a may be any
distance above b. Then the upper end is infinite, and the lower end is where the probability of results so one-sided is
5 %, without the prior: after n wins against one opponent, where p^n = 0.05.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kakomi.core.errors import OptionError
from kakomi.players.matches.sprt import Z95

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

ELO = 400 / math.log(10)  # rating points per logit
STEP_75 = ELO * math.log(3)  # the distance at which the stronger player scores 75 % of the points
STEPS = 200  # of Newton's method, which takes about ten
CLOSE = 1e-6  # logits
LONGEST = 2.0  # logits in one step
FAR = 40.0  # logits: nobody is further above another than this
RIDGE = 1e-9  # the weight that keeps the other ratings finite where the likelihood alone does not
DROP = Z95 * Z95 / 2  # of the likelihood's logarithm at the ends of a two-sided 95 % interval
SURE = math.log(20)  # and at a one-sided 95 % bound: the results have a probability of 1 in 20 there
SEARCH = 60  # steps to an end of an interval
EXACT = 1e-4  # logits


@dataclass(frozen=True)
class Result:
    """The result between two players: the points of the first, the number of games, and how many were drawn.

    `pairs` are the numbers of pairs of games in which the first scored 0, 1/2, 1, 3/2 and 2 points; empty if games were not
    played in pairs.
    """

    points: float
    games: int
    draws: int = 0
    pairs: tuple[int, ...] = ()

    @property
    def dispersion(self) -> float:
        """The variance of the actual points, divided by that of wins and losses alone with the same mean; about 1.

        One more pair, or game, of the latter variance is counted: a few games cannot show that results never vary.
        """
        mean = self.points / self.games
        plain = mean * (1 - mean)
        if plain <= 0:
            return 1.0
        if not sum(self.pairs):
            return (plain * self.games - self.draws / 4 + plain) / (plain * (self.games + 1))
        number = sum(self.pairs)
        squares = sum(count * (score / 4 - mean) ** 2 for score, count in enumerate(self.pairs))
        return (2 * squares * number / max(number - 1, 1) + plain) / (plain * (number + 1))


@dataclass(frozen=True)
class Rating:
    """A rating in Elo points and the ends of its 95 % interval; an end is infinite where the games set no bound."""

    elo: float
    low: float
    high: float

    @property
    def text(self) -> str:
        """The rating as text.

        >>> Rating(189.3, 110.2, 274.0).text, Rating(980.0, 654.4, math.inf).text, Rating(0, -math.inf, math.inf).text
        ('+189 (+110 to +274)', 'above +654', 'unknown')
        """
        if self.low == self.high:
            return "0"  # the anchor
        if math.isinf(self.low) and math.isinf(self.high):
            return "unknown"
        if math.isinf(self.high):
            return f"above {self.low:+.0f}"
        if math.isinf(self.low):
            return f"below {self.high:+.0f}"
        return f"{self.elo:+.0f} ({self.low:+.0f} to {self.high:+.0f})"


class Ratings:
    """The ratings of all players who met, the anchor at 0.

    >>> ratings = Ratings({("a", "b"): Result(75, 100), ("b", "c"): Result(50, 100)}, anchor="c")
    >>> [round(ratings[name].elo) for name in "abc"]
    [189, 0, 0]
    >>> ratings.difference("a", "b").text, Ratings({("a", "b"): Result(50, 100, 90)}, "b")["a"].text
    ('+189 (+113 to +270)', '+0 (-22 to +22)')
    >>> Ratings({("a", "b"): Result(20, 20)}, "b")["a"].text  # 400 log10(p / (1 - p)), p = 0.05^(1/20)
    'above +317'
    """

    def __init__(self, results: Mapping[tuple[str, str], Result], anchor: str) -> None:
        import numpy as np

        self.names = sorted({name for pair in results for name in pair})
        if anchor not in self.names:
            raise OptionError(f"the anchor must be one of the players ({', '.join(self.names)}), not {anchor!r}")
        self.anchor = anchor
        self._place = {name: number for number, name in enumerate(self.names)}
        _refuse_islands(self.names, list(results))
        size = len(self.names)
        self._points, self._varied = np.zeros((size, size)), np.ones((size, size))
        for (a, b), result in results.items():
            i, j = self._place[a], self._place[b]
            self._points[i, j] += result.points
            self._points[j, i] += result.games - result.points
            self._varied[i, j] = self._varied[j, i] = result.dispersion
        self._games = self._points + self._points.T
        self._scored = _reach(self._points > 0)
        self._rating = self._fit(np.zeros(size), fixed=(self._place[anchor],), prior=True)
        self._likeliest = self._fit(self._rating.copy(), fixed=(self._place[anchor],), prior=False)
        self._fits = {True: self._rating, False: self._likeliest}
        self._most = {prior: self._likelihood(rating, prior) for prior, rating in self._fits.items()}

    def __getitem__(self, name: str) -> Rating:
        return self.difference(name, self.anchor)

    def difference(self, a: str, b: str) -> Rating:
        """How far a is above b."""
        i, j = self._place[a], self._place[b]
        if i == j:
            return Rating(0.0, 0.0, 0.0)
        above, below = bool(self._scored[j, i]), bool(self._scored[i, j])  # is the distance bounded from above, below?
        both = above and below
        variance, adjustment = self._variance(i, j)
        drop = DROP / adjustment if both else SURE
        step = math.sqrt(2 * drop * variance)
        low = self._end(i, j, -step, drop, both) if below else -math.inf
        high = self._end(i, j, step, drop, both) if above else math.inf
        return Rating(float(ELO * (self._rating[i] - self._rating[j])), ELO * low, ELO * high)

    def depth(self, floor: str, ceiling: str = "") -> tuple[str, Rating, Rating]:
        """The ceiling (the best rated player unless named), how far it is above the floor, and the same in steps of 75 %."""
        top = ceiling or max(self.names, key=lambda name: float(self._rating[self._place[name]]))
        for name in (floor, top):
            if name not in self._place:
                raise OptionError(f"the depth is between two of the players ({', '.join(self.names)}), not {name!r}")
        gap = self.difference(top, floor)
        return top, gap, Rating(gap.elo / STEP_75, gap.low / STEP_75, gap.high / STEP_75)

    # --- the likelihood -----------------------------------------------------------------------------------------------

    def _likelihood(self, rating: Floats, prior: bool) -> float:
        """The logarithm of the likelihood."""
        import numpy as np

        plain = float(-(self._points * np.logaddexp(0, rating[None, :] - rating[:, None])).sum())
        if not prior:
            return plain
        return plain + float(np.linalg.slogdet(_laplacian(self._weights(rating)[0])[1:, 1:])[1]) / 2

    def _weights(self, rating: Floats) -> tuple[Floats, Floats]:
        """The information of each pair's games, and the share of the points that the first is expected to score."""
        import numpy as np

        expected = 1 / (1 + np.exp(np.clip(rating[None, :] - rating[:, None], -FAR, FAR)))
        return self._games * expected * (1 - expected), expected

    def _fit(self, rating: Floats, fixed: Sequence[int], prior: bool) -> Floats:
        """The likeliest ratings, from a first guess; those at the `fixed` places stay as they are."""
        import numpy as np

        free = [place for place in range(len(rating)) if place not in fixed]
        inner = np.ix_(free, free)
        for _ in range(STEPS if free else 0):
            weights, expected = self._weights(rating)
            slope = (self._points - self._games * expected).sum(axis=1)
            curve = _laplacian(weights)
            if prior:
                spread = np.zeros_like(curve)
                spread[1:, 1:] = np.linalg.inv(curve[1:, 1:])
                own = spread.diagonal()
                slope += (weights * (own[:, None] + own[None, :] - 2 * spread) * (0.5 - expected)).sum(axis=1)
            else:
                slope -= RIDGE * rating
                curve[range(len(rating)), range(len(rating))] += RIDGE
            step = np.linalg.solve(curve[inner], slope[free])
            longest = float(abs(step).max())
            rating[free] = np.clip(rating[free] + step * min(1.0, LONGEST / max(longest, CLOSE)), -FAR, FAR)
            if longest < CLOSE:
                break
        return rating

    def _profile(self, i: int, j: int, distance: float, guess: Floats, prior: bool) -> float:
        """How much less likely the results are if i is that far above j; `guess` is moved to the likeliest ratings."""
        guess += -guess[j]
        guess[i] = distance
        self._fit(guess, (i, j), prior)
        return self._most[prior] - self._likelihood(guess, prior)

    def _end(self, i: int, j: int, step: float, drop: float, prior: bool) -> float:
        """The distance at which the results are `drop` less likely, on the side of `step`: bracketed, then regula falsi.

        It works on the square root of the drop, which is nearly linear.
        """
        goal = math.sqrt(drop)
        guess = self._fits[prior].copy()

        def height(distance: float) -> float:
            return math.sqrt(max(self._profile(i, j, distance, guess, prior), 0.0)) - goal

        inside, value_inside = float(guess[i] - guess[j]), -goal
        outside = inside + step
        while (value_outside := height(outside)) < 0:
            if abs(outside) > FAR:
                return math.copysign(math.inf, step)
            inside, value_inside = outside, value_outside
            outside += step
        middle = outside
        for _ in range(SEARCH):
            middle = inside + (outside - inside) * value_inside / (value_inside - value_outside)
            value = height(middle)
            if abs(value) < EXACT or abs(outside - inside) < EXACT:
                break
            if value < 0:
                inside, value_inside, value_outside = middle, value, value_outside / 2  # the Illinois rule
            else:
                outside, value_outside, value_inside = middle, value, value_inside / 2
        return middle

    def _variance(self, i: int, j: int) -> tuple[float, float]:
        """The variance of the distance if all games were independent wins and losses; and its ratio to the true variance."""
        import numpy as np

        weights, _ = self._weights(self._rating)
        free = [place for place in range(len(self.names)) if place != j]
        inner = np.ix_(free, free)
        row = np.linalg.solve(_laplacian(weights)[inner], np.array([float(place == i) for place in free]))
        plain = float(row[free.index(i)])
        return plain, plain / float(row @ _laplacian(weights * self._varied)[inner] @ row)


def _laplacian(weights: Floats) -> Floats:
    """The information matrix: each pair's weight, added on the diagonal for both players and subtracted between them."""
    import numpy as np

    return np.asarray(np.diag(weights.sum(axis=1)) - weights)


def _reach(steps: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Which places can be reached from which by any number of these steps."""
    reached = steps.copy()
    for place in range(len(reached)):
        reached |= reached[:, place, None] & reached[None, place, :]
    return reached


def _refuse_islands(names: Sequence[str], pairs: Sequence[tuple[str, str]]) -> None:
    """Refuse players who never met, even through others: they cannot be compared."""
    reached = {names[0]}
    while True:
        more = {name for pair in pairs if reached & set(pair) for name in pair}
        if more <= reached:
            break
        reached |= more
    apart = [name for name in names if name not in reached]
    if apart:
        raise OptionError(f"{apart[0]} and {names[0]} never met, not even through others, and cannot be compared")
