"""Two atomic operations on arrays that threads share; plain Python here, single instructions when compiled."""

from __future__ import annotations


def add(array: list[int], index: int, amount: int) -> int:
    """Add atomically and return the previous value."""
    before = array[index]
    array[index] = before + amount
    return before


def swap(array: list[int], index: int, expected: int, replacement: int) -> bool:
    """Compare and swap: store the replacement if the value is still the expected one; returns whether it was."""
    if array[index] != expected:
        return False
    array[index] = replacement
    return True
