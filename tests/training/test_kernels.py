"""Self-play kernels on the CPU: trees, results and training positions obey the rules and the net interface."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import kakomi
from kakomi.core.compiler.build import bind
from kakomi.core.match import Match
from kakomi.core.net import net_functions
from kakomi.core.protocol import DRAW
from kakomi.training import arrays, kernels, samples, state
from kakomi.training.gpu import launch

GAMES, SIMULATIONS, RING, MOVES = 8, 12, 64, 40
KERNELS = {each.__name__: each for each in (*launch.kernel_functions(), samples.sample)}


def zeros(count: int, kind: str) -> Any:
    return np.zeros(count, kind)


def fill(target: Any, values: list[int]) -> None:
    target[:] = np.array(values, target.dtype)


class SelfPlay:
    """Games with a net that thinks all moves equally good and every position even."""

    def __init__(self, match: Match) -> None:
        self.match = match
        rule_set = match.rule_set
        self.shape = arrays.shape_for(match, GAMES, SIMULATIONS, RING, openings=3)
        self.games = arrays.make_games(self.shape, list(match.state), list(range(1, GAMES + 1)), zeros, fill)
        self.trees, self.leaves = arrays.make_trees(self.shape, zeros), arrays.make_leaves(self.shape, zeros)
        self.ring = arrays.make_ring(self.shape, zeros)
        self.room = arrays.make_scratch(self.shape, zeros)
        self.table: Any = np.array(kernels.halving_table(SIMULATIONS), np.int32)
        functions = {name: bind("cpu", each, rule_set.rules, rule_set.symmetry) for name, each in KERNELS.items()}
        self.entry = SimpleNamespace(**functions)

    def search(self, game: int) -> None:
        tools = (self.shape, self.games, self.trees, self.leaves)
        self.entry.begin(game, *tools, self.room)
        for _ in range(SIMULATIONS):
            self.entry.step(game, *tools, self.table, self.room)

    def move(self) -> None:
        for game in range(GAMES):
            self.search(game)
            self.entry.finish(game, self.shape, self.games, self.trees, self.leaves, self.ring, self.room)
        self.games.clock[0] += 1

    def stand(self, game: int, position: list[int]) -> None:
        length = self.shape.length
        self.games.state[game * length : (game + 1) * length] = position


@pytest.fixture(scope="module")
def play() -> SelfPlay:
    """Enso: small and quick; the kernels are the same for all games."""
    one = SelfPlay(kakomi.new("enso"))
    for game in range(GAMES):
        one.entry.scatter(game, one.shape, one.games, one.room)
    for _ in range(MOVES):
        one.move()
    return one


def positions(play: SelfPlay) -> Any:
    return np.reshape(play.ring.state, (RING, GAMES, -1))[:MOVES]


def test_every_position_follows_from_the_one_before_by_the_rules(play: SelfPlay) -> None:
    rules = play.match.rule_set.rules
    results = np.reshape(play.ring.result, (RING, GAMES))[:MOVES]
    breaks = 0
    for game in range(GAMES):
        for before, after in zip(positions(play)[:-1, game], positions(play)[1:, game], strict=True):
            out = [0] * rules.max_moves(play.match.settings)
            found = over = False
            for move in out[: rules.legal_moves(before.tolist(), out)]:
                next_position = before.tolist()
                rules.play(next_position, move)
                found |= next_position == after.tolist()
                over |= rules.legal_moves(next_position, [0] * len(out)) == 0
            assert found or over
            breaks += not found
    ended = int(np.reshape(play.games.tally, (GAMES, -1))[:, state.GAMES_OVER].sum())
    assert ended > 0
    assert set(results.ravel()) <= {state.UNFINISHED, state.WON, state.LOST}  # Enso has no draws
    assert ended - GAMES <= breaks <= ended  # a game may have ended with the last move


def test_the_result_is_seen_by_the_player_to_move(play: SelfPlay) -> None:
    players, results = (np.reshape(each, (RING, GAMES))[:MOVES] for each in (play.ring.player, play.ring.result))
    checked = 0
    for game in range(GAMES):
        for now in range(MOVES - 1):
            if results[now, game] and results[now + 1, game] and players[now, game] != players[now + 1, game]:
                pair = {int(results[now, game]), int(results[now + 1, game])}
                same_game = pair == {state.WON, state.LOST}
                checked += same_game
    assert checked > MOVES  # the turns alternate in Enso, so neighbours of one game see it from both sides


def test_the_improved_policy_is_a_distribution_over_the_legal_moves(play: SelfPlay) -> None:
    policy = np.reshape(play.ring.policy, (RING, GAMES, -1))[:MOVES]
    counts = np.reshape(play.ring.move_count, (RING, GAMES))[:MOVES]
    assert np.allclose(policy.sum(2), 1, atol=1e-5)
    for at in np.ndindex(MOVES, GAMES):
        legal = len(play.match.codes(positions(play)[at].tolist()))
        assert counts[at] == min(legal, play.shape.widest)
        assert not policy[at][counts[at] :].any()


def test_a_win_at_once_is_found(play: SelfPlay) -> None:
    diagram = """6 . . . . o o
5 . . . . . o
4 . . . . . .
3 . . . . . .
2 . . . . . .
1 x x . . . .
  a b c d e f"""
    match = kakomi.from_diagram("enso", diagram)
    play.stand(0, match.state)
    play.search(0)
    count = int(play.trees.edge_count[0])
    visits = np.array(play.trees.visits[:count])
    values = np.array(play.trees.total[:count]) / np.maximum(visits, 1)
    best = int(play.trees.move[int(np.argmax(np.where(visits > 0, values, -2)))])
    match.push_code(best)
    assert match.outcome is not None
    assert match.outcome.winner == 0


def test_samples_are_images_of_the_ring(play: SelfPlay) -> None:
    match, shape = play.match, play.shape
    size = 64
    generator = np.random.default_rng(3)
    chosen = generator.integers(0, MOVES * GAMES, size)
    symmetry = generator.integers(0, 1 << 20, size)
    batch = arrays.make_batch(shape, size, zeros)
    rules, symmetries = match.rule_set.rules, match.rule_set.symmetry
    assert symmetries is not None
    net = net_functions(rules)
    for i in range(size):
        play.entry.sample(i, chosen, symmetry, shape, play.ring, batch, play.room)
        position = positions(play).reshape(-1, shape.length)[chosen[i]].tolist()
        image, cells = [0] * shape.length, [0] * (shape.grid + shape.facts)
        number = int(symmetry[i]) % symmetries.symmetries(position)
        symmetries.transform(position, image, number)
        net["planes"](image, cells)
        assert batch.cells[i * shape.cells : (i + 1) * shape.cells].tolist() == cells[: shape.cells]  # type: ignore[attr-defined]
        out = [0] * rules.max_moves(match.settings)
        entries = {net["index"](image, move) for move in out[: rules.legal_moves(image, out)]}
        row = np.array(batch.entry[i * shape.widest : (i + 1) * shape.widest])
        assert set(row[row >= 0].tolist()) == entries
        assert np.isclose(np.sum(batch.policy[i * shape.widest : (i + 1) * shape.widest]), 1, atol=1e-5)


@pytest.mark.parametrize("parts", [2, 5])
def test_threads_that_share_a_sample_draw_the_same(play: SelfPlay, parts: int) -> None:
    size = 16
    chosen, symmetry = np.arange(size) * 11 % (MOVES * GAMES), np.arange(size)
    whole, shared = (arrays.make_batch(play.shape, size, zeros) for _ in range(2))
    for each in shared:
        each[:] = np.full_like(each, 7)  # all of it is written, also where there is no move
    tools = chosen, symmetry, play.shape, play.ring
    for i in range(size):
        play.entry.sample(i, *tools, whole, play.room)
        for part in reversed(range(parts)):
            play.entry.sample_part(i, part, parts, *tools, shared, play.room)
    for name, array in whole._asdict().items():
        if name != "facts":  # Enso has none
            assert np.array_equal(array, getattr(shared, name)), name


def test_strays_are_positions_of_games_that_are_not_over(play: SelfPlay) -> None:
    size = 32
    chosen = np.arange(size) * 7 % (MOVES * GAMES)
    batch = arrays.make_batch(play.shape, size, zeros)
    random: Any = np.arange(1, size + 1).astype(np.uint64)
    for i in range(size):
        play.entry.stray(i, chosen, 4, random, play.shape, play.ring, batch, play.room)
    entries = np.reshape(batch.entry, (size, -1))
    assert (entries >= 0).any(1).all()
    assert not np.any(batch.result)


def test_a_drawn_game_is_drawn_for_both() -> None:
    shape = state.Shape(*[1] * len(state.Shape._fields))._replace(ring=4)
    games = state.Games([0], [0], [0], [0] * state.META, [0] * state.TALLY, [3])
    ring = state.Ring([0], [0, 1, 0, 1], [0], [0.0], [0] * 4, [0.0], [0.0])
    kernels.close(0, DRAW, 3, shape, games, ring)
    assert ring.result == [state.DRAWN] * 4
    assert games.tally[state.DRAWS] == games.tally[state.GAMES_OVER] == 1


def test_entries_outside_the_window_are_not_seen() -> None:
    shape = state.Shape(*[1] * len(state.Shape._fields))._replace(cells=4, wide=2, grid=9, columns=3, ways=2)
    inside = {kernels.seen_entry(cell * 2 + way, shape) for cell in (0, 1, 3, 4) for way in (0, 1)}
    assert inside == set(range(8))
    assert all(kernels.seen_entry(cell * 2, shape) == -1 for cell in (2, 5, 6, 7, 8))
    assert kernels.seen_entry(9 * 2 + 1, shape) == 4 * 2 + 1  # an entry that belongs to no cell
