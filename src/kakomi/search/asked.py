"""Tree search that asks somebody else about positions: the kernel of `puct`, in two halves round the asking.

`gather` walks to leaves that nobody has looked at, as many as fit into one question; `deliver` puts the answers into the
tree. Between the two a leaf is BUSY, and the walks that led to it count as lost (virtual loss), so that the next ones go
elsewhere. The tree, its selection and its proofs are those of `guided` and `mcts`.
"""

from __future__ import annotations

from kakomi.core.atomic import add
from kakomi.core.protocol import Moves, Position, play, to_move
from kakomi.search.guided import back_up, seen, select, worth
from kakomi.search.mcts import BUSY, LIMIT, ONE, STARTED, UNEXPANDED, UNKNOWN, lay_out, prove

Ints = list[int]
Floats = list[float]

WALKS = 4  # walks for each leaf asked for, at the most
LOSS = 1  # visits a walk counts as lost until the answer is in


def gather(
    root: Position,
    first: Ints,
    count: Ints,
    move: Ints,
    visits: Ints,
    value: Ints,
    proven: Ints,
    prior: Floats,
    guess: Floats,
    shared: Ints,
    settings: Floats,
    leaves: list[Position],
    paths: list[Ints],
    movers: list[Ints],
    depths: Ints,
    sizes: Ints,
    out: Moves,
) -> int:
    """Fill `leaves` with positions to ask about (their moves are in the tree already); how many.

    It ends when they are full, when a walk meets a leaf that is being asked about, at a limit or a proof of the root; and
    after some walks to ends of games, so that the caller can look at the clock.
    """
    found = 0
    for _ in range(WALKS * len(leaves)):
        if found == len(leaves) or proven[0] != UNKNOWN or shared[STARTED] >= shared[LIMIT]:
            break
        position = leaves[found]
        path = paths[found]
        mover = movers[found]
        for i in range(len(root)):
            position[i] = root[i]
        node = 0
        depth = 0
        path[0] = 0
        while count[node] > 0 and proven[node] == UNKNOWN and depth < len(path) - 1:
            player = to_move(position)
            node = select(node, count[node], player, first, visits, value, proven, prior, guess, settings)
            visits[node] += LOSS
            value[node] -= LOSS * ONE
            play(position, move[node])
            depth += 1
            path[depth] = node
            mover[depth] = player
        if count[node] == BUSY:
            take_back(depth, visits, value, path)
            return found
        shared[STARTED] += 1
        children = 0
        if proven[node] == UNKNOWN and count[node] == UNEXPANDED:
            children = max(lay_out(position, node, first, count, move, visits, value, proven, shared, out), 0)
            if children:
                count[node] = BUSY
        if proven[node] != UNKNOWN:
            prove(depth, first, count, proven, path, mover)
            back_up(depth, worth(proven[node] - 1), visits, value, path, mover, LOSS)
            continue
        depths[found] = depth
        sizes[found] = children
        found += 1
    return found


def take_back(depth: int, visits: Ints, value: Ints, path: Ints) -> None:
    """A walk that led nowhere has not been."""
    for level in range(1, depth + 1):
        add(visits, path[level], -LOSS)
        add(value, path[level], LOSS * ONE)


def deliver(
    found: int,
    first: Ints,
    count: Ints,
    visits: Ints,
    value: Ints,
    prior: Floats,
    guess: Floats,
    leaves: list[Position],
    paths: list[Ints],
    movers: list[Ints],
    depths: Ints,
    sizes: Ints,
    priors: Floats,
    values: Floats,
) -> None:
    """The answers: `priors` of all children one after the other, `values` from -1 to 1 for the player to move."""
    at = 0
    for number in range(found):
        depth = depths[number]
        node = paths[number][depth]
        for i in range(sizes[number]):
            child = first[node] + i
            prior[child] = priors[at]
            guess[child] = values[number]  # an unvisited child is thought to be worth what the node is
            at += 1
        if sizes[number] > 0:
            count[node] = sizes[number]
        gain = seen(int(values[number] * ONE), to_move(leaves[number]))
        back_up(depth, gain, visits, value, paths[number], movers[number], LOSS)
