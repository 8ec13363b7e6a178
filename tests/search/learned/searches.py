"""The arrays that a search with a net is called with, on any target."""

from __future__ import annotations

from typing import Any

import numpy as np

from kakomi.core.match import Match
from kakomi.search.learned.network import Net
from kakomi.search.mcts.arrays import LIMIT, Own, Walk
from kakomi.search.mcts.storage import Tree

LONGEST = 200  # plies of a path


def search_arrays(net: Net, match: Match, simulations: int, look_ahead: bool = True) -> list[Any]:
    """For so many simulations, one thread."""

    def ints(length: int) -> Any:
        return np.zeros(length, np.int64)

    rules, layout = match.rule_set.rules, net.lay_out(match)
    width, size = rules.max_moves(match.settings), len(match.state)
    most = 2 * max(len(match.codes()), 20)
    tree = Tree(simulations * most, guided=True)
    tree.nodes.shared[LIMIT] = simulations
    settings = np.array([1.5, 1.0, 0, 0.2, look_ahead])
    random: Any = np.array([7], np.uint64)
    walk, own = Walk(ints(size), ints(LONGEST), ints(LONGEST)), Own(ints(width), random, ints(size), ints(width))
    return [
        np.array(match.state),
        tree.nodes,
        settings,
        layout.sparse,
        layout.conv,
        layout.make_scratch(width),
        walk,
        own,
    ]
