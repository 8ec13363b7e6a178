"""The searchers for a game, the strongest one among them, and a player made of a searcher and a limit."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from kakomi.core.match import Match
from kakomi.players.matches.clock import Allowance
from kakomi.players.time_management import after_overhead, fixed_share
from kakomi.search.alphabeta.search import AlphaBeta
from kakomi.search.evaluation import evaluation_for
from kakomi.search.learned.net_file import NetFileError
from kakomi.search.learned.network import Net
from kakomi.search.learned.packaged import is_strongest, learned_search, packaged_net
from kakomi.search.learned.search import LearnedSearch, PuctSettings
from kakomi.search.mcts.search import MonteCarlo
from kakomi.search.mcts.settings import PLAIN, Settings
from kakomi.search.result import Limit, Report, Searcher
from kakomi.solved.solver import solver_for

TABLE = 64  # megabytes of alpha-beta's table at most: room for the nodes of a few seconds, and quick to allocate
# Guided search for a game without settings for it: where there are too many moves, not every child is evaluated.
FEW = Settings(guide="children", explore=1.5)
MANY = Settings(guide="move_priority", explore=1.5, temperature=0.2)

WITH_NET = ("learned", "learned-alphabeta")  # kinds that need a net
UNCHANGED: Mapping[str, Any] = MappingProxyType({})  # the settings with which a game's net is used

KINDS = {
    "search": "the strongest search for the game, with a table of every position where there is one",
    "learned": "tree search with a learned net (PUCT): the game's own, or one of yours",
    "guided": "tree search guided by the game's evaluation (PUCT)",
    "alphabeta": "alpha-beta with the game's evaluation",
    "learned-alphabeta": "alpha-beta with a learned net",
    "mcts": "tree search with random playouts (UCT), the tree kept between moves",
    "uct": "the same with a new tree for every move, as in the textbook",
}


def searcher_for(match: Match, threads: int = 1, memory: int = 256, seed: int = 0, exact: bool = True) -> Searcher:
    """The strongest searcher for the match's game: a table of every position where there is one, else a search.

    `memory` is in megabytes and a hard limit; with `exact` off no table is used. Tables that take long are not built here.
    """
    solver = solver_for(match) if exact else None
    if solver is not None and solver.ready:
        return solver
    kind = "learned" if is_strongest(match) else evaluation_for(match.rule_set.rules).strongest
    return searcher_of(kind, match, threads, memory, seed)


def searcher_of(
    kind: str,
    match: Match,
    threads: int = 1,
    memory: int = 256,
    seed: int = 0,
    plain: Settings = PLAIN,
    puct: Mapping[str, Any] = UNCHANGED,
) -> Searcher:
    """A searcher of one of KINDS; `plain` is for those with random playouts, `puct` for the one with a net."""
    if kind == "search":
        return searcher_for(match, threads, memory, seed)
    if kind == "learned":
        learned = learned_search(match, threads, memory, seed, puct)
        if learned is not None:
            return learned
        kind = evaluation_for(match.rule_set.rules).strongest
    if kind == "learned-alphabeta":
        return AlphaBeta(min(memory, TABLE), net=packaged_net(match))
    if kind == "alphabeta":
        return AlphaBeta(min(memory, TABLE))
    if kind == "guided":
        evaluation = evaluation_for(match.rule_set.rules)
        return MonteCarlo(threads, memory, seed, evaluation.guided or (MANY if evaluation.width else FEW))
    return MonteCarlo(threads, memory, seed, plain, keep=kind != "uct")


def net_of(searcher: Searcher) -> Net | None:
    """The net that a search uses, or None."""
    return searcher.net if isinstance(searcher, LearnedSearch | AlphaBeta) else None


class SearchPlayer:
    """A player that searches, always up to the same limit, or as long as its clock allows."""

    def __init__(
        self,
        name: str,
        limit: Limit,
        threads: int = 1,
        memory: int = 256,
        seed: int = 0,
        kind: str = "search",
        plain: Settings = PLAIN,
        net: Net | None = None,
        puct: Mapping[str, Any] = UNCHANGED,
    ) -> None:
        """`net` is one of the user's, used in place of the game's own; `puct` are the settings of the search with a net."""
        self.name = name
        self.limit = limit
        self.threads = threads
        self.memory = memory
        self.seed = seed
        self.kind = kind
        self.plain = plain
        self.net = net
        self.puct = puct
        self._allowance = Allowance()
        self._searcher: Searcher | None = None
        self._for: tuple[str, str, tuple[int, ...]] | None = None

    def begin(self, match: Match, seed: int | None = None) -> None:
        """A new game: forget the last one, and compile before a clock starts."""
        if seed is not None:
            self.seed = seed
        self._searcher = None
        if match.outcome is None:
            self._thinker(match).search(match, Limit(nodes=1))
        self._searcher = None

    def allot(self, allowance: Allowance) -> None:
        """The time available for the next move."""
        self._allowance = allowance

    def stop(self) -> None:
        """From another thread: choose at once, from what has been searched so far."""
        searcher = self._searcher
        if searcher is not None:
            searcher.stop()

    def think(self, match: Match, lines: int = 1) -> Report:
        """The search's report, within the player's limit."""
        return self._thinker(match).search(match, self._limit(match.to_move), lines)

    def choose(self, match: Match) -> str:
        """The best move found; an only legal move without a search."""
        if len(match.legal_moves) == 1:
            return next(iter(match.legal_moves))
        return self.think(match).best.move

    def searches_with(self, match: Match) -> Net | None:
        """The net that the player's search of this match uses, or None."""
        return net_of(self._make(match))

    def _limit(self, seat: int) -> Limit:
        allowance = self._allowance
        seconds = allowance.movetime
        if allowance.clocks is not None:
            seconds = fixed_share(allowance.clocks[seat], allowance.increment)
        if seconds is None:
            return self.limit
        seconds = after_overhead(seconds)
        if self.limit.nodes is None and self.limit.seconds is not None:
            seconds = min(seconds, self.limit.seconds)
        return Limit(seconds, self.limit.nodes)

    def _thinker(self, match: Match) -> Searcher:
        key = (match.game.name, match.rules, tuple(match.settings))  # a net is valid for some options only
        if self._searcher is None or self._for != key:
            self._searcher = self._make(match)
            self._for = key
        return self._searcher

    def _make(self, match: Match) -> Searcher:
        """Exactly the searcher that the player's name says: a contest must not call another search `learned`."""
        if self.kind in WITH_NET and self.net is None and packaged_net(match) is None:
            raise NetFileError(
                f"{self.name} needs a net, and {match.game.name} {match.rules} has none for these options: "
                "name a file with net=FILE, or another player"
            )
        if self.net is None:
            return searcher_of(self.kind, match, self.threads, self.memory, self.seed, self.plain, self.puct)
        try:
            self.net.lay_out(match)
        except NetFileError as error:
            raise NetFileError(
                f"the net of {self.name} cannot be used here: {error}; name another file with net=FILE, or another player"
            ) from error
        if self.kind == "learned-alphabeta":
            return AlphaBeta(min(self.memory, TABLE), net=self.net)
        return LearnedSearch(self.net, self.threads, self.memory, self.seed, PuctSettings(**self.puct))
