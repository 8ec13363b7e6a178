"""How hard a puzzle is: how much there is to read, how soon a search sees it, how many wrong moves look better at first.

    rating = 500 + 60 log2(1 + nodes / moves) + 60 log2(effort) + 90 log2(1 + tempting) + 60 (right moves in a row - 1)

`nodes` is how many positions the checker needs to prove the puzzle, `moves` how many moves are legal. `effort` is how many
positions alpha-beta searches, for each legal move, until it prefers the right move and stays with it. `tempting` is how many
wrong moves it values at least as high when it looks one move ahead. The factors were chosen so that an immediate win gets
about 600 and the hardest puzzles above 2000; they were not measured on people.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from kakomi.core.match import Match
from kakomi.puzzles.puzzle import Puzzle
from kakomi.search.alphabeta.search import AlphaBeta
from kakomi.search.result import Limit, Report

LOWEST, HIGHEST = 500, 2600
PER_NODES, PER_EFFORT, PER_TEMPTATION, PER_MOVE = 60, 60, 90, 60  # points
NODES = 200_000  # of the search that is watched
TABLE_MB = 16


@dataclass(frozen=True)
class Difficulty:
    """The measurements."""

    effort: int
    tempting: int

    @classmethod
    def measure(cls, match: Match, right: str) -> Difficulty:
        """Watch a search of the position."""
        moves = len(match.legal_moves)
        settled: list[int] = []  # nodes after each depth since the right move has been preferred

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


def rate(puzzle: Puzzle) -> int:
    """The rating of a puzzle, from its measurements."""
    match = puzzle.match()
    legal, solver, own = len(match.legal_moves), match.to_move, 0
    for text in puzzle.line:
        own += match.to_move == solver
        match.push(text)
    points = PER_NODES * math.log2(1 + puzzle.nodes / legal) + PER_EFFORT * math.log2(puzzle.effort)
    points += PER_TEMPTATION * math.log2(1 + puzzle.tempting) + PER_MOVE * (own - 1)
    return min(round(LOWEST + points), HIGHEST)
