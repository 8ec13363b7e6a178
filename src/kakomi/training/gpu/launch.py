"""The self-play kernels on a GPU: compiled to PTX, here or on another machine, and launched by CuPy on torch's tensors.

Compiling needs numba-cuda but no GPU; launching needs CuPy and torch but no numba. So a machine with a GPU can use kernels
that were compiled elsewhere (`kernel_files`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from kakomi.core.compiler.build import bind
from kakomi.core.errors import EngineError
from kakomi.core.match import Match
from kakomi.core.net import net_shape
from kakomi.search.gpu import HOPPER, ISA
from kakomi.training import arrays, kernels, samples
from kakomi.training.state import Scratch, Shape

# Threads of a block, one game each. They share a warp and wait for the slowest, and games differ. There are not enough
# of them to fill the GPU, so a warp with most of its lanes empty costs nothing.
BLOCK = 8
MANY_GAMES, LARGE_BLOCK = 16_384, 16  # with that many games there are enough
PARTS = 8  # threads that share the work for one training position
# Moves of the longest list that a thread has in its own local memory, which a GPU reserves for every thread that it
# could run at once. Longer lists are slices of one array, for the threads that actually run; they are mostly empty.
OWN_LIST = 512
GAME_KERNELS = ("scatter", "begin", "step", "finish")  # one thread for each game
NAMES = (*GAME_KERNELS, "sample", "stray")


class KernelSizes(NamedTuple):
    """What the text of a kernel depends on besides the rules: the sizes of a thread's scratch space."""

    length: int  # of a position
    moves: int  # that the rules may write to a list
    cells: int  # and facts
    cell_bits: int  # of each
    widest: int  # moves that are considered


def kernel_functions() -> tuple[Any, ...]:
    """The functions that the kernels run, one thread of each."""
    return kernels.scatter, kernels.begin, kernels.step, kernels.finish, samples.sample_part, samples.stray


def sizes_for(match: Match, shape: Shape) -> KernelSizes:
    """The sizes for a board."""
    net = net_shape(match.rule_set.rules, match.settings)
    most = max(net.states, *net.facts, 0) - 1  # a cell or a fact is less than its number of values
    cell_bits = 8 if most < 1 << 7 else 16
    return KernelSizes(shape.length, shape.moves, shape.grid + shape.facts, cell_bits, shape.widest)


def make_lists(shape: Shape, threads: int, zeros: arrays.Zeros) -> Any:
    """Room for the move lists of this many threads, passed to the kernels; one number where threads have their own."""
    return zeros(shape.moves * threads if shape.moves > OWN_LIST else 1, "int64")


def define_kernels(entries: Mapping[str, Any], sizes: KernelSizes, cuda: Any) -> dict[str, Any]:
    """The kernels, which hand each thread its part of the work; `entries` do it, and `cuda` is numba's module."""
    import numpy as np

    length, moves, cells, cell_bits, widest = sizes
    parts, own_list = PARTS, moves <= OWN_LIST
    cell = np.int8 if cell_bits == 8 else np.int16
    begin_game, step_game, finish_game = entries["begin"], entries["step"], entries["finish"]
    scatter_game, sample_one, stray_one = entries["scatter"], entries["sample_part"], entries["stray"]

    def scatter(shape: Any, games: Any, lists: Any) -> None:
        g = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
        if g < shape.games:
            out = cuda.local.array(moves, np.int64) if own_list else lists[g * moves : (g + 1) * moves]
            position, image = cuda.local.array(length, np.int64), cuda.local.array(1, np.int64)
            marks, score = cuda.local.array(1, cell), cuda.local.array(1, np.float32)
            scatter_game(g, shape, games, Scratch(position, image, out, marks, score))

    def begin(shape: Any, games: Any, trees: Any, leaves: Any, lists: Any) -> None:
        g = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
        if g < shape.games:
            out = cuda.local.array(moves, np.int64) if own_list else lists[g * moves : (g + 1) * moves]
            position, image = cuda.local.array(length, np.int64), cuda.local.array(1, np.int64)
            marks, score = cuda.local.array(cells, cell), cuda.local.array(1, np.float32)
            begin_game(g, shape, games, trees, leaves, Scratch(position, image, out, marks, score))

    def step(shape: Any, games: Any, trees: Any, leaves: Any, table: Any, lists: Any) -> None:
        g = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
        if g < shape.games:
            out = cuda.local.array(moves, np.int64) if own_list else lists[g * moves : (g + 1) * moves]
            position, image = cuda.local.array(length, np.int64), cuda.local.array(1, np.int64)
            marks, score = cuda.local.array(cells, cell), cuda.local.array(widest, np.float32)
            step_game(g, shape, games, trees, leaves, table, Scratch(position, image, out, marks, score))

    def finish(shape: Any, games: Any, trees: Any, leaves: Any, ring: Any, lists: Any) -> None:
        g = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
        if g < shape.games:
            out = cuda.local.array(moves, np.int64) if own_list else lists[g * moves : (g + 1) * moves]
            position, image = cuda.local.array(length, np.int64), cuda.local.array(1, np.int64)
            marks, score = cuda.local.array(1, cell), cuda.local.array(widest, np.float32)
            finish_game(g, shape, games, trees, leaves, ring, Scratch(position, image, out, marks, score))

    def sample(size: Any, chosen: Any, symmetry: Any, shape: Any, ring: Any, batch: Any, lists: Any) -> None:
        thread = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
        i, part = thread % size, thread // size  # threads side by side do the same part of different positions
        if part < parts:
            out = cuda.local.array(moves, np.int64) if own_list else lists[thread * moves : (thread + 1) * moves]
            position, image = cuda.local.array(length, np.int64), cuda.local.array(length, np.int64)
            marks, score = cuda.local.array(cells, cell), cuda.local.array(1, np.float32)
            room = Scratch(position, image, out, marks, score)
            sample_one(i, part, parts, chosen, symmetry, shape, ring, batch, room)

    def stray(size: Any, chosen: Any, most: Any, random: Any, shape: Any, ring: Any, batch: Any, lists: Any) -> None:
        i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
        if i < size:
            out = cuda.local.array(moves, np.int64) if own_list else lists[i * moves : (i + 1) * moves]
            position, image = cuda.local.array(length, np.int64), cuda.local.array(length, np.int64)
            marks, score = cuda.local.array(cells, cell), cuda.local.array(1, np.float32)
            stray_one(i, chosen, most, random, shape, ring, batch, Scratch(position, image, out, marks, score))

    return {each.__name__: each for each in (scatter, begin, step, finish, sample, stray)}


def compile_kernels(
    match: Match, shape: Shape, capability: tuple[int, int] = HOPPER, names: Sequence[str] = NAMES
) -> dict[str, str]:
    """The PTX text of each kernel, or of some. Needs `kakomi[cuda]`."""
    rules = match.rule_set.rules
    entries = {each.__name__: bind("cuda", each, rules, match.rule_set.symmetry) for each in kernel_functions()}
    import numba
    import numpy as np
    from numba import cuda, int64, void

    from kakomi.core.compiler.cuda import without_a_gpu

    defined = define_kernels(entries, sizes_for(match, shape), cuda)

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
        "scatter": (sizes, games, longs),
        "begin": (sizes, games, trees, leaves, longs),
        "step": (sizes, games, trees, leaves, ints, longs),
        "finish": (sizes, games, trees, leaves, ring, longs),
        "sample": (int64, longs, longs, sizes, ring, batch, longs),
        "stray": (int64, longs, int64, words, sizes, ring, batch, longs),
    }
    texts = {}
    for name in names:
        try:
            with without_a_gpu(capability):
                text, _ = cuda.compile_ptx(defined[name], void(*signatures[name]), cc=capability, fastmath=True)
        except Exception as error:  # numba-cuda raises many kinds; all mean that the kernel cannot be compiled here
            raise EngineError(f"the kernel {name} of {match.game.name} cannot be compiled: {error}") from error
        texts[name] = re.sub(r"^\.version .*$", f".version {ISA}", text, count=1, flags=re.MULTILINE)
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
        """Launch a kernel with at least this many threads on torch's current stream, so that a graph can record it."""
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
