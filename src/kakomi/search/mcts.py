"""Monte Carlo tree search, generic over games, for any number of threads.

A simulation has four numbered steps, as in every textbook:
1. *Select*: from the root, to the child with the best upper bound, until a node without children.
2. *Expand*: a node visited before gets its children; a node where the game is over is proven on the spot.
3. *Play out*: at random from there to the end (or, with an evaluator, ask it: see `search.puct`).
4. *Back up*: the result into every node on the path, and what is proven as far up as it goes (MCTS-Solver).
With `amaf` a simulation also counts for moves that were played later in it (see `rave`); without it, that is with None, the
compiler leaves all of that out.

The tree is a set of parallel arrays; the children of a node lie side by side. Values are kept from the point of view of the
player who moved into the node, so turns that do not alternate need no care. Values are whole numbers in units of 1 / ONE,
so that the sums are exact and do not depend on the order in which threads add to them.
"""

from __future__ import annotations

import math

from kakomi.core.atomic import add, swap
from kakomi.core.bits import inline
from kakomi.core.protocol import DRAW, Moves, Position, Random, legal_moves, pick, play, to_move, winner
from kakomi.search.rave import Amaf, blend, forget, hear, spread

Ints = list[int]
Floats = list[float]

ONE = 1 << 20  # a won game
UNEXPANDED, BUSY = -1, -2  # marks in `count`
UNKNOWN = 0  # in `proven`; otherwise 1 + FIRST, 1 + SECOND or 1 + DRAW

# Places in `shared`, the counters all threads see.
USED, STARTED, LIMIT, STOP, FULL = 0, 1, 2, 3, 4
HASTE = 5  # 1: stop as soon as no other move of the root can be visited more often than the leading one
SHARED_LENGTH = 8
LOOK_EVERY = 256  # simulations between two looks at that lead, a power of two

# Places in `settings`, the search's parameters.
EXPLORE = 0  # c of UCT: 1.4, about the square root of 2 (Auer et al. 2002 for rewards in 0..1; tuned per game on top)
FIRST_PLAY = 1  # value of an unvisited child above the parent's mean; >= 100: visit every child once, in order
VIRTUAL_LOSS = 2  # visits a passing thread counts as lost until its result is in (0 with one thread)
RAVE = 3  # k of RAVE, see `rave`; only with `amaf`
SETTINGS_LENGTH = 4


def run(
    root: Position,
    first: Ints,
    count: Ints,
    move: Ints,
    visits: Ints,
    value: Ints,
    proven: Ints,
    shared: Ints,
    settings: Floats,
    position: Position,
    out: Moves,
    random: Random,
    path: Ints,
    mover: Ints,
    amaf: Amaf | None,
) -> None:
    """Simulate until the limit, a stop, or proof of the root. Each thread has its own position, out, random, path, mover."""
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
            position, first, count, move, visits, value, proven, shared, settings, out, path, mover, amaf, loss
        )
        node = path[depth]
        if proven[node] == UNKNOWN:
            result = playout(position, out, random, amaf, started)
        else:
            result = proven[node] - 1
            prove(depth, first, count, proven, path, mover)
        if amaf is not None:
            spread(depth, result, first, count, move, path, mover, amaf, started, loss)
        back_up(depth, result, visits, value, path, mover, loss)


def settled(started: int, first: Ints, count: Ints, visits: Ints, shared: Ints) -> int:
    """Whether the move with most visits stays so, whatever the simulations that are left bring; all threads then stop."""
    most = 0
    second = 0
    for child in range(first[0], first[0] + max(count[0], 0)):
        if visits[child] > most:
            second = most
            most = visits[child]
        elif visits[child] > second:
            second = visits[child]
    if most - second <= shared[LIMIT] - started:
        return 0
    shared[STOP] = 1
    return 1


def descend(
    position: Position,
    first: Ints,
    count: Ints,
    move: Ints,
    visits: Ints,
    value: Ints,
    proven: Ints,
    shared: Ints,
    settings: Floats,
    out: Moves,
    path: Ints,
    mover: Ints,
    amaf: Amaf | None,
    loss: int,
) -> int:
    """Steps 1 and 2: walk to a leaf, playing the moves; the depth of the leaf, whose path is left in `path`."""
    node = 0
    depth = 0
    path[0] = 0
    deepest = len(path) - 1
    while proven[node] == UNKNOWN and depth < deepest:
        children = count[node]
        if children < 0:
            if node != 0 and visits[node] <= loss:
                break  # the first visit ends here
            if children == BUSY or not swap(count, node, UNEXPANDED, BUSY):
                break  # another thread is at it
            children = expand(position, node, first, count, move, visits, value, proven, shared, out, amaf)
            if children <= 0:
                break
        player = to_move(position)
        node = select(node, children, player, first, visits, value, proven, settings, amaf)
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
    shared: Ints,
    out: Moves,
    amaf: Amaf | None,
) -> int:
    """Step 2: give the node its children; 0 if the game is over there, UNEXPANDED if there is no room for them."""
    children = lay_out(position, node, first, count, move, visits, value, proven, shared, out)
    if children > 0:
        if amaf is not None:
            forget(first[node], children, amaf)
        count[node] = children
    return children


@inline
def lay_out(
    position: Position,
    node: int,
    first: Ints,
    count: Ints,
    move: Ints,
    visits: Ints,
    value: Ints,
    proven: Ints,
    shared: Ints,
    out: Moves,
) -> int:
    """Step 2: the children side by side, nothing known of them; the node can be walked through when its `count` is set.

    0 if the game is over there, which is then proven; UNEXPANDED if there is no room for them.
    """
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
    for i in range(children):
        child = begin + i
        move[child] = out[i]
        count[child] = UNEXPANDED
        visits[child] = 0
        value[child] = 0
        proven[child] = UNKNOWN
    first[node] = begin
    return children


@inline
def select(
    node: int,
    children: int,
    player: int,
    first: Ints,
    visits: Ints,
    value: Ints,
    proven: Ints,
    settings: Floats,
    amaf: Amaf | None,
) -> int:
    """Step 1: the child with the greatest upper confidence bound; a proven win at once, a proven loss never by choice."""
    begin = first[node]
    best = begin
    best_bound = -1e30
    explore = settings[EXPLORE] * math.sqrt(math.log(visits[node] + 1.0))
    urgency = settings[FIRST_PLAY]
    for child in range(begin, begin + children):
        n = visits[child]
        status = proven[child]
        if status != UNKNOWN:
            if status == 1 + player:
                return child
            bound = 0.0 if status == 1 + DRAW else -1e20 + n
        elif amaf is not None:
            mean = blend(n, value[child] * (1.0 / ONE), amaf.visits[child], amaf.value[child], settings[RAVE])
            bound = mean + explore / math.sqrt(n + 1.0)
        elif n == 0:
            if urgency >= 100.0:
                return child
            bound = urgency
        else:
            inverse = 1.0 / math.sqrt(n)
            bound = value[child] * (inverse * inverse) * (1.0 / ONE) + explore * inverse
        if bound > best_bound:
            best_bound = bound
            best = child
    return best


def playout(position: Position, out: Moves, random: Random, amaf: Amaf | None, simulation: int) -> int:
    """Step 3: random moves to the end; the winner (FIRST, SECOND or DRAW)."""
    while True:
        chosen = pick(position, out, random)
        if chosen < 0:
            return winner(position)
        if amaf is not None:
            hear(to_move(position), chosen, amaf, simulation)
        play(position, chosen)


def back_up(depth: int, result: int, visits: Ints, value: Ints, path: Ints, mover: Ints, loss: int) -> None:
    """Step 4: count the visit and the result in every node of the path, and take virtual losses back."""
    for level in range(depth, 0, -1):
        node = path[level]
        gain = 0 if result == DRAW else ONE if result == mover[level] else -ONE
        if loss:
            add(visits, node, 1 - loss)
            add(value, node, gain + loss * ONE)
        else:
            visits[node] += 1
            value[node] += gain
    if loss:
        add(visits, 0, 1)
    else:
        visits[0] += 1


def prove(depth: int, first: Ints, count: Ints, proven: Ints, path: Ints, mover: Ints) -> None:
    """Step 4: a proven child proves its parent if it wins for the player there, or if all its siblings are proven."""
    for level in range(depth, 0, -1):
        parent = path[level - 1]
        player = mover[level]
        if proven[parent] != UNKNOWN:
            continue
        if proven[path[level]] == 1 + player:
            proven[parent] = 1 + player
            continue
        best = 1 + (1 - player)
        for child in range(first[parent], first[parent] + count[parent]):
            if proven[child] == UNKNOWN:
                return
            if proven[child] == 1 + DRAW:
                best = 1 + DRAW
        proven[parent] = best


def graft(node: int, first: Ints, count: Ints, new_first: Ints, new_count: Ints, origin: Ints) -> int:
    """Lay out what hangs below a node as a new tree, level by level, `origin` telling where each was; how many there are."""
    origin[0] = node
    used = 1
    at = 0
    while at < used:
        old = origin[at]
        children = count[old]
        new_count[at] = children
        if children > 0:
            new_first[at] = used
            for i in range(children):
                origin[used + i] = first[old] + i
            used += children
        at += 1
    return used
