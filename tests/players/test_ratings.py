"""Ratings by maximum likelihood."""

from __future__ import annotations

import math
import random

import pytest

from kakomi.core.errors import OptionError
from kakomi.players.matches.ratings import PRIOR, Ratings, Result


def test_two_players_are_as_far_apart_as_the_formula_says() -> None:
    """One pair: the rating has a closed form, 400 log10(points / lost points), with the one drawn game added."""
    ratings = Ratings({("a", "b"): Result(30, 40)}, "b")
    points, games = 30 + PRIOR / 2, 40 + PRIOR
    assert ratings["a"].elo == pytest.approx(400 * math.log10(points / (games - points)))
    share = points / games
    logit_error = 1 / math.sqrt(games * share * (1 - share))
    assert ratings["a"].margin == pytest.approx(1.959964 * logit_error * 400 / math.log(10), rel=1e-6)
    assert (ratings["b"].elo, ratings["b"].margin) == (0, 0)


def test_a_whitewash_is_finite_and_ratings_add_up() -> None:
    ratings = Ratings({("a", "b"): Result(20, 20), ("b", "c"): Result(10, 20)}, "c")
    assert 400 < ratings["a"].elo < 1000
    assert ratings["b"].elo == pytest.approx(0, abs=1e-6)
    assert ratings.difference("a", "b").elo + ratings["b"].elo == pytest.approx(ratings["a"].elo)


@pytest.mark.parametrize("drawn", [0.0, 0.3])
def test_intervals_hold_the_truth_about_95_times_in_100(drawn: float) -> None:
    true = {"a": 0.0, "b": 100.0, "c": 250.0}
    dice = random.Random(5)
    held = 0
    for _ in range(400):
        results = {}
        for pair in (("a", "b"), ("b", "c"), ("a", "c")):
            chance = 1 / (1 + 10 ** ((true[pair[1]] - true[pair[0]]) / 400))
            thrown = [dice.random() for _ in range(100)]
            draws = sum(each < drawn for each in thrown)
            wins = sum(drawn <= each < drawn / 2 + chance for each in thrown)
            results[pair] = Result(wins + draws / 2, 100, draws)
        rating = Ratings(results, "a")["c"]
        held += abs(rating.elo - 250) <= rating.margin
    assert 0.92 <= held / 400 <= 0.98


def test_players_who_never_met_are_refused() -> None:
    with pytest.raises(OptionError, match="never met"):
        Ratings({("a", "b"): Result(1, 2), ("c", "d"): Result(1, 2)}, "a")
    with pytest.raises(OptionError, match="anchor must be one of the players"):
        Ratings({("a", "b"): Result(1, 2)}, "z")
