"""What a compiled net says is what numpy says, and interpreted code says the same to the last bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import kakomi
from kakomi.core.compiler.build import bind
from kakomi.core.match import Match
from kakomi.core.net import net_for
from kakomi.search.learned import kernel
from kakomi.search.learned.arrays import HIDDEN_1, NetScratch, SparseArrays
from kakomi.search.learned.network import ALIGNED, Net
from kakomi.search.learned.opinion import ask_net
from kakomi.search.learned.packaged import packaged_net
from kakomi.search.mcts.arrays import USED
from tests.contract import DEFAULTS, Variant, random_match
from tests.search.learned.nets import consult, evaluate, on, random_net
from tests.search.learned.searches import search_arrays
from tests.search.learned.wasm import call, make_module

WITH_NETS = [each for each in DEFAULTS if net_for(each.new().rule_set.rules) is not None]
SIZES = {"sparse": (40, 20), "conv": (20, 2)}  # no multiples of the lanes
FEW = {"sparse": (10, 6), "conv": (6, 1)}  # where nothing is compiled
PLIES = (0, 3, 8, 15, 25)
kinds = pytest.mark.parametrize("kind", ["sparse", "conv"])


def softmax(logits: Any) -> Any:
    chances = np.exp(logits - logits.max())
    return chances / chances.sum()


def largest_difference(net: Net, match: Match, target: str) -> float:
    value, logits = consult(net, match, target)
    known_value, known_logits = evaluate(net, match)
    assert len(logits) == len(known_logits) == len(match.codes())
    return max(abs(value - known_value), float(np.abs(logits - known_logits).max()))


@kinds
@pytest.mark.parametrize("variant", WITH_NETS, ids=str)
def test_a_net_says_what_numpy_says(variant: Variant, kind: str) -> None:
    """Interpreted, in every game and rule set; compiled code does the same: see below."""
    match = random_match(variant, 3, 6)
    net = random_net(match, kind, 5, FEW[kind], squares=True)
    assert largest_difference(net, match, "python") < 1e-4


@pytest.mark.parametrize(("name", "kind"), [("enso", "sparse"), ("iago", "sparse"), ("enso", "conv")])
def test_a_compiled_net_says_what_numpy_says(name: str, kind: str) -> None:
    variant = next(each for each in WITH_NETS if each.game == name)
    net = random_net(variant.new(), kind, 6, SIZES[kind], squares=True)
    seen = set()
    for seed, plies in enumerate(PLIES):
        match = random_match(variant, seed, plies)
        assert largest_difference(net, match, "cpu") < 1e-4
        assert consult(net, match, "cpu")[1].tolist() == consult(net, match, "python")[1].tolist()
        seen.add(consult(net, match, "cpu")[0])
    assert len(seen) >= 3


@pytest.mark.parametrize("rules", [("enso", "standard"), ("iago", "standard"), ("iago", "loose"), ("iago", "simple")])
def test_rounding_the_first_layer_changes_little(rules: tuple[str, str]) -> None:
    """The weights that come with the games are no whole numbers: numpy takes them as they are."""
    variant = next(each for each in WITH_NETS if (each.game, each.rules) == rules)
    net = packaged_net(variant.new())
    assert net is not None
    for plies in PLIES:
        match = random_match(variant, plies, plies)
        (value, logits), (known_value, known_logits) = consult(net, match), evaluate(net, match)
        assert 0 < abs(value - known_value) < 0.01
        assert np.abs(softmax(logits) - softmax(known_logits)).max() < 0.02


def test_rows_begin_where_a_line_of_memory_does() -> None:
    match = WITH_NETS[0].new()
    sparse: Any = random_net(match, "sparse", 5, SIZES["sparse"], squares=True).lay_out(match).sparse
    assert sparse.first.ctypes.data % ALIGNED == 0
    assert sparse.shape[HIDDEN_1] * sparse.first.itemsize % ALIGNED == 0


def grow(net: Net, match: Match, target: str, simulations: int) -> list[Any]:
    """The tree of a search."""
    given = search_arrays(net, match, simulations)
    if target == "wasm":
        call(make_module(match.game.name, "sparse", "conv"), net.kind, given)
    else:
        given = [on(target, each) for each in given]
        bind(target, kernel.run, match.rule_set.rules)(*given)
    nodes = given[1]
    return [list(each[: nodes.shared[USED]]) for each in nodes[:8]]


def test_interpreted_and_compiled_trees_are_the_same() -> None:
    """Priors, guesses and values to the last bit, not only the visits."""
    match = random_match(WITH_NETS[0], 1, 4)
    net = random_net(match, "sparse", 2, SIZES["sparse"])
    compiled, interpreted = (grow(net, match, target, 40) for target in ("cpu", "python"))
    assert compiled == interpreted
    assert sum(visits > 0 for visits in compiled[3]) > 20


@pytest.mark.parametrize(("kind", "target", "simulations"), [("sparse", "cpu", 60), ("conv", "python", 8)])
def test_trees_grown_in_webassembly_are_the_same(kind: str, target: str, simulations: int) -> None:
    """To the last bit, though vectors are narrower there."""
    match = random_match(WITH_NETS[0], 2, 4)
    net = random_net(match, kind, 3, SIZES[kind], squares=True)
    known, in_a_page = (grow(net, match, each, simulations) for each in (target, "wasm"))
    assert known == in_a_page
    assert sum(visits > 0 for visits in known[3]) > simulations / 2


def test_the_opinion_of_a_net_is_its_policy_and_its_chance() -> None:
    match = kakomi.new(WITH_NETS[0].game)
    net = random_net(match, "sparse", 6, SIZES["sparse"])
    opinion = ask_net(net, match)
    value, logits = evaluate(net, match)
    assert list(opinion.policy) == list(match.legal_moves)
    assert opinion.value == pytest.approx(0.5 + value / 2, abs=1e-5)
    assert sum(opinion.policy.values()) == pytest.approx(1)
    assert max(opinion.policy, key=lambda move: opinion.policy[move]) == list(opinion.policy)[int(logits.argmax())]


def test_the_same_source_compiles_for_cuda() -> None:
    """Without vectors: there every thread is a lane."""
    from numba import float32, int16, int64, void

    from kakomi.core.compiler.cuda import compile_ptx

    ask = bind("cuda", kernel.consult, WITH_NETS[0].new().rule_set.rules)

    def evaluate_leaf(position: Any, ints: Any, shorts: Any, floats: Any, out: Any) -> None:
        net = SparseArrays(floats, shorts, ints, ints, ints)
        room = NetScratch(ints, ints, ints, ints, ints, ints, ints, ints, ints, floats)
        out[0] = ask(position, net, None, room, ints, out)

    signature = void(int64[::1], int64[::1], int16[::1], float32[::1], float32[::1])
    text = compile_ptx(evaluate_leaf, signature, (9, 0))
    assert ".visible .entry" in text
