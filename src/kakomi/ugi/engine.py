"""The engine behind `go`: its settings, the searcher kept from move to move, and compiling before a clock runs."""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence

from kakomi.core.match import Match
from kakomi.core.options import Option, Value
from kakomi.players.levels import HIGHEST, LevelPlayer, level_player
from kakomi.players.search_player import searcher_for
from kakomi.players.time_management import Lag
from kakomi.search.result import Limit, Searcher

SETTINGS = (
    Option("Level", 0, "1 to 10, a player for people; 0 for full strength", 0, HIGHEST),
    Option("Threads", 1, "threads that search", 1, 256),
    Option("Hash", 256, "megabytes of memory for a search", 1, 65536),
    Option("Seed", 0, "the same seed, the same moves; 0 for a new seed each time", 0, 10**12 - 1),
    Option("MultiPV", 1, "lines to show", 1, 500),
)
WARM_UP_NODES = 50
WARM_UP_LEVELS = (1, 5)  # one that errs, and one that looks for wins
WARM_UP_MEMORY = 1  # megabytes
SAMPLE_GAMES = 3  # random games from which the usual length is taken
LONGEST_SAMPLE = 1000  # moves


class SearchEngine:
    """Settings, and what plays by them: a searcher at full strength, or the player of a level."""

    def __init__(self) -> None:
        self.values: dict[str, Value] = {option.name: option.default for option in SETTINGS}
        self.lag = Lag()
        self._seed = 0
        self._searcher: tuple[object, Searcher] | None = None
        self._player: LevelPlayer | None = None
        self._expected: list[str] = []
        self._lengths: dict[object, float] = {}  # of games that are ready, in moves
        self._warming = threading.Lock()
        self.forget()

    def set(self, option: Option, value: Value) -> None:
        """Change a setting; all but the number of lines restart the search."""
        self.values[option.name] = value
        if option.name != "MultiPV":
            self.forget()

    def drop(self) -> None:
        """Release the searcher, which a thread may still be using, and what it knows."""
        self._searcher = self._player = None

    def forget(self) -> None:
        """A new game, or new settings: forget all earlier searches and start again from the seed."""
        self.drop()
        self._seed = int(self.values["Seed"]) or random.getrandbits(39)
        self._expected = []
        self.lag = Lag()

    @property
    def level(self) -> int:
        """The level, 0 for none."""
        return int(self.values["Level"])

    @property
    def lines(self) -> int:
        """Lines to show."""
        return int(self.values["MultiPV"])

    def searcher(self, match: Match) -> Searcher:
        """The searcher at full strength, the one used for the last move if it is the same game."""
        key = _key(match)
        if self._searcher is None or self._searcher[0] != key:
            threads, memory = int(self.values["Threads"]), int(self.values["Hash"])
            self._searcher = key, searcher_for(match, threads, memory, self._seed)
        return self._searcher[1]

    def player(self) -> LevelPlayer:
        """The player of the level."""
        if self._player is None:
            self._player = level_player(self.level, self._seed, int(self.values["Threads"]))
        return self._player

    def note(self, match: Match, variation: Sequence[str]) -> None:
        """Remember what the search expects from here on."""
        self._expected = [*match.moves, *variation]

    def any_move(self, match: Match) -> str:
        """A move without a search: the one that was expected here, or any."""
        played = len(match.moves)
        if self._expected[:played] == match.moves and len(self._expected) > played:
            text = self._expected[played]
            if text in match.legal_moves:
                return text
        code = random.Random(self._seed).choice(match.codes())
        return match.rule_set.view.move_text(match.state, code)

    # --- compiling ----------------------------------------------------------------------------------------------------

    def warm(self, match: Match) -> None:
        """Compile everything that a search of this game needs, once; takes seconds, or no time if it is in the cache.

        Two moves of a game are searched, the second continuing from the first, by a searcher that is thrown away: what
        the real one finds does not depend on this.
        """
        key = _key(match)
        with self._warming:
            if key in self._lengths:
                return
            walk = Match(match.game, match.rules, match.options)
            length = _usual_length(walk)
            for number in WARM_UP_LEVELS:
                level_player(number, 1).choose(walk)
            searcher = searcher_for(walk, 1, WARM_UP_MEMORY, 1)
            for _ in range(2):
                if walk.outcome is None:
                    report = searcher.search(walk, Limit(nodes=WARM_UP_NODES + 2 * len(walk.codes())), 2)
                    walk.push(report.best.move)
            self._lengths[key] = length

    def is_warm(self, match: Match) -> bool:
        """Is everything compiled?"""
        return _key(match) in self._lengths

    def usual_length(self, match: Match) -> float:
        """The usual number of moves of a game; a guess before it is warm."""
        return self._lengths.get(_key(match), 100.0)


def _key(match: Match) -> object:
    return match.game.name, match.rules, tuple(match.options.items())


def _usual_length(match: Match) -> float:
    """The mean length of a few random games, interpreted: nothing to compile, and fast enough to do once."""
    dice = random.Random(1)
    total = 0
    for _ in range(SAMPLE_GAMES):
        walk = match.copy()
        while len(walk.moves) < LONGEST_SAMPLE and walk.codes():
            walk.push_code(dice.choice(walk.codes()))
        total += len(walk.moves)
    return total / SAMPLE_GAMES
