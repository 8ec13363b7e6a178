"""Do the images of one first move do equally well? If not, something is wrong: a player, the rules or the counting.

For every orbit of first moves the points after each image are compared with those after all of them. Games that come in
pairs are compared pair by pair. Under symmetry

    X = sum over orbits and images of n_i (m_i - m)^2 / s^2

has a chi-square distribution with as many degrees of freedom as images less orbits; n_i is the number of games (or
pairs) after an image, m_i their mean points, m the mean of the orbit, and s^2 the variance of games after the same image.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from kakomi.lab.measures.first_moves import images
from kakomi.lab.results import Results, StudyResult

FEWEST = 5  # games or pairs after an image; rarer images are left out


@dataclass(frozen=True)
class SymmetryTest:
    """The chi-square, its degrees of freedom, the probability of a value at least as large, and the number of games."""

    chi_square: float
    freedom: int
    p: float
    games: int

    @property
    def text(self) -> str:
        """The test as text."""
        p = "less than 0.001" if self.p < 0.001 else f"{self.p:.3f}"
        return f"chi-square {self.chi_square:.1f} on {self.freedom} degrees of freedom, p {p}, {self.games:,} games"


def symmetry_test(studies: Iterable[StudyResult]) -> SymmetryTest | None:
    """The test over several studies of one rule set together; None if no first move has images that were played."""
    total, freedom, games = 0.0, 0, 0
    for study in studies:
        names = images(study)
        if study.bulk is not None:
            samples = {move: _counted(results) for move, results in study.bulk.firsts.items()}
        else:
            samples = _played(study)
        several = {move: each for move, each in samples.items() if each[0] >= FEWEST and move in names}
        value, more = _chi_square(several, names)
        total, freedom = total + value, freedom + more
        games += 0 if not more else study.played
    return SymmetryTest(total, freedom, chi_square_tail(total, freedom), games) if freedom else None


Sample = tuple[int, float, float]  # number, mean, sum of squares about the mean


def _counted(results: Results) -> Sample:
    won, lost, drawn = results
    number = won + lost + drawn
    mean = (won + drawn / 2) / max(number, 1)
    return number, mean, won * (1 - mean) ** 2 + lost * mean**2 + drawn * (0.5 - mean) ** 2


def _played(study: StudyResult) -> dict[str, Sample]:
    """The points after each first move, of games or of pairs that began with it."""
    points: dict[str, dict[int, list[float]]] = {}
    for game in study.games:
        if game.moves and not game.forfeited:
            unit = game.pair if study.paired else game.game
            own = 0.5 if game.winner is None else float(game.winner == 0)
            points.setdefault(game.moves[0], {}).setdefault(unit, []).append(own)
    samples = {}
    for move, units in points.items():
        means = np.array([sum(each) / len(each) for each in units.values()])
        samples[move] = len(means), float(means.mean()), float(((means - means.mean()) ** 2).sum())
    return samples


def _chi_square(samples: Mapping[str, Sample], names: Mapping[str, str]) -> tuple[float, int]:
    orbits: dict[str, list[Sample]] = {}
    for move, sample in samples.items():
        orbits.setdefault(names[move], []).append(sample)
    between, freedom, within, units, moves = 0.0, 0, 0.0, 0, 0
    for several in orbits.values():
        number = sum(each[0] for each in several)
        mean = sum(each[0] * each[1] for each in several) / number
        between += sum(each[0] * (each[1] - mean) ** 2 for each in several)
        freedom += len(several) - 1
        within += sum(each[2] for each in several)
        units, moves = units + number, moves + len(several)
    if not freedom:
        return 0.0, 0
    variance = within / max(units - moves, 1)
    if variance <= 0:  # every image has only one result
        return (0.0 if between < 1e-12 else math.inf), freedom
    return between / variance, freedom


def chi_square_tail(value: float, freedom: int) -> float:
    """The probability that a chi-square variable is larger.

    >>> round(chi_square_tail(3.841, 1), 3), round(chi_square_tail(18.307, 10), 3), chi_square_tail(2053, 10) < 1e-300
    (0.05, 0.05, True)
    """
    if value <= 0:
        return 1.0
    if math.isinf(value):
        return 0.0
    a, x = freedom / 2, value / 2
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:  # the series of the lower part
        term = total = 1 / a
        number = a
        while term > total * 1e-16:
            number += 1
            term *= x / number
            total += term
        return max(0.0, 1 - front * total)
    b, c = x + 1 - a, 1e300  # the continued fraction of the upper part (Lentz)
    d = 1 / b
    h = d
    for i in range(1, 10_000):
        an = -i * (i - a)
        b += 2
        d = 1 / (an * d + b)
        c = b + an / c
        h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return front * h
