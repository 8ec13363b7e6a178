"""Legal moves listed by compiled code, for a match that is one of thousands; imports numba when first used."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import ModuleType

from kakomi.core.build import bind

Lister = Callable[[list[int]], list[int]]


@functools.cache
def lister(rules: ModuleType, most: int) -> Lister:
    """A function from positions to their legal moves; `most` is the most there can be."""
    import numpy as np

    compiled = bind("cpu", rules.legal_moves, rules)

    def legal_moves(position: list[int]) -> list[int]:
        out = np.empty(most, np.int64)
        count = compiled(np.array(position, np.int64), out)
        moves: list[int] = out[:count].tolist()
        return moves

    return legal_moves
