"""Exponential, hyperbolic tangent and logarithm from the operations that IEEE 754 defines to the last bit.

Math library functions differ in the last digits from system to system, and a tree search that compares sums of them can then
choose another move. These are the same everywhere, so a search of a given number of nodes gives the same answer on every
machine and every target. They are accurate to eleven digits, more than the searches keep.
"""

from __future__ import annotations

from kakomi.core.bits import inline

LN2 = 0.6931471805599453
LN2_HIGH, LN2_LOW = (
    0.693147180369123816490,
    1.90821492927058770002e-10,
)  # the first has few bits: a multiple of it is exact
PER_LN2 = 1.4426950408889634
SMALLEST = 40.0  # beyond this, a decay is too small to matter
ROOT_2 = 1.4142135623730951


@inline
def decay(x: float) -> float:
    """e to the power of -x, for x >= 0.

    >>> round(decay(1.0), 9), decay(0.0), decay(100.0)
    (0.367879441, 1.0, 0.0)
    """
    if x > SMALLEST:
        return 0.0
    halvings = int(x * PER_LN2 + 0.5)
    r = halvings * LN2_HIGH - x + halvings * LN2_LOW  # e^-x = e^r / 2^halvings, r at most half of ln 2
    r2 = r * r
    r4 = r2 * r2
    low = (1.0 + r) + r2 * (1.0 / 2.0 + r * (1.0 / 6.0))
    high = (1.0 / 24.0 + r * (1.0 / 120.0)) + r2 * (1.0 / 720.0 + r * (1.0 / 5040.0))
    return (low + r4 * (high + r4 * (1.0 / 40320.0 + r * (1.0 / 362880.0)))) / (1 << halvings)


@inline
def tanh(x: float) -> float:
    """The hyperbolic tangent.

    >>> round(tanh(0.5), 9), round(tanh(-0.5), 9), tanh(0.0), tanh(50.0)
    (0.462117157, -0.462117157, 0.0, 1.0)
    """
    e = decay(2.0 * abs(x))
    value = (1.0 - e) / (1.0 + e)
    return value if x >= 0.0 else -value


@inline
def logistic(x: float) -> float:
    """The chance of winning that corresponds to a number of logits.

    >>> round(logistic(1.0), 9), logistic(0.0), round(logistic(-1.0), 9)
    (0.731058579, 0.5, 0.268941421)
    """
    e = decay(abs(x))
    return 1.0 / (1.0 + e) if x >= 0.0 else e / (1.0 + e)


@inline
def log(x: float) -> float:
    """The natural logarithm, for x >= 1.

    >>> round(log(10.0), 9), log(1.0), round(log(1e9), 8)
    (2.302585093, 0.0, 20.72326584)
    """
    doublings = 0
    for shift in (32, 16, 8, 4, 2, 1):
        if x >= 1 << shift:
            x /= 1 << shift
            doublings += shift
    if x > ROOT_2:
        x /= 2.0
        doublings += 1
    s = (x - 1.0) / (x + 1.0)  # ln x = 2 artanh s
    t = s * s
    t2 = t * t
    low = (1.0 + t * (1.0 / 3.0)) + t2 * (1.0 / 5.0 + t * (1.0 / 7.0))
    high = (1.0 / 9.0 + t * (1.0 / 11.0)) + t2 * (1.0 / 13.0 + t * (1.0 / 15.0))
    return doublings * LN2 + 2.0 * s * (low + t2 * t2 * high)
