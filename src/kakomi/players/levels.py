"""Levels 1 to 10: how far a search goes and how much it errs, the same on every machine.

A level is a number of nodes, never a time. Level 10 is what two cores of an ordinary server search in about three seconds
(one, where the search is alpha-beta); each level below has a fifth of the one above (in Enclose5 a fourth, in TOOT a
twelfth). The lowest levels look at each legal move about once, and *err*, as people do, by misjudging:

- the tree search does not play the move it thinks best but draws one, the more likely the better it looks:
      probability of a move  ~  exp(value / warmth)       value: chance of winning from 0 to 1, as the search saw it
- alpha-beta sees each position better or worse than its evaluation says, by up to `noise` thousandths of a logit, always
  the same for the same position within a game, and where there are hundreds of moves looks only at those that promise most
  (one that errs without bound does not look at all, and plays any of them);

so the mistakes are moves that looked good for a moment, and not just anything. A level above 3 never overlooks a move that
wins at once. How strong the levels are is measured: docs/reports/levels.md.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kakomi.core.errors import OptionError
from kakomi.core.match import Match
from kakomi.players.thinker import TABLE, searcher_for
from kakomi.search import evaluations
from kakomi.search.alphabeta_search import AlphaBeta
from kakomi.search.engine import winning_move
from kakomi.search.nodes import GUIDED_BYTES
from kakomi.search.result import Limit, Searcher
from kakomi.search.tree import MonteCarlo

HIGHEST = 10
SEES_WINS_FROM = 4
LEAST_MEMORY, MOST_MEMORY = 64, 2048  # megabytes of a level's tree and of what is kept of the last one
WIDTH = 64  # nodes of the tree for each that is searched: its children, and room for a kept tree
ENTRY = 64  # bytes of alpha-beta's table for each node
VARIETY = 20  # thousandths of a logit by which alpha-beta errs at every level, so that games differ
STEP = 5  # nodes of a level over those of the level below: 80 to 90 games of 100 in most games


@dataclass(frozen=True)
class Level:
    """One level: so many nodes, but at least one for each legal move; and how far it errs (by warmth or noise).

    A narrow one looks only at the moves that promise most, where a game has hundreds of them.
    """

    nodes: int
    error: float = 0
    narrow: bool = False


def ladder(full: int, errors: Sequence[float], step: int = STEP) -> tuple[Level, ...]:
    """The levels that err, the lowest first, and then steps up to the full number of nodes.

    >>> [level.nodes for level in ladder(1_000_000, (1.0, 0.1))]
    [0, 0, 13, 64, 320, 1600, 8000, 40000, 200000, 1000000]
    """
    rising = range(HIGHEST - len(errors) - 1, -1, -1)
    return (*(Level(0, error) for error in errors), *(Level(round(full / step**steps)) for steps in rising))


# The full number is what is searched in three seconds, from the speed of `kakomi bench --search --best` in the first half of
# a game (AMD EPYC, Zen 4), rounded. Where ten levels of the usual steps do not fit between a random mover and perfect
# play (the small Enclosure Chess boards, Enclose5's lower half), the numbers were found by games.
WARM = (1.0, 0.15, 0.03)
FAINT = (1.0, 0.05, 0.013)  # in Iago the chances after the first moves differ little
ANY = 300_000  # a noise that drowns every evaluation: any move, but for a win or a loss at hand
BLIND = math.inf  # not even those are seen
LADDERS = {
    "enso/standard": ladder(800_000, WARM),
    "iago/standard": ladder(1_600_000, FAINT),
    "iago/loose": ladder(900_000, FAINT),
    "iago/simple": ladder(1_800_000, FAINT),
    "toot/standard": (
        *(Level(0, noise, narrow=True) for noise in (BLIND, ANY, 2_500, 900, 300, 0)),
        *(Level(nodes) for nodes in (2_500, 30_000, 350_000, 4_000_000)),
    ),
    "enclose5/standard": (
        Level(0, ANY),
        *(Level(0, noise, narrow=True) for noise in (ANY, 2_000, 900, 0)),
        *(Level(nodes) for nodes in (2_000, 8_000, 33_000, 140_000, 600_000)),
    ),
    "enclosure_chess/5x5": (
        *(Level(0, noise) for noise in (200_000, 7_000, 3_500, 1_800, 900, 300)),
        *(Level(nodes) for nodes in (20, 80, 300, 3_200_000)),
    ),
    "enclosure_chess/7x7": (
        *(Level(0, noise) for noise in (16_000, 4_000, 1_500, 500, 0)),
        *(Level(nodes) for nodes in (100, 500, 2_500, 20_000, 12_000_000)),
    ),
    "enclosure_chess/six": ladder(9_000_000, (ANY,)),
}
USUAL = ladder(200_000, WARM)  # for a rule set that is not in the list


def level_of(number: int, match: Match) -> Level:
    """The level of that number in the match's rule set, with a node for each legal move and one for the position itself."""
    level = LADDERS.get(f"{match.game.name}/{match.rules}", USUAL)[number - 1]
    return replace(level, nodes=max(level.nodes, 1 + len(match.legal_moves)))


class LevelPlayer:
    """A player of a level; the same seed plays the same moves."""

    def __init__(self, number: int, seed: int = 0, threads: int = 1) -> None:
        if not 1 <= number <= HIGHEST:
            raise OptionError(f"level must be 1 to {HIGHEST}, not {number}")
        self.number = number
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
        level = level_of(self.number, match)
        if level.error == BLIND:
            generator = self._chance(match)
            return generator.choice(promising(match, generator))
        searcher = self._thinker(match, level)
        if self.number >= SEES_WINS_FROM and not _looks_at_each_move(searcher):
            winning = winning_move(match)
            if winning is not None:
                return winning
        limit = Limit(nodes=level.nodes)
        if level.error == 0 or isinstance(searcher, AlphaBeta):
            return searcher.search(match, limit).best.move
        seen = searcher.search(match, limit, lines=len(match.legal_moves)).lines
        best = max(line.value for line in seen)
        weights = [math.exp((line.value - best) / level.error) for line in seen]
        return self._chance(match).choices(seen, weights)[0].move

    def _chance(self, match: Match) -> random.Random:
        return random.Random(f"{self.seed} {len(match.moves)} {match.position}")

    def _thinker(self, match: Match, level: Level) -> Searcher:
        if self._searcher is None or self._for != (match.game.name, match.rules):
            searcher = searcher_for(match, self.threads, room_for(level.nodes), self.seed, exact=False)
            if isinstance(searcher, AlphaBeta):
                noise = max(round(level.error), VARIETY)
                searcher = AlphaBeta(table_for(level.nodes), noise=noise, seed=self.seed, narrow=level.narrow)
            self._searcher = searcher
            self._for = (match.game.name, match.rules)
        return self._searcher


def promising(match: Match, generator: random.Random) -> list[str]:
    """The legal moves that promise most, as many as a search of the game looks at in each position; of equals, any."""
    evaluation = evaluations.find(match.rule_set.rules)
    codes = match.codes()
    ranked = sorted(generator.sample(codes, len(codes)), key=lambda move: -evaluation.promise(match.state, move))
    return [match.rule_set.face.move_text(match.state, move) for move in ranked[: evaluation.width or None]]


def _looks_at_each_move(searcher: Searcher) -> bool:
    """Whether a node for each legal move is enough for it to see every move that wins at once."""
    if isinstance(searcher, AlphaBeta):
        return not searcher.narrow
    return isinstance(searcher, MonteCarlo) and searcher.settings.guide == "children"


def room_for(nodes: int) -> int:
    """Megabytes of a tree search of so many nodes; what is not needed is never touched.

    >>> room_for(100), room_for(100_000), room_for(1_000_000)
    (64, 451, 2048)
    """
    return min(max(2 * nodes * WIDTH * GUIDED_BYTES >> 20, LEAST_MEMORY), MOST_MEMORY)


def table_for(nodes: int) -> int:
    """Megabytes of a table with room for so many nodes, within limits: a large one takes time to be had."""
    return min(max(nodes * ENTRY >> 20, 1), TABLE)


def level_player(number: int, seed: int = 0, threads: int = 1) -> LevelPlayer:
    """The player of a level.

    >>> level_player(3).name
    'level:3'
    """
    return LevelPlayer(number, seed, threads)
