"""Self-play by Gumbel AlphaZero (Danihelka et al. 2022), generic over games with a net interface: one game per thread.

All games make one move together. `begin` plants a tree in each game; then, once for each simulation, the net evaluates one
leaf of every game and `step` takes in its answers and walks to the next leaves; `finish` plays the move and records
what is to be learnt from it. `samples` has the kernels that draw training positions.

The functions run compiled on the CPU, where they are tested and train small nets, and as CUDA kernels (`gpu.launch`).
"""

from __future__ import annotations

import math

from kakomi.core.bits import U
from kakomi.core.protocol import (
    DRAW,
    FIRST,
    Moves,
    Position,
    Random,
    entry,
    legal_moves,
    pick,
    planes,
    play,
    second_entry,
    to_move,
    winner,
)
from kakomi.core.rand import below, draw
from kakomi.training.state import (
    BEGAN,
    DEPTH,
    DRAWN,
    DRAWS,
    EDGES_USED,
    FIRST_WON,
    GAMES_OVER,
    GIVEN_UP,
    LEAF,
    LOST,
    META,
    MOVES_MADE,
    NODES_USED,
    PLIES,
    PLY,
    SIMULATION,
    TALLY,
    UNFINISHED,
    WON,
    Floats,
    Games,
    Ints,
    Leaves,
    Ring,
    Scratch,
    Shape,
    Trees,
)

CONSIDERED = 16  # moves of the root that sequential halving begins with, as in mctx
VISIT, SCALE = 50.0, 0.1  # c_visit and c_scale of the paper: how much a value counts beside the prior
UNSEEN = -4.0  # logit of a move to a cell that the net does not see
FREE_WALKS = 8  # walks of one step that may end where the game is over: these need no net


def uniform(random: Random) -> float:
    """A number between 0 and 1, neither included."""
    return ((draw(random) >> U(40)) + 0.5) * (1.0 / 16777216.0)


def copy(source: Ints, begin: int, target: Ints, at: int, length: int) -> None:
    for i in range(length):
        target[at + i] = source[begin + i]


def describe(i: int, position: Position, shape: Shape, cells: Ints, facts: Ints, room: Scratch) -> None:
    """Write what the net reads of a position."""
    planes(position, room.cells)
    for row in range(shape.cells // shape.wide):
        copy(room.cells, row * shape.columns, cells, i * shape.cells + row * shape.wide, shape.wide)
    copy(room.cells, shape.grid, facts, i * shape.facts, shape.facts)


def seen_entry(number: int, shape: Shape) -> int:
    """A policy entry of the grid as one of the cells that the net sees, -1 for a cell that it does not see."""
    if shape.cells == shape.grid or number < 0:
        return number
    cell = number // shape.ways
    if cell >= shape.grid:  # an entry that belongs to no cell
        return number - (shape.grid - shape.cells) * shape.ways
    row = cell // shape.columns
    column = cell % shape.columns
    if column >= shape.wide or (row + 1) * shape.wide > shape.cells:
        return -1
    return (row * shape.wide + column) * shape.ways + number % shape.ways


def lay_out(g: int, node: int, position: Position, shape: Shape, games: Games, trees: Trees, out: Moves) -> int:
    """Make the edges of a new node; returns the number of legal moves. Where there is no room, some moves are left out."""
    moves = legal_moves(position, out)
    begin = games.meta[g * META + EDGES_USED]
    kept = min(moves, shape.widest, shape.edges - begin)
    at = g * shape.nodes + node
    trees.first[at] = begin
    trees.edge_count[at] = kept
    trees.player[at] = to_move(position)
    base = g * shape.edges + begin
    for i in range(kept):
        move = out[i]
        trees.move[base + i] = move
        trees.entry[base + i] = seen_entry(entry(position, move), shape)
        trees.second[base + i] = seen_entry(second_entry(position, move), shape)
        trees.visits[base + i] = 0
        trees.total[base + i] = 0.0
        trees.child[base + i] = -1
    games.meta[g * META + EDGES_USED] = begin + kept
    return moves


def begin(g: int, shape: Shape, games: Games, trees: Trees, leaves: Leaves, room: Scratch) -> None:
    """A new tree with nothing but its root, which the net is to evaluate."""
    m = g * META
    games.meta[m + NODES_USED] = 1
    games.meta[m + EDGES_USED] = 0
    games.meta[m + LEAF] = 0
    games.meta[m + DEPTH] = 0
    games.meta[m + SIMULATION] = 0
    position = room.position
    copy(games.state, g * shape.length, position, 0, shape.length)
    lay_out(g, 0, position, shape, games, trees, room.out)
    random = games.random[g : g + 1]
    for i in range(trees.edge_count[g * shape.nodes]):
        trees.gumbel[g * shape.widest + i] = -math.log(-math.log(uniform(random)))
    describe(g, position, shape, leaves.cells, leaves.facts, room)


def back_up(g: int, value: float, player: int, shape: Shape, games: Games, trees: Trees) -> None:
    """Add a value, as the player sees it, to all edges of the path."""
    for level in range(games.meta[g * META + DEPTH]):
        edge = trees.path[g * shape.nodes + level]
        trees.visits[edge] += 1
        trees.total[edge] += value if trees.mover[g * shape.nodes + level] == player else -value


def deliver(g: int, shape: Shape, games: Games, trees: Trees, leaves: Leaves) -> None:
    """Take in the net's answer for the leaf: priors of its edges, and its value, backed up."""
    leaf = games.meta[g * META + LEAF]
    if leaf < 0:
        return
    at = g * shape.nodes + leaf
    base = g * shape.edges + trees.first[at]
    count = trees.edge_count[at]
    logits = g * shape.entries
    best = -1e30
    for i in range(count):
        x = UNSEEN
        if trees.entry[base + i] >= 0:
            x = leaves.logits[logits + trees.entry[base + i]]
        if trees.second[base + i] >= 0:
            x += leaves.logits[logits + trees.second[base + i]]
        trees.logp[base + i] = x
        best = max(best, x)
    total = 0.0
    for i in range(count):
        total += math.exp(trees.logp[base + i] - best)
    if count > 0:
        shift = best + math.log(total)
        for i in range(count):
            trees.logp[base + i] -= shift
    value = leaves.values[2 * g]
    trees.value[at] = value
    trees.drawn[at] = leaves.values[2 * g + 1]
    back_up(g, value, trees.player[at], shape, games, trees)


def improve(g: int, node: int, shape: Shape, trees: Trees, score: Floats) -> int:
    """score[i] = log prior + sigma(completed value) of each edge, as in mctx; returns the total number of visits."""
    at = g * shape.nodes + node
    base = g * shape.edges + trees.first[at]
    count = trees.edge_count[at]
    visits = 0
    most = 0
    mass = 0.0
    weighted = 0.0
    low = 1e30
    high = -1e30
    for i in range(count):
        n = trees.visits[base + i]
        if n > 0:
            visits += n
            most = max(most, n)
            p = math.exp(trees.logp[base + i]) + 1e-9
            q = trees.total[base + i] / n
            mass += p
            weighted += p * q
            low = min(low, q)
            high = max(high, q)
    mixed = trees.value[at]  # what an edge without visits is assumed to be worth
    if visits > 0:
        mixed = (mixed + visits * weighted / mass) / (visits + 1)
    if visits < count or mass < 1.0:
        low = min(low, mixed)
        high = max(high, mixed)
    factor = (VISIT + most) * SCALE / max(high - low, 1e-2)
    for i in range(count):
        n = trees.visits[base + i]
        q = trees.total[base + i] / n if n > 0 else mixed
        score[i] = trees.logp[base + i] + factor * (q - low)
    return visits


def softmax(count: int, score: Floats) -> None:
    """The improved policy, in place."""
    top = -1e30
    for i in range(count):
        top = max(top, score[i])
    total = 0.0
    for i in range(count):
        score[i] = math.exp(score[i] - top)
        total += score[i]
    for i in range(count):
        score[i] /= total


def best_at_root(g: int, wanted: int, shape: Shape, trees: Trees, score: Floats) -> int:
    """The best of the root's edges with `wanted` visits, by noise and score; -1 if there is none."""
    best = -1
    best_score = -1e30
    for i in range(trees.edge_count[g * shape.nodes]):
        if trees.visits[g * shape.edges + i] == wanted:
            x = trees.gumbel[g * shape.widest + i] + score[i]
            if x > best_score:
                best_score = x
                best = i
    return best


def furthest_behind(g: int, node: int, visits: int, shape: Shape, trees: Trees, score: Floats) -> int:
    """The edge whose share of visits is furthest below the improved policy."""
    at = g * shape.nodes + node
    base = g * shape.edges + trees.first[at]
    count = trees.edge_count[at]
    softmax(count, score)
    best = 0
    best_lack = -1e30
    for i in range(count):
        lack = score[i] - trees.visits[base + i] / (visits + 1.0)
        if lack > best_lack:
            best_lack = lack
            best = i
    return best


def step(g: int, shape: Shape, games: Games, trees: Trees, leaves: Leaves, table: Ints, room: Scratch) -> None:
    """Take in the net's answer, then walk to the next leaf. Walks to the end of a game need no net and are free."""
    deliver(g, shape, games, trees, leaves)
    m = g * META
    for _ in range(FREE_WALKS):
        leaf = walk(g, shape, games, trees, table, room)
        games.meta[m + LEAF] = leaf
        games.meta[m + SIMULATION] += 1
        if leaf >= 0:
            describe(g, room.position, shape, leaves.cells, leaves.facts, room)
            return


def walk(g: int, shape: Shape, games: Games, trees: Trees, table: Ints, room: Scratch) -> int:
    """From the root to a new node for the net, its position in `room.position`; -1 where the walk ended at a known value."""
    m = g * META
    position = room.position
    copy(games.state, g * shape.length, position, 0, shape.length)
    node = 0
    depth = 0
    while True:
        at = g * shape.nodes + node
        count = trees.edge_count[at]
        if count == 0 or depth >= shape.nodes:
            games.meta[m + DEPTH] = depth
            back_up(g, trees.value[at], trees.player[at], shape, games, trees)
            return -1
        visits = improve(g, node, shape, trees, room.score)
        choice = -1
        if node == 0 and games.meta[m + SIMULATION] < shape.simulations:
            wanted = table[min(count, CONSIDERED) * shape.simulations + games.meta[m + SIMULATION]]
            choice = best_at_root(g, wanted, shape, trees, room.score)
        if choice < 0:
            choice = furthest_behind(g, node, visits, shape, trees, room.score)
        edge = g * shape.edges + trees.first[at] + choice
        trees.path[g * shape.nodes + depth] = edge
        trees.mover[g * shape.nodes + depth] = trees.player[at]
        depth += 1
        play(position, trees.move[edge])
        node = trees.child[edge]
        if node < 0:
            node = games.meta[m + NODES_USED]
            games.meta[m + DEPTH] = depth
            if node >= shape.nodes:  # free walks have used up the tree
                back_up(g, trees.value[at], trees.player[at], shape, games, trees)
                return -1
            games.meta[m + NODES_USED] = node + 1
            trees.child[edge] = node
            if lay_out(g, node, position, shape, games, trees, room.out) > 0:
                return node
            result = winner(position)
            player = to_move(position)
            value = 0.0 if result == DRAW else 1.0 if result == player else -1.0
            trees.value[g * shape.nodes + node] = value
            trees.drawn[g * shape.nodes + node] = 1.0 if result == DRAW else 0.0
            back_up(g, value, player, shape, games, trees)
            return -1


def finish(g: int, shape: Shape, games: Games, trees: Trees, leaves: Leaves, ring: Ring, room: Scratch) -> None:
    """Choose and play the move, record what is to be learnt, and begin another game if this one is over."""
    deliver(g, shape, games, trees, leaves)
    improve(g, 0, shape, trees, room.score)
    count = trees.edge_count[g * shape.nodes]
    base = g * shape.edges
    most = 0
    for i in range(count):
        most = max(most, trees.visits[base + i])
    choice = best_at_root(g, most, shape, trees, room.score)
    softmax(count, room.score)
    clock = games.clock[0]
    now = (clock % shape.ring) * shape.games + g
    value = 0.0
    for i in range(count):
        ring.policy[now * shape.widest + i] = room.score[i]
        n = trees.visits[base + i]
        value += room.score[i] * (trees.total[base + i] / n if n > 0 else trees.value[g * shape.nodes])
    copy(games.state, g * shape.length, ring.state, now * shape.length, shape.length)
    ring.player[now] = trees.player[g * shape.nodes]
    ring.move_count[now] = count
    ring.result[now] = UNFINISHED
    ring.value[now] = value
    ring.drawn[now] = trees.drawn[g * shape.nodes]
    copy(games.state, g * shape.length, room.position, 0, shape.length)
    play(room.position, trees.move[base + choice])
    games.meta[g * META + PLY] += 1
    games.tally[g * TALLY + MOVES_MADE] += 1
    over = legal_moves(room.position, room.out) == 0
    if over or games.meta[g * META + PLY] >= shape.longest:
        if over:
            close(g, winner(room.position), clock, shape, games, ring)
        else:
            games.tally[g * TALLY + GIVEN_UP] += 1
        open_game(g, clock, shape, games, room)
    copy(room.position, 0, games.state, g * shape.length, shape.length)


def close(g: int, result: int, clock: int, shape: Shape, games: Games, ring: Ring) -> None:
    """Write the result to all remembered positions of a game."""
    tally = g * TALLY
    games.tally[tally + GAMES_OVER] += 1
    games.tally[tally + PLIES] += games.meta[g * META + PLY]
    if result == DRAW:
        games.tally[tally + DRAWS] += 1
    elif result == FIRST:
        games.tally[tally + FIRST_WON] += 1
    for past in range(max(games.meta[g * META + BEGAN], clock - shape.ring + 1), clock + 1):
        at = (past % shape.ring) * shape.games + g
        ring.result[at] = DRAWN if result == DRAW else WON if ring.player[at] == result else LOST


def open_game(g: int, clock: int, shape: Shape, games: Games, room: Scratch) -> None:
    """The position of a new game after some random moves, in `room.position`."""
    random = games.random[g : g + 1]
    plies = below(random, shape.openings)
    copy(games.root, 0, room.position, 0, shape.length)
    for _ in range(plies):
        move = pick(room.position, room.out, random)
        if move >= 0:
            play(room.position, move)
    if legal_moves(room.position, room.out) == 0:
        plies = 0
        copy(games.root, 0, room.position, 0, shape.length)
    games.meta[g * META + PLY] = plies
    games.meta[g * META + BEGAN] = clock + 1


def scatter(g: int, shape: Shape, games: Games, room: Scratch) -> None:
    """The first game of all begins after up to `shape.openings` random moves, so that games do not all end together."""
    open_game(g, -1, shape, games, room)
    copy(room.position, 0, games.state, g * shape.length, shape.length)


# --- interpreted ------------------------------------------------------------------------------------------------------


def halving_table(simulations: int) -> list[int]:
    """The visits that sequential halving looks for at the root: row 0 to CONSIDERED moves, column simulation (mctx).

    >>> table = halving_table(8)
    >>> table[4 * 8 : 5 * 8]  # four moves: each once, once more, then the better two
    [0, 0, 0, 0, 1, 1, 2, 2]
    """
    return [visits for moves in range(CONSIDERED + 1) for visits in _row(moves, simulations)]


def _row(moves: int, simulations: int) -> list[int]:
    if moves <= 1:
        return list(range(simulations))
    rounds = math.ceil(math.log2(moves))
    row: list[int] = []
    visits = [0] * moves
    left = moves
    while len(row) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            row.extend(visits[:left])
            for i in range(left):
                visits[i] += 1
        left = max(2, left // 2)
    return row[:simulations]
