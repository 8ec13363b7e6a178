"""The tree search as a Searcher: memory, threads, limits, the tree kept between moves, and lines to read off it.

`mcts.py` is what runs compiled; here is what runs round it.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Any

from kakomi.core.build import bind
from kakomi.core.errors import OptionError
from kakomi.core.match import Match
from kakomi.core.protocol import DRAW
from kakomi.search import mcts
from kakomi.search.result import Limit, Line, Progress, Report

BYTES_PER_NODE = 4 + 4 + 8 + 4 + 8 + 1  # first, count, move, visits, value, proven
DEEPEST = 4096  # plies of one path; a longer one ends in a playout
MOST_NODES = 2**31 - 1  # indices are 32 bits wide
REPORT_EVERY = 0.5  # seconds between progress reports
SHORTEST_LINE = 2  # a variation goes on while its nodes have at least so many visits


@dataclass(frozen=True)
class Settings:
    """How the tree is searched. Every number has its origin in the comment beside it."""

    explore: float = 1.4  # as in the C++ yardstick: about the square root of 2 (Auer et al. 2002)
    first_play: float = 1000.0  # >= 100: every child once before any twice; lower: the value of an unvisited child
    virtual_loss: int = (
        1  # one lost visit a passing thread: enough to send the next one elsewhere (Chaslot et al. 2008)
    )


class Tree:
    """The nodes, in parallel arrays of a fixed size: the hard limit on memory."""

    def __init__(self, nodes: int) -> None:
        import numpy as np

        self.first = np.zeros(nodes, np.int32)
        self.count = np.zeros(nodes, np.int32)
        self.move = np.zeros(nodes, np.int64)
        self.visits = np.zeros(nodes, np.int32)
        self.value = np.zeros(nodes, np.int64)
        self.proven = np.zeros(nodes, np.int8)
        self.shared = np.zeros(mcts.SHARED_LENGTH, np.int64)
        self.clear()

    @property
    def arrays(self) -> tuple[Any, ...]:
        """In the order the kernel takes them."""
        return self.first, self.count, self.move, self.visits, self.value, self.proven

    def clear(self) -> None:
        """Only an unexpanded root is left."""
        self.count[0] = mcts.UNEXPANDED
        self.visits[0] = self.value[0] = self.proven[0] = 0
        self.shared[:] = 0
        self.shared[mcts.USED] = 1

    def children(self, node: int) -> range:
        """The node's children, none if it has not been expanded."""
        begin = int(self.first[node])
        return range(begin, begin + max(0, int(self.count[node])))

    def child(self, node: int, move: int) -> int | None:
        """The child a move leads to."""
        return next((child for child in self.children(node) if self.move[child] == move), None)


class MonteCarlo:
    """UCT with random playouts, proven results backed up, for one game at a time.

    >>> import kakomi
    >>> searcher = MonteCarlo(memory=1)
    >>> report = searcher.search(kakomi.new("enso"), Limit(nodes=200))
    >>> report.nodes, len(report.lines)
    (200, 1)
    """

    name = "mcts"

    def __init__(
        self, threads: int = 1, memory: int = 256, seed: int = 0, settings: Settings | None = None, keep: bool = True
    ) -> None:
        if not 1 <= threads <= 256:
            raise OptionError(f"threads must be 1 to 256, not {threads}")
        if not 1 <= memory <= 65536:
            raise OptionError(f"memory must be 1 to 65536 megabytes, not {memory}")
        self.threads = threads
        trees = 2 if keep else 1  # one to search, one to graft into
        self.nodes = min(memory * 1_000_000 // (trees * BYTES_PER_NODE), MOST_NODES)
        self.seed = seed
        self.settings = settings or Settings()
        self.keep = keep
        self._tree: Tree | None = None
        self._spare: Tree | None = None
        self._root: tuple[Match, list[str]] | None = None
        self._stop = threading.Event()

    def stop(self) -> None:
        """End the search that is going on; it answers with what it has."""
        self._stop.set()
        tree = self._tree
        if tree is not None:
            tree.shared[mcts.STOP] = 1

    def search(self, match: Match, limit: Limit, lines: int = 1, progress: Progress | None = None) -> Report:
        """The best lines; at least one simulation is made for each legal move unless time runs out first."""
        import numpy as np

        if match.outcome is not None:
            raise OptionError("the game is over: there is nothing to search")
        rules = match.rule_set.rules
        entry = bind("cpu", mcts.run, rules)
        tree = self._prepare(match, rules)
        begun_with = int(tree.visits[0])
        tree.shared[mcts.STARTED] = 0
        tree.shared[mcts.STOP] = 0
        tree.shared[mcts.LIMIT] = limit.nodes if limit.nodes is not None else 2**62
        loss = self.settings.virtual_loss if self.threads > 1 else 0
        parameters = np.array([self.settings.explore, self.settings.first_play, loss, 0], np.float64)
        root = np.array(match.state, np.int64)
        width = rules.max_moves(match.settings)

        def work(number: int) -> None:
            entry(
                root,
                *tree.arrays,
                tree.shared,
                parameters,
                np.zeros(len(root), np.int64),
                np.zeros(width, np.int64),
                np.array([(self.seed * 1_000_003 + number * 7919 + len(match.moves)) % 2**64], np.uint64),
                np.zeros(DEEPEST, np.int64),
                np.zeros(DEEPEST, np.int64),
            )

        self._stop.clear()
        _warm(entry, work, tree)
        began = time.perf_counter()
        workers = [threading.Thread(target=work, args=(number,), daemon=True) for number in range(self.threads)]
        for worker in workers:
            worker.start()
        try:
            self._wait(workers, tree, match, limit, lines, began, begun_with, progress)
        finally:
            tree.shared[mcts.STOP] = 1
            for worker in workers:
                worker.join()
        return self._report(tree, match, lines, time.perf_counter() - began, begun_with)

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
        """Until the workers are done, the time is up, or somebody says stop."""
        told = began
        while any(worker.is_alive() for worker in workers) and not self._stop.is_set():
            now = time.perf_counter()
            left = float("inf") if limit.seconds is None else began + limit.seconds - now
            if left <= 0:
                break
            if progress is not None and now - told >= REPORT_EVERY:
                told = now
                progress(self._report(tree, match, lines, now - began, begun_with))
            for worker in workers:
                worker.join(min(left, 0.02))

    def _prepare(self, match: Match, rules: Any) -> Tree:
        """The tree for this position: what was found about it before, if the match has gone on from there."""
        if self._tree is None:
            self._tree = Tree(self.nodes)
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
        if node is None or tree.count[node] <= 0:
            tree.clear()
        elif node:
            if self._spare is None:
                self._spare = Tree(self.nodes)
            graft = bind("cpu", mcts.graft, rules)
            self._spare.clear()
            self._spare.shared[mcts.USED] = graft(node, *tree.arrays, *self._spare.arrays)
            self._tree, self._spare = self._spare, tree
        return self._tree

    def _report(self, tree: Tree, match: Match, lines: int, seconds: float, begun_with: int) -> Report:
        """The best children of the root, as texts."""
        children = sorted(tree.children(0), key=lambda child: _rank(tree, child, match.to_move), reverse=True)
        found = tuple(self._line(tree, match, child) for child in children[: max(1, lines)])
        depth = max((len(line.variation) for line in found), default=0)
        nodes = int(tree.visits[0]) - begun_with
        return Report(found, nodes, seconds, depth, self.name, {"threads": self.threads, "seed": self.seed})

    def _line(self, tree: Tree, match: Match, child: int) -> Line:
        walk = match.copy()
        player = match.to_move
        visits = int(tree.visits[child])
        value = 0.5 + tree.value[child] / (2 * mcts.ONE * visits) if visits else 0.5
        proven = _word(int(tree.proven[child]), player)
        value = {"win": 1.0, "draw": 0.5, "loss": 0.0}.get(proven, float(value))
        texts = []
        node: int | None = child
        while node is not None:
            texts.append(walk.rule_set.face.move_text(walk.state, int(tree.move[node])))
            walk.push_code(int(tree.move[node]))
            mover = walk.to_move
            below = [each for each in tree.children(node) if tree.visits[each] >= SHORTEST_LINE or tree.proven[each]]
            node = max(below, key=lambda each: _rank(tree, each, mover), default=None)
        return Line(texts[0], value, visits, proven, None, tuple(texts))


def _rank(tree: Tree, child: int, player: int) -> tuple[int, float]:
    """How good a child is for the player who moves into it: proven wins first, then by visits, proven losses last."""
    word = _word(int(tree.proven[child]), player)
    return {"win": 2, "": 1, "draw": 1, "loss": 0}[word], int(tree.visits[child])


def _word(status: int, player: int) -> str:
    if status == mcts.UNKNOWN:
        return ""
    return "draw" if status == 1 + DRAW else "win" if status == 1 + player else "loss"


def _warm(entry: Any, work: Any, tree: Tree) -> None:
    """Compile outside the clock: a run that is told to stop before it starts."""
    if not entry.signatures:
        tree.shared[mcts.STOP] = 1
        work(0)
        tree.shared[mcts.STOP] = 0
