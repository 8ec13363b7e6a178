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


def test_all_drawn_or_nearly_so_allows_for_what_was_not_seen() -> None:
    """A result that is not among n games makes up less than 1 - 0.025^(1/n) of all: the exact bound of a share."""
    for games in (9, 400):
        rest = 0.025 ** (1 / games)
        assert intervals.points(0.5, 0.0, games) == pytest.approx((rest / 2, 1 - rest / 2))
    drawn, nearly = (intervals.points(m, v, 400) for m, v in ((0.5, 0.0), (0.49125, 0.00430)))  # none, 7 of 400 lost
    assert drawn[1] - drawn[0] < nearly[1] - nearly[0] < 0.02


@pytest.mark.parametrize("games", [30, 400])
def test_games_that_are_all_alike_have_an_interval_with_a_width(games: int) -> None:
    share = 1 - 0.025 ** (1 / games)
    assert intervals.mean(np.full(games, 12.0)) == pytest.approx((12 * (1 - share), 12 * (1 + share)))
    assert intervals.mean(np.zeros(games)) == pytest.approx((-share, share))  # a measure cuts it at 0
    assert intervals.ratio(np.zeros(games), np.full(games, 7.0)) == pytest.approx((-share, share))
    found = intervals.bootstrap(lambda sums: sums[:, 0] / sums[:, 1], np.full((games, 2), 0.5), 1)
    assert found == pytest.approx((1 - share, 1 + share))
    whole = intervals.jackknife(lambda sums: sums[:, 0] / sums[:, 1], np.full((games, 2), 0.5))
    assert whole is not None
    assert whole[1] == pytest.approx((1 - share, 1 + share))


def test_one_more_game_of_another_kind_changes_little() -> None:
    """400 games without an event, and 399 with one that has it: no jump from one interval to the other."""
    none, one = np.zeros(400), np.concatenate([np.zeros(399), [1.0]])
    highs = [(intervals.mean(values) or (0, 0))[1] for values in (none, one)]
    assert highs[0] < highs[1] < 2 * highs[0]


def test_pairs_that_are_one_game_twice_count_once() -> None:
    values = np.array([1.0, 0, 0, 1, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1])
    twice, pairs = np.repeat(values, 2), np.repeat(np.arange(20), 2)
    assert intervals.mean(twice, pairs) == pytest.approx(intervals.mean(values))
    assert intervals.ratio(3 * twice, twice + 1, pairs) == pytest.approx(intervals.ratio(3 * values, values + 1))
    # Wilson's with t(19) = 2.0930 and the variance of 20 games, as the score equation has it
    for end in intervals.paired_points(twice, pairs):
        assert abs(0.5 - end) == pytest.approx(2.0930 * math.sqrt(end * (1 - end) / 19), rel=1e-3)
    rare = np.repeat(np.array([1.0, 1.0] + [0.0] * 98), 2)
    ends, method = intervals.paired_share(rare, np.repeat(np.arange(100), 2))
    assert method == "exact, by pairs"
    assert ends == pytest.approx(intervals.exact(2, 100), abs=0.002)
