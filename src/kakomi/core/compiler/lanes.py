"""Arithmetic on runs of float32 numbers, for nets; plain Python here, vector instructions when compiled (`vectors`).

An array and an index into it say where a run begins. Lengths are multiples of LANES unless stated otherwise. Every target
adds in the order written here, so that all agree to the last bit; this is the only reason why a sum of products has lanes.
"""

from __future__ import annotations

from kakomi.core.bits import inline

LANES = 16
LARGEST = 2**15 - 1  # of a signed 16-bit number

Run = list[float]  # an array of float32, also when interpreted
Shorts = list[int]  # an array of int16


def sum_rows(out: Run, to: int, n: int, base: Run, at: int, weights: Run, rows: list[int], count: int) -> None:
    """out = the base + the weights at rows[0] + ... + those at rows[count - 1]; n numbers of each."""
    for j in range(n):
        total = base[at + j]
        for i in range(count):
            total = total + weights[rows[i] + j]
        out[to + j] = total


def sum_short_rows(out: Run, to: int, n: int, numbers: Shorts, at: int, rows: list[int], count: int) -> None:
    """out = the numbers at `at` + those at rows[0] + ... + those at rows[count - 1]; every sum saturates at 16 bits."""
    for j in range(n):
        total = int(numbers[at + j])
        for i in range(count):
            total = max(-LARGEST - 1, min(LARGEST, total + int(numbers[rows[i] + j])))
        out[to + j] = total


def sum_lookups(
    out: Run,
    n: int,
    places: list[int],
    count: int,
    base: Run,
    at: int,
    weights: Run,
    start: int,
    step: int,
    states: list[int],
    corners: list[int],
    offsets: list[int],
    size: int,
) -> None:
    """At each of the places in `out`: the base + the weights for the states at the given offsets from its corner.

    The weights for the first offset are at `start`, those for the next `step` numbers further on; a state says which.
    """
    for cell in range(count):
        for j in range(n):
            total = base[at + j]
            for i in range(size):
                total = total + weights[start + i * step + states[corners[cell] + offsets[i]] + j]
            out[places[cell] + j] = total


def multiply(out: Run, to: int, n: int, x: Run, at: int, inputs: int, weights: Run, start: int) -> None:
    """out += x[i] * row i of the weights, for every positive input x[i]; a row has n numbers."""
    for i in range(inputs):
        if x[at + i] > 0:
            for j in range(n):
                out[to + j] = out[to + j] + x[at + i] * weights[start + i * n + j]


def convolve(
    out: Run, n: int, x: Run, shift: int, inputs: int, places: list[int], count: int, weights: Run, start: int
) -> None:
    """At each of the places in `out`: out += x[i] * row i of the weights, for all inputs; x is read at the shifted place."""
    for cell in range(count):
        to = places[cell]
        for i in range(inputs):
            for j in range(n):
                out[to + j] = out[to + j] + x[to + shift + i] * weights[start + i * n + j]


def dot(x: Run, at: int, weights: Run, start: int, n: int) -> float:
    """The dot product of n numbers: one sum per lane, and these are added by repeated halving."""
    return _eighth(x, at, weights, start, n, 0) + _eighth(x, at, weights, start, n, 1)


@inline
def _eighth(x: Run, at: int, weights: Run, start: int, n: int, lane: int) -> float:
    return _quarter(x, at, weights, start, n, lane) + _quarter(x, at, weights, start, n, lane + 2)


@inline
def _quarter(x: Run, at: int, weights: Run, start: int, n: int, lane: int) -> float:
    return _pair(x, at, weights, start, n, lane) + _pair(x, at, weights, start, n, lane + 4)


@inline
def _pair(x: Run, at: int, weights: Run, start: int, n: int, lane: int) -> float:
    return _lane(x, at, weights, start, n, lane) + _lane(x, at, weights, start, n, lane + 8)


@inline
def _lane(x: Run, at: int, weights: Run, start: int, n: int, lane: int) -> float:
    total = x[at + lane] * weights[start + lane]
    for i in range(lane + LANES, n, LANES):
        total = total + x[at + i] * weights[start + i]
    return total


def clear(out: Run, to: int, n: int) -> None:
    """out = 0."""
    for j in range(n):
        out[to + j] = 0


def copy(out: Run, to: int, x: Run, at: int, n: int) -> None:
    """out = x."""
    for j in range(n):
        out[to + j] = x[at + j]


def accumulate(out: Run, to: int, x: Run, at: int, n: int) -> None:
    """out += x."""
    for j in range(n):
        out[to + j] = out[to + j] + x[at + j]


def enlarge(out: Run, to: int, x: Run, at: int, n: int) -> None:
    """out = the larger of out and x."""
    for j in range(n):
        if x[at + j] > out[to + j]:
            out[to + j] = x[at + j]


def rectify(out: Run, to: int, n: int) -> None:
    """out = out where that is positive, else 0."""
    for j in range(n):
        if not out[to + j] > 0:
            out[to + j] = 0


def scale(out: Run, to: int, n: int, factor: float) -> None:
    """out *= the factor, rounded to float32 first."""
    for j in range(n):
        out[to + j] = out[to + j] * factor
