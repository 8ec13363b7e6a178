"""Self-play kernels in games unlike Enso: a player of TOOT moves twice, games are drawn, and a move may have two entries.

Every number of a search tree is worked out again from the tree itself and from the rules as Python runs them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from benchmarks.gpu.self_play import check_course

import kakomi
from kakomi.core.compiler.build import bind
from kakomi.core.match import Match
from kakomi.core.protocol import DRAW, entry, second_entry
from kakomi.training import arrays, state
from tests.training.test_kernels import GAMES, RING, SIMULATIONS, SelfPlay, zeros

SMALL: dict[str, dict[str, Any]] = {"toot": {"tiles": 4, "pieces": 2, "quiet": 10}, "enclose5": {"size": 7}}
DRAWN_BY_NET = 0.25  # what the stand-in for a net says of every position


class Guessing(SelfPlay):
    """Self-play with a net that guesses: its numbers are of no use, but differ from position to position."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self._dice = np.random.default_rng(7)
        for game in range(GAMES):
            self.entry.scatter(game, self.shape, self.games, self.room)

    def guess(self, game: int) -> None:
        logits = slice(game * self.shape.entries, (game + 1) * self.shape.entries)
        self.leaves.logits[logits] = self._dice.normal(size=self.shape.entries).astype(np.float32)
        self.leaves.values[2 * game] = self._dice.uniform(-0.9, 0.9)
        self.leaves.values[2 * game + 1] = DRAWN_BY_NET

    def search(self, game: int) -> None:
        tools = (self.shape, self.games, self.trees, self.leaves)
        self.entry.begin(game, *tools, self.room)
        self.guess(game)
        for _ in range(SIMULATIONS):
            self.entry.step(game, *tools, self.table, self.room)
            self.guess(game)

    def finish(self, game: int) -> None:
        self.entry.finish(game, self.shape, self.games, self.trees, self.leaves, self.ring, self.room)


Make = Callable[[str], Guessing]


@pytest.fixture(scope="module")
def played() -> Make:
    """Games that fill the ring."""
    known: dict[str, Guessing] = {}

    def play(name: str) -> Guessing:
        if name not in known:
            known[name] = Guessing(kakomi.new(name, **SMALL[name]))
            for _ in range(RING):
                known[name].move()
        return known[name]

    return play


def courses(play: SelfPlay) -> list[tuple[Any, Any, Any]]:
    """Positions, players and results of each game's row."""
    kept: tuple[Any, ...] = (play.ring.state, play.ring.player, play.ring.result)
    rings = [np.reshape(each, (RING, GAMES, -1)) for each in kept]
    return [
        (rings[0][:, game].tolist(), rings[1][:, game, 0].tolist(), rings[2][:, game, 0].tolist())
        for game in range(GAMES)
    ]


@pytest.mark.parametrize("name", SMALL)
def test_every_game_and_its_result_are_those_of_the_rules(played: Make, name: str) -> None:
    play = played(name)
    ended = sum(check_course(play.match, *course) for course in courses(play))
    tally = np.reshape(play.games.tally, (GAMES, -1)).sum(0)
    assert ended == tally[state.GAMES_OVER] >= GAMES
    assert tally[state.MOVES_MADE] == RING * GAMES


def test_toot_is_drawn_for_both_and_won_for_one(played: Make) -> None:
    """And a player who places a tile moves again."""
    results, twice = set(), 0
    for _, players, row in courses(played("toot")):
        results |= set(row)
        twice += sum(one == other for one, other in pairwise(players))
    assert results == {state.UNFINISHED, state.WON, state.DRAWN, state.LOST}
    assert twice > RING
    tally = np.reshape(played("toot").games.tally, (GAMES, -1)).sum(0)
    assert 0 < tally[state.DRAWS] < tally[state.GAMES_OVER]


# --- the search tree ----------------------------------------------------------------------------------------------------


def random_games(name: str) -> Iterator[tuple[int | None, list[list[int]]]]:
    """The winner and the positions of some random games."""
    for seed in range(200):
        dice, match, course = np.random.default_rng(seed), kakomi.new(name, **SMALL[name]), list[list[int]]()
        while match.outcome is None:
            course.append(list(match.state))
            moves = match.codes()
            match.push_code(moves[int(dice.integers(len(moves)))])
        yield match.outcome.winner, course


def late_position(name: str, plies: int, drawn: bool) -> list[int]:
    """The position so many plies before a random game is drawn, or won."""
    return next(course[-plies] for winner, course in random_games(name) if (winner is None) == drawn)


def position_before_a_re_entry() -> list[int]:
    """Of TOOT, where a captured piece may come back: that move has two entries."""
    positions = (position for _, course in random_games("toot") for position in course)
    play, (_, second) = SelfPlay(kakomi.new("toot", **SMALL["toot"])), entries_of(kakomi.new("toot"))
    return next(each for each in positions if any(second(each, move) >= 0 for move in codes(play, each)))


def first_entry_of(position: list[int], move: int) -> int:
    return entry(position, move)


def second_entry_of(position: list[int], move: int) -> int:
    return second_entry(position, move)


def entries_of(match: Match) -> tuple[Any, Any]:
    """The policy entries of a move, by plain Python."""
    rules = match.rule_set.rules
    return bind("python", first_entry_of, rules), bind("python", second_entry_of, rules)


def check_tree(play: SelfPlay, game: int, root: list[int]) -> dict[str, int]:
    """Go through a tree whose last leaf is delivered; how many nodes there are of some kinds."""
    rules, trees, shape = play.match.rule_set.rules, play.trees, play.shape
    _, second_of = entries_of(play.match)
    kinds = dict.fromkeys(("drawn", "won", "again", "second"), 0)
    waiting = [(0, root)]
    while waiting:
        node, position = waiting.pop()
        at = game * shape.nodes + node
        player, first = rules.to_move(position), game * shape.edges + int(trees.first[at])
        assert trees.player[at] == player
        for edge in range(first, first + int(trees.edge_count[at])):
            move, visits, child = int(trees.move[edge]), int(trees.visits[edge]), int(trees.child[edge])
            assert trees.second[edge] == second_of(position, move)
            kinds["second"] += int(trees.second[edge]) >= 0
            if child < 0:
                assert trees.total[edge] == pytest.approx(visits * trees.value[at], abs=1e-5)
                continue
            after = list(position)
            rules.play(after, move)
            below = game * shape.nodes + child
            mine = 1 if rules.to_move(after) == player else -1  # whose view the child's numbers are
            rest = range(int(trees.first[below]), int(trees.first[below]) + int(trees.edge_count[below]))
            deeper = [game * shape.edges + each for each in rest]
            own = visits - sum(int(trees.visits[each]) for each in deeper)
            value = own * trees.value[below] + sum(trees.total[each] for each in deeper)
            assert trees.total[edge] == pytest.approx(mine * value, abs=1e-5)
            kinds["again"] += mine == 1 and bool(deeper)
            if rules.legal_moves(after, [0] * shape.moves):
                assert own == 1 or not deeper
                assert trees.drawn[below] == DRAWN_BY_NET
                waiting.append((child, after))
                continue
            winner = rules.winner(after)
            fair = 0 if winner == DRAW else 1 if winner == rules.to_move(after) else -1
            assert (trees.value[below], trees.drawn[below]) == (fair, winner == DRAW)
            kinds["drawn" if winner == DRAW else "won"] += 1
    return kinds


@pytest.mark.parametrize("name", SMALL)
def test_values_are_seen_by_the_player_who_moves(name: str) -> None:
    """Near the end and at the beginning; ends of the game have the value that the rules give them."""
    play = Guessing(kakomi.new(name, **SMALL[name]))
    total = dict.fromkeys(("drawn", "won", "again", "second"), 0)
    roots = [late_position(name, plies, False) for plies in (1, 2, 3, 4)]
    if name == "toot":
        roots += [late_position(name, plies, True) for plies in (1, 2)] + [position_before_a_re_entry()]
    for game, root in enumerate([*roots, list(play.match.state)]):
        play.stand(game, root)
        play.search(game)
        play.finish(game)
        for kind, count in check_tree(play, game, root).items():
            total[kind] += count
    assert total["won"] > 0
    assert total["again"] > 0  # also in Enclose5, where walls and stones are owed
    if name == "toot":
        assert total["drawn"] > 0
        assert total["second"] > 0


def test_a_move_with_two_entries_has_the_sum_of_their_logits() -> None:
    play = Guessing(kakomi.new("toot", **SMALL["toot"]))
    first_of, second_of = entries_of(play.match)
    root = position_before_a_re_entry()
    play.stand(0, root)
    tools = (play.shape, play.games, play.trees, play.leaves)
    play.entry.begin(0, *tools, play.room)
    play.guess(0)
    logits = np.array(play.leaves.logits[: play.shape.entries])
    play.entry.step(0, *tools, play.table, play.room)
    heights = []
    for move in codes(play, root):
        second = second_of(root, move)
        heights.append(logits[first_of(root, move)] + (logits[second] if second >= 0 else 0.0))
    count = int(play.trees.edge_count[0])
    assert count == len(heights)
    shift = math.log(sum(math.exp(height) for height in heights))
    assert np.allclose(play.trees.logp[:count], np.array(heights) - shift, atol=1e-5)


def codes(play: SelfPlay, position: list[int]) -> list[int]:
    out = [0] * play.shape.moves
    return out[: play.match.rule_set.rules.legal_moves(position, out)]


# --- training positions -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SMALL)
def test_samples_have_both_entries_of_every_move_of_the_image(played: Make, name: str) -> None:
    play = played(name)
    symmetries, shape = play.match.rule_set.symmetry, play.shape
    assert symmetries is not None
    first_of, second_of = entries_of(play.match)
    states = np.reshape(play.ring.state, (RING * GAMES, shape.length))
    chosen, symmetry = np.arange(0, RING * GAMES, 5), np.arange(0, RING * GAMES, 5) * 7
    batch = arrays.make_batch(shape, len(chosen), zeros)
    seconds = 0
    for i, slot in enumerate(chosen):
        play.entry.sample(i, chosen, symmetry, shape, play.ring, batch, play.room)
        position: list[int] = states[slot].tolist()
        number, image = int(symmetry[i]) % symmetries.symmetries(position), [0] * shape.length
        symmetries.transform(position, image, number)
        moves = [symmetries.transform_move(position, move, number) for move in codes(play, position)][: shape.widest]
        rows = slice(i * shape.widest, i * shape.widest + len(moves))
        wanted = [second_of(image, move) for move in moves]
        assert np.array(batch.entry[rows]).tolist() == [first_of(image, move) for move in moves]
        assert np.array(batch.second[rows]).tolist() == wanted
        seconds += sum(each >= 0 for each in wanted)
        assert batch.result[i] == play.ring.result[slot]
    assert (seconds > 0) == (name == "toot")
