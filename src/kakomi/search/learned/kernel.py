"""Tree search with a learned net, generic over games, for any number of threads.

The tree, its values, proofs and selection are those of `mcts` and `guided`; the differences are in the numbered steps:
2. *Expand*: the net's policy gives the priors of the children, and each is assumed to be worth the net's value of the node
   less a reduction, since most moves are worse than the best one. With LOOK_AHEAD, a child where the game is over is proven
   on the spot.
3. *Judge*: the net's value.
"""

from __future__ import annotations

from kakomi.core.bits import inline
from kakomi.core.compiler.atomic import add, swap
from kakomi.core.protocol import Moves, Position, legal_moves, to_move
from kakomi.search.learned.arrays import ConvArrays, NetScratch, SparseArrays
from kakomi.search.learned.forward import judge, logit
from kakomi.search.mcts.arrays import BUSY, FULL, ONE, STARTED, STOP, UNEXPANDED, UNKNOWN, Floats, Nodes, Own, Walk
from kakomi.search.mcts.guided import enter_child, jitter, normalise, proof_by_children, select
from kakomi.search.mcts.kernel import back_up, enough, lay_out, prove, seen, stand, step, worth

# Places in `settings`; the first is that of `guided.select`.
EXPLORE = 0  # c of PUCT
TEMPERATURE = 1  # of the policy
VIRTUAL_LOSS = 2
REDUCTION = 3  # how much less an unvisited child is assumed to be worth than its parent, from 0 to 2
LOOK_AHEAD = 4  # 1: children where the game is over are proven when they are laid out
SETTINGS_LENGTH = 5


def run(
    root: Position,
    nodes: Nodes,
    settings: Floats,
    sparse: SparseArrays | None,
    conv: ConvArrays | None,
    room: NetScratch,
    walk: Walk,
    own: Own,
) -> None:
    """Simulate until the limit, a stop, proof of the root, or until there is no room for more nodes.

    A leaf without room for its children would get the same value again and again and look better than it is, since no
    refutation could be found. So a full tree ends the search.
    """
    loss = int(settings[VIRTUAL_LOSS])
    while nodes.proven[0] == UNKNOWN and nodes.shared[STOP] == 0 and nodes.shared[FULL] == 0:
        if enough(add(nodes.shared, STARTED, 1), nodes):
            break
        stand(root, walk)
        depth, value = descend(nodes, settings, sparse, conv, room, walk, own)
        node = walk.path[depth]
        if nodes.proven[node] != UNKNOWN:
            value = worth(nodes.proven[node] - 1)
            prove(depth, nodes, walk)
        back_up(depth, value, nodes, walk, loss)


def descend(
    nodes: Nodes,
    settings: Floats,
    sparse: SparseArrays | None,
    conv: ConvArrays | None,
    room: NetScratch,
    walk: Walk,
    own: Own,
) -> tuple[int, int]:
    """Steps 1 to 3: walk to a leaf, playing the moves; its depth, and its value for FIRST unless it is proven."""
    loss = int(settings[VIRTUAL_LOSS])
    node = walk.path[0]
    depth = 0
    while nodes.proven[node] == UNKNOWN:
        children = nodes.children[node]
        player = to_move(walk.position)
        if children < 0:
            if not swap(nodes.children, node, UNEXPANDED, BUSY):
                continue  # another thread expands it: wait, since a guess would be counted again and again meanwhile
            value = expand(node, nodes, settings, sparse, conv, room, walk.position, own)
            return depth, seen(int(value * ONE), player)
        if depth == len(walk.path) - 1:
            value = judge(walk.position, own.out, legal_moves(walk.position, own.out), sparse, conv, room)
            return depth, seen(int(value * ONE), player)
        node = select(node, player, nodes, settings)
        depth += 1
        step(depth, node, player, nodes, walk, loss)
    return depth, 0


def expand(
    node: int,
    nodes: Nodes,
    settings: Floats,
    sparse: SparseArrays | None,
    conv: ConvArrays | None,
    room: NetScratch,
    position: Position,
    own: Own,
) -> float:
    """Steps 2 and 3: the node's children with priors and guesses; its value for the player to move, unless it is proven."""
    children = lay_out(node, nodes, position, own.out)
    if children == 0:
        return 0.0
    if children < 0:  # no room for them
        return judge(position, own.out, legal_moves(position, own.out), sparse, conv, room)
    value = judge(position, own.out, children, sparse, conv, room)
    begin = nodes.first[node]
    write_logits(begin, children, nodes.prior, sparse, conv, room)
    for i in range(children):
        nodes.guess[begin + i] = max(-1.0, min(1.0, value - settings[REDUCTION] + jitter(own.random)))
    normalise(begin, children, nodes.prior, 1.0 / settings[TEMPERATURE])
    if settings[LOOK_AHEAD] > 0.0:
        for child in range(begin, begin + children):
            enter_child(child, nodes, position, own)
        nodes.proven[node] = proof_by_children(node, children, to_move(position), nodes)
    nodes.children[node] = children
    return value


@inline
def write_logits(
    begin: int, count: int, out: Floats, sparse: SparseArrays | None, conv: ConvArrays | None, room: NetScratch
) -> None:
    """Write the policy logits of the legal moves of the position judged last."""
    for i in range(count):
        out[begin + i] = logit(i, sparse, conv, room)


def consult(
    position: Position,
    sparse: SparseArrays | None,
    conv: ConvArrays | None,
    room: NetScratch,
    moves: Moves,
    out: Floats,
) -> float:
    """The net's answer for one position, without a search: its value, and in `out` the logit of each legal move."""
    count = legal_moves(position, moves)
    value = judge(position, moves, count, sparse, conv, room)
    write_logits(0, count, out, sparse, conv, room)
    return value
