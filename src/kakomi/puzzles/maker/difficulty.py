"""How hard a puzzle is: how long a search takes to prefer the right move, and how many wrong ones look better at first.

    rating = 600 + 85 log2(effort) + 95 log2(1 + tempting) + 60 (right moves in a row - 1)

`effort` is how many positions alpha-beta looks at, for each legal move, until it prefers the right move and stays with it;
`tempting` is how many wrong moves it values at least as high when it looks one move ahead. Twice as much is worth the
same number of points, however much it is. The factors were chosen so that a win at hand comes out at about 700 and what
takes a million positions at about 2200; they are no measurement of people.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from kakomi.core.match import Match
from kakomi.search.alphabeta.search import AlphaBeta
from kakomi.search.result import Limit, Report

LOWEST, HIGHEST = 600, 2600
PER_EFFORT, PER_TEMPTATION, PER_MOVE = 85, 95, 60
NODES = 200_000  # the search that is watched
TABLE_MB = 16


@dataclass(frozen=True)
class Difficulty:
    """What was measured."""

    effort: int
    tempting: int

    @classmethod
    def measure(cls, match: Match, right: str) -> Difficulty:
        """Watch a search of the position."""
        moves = len(match.legal_moves)
        settled: list[int] = []  # nodes after each depth since when the right move was preferred

        def watch(report: Report) -> None:
            if report.best.move == right:
                settled.append(report.nodes)
            else:
                settled.clear()

        report = AlphaBeta(TABLE_MB).search(match, Limit(nodes=NODES), progress=watch)
        found = settled[0] if settled and report.best.move == right else NODES
        sight = AlphaBeta(1).search(match, Limit(depth=1), lines=moves).lines
        value = {line.move: line.value for line in sight}
        tempting = sum(1 for move in value if move != right and value[move] >= value[right])
        return cls(max(1, found // moves), tempting)

    def rating(self, moves: int) -> int:
        """The rating of a puzzle in which so many right moves must be found one after the other.

        >>> Difficulty(1, 0).rating(1), Difficulty(1024, 7).rating(3)
        (600, 1855)
        """
        points = PER_EFFORT * math.log2(self.effort) + PER_TEMPTATION * math.log2(1 + self.tempting)
        return min(round(LOWEST + points + PER_MOVE * (moves - 1)), HIGHEST)
