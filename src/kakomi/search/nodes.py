"""The nodes of a search tree in parallel arrays of a fixed size, and lines read off them."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from kakomi.core.build import bind
from kakomi.core.match import Match
from kakomi.core.protocol import DRAW
from kakomi.search import mcts
from kakomi.search.result import Line

PLAIN_BYTES = 4 + 4 + 8 + 4 + 8 + 1  # of a node: first, count, move, visits, value, proven
GUIDED_BYTES = PLAIN_BYTES + 4 + 4  # and prior, guess
RAVE_BYTES = PLAIN_BYTES + 4 + 4  # and visits, value of all moves as first
MOST_NODES = 2**31 - 1  # indices are 32 bits wide
SHORTEST_LINE = 2  # a variation goes on while its nodes have at least so many visits


class Tree:
    """The nodes: as many as there is room for, which is the hard limit on memory."""

    def __init__(self, nodes: int, guided: bool = False, rave: bool = False) -> None:
        import numpy as np

        self.first = np.zeros(nodes, np.int32)
        self.count = np.zeros(nodes, np.int32)
        self.move = np.zeros(nodes, np.int64)
        self.visits = np.zeros(nodes, np.int32)
        self.value = np.zeros(nodes, np.int64)
        self.proven = np.zeros(nodes, np.int8)
        self.prior = np.zeros(nodes if guided else 1, np.float32)
        self.guess = np.zeros(nodes if guided else 1, np.float32)
        self.amaf: tuple[Any, ...] = tuple(np.zeros(nodes, np.int32) for _ in range(2)) if rave else ()
        self.shared = np.zeros(mcts.SHARED_LENGTH, np.int64)
        self.guided = guided
        self.clear()

    @property
    def arrays(self) -> tuple[Any, ...]:
        """In the order the kernels take them."""
        plain = (self.first, self.count, self.move, self.visits, self.value, self.proven)
        return (*plain, self.prior, self.guess) if self.guided else plain

    def clear(self) -> None:
        """Only an unexpanded root is left."""
        self.count[0] = mcts.UNEXPANDED
        self.visits[0] = self.value[0] = self.proven[0] = 0
        self.shared[:] = 0
        self.shared[mcts.USED] = 1

    def graft(self, old: Tree, node: int, rules: ModuleType) -> None:
        """Become what hangs below a node of another tree of the same kind and size."""
        import numpy as np

        self.clear()
        origin = np.empty(int(old.shared[mcts.USED]), np.int32)
        used = bind("cpu", mcts.graft, rules)(node, old.first, old.count, self.first, self.count, origin)
        origin = origin[:used]
        for new, before in zip((*self.arrays[2:], *self.amaf), (*old.arrays[2:], *old.amaf), strict=True):
            np.take(before, origin, out=new[:used])
        self.shared[mcts.USED] = used

    def children(self, node: int) -> range:
        """The node's children, none if it has not been expanded."""
        begin = int(self.first[node])
        return range(begin, begin + max(0, int(self.count[node])))

    def child(self, node: int, move: int) -> int | None:
        """The child a move leads to."""
        return next((child for child in self.children(node) if self.move[child] == move), None)

    def lines(self, match: Match, most: int) -> tuple[Line, ...]:
        """The best children of the root with their variations; any legal move where the root has not been looked at."""
        children = sorted(self.children(0), key=lambda child: self._rank(child, match.to_move), reverse=True)
        if not children:
            return (Line(next(iter(match.legal_moves)), 0.5),)
        return tuple(self._line(match, child) for child in children[: max(1, most)])

    def _line(self, match: Match, child: int) -> Line:
        walk = match.copy()
        player = match.to_move
        visits = int(self.visits[child])
        value = 0.5 + self.value[child] / (2 * mcts.ONE * visits) if visits else self._unvisited(child)
        proven = _word(int(self.proven[child]), player)
        value = {"win": 1.0, "draw": 0.5, "loss": 0.0}.get(proven, float(value))
        texts = []
        node: int | None = child
        while node is not None:
            texts.append(walk.rule_set.face.move_text(walk.state, int(self.move[node])))
            walk.push_code(int(self.move[node]))
            mover = walk.to_move
            below = [each for each in self.children(node) if self.visits[each] >= SHORTEST_LINE or self.proven[each]]
            node = max(below, key=lambda each: self._rank(each, mover), default=None)
        return Line(texts[0], value, visits, proven, None, tuple(texts))

    def _unvisited(self, child: int) -> float:
        return 0.5 + float(self.guess[child]) / 2 if self.guided else 0.5

    def _rank(self, child: int, player: int) -> tuple[int, float]:
        """How good a child is for the player who moves into it: proven wins, then by visits, proven losses last."""
        word = _word(int(self.proven[child]), player)
        likely = float(self.prior[child]) if self.guided else 0.0  # between equals, above all unvisited ones
        return {"win": 2, "": 1, "draw": 1, "loss": 0}[word], int(self.visits[child]) + likely


def _word(status: int, player: int) -> str:
    if status == mcts.UNKNOWN:
        return ""
    return "draw" if status == 1 + DRAW else "win" if status == 1 + player else "loss"
