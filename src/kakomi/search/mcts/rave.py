"""Rapid action value estimation for `mcts` (RAVE: Gelly and Silver 2007, 2011): all moves as first.

A move's code means the same move wherever a player may play it. So each child has a second statistic besides its visits: how
the simulations through its parent went in which the same player played that code there or at any time later. It builds up
much sooner but is biased; a child's value is a blend of the two that shifts to the child's own as visits come in.
"""

from __future__ import annotations

from typing import NamedTuple

from kakomi.core.bits import inline
from kakomi.core.compiler.atomic import add
from kakomi.core.protocol import DRAW
from kakomi.search.alphabeta.arrays import HISTORY_SIZE
from kakomi.search.alphabeta.kernel import record
from kakomi.search.mcts.arrays import Ints, Nodes, Walk

HEARD = 2 * HISTORY_SIZE  # places for the moves of one simulation, separate for each player


class Amaf(NamedTuple):
    """What the kernel needs for RAVE: two arrays of the tree, and two that are private to each thread."""

    visits: Ints  # of a node: simulations that count for its move
    value: Ints  # and their results for the player who moves into it: games won minus games lost
    heard: Ints  # of a place: 1 + number of the simulation in which a move was last put there
    move: Ints  # and that move; an earlier one at the same place is lost, which never happens in games with few codes


@inline
def blend(visits: int, value: float, amaf_visits: int, amaf_value: int, k: float) -> float:
    """The mean of a child, both statistics weighted for the least mean squared error (Gelly and Silver 2011, section 4.3).

    The weight of the second is m / (n + m + 4 n m b^2) for n visits, m of the second kind and a bias of b; `k` is 1 / 4 b^2,
    the visits after which a child's own mean counts as much as any number of the others.
    """
    total = visits + amaf_visits + visits * amaf_visits / k
    if total == 0.0:
        return 0.0
    return ((1.0 + amaf_visits / k) * value + amaf_value) / total


@inline
def forget(begin: int, children: int, amaf: Amaf) -> None:
    """Clear the statistics of new children."""
    for child in range(begin, begin + children):
        amaf.visits[child] = 0
        amaf.value[child] = 0


@inline
def hear(player: int, move: int, amaf: Amaf, simulation: int) -> None:
    """Note that the player has played this move in the simulation."""
    place = record(player, move)
    amaf.heard[place] = simulation + 1
    amaf.move[place] = move


def spread(depth: int, result: int, nodes: Nodes, walk: Walk, amaf: Amaf, simulation: int, loss: int) -> None:
    """Add the result to all children of the path's nodes whose move was played from there on, from the leaf upwards."""
    for level in range(depth - 1, -1, -1):
        node = walk.path[level]
        player = walk.mover[level + 1]
        hear(player, nodes.move[walk.path[level + 1]], amaf, simulation)
        gain = 0 if result == DRAW else 1 if result == player else -1
        for child in range(nodes.first[node], nodes.first[node] + nodes.children[node]):
            move = nodes.move[child]
            place = record(player, move)
            if amaf.heard[place] == simulation + 1 and amaf.move[place] == move:
                if loss:
                    add(amaf.visits, child, 1)
                    add(amaf.value, child, gain)
                else:
                    amaf.visits[child] += 1
                    amaf.value[child] += gain
