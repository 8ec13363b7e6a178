"""Hints at the table: the best moves for whoever is to move, in a sentence or two."""

from __future__ import annotations

from kakomi.cli.common import interruptible
from kakomi.cli.lines import advice
from kakomi.cli.paint import Paint
from kakomi.core.match import Match
from kakomi.players.analysis.analyser import Analyst
from kakomi.search.result import Limit

LIMIT = Limit(seconds=2.0, nodes=100_000)  # what a person at the table waits for without impatience
LINES = 3


class Adviser:
    """Remembers, from hint to hint, what it found."""

    def __init__(self) -> None:
        self._analyst = Analyst(LIMIT, LINES)

    def hint(self, match: Match, paint: Paint) -> list[str]:
        """The lines to print."""
        shown = match.copy()
        if len(shown.legal_moves) == 1:
            return [f"There is only one move: {paint.bold(next(iter(shown.legal_moves)))}."]
        return list(advice(shown, interruptible(lambda: self._analyst.look(shown)), paint))
