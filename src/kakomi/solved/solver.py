"""Solved games: what a solver offers, and which solver a match has.

A solver is a Searcher whose answers are proven, because it looks them up in a table of every position. The table is built
once, by `prepare`, and kept in the user's cache (`solved.tables`). Where a table would be too large a solver may prove
single results by search (`solved.proof_solver`). A game's folder offers its solver as `solved.make(match)`, None for options
that are not solved; it is imported only when a match of that rule set needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from kakomi.core.game import RuleSet
from kakomi.core.match import Match
from kakomi.search.result import Searcher

ReportProgress = Callable[[float], None]  # called with how much is done, from 0 to 1


@dataclass(frozen=True)
class Solution:
    """The result of perfect play. `value` is for the first player: the final margin, or 1, 0, -1 where none is counted, or
    "win", "draw", "loss" where only that is proven."""

    value: int | str
    sentence: str  # the value in words: "with perfect play ..."
    best: tuple[str, ...]  # every optimal move of the player to move
    positions: int  # in the table, or looked at by the search
    details: dict[str, object] = field(default_factory=dict)  # what else this solver knows, for programs


class Solver(Searcher, Protocol):
    """Perfect play."""

    @property
    def notices(self) -> Sequence[str]:
        """What the user should know about the table: why it was rebuilt, or not stored."""

    @property
    def ready(self) -> bool:
        """Whether there is a table to answer at once; one in the cache is loaded, none that takes seconds is built."""

    def prepare(self, progress: ReportProgress | None = None) -> None:
        """Load the table from the cache, or build and store it there; if interrupted, it leaves nothing behind."""

    def value(self, match: Match) -> int:
        """The result of the match with perfect play, for the first player."""

    def solution(self, match: Match) -> Solution:
        """The value and every optimal move."""

    @property
    def positions(self) -> int:
        """How many positions the table has."""

    def endings(self, pieces: int) -> Solver | None:
        """A solver of the endings with up to this many pieces per side; None where there is no such part of the table."""

    def certificate(
        self, match: Match, solution: Solution | None, progress: ReportProgress | None = None
    ) -> Iterable[bytes] | None:
        """A proof of the solution of the match's start, or, without a solution, of the endings; None where there is none."""


def solved_options(rule_set: RuleSet) -> str | None:
    """The options with which the rule set is solved, in words: "" for all; None where it is not solved."""
    package = rule_set.part("solved")
    return None if package is None else str(getattr(package, "SOLVED", {}).get(rule_set.name, ""))


def solver_for(match: Match) -> Solver | None:
    """The solver of the match's game with its options, or None."""
    package = match.rule_set.part("solved")
    if package is None:
        return None
    solver: Solver | None = package.make(match)
    return solver
