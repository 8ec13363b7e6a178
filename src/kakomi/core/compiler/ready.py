"""Imported where other processes will be forked from: the first compilation fills numba's tables, half a second of work."""

from __future__ import annotations

import numba
import numpy as np


@numba.njit(nogil=True)  # type: ignore[untyped-decorator]
def _touch(array: np.ndarray, number: int) -> int:
    array[0] += number
    return len(array)


_touch(np.zeros(1, np.int64), 1)
