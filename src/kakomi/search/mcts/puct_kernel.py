"""Tree search with an external evaluator: the kernel of `puct`, in two halves around the call of the evaluator.

`gather` walks to leaves not yet evaluated, as many as fit into one question; `deliver` puts the answers into the tree.
Between the two a leaf is BUSY, and the walks that led to it count as lost (virtual loss), so that the next ones go
elsewhere. The tree, its selection and its proofs are those of `guided` and `mcts`.
"""

from __future__ import annotations

from typing import NamedTuple

from kakomi.core.compiler.atomic import add
from kakomi.core.protocol import Moves, Position, to_move
from kakomi.search.mcts.arrays import BUSY, LIMIT, ONE, STARTED, UNEXPANDED, UNKNOWN, Floats, Ints, Nodes, Walk
from kakomi.search.mcts.guided import select
from kakomi.search.mcts.kernel import back_up, lay_out, prove, seen, stand, step, worth

WALKS = 4  # walks per leaf requested, at most
LOSS = 1  # visits a walk counts as lost until the answer is in


class Question(NamedTuple):
    """Walks to leaves that are evaluated together, one row each."""

    leaves: list[Position]  # where they have arrived
    paths: list[Ints]
    movers: list[Ints]
    depths: Ints  # how deep each walk went
    sizes: Ints  # moves of the leaf, 0 where there was no room for them in the tree


def gather(root: Position, nodes: Nodes, settings: Floats, question: Question, out: Moves) -> int:
    """Fill the question with leaves (their moves are in the tree already); returns how many there are.

    It ends when the question is full, when a walk meets a leaf that is being evaluated, at the limit or on a proof of the
    root; and after a number of walks to finished games, so that the caller can check the clock.
    """
    shared = nodes.shared
    room = len(question.leaves)
    found = 0
    for _ in range(WALKS * room):
        if found == room or nodes.proven[0] != UNKNOWN or shared[STARTED] >= shared[LIMIT]:
            break
        walk = Walk(question.leaves[found], question.paths[found], question.movers[found])
        stand(root, walk)
        node = walk.path[0]
        depth = 0
        while nodes.children[node] > 0 and nodes.proven[node] == UNKNOWN and depth < len(walk.path) - 1:
            player = to_move(walk.position)
            node = select(node, player, nodes, settings)
            depth += 1
            step(depth, node, player, nodes, walk, LOSS)
        if nodes.children[node] == BUSY:
            take_back(depth, nodes, walk)
            return found
        shared[STARTED] += 1
        children = 0
        if nodes.proven[node] == UNKNOWN and nodes.children[node] == UNEXPANDED:
            children = max(lay_out(node, nodes, walk.position, out), 0)
            if children:
                nodes.children[node] = BUSY
        if nodes.proven[node] != UNKNOWN:
            prove(depth, nodes, walk)
            back_up(depth, worth(nodes.proven[node] - 1), nodes, walk, LOSS)
            continue
        question.depths[found] = depth
        question.sizes[found] = children
        found += 1
    return found


def take_back(depth: int, nodes: Nodes, walk: Walk) -> None:
    """Undo a walk that led nowhere."""
    for level in range(1, depth + 1):
        add(nodes.visits, walk.path[level], -LOSS)
        add(nodes.value, walk.path[level], LOSS * ONE)


def deliver(found: int, nodes: Nodes, question: Question, priors: Floats, values: Floats) -> None:
    """Take in the answers: `priors` of all children one after the other, `values` from -1 to 1 for the player to move."""
    at = 0
    for number in range(found):
        walk = Walk(question.leaves[number], question.paths[number], question.movers[number])
        depth = question.depths[number]
        size = question.sizes[number]
        node = walk.path[depth]
        for i in range(size):
            child = nodes.first[node] + i
            nodes.prior[child] = priors[at]
            nodes.guess[child] = values[number]  # an unvisited child is assumed to be worth as much as the node
            at += 1
        if size > 0:
            nodes.children[node] = size
        value = seen(int(values[number] * ONE), to_move(walk.position))
        back_up(depth, value, nodes, walk, LOSS)
