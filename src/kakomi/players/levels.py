"""Levels 1 to 10: how far a search goes and how much it errs, the same on every machine.

A level is a number of nodes, never a time. Level 10 thinks for at most about four seconds on one core; each level below has
a fifth of the nodes of the one above, unless the game says otherwise in its `levels.toml`. The lowest levels *err*, as
people do, by misjudging:

- where the strongest search is the one with a learned net, they do not look ahead at all: a move is drawn from the net's
  policy, with a temperature: a higher one makes the moves more equally likely, a lower one leaves the favourite:
      probability of a move  ~  policy ** (1 / temperature)
- the tree search without a net looks at each legal move about once, and does not play the move it thinks best but draws
  one, the more likely the better it looks:
      probability of a move  ~  exp(value / temperature)       value: chance of winning from 0 to 1, as the search saw it
- alpha-beta takes each position to be better or worse than its evaluation, by up to `noise` thousandths of a logit, always
  the same for the same position within a game, and where there are hundreds of moves looks only at those of the highest
  priority (a level that errs without bound does not search at all, and plays any of them);

so the mistakes are moves that looked good for a moment, and not just any moves. So that games differ, the search with a net
draws its first moves among those that it considers as good as the best. A level above 3 never overlooks a move that wins at
once. The strength of the levels is measured: docs/reports/levels.md.
"""

from __future__ import annotations

import math
import random
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from kakomi.core.errors import GameError, OptionError
from kakomi.core.game import Game
from kakomi.core.match import Match
from kakomi.players.search_player import TABLE, net_of, searcher_for
from kakomi.search.alphabeta.search import AlphaBeta
from kakomi.search.batch import winning_move
from kakomi.search.evaluation import evaluation_for
from kakomi.search.learned.network import Net
from kakomi.search.learned.opinion import ask_net
from kakomi.search.learned.packaged import is_strongest, packaged_net
from kakomi.search.learned.search import LearnedSearch
from kakomi.search.mcts.search import MonteCarlo
from kakomi.search.mcts.storage import GUIDED_BYTES
from kakomi.search.result import AnalysisLine, Limit, Searcher

HIGHEST = 10
SEES_WINS_FROM = 4
LEAST_MEMORY, MOST_MEMORY = 64, 2048  # megabytes of a level's tree, with what is kept of the last one
WIDTH = 64  # at least this many nodes of the tree for each one searched
ENTRY = 64  # bytes of alpha-beta's table for each node
VARIETY = 20  # thousandths of a logit by which alpha-beta errs at every level, so that games differ
VARIED_PLIES = 8  # at the start of a game, in which the search with a net draws among near-equal moves
NEAR_VALUE, NEAR_VISITS = (
    0.02,
    0.5,
)  # near-equal: a chance lower by at most this much, and at least this share of the best move's visits
CANDIDATES = 6
STEP = 5  # ratio of a level's nodes to those of the level below: 80 to 90 wins in 100 games for most games


@dataclass(frozen=True)
class Level:
    """One level: its nodes, without a net at least one per legal move; and how much it errs (temperature or noise).

    A narrow level looks only at the moves of highest priority, where a game has hundreds of them. A level with `policy`,
    which is a temperature, does not search: its moves are drawn from the policy of the net.
    """

    nodes: int = 0
    error: float = 0
    narrow: bool = False
    policy: float = 0


def ladder(full: int, errors: Sequence[float], step: int = STEP) -> tuple[Level, ...]:
    """The levels that err, the lowest first, and then steps up to the full number of nodes.

    >>> [level.nodes for level in ladder(1_000_000, (1.0, 0.1))]
    [0, 0, 13, 64, 320, 1600, 8000, 40000, 200000, 1000000]
    """
    rising = range(HIGHEST - len(errors) - 1, -1, -1)
    return (*(Level(0, error) for error in errors), *(Level(round(full / step**steps)) for steps in rising))


BLIND = math.inf  # an error without bound: the level does not search, and plays any move of high priority
USUAL = ladder(200_000, (1.0, 0.15, 0.03))  # for a rule set without a ladder of its own
LEARNED = "learned"  # the table of a rule set with the levels of the search with a net
USUAL_LEARNED = (*(Level(policy=each) for each in (8.0, 2.0, 0.6)), *(Level(8 * STEP**step) for step in range(7)))


@cache
def ladders(game: Game, learned: bool = False) -> dict[str, tuple[Level, ...]]:
    """The ten levels of each rule set that has a ladder of its own, from `levels.toml` in the game's folder.

    A rule set's table has either `levels`, ten of `{ nodes, error, narrow }`, the lowest first; or `nodes`, which level
    10 searches in about 3 s (`kakomi bench --search --best`, rounded), and `errors` of the lowest levels, see `ladder`.
    A table `[RULES.learned]` has `levels` of the search with a net, ten of `{ policy }` or `{ nodes }`; the other table
    then applies to options that the net does not cover.
    """
    read = {}
    for name, table in tomllib.loads(game.data_file("levels.toml") or "").items():
        game.rule_set(name)
        where = f"levels.toml of {game.name}, [{name}]"
        if not isinstance(table, dict):
            raise GameError(f"{where}: it must be a table")
        own = {key: value for key, value in table.items() if key != LEARNED}
        if learned and LEARNED in table:
            read[name] = _read_ladder(table[LEARNED], f"levels.toml of {game.name}, [{name}.{LEARNED}]", learned)
        elif own and not learned:
            read[name] = _read_ladder(own, where, learned)
    return read


def _read_ladder(table: dict[str, Any], where: str, learned: bool) -> tuple[Level, ...]:
    try:
        if "levels" in table:
            levels = tuple(Level(**each) for each in table["levels"])
        else:
            levels = ladder(table["nodes"], table["errors"])
        right = all(_is_right(level, learned) for level in levels)
    except (TypeError, KeyError) as error:
        raise GameError(f"{where}: it takes levels, or nodes and errors ({error})") from error
    if len(levels) != HIGHEST:
        raise GameError(f"{where}: there must be {HIGHEST} levels, not {len(levels)}")
    if not right:
        either = (
            "either a policy, which is a temperature above 0, or nodes"
            if learned
            else "nodes and an error of 0 or more"
        )
        raise GameError(f"{where}: each level has {either}")
    return levels


def _is_right(level: Level, learned: bool) -> bool:
    if learned:
        return (level.nodes > 0) != (0 < level.policy < math.inf) and not (
            level.policy < 0 or level.error or level.narrow
        )
    return level.nodes >= 0 and level.error >= 0 and level.policy == 0


def level_of(number: int, match: Match) -> Level:
    """The level of that number in the match's rule set.

    Without a net it has at least one node for each legal move and one for the position itself.
    """
    if is_strongest(match) and packaged_net(match) is not None:
        return ladders(match.game, learned=True).get(match.rules, USUAL_LEARNED)[number - 1]
    level = ladders(match.game).get(match.rules, USUAL)[number - 1]
    return replace(level, nodes=max(level.nodes, 1 + len(match.legal_moves)))


def planned_nodes(number: int, match: Match) -> int:
    """The nodes that the ladder of the match's rule set gives a level; 0 for one that does not look ahead."""
    learned = is_strongest(match) and packaged_net(match) is not None
    return ladders(match.game, learned=learned).get(match.rules, USUAL_LEARNED if learned else USUAL)[number - 1].nodes


class LevelPlayer:
    """A player at a level; the same seed plays the same moves."""

    def __init__(self, number: int, seed: int = 0, threads: int = 1) -> None:
        if not 1 <= number <= HIGHEST:
            raise OptionError(f"level must be 1 to {HIGHEST}, not {number}")
        self.number = number
        self.name = f"level:{number}"
        self.seed = seed
        self.threads = threads
        self._searcher: Searcher | None = None
        self._for: tuple[str, str, tuple[int, ...]] | None = None

    def begin(self, match: Match, seed: int | None = None) -> None:  # noqa: ARG002 - the contest's protocol
        """A new game: forget the last one."""
        self._searcher = None
        if seed is not None:
            self.seed = seed

    def stop(self) -> None:
        """From another thread: choose at once, from what has been searched so far."""
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
            return generator.choice(likely_moves(match, generator))
        searcher = self._thinker(match, level)
        if self.number >= SEES_WINS_FROM and not _looks_at_each_move(searcher):
            winning = winning_move(match)
            if winning is not None:
                return winning
        if level.policy:
            assert isinstance(searcher, LearnedSearch), "only the ladder of a net has such levels"
            return draw_move(ask_net(searcher.net, match).policy, level.policy, self._chance(match))
        limit = Limit(nodes=level.nodes)
        if isinstance(searcher, LearnedSearch) and len(match.moves) < VARIED_PLIES:
            return self._chance(match).choice(near_equal(searcher.search(match, limit, lines=CANDIDATES).lines))
        if level.error == 0 or isinstance(searcher, AlphaBeta):
            return searcher.search(match, limit).best.move
        seen = searcher.search(match, limit, lines=len(match.legal_moves)).lines
        best = max(line.value for line in seen)
        weights = [math.exp((line.value - best) / level.error) for line in seen]
        return self._chance(match).choices(seen, weights)[0].move

    def searches_with(self, match: Match) -> Net | None:
        """The net that the level uses in this match, or None."""
        level = level_of(self.number, match)
        return None if level.error == BLIND else net_of(self._thinker(match, level))

    def _chance(self, match: Match) -> random.Random:
        return random.Random(f"{self.seed} {len(match.moves)} {match.position}")

    def _thinker(self, match: Match, level: Level) -> Searcher:
        if self._searcher is None or self._for != (match.game.name, match.rules, tuple(match.settings)):
            memory = room_for(level.nodes, len(match.legal_moves))
            searcher = searcher_for(match, self.threads, memory, self.seed, exact=False)
            if isinstance(searcher, AlphaBeta):
                noise = max(round(level.error), VARIETY)
                searcher = AlphaBeta(table_for(level.nodes), noise=noise, seed=self.seed, narrow=level.narrow)
            self._searcher = searcher
            self._for = (match.game.name, match.rules, tuple(match.settings))
        return self._searcher


def draw_move(policy: Mapping[str, float], temperature: float, generator: random.Random) -> str:
    """One of the moves, drawn from a policy with a temperature.

    >>> draw_move({"a": 0.6, "b": 0.4}, 0.001, random.Random(1))
    'a'
    """
    most = max(policy.values())
    weights = [(chance / most) ** (1 / temperature) for chance in policy.values()]
    return generator.choices(list(policy), weights)[0]


def near_equal(lines: Sequence[AnalysisLine]) -> list[str]:
    """The moves that a search considers as good as the best, the first; only that one where its result is proven.

    >>> near_equal([AnalysisLine("a", 0.61, 90), AnalysisLine("b", 0.6, 50), AnalysisLine("c", 0.6, 9)])
    ['a', 'b']
    """
    best = lines[0]
    if best.proven:
        return [best.move]
    return [
        line.move
        for line in lines
        if line.value >= best.value - NEAR_VALUE and line.visits >= NEAR_VISITS * best.visits
    ]


def likely_moves(match: Match, generator: random.Random) -> list[str]:
    """The legal moves of highest priority, as many as the game's search looks at in a position; ties are in random order."""
    evaluation = evaluation_for(match.rule_set.rules)
    codes = match.codes()
    ranked = sorted(generator.sample(codes, len(codes)), key=lambda move: -evaluation.move_priority(match.state, move))
    return [match.rule_set.view.move_text(match.state, move) for move in ranked[: evaluation.width or None]]


def _looks_at_each_move(searcher: Searcher) -> bool:
    """Whether a node for each legal move is enough for it to see every move that wins at once."""
    if isinstance(searcher, AlphaBeta):
        return not searcher.narrow
    return isinstance(searcher, MonteCarlo) and searcher.settings.guide == "children"


def room_for(nodes: int, moves: int) -> int:
    """Megabytes for a tree search of this many nodes in positions with about this many moves.

    Memory that is not needed is never touched.

    >>> room_for(100, 20), room_for(100_000, 20), room_for(1_000_000, 20), room_for(10_000, 400)
    (64, 451, 2048, 564)
    """
    width = max(WIDTH, 2 * moves)  # its children, and as much again for a kept tree
    return min(max(2 * nodes * width * GUIDED_BYTES >> 20, LEAST_MEMORY), MOST_MEMORY)


def table_for(nodes: int) -> int:
    """Megabytes for a table with room for this many nodes, within limits: a large one takes time to allocate."""
    return min(max(nodes * ENTRY >> 20, 1), TABLE)


def level_player(number: int, seed: int = 0, threads: int = 1) -> LevelPlayer:
    """The player of a level.

    >>> level_player(3).name
    'level:3'
    """
    return LevelPlayer(number, seed, threads)
