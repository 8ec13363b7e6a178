"""Tree search guided by knowledge: PUCT over the evaluations of a game, generic over games, for any number of threads.

The tree, its values and its proofs are those of `mcts`; the differences are in the numbered steps:
1. *Select* by PUCT (Rosin 2011, as in AlphaZero): mean + explore * prior * sqrt(visits of the parent) / (1 + own visits),
   where a guess made at expansion counts as one visit.
2. *Expand*: each child gets a prior and a guess. By CHILDREN, the child's evaluation is the guess, and the priors are a
   softmax of the guesses; a child where the game is over is proven on the spot. By PROMISE, the priors are a softmax of the
   game's `promise` and the guess is the evaluation of the node itself.
3. *Judge* instead of playing out to the end: by CHILDREN the best guess; else a few random moves, and then the evaluation.
4. *Back up* as ever.
"""

from __future__ import annotations

import math

from kakomi.core.atomic import add, swap
from kakomi.core.bits import inline
from kakomi.core.protocol import (
    DRAW,
    FIRST,
    Moves,
    Position,
    Random,
    evaluate,
    legal_moves,
    pick,
    play,
    promise,
    to_move,
    unsettled,
    winner,
)
from kakomi.core.rand import below as draw
from kakomi.search.mcts import (
    BUSY,
    FULL,
    HASTE,
    LIMIT,
    LOOK_EVERY,
    ONE,
    STARTED,
    STOP,
    UNEXPANDED,
    UNKNOWN,
    USED,
    prove,
    settled,
)

Ints = list[int]
Floats = list[float]

# Places in `settings`.
EXPLORE = 0  # c of PUCT
HEAT = 1  # of the softmax: in units of value (-1 to 1) by CHILDREN, of promise (0 to 1) by PROMISE
VIRTUAL_LOSS = 2
GUIDE = 3  # CHILDREN or PROMISE
CUT = 4  # random plies before a position is evaluated, by PROMISE
SETTINGS_LENGTH = 5

# How far a guess is off, by chance: up to one game in two hundred, so that equals are not always tried in the same order and
# games with different seeds differ.
JITTER = 0.02
JITTER_STEPS = 1 << 16

CHILDREN, PROMISE = 1, 2
SCALE = 1.0 / 2000.0  # evaluations are in thousandths of a logit: tanh of half of it is the value
RESTLESS = 64  # plies a judgement may go on while the position is unsettled


def run(
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
    weights: Ints,
    position: Position,
    scratch: Position,
    out: Moves,
    below: Moves,
    random: Random,
    path: Ints,
    mover: Ints,
) -> None:
    """Simulate until the limit, a stop, or proof of the root; each thread has its own position and what comes after it."""
    length = len(root)
    loss = int(settings[VIRTUAL_LOSS])
    while proven[0] == UNKNOWN and shared[STOP] == 0:
        started = add(shared, STARTED, 1)
        if started >= shared[LIMIT] or (
            shared[HASTE] and started & (LOOK_EVERY - 1) == 0 and settled(started, first, count, visits, shared)
        ):
            break
        for i in range(length):
            position[i] = root[i]
        depth = descend(
            position, first, count, move, visits, value, proven, prior, guess,
            shared, settings, weights, scratch, out, below, random, path, mover, loss,
        )  # fmt: skip
        node = path[depth]
        if proven[node] != UNKNOWN:
            gain = worth(proven[node] - 1)
            prove(depth, first, count, proven, path, mover)
        elif settings[GUIDE] == CHILDREN and count[node] > 0:
            gain = best_guess(node, to_move(position), first, count, guess)
        else:
            gain = judge(position, out, random, weights, settings)
        back_up(depth, gain, visits, value, path, mover, loss)


def descend(
    position: Position,
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
    weights: Ints,
    scratch: Position,
    out: Moves,
    below: Moves,
    random: Random,
    path: Ints,
    mover: Ints,
    loss: int,
) -> int:
    """Steps 1 and 2: walk to a leaf, playing the moves; the depth of the leaf, whose path is left in `path`."""
    node = 0
    depth = 0
    path[0] = 0
    deepest = len(path) - 1
    by_children = settings[GUIDE] == CHILDREN
    while proven[node] == UNKNOWN and depth < deepest:
        children = count[node]
        if children < 0:
            if node != 0 and not by_children and visits[node] <= loss:
                break  # the first visit ends here
            if children == BUSY or not swap(count, node, UNEXPANDED, BUSY):
                break  # another thread is at it
            children = expand(
                position, node, first, count, move, visits, value, proven, prior, guess,
                shared, settings, weights, scratch, out, below, random,
            )  # fmt: skip
            if children <= 0 or by_children:
                break
        player = to_move(position)
        node = select(node, children, player, first, visits, value, proven, prior, guess, settings)
        if loss:
            add(visits, node, loss)
            add(value, node, -loss * ONE)
        play(position, move[node])
        depth += 1
        path[depth] = node
        mover[depth] = player
    return depth


def expand(
    position: Position,
    node: int,
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
    weights: Ints,
    scratch: Position,
    out: Moves,
    below: Moves,
    random: Random,
) -> int:
    """Step 2: the node's children with priors and guesses; 0 if the game is over there, UNEXPANDED if there is no room."""
    children = legal_moves(position, out)
    if children == 0:
        proven[node] = 1 + winner(position)
        count[node] = 0
        return 0
    begin = add(shared, USED, children)
    if begin + children > len(count):
        add(shared, USED, -children)
        shared[FULL] = 1
        count[node] = UNEXPANDED
        return UNEXPANDED
    player = to_move(position)
    by_children = settings[GUIDE] == CHILDREN
    here = 0.0 if by_children else math.tanh(seen(evaluate(position, weights), player) * SCALE)
    won = 0
    known = 0
    drawn = 0
    for i in range(children):
        child = begin + i
        move[child] = out[i]
        count[child] = UNEXPANDED
        visits[child] = 0
        value[child] = 0
        proven[child] = UNKNOWN
        if by_children:
            for j in range(len(position)):
                scratch[j] = position[j]
            play(scratch, out[i])
            if legal_moves(scratch, below) == 0:
                winning = winner(scratch)
                proven[child] = 1 + winning
                known += 1
                if winning == player:
                    won = 1
                if winning == DRAW:
                    drawn = 1
                guess[child] = 0.0 if winning == DRAW else 1.0 if winning == player else -1.0
            else:
                chance = draw(random, JITTER_STEPS) / JITTER_STEPS - 0.5
                guess[child] = math.tanh(seen(evaluate(scratch, weights), player) * SCALE) + JITTER * chance
            prior[child] = guess[child]
        else:
            guess[child] = here
            prior[child] = promise(position, out[i]) * 0.001
    normalise(begin, children, prior, 1.0 / settings[HEAT])
    first[node] = begin
    if won:
        proven[node] = 1 + player
    elif known == children:
        proven[node] = 1 + DRAW if drawn else 2 - player
    count[node] = children
    return children


@inline
def seen(value: int, player: int) -> int:
    """A value for FIRST as the player sees it."""
    return value if player == FIRST else -value


@inline
def normalise(begin: int, children: int, prior: Floats, inverse: float) -> None:
    """A softmax over the children, in place."""
    best = -1e30
    for child in range(begin, begin + children):
        best = max(best, prior[child])
    total = 0.0
    for child in range(begin, begin + children):
        prior[child] = math.exp((prior[child] - best) * inverse)
        total += prior[child]
    for child in range(begin, begin + children):
        prior[child] /= total


@inline
def select(
    node: int,
    children: int,
    player: int,
    first: Ints,
    visits: Ints,
    value: Ints,
    proven: Ints,
    prior: Floats,
    guess: Floats,
    settings: Floats,
) -> int:
    """Step 1: the child of the greatest bound; a proven win at once, a proven loss never by choice."""
    begin = first[node]
    best = begin
    best_bound = -1e30
    explore = settings[EXPLORE] * math.sqrt(visits[node] + 1.0)
    for child in range(begin, begin + children):
        n = visits[child]
        status = proven[child]
        inverse = 1.0 / (n + 1)
        if status != UNKNOWN:
            if status == 1 + player:
                return child
            bound = 0.0 if status == 1 + DRAW else -1e20 + n
        else:
            bound = (value[child] * (1.0 / ONE) + guess[child] + explore * prior[child]) * inverse
        if bound > best_bound:
            best_bound = bound
            best = child
    return best


@inline
def best_guess(node: int, player: int, first: Ints, count: Ints, guess: Floats) -> int:
    """Step 3: what the best child promises, for FIRST."""
    best = -1.0
    for child in range(first[node], first[node] + count[node]):
        best = max(best, guess[child])
    return seen(int(best * ONE), player)


def judge(position: Position, out: Moves, random: Random, weights: Ints, settings: Floats) -> int:
    """Step 3: a few random moves, and on while the position is unsettled; then what it is worth to FIRST."""
    cut = int(settings[CUT])
    played = 0
    while True:
        if played >= cut and (played >= cut + RESTLESS or unsettled(position) == 0):
            if legal_moves(position, out) == 0:
                return worth(winner(position))
            return int(math.tanh(evaluate(position, weights) * SCALE) * ONE)
        chosen = pick(position, out, random)
        if chosen < 0:
            return worth(winner(position))
        play(position, chosen)
        played += 1


@inline
def worth(result: int) -> int:
    """A result as a value for FIRST."""
    return 0 if result == DRAW else ONE if result == FIRST else -ONE


def back_up(depth: int, gain: int, visits: Ints, value: Ints, path: Ints, mover: Ints, loss: int) -> None:
    """Step 4: the visit and the value in every node of the path; virtual losses are taken back."""
    for level in range(depth, 0, -1):
        node = path[level]
        own = gain if mover[level] == FIRST else -gain
        if loss:
            add(visits, node, 1 - loss)
            add(value, node, own + loss * ONE)
        else:
            visits[node] += 1
            value[node] += own
    if loss:
        add(visits, 0, 1)
    else:
        visits[0] += 1
