"""A player's strength in puzzles: Elo's formula, with the puzzle as the opponent. Only the first try at a puzzle counts."""

from __future__ import annotations

START = 1000.0
LOWEST, HIGHEST = 400.0, 3000.0
SCALE = 400.0  # Elo's: this many points more means ten times the odds
FIRST_STEP, LAST_STEP = 96.0, 24.0  # points at stake in the first puzzles, and from the twentieth on
SETTLED = 20  # puzzles


def expected(rating: float, puzzle: float) -> float:
    """The chance of solving the puzzle.

    >>> expected(1000, 1000), round(expected(1000, 1400), 2)
    (0.5, 0.09)
    """
    return float(1 / (1 + 10 ** ((puzzle - rating) / SCALE)))


def updated(rating: float, count: int, puzzle: float, solved: bool) -> float:
    """The rating after one more puzzle; `count` is how many counted before.

    >>> updated(1000, 0, 1000, True), updated(1000, 100, 1000, False)
    (1048.0, 988.0)
    """
    step = max(LAST_STEP, FIRST_STEP - (FIRST_STEP - LAST_STEP) * count / SETTLED)
    return min(max(rating + step * (solved - expected(rating, puzzle)), LOWEST), HIGHEST)
