"""The guided tree search, and the one that asks an evaluator from outside."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import kakomi
from kakomi.core.build import bind
from kakomi.search.evaluation import evaluation_for
from kakomi.search.mcts import guided
from kakomi.search.mcts.arrays import FULL, LIMIT
from kakomi.search.mcts.puct import Puct
from kakomi.search.mcts.search import MonteCarlo
from kakomi.search.mcts.settings import Settings
from kakomi.search.mcts.storage import Tree
from kakomi.search.result import Limit
from tests.contract import DEFAULTS, Variant, random_match
from tests.search.test_mcts import on, own_of_enso, solve

CHILDREN = Settings(guide="children", explore=1.5)
PRIORITY = Settings(guide="move_priority", explore=1.5, temperature=0.2)
every_rule_set = pytest.mark.parametrize("variant", DEFAULTS, ids=str)
both = pytest.mark.parametrize("settings", [CHILDREN, PRIORITY], ids=lambda each: each.guide)


@every_rule_set
@both
def test_lines_are_legal_and_the_same_with_the_same_seed(variant: Variant, settings: Settings) -> None:
    match = random_match(variant, 3, 6)
    reports = [MonteCarlo(memory=8, seed=3, settings=settings).search(match, Limit(nodes=300), 3) for _ in range(2)]
    assert reports[0].lines == reports[1].lines
    for line in reports[0].lines:
        walk = match.copy()
        for text in line.variation:
            walk.push(text)


@pytest.mark.parametrize("guide", [guided.CHILDREN, guided.PRIORITY])
def test_interpreted_and_compiled_trees_are_the_same(guide: int) -> None:
    match = kakomi.new("enso")
    rules = match.rule_set.rules
    evaluation = evaluation_for(rules)
    trees = []
    for target in ("cpu", "python"):
        tree = Tree(4000, guided=True)
        tree.nodes.shared[LIMIT] = 80
        settings, weights = np.array([1.5, 0.1, 0, guide, 4.0]), np.array(evaluation.weights)
        arrays = (np.array(match.state), tree.nodes, settings, weights, *own_of_enso(9))
        given = [on(target, each) for each in arrays]
        bind(target, guided.run, rules, evaluation.module)(*given)
        nodes = given[1]
        trees.append([list(each) for each in (nodes.children, nodes.move, nodes.visits, nodes.proven)])
    assert trees[0] == trees[1]
    assert sum(visits > 0 for visits in trees[0][2]) > 20


@both
def test_proven_values_are_those_of_plain_minimax(settings: Settings) -> None:
    found = 0
    for seed in range(4):
        match = kakomi.new("enclosure_chess", "5x5")
        generator = np.random.default_rng(seed)
        for _ in range(7):
            match.push_code(int(generator.choice(match.codes())))
        report = MonteCarlo(memory=64, settings=settings).search(match, Limit(nodes=300_000), lines=99)
        for line in report.lines:
            if line.proven:
                found += 1
                after = match.copy()
                after.push(line.move)
                assert {"win": -1, "draw": 0, "loss": 1}[line.proven] == solve(after, {}), line
    assert found >= 4


@both
def test_the_tree_is_kept_with_its_priors(settings: Settings) -> None:
    searcher = MonteCarlo(memory=32, settings=settings)
    match = kakomi.new("enso")
    searcher.search(match, Limit(nodes=3000), 2)
    tree = searcher._tree
    assert tree is not None
    old = tree.nodes
    best = max(tree.children(0), key=lambda child: int(old.visits[child]))
    below = [
        (int(old.move[c]), float(old.prior[c]), float(old.guess[c]), int(old.visits[c])) for c in tree.children(best)
    ]
    match.push_code(int(old.move[best]))
    searcher.search(match, Limit(nodes=1), 2)
    grafted = searcher._tree
    assert grafted is not None
    assert grafted is not tree
    new = grafted.nodes
    again = [(int(new.move[c]), float(new.prior[c]), float(new.guess[c])) for c in grafted.children(0)]
    assert again == [each[:3] for each in below]
    assert 1 >= sum(int(new.visits[c]) for c in grafted.children(0)) - sum(each[3] for each in below) >= 0
    assert sum(prior for _, prior, _ in again) == pytest.approx(1, abs=1e-5)


def test_asked_for_one_line_it_stops_when_the_choice_is_made() -> None:
    """The move played is that of the whole search, sooner."""
    sooner = 0
    for seed in range(6):
        match = random_match(DEFAULTS[0], seed, 12)
        whole = MonteCarlo(memory=32, seed=seed, settings=CHILDREN).search(match, Limit(nodes=6000), lines=2)
        short = MonteCarlo(memory=32, seed=seed, settings=CHILDREN).search(match, Limit(nodes=6000))
        if not whole.best.proven:
            assert short.best.move == whole.best.move
        sooner += short.nodes < 6000
    assert sooner >= 2


def test_an_unknown_guide_is_refused() -> None:
    with pytest.raises(kakomi.OptionError, match="children or move_priority"):
        MonteCarlo(settings=Settings(guide="stars"))


# --- an evaluator from outside ----------------------------------------------------------------------------------------


class Counting:
    """Even priors, and a value that likes having more legal moves than the other side."""

    def __init__(self, match: kakomi.Match) -> None:
        self.match = match
        self.asked: list[int] = []

    def __call__(self, positions: Any) -> tuple[list[list[float]], list[float]]:
        self.asked.append(len(positions))
        codes = [self.match.codes([int(x) for x in position]) for position in positions]
        assert all(codes)  # ends of games are never asked about
        return [[2.0] * len(each) for each in codes], [min(len(each), 40) / 100 for each in codes]


@every_rule_set
def test_an_evaluator_is_asked_in_batches_and_lines_are_legal(variant: Variant) -> None:
    match = random_match(variant, 5, 6)
    evaluator = Counting(match)
    report = Puct(evaluator, batch=8, memory=8).search(match, Limit(nodes=120), lines=3)
    assert report.nodes == 120
    assert sum(evaluator.asked) <= 120
    assert max(evaluator.asked) > 1
    for line in report.lines:
        walk = match.copy()
        for text in line.variation:
            walk.push(text)


def test_it_proves_wins_and_trusts_priors() -> None:
    found = 0
    for seed in range(40):
        match = random_match(DEFAULTS[0], seed, 30)
        winning = [move for move in match.legal_moves if _wins(match, move)]
        if winning:
            found += 1
            report = Puct(Counting(match), batch=4, memory=8).search(match, Limit(nodes=4000))
            assert report.best.move in winning
            assert report.best.proven == "win"
    assert found >= 3
    match = kakomi.new("enso")

    def certain(positions: Any) -> tuple[list[list[float]], list[float]]:
        codes = [match.codes([int(x) for x in position]) for position in positions]
        return [[1.0 if i == 7 % len(each) else 1e-9 for i in range(len(each))] for each in codes], [0.0] * len(codes)

    report = Puct(certain, batch=4, memory=8).search(match, Limit(nodes=200))
    assert report.best.move == list(match.legal_moves)[7]


def _wins(match: kakomi.Match, move: str) -> bool:
    after = match.copy()
    after.push(move)
    return after.outcome is not None and after.outcome.winner == match.to_move


def test_a_full_tree_goes_on_without_growing() -> None:
    match = kakomi.new("enclose5", size=13)
    searcher = Puct(Counting(match), batch=8, memory=1)
    assert searcher.search(match, Limit(nodes=400)).nodes == 400
    assert searcher._tree is not None
    assert searcher._tree.nodes.shared[FULL] == 1


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (lambda n, k: ([[1.0] * k] * (n + 1), [0.0] * n), "asked about"),
        (lambda n, k: ([[1.0] * (k - 1)] * n, [0.0] * n), "one for each legal move"),
        (lambda n, k: ([[0.0] * k] * n, [0.0] * n), "not all 0"),
        (lambda n, k: ([[float("nan")] * k] * n, [0.0] * n), "numbers from 0 on"),
        (lambda n, k: ([[1.0] * k] * n, [1.5] * n), "from -1 to 1"),
    ],
)
def test_nonsense_from_an_evaluator_is_refused(answer: Any, reason: str) -> None:
    match = kakomi.new("enso")
    with pytest.raises(kakomi.EngineError, match=reason):
        Puct(lambda positions: answer(len(positions), 24), memory=1).search(match, Limit(nodes=1))
