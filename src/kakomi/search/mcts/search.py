"""The tree search as a Searcher, with random playouts (`kernel`) or guided by the game's evaluation (`guided`)."""

from __future__ import annotations

from collections.abc import Callable

from kakomi.core.compiler.build import bind
from kakomi.core.errors import OptionError
from kakomi.core.match import Match
from kakomi.search.evaluation import evaluation_for
from kakomi.search.mcts import guided, kernel
from kakomi.search.mcts.rave import HEARD, Amaf
from kakomi.search.mcts.settings import PLAIN, Settings
from kakomi.search.mcts.storage import Tree
from kakomi.search.mcts.tree_search import TreeSearch

GUIDES = {"children": guided.CHILDREN, "move_priority": guided.PRIORITY}


class MonteCarlo(TreeSearch):
    """UCT with random playouts, or PUCT guided by the game's evaluation; proven results backed up; for one game at a time.

    >>> import kakomi
    >>> from kakomi.search.result import Limit
    >>> searcher = MonteCarlo(memory=1)
    >>> report = searcher.search(kakomi.new(kakomi.games.names()[0]), Limit(nodes=200))
    >>> report.nodes, len(report.lines)
    (200, 1)
    """

    def __init__(
        self, threads: int = 1, memory: int = 256, seed: int = 0, settings: Settings = PLAIN, keep: bool = True
    ) -> None:
        if settings.guide and settings.guide not in GUIDES:
            raise OptionError(f"a search is guided by {' or '.join(GUIDES)}, not {settings.guide!r}")
        if settings.rave < 0 or (settings.rave and settings.guide):
            raise OptionError("rave is a whole number from 0 on, of a search with playouts, not of a guided one")
        name = "guided" if settings.guide else "mcts"
        super().__init__(name, threads, memory, seed, keep, bool(settings.guide), bool(settings.rave))
        self.settings = settings

    def _work(self, match: Match, tree: Tree, plies: int) -> Callable[[int], None]:
        """What each thread does."""
        import numpy as np

        rules, settings = match.rule_set.rules, self.settings
        loss = settings.virtual_loss if self.threads > 1 else 0
        root = np.array(match.state, np.int64)
        if not settings.guide:
            entry = bind("cpu", kernel.run, rules)
            numbers = np.array([settings.explore, settings.first_play, loss, settings.rave], np.float64)

            def plain(number: int) -> None:
                heard = [np.zeros(HEARD, np.int64) for _ in range(2)]
                amaf = Amaf(*tree.amaf, *heard) if settings.rave else None
                entry(root, tree.nodes, numbers, *self._own(match, plies, number), amaf)

            return plain
        evaluation = evaluation_for(rules)
        entry = bind("cpu", guided.run, rules, evaluation.module)
        numbers = np.array(
            [settings.explore, settings.temperature, loss, GUIDES[settings.guide], settings.cut], np.float64
        )
        weights = np.array(evaluation.weights, np.int64)

        def informed(number: int) -> None:
            entry(root, tree.nodes, numbers, weights, *self._own(match, plies, number))

        return informed
