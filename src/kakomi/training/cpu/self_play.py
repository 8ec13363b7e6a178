"""Self-play on the CPU: the kernels, compiled, with a net that is being trained to evaluate leaves."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from kakomi.core.compiler.build import bind
from kakomi.core.match import Match
from kakomi.core.protocol import Random
from kakomi.training import arrays
from kakomi.training.cpu.compiled_net import Layers, NetArrays, evaluate, layers_for, weights_of
from kakomi.training.cpu.inputs import inputs_of, training_batch
from kakomi.training.cpu.numpy_net import Array, InputBatch, NumpyNet, SparseShape, Targets
from kakomi.training.kernels import begin, finish, halving_table, step
from kakomi.training.samples import sample, stray
from kakomi.training.state import (
    DRAWS,
    FIRST_WON,
    GAMES_OVER,
    GIVEN_UP,
    MOVES_MADE,
    PLIES,
    TALLY,
    Batch,
    Games,
    Ints,
    Leaves,
    Ring,
    Scratch,
    Shape,
    Trees,
)

FAR = 6  # a stray position is 0 to FAR - 1 random moves away from one of a game
KEPT = ("state", "random", "meta", "tally", "clock")  # arrays of the games that must be kept in order to continue


def play_moves(
    first: int,
    last: int,
    shape: Shape,
    games: Games,
    trees: Trees,
    leaves: Leaves,
    table: Ints,
    ring: Ring,
    net: NetArrays,
    layers: Layers,
    room: Scratch,
) -> None:
    """One move of games first to last - 1."""
    for g in range(first, last):
        begin(g, shape, games, trees, leaves, room)
        evaluate(g, shape, games, trees, leaves, net, layers)
        for _ in range(shape.simulations):
            step(g, shape, games, trees, leaves, table, room)
            evaluate(g, shape, games, trees, leaves, net, layers)
        finish(g, shape, games, trees, leaves, ring, room)


def sample_all(
    first: int, last: int, chosen: Ints, symmetry: Ints, shape: Shape, ring: Ring, batch: Batch, room: Scratch
) -> None:
    """Training positions first to last - 1."""
    for i in range(first, last):
        sample(i, chosen, symmetry, shape, ring, batch, room)


def stray_all(
    first: int,
    last: int,
    chosen: Ints,
    most: int,
    random: Random,
    shape: Shape,
    ring: Ring,
    batch: Batch,
    room: Scratch,
) -> None:
    """Positions first to last - 1 near those of games."""
    for i in range(first, last):
        stray(i, chosen, most, random, shape, ring, batch, room)


@dataclass(frozen=True)
class PlayTally:
    """What has been played: moves, and games that ended."""

    positions: int
    games: int
    first_won: int
    drawn: int
    plies: int  # of the games that ended
    given_up: int  # games that went on for too long


class CpuSelfPlay:
    """Games that a net plays against itself, and the positions to learn from."""

    def __init__(self, match: Match, layout: SparseShape, shape: Shape, seed: int, threads: int = 1) -> None:
        self.match, self.layout, self.shape = match, layout, shape
        seeds = np.random.default_rng(seed).integers(0, 2**63, shape.games).tolist()
        self.games = arrays.make_games(shape, list(match.state), seeds, _zeros, _fill)
        self.trees = arrays.make_trees(shape, _zeros)
        self.leaves = arrays.make_leaves(shape, _zeros)
        self.ring = arrays.make_ring(shape, _zeros)
        self._table: Any = np.array(halving_table(shape.simulations), np.int32)
        rules = match.rule_set.rules
        self._rooms = [arrays.make_scratch(shape, _zeros) for _ in range(threads)]
        self._cuts = [shape.games * number // threads for number in range(threads + 1)]
        self._play = bind("cpu", play_moves, rules)
        self._sample = bind("cpu", sample_all, rules, match.rule_set.symmetry)
        self._stray = bind("cpu", stray_all, rules)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def compile(self, net: NumpyNet) -> None:
        """Compile everything, with a move of no games and a batch of no positions."""
        self._play(0, 0, *self._parts(net), layers_for(net), self._rooms[0])
        nothing: Any = np.zeros(0, np.int64)
        batch = arrays.make_batch(self.shape, 0, _zeros)
        self._sample(0, 0, nothing, nothing, self.shape, self.ring, batch, self._rooms[0])

    def move(self, net: NumpyNet) -> None:
        """One move of every game."""
        parts = self._parts(net)

        def some(number: int) -> None:
            first, last = self._cuts[number : number + 2]
            self._play(first, last, *parts, layers_for(net), self._rooms[number])

        if self._pool is None:
            some(0)
        else:  # each game depends on nothing but itself
            list(self._pool.map(some, range(len(self._rooms))))
        clock: Any = self.games.clock
        clock += 1

    def _parts(self, net: NumpyNet) -> tuple[Any, ...]:
        return self.shape, self.games, self.trees, self.leaves, self._table, self.ring, weights_of(net)

    # --- what is learned from -----------------------------------------------------------------------------------------

    @property
    def finished(self) -> Array:
        """The places in the ring of positions whose game has ended."""
        return np.flatnonzero(np.asarray(self.ring.result))

    def draw(self, size: int, dice: np.random.Generator, mix: float) -> tuple[InputBatch, Targets]:
        """Positions of games that have ended, each under a random symmetry."""
        chosen: Any = dice.choice(self.finished, size)
        symmetry: Any = dice.integers(0, 1 << 20, size)
        batch = arrays.make_batch(self.shape, size, _zeros)
        self._sample(0, size, chosen, symmetry, self.shape, self.ring, batch, self._rooms[0])
        return training_batch(self.layout, self.shape, batch, mix)

    def draw_strays(self, size: int, dice: np.random.Generator) -> InputBatch:
        """Positions a few random moves away from those of games, as a search meets them."""
        chosen: Any = dice.choice(self.finished, size)
        random: Any = dice.integers(1, 2**63, size).astype(np.uint64)
        batch = arrays.make_batch(self.shape, size, _zeros)
        self._stray(0, size, chosen, FAR, random, self.shape, self.ring, batch, self._rooms[0])
        return inputs_of(self.layout, self.shape, batch)

    def tally(self) -> PlayTally:
        """The tally since the beginning."""
        sums = _lines(self.games.tally, TALLY).sum(axis=0).tolist()
        return PlayTally(*(sums[place] for place in (MOVES_MADE, GAMES_OVER, FIRST_WON, DRAWS, PLIES, GIVEN_UP)))

    # --- checkpoints --------------------------------------------------------------------------------------------------

    def arrays(self) -> dict[str, Array]:
        """Everything needed to continue between two moves: the trees are built from scratch for every move."""
        kept = {f"games.{name}": np.asarray(getattr(self.games, name)) for name in KEPT}
        return kept | {f"ring.{name}": np.asarray(each) for name, each in self.ring._asdict().items()}

    def restore(self, kept: Mapping[str, Array]) -> None:
        """Continue from these arrays."""
        for name, array in self.arrays().items():
            array[...] = kept[name]


def _zeros(count: int, kind: str) -> Any:
    return np.zeros(count, kind)


def _fill(target: Any, values: list[int]) -> None:
    target[:] = np.array(values, target.dtype)


def _lines(array: Any, width: int) -> Array:
    """A flat array with one line for each game."""
    lines: Array = np.asarray(array).reshape(-1, width)
    return lines
