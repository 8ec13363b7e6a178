"""Listing and playing moves with compiled code, for a match that is one of thousands. Imports numba when used."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import ModuleType

from kakomi.core.compiler.build import bind

Lister = Callable[[list[int]], list[int]]
Player = Callable[[list[int], int], list[int]]


@functools.cache
def lister(rules: ModuleType, most: int) -> Lister:
    """A function from positions to their legal moves; `most` is an upper bound on their number."""
    import numpy as np

    compiled = bind("cpu", rules.legal_moves, rules)

    def legal_moves(position: list[int]) -> list[int]:
        out = np.empty(most, np.int64)
        count = compiled(np.array(position, np.int64), out)
        moves: list[int] = out[:count].tolist()
        return moves

    return legal_moves


@functools.cache
def player(rules: ModuleType) -> Player:
    """A function from a position and a legal move to the position after it."""
    import numpy as np

    compiled = bind("cpu", rules.play, rules)

    def play(position: list[int], move: int) -> list[int]:
        after = np.array(position, np.int64)
        compiled(after, move)
        played: list[int] = after.tolist()
        return played

    return play
