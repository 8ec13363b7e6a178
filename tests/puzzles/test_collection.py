"""The puzzles that come with the games: enough of them, varied, small; and a sample of them proven again."""

from __future__ import annotations

from collections import Counter
from importlib import resources

import pytest

import kakomi
from kakomi.core.errors import UnknownName
from kakomi.core.game import Game
from kakomi.puzzles.checker.check import check_puzzle
from kakomi.puzzles.collection import FILE, UnknownPuzzle, find_puzzle, games_with_puzzles, near_rating, puzzles_of
from kakomi.puzzles.maker.difficulty import HIGHEST, LOWEST, rate
from kakomi.puzzles.maker.make import EASY

ENOUGH = {"enso": 200, "iago": 200, "enclose5": 200, "enclosure_chess": 200, "toot": 20}
MOST_BYTES = 500_000  # of all files together
SAMPLE_NODES = 1_500  # in the proof of one puzzle of the sample


@pytest.fixture(params=ENOUGH)
def game(request: pytest.FixtureRequest) -> Game:
    return kakomi.games.get(request.param)


def test_there_are_enough(game: Game) -> None:
    puzzles = puzzles_of(game)
    assert len(puzzles) >= ENOUGH[game.name]
    assert len({each.id for each in puzzles}) == len(puzzles)
    assert {each.rules for each in puzzles} == {rule_set.name for rule_set in game.rule_sets}


def test_none_is_another_turned_or_reflected(game: Game) -> None:
    seen = Counter((each.rules, each.options, each.match().canonical()) for each in puzzles_of(game))
    assert [key for key, count in seen.items() if count > 1] == []


def test_games_give_few_puzzles_each_and_easy_ones_are_few(game: Game) -> None:
    puzzles = puzzles_of(game)
    assert max(Counter((each.rules, each.options, each.seed) for each in puzzles).values()) <= 2
    assert sum(each.rating < EASY for each in puzzles) <= len(puzzles) / 5
    assert sum(each.depth == 1 for each in puzzles) <= len(puzzles) / 5
    assert all(LOWEST <= each.rating <= HIGHEST for each in puzzles)
    assert max(each.rating for each in puzzles) - min(each.rating for each in puzzles) > 800


def test_ratings_are_what_the_measurements_say(game: Game) -> None:
    for each in puzzles_of(game)[::10]:
        assert rate(each) == each.rating


def test_the_files_are_small() -> None:
    sizes = [len(resources.files(game.package).joinpath(FILE).read_bytes()) for game in games_with_puzzles()]
    assert sum(sizes) < MOST_BYTES


@pytest.mark.usefixtures("interpreted")
def test_a_sample_is_proven_again(game: Game) -> None:
    """Of each rule set with its options, what is quickest to prove; `kakomi puzzles check` proves them all."""
    easiest = {}
    for each in sorted(puzzles_of(game), key=lambda each: -each.nodes):
        easiest[each.rules, each.options] = each
    chosen = [each for each in easiest.values() if each.nodes <= SAMPLE_NODES]
    assert chosen
    for each in chosen:
        assert check_puzzle(each).fault == "", each


def test_the_nearest_are_given_and_none_that_is_left_out() -> None:
    game = kakomi.games.get("iago")
    near = near_rating(game, "simple", 1500, set(), 5)
    assert len(near) == 5
    farthest = max(abs(each.rating - 1500) for each in near)
    others = [each for each in puzzles_of(game) if each.rules == "simple" and each not in near]
    assert all(abs(each.rating - 1500) >= farthest for each in others)
    assert near[0] not in near_rating(game, "simple", 1500, {near[0].id}, 5)
    with pytest.raises(UnknownName, match="there is no rule set of iago 'quick'"):
        near_rating(game, "quick", 1500, set(), 5)


def test_a_puzzle_is_found_by_its_id() -> None:
    game = kakomi.games.get("enso")
    for each in puzzles_of(game)[:3]:
        assert find_puzzle(game, each.id) is each
    with pytest.raises(UnknownPuzzle, match="no such puzzle of Enso"):
        find_puzzle(game, "abc")
