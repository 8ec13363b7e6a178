"""Tree search guided by knowledge: PUCT over the evaluations of a game, generic over games, for any number of threads.

The tree, its values and its proofs are those of `mcts`; the differences are in the numbered steps:
1. *Select* by PUCT (Rosin 2011, as in AlphaZero): mean + explore * prior * sqrt(visits of the parent) / (1 + own visits),
   where a guess made at expansion counts as one visit.
2. *Expand*: each child gets a prior and a guess. By CHILDREN, the child's evaluation is the guess, and the priors are a
   softmax of the guesses; a child where the game is over is proven on the spot. By PRIORITY, the priors are a softmax of the
   game's `move_priority` and the guess is the evaluation of the node itself.
3. *Judge* instead of playing out to the end: by CHILDREN the best guess; else a few random moves, and then the evaluation.
4. *Back up* as usual.
"""

from __future__ import annotations

import math

from kakomi.core.bits import inline
from kakomi.core.compiler.atomic import add, swap
from kakomi.core.protocol import (
    DRAW,
    Position,
    Random,
    evaluate,
    legal_moves,
    move_priority,
    needs_quiescence,
    pick,
    play,
    to_move,
    winner,
)
from kakomi.core.rand import below as draw
from kakomi.search.mcts.arrays import (
    BUSY,
    ONE,
    STARTED,
    STOP,
    UNEXPANDED,
    UNKNOWN,
    Floats,
    Ints,
    Nodes,
    Own,
    Walk,
)
from kakomi.search.mcts.kernel import back_up, enough, lay_out, prove, seen, stand, step, worth
from kakomi.search.portable_math import decay, tanh

# Places in `settings`.
EXPLORE = 0  # c of PUCT
TEMPERATURE = 1  # of the softmax: in units of value (-1 to 1) by CHILDREN, of priority (0 to 1) by PRIORITY
VIRTUAL_LOSS = 2
GUIDE = 3  # CHILDREN or PRIORITY
CUT = 4  # random plies before a position is evaluated, by PRIORITY
SETTINGS_LENGTH = 5

# Random noise on a guess: up to one game in two hundred, so that equals are not always tried in the same order and
# games with different seeds differ.
JITTER = 0.02
JITTER_STEPS = 1 << 16

CHILDREN, PRIORITY = 1, 2
SCALE = 1.0 / 2000.0  # evaluations are in thousandths of a logit: tanh of half of it is the value
RESTLESS = 64  # more plies that a judgement may take while the position is unsettled


def run(root: Position, nodes: Nodes, settings: Floats, weights: Ints, walk: Walk, own: Own) -> None:
    """Simulate until the limit, a stop, or proof of the root."""
    loss = int(settings[VIRTUAL_LOSS])
    while nodes.proven[0] == UNKNOWN and nodes.shared[STOP] == 0:
        if enough(add(nodes.shared, STARTED, 1), nodes):
            break
        stand(root, walk)
        depth = descend(nodes, settings, weights, walk, own)
        node = walk.path[depth]
        if nodes.proven[node] != UNKNOWN:
            value = worth(nodes.proven[node] - 1)
            prove(depth, nodes, walk)
        elif settings[GUIDE] == CHILDREN and nodes.children[node] > 0:
            value = best_guess(node, to_move(walk.position), nodes)
        else:
            value = judge(walk.position, settings, weights, own)
        back_up(depth, value, nodes, walk, loss)


def descend(nodes: Nodes, settings: Floats, weights: Ints, walk: Walk, own: Own) -> int:
    """Steps 1 and 2: walk to a leaf, playing the moves; returns the depth of the leaf."""
    loss = int(settings[VIRTUAL_LOSS])
    by_children = settings[GUIDE] == CHILDREN
    node = walk.path[0]
    depth = 0
    while nodes.proven[node] == UNKNOWN and depth < len(walk.path) - 1:
        children = nodes.children[node]
        if children < 0:
            if node != 0 and not by_children and nodes.visits[node] <= loss:
                break  # the first visit ends here
            if not swap(nodes.children, node, UNEXPANDED, BUSY):  # another thread is expanding it
                if node == 0:
                    continue  # wait: a judgement of the root says nothing about its moves
                break
            if expand(node, nodes, settings, weights, walk.position, own) <= 0 or by_children:
                break
        player = to_move(walk.position)
        node = select(node, player, nodes, settings)
        depth += 1
        step(depth, node, player, nodes, walk, loss)
    return depth


def expand(node: int, nodes: Nodes, settings: Floats, weights: Ints, position: Position, own: Own) -> int:
    """Step 2: give the node children with priors and guesses; 0 if the game is over, UNEXPANDED if there is no room."""
    children = lay_out(node, nodes, position, own.out)
    if children > 0:
        known = UNKNOWN
        if settings[GUIDE] == CHILDREN:
            known = look_ahead(node, children, nodes, weights, position, own)
        else:
            rely(node, children, nodes, weights, position)
        normalise(nodes.first[node], children, nodes.prior, 1.0 / settings[TEMPERATURE])
        nodes.proven[node] = known
        nodes.children[node] = children
    return children


@inline
def look_ahead(node: int, children: int, nodes: Nodes, weights: Ints, position: Position, own: Own) -> int:
    """Step 2, by CHILDREN: evaluate or prove each child; returns what that proves about the node, as in `proven`."""
    player = to_move(position)
    guess = nodes.guess
    for child in range(nodes.first[node], nodes.first[node] + children):
        if enter_child(child, nodes, position, own):
            result = nodes.proven[child] - 1
            guess[child] = 0.0 if result == DRAW else 1.0 if result == player else -1.0
        else:
            guess[child] = tanh(seen(evaluate(own.scratch, weights), player) * SCALE) + jitter(own.random)
        nodes.prior[child] = guess[child]
    return proof_by_children(node, children, player, nodes)


@inline
def enter_child(child: int, nodes: Nodes, position: Position, own: Own) -> bool:
    """Step 2: play the move into the child on the scratch board; whether the game is then over, and so proven."""
    for i in range(len(position)):
        own.scratch[i] = position[i]
    play(own.scratch, nodes.move[child])
    if legal_moves(own.scratch, own.below) > 0:
        return False
    nodes.proven[child] = 1 + winner(own.scratch)
    return True


@inline
def proof_by_children(node: int, children: int, player: int, nodes: Nodes) -> int:
    """Step 2: what the children of a node where the player moves prove about it, as in `proven`."""
    best = 2 - player
    unknown = False
    for child in range(nodes.first[node], nodes.first[node] + children):
        status = nodes.proven[child]
        if status == 1 + player:
            return status
        if status == 1 + DRAW:
            best = 1 + DRAW
        if status == UNKNOWN:
            unknown = True
    return UNKNOWN if unknown else best


@inline
def jitter(random: Random) -> float:
    """Random noise for a guess."""
    return JITTER * (draw(random, JITTER_STEPS) / JITTER_STEPS - 0.5)


@inline
def rely(node: int, children: int, nodes: Nodes, weights: Ints, position: Position) -> None:
    """Step 2, by PRIORITY: the game ranks the children, and each is assumed to be worth as much as the node."""
    guess = tanh(seen(evaluate(position, weights), to_move(position)) * SCALE)
    for child in range(nodes.first[node], nodes.first[node] + children):
        nodes.guess[child] = guess
        nodes.prior[child] = move_priority(position, nodes.move[child]) * 0.001


@inline
def normalise(begin: int, children: int, prior: Floats, inverse: float) -> None:
    """A softmax over the children, in place."""
    best = -1e30
    for child in range(begin, begin + children):
        best = max(best, float(prior[child]))
    total = 0.0
    for child in range(begin, begin + children):
        prior[child] = decay((best - float(prior[child])) * inverse)
        total += float(prior[child])
    for child in range(begin, begin + children):
        prior[child] = float(prior[child]) / total


@inline
def select(node: int, player: int, nodes: Nodes, settings: Floats) -> int:
    """Step 1: the child with the greatest bound; a proven win at once, a proven loss never by choice."""
    begin = max(nodes.first[node], 0)  # never below 0 anyway; stated so that no index is taken to count from the end
    best = begin
    explore = settings[EXPLORE] * math.sqrt(nodes.visits[node] + 1.0)
    best_bound = -1e30 - explore  # uses `explore` here, so that browsers do not take the root again for every child
    for child in range(begin, begin + nodes.children[node]):
        n = nodes.visits[child]
        status = nodes.proven[child]
        inverse = 1.0 / (n + 1)
        if status != UNKNOWN:
            if status == 1 + player:
                return child
            bound = 0.0 if status == 1 + DRAW else -1e20 + n
        else:
            guess, prior = float(nodes.guess[child]), float(nodes.prior[child])
            bound = (nodes.value[child] * (1.0 / ONE) + guess + explore * prior) * inverse
        if bound > best_bound:
            best_bound = bound
            best = child
    return best


@inline
def best_guess(node: int, player: int, nodes: Nodes) -> int:
    """Step 3: the best child's guess, as a value for FIRST."""
    best = -1.0
    for child in range(nodes.first[node], nodes.first[node] + nodes.children[node]):
        best = max(best, nodes.guess[child])
    return seen(int(best * ONE), player)


def judge(position: Position, settings: Floats, weights: Ints, own: Own) -> int:
    """Step 3: play a few random moves, and more while the position is unsettled; then its value for FIRST."""
    cut = int(settings[CUT])
    played = 0
    while True:
        if played >= cut and (played >= cut + RESTLESS or needs_quiescence(position) == 0):
            if legal_moves(position, own.out) == 0:
                return worth(winner(position))
            return int(tanh(evaluate(position, weights) * SCALE) * ONE)
        chosen = pick(position, own.out, own.random)
        if chosen < 0:
            return worth(winner(position))
        play(position, chosen)
        played += 1
