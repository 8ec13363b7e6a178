"""The tree search as a Searcher: memory, threads, limits, the tree kept between moves, and lines to read off it.

`mcts.py` (random playouts) and `guided.py` (evaluations) are what runs compiled; here is what runs round them.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any

from kakomi.core.compiler.build import bind
from kakomi.core.errors import OptionError
from kakomi.core.match import Match
from kakomi.search.evaluation import evaluation_for
from kakomi.search.mcts import guided, kernel
from kakomi.search.mcts.arrays import HASTE, LIMIT, STARTED, STOP, Own, Walk
from kakomi.search.mcts.rave import HEARD, Amaf
from kakomi.search.mcts.settings import PLAIN, Settings
from kakomi.search.mcts.storage import GUIDED_BYTES, MOST_NODES, PLAIN_BYTES, RAVE_BYTES, Tree
from kakomi.search.result import Limit, Progress, Report

DEEPEST = 4096  # plies of one path; a longer one ends in a playout
REPORT_EVERY = 0.5  # seconds between progress reports
GUIDES = {"children": guided.CHILDREN, "move_priority": guided.PRIORITY}


class MonteCarlo:
    """UCT with random playouts, or PUCT guided by the game's evaluation; proven results backed up; for one game at a time.

    >>> import kakomi
    >>> searcher = MonteCarlo(memory=1)
    >>> report = searcher.search(kakomi.new(kakomi.games.names()[0]), Limit(nodes=200))
    >>> report.nodes, len(report.lines)
    (200, 1)
    """

    def __init__(
        self, threads: int = 1, memory: int = 256, seed: int = 0, settings: Settings = PLAIN, keep: bool = True
    ) -> None:
        if not 1 <= threads <= 256:
            raise OptionError(f"threads must be 1 to 256, not {threads}")
        if not 1 <= memory <= 65536:
            raise OptionError(f"memory must be 1 to 65536 megabytes, not {memory}")
        if settings.guide and settings.guide not in GUIDES:
            raise OptionError(f"a search is guided by {' or '.join(GUIDES)}, not {settings.guide!r}")
        if settings.rave < 0 or (settings.rave and settings.guide):
            raise OptionError("rave is a whole number from 0 on, of a search with playouts, not of a guided one")
        self.name = "guided" if settings.guide else "mcts"
        self.threads = threads
        trees = 2 if keep else 1  # one to search, one to graft into
        size = GUIDED_BYTES if settings.guide else RAVE_BYTES if settings.rave else PLAIN_BYTES
        self.nodes = min(memory * 1_000_000 // (trees * size), MOST_NODES)
        self.seed = seed
        self.settings = settings
        self.keep = keep
        self._tree: Tree | None = None
        self._spare: Tree | None = None
        self._root: tuple[Match, list[str]] | None = None
        self._warm: ModuleType | None = None  # the rules it has been compiled for
        self._stop = threading.Event()

    def stop(self) -> None:
        """End the search that is going on; it answers with what it has."""
        self._stop.set()
        tree = self._tree
        if tree is not None:
            tree.nodes.shared[STOP] = 1

    def search(self, match: Match, limit: Limit, lines: int = 1, progress: Progress | None = None) -> Report:
        """The best lines, until a limit, a stop, or until the root is proven.

        A limit by depth ends it when the best line is so many plies long or the game over; no path goes deeper.
        Asked for one line within a number of nodes, it ends as soon as no other move can be visited more often, unless the
        limit asks for every node.
        """
        if match.outcome is not None:
            raise OptionError("the game is over: there is nothing to search")
        tree = self._prepare(match)
        begun_with = int(tree.nodes.visits[0])
        shared = tree.nodes.shared
        shared[STARTED] = 0
        shared[STOP] = 0
        shared[LIMIT] = limit.nodes if limit.nodes is not None else 2**62
        shared[HASTE] = int(lines == 1 and limit.nodes is not None and not limit.every_node)
        work = self._work(match, tree, min(limit.depth or DEEPEST, DEEPEST) + 1)
        self._stop.clear()
        if self._warm is not match.rule_set.rules:  # compile outside the clock: a run that is stopped before it starts
            shared[STOP] = 1
            work(0)
            shared[STOP] = 0
            self._warm = match.rule_set.rules
        began = time.perf_counter()
        workers = [threading.Thread(target=work, args=(number,), daemon=True) for number in range(self.threads)]
        for worker in workers:
            worker.start()
        try:
            self._wait(workers, tree, match, limit, lines, began, begun_with, progress)
        finally:
            shared[STOP] = 1
            for worker in workers:
                worker.join()
        return self._report(tree, match, lines, time.perf_counter() - began, begun_with)

    def _work(self, match: Match, tree: Tree, plies: int) -> Callable[[int], None]:
        """What each thread does."""
        import numpy as np

        rules, settings = match.rule_set.rules, self.settings
        loss = settings.virtual_loss if self.threads > 1 else 0
        root = np.array(match.state, np.int64)
        width = rules.max_moves(match.settings)

        def ints(length: int) -> Any:
            return np.zeros(length, np.int64)

        def walk() -> Walk:
            return Walk(ints(len(root)), ints(plies), ints(plies))

        def own(number: int) -> Own:
            seed: Any = np.array([(self.seed * 1_000_003 + number * 7919 + len(match.moves)) % 2**64], np.uint64)
            return Own(ints(width), seed, ints(len(root)), ints(width))

        if not settings.guide:
            entry = bind("cpu", kernel.run, rules)
            numbers = np.array([settings.explore, settings.first_play, loss, settings.rave], np.float64)

            def plain(number: int) -> None:
                amaf = Amaf(tree.amaf[0], tree.amaf[1], ints(HEARD), ints(HEARD)) if settings.rave else None
                entry(root, tree.nodes, numbers, walk(), own(number), amaf)

            return plain
        evaluation = evaluation_for(rules)
        entry = bind("cpu", guided.run, rules, evaluation.module)
        numbers = np.array(
            [settings.explore, settings.temperature, loss, GUIDES[settings.guide], settings.cut], np.float64
        )
        weights = np.array(evaluation.weights, np.int64)

        def informed(number: int) -> None:
            entry(root, tree.nodes, numbers, weights, walk(), own(number))

        return informed

    def _wait(
        self,
        workers: list[threading.Thread],
        tree: Tree,
        match: Match,
        limit: Limit,
        lines: int,
        began: float,
        begun_with: int,
        progress: Progress | None,
    ) -> None:
        """Wait until the workers are done, the time is up, or `stop` is called."""
        reported = began
        while any(worker.is_alive() for worker in workers) and not self._stop.is_set():
            now = time.perf_counter()
            left = float("inf") if limit.seconds is None else began + limit.seconds - now
            deep = limit.depth is not None and _deep_enough(tree, match, limit.depth)
            if left <= 0 or deep:
                break
            if progress is not None and now - reported >= REPORT_EVERY:
                reported = now
                progress(self._report(tree, match, lines, now - began, begun_with))
            for worker in workers:
                worker.join(min(left, 0.02))

    def _prepare(self, match: Match) -> Tree:
        """The tree for this position: what was found about it before, if the match has gone on from there."""
        kind = bool(self.settings.guide), bool(self.settings.rave)
        if self._tree is None:
            self._tree = Tree(self.nodes, *kind)
        tree = self._tree
        node: int | None = None
        if self.keep and self._root is not None:
            before, played = self._root
            same = (before.game, before.rules, before.options, before.start_position) == (
                match.game,
                match.rules,
                match.options,
                match.start_position,
            )
            moves = match.moves
            if same and moves[: len(played)] == played:
                node = 0
                for code in match.move_codes[len(played) :]:
                    node = None if node is None else tree.child(node, code)
        self._root = (match.copy(), match.moves)
        if node is None or tree.nodes.children[node] <= 0:
            tree.clear()
        elif node:
            if self._spare is None:
                self._spare = Tree(self.nodes, *kind)
            self._spare.graft(tree, node, match.rule_set.rules)
            self._tree, self._spare = self._spare, tree
        return self._tree

    def _report(self, tree: Tree, match: Match, lines: int, seconds: float, begun_with: int) -> Report:
        """The best children of the root, as texts."""
        found = tree.lines(match, lines)
        depth = max(len(line.variation) for line in found)
        nodes = int(tree.nodes.visits[0]) - begun_with
        return Report(found, nodes, seconds, depth, self.name, {"threads": self.threads, "seed": self.seed})


def _deep_enough(tree: Tree, match: Match, depth: int) -> bool:
    """Whether the best line has this many plies, or reaches the end of the game."""
    variation = tree.lines(match, 1)[0].variation
    if len(variation) >= depth:
        return True
    walk = match.copy()
    for text in variation:
        walk.push(text)
    return walk.outcome is not None
