"""Monte Carlo tree search, generic over games, for any number of threads.

A simulation has four numbered steps, as in every textbook:
1. *Select*: from the root, to the child with the best upper bound, until a node without children.
2. *Expand*: a node visited before gets its children; a node where the game is over is proven on the spot.
3. *Play out*: at random from there to the end (or, with an evaluator, ask it: see `search.mcts.puct`).
4. *Back up*: the result into every node on the path, and proofs as far up as they reach (MCTS-Solver).
With `amaf` a simulation also counts for moves that were played later in it (see `rave`); if it is None, the compiler leaves
all of that out.
"""

from __future__ import annotations

import math

from kakomi.core.bits import inline
from kakomi.core.compiler.atomic import add, swap
from kakomi.core.protocol import DRAW, FIRST, Moves, Position, Random, legal_moves, pick, play, to_move, winner
from kakomi.search.mcts.arrays import (
    BUSY,
    FULL,
    HASTE,
    LIMIT,
    ONE,
    STARTED,
    STOP,
    UNEXPANDED,
    UNKNOWN,
    USED,
    Floats,
    Ints,
    Nodes,
    Own,
    Walk,
)
from kakomi.search.mcts.rave import Amaf, blend, forget, hear, spread
from kakomi.search.portable_math import log

LOOK_EVERY = 256  # simulations between two checks of whether the choice at the root is settled, a power of two

# Places in `settings`, the search's parameters.
EXPLORE = 0  # c of UCT: 1.4, about the square root of 2 (Auer et al. 2002 for rewards in 0..1; tuned per game on top)
FIRST_PLAY = 1  # value of an unvisited child; >= 100: visit every child once, in order
VIRTUAL_LOSS = 2  # visits a passing thread counts as lost until its result is in (0 with one thread)
RAVE = 3  # k of RAVE, see `rave`; only with `amaf`
SETTINGS_LENGTH = 4


def run(root: Position, nodes: Nodes, settings: Floats, walk: Walk, own: Own, amaf: Amaf | None) -> None:
    """Simulate until the limit, a stop, or proof of the root."""
    loss = int(settings[VIRTUAL_LOSS])
    while nodes.proven[0] == UNKNOWN and nodes.shared[STOP] == 0:
        simulation = add(nodes.shared, STARTED, 1)
        if enough(simulation, nodes):
            break
        stand(root, walk)
        depth = descend(nodes, settings, walk, own, amaf)
        node = walk.path[depth]
        if nodes.proven[node] == UNKNOWN:
            result = playout(walk.position, own.out, own.random, amaf, simulation)
        else:
            result = nodes.proven[node] - 1
            prove(depth, nodes, walk)
        if amaf is not None:
            spread(depth, result, nodes, walk, amaf, simulation, loss)
        back_up(depth, worth(result), nodes, walk, loss)


@inline
def enough(simulation: int, nodes: Nodes) -> bool:
    """Whether the simulation with this number, counted from 0, is not needed: at the limit, or when the choice is made."""
    shared = nodes.shared
    look = shared[HASTE] and simulation & (LOOK_EVERY - 1) == 0
    return simulation >= shared[LIMIT] or bool(look and settled(simulation, nodes))


def settled(started: int, nodes: Nodes) -> int:
    """Whether the most visited move will stay so, whatever the remaining simulations bring; all threads then stop."""
    most = 0
    second = 0
    for child in range(nodes.first[0], nodes.first[0] + max(nodes.children[0], 0)):
        if nodes.visits[child] > most:
            second = most
            most = nodes.visits[child]
        elif nodes.visits[child] > second:
            second = nodes.visits[child]
    if most - second <= nodes.shared[LIMIT] - started:
        return 0
    nodes.shared[STOP] = 1
    return 1


@inline
def stand(root: Position, walk: Walk) -> None:
    """Begin a walk at the root."""
    for i in range(len(root)):
        walk.position[i] = root[i]
    walk.path[0] = 0


def descend(nodes: Nodes, settings: Floats, walk: Walk, own: Own, amaf: Amaf | None) -> int:
    """Steps 1 and 2: walk to a leaf, playing the moves; returns the depth of the leaf."""
    loss = int(settings[VIRTUAL_LOSS])
    node = walk.path[0]
    depth = 0
    while nodes.proven[node] == UNKNOWN and depth < len(walk.path) - 1:
        children = nodes.children[node]
        if children < 0:
            if node != 0 and nodes.visits[node] <= loss:
                break  # the first visit ends here
            if not swap(nodes.children, node, UNEXPANDED, BUSY):  # another thread is expanding it
                if node == 0:
                    continue  # wait: a judgement of the root says nothing about its moves
                break
            if expand(node, nodes, walk.position, own.out, amaf) <= 0:
                break
        player = to_move(walk.position)
        node = select(node, player, nodes, settings, amaf)
        depth += 1
        step(depth, node, player, nodes, walk, loss)
    return depth


def expand(node: int, nodes: Nodes, position: Position, out: Moves, amaf: Amaf | None) -> int:
    """Step 2: give the node its children; 0 if the game is over there, UNEXPANDED if there is no room for them."""
    children = lay_out(node, nodes, position, out)
    if children > 0:
        if amaf is not None:
            forget(nodes.first[node], children, amaf)
        nodes.children[node] = children
    return children


@inline
def lay_out(node: int, nodes: Nodes, position: Position, out: Moves) -> int:
    """Step 2: lay the children side by side, nothing known about them; walks can enter once the node's `children` is set.

    0 if the game is over there, which is then proven; UNEXPANDED if there is no room for them.
    """
    children = legal_moves(position, out)
    if children == 0:
        nodes.proven[node] = 1 + winner(position)
        nodes.children[node] = 0
        return 0
    begin = add(nodes.shared, USED, children)
    if begin + children > len(nodes.children):
        add(nodes.shared, USED, -children)
        nodes.shared[FULL] = 1
        nodes.children[node] = UNEXPANDED
        return UNEXPANDED
    for i in range(children):
        child = begin + i
        nodes.move[child] = out[i]
        nodes.children[child] = UNEXPANDED
        nodes.visits[child] = 0
        nodes.value[child] = 0
        nodes.proven[child] = UNKNOWN
    nodes.first[node] = begin
    return children


@inline
def select(node: int, player: int, nodes: Nodes, settings: Floats, amaf: Amaf | None) -> int:
    """Step 1: the child with the greatest upper confidence bound; a proven win at once, a proven loss never by choice."""
    begin = nodes.first[node]
    best = begin
    best_bound = -1e30
    explore = settings[EXPLORE] * math.sqrt(log(nodes.visits[node] + 1.0))
    urgency = settings[FIRST_PLAY]
    for child in range(begin, begin + nodes.children[node]):
        n = nodes.visits[child]
        status = nodes.proven[child]
        if status != UNKNOWN:
            if status == 1 + player:
                return child
            bound = 0.0 if status == 1 + DRAW else -1e20 + n
        elif amaf is not None:
            mean = blend(n, nodes.value[child] * (1.0 / ONE), amaf.visits[child], amaf.value[child], settings[RAVE])
            bound = mean + explore / math.sqrt(n + 1.0)
        elif n == 0:
            if urgency >= 100.0:
                return child
            bound = urgency
        else:
            inverse = 1.0 / math.sqrt(n)
            bound = nodes.value[child] * (inverse * inverse) * (1.0 / ONE) + explore * inverse
        if bound > best_bound:
            best_bound = bound
            best = child
    return best


@inline
def step(depth: int, node: int, player: int, nodes: Nodes, walk: Walk, loss: int) -> None:
    """Step 1: play the player's move into the node, at this depth; it counts as lost until its result is in."""
    if loss:
        add(nodes.visits, node, loss)
        add(nodes.value, node, -loss * ONE)
    play(walk.position, nodes.move[node])
    walk.path[depth] = node
    walk.mover[depth] = player


def playout(position: Position, out: Moves, random: Random, amaf: Amaf | None, simulation: int) -> int:
    """Step 3: random moves to the end; the winner (FIRST, SECOND or DRAW)."""
    while True:
        chosen = pick(position, out, random)
        if chosen < 0:
            return winner(position)
        if amaf is not None:
            hear(to_move(position), chosen, amaf, simulation)
        play(position, chosen)


@inline
def worth(result: int) -> int:
    """A result as a value for FIRST."""
    return 0 if result == DRAW else ONE if result == FIRST else -ONE


@inline
def seen(value: int, player: int) -> int:
    """A value for FIRST as the player sees it."""
    return value if player == FIRST else -value


def back_up(depth: int, value: int, nodes: Nodes, walk: Walk, loss: int) -> None:
    """Step 4: add the visit and its value for FIRST to every node on the path; virtual losses are taken back."""
    for level in range(depth, 0, -1):
        node = walk.path[level]
        gain = seen(value, walk.mover[level])
        if loss:
            add(nodes.visits, node, 1 - loss)
            add(nodes.value, node, gain + loss * ONE)
        else:
            nodes.visits[node] += 1
            nodes.value[node] += gain
    if loss:
        add(nodes.visits, 0, 1)
    else:
        nodes.visits[0] += 1


def prove(depth: int, nodes: Nodes, walk: Walk) -> None:
    """Step 4: a proven child proves its parent if it wins for the player there, or if all its siblings are proven."""
    proven = nodes.proven
    for level in range(depth, 0, -1):
        parent = walk.path[level - 1]
        player = walk.mover[level]
        if proven[parent] != UNKNOWN:
            continue
        if proven[walk.path[level]] == 1 + player:
            proven[parent] = 1 + player
            continue
        best = 1 + (1 - player)
        for child in range(nodes.first[parent], nodes.first[parent] + nodes.children[parent]):
            if proven[child] == UNKNOWN:
                return
            if proven[child] == 1 + DRAW:
                best = 1 + DRAW
        proven[parent] = best


def graft(node: int, old: Nodes, new: Nodes, origin: Ints) -> int:
    """Lay out a node's subtree as a new tree, level by level; `origin` gets where each node was. Returns their number."""
    origin[0] = node
    used = 1
    at = 0
    while at < used:
        before = origin[at]
        children = old.children[before]
        new.children[at] = children
        if children > 0:
            new.first[at] = used
            for i in range(children):
                origin[used + i] = old.first[before] + i
            used += children
        at += 1
    return used
