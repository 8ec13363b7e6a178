"""The kernels that a GPU runs, thread by thread on the CPU: the same games, wherever lists of moves are kept."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from benchmarks.gpu.self_play import local_bytes

import kakomi
from kakomi.core.compiler.build import bind
from kakomi.core.net import net_shape
from kakomi.search.gpu import ISA
from kakomi.training import arrays, kernels, samples
from kakomi.training.gpu import kernel_files, launch
from kakomi.training.gpu.launch import (
    NAMES,
    PARTS,
    compile_kernels,
    define_kernels,
    kernel_functions,
    make_lists,
    sizes_for,
)
from kakomi.training.state import Shape
from tests.training.test_kernels import fill, zeros

GAMES, SIMULATIONS, MOVES, SIZE = 3, 4, 6, 4


class Threads:
    """What numba's module of CUDA offers a kernel, for one thread at a time."""

    def __init__(self) -> None:
        self.blockIdx, self.blockDim, self.threadIdx = (SimpleNamespace(x=x) for x in (0, 1, 0))
        self.local = SimpleNamespace(array=lambda count, kind: np.full(count, 99, kind))  # nothing clears it on a GPU

    def launch(self, kernel: Any, threads: int, *arguments: Any) -> None:
        """All threads, and some more: a launch fills up its last block."""
        for number in range(threads + 3):
            self.blockIdx.x = number
            kernel(*arguments)


class Play:
    """Self-play as `gpu.self_play` launches it, with a net that thinks all moves equally good and every position even."""

    def __init__(self, own_list: bool) -> None:
        match = kakomi.new("enso")
        shape = arrays.shape_for(match, GAMES, SIMULATIONS, 16, openings=3)
        self.shape = shape
        self.games = arrays.make_games(shape, list(match.state), [3, 4, 5], zeros, fill)
        self.trees, self.leaves = arrays.make_trees(shape, zeros), arrays.make_leaves(shape, zeros)
        self.ring = arrays.make_ring(shape, zeros)
        self.table: Any = np.array(kernels.halving_table(SIMULATIONS), np.int32)
        rules, symmetry = match.rule_set.rules, match.rule_set.symmetry
        entries = {each.__name__: bind("cpu", each, rules, symmetry) for each in kernel_functions()}
        self.threads = Threads()
        self.kernels = define_kernels(entries, sizes_for(match, shape), self.threads)
        self.lists = make_lists(shape, GAMES, zeros)
        assert len(self.lists) == (1 if own_list else GAMES * shape.moves)

    def run(self) -> None:
        shape, games, trees, leaves = self.shape, self.games, self.trees, self.leaves
        self._launch("scatter", shape, games)
        for _ in range(MOVES):
            self._launch("begin", shape, games, trees, leaves)
            for _ in range(SIMULATIONS):
                self._launch("step", shape, games, trees, leaves, self.table)
            self._launch("finish", shape, games, trees, leaves, self.ring)
            games.clock[0] += 1

    def _launch(self, name: str, *arguments: Any) -> None:
        self.threads.launch(self.kernels[name], GAMES, *arguments, self.lists)

    def draw(self) -> list[Any]:
        """A batch of positions, and one of strays."""
        chosen, symmetry = np.arange(SIZE) * 3 % (GAMES * MOVES), np.arange(SIZE)
        random: Any = np.arange(1, SIZE + 1).astype(np.uint64)
        lists = make_lists(self.shape, PARTS * SIZE, zeros)
        batch, strays = (arrays.make_batch(self.shape, SIZE, zeros) for _ in range(2))
        tools = self.shape, self.ring
        self.threads.launch(self.kernels["sample"], PARTS * SIZE, SIZE, chosen, symmetry, *tools, batch, lists)
        self.threads.launch(self.kernels["stray"], SIZE, SIZE, chosen, 4, random, *tools, strays, lists)
        return [*batch, *strays]


@pytest.mark.parametrize("own_list", [True, False])
def test_threads_play_the_games_that_the_functions_play(own_list: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch, "OWN_LIST", 512 if own_list else 0)
    play, match = Play(own_list), kakomi.new("enso")
    play.run()
    plain = Play(own_list)
    rules, symmetry = match.rule_set.rules, match.rule_set.symmetry
    room = arrays.make_scratch(plain.shape, zeros)
    entry = {each.__name__: bind("cpu", each, rules, symmetry) for each in (*kernel_functions(), samples.sample)}
    tools = plain.shape, plain.games, plain.trees, plain.leaves
    for g in range(GAMES):
        entry["scatter"](g, plain.shape, plain.games, room)
    for _ in range(MOVES):
        for g in range(GAMES):
            entry["begin"](g, *tools, room)
            for _ in range(SIMULATIONS):
                entry["step"](g, *tools, plain.table, room)
            entry["finish"](g, *tools, plain.ring, room)
        plain.games.clock[0] += 1
    pairs: list[tuple[Any, Any]] = [(play.games, plain.games), (play.trees, plain.trees), (play.ring, plain.ring)]
    for one, other in pairs:
        for name, array in one._asdict().items():
            assert np.array_equal(array, getattr(other, name)), name
    assert np.sum(play.games.meta) > 0

    drawn = play.draw()
    chosen, shifted = np.arange(SIZE) * 3 % (GAMES * MOVES), np.arange(SIZE)
    random: Any = np.arange(1, SIZE + 1).astype(np.uint64)
    batch, strays = (arrays.make_batch(plain.shape, SIZE, zeros) for _ in range(2))
    for i in range(SIZE):
        entry["sample"](i, chosen, shifted, plain.shape, plain.ring, batch, room)
        entry["stray"](i, chosen, 4, random, plain.shape, plain.ring, strays, room)
    expected: list[Any] = [*batch, *strays]
    assert all(np.array_equal(one, other) for one, other in zip(drawn, expected, strict=True))


@pytest.mark.parametrize(("values", "bits"), [(0, 8), (128, 8), (129, 16)])
def test_cells_and_facts_are_bytes_where_all_their_values_fit(
    values: int, bits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = kakomi.new("enso")
    net = net_shape(match.rule_set.rules, match.settings)
    monkeypatch.setattr(launch, "net_shape", lambda *_: replace(net, facts=(values,) if values else ()))
    assert sizes_for(match, Shape(*[1] * len(Shape._fields))).cell_bits == bits


def test_kernels_with_lists_elsewhere_are_other_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """They take other arguments, so those of another version are refused."""
    before = kernel_files._kernels_hash()
    monkeypatch.setattr(launch, "OWN_LIST", 100)
    assert kernel_files._kernels_hash() != before


class Tensor:
    """What a launch asks of a tensor."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def numel(self) -> int:
        return int(self.array.size)

    def element_size(self) -> int:
        return int(self.array.itemsize)

    def data_ptr(self) -> int:
        return int(self.array.ctypes.data)


def on_gpu(count: int, kind: str) -> Any:
    return Tensor(np.zeros(count, kind))


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """Two kernels of Enso: each of the others takes as long as both."""
    match = kakomi.new("enso")
    return compile_kernels(
        match, arrays.shape_for(match, GAMES, SIMULATIONS, 16, openings=3), names=("scatter", "begin")
    )


def test_kernels_compile_without_a_gpu(texts: dict[str, str]) -> None:
    for text in texts.values():
        lines = text.splitlines()
        assert f".version {ISA}" in lines
        assert ".target sm_90" in lines
        assert text.count(".visible .entry") == 1
        assert "kakomi" in text.split(".visible .entry")[1].split("(")[0]


def test_a_launch_hands_a_kernel_as_many_values_as_it_takes(texts: dict[str, str]) -> None:
    match = kakomi.new("enso")
    shape = arrays.shape_for(match, GAMES, SIMULATIONS, 16, openings=3)
    games = arrays.make_games(shape, list(match.state), [1] * GAMES, on_gpu, lambda *_: None)
    trees, leaves, lists = (
        arrays.make_trees(shape, on_gpu),
        arrays.make_leaves(shape, on_gpu),
        make_lists(shape, GAMES, on_gpu),
    )
    given = {"scatter": (shape, games, lists), "begin": (shape, games, trees, leaves, lists)}
    for name, arguments in given.items():
        values = list(launch._flatten(arguments))
        head = texts[name].split(".visible .entry")[1].split(")")[0]
        assert re.findall(r"\.param \.([a-z]\d+)", head) == ["u64" if value.itemsize == 8 else "?" for value in values]


def test_long_lists_of_moves_take_no_local_memory(texts: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Enso's are short; here they count as long. TOOT's rules may write 2,404 moves."""
    match, toot = kakomi.new("enso"), kakomi.new("toot")
    shape = arrays.shape_for(match, GAMES, SIMULATIONS, 16, openings=3)
    assert len(make_lists(shape, GAMES, zeros)) == 1
    assert len(make_lists(arrays.shape_for(toot, GAMES, 1, 1, 1), GAMES, zeros)) == GAMES * 2404
    monkeypatch.setattr(launch, "OWN_LIST", 0)
    elsewhere = compile_kernels(match, shape, names=("scatter",))
    own, other = (local_bytes(each)["scatter"] for each in (texts, elsewhere))
    assert own >= 8 * shape.moves
    assert other < 64  # the position


def test_every_kernel_is_defined() -> None:
    match = kakomi.new("enso")
    entries = {each.__name__: each for each in kernel_functions()}
    defined = define_kernels(entries, sizes_for(match, arrays.shape_for(match, 1, 2, 2, 1)), Threads())
    assert sorted(defined) == sorted(NAMES)
