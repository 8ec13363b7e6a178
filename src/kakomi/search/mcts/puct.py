"""PUCT with an external evaluator: anything that turns positions into priors and values, above all a neural net.

    def evaluate(positions):            an array with a position in each row
        return priors, values           a sequence of weights for the legal moves of each, in the order of `legal_moves`,
                                        and what each is worth to the player to move, from -1 (lost) to 1 (won)

Positions are evaluated in batches, in the thread that calls `search`; finished games never are, since they are proven.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from kakomi.core.compiler.build import bind
from kakomi.core.errors import EngineError, OptionError
from kakomi.core.match import Match
from kakomi.search.mcts import puct_kernel
from kakomi.search.mcts.arrays import LIMIT, STARTED, UNKNOWN
from kakomi.search.mcts.storage import GUIDED_BYTES, MOST_NODES, Tree
from kakomi.search.result import Limit, Progress, Report

Evaluator = Callable[[Any], tuple[Sequence[Any], Sequence[float]]]

EXPLORE = 1.5  # c of PUCT, between AlphaZero's 1.25 and KataGo's 2 or so; best tuned by a net's own games
DEEPEST = 512  # plies of one path
REPORT_EVERY = 0.5  # seconds between progress reports
MOST_BATCH = 4096


class Puct:
    """Tree search with the evaluator's priors and values; as deterministic as the evaluator.

    >>> import kakomi
    >>> match = kakomi.new(kakomi.games.names()[0])
    >>> def even(positions):
    ...     return [[1.0] * len(match.codes(position.tolist())) for position in positions], [0.0] * len(positions)
    >>> report = Puct(even, batch=4, memory=1).search(match, Limit(nodes=50))
    >>> report.nodes, report.source
    (50, 'puct')
    """

    name = "puct"

    def __init__(self, evaluate: Evaluator, batch: int = 16, memory: int = 256, explore: float = EXPLORE) -> None:
        if not 1 <= batch <= MOST_BATCH:
            raise OptionError(f"a batch has 1 to {MOST_BATCH} positions, not {batch}")
        if not 1 <= memory <= 65536:
            raise OptionError(f"memory must be 1 to 65536 megabytes, not {memory}")
        self.evaluate = evaluate
        self.batch = batch
        self.explore = explore
        self.nodes = min(memory * 1_000_000 // GUIDED_BYTES, MOST_NODES)
        self._tree: Tree | None = None
        self._stop = threading.Event()

    def stop(self) -> None:
        """End the running search after the batch being evaluated; it returns what it has."""
        self._stop.set()

    def search(self, match: Match, limit: Limit, lines: int = 1, progress: Progress | None = None) -> Report:
        """Search for the best lines until a limit or a stop, or until the root is proven."""
        import numpy as np

        if match.outcome is not None:
            raise OptionError("the game is over: there is nothing to search")
        if self._tree is None:
            self._tree = Tree(self.nodes, guided=True)
        tree = self._tree
        tree.clear()
        shared = tree.nodes.shared
        shared[LIMIT] = limit.nodes if limit.nodes is not None else 2**62
        rules = match.rule_set.rules
        root = np.array(match.state, np.int64)
        settings = np.array([self.explore, 0, puct_kernel.LOSS, 0, 0], np.float64)

        def ints(*shape: int) -> Any:
            return np.zeros(shape, np.int64)

        question = puct_kernel.Question(
            leaves=ints(self.batch, len(root)),
            paths=ints(self.batch, DEEPEST),
            movers=ints(self.batch, DEEPEST),
            depths=ints(self.batch),
            sizes=ints(self.batch),
        )
        out = ints(rules.max_moves(match.settings))
        gather, deliver = bind("cpu", puct_kernel.gather, rules), bind("cpu", puct_kernel.deliver, rules)
        self._stop.clear()
        began = reported = time.perf_counter()
        while not self._stop.is_set():
            found = gather(root, tree.nodes, settings, question, out)
            if found:
                priors, values = self._ask(question.leaves[:found], question.sizes[:found])
                deliver(found, tree.nodes, question, priors, values)
            now = time.perf_counter()
            if tree.nodes.proven[0] != UNKNOWN or shared[STARTED] >= shared[LIMIT]:
                break
            if limit.seconds is not None and now - began >= limit.seconds:
                break
            if progress is not None and now - reported >= REPORT_EVERY:
                reported = now
                progress(self._report(tree, match, lines, now - began))
        return self._report(tree, match, lines, time.perf_counter() - began)

    def _ask(self, positions: Any, sizes: Any) -> tuple[Any, Any]:
        """The evaluator's answer, checked, with each position's priors scaled to add up to 1."""
        import numpy as np

        priors, values = self.evaluate(positions.copy())
        if len(priors) != len(positions) or len(values) != len(positions):
            raise EngineError(
                f"asked about {len(positions)} positions, it gave {len(priors)} priors and {len(values)} values"
            )
        parts = []
        for prior, size in zip(priors, sizes, strict=True):
            if size == 0:  # no room in the tree for its moves
                continue
            part = np.asarray(prior, np.float64)
            if part.shape != (size,) or not np.isfinite(part).all() or (part < 0).any() or part.sum() <= 0:
                raise EngineError(f"priors must be {size} numbers from 0 on, not all 0: one for each legal move")
            parts.append(part / part.sum())
        worth = np.asarray(values, np.float64)
        if worth.shape != (len(positions),) or not np.isfinite(worth).all() or (np.abs(worth) > 1).any():
            raise EngineError("values must be numbers from -1 to 1, one for each position")
        return np.concatenate([*parts, np.zeros(0)]), worth

    def _report(self, tree: Tree, match: Match, lines: int, seconds: float) -> Report:
        found = tree.lines(match, lines)
        depth = max(len(line.variation) for line in found)
        return Report(found, int(tree.nodes.visits[0]), seconds, depth, self.name, {"batch": self.batch})
