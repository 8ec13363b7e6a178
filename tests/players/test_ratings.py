"""Ratings: closed forms, one-sided bounds, and simulated bias and coverage."""

from __future__ import annotations

import math

import numpy as np
import pytest

from kakomi.core.errors import OptionError
from kakomi.players.matches.ratings import ELO, STEP_75, Ratings, Result

NAMES = "abcdefghij"


def test_two_players_are_as_far_apart_as_the_formula_says() -> None:
    """One pair: Jeffreys's prior adds half a point to both sides (Firth 1993), so the rating has a closed form."""
    ratings = Ratings({("a", "b"): Result(30, 40)}, "b")
    assert ratings["a"].elo == pytest.approx(400 * math.log10(30.5 / 10.5), abs=1e-3)
    assert (ratings["b"].elo, ratings["b"].low, ratings["b"].high) == (0, 0, 0)


def test_the_interval_is_that_of_the_profile_written_out() -> None:
    """One pair: the logarithm of likelihood and prior is 30.5 log p + 10.5 log (1 - p); looked up on a fine grid."""
    elo = np.linspace(0, 600, 600_001)
    p = 1 / (1 + 10 ** (-elo / 400))
    level = 30.5 * np.log(p) + 10.5 * np.log(1 - p)
    inside = elo[2 * (level.max() - level) <= 3.841459]
    rating = Ratings({("a", "b"): Result(30, 40)}, "b")["a"]
    assert (rating.low, rating.high) == pytest.approx((inside[0], inside[-1]), abs=0.1)


@pytest.mark.parametrize("wins", [1, 12, 140])
def test_who_won_everything_has_a_lower_bound_and_no_upper_one(wins: int) -> None:
    """So many wins have a probability of 5 % where p^n = 0.05."""
    ratings = Ratings({("a", "b"): Result(wins, wins)}, "b")
    least = 0.05 ** (1 / wins)
    assert ratings["a"].low == pytest.approx(400 * math.log10(least / (1 - least)), abs=0.1)
    assert math.isinf(ratings["a"].high)
    assert ratings["a"].low < ratings["a"].elo < 1200
    assert ratings["a"].text.startswith("above ")
    turned = ratings.difference("b", "a")
    assert (turned.low, turned.high) == pytest.approx((-math.inf, -ratings["a"].low))


def test_a_bound_holds_for_all_above_a_gap_and_no_one_else() -> None:
    """b never lost a point to c, so a and b are any distance above c; between a and b both ends are known."""
    ratings = Ratings({("a", "b"): Result(30, 40), ("b", "c"): Result(20, 20)}, "c")
    assert math.isinf(ratings["a"].high)
    assert math.isinf(ratings["b"].high)
    assert 0 < ratings["b"].low < ratings["a"].low
    alone = Ratings({("a", "b"): Result(30, 40)}, "b")["a"]
    between = ratings.difference("a", "b")
    assert (between.elo, between.low, between.high) == pytest.approx((alone.elo, alone.low, alone.high), abs=0.5)
    # two who both beat a third in every game and never met: either may be the stronger
    assert Ratings({("a", "c"): Result(9, 9), ("b", "c"): Result(9, 9)}, "c").difference("a", "b").text == "unknown"


def test_straight_wins_against_a_far_weaker_player_do_not_lower_a_rating() -> None:
    ladder = {(NAMES[i + 1], NAMES[i]): Result(50, 60) for i in range(9)}
    alone = Ratings(ladder, "a")["j"]
    with_wins = Ratings({**ladder, ("j", "a"): Result(140, 140), ("j", "b"): Result(140, 140)}, "a")["j"]
    assert with_wins.elo == pytest.approx(alone.elo, abs=5)
    assert with_wins.high - with_wins.low == pytest.approx(alone.high - alone.low, rel=0.02)


def test_pairs_of_games_that_go_together_say_less_and_opposed_ones_more() -> None:
    single = Ratings({("a", "b"): Result(50, 100)}, "b")["a"]
    together = Ratings({("a", "b"): Result(50, 100, pairs=(25, 0, 0, 0, 25))}, "b")["a"]
    opposed = Ratings({("a", "b"): Result(50, 100, pairs=(1, 0, 48, 0, 1))}, "b")["a"]
    # 50 pairs that are all or nothing vary like 50 games, by twice the variance of the mean; the prior pair is one of 51
    assert together.high == pytest.approx(single.high * math.sqrt(2), rel=0.03)
    assert opposed.high < single.high / 3


def test_depth_is_from_the_floor_to_the_best_and_in_steps_of_75_percent() -> None:
    ratings = Ratings({("b", "a"): Result(75, 100), ("c", "b"): Result(75, 100)}, "a")
    top, gap, steps = ratings.depth("a")
    assert top == "c"
    assert gap == ratings["c"]
    # 75.5 : 25.5 by the prior's half points, twice
    assert steps.elo == pytest.approx(2 * math.log(75.5 / 25.5) / math.log(3), abs=1e-4)
    assert steps.high == pytest.approx(gap.high / STEP_75)
    with pytest.raises(OptionError, match="depth is between two of the players"):
        ratings.depth("z")


REPEATS = 200
LADDER = [math.log(p / (1 - p)) for p in np.linspace(0.75, 0.9, 9)]


def test_a_long_ladder_is_neither_stretched_nor_shortened_and_its_interval_holds() -> None:
    """Ten players, steps of 75 to 90 %; neighbours, next but one, and everybody against the lowest play 60 games.

    A drawn game for every pair that met made this ladder 224 Elo too short, and 54 % of the intervals held it.
    """
    true = np.concatenate([[0.0], np.cumsum(LADDER)])
    met = sorted({(i, i + 1) for i in range(9)} | {(i, i + 2) for i in range(8)} | {(0, i) for i in range(2, 10)})
    chances = [1 / (1 + math.exp(true[i] - true[j])) for i, j in met]
    wins = np.random.default_rng(3).binomial(60, chances, (REPEATS, len(met)))
    length = ELO * true[-1]
    errors, held = [], 0
    for row in wins.tolist():
        results = {(NAMES[j], NAMES[i]): Result(won, 60) for (i, j), won in zip(met, row, strict=True)}
        rating = Ratings(results, "a")["j"]
        errors.append(rating.elo - length)
        held += rating.low <= length <= rating.high
    spread = float(np.std(errors)) / math.sqrt(REPEATS)
    assert abs(float(np.mean(errors))) <= 3 * spread + 10
    assert abs(held / REPEATS - 0.95) <= 3 * math.sqrt(0.95 * 0.05 / REPEATS)


@pytest.mark.parametrize(("drawn", "tied"), [(0.3, 0.0), (0.0, 0.8), (0.0, -0.8)])
def test_intervals_hold_with_draws_and_with_pairs_that_depend_on_each_other(drawn: float, tied: float) -> None:
    """`tied`: how often both games of a pair are one toss, or with less than 0 opposite ones, and not two.

    The opposite game is won when the first is lost, which keeps the mean only between equals: a and b are.
    """
    dice = np.random.default_rng(8)
    held = 0
    true = 0.0 if tied < 0 else 150.0
    chance = 1 / (1 + 10 ** (-true / 400))
    for _ in range(REPEATS):
        thrown = dice.random((60, 2))
        same = dice.random(60) < abs(tied)
        thrown[same, 1] = thrown[same, 0] if tied > 0 else 1 - thrown[same, 0]
        points = np.where(thrown < drawn, 0.5, (thrown < drawn / 2 + chance).astype(float))
        pairs = tuple(np.bincount((2 * points.sum(axis=1)).astype(int), minlength=5).tolist())
        result = Result(float(points.sum()), 120, int((points == 0.5).sum()), pairs)
        rating = Ratings({("a", "b"): result, ("b", "c"): Result(60, 120)}, "b")["a"]
        held += rating.low <= true <= rating.high
    assert abs(held / REPEATS - 0.95) <= 3 * math.sqrt(0.95 * 0.05 / REPEATS)


def test_players_who_never_met_are_refused() -> None:
    with pytest.raises(OptionError, match="never met"):
        Ratings({("a", "b"): Result(1, 2), ("c", "d"): Result(1, 2)}, "a")
    with pytest.raises(OptionError, match="anchor must be one of the players"):
        Ratings({("a", "b"): Result(1, 2)}, "z")
