"""When a study has enough games: when the interval of a measure is narrow enough, checked at the end of each unit.

So the answer depends only on the games and their order, not on which process played them or when.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from kakomi.core.errors import OptionError, UnknownName, shorten
from kakomi.lab.measures import MEASURES, Family, measure
from kakomi.lab.measures.base import BOUNDED
from kakomi.lab.results import GameResult, RandomCounts, StudyResult
from kakomi.players.matches.sprt import Z95, wilson

SHARES = ("first_player_advantage", "decisiveness")
LENGTH = "length"
# One has a bound and no interval; two are about a move that changes as games are added.
NO_STOP = ("state_space", "best_first_move", "swap_value")
STOP_MEASURES = tuple(name for name in MEASURES if name not in NO_STOP)
LABELLED = ("ending", "event", "opening")  # families: the member is named after a colon
GROWTH = 50  # measures that need all games are computed again when there are 1/50 more games
FEWEST = 30  # games before an interval other than that of a share is reliable
NARROWEST = 0.001  # the smallest width to stop at


@dataclass(frozen=True)
class StopRule:
    """Stop when the 95 % interval of the measure is at most `width` wide, or after `most` games."""

    measure: str
    width: float
    most: int

    def __post_init__(self) -> None:
        family, _, label = self.measure.partition(":")
        if family not in STOP_MEASURES:
            raise UnknownName("measure to stop by", family, STOP_MEASURES)
        if (family in LABELLED) != bool(label):
            example = f"{family}:LABEL" if family in LABELLED else family
            raise OptionError(f"the measure to stop by is written {example}, not {shorten(self.measure)!r}")
        widest = 1.0 if MEASURES[family].unit in BOUNDED else 10_000.0
        if not NARROWEST <= self.width < widest:
            raise OptionError(
                f"the width to stop at must be from {NARROWEST} to less than {widest:g}, not {self.width:g}"
            )
        if self.measure in SHARES and self.most < self.fewest:
            raise OptionError(
                f"a width of {self.width:g} needs at least {self.fewest:,} games, even if all end alike; "
                f"most is {self.most:,}: allow more games, or a wider interval"
            )

    @property
    def fewest(self) -> int:
        """The fewest games for a share's interval of this width: if all games end alike, the width is z^2 / (n + z^2)."""
        return math.ceil(Z95**2 * (1 / self.width - 1) - 1e-9)


def why_not_measurable(study: StudyResult, name: str, bulk: bool) -> str:
    """Why a planned study can never have a measure; "" if it can."""
    measure = MEASURES[name.partition(":")[0]]
    if bulk and (measure.name in ("event", "board_use") if isinstance(measure, Family) else measure.bulk is None):
        return f"{name} cannot be measured on games that are only counted; set bulk = false"
    if not isinstance(measure, Family) and measure.prepare(study) is None:
        return f"{name} cannot be measured in this study: it needs evaluate, or two different players"
    return ""


class StopCheck:
    """Whether the games so far satisfy a stopping rule.

    >>> study = StudyResult(0, "mine", "mygame", "standard", {}, ("random", "random"))
    >>> check = StopCheck(StopRule("first_player_advantage", 0.5, 100), study)
    >>> check.enough
    False
    >>> check.count(9, 1, 0, {20: 10}); round(check.width, 3), check.enough
    (0.386, True)
    """

    def __init__(self, stop: StopRule, study: StudyResult) -> None:
        self.stop = stop
        self._study = study  # without games at first: they are added as they are played
        self._needs_games = study.paired or stop.measure not in (*SHARES, LENGTH)  # pairs cannot be reduced to counts
        self._games_at_check, self._width = 0, math.inf
        self._first = self._second = self._drawn = 0
        self._plies = self._squares = 0

    def add(self, played: Iterable[GameResult] | RandomCounts) -> None:
        """Add the games of the next unit."""
        if self._needs_games:
            self._add_games(played)
            return
        if isinstance(played, RandomCounts):
            self.count(*played.results, played.lengths)
            return
        for game in played:
            won = game.winner
            self.count(int(won == 0), int(won == 1), int(won is None), {game.plies: 1})

    def _add_games(self, played: Iterable[GameResult] | RandomCounts) -> None:
        study = self._study
        if isinstance(played, RandomCounts):
            study.bulk = study.bulk or RandomCounts()
            study.bulk.add(played)
        else:
            study.games += played
        if study.played >= max(FEWEST, self._games_at_check + self._games_at_check // GROWTH):
            self._games_at_check = study.played
            members = measure(self.stop.measure.partition(":")[0], study)
            mine = next((each for each in members if each.name == self.stop.measure), None)
            if mine is None or mine.low is None or mine.high is None or mine.n < FEWEST:
                self._width = math.inf
            else:
                self._width = mine.high - mine.low

    def count(self, first: int, second: int, drawn: int, lengths: dict[int, int]) -> None:
        """Add games by their results and lengths."""
        self._first += first
        self._second += second
        self._drawn += drawn
        self._plies += sum(plies * games for plies, games in lengths.items())
        self._squares += sum(plies * plies * games for plies, games in lengths.items())

    @property
    def width(self) -> float:
        """The current width of the interval; infinite while there is none."""
        if self._needs_games:
            return self._width
        games = self._first + self._second + self._drawn
        if games == 0:
            return math.inf
        if self.stop.measure == LENGTH:
            if games < FEWEST:
                return math.inf
            variance = (self._squares - self._plies**2 / games) / (games - 1)
            return 2 * Z95 * math.sqrt(max(variance, 0.0) / games)
        score = self._first + self._drawn / 2 if self.stop.measure == SHARES[0] else self._first + self._second
        low, high = wilson(score / games, games)
        return high - low

    @property
    def enough(self) -> bool:
        """Whether no more games are needed."""
        return self.width <= self.stop.width
