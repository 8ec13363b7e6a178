"""Levels 1 to 10: how far a search goes and how much it errs, the same on every machine.

A level is a number of simulations, never a time. Level 10 is what two cores of an ordinary server search in about three
seconds; each level below has a fixed fraction of the one above. At the low end a level also *errs*: it does not play the
move it thinks best, but draws one, the more likely the better it looks, by the chances of winning that its search saw:

    probability of a move  ~  exp(value / warmth)         value: chance of winning from 0 to 1, as the search saw it

so its mistakes are moves that looked good to it for a moment, and not just anything. A level above 3 never overlooks a move
that wins at once. How strong the levels are is measured, not promised: see docs/reports.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from kakomi.core.errors import OptionError
from kakomi.core.match import Match
from kakomi.players.thinker import searcher_for
from kakomi.search.result import Limit, Searcher

HIGHEST = 10
SEES_WINS_FROM = 4

# Simulations of level 10: what two cores search in three seconds, by `kakomi bench --search --threads 2` on a quiet machine
# (AMD EPYC, Zen 4), rounded to two figures.
FULL = {
    "enso/standard": 2_200_000,
    "iago/standard": 790_000,
    "iago/loose": 760_000,
    "iago/simple": 1_200_000,
    "toot/standard": 89_000,
    "enclose5/standard": 130_000,
    "enclosure_chess/5x5": 3_200_000,
    "enclosure_chess/7x7": 2_900_000,
    "enclosure_chess/six": 1_600_000,
}
MEMORY = 512  # megabytes at most: room for the tree of level 10
USUAL = 200_000  # for a rule set that is not in the list
STEP = 2.6  # simulations of a level over those of the level below


@dataclass(frozen=True)
class Level:
    """One level: simulations for each legal move at the least, and the warmth of its choice (0: the best move)."""

    number: int
    each: int
    warmth: float


LEVELS = (
    Level(1, 1, 0.60),
    Level(2, 2, 0.25),
    Level(3, 3, 0.12),
    Level(4, 4, 0.06),
    Level(5, 5, 0.03),
    Level(6, 6, 0.0),
    Level(7, 7, 0.0),
    Level(8, 8, 0.0),
    Level(9, 9, 0.0),
    Level(10, 10, 0.0),
)


def simulations(level: Level, match: Match) -> int:
    """How far the level searches here: its share of the rule set's full number, but a few for every legal move."""
    full = FULL.get(f"{match.game.name}/{match.rules}", USUAL)
    return round(max(full / STEP ** (HIGHEST - level.number), level.each * len(match.legal_moves)))


class LevelPlayer:
    """A player of a level; the same seed plays the same moves."""

    def __init__(self, number: int, seed: int = 0, threads: int = 1) -> None:
        if not 1 <= number <= HIGHEST:
            raise OptionError(f"level must be 1 to {HIGHEST}, not {number}")
        self.level = LEVELS[number - 1]
        self.name = f"level:{number}"
        self.seed = seed
        self.threads = threads
        self._searcher: Searcher | None = None
        self._for: tuple[str, str] | None = None

    def begin(self, match: Match, seed: int | None = None) -> None:  # noqa: ARG002 - the contest's protocol
        """A new game: forget the last one."""
        self._searcher = None
        if seed is not None:
            self.seed = seed

    def stop(self) -> None:
        """From another thread: choose at once, by what has been seen so far."""
        searcher = self._searcher
        if searcher is not None:
            searcher.stop()

    def choose(self, match: Match) -> str:
        """The level's move."""
        if len(match.legal_moves) == 1:
            return next(iter(match.legal_moves))
        if self.level.number >= SEES_WINS_FROM:
            winning = winning_move(match)
            if winning is not None:
                return winning
        if self._searcher is None or self._for != (match.game.name, match.rules):
            self._searcher = searcher_for(match, self.threads, MEMORY, self.seed, exact=False)
            self._for = (match.game.name, match.rules)
        limit = Limit(nodes=simulations(self.level, match))
        if self.level.warmth == 0:
            return self._searcher.search(match, limit).best.move
        report = self._searcher.search(match, limit, lines=len(match.legal_moves))
        seen = [line for line in report.lines if line.visits]
        best = max(line.value for line in seen)
        weights = [math.exp((line.value - best) / self.level.warmth) for line in seen]
        generator = random.Random(f"{self.seed} {len(match.moves)} {match.position}")
        return generator.choices(seen, weights)[0].move


def winning_move(match: Match) -> str | None:
    """A move that wins the game at once, if there is one."""
    player = match.to_move
    rules = match.rule_set.rules
    out = [0] * rules.max_moves(match.settings)
    for move in match.codes():
        after = list(match.state)
        rules.play(after, move)
        if rules.legal_moves(after, out) == 0 and rules.winner(after) == player:
            return match.rule_set.face.move_text(match.state, move)
    return None


def level_player(number: int, seed: int = 0, threads: int = 1) -> LevelPlayer:
    """The player of a level.

    >>> level_player(3).name
    'level:3'
    """
    return LevelPlayer(number, seed, threads)
