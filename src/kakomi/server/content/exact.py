"""Exact values of moves, from those tables of solved games that are ready; none is built here."""

from __future__ import annotations

from typing import Any

from kakomi.core.match import Match
from kakomi.search.result import Limit
from kakomi.solved.solver import solver_for


def exact_moves(match: Match) -> list[dict[str, Any]] | None:
    """Every legal move with its exact value, best first, as schemas.ExactMove; None if no table has it."""
    if match.outcome is not None:
        return None
    solver = solver_for(match)
    if solver is None or not solver.ready:
        return None
    lines = solver.search(match, Limit(), len(match.codes())).lines
    return [
        {"move": line.move, "proven": line.proven, "points": line.points, "distance": line.distance} for line in lines
    ]
