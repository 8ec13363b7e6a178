"""Winning chances made honest: of the positions given a chance of 70 %, seven in ten are won.

The judge's chances come from a search, and a search may be overconfident or too cautious. So before any measure uses them,
they are recalibrated by the results of the study itself:

    logit p = a + b · logit v

v is the judge's chance, p the honest one. a and b are fitted by logistic regression on the results (1, 1/2, 0), every judged
position with the same weight (weighting by something that comes later, such as the length of the game, would bias the fit),
and with a weak pull to a = 0, b = 1, worth one position, so that the fit exists even if one player won everything. It is
cross-fitted: games are divided into FOLDS parts by their pair, and each part gets the a and b of the others, so that no
game's result influences its own chances.

The fit is assessed on those cross-fitted chances: the Brier score, the mean of (p - r)^2 over positions (a coin flip scores
0.25 without draws), before and after; and the reliability curve, the results of the positions in each tenth of p. Their
intervals are computed from the contribution of each game, or pair of games.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from kakomi.lab.results import GameResult, StudyResult
from kakomi.lab.statistics import intervals
from kakomi.lab.statistics.intervals import Ends, Floats

FOLDS = 5
FEWEST = 20  # games with judged positions: with fewer the judge's chances are left as they are
PULL = 1.0  # positions' worth of pull toward the judge's own chances
LEAST = 0.001  # chances nearer to 0 or 1 than this are clipped to it
STEPS = 50  # of Newton's method, which takes about six
CLOSE = 1e-10
BINS = 10


@dataclass(frozen=True)
class Bin:
    """The positions with a chance from `low` to `high`: their number, mean chance, and mean result with its interval."""

    low: float
    high: float
    positions: int
    games: int
    chance: float
    result: float
    ends: Ends | None


@dataclass(frozen=True)
class Calibration:
    """The fit (a, b) of each part of the games, and how honest the chances are before and after."""

    lines: tuple[tuple[float, float], ...]
    games: int
    brier_before: float
    brier: float
    brier_ends: Ends | None
    curve: tuple[Bin, ...]

    def chance(self, value: float | None, game: GameResult) -> float | None:
        """The honest chance for the judge's chance in that game."""
        if value is None or not self.lines:
            return value
        a, b = self.lines[game.pair % len(self.lines)]
        return 1 / (1 + math.exp(-(a + b * _logit(value))))

    def apply(self, game: GameResult) -> GameResult:
        """The game with honest chances."""
        if not self.lines or game.values is None:
            return game
        seconds = None if game.seconds is None else tuple(self.chance(value, game) for value in game.seconds)
        return replace(game, values=tuple(self.chance(value, game) for value in game.values), seconds=seconds)


def calibration_of(study: StudyResult) -> Calibration | None:
    """The calibration of a study's chances, computed once; None without judged positions."""
    return _made_once(study)[0]


def honest_games(study: StudyResult) -> Mapping[int, GameResult]:
    """The games of a study with honest chances, by the identity of the original game; computed once."""
    return _made_once(study)[1]


def _made_once(study: StudyResult) -> tuple[Calibration | None, Mapping[int, GameResult]]:
    known = study.calibration
    if isinstance(known, tuple) and known[0] == len(study.games):
        return known[1], known[2]
    found = calibrate(study.games)
    games = {} if found is None else {id(game): found.apply(game) for game in study.games}
    study.calibration = len(study.games), found, games
    return found, games


def calibrate(games: Sequence[GameResult]) -> Calibration | None:
    """The calibration of some games."""
    kept = [game for game in games if not game.forfeited and any(value is not None for value in game.values or ())]
    if not kept:
        return None
    values = [np.array([value for value in game.values or () if value is not None]) for game in kept]
    results = np.array([0.5 if game.winner is None else float(game.winner == 0) for game in kept])
    parts = np.array([game.pair for game in kept]) % FOLDS
    lines: tuple[tuple[float, float], ...] = ()
    if len(kept) >= FEWEST:
        lines = tuple(_fit([v for v, part in zip(values, parts, strict=True) if part != each], results[parts != each])
                      for each in range(FOLDS))  # fmt: skip
    plain = Calibration(lines, len(kept), 0.0, 0.0, None, ())
    honest = [
        np.array([plain.chance(float(value), game) for value in several])
        for several, game in zip(values, kept, strict=True)
    ]
    pairs = np.array([game.pair for game in kept])
    sizes = np.array([float(len(several)) for several in values])
    before = sum(float(((v - r) ** 2).sum()) for v, r in zip(values, results, strict=True)) / sizes.sum()
    after = np.array([float(((p - r) ** 2).sum()) for p, r in zip(honest, results, strict=True)])
    ends = intervals.ratio(after, sizes, pairs)
    curve = tuple(_bins(honest, results, pairs))
    return replace(
        plain, brier_before=float(before), brier=float(after.sum() / sizes.sum()), brier_ends=ends, curve=curve
    )


def _logit(value: float) -> float:
    value = min(max(value, LEAST), 1 - LEAST)
    return math.log(value / (1 - value))


def _fit(values: Sequence[Floats], results: Floats) -> tuple[float, float]:
    """a and b by Newton's method."""
    if not len(values):
        return 0.0, 1.0
    x = np.log(np.clip(np.concatenate(values), LEAST, 1 - LEAST))
    x -= np.log1p(-np.clip(np.concatenate(values), LEAST, 1 - LEAST))
    r = np.repeat(results, [len(each) for each in values])
    design = np.stack([np.ones_like(x), x], axis=1)
    own = np.array([0.0, 1.0])
    line = own.copy()
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-np.clip(design @ line, -30, 30)))
        slope = design.T @ (r - p) - PULL * (line - own)
        curve = (design * (p * (1 - p))[:, None]).T @ design + PULL * np.eye(2)
        step = np.linalg.solve(curve, slope)
        line = line + np.clip(step, -1, 1)
        if float(abs(step).max()) < CLOSE:
            break
    return float(line[0]), max(float(line[1]), 0.0)


def _bins(honest: Sequence[Floats], results: Floats, pairs: intervals.Numbers) -> list[Bin]:
    """The reliability curve: per tenth, over all positions, with the interval from the contribution of each game."""
    found = []
    for number in range(BINS):
        low, high = number / BINS, (number + 1) / BINS
        inside = [(p >= low) & ((p < high) | (number == BINS - 1)) for p in honest]
        count = np.array([float(each.sum()) for each in inside])
        if not count.sum():
            continue
        here = count > 0
        chance = float(sum(float(p[each].sum()) for p, each in zip(honest, inside, strict=True)) / count.sum())
        ends = intervals.ratio((count * results)[here], count[here], pairs[here])
        if ends is not None:
            ends = max(ends[0], 0.0), min(ends[1], 1.0)
        result = float((count * results).sum() / count.sum())
        found.append(Bin(low, high, int(count.sum()), int(here.sum()), chance, result, ends))
    return found
