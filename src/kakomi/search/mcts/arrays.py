"""The data that the tree searches work on, as named tuples of flat sequences: lists when interpreted, arrays when compiled.

Values are whole numbers in units of 1 / ONE, so that the sums are exact and do not depend on the order in which threads add
to them. They are kept from the point of view of the player who moved into the node, so turns that do not alternate need no
special care.
"""

from __future__ import annotations

from typing import NamedTuple

from kakomi.core.protocol import Moves, Position, Random

Ints = list[int]
Floats = list[float]

ONE = 1 << 20  # a won game
UNEXPANDED, BUSY = -1, -2  # marks in `children`: no children yet, a thread is laying them out
UNKNOWN = 0  # in `proven`; otherwise 1 + FIRST, 1 + SECOND or 1 + DRAW

# Places in `shared`.
USED, STARTED, LIMIT, STOP, FULL = 0, 1, 2, 3, 4
HASTE = 5  # 1: stop as soon as no other move of the root can be visited more often than the leading one
SHARED_LENGTH = 8


class Nodes(NamedTuple):
    """The tree, one for all threads. Node 0 is the root; the children of a node lie side by side."""

    first: Ints  # of a node: its first child, where it has children
    children: Ints  # how many it has, 0 where the game is over; or UNEXPANDED, BUSY
    move: Ints  # the move into it
    visits: Ints  # simulations that came through it, and virtual losses
    value: Ints  # the sum of their results
    proven: Ints  # its proven result
    prior: Floats  # how likely its move was thought to be the best, in guided searches; of length one in others
    guess: Floats  # and its estimated value, from -1 to 1, before any visit
    shared: Ints  # counters of the whole tree


class Walk(NamedTuple):
    """One way down the tree."""

    position: Position  # where it has arrived
    path: Ints  # the nodes on the way, the root first
    mover: Ints  # who moved into each of them


class Own(NamedTuple):
    """The other private data of each thread."""

    out: Moves  # room for the moves of a position
    random: Random
    scratch: Position  # a position to look ahead on, in a guided search
    below: Moves  # and room for its moves
