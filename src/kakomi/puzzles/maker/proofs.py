"""The proofs that a puzzle is made from: alpha-beta searched to the end of the game, or the table of a solved game.

A `MoveProof` says what a move leads to for the player to move. Alpha-beta keeps its table from one position of a game to the
next, so that what was proven near the end is known when the game is walked back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from kakomi.core.match import Match
from kakomi.search.alphabeta.search import AlphaBeta
from kakomi.search.evaluation import evaluation_for
from kakomi.search.result import AnalysisLine, Limit
from kakomi.solved.solver import Solver, solver_for

TABLE_MB = 64
LOOK = 8  # a first look has this many times fewer nodes than the proof
WORTH = {"win": 2, "draw": 1, "loss": 0}


@dataclass(frozen=True)
class MoveProof:
    """A move, what it leads to with best play, and the moves expected after it."""

    move: str
    proven: str  # win, draw or loss
    variation: tuple[str, ...]  # the move first


@dataclass(frozen=True)
class OnlyMove:
    """A move that reaches more than any other: to win where the others do not, or to draw where they lose."""

    best: MoveProof
    goal: str


class ProofSource(Protocol):
    """A way to prove who wins."""

    kind: str

    def only_move(self, match: Match, nodes: int) -> OnlyMove | None:
        """The only move, None where there are several; Unproven where that takes too long."""

    def result(self, match: Match, move: str, nodes: int) -> MoveProof:
        """What a move leads to; Unproven where that takes too long."""

    def forget(self) -> None:
        """Prepare for another game."""


class Unproven(Exception):
    """The search reached its limit first."""


def proof_source(match: Match) -> ProofSource:
    """The table where there is one in the cache, else alpha-beta."""
    solver = solver_for(match)
    return TableProofs(solver) if solver is not None and solver.ready else SearchProofs(match)


def _goal(best: str, second: str) -> str | None:
    """What only the best move reaches, None if the second does as well."""
    if WORTH[best] <= WORTH[second]:
        return None
    return best


class SearchProofs:
    """Proofs by alpha-beta, which must not leave moves out: where its evaluation would, the search is exact instead."""

    kind = "alphabeta"

    def __init__(self, match: Match) -> None:
        self._search = AlphaBeta(TABLE_MB, exact=evaluation_for(match.rule_set.rules).width > 0)

    def only_move(self, match: Match, nodes: int) -> OnlyMove | None:
        """Search two lines: the best move, and the best of all others; in full only after a promising first look."""
        for limit in (nodes // LOOK, nodes):
            lines = self._search.search(match, Limit(nodes=max(limit, 1)), lines=2).lines
            if len(lines) < 2:
                raise Unproven
            best, second = lines[0], lines[1]
            if best.proven and second.proven:
                goal = _goal(best.proven, second.proven)
                return None if goal is None else OnlyMove(_move_proof(best), goal)
            if best.proven != "win" and second.proven != "loss":
                break
        raise Unproven

    def result(self, match: Match, move: str, nodes: int) -> MoveProof:
        """Search the position after the move."""
        after = match.copy()
        after.push(move)
        if after.outcome is not None:
            return MoveProof(move, _over(after, match.to_move), (move,))
        best = self._search.search(after, Limit(nodes=nodes)).best
        if not best.proven:
            raise Unproven
        proven = best.proven
        if after.to_move != match.to_move:
            proven = {"win": "loss", "draw": "draw", "loss": "win"}[proven]
        return MoveProof(move, proven, (move, *(best.variation or (best.move,))))

    def forget(self) -> None:
        """Empty the table, so that the results depend on the game alone."""
        self._search.reset()


class TableProofs:
    """Proofs looked up in the table of a solved game."""

    kind = "table"

    def __init__(self, solver: Solver) -> None:
        self._solver = solver

    def only_move(self, match: Match, nodes: int) -> OnlyMove | None:  # noqa: ARG002 - a table needs none
        """Look up all moves."""
        lines = sorted(self._lines(match), key=lambda line: -WORTH[line.proven])
        goal = _goal(lines[0].proven, lines[1].proven) if len(lines) > 1 else None
        return None if goal is None else OnlyMove(_move_proof(lines[0]), goal)

    def result(self, match: Match, move: str, nodes: int) -> MoveProof:  # noqa: ARG002
        """Look up the move."""
        return next(_move_proof(line) for line in self._lines(match) if line.move == move)

    def forget(self) -> None:
        """There is nothing to forget."""

    def _lines(self, match: Match) -> tuple[AnalysisLine, ...]:
        return self._solver.search(match, Limit(), lines=len(match.legal_moves)).lines


def _move_proof(line: AnalysisLine) -> MoveProof:
    return MoveProof(line.move, line.proven, line.variation or (line.move,))


def _over(after: Match, player: int) -> str:
    assert after.outcome is not None
    winner = after.outcome.winner
    return "draw" if winner is None else "win" if winner == player else "loss"
