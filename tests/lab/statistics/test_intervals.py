"""Intervals against tables, identities and hand-made cases."""

from __future__ import annotations

import math

import numpy as np
import pytest

from kakomi.lab.statistics import intervals
from kakomi.lab.statistics.intervals import Floats


@pytest.mark.parametrize(
    ("freedom", "quantile"),  # of a printed table of Student's t, 97.5 %
    [(1, 12.7062), (2, 4.3027), (5, 2.5706), (10, 2.2281), (30, 2.0423), (120, 1.9799), (10**7, 1.9600)],
)
def test_student_is_the_table_s(freedom: int, quantile: float) -> None:
    assert intervals.student(freedom) == pytest.approx(quantile, abs=1e-4)


@pytest.mark.parametrize(("count", "games"), [(0, 10), (1, 10), (3, 17), (10, 10), (0, 1), (4, 5000)])
def test_the_exact_interval_ends_where_the_binomial_tails_are_2_5_percent(count: int, games: int) -> None:
    low, high = intervals.exact(count, games)

    def tail(share: float, counts: range) -> float:
        return sum(math.comb(games, k) * share**k * (1 - share) ** (games - k) for k in counts)

    if count:
        assert tail(low, range(count)) == pytest.approx(0.975, abs=1e-9)
    else:
        assert low == 0
    if count < games:
        assert tail(high, range(count + 1)) == pytest.approx(0.025, abs=1e-9)
    else:
        assert high == 1


def test_a_thing_not_seen_in_a_thousand_games_may_happen_in_one_of_271() -> None:
    assert 1 / intervals.exact(0, 1000)[1] == pytest.approx(271, abs=1)  # 1 - 0.025^(1/1000)


def test_wilson_solves_the_score_equation() -> None:
    """Its ends are the shares from which the one seen lies 1.96 standard deviations away."""
    for end in intervals.wilson(0.3, 40):
        assert abs(0.3 - end) == pytest.approx(intervals.Z95 * math.sqrt(end * (1 - end) / 40))


def test_no_games_give_no_interval() -> None:
    nothing: Floats = np.zeros(0)
    assert intervals.mean(nothing) is None
    assert intervals.ratio(nothing, nothing) is None
    assert intervals.exact(0, 0) == (0, 1)
    assert intervals.bootstrap(lambda sums: sums[:, 0], np.zeros((1, 1)), 1) is None
    assert intervals.jackknife(lambda sums: sums[:, 0], np.zeros((1, 1))) is None


def test_the_jackknife_of_a_mean_is_student_s() -> None:
    values = np.array([3.0, 1.0, 4.0, 1.0, 5.0, 9.0])
    rows = np.stack([values, np.ones(6)], axis=1)
    found = intervals.jackknife(lambda sums: sums[:, 0] / sums[:, 1], rows)
    assert found is not None
    assert found[0] == pytest.approx(values.mean())
    assert found[1] == pytest.approx(intervals.mean(values))


def test_a_ratio_with_equal_games_is_a_mean() -> None:
    values = np.array([3.0, 1.0, 4.0, 1.0, 5.0, 9.0])
    assert intervals.ratio(values, np.full(6, 2.0)) == pytest.approx(
        [end / 2 for end in intervals.mean(values) or ()],
    )


@pytest.mark.parametrize("bca", [True, False])
def test_the_bootstrap_of_a_mean_is_near_student_s_and_repeats_itself(bca: bool) -> None:
    values = np.random.default_rng(1).normal(10, 2, 200)
    rows = np.stack([values, np.ones(200)], axis=1)

    def mean(sums: Floats) -> Floats:
        return np.asarray(sums[:, 0] / sums[:, 1])

    found = intervals.bootstrap(mean, rows, 7, bca=bca)
    assert found == intervals.bootstrap(mean, rows, 7, bca=bca)
    assert found == pytest.approx(intervals.mean(values), abs=0.06)


def test_bca_of_a_skewed_mean_lies_to_the_right_of_the_percentiles() -> None:
    values = np.random.default_rng(2).exponential(1, 60)
    rows = np.stack([values, np.ones(60)], axis=1)

    def mean(sums: Floats) -> Floats:
        return np.asarray(sums[:, 0] / sums[:, 1])

    plain, moved = (intervals.bootstrap(mean, rows, 3, bca=bca) for bca in (False, True))
    assert plain is not None
    assert moved is not None
    assert moved[0] > plain[0]
    assert moved[1] > plain[1]


def test_draws_make_points_surer_than_wins_and_losses_do() -> None:
    without = intervals.points(0.5, 0.25, 400)
    drawn = intervals.points(0.5, 0.05, 400)
    assert without == intervals.wilson(0.5, 400)
    assert drawn[1] - drawn[0] == pytest.approx((without[1] - without[0]) * math.sqrt(0.05 / 0.25), rel=0.01)
    assert intervals.points(0.5, 0.0, 9) == intervals.wilson(0.5, 9)  # nine draws: as little is known as of nine games
