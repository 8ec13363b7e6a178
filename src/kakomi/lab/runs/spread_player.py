"""A player that spreads its choice over near-equal moves in the first plies of a game.

Strong deterministic players open every game alike, and a study then measures one habit instead of the game. So in the
first `plies` plies of a game every legal move is tried, one for each orbit of images (where a game has hundreds, those of
highest priority that its search looks at): the position after it is searched with `nodes` nodes by the strongest search for
the game, without tables of solved positions. *Near-equal* moves are those whose winning chance is at most `margin` below
that of the best. One of them is drawn with the game's seed: each orbit equally likely, then each image. After these plies
the player itself chooses.
"""

from __future__ import annotations

import random

from kakomi.core.match import Match
from kakomi.core.symmetry import Orbit
from kakomi.lab.results import Spread
from kakomi.players import Player
from kakomi.players.analysis.analyser import estimate
from kakomi.players.levels import likely_moves
from kakomi.players.matches.clock import Allowance
from kakomi.players.matches.referee import invite
from kakomi.players.search_player import searcher_for
from kakomi.search.result import Limit, Searcher

MEMORY = 64  # megabytes of the search
ROUNDING = 1e-9


class SpreadPlayer:
    """The player of that name with its first moves spread; `close` closes the player."""

    def __init__(self, name: str, spread: Spread, patience: float) -> None:
        self.name, self.spread = name, spread
        self._patience = patience
        self._base: Player | None = None
        self._searcher: Searcher | None = None
        self._seed = 0

    def begin(self, match: Match, seed: int | None = None) -> None:
        """A new game: forget the last one."""
        self._seed = self._seed if seed is None else seed
        self._searcher = None
        if self._base is None or not hasattr(self._base, "begin"):
            self.close()
            self._base = invite(self.name, self._seed, self._patience)
        begin = getattr(self._base, "begin", None)
        if begin is not None:
            begin(match, seed)

    def allot(self, allowance: Allowance) -> None:
        """The time available for the next move."""
        allot = getattr(self._base, "allot", None)
        if allot is not None:
            allot(allowance)

    def choose(self, match: Match) -> str:
        """One of the near-equal moves in the first plies; later the player's own."""
        assert self._base is not None
        if match.ply >= self.spread.plies or len(match.codes()) < 2:
            return self._base.choose(match)
        dice = random.Random(f"{self._seed} spread {match.ply}")
        orbits = self._orbits(match, dice)
        values = {number: self._value(match, moves[0]) for number, moves in orbits.items()}
        near = near_equal(values, self.spread.margin)
        return dice.choice(orbits[dice.choice(near)])

    def _orbits(self, match: Match, dice: random.Random) -> dict[int, list[str]]:
        """The moves to try, images of each other grouped together."""
        orbit = Orbit(match.rule_set, match.settings, match.state)
        orbits: dict[int, list[str]] = {}
        tried = set(likely_moves(match, dice))
        for code in match.codes():
            text = match.rule_set.view.move_text(match.state, code)
            if text in tried:
                orbits.setdefault(orbit.move(code), []).append(text)
        return orbits

    def _value(self, match: Match, move: str) -> float:
        """The mover's winning chance after a move."""
        after = match.copy()
        after.push(move)
        outcome = after.outcome
        if outcome is not None:
            return 0.5 if outcome.winner is None else float(outcome.winner == match.to_move)
        if self._searcher is None:
            self._searcher = searcher_for(after, threads=1, memory=MEMORY, seed=self._seed, exact=False)
        chance = estimate(self._searcher.search(after, Limit(nodes=self.spread.nodes)).best)
        return chance if after.to_move == match.to_move else 1 - chance

    def close(self) -> None:
        """Close the player."""
        base, self._base = self._base, None
        close = getattr(base, "close", None)
        if close is not None:
            close()


def near_equal(values: dict[int, float], margin: float) -> list[int]:
    """The moves within the margin of the best, in the order of their numbers.

    >>> near_equal({3: 0.5, 1: 0.59, 2: 0.6}, 0.02)
    [1, 2]
    """
    best = max(values.values())
    return sorted(move for move, value in values.items() if value >= best - margin - ROUNDING)
