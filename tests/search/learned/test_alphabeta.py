"""Alpha-beta with a net: plain minimax over what the net says, in both kinds of nets."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from kakomi import Match
from kakomi.core.compiler.build import bind
from kakomi.search.alphabeta.kernel import SUREST
from kakomi.search.alphabeta.search import AlphaBeta
from kakomi.search.learned import kernel
from kakomi.search.learned.network import Net
from kakomi.search.learned.packaged import packaged_net
from kakomi.search.result import Limit
from tests.contract import Variant
from tests.search.test_alphabeta import Minimax, score, walked

SPARSE = Variant("enso", "standard", {})
CONV = Variant("enclose5", "standard", {"size": 7})


class MinimaxWithNet(Minimax):
    """Plain minimax; the net is asked as for an analysis."""

    def __init__(self, match: Match, net: Net) -> None:
        super().__init__(match)
        layout = net.lay_out(match)
        self.nets = (layout.sparse, layout.conv, layout.make_scratch(self.width))
        self.ask: Any = bind("cpu", kernel.consult, self.rules)

    def asked(self, name: str, *arguments: Any) -> int:
        if name != "evaluate":
            return super().asked(name, *arguments)
        position = np.array(arguments[0], np.int64)
        moves, logits = np.zeros(self.width, np.int64), np.zeros(self.width, np.float32)
        value = SUREST * self.ask(position, *self.nets, moves, logits)
        thousandths = round(1000 * math.log((1 + value) / (1 - value)))
        return thousandths if self.rules.to_move(arguments[0]) == 0 else -thousandths


@pytest.mark.parametrize(("variant", "depth"), [(SPARSE, 3), (CONV, 2)])
def test_it_finds_what_plain_minimax_finds(variant: Variant, depth: int) -> None:
    match = walked(variant, 1, 0.6)
    net = packaged_net(match)
    assert net is not None
    report = AlphaBeta(megabytes=1, exact=True, net=net).search(match, Limit(depth=depth))
    assert abs(score(report) - MinimaxWithNet(match, net).value(list(match.state), depth)) <= 1  # rounded in two ways


def test_the_net_decides_and_not_the_evaluation() -> None:
    match = walked(SPARSE, 2, 0.3)
    with_net = AlphaBeta(megabytes=1, exact=True, net=packaged_net(match)).search(match, Limit(depth=1))
    without = AlphaBeta(megabytes=1, exact=True).search(match, Limit(depth=1))
    assert score(with_net) != score(without)
    assert (with_net.source, without.source) == ("learned-alphabeta", "alphabeta")
