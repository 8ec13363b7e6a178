"""Two functions to compile."""

from __future__ import annotations

import math


def total(numbers: list[int]) -> int:
    result = 0
    for i in range(len(numbers)):
        result += numbers[i]
    return result


def total_of_roots(numbers: list[int]) -> int:
    result = 0.0
    for i in range(len(numbers)):
        result += math.sqrt(numbers[i])
    return int(result)
