"""Games that are solved: what a solver offers, and which one knows the match at hand.

A solver is a Searcher whose answers are proven, because it looks them up in a table of every position. The table is made
once, by `prepare`, and kept in the user's cache (`search.tables`). A module with a solver offers `make(match)`; it is
registered here by the rules it solves, and imported only when a match of theirs comes along.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Protocol

from kakomi.core.match import Match
from kakomi.games.enclosure_chess import grid, six
from kakomi.search.result import Searcher

SOLVERS: dict[ModuleType, str] = {  # rules: the module whose `make` gives their solver
    grid: "kakomi.search.exact_grid",
    six: "kakomi.search.exact_six",
}

Tell = Callable[[float], None]  # told how much is done, from 0 to 1


@dataclass(frozen=True)
class Solution:
    """What perfect play comes to. `value` is for the first player: the final margin, or 1, 0, -1 where none is counted."""

    value: int
    sentence: str  # the value in words: "with perfect play ..."
    best: tuple[str, ...]  # every optimal move of the player to move
    positions: int  # in the table
    details: dict[str, object] = field(default_factory=dict)  # what else this solver knows, for programs


class Solver(Searcher, Protocol):
    """Perfect play."""

    @property
    def notices(self) -> list[str]:
        """What a person should be told about the table: made anew and why, not kept and why."""

    @property
    def ready(self) -> bool:
        """Is there a table, so that answers come at once? One in the cache is fetched, none is made that takes seconds."""

    def prepare(self, tell: Tell | None = None) -> None:
        """Fetch the table from the cache, or make it and keep it there; broken off, it leaves nothing behind."""

    def value(self, match: Match) -> int:
        """What the match comes to with perfect play, for the first player."""

    def solution(self, match: Match) -> Solution:
        """The value and every optimal move."""

    def certificate(self, tell: Tell | None = None) -> str | None:
        """A text that proves the value of the start to anyone with a checker; None where there is no such thing."""


def solver_for(match: Match) -> Solver | None:
    """The solver that knows every position of the match's game, or None.

    >>> import kakomi
    >>> solver_for(kakomi.new("enso")) is None
    True
    """
    module = SOLVERS.get(match.rule_set.rules)
    if module is None:
        return None
    made: Solver | None = importlib.import_module(module).make(match)
    return made
