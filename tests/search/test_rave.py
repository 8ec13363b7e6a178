"""RAVE: what it counts, checked against a count by hand, and the tree search with it as sound as without."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import kakomi
from kakomi import players
from kakomi.core.protocol import DRAW, FIRST, SECOND
from kakomi.players.search_player import SearchPlayer
from kakomi.search.mcts import rave
from kakomi.search.mcts.arrays import FULL, USED, Nodes, Walk
from kakomi.search.mcts.search import MonteCarlo
from kakomi.search.mcts.settings import Settings
from kakomi.search.result import Limit
from tests.contract import DEFAULTS, Variant, random_match

every_rule_set = pytest.mark.parametrize("variant", DEFAULTS, ids=str)
RAVE = Settings(rave=300)


def amaf(nodes: int) -> rave.Amaf:
    return rave.Amaf([0] * nodes, [0] * nodes, [0] * rave.HEARD, [0] * rave.HEARD)


def tree(first: list[int], children: list[int], move: list[int]) -> Nodes:
    """As much of a tree as RAVE looks at."""
    return Nodes(first, children, move, [], [], [], [], [], [])


def test_a_result_goes_to_every_move_played_later_by_the_same_player() -> None:
    """A root with the moves 5, 6, 7 of FIRST (nodes 1 to 3), and below 6 the moves 5, 8 of SECOND (nodes 4 and 5).

    The simulation: FIRST 6, SECOND 8, then in the playout FIRST 7, SECOND 7, FIRST 9. FIRST has played 6, 7 and 9, SECOND 8
    and 7: so nodes 2 and 3 count at the root, and node 5 below it; 5 was played by nobody, and 7 of SECOND is no child.
    """
    nodes = tree([1, 0, 4, 0, 0, 0], [3, -1, 2, -1, -1, -1], [0, 5, 6, 7, 5, 8])
    walk = Walk([], [0, 2, 5], [0, FIRST, SECOND])
    kept = amaf(6)
    for simulation, result in enumerate((SECOND, FIRST, SECOND, DRAW)):
        for player, played in ((FIRST, 7), (SECOND, 7), (FIRST, 9)):
            rave.hear(player, played, kept, simulation)
        rave.spread(2, result, nodes, walk, kept, simulation, 0)
    assert kept.visits == [0, 0, 4, 4, 0, 4]
    assert kept.value == [0, 0, -1, -1, 0, 1]  # FIRST has won one game and lost two


def test_moves_of_an_earlier_simulation_do_not_count() -> None:
    kept = amaf(3)
    rave.hear(FIRST, 5, kept, 0)
    rave.spread(1, FIRST, tree([1], [2], [0, 5, 6]), Walk([], [0, 2], [0, FIRST]), kept, 1, 0)
    assert kept.visits == [0, 0, 1]


def test_the_blend_goes_from_one_mean_to_the_other() -> None:
    """With k visits a child's own mean weighs as much as any number of simulations of the second kind."""
    assert rave.blend(0, 0.0, 0, 0, 100.0) == 0.0
    assert rave.blend(0, 0.0, 8, 4, 100.0) == 0.5
    assert rave.blend(8, -4.0, 0, 0, 100.0) == -0.5
    assert rave.blend(100, 100.0, 10**9, -(10**9), 100.0) == pytest.approx(0.0, abs=1e-6)
    assert rave.blend(10**9, 10.0**9, 10**9, -(10**9), 100.0) == pytest.approx(1.0, abs=1e-6)


@every_rule_set
def test_the_same_seed_gives_the_same_lines_and_threads_play_sound_ones(variant: Variant) -> None:
    match = random_match(variant, 5, 4)
    reports = [MonteCarlo(memory=8, seed=3, settings=RAVE).search(match, Limit(nodes=400), lines=3) for _ in range(2)]
    assert reports[0].lines == reports[1].lines
    shared = MonteCarlo(threads=2, memory=8, settings=RAVE).search(match, Limit(nodes=1000), lines=9999)
    assert sum(line.visits for line in shared.lines) <= shared.nodes <= 1000
    for line in shared.lines[:2]:
        walk = match.copy()
        for text in line.variation:
            walk.push(text)


def test_memory_is_a_hard_limit_and_the_statistics_are_kept_between_moves() -> None:
    searcher = MonteCarlo(memory=1, settings=RAVE)
    match = kakomi.new("enso")
    best = searcher.search(match, Limit(nodes=3000)).best
    found = searcher._tree
    assert found is not None
    nodes = found.nodes
    assert nodes.shared[FULL] == 1
    assert int(nodes.shared[USED]) <= searcher.nodes
    arrays: tuple[Any, ...] = (nodes.first, nodes.children, *found.statistics)
    assert searcher.nodes * sum(array.itemsize for array in arrays) <= 1_000_000 // 2  # and as much to graft into
    child = next(child for child in found.children(0) if nodes.visits[child] == best.visits)
    before = [found.amaf[0][each] for each in found.children(child)]
    assert sum(before) > 0
    match.push(best.move)
    assert [searcher._prepare(match).amaf[0][each] for each in searcher._prepare(match).children(0)] == before


def test_proofs_are_the_same() -> None:
    found = 0
    for seed in range(4):
        match = kakomi.new("enclosure_chess", "5x5")
        generator = np.random.default_rng(seed)
        for _ in range(7):
            match.push_code(int(generator.choice(match.codes())))
        plain, with_rave = (
            MonteCarlo(memory=32, settings=settings).search(match, Limit(nodes=200_000)).best.proven
            for settings in (Settings(), RAVE)
        )
        assert plain == with_rave
        found += plain != ""
    assert found == 4


def test_it_is_a_setting_of_the_searches_with_playouts_alone() -> None:
    player = players.make("uct:rave=500,explore=0.7,nodes=50")
    assert isinstance(player, SearchPlayer)
    assert (player.plain.rave, player.plain.explore) == (500, 0.7)
    match = kakomi.new("enso")
    assert player.choose(match) in match.legal_moves
    for name in ("guided:rave=5", "alphabeta:rave=5", "search:explore=1"):
        with pytest.raises(kakomi.KakomiError, match="setting of the player"):
            players.make(name)
    with pytest.raises(kakomi.OptionError, match="rave must be a whole number from 0"):
        players.make("uct:rave=0.5")
    with pytest.raises(kakomi.OptionError, match="not of a guided one"):
        MonteCarlo(settings=Settings(guide="children", rave=5))
