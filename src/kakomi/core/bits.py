"""Bit primitives, plain Python here; `build` binds each to the machine's own instruction when it compiles."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])


def inline(function: F) -> F:
    """Mark a small function on a hot path: the compiler then always inlines it.

    With a constant argument this is as good as writing out the body by hand for each constant.
    """
    function.inline = True  # type: ignore[attr-defined]
    return function


class U(int):
    """An unsigned 64-bit word: an int when interpreted, uint64 when compiled. Only the random generator needs it."""

    __slots__ = ()


class S(int):
    """A signed 64-bit word: an int when interpreted, int64 when compiled. When compiled, the two do not mix."""

    __slots__ = ()


def ctz(x: int) -> int:
    """Index of the lowest set bit of x > 0.

    >>> ctz(0b1000)
    3
    """
    return (x & -x).bit_length() - 1


def popcount(x: int) -> int:
    """Number of set bits of x >= 0.

    >>> popcount(0b1011)
    3
    """
    return x.bit_count()


def nth_bit(x: int, n: int) -> int:
    """Index of the n-th set bit of x, counting from the lowest, which is number 0.

    >>> nth_bit(0b101100, 1)
    3
    """
    for _ in range(n):
        x &= x - 1
    return ctz(x)
