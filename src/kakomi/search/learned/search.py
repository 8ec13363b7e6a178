"""The tree search with a learned net, as a Searcher."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kakomi.core.compiler.build import bind
from kakomi.core.errors import OptionError
from kakomi.core.match import Match
from kakomi.search.learned import kernel
from kakomi.search.learned.network import Net, NetLayout
from kakomi.search.mcts.storage import Tree
from kakomi.search.mcts.tree_search import TreeSearch


@dataclass(frozen=True)
class PuctSettings:
    """Settings of the tree search with a net."""

    explore: float = 1.5  # c of PUCT, between AlphaZero's 1.25 and KataGo's 2 or so
    reduction: float = 0.2  # how much less an unvisited move counts than its parent, as in Leela and KataGo
    temperature: float = 1.0  # of the policy: higher makes moves more alike
    look_ahead: bool = False  # prove children where the game is over as soon as they are laid out
    virtual_loss: int = 1  # visits that a thread on its way counts as lost, with several threads

    def __post_init__(self) -> None:
        if not self.temperature > 0:
            raise OptionError(f"temperature must be more than 0, not {self.temperature}")
        if not (self.explore >= 0 and 0 <= self.reduction <= 2):
            raise OptionError(f"explore is 0 or more and reduction 0 to 2, not {self.explore} and {self.reduction}")


class LearnedSearch(TreeSearch):
    """PUCT with the priors and values of a net; proven results backed up; for one game at a time."""

    def __init__(
        self,
        net: Net,
        threads: int = 1,
        memory: int = 256,
        seed: int = 0,
        settings: PuctSettings | None = None,
        keep: bool = True,
    ) -> None:
        super().__init__("learned", threads, memory, seed, keep, guided=True)
        self.net = net
        self.settings = settings or PuctSettings()
        self.policy_temperature = self.settings.temperature
        self._layout: tuple[object, NetLayout] | None = None

    def _work(self, match: Match, tree: Tree, plies: int) -> Callable[[int], None]:
        import numpy as np

        rules, settings, layout = match.rule_set.rules, self.settings, self._lay_out(match)
        root = np.array(match.state, np.int64)
        loss = settings.virtual_loss if self.threads > 1 else 0
        entry = bind("cpu", kernel.run, rules)
        numbers = np.array(
            [settings.explore, settings.temperature, loss, settings.reduction, settings.look_ahead], np.float64
        )

        def work(number: int) -> None:
            room = layout.make_scratch(rules.max_moves(match.settings))
            walk, own = self._own(match, plies, number)
            entry(root, tree.nodes, numbers, layout.sparse, layout.conv, room, walk, own)

        return work

    def _lay_out(self, match: Match) -> NetLayout:
        """The net for this match's options, kept from move to move."""
        key = (match.game, match.rules, match.options)
        if self._layout is None or self._layout[0] != key:
            self._layout = (key, self.net.lay_out(match))
        return self._layout[1]
