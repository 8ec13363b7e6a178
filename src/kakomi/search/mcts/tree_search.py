"""What every tree search has around its kernel: memory, threads, limits, the tree kept between moves, lines read off it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any

from kakomi.core.errors import OptionError
from kakomi.core.match import Match
from kakomi.search.mcts.arrays import FULL, HASTE, LIMIT, STARTED, STOP, USED, Own, Walk
from kakomi.search.mcts.storage import GUIDED_BYTES, MOST_NODES, PLAIN_BYTES, RAVE_BYTES, Tree
from kakomi.search.result import Limit, Progress, Report

DEEPEST = 4096  # plies of one path; a longer one is judged where it is
REPORT_EVERY = 0.5  # seconds between progress reports
MOST_KEPT = 0.5  # share of the room that a tree kept for the next move may fill: a search needs room for new nodes


class TreeSearch:
    """A search for one game at a time, by threads that all work on one tree; a subclass says what each of them does."""

    policy_temperature: float | None = None  # at which the priors are a net's policy; None where no net is used

    def __init__(
        self, name: str, threads: int, memory: int, seed: int, keep: bool, guided: bool, rave: bool = False
    ) -> None:
        if not 1 <= threads <= 256:
            raise OptionError(f"threads must be 1 to 256, not {threads}")
        if not 1 <= memory <= 65536:
            raise OptionError(f"memory must be 1 to 65536 megabytes, not {memory}")
        self.name = name
        self.threads = threads
        trees = 2 if keep else 1  # one to search, one to graft into
        size = GUIDED_BYTES if guided else RAVE_BYTES if rave else PLAIN_BYTES
        self.nodes = min(memory * 1_000_000 // (trees * size), MOST_NODES)
        self.seed = seed
        self.keep = keep
        self._kind = (guided, rave)
        self._tree: Tree | None = None
        self._spare: Tree | None = None
        self._root: tuple[Match, list[str]] | None = None
        self._warm: ModuleType | None = None  # the rules it has been compiled for
        self._stop = threading.Event()

    def stop(self) -> None:
        """End the running search; it returns what it has."""
        self._stop.set()
        tree = self._tree
        if tree is not None:
            tree.nodes.shared[STOP] = 1

    def search(self, match: Match, limit: Limit, lines: int = 1, progress: Progress | None = None) -> Report:
        """Search for the best lines until a limit or a stop, or until the root is proven.

        A depth limit ends the search when the best line has that many plies or ends the game; no path goes deeper.
        With one line and a node limit, it ends as soon as no other move can be visited more often, unless the limit asks
        for every node.
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
        if self._warm is not match.rule_set.rules:  # compile off the clock: a run that is stopped before it starts
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
        """What each thread does, given its number; paths have at most `plies` plies."""
        raise NotImplementedError

    def _own(self, match: Match, plies: int, number: int) -> tuple[Walk, Own]:
        """The private data of the thread with this number."""
        import numpy as np

        def ints(length: int) -> Any:
            return np.zeros(length, np.int64)

        rules = match.rule_set.rules
        size, width = len(match.state), rules.max_moves(match.settings)
        seed: Any = np.array([(self.seed * 1_000_003 + number * 7919 + len(match.moves)) % 2**64], np.uint64)
        return Walk(ints(size), ints(plies), ints(plies)), Own(ints(width), seed, ints(size), ints(width))

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
        """The tree for this position, with what was found about it before if the match has continued from there."""
        if self._tree is None:
            self._tree = Tree(self.nodes, *self._kind)
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
                self._spare = Tree(self.nodes, *self._kind)
            self._spare.graft(tree, node, match.rule_set.rules)
            self._tree, self._spare = self._spare, tree
            if self._tree.nodes.shared[USED] > self.nodes * MOST_KEPT:
                self._tree.clear()
        return self._tree

    def _report(self, tree: Tree, match: Match, lines: int, seconds: float, begun_with: int) -> Report:
        """The best children of the root, as texts."""
        found = tree.lines(match, lines, self.policy_temperature)
        depth = max(len(line.variation) for line in found)
        nodes = int(tree.nodes.visits[0]) - begun_with
        settings: dict[str, object] = {"threads": self.threads, "seed": self.seed}
        likely, policy = tree.likely(match, self.policy_temperature), tree.policy(self.policy_temperature)
        full = bool(tree.nodes.shared[FULL])
        return Report(found, nodes, seconds, depth, self.name, settings, likely, policy, full)


def _deep_enough(tree: Tree, match: Match, depth: int) -> bool:
    """Whether the best line has this many plies, or reaches the end of the game."""
    variation = tree.lines(match, 1)[0].variation
    if len(variation) >= depth:
        return True
    walk = match.copy()
    for text in variation:
        walk.push(text)
    return walk.outcome is not None
