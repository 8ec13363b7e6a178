"""The arrays that the self-play kernels work on, in numpy's memory or a GPU's."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kakomi.core.match import Match
from kakomi.core.net import NetShape, net_shape
from kakomi.training.state import META, TALLY, Batch, Games, Leaves, Ring, Scratch, Shape, Trees

Zeros = Callable[[int, str], Any]  # an array of this many zeros of a type such as "int32"

SAMPLE_GAMES = 24  # random games that show how many moves positions have
LONGEST_TIMES = 3  # a game is given up after this many times the length of the longest of them


def shape_for(match: Match, games: int, simulations: int, ring: int, openings: int, window: int = 0) -> Shape:
    """Sizes for self-play from the match's position; the room for moves is estimated from random games.

    With `window` the net sees only that many rows and columns of a larger grid.
    """
    net = net_shape(match.rule_set.rules, match.settings)
    seen = seen_shape(net, window)
    moves, longest = _random_games(match)
    bound = match.rule_set.rules.max_moves(match.settings)
    widest = min(-(-max(moves) * 3 // 2 // 8) * 8, bound)
    nodes = simulations + 2
    edges = min(nodes * (sum(moves) * 3 // (2 * len(moves)) + 8), nodes * widest)
    return Shape(
        games=games,
        length=len(match.state),
        cells=seen.cells,
        wide=seen.columns,
        grid=net.cells,
        columns=net.columns,
        ways=net.ways,
        facts=len(net.facts),
        entries=seen.entries,
        moves=bound,
        widest=widest,
        simulations=simulations,
        nodes=nodes,
        edges=max(edges, 2 * widest),
        ring=ring,
        openings=openings,
        longest=LONGEST_TIMES * longest,
    )


def seen_shape(net: NetShape, window: int) -> NetShape:
    """The net interface cut to a window in the grid's corner; unchanged if there is none."""
    if not window:
        return net
    return replace(net, rows=min(window, net.rows), columns=min(window, net.columns))


def _random_games(match: Match) -> tuple[list[int], int]:
    """How many moves the positions of some random games have, and the length of the longest game."""
    generator = random.Random(1)
    moves, longest = [], 0
    for _ in range(SAMPLE_GAMES):
        walk = match.copy()
        plies = 0
        while walk.outcome is None:
            codes = walk.codes()
            moves.append(len(codes))
            walk.push_code(generator.choice(codes))
            plies += 1
        longest = max(longest, plies)
    return moves, longest


def make_games(
    shape: Shape, root: list[int], seeds: list[int], zeros: Zeros, fill: Callable[[Any, list[int]], None]
) -> Games:
    """Games that all begin at `root`."""
    games = Games(
        root=zeros(shape.length, "int64"),
        state=zeros(shape.games * shape.length, "int64"),
        random=zeros(shape.games, "uint64"),
        meta=zeros(shape.games * META, "int32"),
        tally=zeros(shape.games * TALLY, "int64"),
        clock=zeros(1, "int64"),
    )
    fill(games.root, root)
    fill(games.state, root * shape.games)
    fill(games.random, seeds)
    return games


def make_trees(shape: Shape, zeros: Zeros) -> Trees:
    """One tree for each game."""
    nodes, edges = shape.games * shape.nodes, shape.games * shape.edges
    return Trees(
        first=zeros(nodes, "int32"),
        edge_count=zeros(nodes, "int32"),
        player=zeros(nodes, "int32"),
        value=zeros(nodes, "float32"),
        drawn=zeros(nodes, "float32"),
        move=zeros(edges, "int64"),
        entry=zeros(edges, "int32"),
        second=zeros(edges, "int32"),
        logp=zeros(edges, "float32"),
        visits=zeros(edges, "int32"),
        total=zeros(edges, "float32"),
        child=zeros(edges, "int32"),
        gumbel=zeros(shape.games * shape.widest, "float32"),
        path=zeros(nodes, "int32"),
        mover=zeros(nodes, "int32"),
    )


def make_leaves(shape: Shape, zeros: Zeros) -> Leaves:
    """Scratch for one position of each game and the net's answer."""
    return Leaves(
        cells=zeros(shape.games * shape.cells, "uint8"),
        facts=zeros(max(1, shape.games * shape.facts), "int32"),
        logits=zeros(shape.games * shape.entries, "float32"),
        values=zeros(shape.games * 2, "float32"),
    )


def make_ring(shape: Shape, zeros: Zeros) -> Ring:
    """Scratch for the latest moves of every game."""
    slots = shape.ring * shape.games
    return Ring(
        state=zeros(slots * shape.length, "int64"),
        player=zeros(slots, "int8"),
        move_count=zeros(slots, "int32"),
        policy=zeros(slots * shape.widest, "float32"),
        result=zeros(slots, "int8"),
        value=zeros(slots, "float32"),
        drawn=zeros(slots, "float32"),
    )


def make_batch(shape: Shape, size: int, zeros: Zeros) -> Batch:
    """Scratch for training positions."""
    return Batch(
        cells=zeros(size * shape.cells, "uint8"),
        facts=zeros(max(1, size * shape.facts), "int32"),
        entry=zeros(size * shape.widest, "int32"),
        second=zeros(size * shape.widest, "int32"),
        policy=zeros(size * shape.widest, "float32"),
        result=zeros(size, "int8"),
        value=zeros(size, "float32"),
        drawn=zeros(size, "float32"),
    )


def make_scratch(shape: Shape, zeros: Zeros) -> Scratch:
    """Scratch space of one thread."""
    return Scratch(
        position=zeros(shape.length, "int64"),
        image=zeros(shape.length, "int64"),
        out=zeros(shape.moves, "int64"),
        cells=zeros(shape.grid + shape.facts, "int16"),
        score=zeros(shape.widest, "float32"),
    )
