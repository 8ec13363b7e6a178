"""The nodes of a search tree in parallel arrays of a fixed size, and lines read off them."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from kakomi.core.compiler.build import bind
from kakomi.core.match import Match
from kakomi.core.protocol import DRAW
from kakomi.search.mcts import kernel
from kakomi.search.mcts.arrays import ONE, SHARED_LENGTH, UNEXPANDED, UNKNOWN, USED, Nodes
from kakomi.search.result import AnalysisLine, LikelyMove

PLAIN_BYTES = 4 + 4 + 8 + 4 + 8 + 1  # of a node: first, children, move, visits, value, proven
GUIDED_BYTES = PLAIN_BYTES + 4 + 4  # and prior, guess
RAVE_BYTES = PLAIN_BYTES + 4 + 4  # and visits, value of all moves as first
MOST_NODES = 2**31 - 1  # indices are 32 bits wide
MOST_LIKELY = 3  # moves that a report names as likely by a net's policy
LEAST_LIKELY = 0.05  # least probability of such a move, except the first
SHORTEST_LINE = 2  # a variation continues while its nodes have at least this many visits


class Tree:
    """The nodes: as many as there is room for, which is the hard limit on memory."""

    def __init__(self, nodes: int, guided: bool = False, rave: bool = False) -> None:
        import numpy as np

        def zeros(kind: Any, length: int = nodes) -> Any:
            return np.zeros(length, kind)

        self.nodes = Nodes(
            first=zeros(np.int32),
            children=zeros(np.int32),
            move=zeros(np.int64),
            visits=zeros(np.int32),
            value=zeros(np.int64),
            proven=zeros(np.int8),
            prior=zeros(np.float32, nodes if guided else 1),
            guess=zeros(np.float32, nodes if guided else 1),
            shared=zeros(np.int64, SHARED_LENGTH),
        )
        self.amaf: tuple[Any, ...] = (zeros(np.int32), zeros(np.int32)) if rave else ()
        self.guided = guided
        self.clear()

    @property
    def statistics(self) -> tuple[Any, ...]:
        """What is known about each node, apart from where its children are."""
        nodes = self.nodes
        plain = (nodes.move, nodes.visits, nodes.value, nodes.proven)
        return (*plain, nodes.prior, nodes.guess) if self.guided else (*plain, *self.amaf)

    def clear(self) -> None:
        """Reduce the tree to an unexpanded root."""
        nodes = self.nodes
        nodes.children[0] = UNEXPANDED
        nodes.visits[0] = nodes.value[0] = nodes.proven[0] = 0
        nodes.shared[:] = [0] * SHARED_LENGTH
        nodes.shared[USED] = 1

    def graft(self, old: Tree, node: int, rules: ModuleType) -> None:
        """Become the subtree of a node of another tree of the same kind and size."""
        import numpy as np

        self.clear()
        origin = np.empty(int(old.nodes.shared[USED]), np.int32)
        used = bind("cpu", kernel.graft, rules)(node, old.nodes, self.nodes, origin)
        for new, before in zip(self.statistics, old.statistics, strict=True):
            np.take(before, origin[:used], out=new[:used])
        self.nodes.shared[USED] = used

    def children(self, node: int) -> range:
        """The node's children, none if it has not been expanded."""
        begin = int(self.nodes.first[node])
        return range(begin, begin + max(0, int(self.nodes.children[node])))

    def child(self, node: int, move: int) -> int | None:
        """The child a move leads to."""
        return next((child for child in self.children(node) if self.nodes.move[child] == move), None)

    def lines(self, match: Match, most: int, temperature: float | None = None) -> tuple[AnalysisLine, ...]:
        """The best children of the root with their variations; any legal move if the root has not been expanded.

        `temperature` is the one at which the priors are a net's policy; None if they are not.
        """
        children = sorted(self.children(0), key=lambda child: self._rank(child, match.to_move), reverse=True)
        if not children:
            return (AnalysisLine(next(iter(match.legal_moves)), 0.5),)
        policy = self._policy(temperature)
        return tuple(self._line(match, child, policy.get(child)) for child in children[: max(1, most)])

    def likely(self, match: Match, temperature: float | None) -> tuple[LikelyMove, ...]:
        """The moves of the root that its net thinks likeliest, the likeliest first; none if there is no net."""
        policy = self._policy(temperature)
        ordered = sorted(policy, key=lambda child: policy[child], reverse=True)[:MOST_LIKELY]
        text = match.rule_set.view.move_text
        return tuple(
            LikelyMove(text(match.state, int(self.nodes.move[child])), policy[child])
            for place, child in enumerate(ordered)
            if place == 0 or policy[child] >= LEAST_LIKELY
        )

    def policy(self, temperature: float | None) -> dict[int, float]:
        """How likely its net found each move of the root, by its code; empty if there is no net."""
        return {int(self.nodes.move[child]): chance for child, chance in self._policy(temperature).items()}

    def _policy(self, temperature: float | None) -> dict[int, float]:
        """How likely the net found each child of the root: its prior, with the temperature undone."""
        if temperature is None:
            return {}
        powers = {child: float(self.nodes.prior[child]) ** temperature for child in self.children(0)}
        total = sum(powers.values())
        return {child: power / total for child, power in powers.items()} if total else {}

    def _line(self, match: Match, child: int, policy: float | None) -> AnalysisLine:
        walk = match.copy()
        player = match.to_move
        visits = int(self.nodes.visits[child])
        value = 0.5 + self.nodes.value[child] / (2 * ONE * visits) if visits else self._unvisited(child)
        proven = _word(int(self.nodes.proven[child]), player)
        value = {"win": 1.0, "draw": 0.5, "loss": 0.0}.get(proven, float(value))
        texts = []
        node: int | None = child
        while node is not None:
            texts.append(walk.rule_set.view.move_text(walk.state, int(self.nodes.move[node])))
            walk.push_code(int(self.nodes.move[node]))
            mover = walk.to_move
            below = [
                each
                for each in self.children(node)
                if self.nodes.visits[each] >= SHORTEST_LINE or self.nodes.proven[each]
            ]
            node = max(below, key=lambda each: self._rank(each, mover), default=None)
        return AnalysisLine(texts[0], value, visits, proven, None, tuple(texts), None, policy)

    def _unvisited(self, child: int) -> float:
        return 0.5 + float(self.nodes.guess[child]) / 2 if self.guided else 0.5

    def _rank(self, child: int, player: int) -> tuple[int, float]:
        """How good a child is for the player who moves into it: proven wins, then by visits, proven losses last."""
        word = _word(int(self.nodes.proven[child]), player)
        likely = float(self.nodes.prior[child]) if self.guided else 0.0  # between equals, above all unvisited ones
        return {"win": 2, "": 1, "draw": 1, "loss": 0}[word], int(self.nodes.visits[child]) + likely


def _word(status: int, player: int) -> str:
    if status == UNKNOWN:
        return ""
    return "draw" if status == 1 + DRAW else "win" if status == 1 + player else "loss"
