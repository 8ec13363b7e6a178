"""The self-play kernels on a GPU: compiled to PTX, here or on another machine, and launched by CuPy on torch's tensors.

Compiling needs numba-cuda but no GPU; launching needs CuPy and torch but no numba. So a machine with a GPU can use kernels
that were compiled elsewhere (`kernel_files`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from kakomi.core.compiler.build import bind
from kakomi.core.errors import EngineError
from kakomi.core.match import Match
from kakomi.search.gpu import HOPPER, ISA
from kakomi.training import arrays, kernels, samples
from kakomi.training.state import Scratch, Shape

# Threads of a block, one game each. They share a warp and wait for the one that takes longest, and games differ. There are
# not enough of them to fill the GPU, so that a warp with most of its lanes empty costs nothing.
BLOCK = 8
MANY_GAMES, LARGE_BLOCK = 16_384, 16  # with so many games there are enough
PARTS = 8  # threads that share the work for one training position
GAME_KERNELS = ("scatter", "begin", "step", "finish")  # one thread for each game
NAMES = (*GAME_KERNELS, "sample", "stray")


class KernelSizes(NamedTuple):
    """What the text of a kernel depends on besides the rules: the sizes of a thread's scratch space."""

    length: int  # of a position
    moves: int  # that the rules may write to a list
    cells: int  # and facts
    widest: int  # moves that are looked at


def kernel_functions() -> tuple[Any, ...]:
    """What the kernels do, one thread of each."""
    return kernels.scatter, kernels.begin, kernels.step, kernels.finish, samples.sample_part, samples.stray


def sizes_for(match: Match, shape: Shape) -> KernelSizes:
    """Those of a board."""
    moves = match.rule_set.rules.max_moves(match.settings)
    return KernelSizes(shape.length, moves, shape.grid + shape.facts, shape.widest)


def compile_kernels(match: Match, shape: Shape, capability: tuple[int, int] = HOPPER) -> dict[str, str]:
    """The PTX text of each kernel. Needs `kakomi[cuda]`."""
    rules = match.rule_set.rules
    entries = {each.__name__: bind("cuda", each, rules, match.rule_set.symmetry) for each in kernel_functions()}
    import numba
    import numpy as np
    from numba import cuda, float32, int16, int64, void

    from kakomi.core.compiler.cuda import without_a_gpu

    length, moves, cells, widest = sizes_for(match, shape)
    parts = PARTS

    begin_game, step_game, finish_game = entries["begin"], entries["step"], entries["finish"]
    scatter_game, sample_one, stray_one = entries["scatter"], entries["sample_part"], entries["stray"]

    def scatter(shape: Any, games: Any) -> None:
        g = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
        if g < shape.games:
            position, out = cuda.local.array(length, int64), cuda.local.array(moves, int64)
            image, marks = cuda.local.array(1, int64), cuda.local.array(1, int16)
            score = cuda.local.array(1, float32)
            scatter_game(g, shape, games, Scratch(position, image, out, marks, score))

    def begin(shape: Any, games: Any, trees: Any, leaves: Any) -> None:
        g = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
        if g < shape.games:
            position, image = cuda.local.array(length, int64), cuda.local.array(1, int64)
            out, marks = cuda.local.array(moves, int64), cuda.local.array(cells, int16)
            score = cuda.local.array(1, float32)
            begin_game(g, shape, games, trees, leaves, Scratch(position, image, out, marks, score))

    def step(shape: Any, games: Any, trees: Any, leaves: Any, table: Any) -> None:
        g = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
        if g < shape.games:
            position, image = cuda.local.array(length, int64), cuda.local.array(1, int64)
            out, marks = cuda.local.array(moves, int64), cuda.local.array(cells, int16)
            score = cuda.local.array(widest, float32)
            step_game(g, shape, games, trees, leaves, table, Scratch(position, image, out, marks, score))

    def finish(shape: Any, games: Any, trees: Any, leaves: Any, ring: Any) -> None:
        g = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
        if g < shape.games:
            position, image = cuda.local.array(length, int64), cuda.local.array(1, int64)
            out, marks = cuda.local.array(moves, int64), cuda.local.array(1, int16)
            score = cuda.local.array(widest, float32)
            finish_game(g, shape, games, trees, leaves, ring, Scratch(position, image, out, marks, score))

    def sample(size: Any, chosen: Any, symmetry: Any, shape: Any, ring: Any, batch: Any) -> None:
        thread = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
        i, part = thread % size, thread // size  # threads side by side do the same part of different positions
        if part < parts:
            position, image = cuda.local.array(length, int64), cuda.local.array(length, int64)
            out, marks = cuda.local.array(moves, int64), cuda.local.array(cells, int16)
            score = cuda.local.array(1, float32)
            room = Scratch(position, image, out, marks, score)
            sample_one(i, part, parts, chosen, symmetry, shape, ring, batch, room)

    def stray(size: Any, chosen: Any, most: Any, random: Any, shape: Any, ring: Any, batch: Any) -> None:
        i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
        if i < size:
            position, image = cuda.local.array(length, int64), cuda.local.array(length, int64)
            out, marks = cuda.local.array(moves, int64), cuda.local.array(cells, int16)
            score = cuda.local.array(1, float32)
            stray_one(i, chosen, most, random, shape, ring, batch, Scratch(position, image, out, marks, score))

    def zeros(_: int, kind: str) -> Any:
        return np.zeros(1, kind)

    def kind(value: Any) -> Any:
        return numba.typeof(value)

    sizes = kind(Shape(*(1,) * len(shape)))
    games = kind(arrays.make_games(shape, [0], [0], zeros, lambda *_: None))
    trees, leaves = kind(arrays.make_trees(shape, zeros)), kind(arrays.make_leaves(shape, zeros))
    ring, batch = kind(arrays.make_ring(shape, zeros)), kind(arrays.make_batch(shape, 1, zeros))
    longs, ints, words = kind(np.zeros(1, np.int64)), kind(np.zeros(1, np.int32)), kind(np.zeros(1, np.uint64))
    signatures = {
        scatter: (sizes, games),
        begin: (sizes, games, trees, leaves),
        step: (sizes, games, trees, leaves, ints),
        finish: (sizes, games, trees, leaves, ring),
        sample: (int64, longs, longs, sizes, ring, batch),
        stray: (int64, longs, int64, words, sizes, ring, batch),
    }
    texts = {}
    for kernel, arguments in signatures.items():
        try:
            with without_a_gpu(capability):
                text, _ = cuda.compile_ptx(kernel, void(*arguments), cc=capability, fastmath=True)
        except Exception as error:  # numba-cuda raises many kinds; all mean that the kernel cannot be made here
            raise EngineError(
                f"the kernel {kernel.__name__} of {match.game.name} cannot be compiled: {error}"
            ) from error
        texts[kernel.__name__] = re.sub(r"^\.version .*$", f".version {ISA}", text, count=1, flags=re.MULTILINE)
    return texts


class Kernels:
    """The kernels, loaded; each is called by its name with tensors, named tuples of them, and whole numbers."""

    def __init__(self, texts: dict[str, str]) -> None:
        import cupy

        self._functions = {}
        for name, text in texts.items():
            found = [line.split()[2].split("(")[0] for line in text.splitlines() if line.startswith(".visible .entry")]
            module = cupy.cuda.function.Module()
            module.load(text.encode() + b"\0")
            self._functions[name] = module.get_function(found[0])

    def __call__(self, name: str, threads: int, *arguments: Any) -> None:
        """Launch a kernel with at least so many threads on torch's present stream, so that a graph can record it."""
        import cupy
        import torch

        size = LARGE_BLOCK if name in GAME_KERNELS and threads >= MANY_GAMES else BLOCK
        with cupy.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream):
            self._functions[name](((threads + size - 1) // size,), (size,), tuple(_flatten(arguments)))


def _flatten(arguments: Any) -> Iterator[Any]:
    """The values that the machine code takes: seven for an array, one for a number, in order."""
    import numpy as np

    for each in arguments:
        if isinstance(each, tuple):
            yield from _flatten(each)
        elif isinstance(each, int):
            yield np.int64(each)
        else:
            count, size = np.int64(each.numel()), np.int64(each.element_size())
            yield from (np.uint64(0), np.uint64(0), count, size, np.uint64(each.data_ptr()), count, size)
