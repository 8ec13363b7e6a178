"""Threads that search one tree: every node that they are given tells something of the moves of the root."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

import pytest

import kakomi
from kakomi.search.learned.search import LearnedSearch
from kakomi.search.mcts.arrays import BUSY, LIMIT, STARTED, STOP, UNEXPANDED
from kakomi.search.mcts.search import MonteCarlo
from kakomi.search.mcts.settings import Settings
from kakomi.search.mcts.storage import Tree
from kakomi.search.mcts.tree_search import TreeSearch
from kakomi.search.result import Limit
from tests.search.learned.nets import random_net

GUIDED = {"children": Settings(guide="children"), "move_priority": Settings(guide="move_priority", temperature=0.2)}
KINDS = ("mcts", *GUIDED, "learned")
LARGE = "enclose5"  # it takes long to lay out the moves of its empty board, and to judge it
NODES = 400
PATH = 100  # plies


def searcher_of(kind: str, match: kakomi.Match, threads: int = 2) -> TreeSearch:
    """A search that forgets its tree after each position."""
    if kind == "learned":
        return LearnedSearch(random_net(match, "sparse", 4, (16, 16)), threads, 64, keep=False)
    return MonteCarlo(threads, 64, settings=GUIDED.get(kind, Settings()), keep=False)


def visits_of_children(tree: Tree) -> int:
    """How many simulations went through a child of the root."""
    return sum(int(tree.nodes.visits[child]) for child in tree.children(0))


@pytest.mark.parametrize("game", [LARGE, "enso"])
@pytest.mark.parametrize("kind", KINDS)
def test_no_node_is_lost_or_counted_twice_while_another_thread_is_at_the_root(kind: str, game: str) -> None:
    match = kakomi.new(game)
    searcher = searcher_of(kind, match)
    for _ in range(10):
        report = searcher.search(match, Limit(nodes=NODES), lines=9999)
        assert report.nodes == NODES
        at_root = 1 if kind in ("learned", "children") else 0  # the first judges the root alone
        assert sum(line.visits for line in report.lines) == NODES - at_root


def run_while_busy(
    work: Callable[[int], None], tree: Tree, nodes: Sequence[int], limit: int, still: Callable[[], bool]
) -> None:
    """One thread of a search, for which another is laying out the children of these nodes during its first moments."""
    shared = tree.nodes.shared
    shared[STARTED], shared[STOP], shared[LIMIT] = 0, 0, limit
    for node in nodes:
        tree.nodes.children[node] = BUSY
    worker = threading.Thread(target=work, args=(0,), daemon=True)
    worker.start()
    while worker.is_alive() and not tree.nodes.shared[STARTED]:
        time.sleep(0.001)
    time.sleep(0.05)
    waited = still()
    for node in nodes:
        tree.nodes.children[node] = UNEXPANDED
    worker.join(60)
    assert waited
    assert not worker.is_alive()


@pytest.mark.parametrize("kind", KINDS)
def test_a_thread_waits_at_the_root_for_the_one_that_lays_it_out(kind: str) -> None:
    match = kakomi.new(LARGE)
    searcher = searcher_of(kind, match)
    searcher.search(match, Limit(nodes=2), lines=2)  # now it is compiled
    tree = searcher._prepare(match)
    work = searcher._work(match, tree, PATH)
    run_while_busy(work, tree, [0], NODES, lambda: tree.nodes.visits[0] == 0)
    assert tree.nodes.visits[0] == NODES
    assert visits_of_children(tree) >= NODES - 1


def test_a_thread_with_a_net_does_not_count_a_guess_while_another_asks_the_net() -> None:
    match = kakomi.new(LARGE)
    searcher = searcher_of("learned", match)
    searcher.search(match, Limit(nodes=1), lines=2)  # it lays out the root
    tree = searcher._tree
    assert tree is not None
    work = searcher._work(match, tree, PATH)
    run_while_busy(work, tree, tree.children(0), NODES - 1, lambda: tree.nodes.visits[0] == 1)
    assert tree.nodes.visits[0] == NODES
    assert visits_of_children(tree) == NODES - 1
