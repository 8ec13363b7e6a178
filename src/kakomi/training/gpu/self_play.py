"""Thousands of games of self-play side by side on a GPU: one CUDA graph for each move of all of them."""

from __future__ import annotations

from typing import Any

import torch

from kakomi.core.net import NetShape
from kakomi.training import arrays, state
from kakomi.training.gpu.inputs import Encoder
from kakomi.training.gpu.launch import BLOCK, PARTS, Kernels, make_lists
from kakomi.training.gpu.teacher import Folded
from kakomi.training.kernels import halving_table
from kakomi.training.state import Shape

DEVICE = "cuda"
SPREAD = 4  # the longest game divided by the random moves that the first games may begin with
DTYPES = {"uint64": torch.int64} | {
    name: getattr(torch, name) for name in ("int64", "int32", "int8", "uint8", "float32")
}


def zeros(count: int, kind: str) -> Any:
    """A tensor of zeros on the GPU; torch's words are signed, which makes no difference to the kernels."""
    return torch.zeros(count, dtype=DTYPES[kind], device=DEVICE)


def _fill(target: Any, values: list[int]) -> None:
    target.copy_(torch.tensor(values, dtype=torch.int64).to(DEVICE))


class SelfPlay:
    """Games that a net plays against itself, and the positions to learn from."""

    def __init__(
        self, kernels_: Kernels, shape: Shape, net_shape: NetShape, root: list[int], net: Folded, seed: int
    ) -> None:
        self.kernels, self.shape, self.net = kernels_, shape, net
        self.encoder = Encoder(net_shape, DEVICE)
        generator = torch.Generator().manual_seed(seed)
        seeds = torch.randint(-(2**62), 2**62, (shape.games,), generator=generator).tolist()
        self._begin = (root, seeds)
        self.games: Any = arrays.make_games(shape, root, seeds, zeros, _fill)
        self.trees: Any = arrays.make_trees(shape, zeros)
        self.leaves: Any = arrays.make_leaves(shape, zeros)
        self.ring: Any = arrays.make_ring(shape, zeros)
        self._lists = make_lists(shape, shape.games, zeros)
        self.table = torch.tensor(halving_table(shape.simulations), dtype=torch.int32, device=DEVICE)
        self.moves = 0
        self._graph = self._record()

    def _record(self) -> Any:
        """Record the launches of one move, and reset everything to the beginning."""
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side), torch.no_grad():
            self._move()
        torch.cuda.current_stream().wait_stream(side)
        torch.cuda.synchronize()
        self.restart()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, stream=side), torch.no_grad():  # see `learner.record`
            self._move()
        return graph

    def restart(self) -> None:
        """Forget everything, and begin all games again."""
        root, seeds = self._begin
        for each in (self.games.meta, self.games.tally, self.games.clock, self.ring.result):
            each.zero_()
        _fill(self.games.state, root * self.shape.games)
        _fill(self.games.random, seeds)
        self.kernels("scatter", self.shape.games, self.shape._replace(openings=self._spread()), self.games, self._lists)
        self.moves = 0

    def _spread(self) -> int:
        """How many random moves the first games may begin with, so that games do not all end together."""
        return max(self.shape.openings, self.shape.longest // SPREAD)

    def _evaluate(self) -> None:
        policy, chances = self.net(self.encoder(self.leaves.cells, self.leaves.facts, self.net.dtype))
        self.leaves.logits.copy_(policy.reshape(-1))
        values = self.leaves.values.view(-1, 2)
        values[:, 0] = chances[:, 0] - chances[:, 2]
        values[:, 1] = chances[:, 1]

    def _move(self) -> None:
        shape, games, trees, leaves = self.shape, self.games, self.trees, self.leaves
        self.kernels("begin", shape.games, shape, games, trees, leaves, self._lists)
        self._evaluate()
        for _ in range(shape.simulations):
            self.kernels("step", shape.games, shape, games, trees, leaves, self.table, self._lists)
            self._evaluate()
        self.kernels("finish", shape.games, shape, games, trees, leaves, self.ring, self._lists)
        games.clock.add_(1)

    def move(self) -> None:
        """One move of every game."""
        self._graph.replay()
        self.moves += 1

    def tally(self) -> Any:
        """Sums over all games, see the kernels' tally."""
        return self.games.tally.view(-1, state.TALLY).sum(0).cpu()

    def window(self, moves: int) -> int:
        """How many of the latest moves there are to learn from, at most `moves`."""
        return min(self.moves, moves, self.shape.ring)


class Sampler:
    """Batches of training positions from the rings; all inside CUDA graphs, so sizes are fixed and numbers are tensors."""

    def __init__(self, play: SelfPlay, size: int) -> None:
        self.play, self.size = play, size
        self.batch = arrays.make_batch(play.shape, size, zeros)
        self.strays = arrays.make_batch(play.shape, size, zeros)
        self._lists = make_lists(play.shape, PARTS * size, zeros)  # its own: it works while the games continue
        self.random = torch.randint(-(2**62), 2**62, (size,), device=DEVICE)
        self.window = torch.ones((), device=DEVICE)
        # Positions are drawn at random, so neighbours may share a symmetry: threads of a block, which wait for each
        # other, then take the same branches.
        self._groups = torch.arange(size, device=DEVICE) // BLOCK

    def _choose(self) -> Any:
        shape = self.play.shape
        back = (torch.rand(self.size, device=DEVICE) * self.window).long()
        step = (self.play.games.clock - 1 - back) % shape.ring
        return step * shape.games + torch.randint(0, shape.games, (self.size,), device=DEVICE)

    def draw(self) -> Any:
        """Positions of games; each symmetry is applied to an equal part of them."""
        play, chosen = self.play, self._choose()
        symmetry = self._groups + torch.randint(0, 1 << 20, (1,), device=DEVICE)
        tools = play.shape, play.ring, self.batch, self._lists
        play.kernels("sample", PARTS * self.size, self.size, chosen, symmetry, *tools)
        self._hold = (chosen, symmetry)  # the recorded launch reads them
        return self.batch

    def draw_strays(self, most: int) -> Any:
        """Positions fewer than `most` random moves away from those of games."""
        chosen = self._choose()
        tools = self.play.shape, self.play.ring, self.strays, self._lists
        self.play.kernels("stray", self.size, self.size, chosen, most, self.random, *tools)
        self._hold_strays = chosen
        return self.strays
