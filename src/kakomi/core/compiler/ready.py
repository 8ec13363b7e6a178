"""Imported last in a process that others are forked from, so that each of them has less to do.

The first compilation fills numba's tables, which takes half a second. The objects that exist by now never become garbage:
collecting among them would take time, and copy memory that the processes share.
"""

from __future__ import annotations

import gc

import numba
import numpy as np


@numba.njit(nogil=True)  # type: ignore[untyped-decorator]
def _touch(array: np.ndarray, number: int) -> int:
    array[0] += number
    return len(array)


_touch(np.zeros(1, np.int64), 1)
gc.collect()
gc.freeze()
