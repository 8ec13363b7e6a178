"""The tree search: sound, repeatable, within its limits, and right where it says proven."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

import kakomi
from kakomi.core.compiler.build import bind
from kakomi.search.mcts import kernel
from kakomi.search.mcts.arrays import FULL, LIMIT, STARTED, USED, Own, Walk
from kakomi.search.mcts.rave import HEARD, Amaf
from kakomi.search.mcts.search import MonteCarlo
from kakomi.search.mcts.settings import Settings
from kakomi.search.mcts.storage import Tree
from kakomi.search.result import Limit, Report
from tests.contract import DEFAULTS, Variant, random_match

every_rule_set = pytest.mark.parametrize("variant", DEFAULTS, ids=str)


def solve(match: kakomi.Match, memory: dict[str, int]) -> int:
    """Plain minimax to the end: 1, 0 or -1 for the player to move."""
    key = match.position
    if key not in memory:
        if match.outcome is not None:
            winner = match.outcome.winner
            memory[key] = 0 if winner is None else 1 if winner == match.to_move else -1
        else:
            best = -1
            for move in match.codes():
                player = match.to_move
                match.push_code(move)
                value = solve(match, memory)
                best = max(best, value if match.to_move == player else -value)
                match.pop()
            memory[key] = best
    return memory[key]


@every_rule_set
def test_the_same_seed_and_nodes_give_the_same_lines(variant: Variant) -> None:
    match = random_match(variant, 5, 4)
    reports = [MonteCarlo(memory=8, seed=3).search(match, Limit(nodes=400), lines=3) for _ in range(2)]
    assert reports[0].lines == reports[1].lines
    assert reports[0].nodes == 400
    assert all(line.move in match.legal_moves for line in reports[0].lines)
    assert (
        sum(line.visits for line in MonteCarlo(memory=8, seed=3).search(match, Limit(nodes=400), lines=9999).lines)
        == 400
    )


@every_rule_set
def test_variations_can_be_played_and_the_match_is_not_changed(variant: Variant) -> None:
    match = random_match(variant, 6, 8)
    before = (match.position, match.moves)
    report = MonteCarlo(memory=8, threads=2).search(match, Limit(nodes=1000), lines=2)
    assert (match.position, match.moves) == before
    for line in report.lines:
        walk = match.copy()
        for text in line.variation:
            walk.push(text)
        assert line.variation[0] == line.move


def ints(length: int) -> Any:
    return np.zeros(length, np.int64)


def own_of_enso(seed: int) -> tuple[Walk, Own]:
    """What a thread has for itself."""
    random: Any = np.array([seed], np.uint64)
    return Walk(ints(3), ints(100), ints(100)), Own(ints(264), random, ints(3), ints(264))


def on(target: str, given: Any) -> Any:
    """Arrays, or named tuples of them, as the target wants them: compiled as they are, interpreted as lists."""
    if target == "cpu" or given is None:
        return given
    return type(given)(*(each.tolist() for each in given)) if isinstance(given, tuple) else given.tolist()


@pytest.mark.parametrize("rave", [0, 200])
def test_interpreted_and_compiled_trees_are_the_same(rave: int) -> None:
    match = kakomi.new("enso")
    trees: list[list[Any]] = []
    for target in ("cpu", "python"):
        tree = Tree(4000, rave=rave > 0)
        tree.nodes.shared[LIMIT] = 60
        amaf = Amaf(tree.amaf[0], tree.amaf[1], ints(HEARD), ints(HEARD)) if rave else None
        arrays = (np.array(match.state), tree.nodes, np.array([1.4, 1000.0, 0, rave]), *own_of_enso(9), amaf)
        given = [on(target, each) for each in arrays]
        bind(target, kernel.run, match.rule_set.rules)(*given)
        nodes, known = given[1], given[-1][:2] if rave else ()
        used = int(nodes.shared[USED])
        trees.append([used, int(nodes.shared[STARTED]), *(list(array[:used]) for array in (*nodes[:6], *known))])
    assert trees[0] == trees[1]
    assert trees[0][0] > 60


def test_proven_values_are_those_of_plain_minimax() -> None:
    """Enclosure Chess 5x5 six pieces before the end, and Enso positions near theirs."""
    found = 0
    for seed in range(6):
        match = kakomi.new("enclosure_chess", "5x5")
        generator = np.random.default_rng(seed)
        for _ in range(7):
            match.push_code(int(generator.choice(match.codes())))
        value = solve(match.copy(), {})
        report = MonteCarlo(memory=32).search(match, Limit(nodes=200_000), lines=99)
        best = report.best
        assert best.proven == {1: "win", 0: "draw", -1: "loss"}[value]
        for line in report.lines:
            if line.proven:
                found += 1
                after = match.copy()
                after.push(line.move)
                assert {"win": -1, "draw": 0, "loss": 1}[line.proven] == solve(after, {}), line
    assert found >= 6


def test_a_win_at_once_is_found_and_proven() -> None:
    found = 0
    for seed in range(40):
        match = random_match(DEFAULTS[0], seed, 30)
        winning = [move for move in match.legal_moves if _wins(match, move)]
        if winning:
            found += 1
            report = MonteCarlo(memory=8).search(match, Limit(nodes=2000))
            assert report.best.move in winning
            assert (report.best.proven, report.best.value) == ("win", 1.0)
            assert report.nodes < 2000  # it stops when the root is proven
    assert found >= 3


def _wins(match: kakomi.Match, move: str) -> bool:
    after = match.copy()
    after.push(move)
    return after.outcome is not None and after.outcome.winner == match.to_move


def test_memory_is_a_hard_limit() -> None:
    searcher = MonteCarlo(memory=1)
    report = searcher.search(kakomi.new("enclose5"), Limit(nodes=3000))
    assert searcher._tree is not None
    assert int(searcher._tree.nodes.shared[USED]) <= searcher.nodes == 1_000_000 // 58
    assert searcher._tree.nodes.shared[FULL] == 1
    assert report.nodes == 3000


def test_time_and_stop_are_kept() -> None:
    searcher = MonteCarlo(memory=64, threads=2)
    match = kakomi.new("enso")
    searcher.search(match, Limit(nodes=10))
    report = searcher.search(match, Limit(seconds=0.2))
    assert report.seconds < 2
    threading.Timer(0.2, searcher.stop).start()
    assert searcher.search(match, Limit()).nodes > 0  # it would go on for ever


def test_the_tree_is_kept_between_moves() -> None:
    searcher = MonteCarlo(memory=64)
    match = kakomi.new("enso")
    first = searcher.search(match, Limit(nodes=5000))
    match.push(first.best.move)
    assert searcher._tree is not None
    searcher.search(match, Limit(nodes=1), lines=2)
    assert int(searcher._tree.nodes.visits[0]) == first.best.visits + 1
    fresh = MonteCarlo(memory=64, keep=False)
    fresh.search(match, Limit(nodes=5))
    fresh.search(match, Limit(nodes=5))
    assert fresh._tree is not None
    assert int(fresh._tree.nodes.visits[0]) == 5


def test_progress_is_reported() -> None:
    seen: list[Report] = []
    MonteCarlo(memory=64).search(kakomi.new("enso"), Limit(seconds=1.2), progress=seen.append)
    assert seen
    assert seen[0].lines[0].visits > 0


def test_settings_are_checked() -> None:
    for threads, memory in ((0, 1), (1, 0), (1000, 1)):
        with pytest.raises(kakomi.OptionError, match="must be"):
            MonteCarlo(threads, memory)
    for seconds, nodes, depth in ((None, 0, None), (-1, None, None), (None, None, 0)):
        with pytest.raises(kakomi.OptionError, match="more than 0"):
            Limit(seconds, nodes, depth)
    match = kakomi.new("enso")
    match.resign()
    with pytest.raises(kakomi.OptionError, match="over"):
        MonteCarlo().search(match, Limit(nodes=1))
    assert Settings().explore == 1.4


@pytest.mark.parametrize("settings", [Settings(), Settings(guide="children", explore=1.5)])
def test_a_limit_by_depth_ends_with_a_line_so_long(settings: Settings) -> None:
    match = kakomi.new("enso")
    for depth in (1, 2, 4):
        report = MonteCarlo(memory=64, settings=settings).search(match, Limit(depth=depth))
        assert len(report.best.variation) == report.depth == depth
