"""Two operations that threads may do at once on one array; plain Python here, single instructions when compiled."""

from __future__ import annotations


def add(array: list[int], index: int, amount: int) -> int:
    """Add in one piece; what was there before."""
    before = array[index]
    array[index] = before + amount
    return before


def swap(array: list[int], index: int, expected: int, replacement: int) -> bool:
    """Put the replacement there if the expected value still is; did it?"""
    if array[index] != expected:
        return False
    array[index] = replacement
    return True
