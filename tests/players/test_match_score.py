"""The interval of a contest, by pairs: simulated coverage, and the closed forms at its ends."""

from __future__ import annotations

import math

import numpy as np
import pytest

from kakomi.players.matches.match_score import MatchTally, pair_interval
from kakomi.players.matches.sprt import wilson

SAMPLES = 2000


@pytest.mark.parametrize("pairs", [40, 150])
@pytest.mark.parametrize("kind", ["independent", "an opening favours a side", "tied", "repeated"])
def test_the_interval_of_a_contest_holds_the_truth(kind: str, pairs: int) -> None:
    """A scores 60 % in truth. Draws are one game in five; *repeated* games follow from one of 40 openings alone."""
    dice = np.random.default_rng(51)
    true = 0.6
    first, second = dice.random((2, SAMPLES, pairs))
    if kind == "repeated":
        opened = dice.random((40, 2))
        place = dice.integers(40, size=(SAMPLES, pairs))
        first, second = opened[place, 0], opened[place, 1]
        true = float(_points(opened, 0.6).mean())
    elif kind == "tied":
        second = np.where(dice.random((SAMPLES, pairs)) < 0.5, first, second)
    lean = np.where(dice.random((SAMPLES, pairs)) < 0.5, 0.3, -0.3) if kind == "an opening favours a side" else 0.0
    got = _points(first, 0.6 + lean), _points(second, 0.6 - lean)
    held = ignored = 0
    for one, other in zip(*got, strict=True):
        low, high = pair_interval(np.bincount((2 * (one + other)).astype(int), minlength=5).tolist())
        held += low <= true <= high
        both = np.concatenate([one, other])
        low, high = MatchTally(*(int((both == points).sum()) for points in (1.0, 0.5, 0.0))).interval
        ignored += low <= true <= high
    assert 0.93 <= held / SAMPLES <= 0.97, held / SAMPLES
    if kind == "an opening favours a side":
        assert ignored / SAMPLES > 0.97  # by single games it is too wide
    if kind == "tied":
        assert ignored / SAMPLES < 0.93  # and too narrow


def _points(thrown: np.ndarray, mean: object) -> np.ndarray:
    """1, 1/2 or 0 with that mean; one game in five is drawn."""
    return np.where(thrown < mean - 0.1, 1.0, np.where(thrown < mean + 0.1, 0.5, 0.0))  # type: ignore[operator]


def test_pairs_by_hand() -> None:
    """2 pairs lost, 5 shared and 3 won: mean 0.55, variance 4.75 / 9 / 2; Wilson's equation with t(9) = 2.2622."""
    scores = [0.0] * 2 + [0.5] * 5 + [1.0] * 3
    variance = float(np.var(scores, ddof=1))
    number = 10 * 0.55 * 0.45 / variance
    for end in pair_interval([2, 0, 5, 0, 3]):
        assert abs(0.55 - end) == pytest.approx(2.2622 * math.sqrt(end * (1 - end) / number), rel=1e-3)


def test_shared_pairs_and_straight_wins_have_intervals_with_a_width() -> None:
    low, high = pair_interval([0, 0, 200, 0, 0])
    assert high - 0.5 == pytest.approx(0.5 - low)
    assert high - 0.5 == pytest.approx(0.5 * (1 - 0.025 ** (1 / 200)), rel=0.02)  # t instead of 1.96 adds a little
    assert pair_interval([0, 0, 0, 0, 20]) == wilson(1.0, 40)
    assert pair_interval([0, 1, 0, 0, 0]) == (0.0, 1.0)
