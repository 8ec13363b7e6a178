"""Ratings of several players from their results against each other, by maximum likelihood, with intervals.

The model is Bradley and Terry's, in Elo's units: a player whose rating is d above another's scores 1 / (1 + 10^(-d/400)) of
the points against it, and a draw is half a win and half a loss. So that a player who won every game has a finite rating,
each pair that met is given one drawn game more. Intervals come from the curvature of the likelihood (the inverse H of the
Fisher information) and from how much the results vary: H V H, where a game of expected score p in a pair with a share d
of draws varies by p (1 - p) - d / 4. Without draws that is H itself. A rating's interval is that of its distance to the
anchor.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kakomi.core.errors import OptionError
from kakomi.players.matches.sprt import Z95

ELO = 400 / math.log(10)  # rating points of one logit
PRIOR = 1.0  # games, drawn, added to each pair that met
STEPS = 100  # of Newton's method, which takes about ten
CLOSE = 1e-10  # logits


@dataclass(frozen=True)
class Result:
    """The result between two players: the points of the first, the number of games, and how many were drawn."""

    points: float
    games: int
    draws: int = 0


@dataclass(frozen=True)
class Rating:
    """A rating in Elo points, and the half width of its 95 % interval."""

    elo: float
    margin: float


class Ratings:
    """The ratings that make the results likeliest.

    >>> ratings = Ratings({("a", "b"): Result(75, 100), ("b", "c"): Result(50, 100)}, anchor="c")
    >>> [round(ratings[name].elo) for name in "abc"]
    [189, 0, 0]
    >>> round(ratings.difference("a", "b").margin), round(Ratings({("a", "b"): Result(50, 100, 90)}, "b")["a"].margin)
    (78, 22)
    """

    def __init__(self, results: Mapping[tuple[str, str], Result], anchor: str) -> None:
        import numpy as np

        self.names = sorted({name for pair in results for name in pair})
        if anchor not in self.names:
            raise OptionError(f"the anchor must be one of the players ({', '.join(self.names)}), not {anchor!r}")
        self.anchor = anchor
        place = {name: number for number, name in enumerate(self.names)}
        self._place = place
        _refuse_islands(self.names, list(results))
        rating = np.zeros(len(place))
        for _ in range(STEPS):
            slope = np.zeros(len(place))
            curve, varied = np.zeros((len(place), len(place))), np.zeros((len(place), len(place)))
            for (a, b), result in results.items():
                i, j = place[a], place[b]
                games = result.games + PRIOR
                expected = 1 / (1 + math.exp(rating[j] - rating[i]))
                surplus = result.points + PRIOR / 2 - games * expected
                slope[i] += surplus
                slope[j] -= surplus
                weight = games * expected * (1 - expected)
                for matrix, amount in ((curve, weight), (varied, max(weight - result.draws / 4, weight / games))):
                    matrix[[i, j], [i, j]] += amount
                    matrix[[i, j], [j, i]] -= amount
            free = [number for name, number in place.items() if name != anchor]
            step = np.linalg.solve(curve[np.ix_(free, free)], slope[free])
            rating[free] += np.clip(step, -2, 2)
            if abs(step).max() < CLOSE:
                break
        self._rating = rating
        self._spread = np.zeros((len(place), len(place)))
        inverse = np.linalg.inv(curve[np.ix_(free, free)])
        self._spread[np.ix_(free, free)] = inverse @ varied[np.ix_(free, free)] @ inverse

    def __getitem__(self, name: str) -> Rating:
        return self.difference(name, self.anchor)

    def difference(self, a: str, b: str) -> Rating:
        """How far a is above b."""
        i, j = self._place[a], self._place[b]
        spread = self._spread
        variance = spread[i, i] + spread[j, j] - 2 * spread[i, j]
        return Rating(float(ELO * (self._rating[i] - self._rating[j])), float(Z95 * ELO * math.sqrt(max(variance, 0))))


def _refuse_islands(names: Sequence[str], pairs: Sequence[tuple[str, str]]) -> None:
    """Players who never met, even through others, cannot be compared."""
    reached = {names[0]}
    while True:
        more = {name for pair in pairs if reached & set(pair) for name in pair}
        if more <= reached:
            break
        reached |= more
    apart = [name for name in names if name not in reached]
    if apart:
        raise OptionError(f"{apart[0]} and {names[0]} never met, not even through others, and cannot be compared")
