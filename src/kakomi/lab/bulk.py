"""Random games in numbers: played by compiled code, told in rows, counted exactly in whole numbers."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

from kakomi.core.build import bind
from kakomi.core.match import Match
from kakomi.core.protocol import DRAW
from kakomi.lab.results import THOUSANDTHS, Bulk, Results, Sums
from kakomi.search import random_stats

RESULTS = 3  # first, second, drawn
MILLIONTHS = 1_000_000  # the unit of logarithms while they are added up


def count(match: Match, seed: int, first: int, games: int, target: str = "cpu") -> Bulk:
    """Games number `first` to `first + games - 1` of the batch `seed`, from the match's position.

    >>> import kakomi
    >>> whole, a, b = (count(kakomi.new("enso"), 7, *cut, target="python") for cut in ((0, 4), (0, 1), (1, 3)))
    >>> a.add(b); a == whole, whole.games
    (True, 4)
    """
    import numpy as np

    rules = match.rule_set.rules
    width = rules.max_moves(match.settings)
    entry = bind(target, random_stats.census, rules)
    if target == "python":
        told: Any = [[0] * random_stats.ROW_LENGTH for _ in range(games)]
        widths: Any = [0] * (width + 1)
        buffers: Any = ([0] * len(match.state), [0] * width, [0])
        entry(match.state, seed, first, first + games, *buffers, list(_logarithms(width)), widths, told)
    else:
        told = np.zeros((games, random_stats.ROW_LENGTH), np.int64)
        widths = np.zeros(width + 1, np.int64)
        buffers = (np.zeros(len(match.state), np.int64), np.zeros(width, np.int64), np.zeros(1, np.uint64))
        root, logarithms = np.array(match.state, np.int64), np.array(_logarithms(width), np.int64)
        entry(root, seed, first, first + games, *buffers, logarithms, widths, told)
    return _counted(match, np.asarray(told, np.int64), np.asarray(widths, np.int64))


@cache
def _logarithms(width: int) -> tuple[int, ...]:
    return 0, *(round(MILLIONTHS * math.log10(number)) for number in range(1, width + 1))


def _counted(match: Match, rows: Any, widths: Any) -> Bulk:
    import numpy as np

    rules, view = match.rule_set.rules, match.rule_set.view
    plies, forced = rows[:, random_stats.PLIES], rows[:, random_stats.FORCED]
    winners, endings = rows[:, random_stats.WINNER], rows[:, random_stats.ENDING]
    ends, numbers = np.unique((plies * len(rules.CLAUSES) + endings) * RESULTS + winners, return_counts=True)
    turns, having = np.unique(rows[:, random_stats.TURNS], return_counts=True)
    opened, results = np.unique(rows[:, random_stats.OPENED] * RESULTS + winners, return_counts=True)
    firsts: dict[str, Results] = {}
    for packed, games in zip(opened.tolist(), results.tolist(), strict=True):
        move, winner = divmod(packed, RESULTS)
        if move >= 0:  # in a position where the game is over there is none
            text = view.move_text(match.state, move)
            had = list(firsts.get(text, (0, 0, 0)))
            had[winner] += games
            firsts[text] = had[0], had[1], had[2]
    counts: dict[tuple[int | None, str, int], int] = {}
    for packed, games in zip(ends.tolist(), numbers.tolist(), strict=True):
        rest, winner = divmod(packed, RESULTS)
        length, ending = divmod(rest, len(rules.CLAUSES))
        counts[None if winner == DRAW else winner, rules.CLAUSES[ending], length] = games
    return Bulk(
        games=len(rows),
        counts=counts,
        turns=dict(zip(turns.tolist(), having.tolist(), strict=True)),
        widths={number: int(times) for number, times in enumerate(widths.tolist()) if times},
        firsts=firsts,
        branching=_sums(THOUSANDTHS * rows[:, random_stats.CHOICES] // np.maximum(plies, 1)),
        tree=_sums(rows[:, random_stats.LOGARITHMS] // (MILLIONTHS // THOUSANDTHS)),
        forced=_sums(THOUSANDTHS * forced),
        choices=_sums(THOUSANDTHS * (plies - forced)),
    )


def _sums(values: Any) -> Sums:
    """Exact: a game's square fits 64 bits, the sum over many may not."""
    thousands, rest = values // THOUSANDTHS, values % THOUSANDTHS
    squares = (
        THOUSANDTHS**2 * int((thousands * thousands).sum())
        + 2 * THOUSANDTHS * int((thousands * rest).sum())
        + int((rest * rest).sum())
    )
    return Sums(int(values.sum()), squares)
