"""Many rows in one statement of SQLite: each statement costs a thread the interpreter's lock, however much it stores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
MOST_ROWS = 32  # in one statement


def portions(rows: Sequence[T]) -> Iterator[Sequence[T]]:
    """Split rows into portions of a power of two: few different statements, which SQLite then keeps prepared.

    >>> [len(each) for each in portions(range(70))]
    [32, 32, 4, 2]
    """
    start, size = 0, MOST_ROWS
    while start < len(rows):
        while size > len(rows) - start:
            size //= 2
        yield rows[start : start + size]
        start += size


def placeholders(count: int, width: int) -> str:
    """The placeholders for `count` rows of `width` values.

    >>> placeholders(2, 3)
    '(?, ?, ?), (?, ?, ?)'
    """
    return ", ".join([f"({', '.join('?' * width)})"] * count)
