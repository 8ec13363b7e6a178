"""The searches' own exponential, tangent and logarithm: right to eleven digits, the same bits compiled as interpreted."""

from __future__ import annotations

import itertools
import math

import numba
import pytest

from kakomi.search import portable_math
from kakomi.search.portable_math import decay, log, logistic, tanh

STEPS = [i / 997 for i in range(40_000)]


def test_they_are_right_to_eleven_digits() -> None:
    for x in STEPS[::7]:
        assert decay(x) == pytest.approx(math.exp(-x), rel=2e-11, abs=1e-17)
        assert log(1 + x * x * x) == pytest.approx(math.log(1 + x * x * x), rel=1e-12)
        for each in (x, -x):
            assert tanh(each) == pytest.approx(math.tanh(each), abs=1e-11)
            assert logistic(each) == pytest.approx(1 / (1 + math.exp(-each)), abs=1e-11)


def test_they_rise_and_fall_as_they_should() -> None:
    for low, high in itertools.pairwise(STEPS):
        assert decay(low) >= decay(high)
        assert tanh(low) <= tanh(high) <= 1.0


def test_compiled_they_give_the_same_bits() -> None:
    scope = dict(vars(portable_math))
    scope["decay"] = numba.njit(decay)
    for name in ("tanh", "logistic", "log"):
        source = getattr(portable_math, name)
        compiled = numba.njit(type(source)(source.__code__, scope, name))
        first = 1 if name == "log" else 0
        assert [compiled(first + x) for x in STEPS[::11]] == [source(first + x) for x in STEPS[::11]]
