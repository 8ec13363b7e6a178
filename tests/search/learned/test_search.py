"""The tree search with a net of random weights: sound, repeatable, within its limits, and right where it says proven."""

from __future__ import annotations

import random
import threading

import pytest

import kakomi
from kakomi.search.learned.network import Net
from kakomi.search.learned.opinion import ask_net
from kakomi.search.learned.search import LearnedSearch, PuctSettings
from kakomi.search.mcts import tree_search
from kakomi.search.mcts.arrays import FULL
from kakomi.search.mcts.storage import Tree
from kakomi.search.result import Limit
from tests.contract import DEFAULTS, random_match
from tests.search.learned.nets import random_net
from tests.search.test_mcts import _wins, solve

VARIANT = DEFAULTS[0]
SMALL = "enclosure_chess"
AHEAD = PuctSettings(look_ahead=True)


@pytest.fixture(scope="module")
def net() -> Net:
    return random_net(VARIANT.new(), "sparse", 4, (40, 20))


def test_lines_are_legal_and_the_same_with_the_same_seed(net: Net) -> None:
    match = random_match(VARIANT, 3, 6)
    first, again, other = (
        LearnedSearch(net, memory=8, seed=seed).search(match, Limit(nodes=400), 3) for seed in (3, 3, 5)
    )
    assert first.lines == again.lines != other.lines
    assert first.source == "learned"
    for line in first.lines:
        walk = match.copy()
        for text in line.variation:
            walk.push(text)
    assert sum(line.visits for line in LearnedSearch(net, memory=8).search(match, Limit(nodes=400), 999).lines) == 399


@pytest.mark.parametrize("temperature", [1.0, 2.5])
def test_lines_have_the_policy_of_the_net_whatever_the_temperature_of_the_search(net: Net, temperature: float) -> None:
    match = random_match(VARIANT, 3, 6)
    policy = ask_net(net, match).policy
    searcher = LearnedSearch(net, memory=8, settings=PuctSettings(temperature=temperature))
    report = searcher.search(match, Limit(nodes=9), len(policy))
    assert {line.move: line.policy for line in report.lines} == pytest.approx(policy, abs=1e-5)
    unvisited = [policy[line.move] for line in report.lines if not line.visits and not line.proven]
    assert unvisited == sorted(unvisited, reverse=True)
    assert [each.move for each in report.likely] == sorted(policy, key=lambda move: policy[move], reverse=True)[
        : len(report.likely)
    ]
    assert [each.policy for each in report.likely] == pytest.approx(
        [policy[each.move] for each in report.likely], abs=1e-5
    )


def test_moves_are_named_as_likely_while_they_are_and_three_at_most() -> None:
    tree, match = Tree(100, guided=True), VARIANT.new()
    codes = match.codes()[:4]
    tree.nodes.first[0], tree.nodes.children[0] = 1, len(codes)
    for priors, count in (((0.4, 0.3, 0.2, 0.1), 3), ((0.02, 0.9, 0.04, 0.04), 1), ((0.5, 0.01, 0.06, 0.43), 3)):
        tree.nodes.move[1:5], tree.nodes.prior[1:5] = codes, priors
        likely = tree.likely(match, 1.0)
        assert [each.policy for each in likely] == pytest.approx(sorted(priors, reverse=True)[:count])
    assert tree.likely(match, None) == ()


@pytest.mark.parametrize("settings", [PuctSettings(), AHEAD], ids=["plain", "look_ahead"])
def test_a_win_at_once_is_found_and_proven(net: Net, settings: PuctSettings) -> None:
    found = 0
    for seed in range(40):
        match = random_match(VARIANT, seed, 30)
        winning = [move for move in match.legal_moves if _wins(match, move)]
        if winning:
            found += 1
            report = LearnedSearch(net, memory=8, settings=settings).search(match, Limit(nodes=4000))
            assert report.best.move in winning
            assert (report.best.proven, report.best.value) == ("win", 1.0)
            assert report.nodes <= (1 if settings.look_ahead else 3999)
    assert found >= 3


@pytest.mark.parametrize("settings", [PuctSettings(), AHEAD], ids=["plain", "look_ahead"])
def test_proven_values_are_those_of_plain_minimax(settings: PuctSettings) -> None:
    found = 0
    for seed in range(4):
        match, chance = kakomi.new(SMALL, "5x5"), random.Random(seed)
        for _ in range(7):
            match.push_code(chance.choice(match.codes()))
        net = random_net(match, "sparse", seed, (16, 16))
        report = LearnedSearch(net, memory=64, settings=settings).search(match, Limit(nodes=100_000), 99)
        assert report.best.proven == {1: "win", 0: "draw", -1: "loss"}[solve(match.copy(), {})]
        for line in report.lines:
            if line.proven:
                found += 1
                after = match.copy()
                after.push(line.move)
                assert {"win": -1, "draw": 0, "loss": 1}[line.proven] == solve(after, {}), line
    assert found >= 4


def test_the_tree_is_kept_between_moves(net: Net) -> None:
    searcher = LearnedSearch(net, memory=64)
    match = kakomi.new(VARIANT.game)
    first = searcher.search(match, Limit(nodes=3000), 2)
    match.push(first.best.move)
    searcher.search(match, Limit(nodes=1), 2)
    assert searcher._tree is not None
    assert int(searcher._tree.nodes.visits[0]) == first.best.visits + 1
    priors = [float(searcher._tree.nodes.prior[child]) for child in searcher._tree.children(0)]
    assert sum(priors) == pytest.approx(1, abs=1e-5)


def test_two_threads_search_as_much_and_leave_no_virtual_losses(net: Net) -> None:
    match = kakomi.new(VARIANT.game)
    searcher = LearnedSearch(net, threads=2, memory=64)
    report = searcher.search(match, Limit(nodes=4000), 999)
    assert report.nodes == 4000
    assert sum(line.visits for line in report.lines) == 3999  # and one of the root alone
    assert all(0 <= line.value <= 1 for line in report.lines)


def test_time_stop_and_depth_are_kept(net: Net) -> None:
    searcher = LearnedSearch(net, memory=2048, threads=2)  # a full tree would end the search
    match = kakomi.new(VARIANT.game)
    searcher.search(match, Limit(nodes=10))
    assert searcher.search(match, Limit(seconds=0.2)).seconds < 2
    threading.Timer(0.2, searcher.stop).start()
    assert searcher.search(match, Limit()).nodes > 0  # it would go on for ever
    for depth in (1, 3):
        report = LearnedSearch(net, memory=64).search(match, Limit(depth=depth))
        assert len(report.best.variation) == depth


def test_a_full_tree_ends_the_search_as_it_would_repeat_what_its_leaves_said(net: Net) -> None:
    match = kakomi.new(VARIANT.game)
    small, large = LearnedSearch(net, memory=1), LearnedSearch(net, memory=64)
    report = small.search(match, Limit(nodes=3000), 2)
    assert small._tree is not None
    assert small._tree.nodes.shared[FULL] == 1
    assert 0 < report.nodes < 3000
    assert report.full
    assert report.lines == large.search(match, Limit(nodes=report.nodes), 2).lines
    assert small.search(match, Limit(nodes=3000), 2).lines == report.lines


def test_a_kept_tree_that_leaves_little_room_is_forgotten(net: Net, monkeypatch: pytest.MonkeyPatch) -> None:
    def visits_of_second_search(keep: bool) -> int:
        match = kakomi.new(VARIANT.game)
        searcher = LearnedSearch(net, memory=8, keep=keep)
        match.push(searcher.search(match, Limit(nodes=400)).best.move)
        return sum(line.visits for line in searcher.search(match, Limit(nodes=50), 999).lines)

    assert visits_of_second_search(keep=False) == 49  # and one of the root alone
    assert visits_of_second_search(keep=True) > 49
    monkeypatch.setattr(tree_search, "MOST_KEPT", 0.0)
    assert visits_of_second_search(keep=True) == 49


def test_nonsense_is_refused(net: Net) -> None:
    for wrong in ({"temperature": 0.0}, {"explore": -1.0}, {"reduction": 3.0}):
        with pytest.raises(kakomi.OptionError, match="not"):
            PuctSettings(**wrong)  # type: ignore[arg-type]
    for threads, memory in ((0, 1), (1, 0), (1000, 1)):
        with pytest.raises(kakomi.OptionError, match="must be"):
            LearnedSearch(net, threads, memory)
    match = kakomi.new(VARIANT.game)
    match.resign()
    with pytest.raises(kakomi.OptionError, match="over"):
        LearnedSearch(net).search(match, Limit(nodes=1))
