"""Tournaments: pairings by hand, ratings from known strengths, and a small real one."""

from __future__ import annotations

import json
import random
from itertools import combinations

import pytest

from kakomi.lab.tournament import Event, play_rounds, round_robin, tournament
from kakomi.players.matches.match_score import Standing
from kakomi.players.matches.referee import Plan
from kakomi.players.matches.sprt import expected_score

STRENGTH = {"e": 0.0, "d": 80.0, "c": 160.0, "b": 240.0, "a": 320.0}


def chance_referee(plan: Plan) -> Standing:
    """Wins by Elo's formula, from the plan's seed; no game is played."""
    standing = Standing(plan)
    dice = random.Random(plan.seed)
    expected = expected_score(STRENGTH[plan.players[0]] - STRENGTH[plan.players[1]])
    for _ in range(plan.games):
        standing.total.add(float(dice.random() < expected))
    return standing


def first_named_wins(plan: Plan) -> Standing:
    standing = Standing(plan)
    for _ in range(plan.games):
        standing.total.add(float(plan.players[0] < plan.players[1]))
    return standing


def event(**given: object) -> Event:
    return Event(**{"players": tuple("abcde"), "game": "enso", "games": 2, **given})  # type: ignore[arg-type]


@pytest.mark.parametrize("count", range(2, 10))
def test_a_round_robin_has_every_meeting_once_and_nobody_twice_in_a_round(count: int) -> None:
    names = "abcdefghi"[:count]
    found = round_robin(names)
    assert len(found) == count - 1 + count % 2
    for each in found:
        there = [name for meeting in each for name in meeting]
        assert len(there) == len(set(there)) == count - count % 2
    assert sorted("".join(sorted(meeting)) for each in found for meeting in each) == [
        a + b for a, b in combinations(names, 2)
    ]


def test_a_gauntlet_is_one_against_all() -> None:
    table = play_rounds(event(kind="gauntlet"), first_named_wins)
    assert list(table.results) == [("a", "b"), ("a", "c"), ("a", "d"), ("a", "e")]
    assert table.score("a") == 8


@pytest.mark.parametrize(("count", "number"), [(3, 2), (4, 2), (5, 3), (8, 3), (9, 5), (16, 8)])
def test_a_swiss_tournament_pairs_everybody_with_somebody_new(count: int, number: int) -> None:
    names = tuple("abcdefghijklmnop"[:count])
    table = play_rounds(event(players=names, kind="swiss", rounds=number), first_named_wins)
    assert len(table.results) == number * (count // 2)
    assert len({frozenset(meeting) for meeting in table.results}) == len(table.results)
    assert sum(table.byes.values()) == number * (count % 2)
    assert max(table.byes.values(), default=0) <= 1
    assert table.order[0] == "a"  # who beats everybody wins


def test_the_first_swiss_round_sets_the_upper_half_against_the_lower() -> None:
    table = play_rounds(event(players=tuple("abcd"), kind="swiss", rounds=1), first_named_wins)
    assert list(table.results) == [("a", "c"), ("b", "d")]
    second = play_rounds(event(players=tuple("abcd"), kind="swiss", rounds=2), first_named_wins)
    assert list(second.results)[2:] == [("a", "b"), ("c", "d")]  # winners meet


def test_a_cross_table_by_hand() -> None:
    table = play_rounds(event(players=tuple("abc"), anchor="c"), first_named_wins)
    assert [table.score(name) for name in "abc"] == [4, 2, 0]
    assert table.against("a", "c") == (2, 2)
    assert table.against("c", "a") == (0, 2)
    assert table.tally("b") == (2, 0, 2)
    lines = table.text().splitlines()
    assert lines[1].split()[:6] == ["1", "a", "·", "2/2", "2/2", "4"]
    assert table.ratings()["c"].elo == 0


def test_ratings_find_the_strengths_that_made_the_results() -> None:
    table = play_rounds(event(games=400, anchor="e", seed=3), chance_referee)
    ratings = table.ratings()
    for name, elo in STRENGTH.items():
        assert abs(ratings[name].elo - elo) <= 0.75 * (ratings[name].high - ratings[name].low) + 1e-9, name
    assert 20 < ratings["a"].high - ratings["a"].low < 120
    first = json.loads(json.dumps(table.as_dict()))["players"][0]
    assert first["name"] == "a"
    assert first["rating_95"] == [round(ratings["a"].low, 1), round(ratings["a"].high, 1)]


def test_ratings_begin_at_the_floor_and_end_in_a_bound_where_everything_was_won() -> None:
    table = play_rounds(event(players=("a", "greedy", "random"), games=20), first_named_wins)
    assert table.anchor == "random"
    best = next(each for each in table.as_dict()["players"] if each["name"] == "a")  # type: ignore[attr-defined]
    assert best["rating_95"][1] is None
    assert best["rating_95"][0] > 300
    assert table.text().splitlines()[-1].startswith("From random to a: above +")


def test_a_meeting_has_the_same_seed_in_every_tournament() -> None:
    assert event().plan(("a", "b")).seed == event(kind="gauntlet").plan(("b", "a")).seed
    assert event().plan(("a", "b")).seed != event().plan(("a", "c")).seed
    assert event(seed=2).plan(("a", "b")).seed != event().plan(("a", "b")).seed


def test_real_players_meet() -> None:
    players = ("greedy", "random", "random:seed=5")
    table = tournament(Event(players, "enso", games=2, anchor="random"))
    assert sum(table.score(name) for name in players) == 6
    again = tournament(Event(players, "enso", games=2, anchor="random"))
    assert table.as_dict()["players"] == again.as_dict()["players"]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"kind": "knockout"}, "round-robin, gauntlet, swiss"),
        ({"players": ("a",)}, "2 to 200 players"),
        ({"players": ("a", "b", "a")}, "a is named twice"),
        ({"anchor": "z"}, "one of the players"),
        ({"kind": "swiss", "rounds": 0}, "1 to 50 rounds"),
        ({"kind": "swiss", "players": tuple("abc"), "rounds": 4}, "at most 2 rounds, not 4"),
        ({"games": 3}, "even number of games"),
        ({"game": "chess"}, "no game 'chess'"),
    ],
)
def test_what_cannot_be_held_is_refused(given: dict[str, object], words: str) -> None:
    with pytest.raises(Exception, match=words) as refused:
        event(**given)
    assert type(refused.value).__module__ == "kakomi.core.errors"
