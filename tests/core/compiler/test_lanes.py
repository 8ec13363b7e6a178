"""The arithmetic of nets: compiled to vectors, it gives what the plain source gives, to the last bit."""

from __future__ import annotations

import types
from typing import Any

import numba
import numpy as np
import pytest

from kakomi.core.compiler import build, lanes, vectors

generator = np.random.default_rng(5)
ROWS = np.array([64, 0, 1000, 333], np.int64)
PLACES = np.array([160, 96, 240, 32, 400, 320, 560], np.int64)
STATES = np.array(generator.integers(0, 3, 60) * 48, np.int64)
CORNERS = np.array([0, 7, 3, 20, 31, 40, 11], np.int64)


def floats(length: int = 2000) -> Any:
    return generator.normal(size=length).astype(np.float32)


def shorts(length: int = 2000) -> Any:
    """Some sums of five of them go beyond 16 bits."""
    return generator.integers(-20_000, 20_000, length).astype(np.int16)


CALLS: list[tuple[str, tuple[Any, ...]]] = [
    *(("sum_rows", (16, n, floats(), 5, floats(), ROWS, 4)) for n in (16, 64, 112)),
    ("sum_rows", (0, 32, floats(), 0, floats(), ROWS, 0)),
    *(("sum_short_rows", (16, n, shorts(), 5, ROWS, 4)) for n in (16, 64, 112, 224)),
    ("sum_short_rows", (0, 32, shorts(), 0, ROWS, 0)),
    ("sum_lookups", (48, PLACES, 7, floats(), 9, floats(), 3, 144, STATES, CORNERS, ROWS % 20, 4)),
    *(("multiply", (3, n, floats(), 7, inputs, floats(12000), 1)) for n in (16, 80) for inputs in (16, 64, 144)),
    *(("convolve", (n, floats(), -32, 48, PLACES, count, floats(), 8)) for n in (16, 32) for count in (0, 1, 4, 7)),
    *((name, (4, floats(), 11, n)) for name in ("copy", "accumulate", "enlarge") for n in (16, 48)),
    *((name, (4, n)) for name in ("clear", "rectify") for n in (16, 48)),
    ("scale", (4, 48, 0.1)),
]


def compiled(name: str, table: dict[str, Any]) -> Any:
    """A function that calls the one of this name."""
    function = table[name]
    return numba.njit(_nrt=False)(lambda *given: function(*given))


@pytest.mark.parametrize("table", [vectors.CPU, vectors.WASM], ids=["cpu", "wasm"])
@pytest.mark.parametrize("name", sorted({name for name, _ in CALLS}))
def test_compiled_runs_are_those_of_the_source(name: str, table: dict[str, Any]) -> None:
    """The functions for WebAssembly run on the CPU as well; they differ in the width of their vectors."""
    call = compiled(name, table)
    for given in (given for each, given in CALLS if each == name):
        before = floats()
        plain, fast = before.copy(), before.copy()
        getattr(lanes, name)(plain, *given)
        call(fast, *given)
        assert plain.tolist() == fast.tolist()
    assert plain.tolist() != before.tolist()


@pytest.mark.parametrize("n", [16, 32, 176])
def test_a_sum_of_products_is_added_lane_by_lane(n: int) -> None:
    x, weights = floats(), floats()
    call = compiled("dot", vectors.CPU)
    plain = lanes.dot(x, 5, weights, 9, n)
    assert np.float32(call(x, 5, weights, 9, n)) == plain
    assert plain == pytest.approx(float(np.dot(x[5 : 5 + n].astype(float), weights[9 : 9 + n].astype(float))), abs=1e-4)


def test_every_target_with_vectors_has_them_all() -> None:
    named = {name for name, each in vars(lanes).items() if isinstance(each, types.FunctionType) and name[0] != "_"}
    assert named - {"inline"} == set(vectors.CPU) == set(vectors.WASM) == set(build.VECTORS.values())
