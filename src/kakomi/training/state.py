"""The data that self-play works on, as named tuples of flat sequences: lists when interpreted, arrays when compiled.

Game number g owns slice g of each. The value of an edge is from the point of view of the player who moves along it.
"""

from __future__ import annotations

from typing import NamedTuple

from kakomi.core.protocol import Moves, Position, Random

Ints = list[int]
Floats = list[float]


# What is known about a game's end, in `Ring.result`, from the point of view of the player to move.
UNFINISHED, WON, DRAWN, LOST = 0, 1, 2, 3

# Places in `Games.meta`.
NODES_USED, EDGES_USED, LEAF, DEPTH, SIMULATION, PLY, BEGAN = 0, 1, 2, 3, 4, 5, 6
META = 8

# Places in `Games.tally`.
MOVES_MADE, GAMES_OVER, FIRST_WON, DRAWS, PLIES, GIVEN_UP = 0, 1, 2, 3, 4, 5
TALLY = 8


class Shape(NamedTuple):
    """The sizes of everything."""

    games: int
    length: int  # of a position
    cells: int  # that the net sees: the grid, or a window in its corner where the grid is much larger than what is used
    wide: int  # columns of these
    grid: int  # cells of the whole grid
    columns: int
    ways: int  # policy entries for each cell
    facts: int
    entries: int  # of the policy, for the cells that the net sees
    moves: int  # that the rules may write to a list
    widest: int  # moves of a position that are considered
    simulations: int
    nodes: int  # of a tree
    edges: int
    ring: int  # moves of each game that are remembered
    openings: int  # a game begins with 0 to openings - 1 random moves
    longest: int  # moves after which a game is given up


class Games(NamedTuple):
    """The games that are being played."""

    root: Ints  # the position they begin from
    state: Ints  # the positions now
    random: Random
    meta: Ints
    tally: Ints
    clock: Ints  # moves that all games have made


class Trees(NamedTuple):
    """The search trees. Edges of a node lie side by side."""

    first: Ints  # of a node: its first edge
    edge_count: Ints  # and how many it has
    player: Ints
    value: Floats  # by the net, or by the rules where the game is over
    drawn: Floats  # the net's chance of a draw
    move: Ints  # of an edge
    entry: Ints  # its entry in the policy, and the second one or -1
    second: Ints
    logp: Floats
    visits: Ints
    total: Floats
    child: Ints
    gumbel: Floats  # noise on the root's edges
    path: Ints  # the edges walked, and who moved along each
    mover: Ints


class Leaves(NamedTuple):
    """The net's inputs and its answers: a logit for each policy entry, a value and the chance of a draw."""

    cells: Ints
    facts: Ints
    logits: Floats
    values: Floats  # two for each game


class Ring(NamedTuple):
    """The latest moves of every game, for training."""

    state: Ints
    player: Ints
    move_count: Ints
    policy: Floats  # the policy as improved by the search, in the order of the legal moves
    result: Ints
    value: Floats  # the search's value of the position
    drawn: Floats


class Batch(NamedTuple):
    """Training positions, one for each thread."""

    cells: Ints
    facts: Ints
    entry: Ints  # of each legal move; -1 after the last, and where the net does not see its cell
    second: Ints  # and its second entry, or -1
    policy: Floats
    result: Ints
    value: Floats
    drawn: Floats


class Scratch(NamedTuple):
    """Scratch space of one thread."""

    position: Position
    image: Position
    out: Moves
    cells: Ints
    score: Floats
