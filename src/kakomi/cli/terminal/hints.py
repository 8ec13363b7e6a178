"""Hints during a game: the best moves for the player to move, in a sentence or two."""

from __future__ import annotations

from kakomi.cli.interrupts import interruptible
from kakomi.cli.terminal.analysis_text import advice
from kakomi.cli.terminal.paint import Paint
from kakomi.core.match import Match
from kakomi.players.analysis.analyser import Analyst
from kakomi.search.result import Limit

LIMIT = Limit(seconds=2.0, nodes=100_000)  # two seconds: short enough to wait for
LINES = 3


class Adviser:
    """Gives hints, and keeps its search tree from one to the next."""

    def __init__(self) -> None:
        self._analyst = Analyst(LIMIT, LINES)

    def hint(self, match: Match, paint: Paint) -> list[str]:
        """The hint, as lines to print."""
        copy = match.copy()
        if len(copy.legal_moves) == 1:
            return [f"There is only one move: {paint.bold(next(iter(copy.legal_moves)))}."]
        return list(advice(copy, interruptible(lambda: self._analyst.look(copy)), paint))
