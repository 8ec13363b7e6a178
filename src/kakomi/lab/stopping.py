"""When a study has seen enough: a measure's interval is narrow enough, asked at the ends of units and nowhere else.

So the answer depends on the games alone, in their order, and not on who played them when.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from kakomi.core.errors import OptionError, UnknownName, shorten
from kakomi.lab.measures import TABLE, Family, measure
from kakomi.lab.measures.base import BOUNDED
from kakomi.lab.results import Bulk, GameResult, StudyResult
from kakomi.players.matches.sprt import Z95, wilson

SHARES = ("first_player_advantage", "decisiveness")
LENGTH = "length"
BRACKET = "state_space"  # a bound, and no interval
MEASURES = tuple(name for name in TABLE.measures if name != BRACKET)
LABELLED = ("ending", "event", "opening")  # families: what is meant is named behind a colon
GROWTH = 50  # measures that take a look at all games are asked again when there are a part of so many more
FEWEST = 30  # games before the interval of a mean, or of anything but a share, means something
NARROWEST = 0.001


@dataclass(frozen=True)
class Stop:
    """Enough games once the 95 % interval of the measure is at most so wide, or at the most when there are `most`."""

    measure: str
    width: float
    most: int

    def __post_init__(self) -> None:
        family, _, label = self.measure.partition(":")
        if family not in MEASURES:
            raise UnknownName("measure to stop by", family, MEASURES)
        if (family in LABELLED) != bool(label):
            example = f"{family}:LABEL" if family in LABELLED else family
            raise OptionError(f"the measure to stop by is written {example}, not {shorten(self.measure)!r}")
        widest = 1.0 if TABLE.measures[family].unit in BOUNDED else 10_000.0
        if not NARROWEST <= self.width < widest:
            raise OptionError(
                f"the width to stop at must be from {NARROWEST} to less than {widest:g}, not {self.width:g}"
            )
        if self.measure in SHARES and self.most < self.fewest:
            raise OptionError(
                f"a width of {self.width:g} takes at least {self.fewest:,} games, even if all end alike; "
                f"most is {self.most:,}: allow more games, or a wider interval"
            )

    @property
    def fewest(self) -> int:
        """Games that a share's interval of this width takes at the least: when all end alike it is z^2 / (n + z^2)."""
        return math.ceil(Z95**2 * (1 / self.width - 1) - 1e-9)


def told_by(study: StudyResult, name: str, bulk: bool) -> str:
    """Why a study without games yet can never tell a measure; "" where it can."""
    found = TABLE.measures[name.partition(":")[0]]
    if bulk and (found.name in ("event", "board_use") if isinstance(found, Family) else found.bulk is None):
        return f"games that are counted do not tell {name}; set bulk = false"
    if not isinstance(found, Family) and found.prepare(study) is None:
        return f"its games do not tell {name}, which takes evaluate, or two different players (docs/measures.md)"
    return ""


class Watch:
    """What a stopping rule has to know of the games so far.

    >>> study = StudyResult(0, "mine", "enso", "standard", {}, ("random", "random"))
    >>> watch = Watch(Stop("first_player_advantage", 0.5, 100), study)
    >>> watch.enough
    False
    >>> watch.count(9, 1, 0, {20: 10}); round(watch.width, 3), watch.enough
    (0.386, True)
    """

    def __init__(self, stop: Stop, study: StudyResult) -> None:
        self.stop = stop
        self._study = study  # with no games: they are put in as they come
        self._kept = stop.measure not in (*SHARES, LENGTH)
        self._looked, self._width = 0, math.inf
        self._first = self._second = self._drawn = 0
        self._plies = self._squares = 0

    def add(self, played: Iterable[GameResult] | Bulk) -> None:
        """The next unit's games."""
        if self._kept:
            self._keep(played)
            return
        if isinstance(played, Bulk):
            self.count(*played.results, played.lengths)
            return
        for game in played:
            won = game.winner
            self.count(int(won == 0), int(won == 1), int(won is None), {game.plies: 1})

    def _keep(self, played: Iterable[GameResult] | Bulk) -> None:
        study = self._study
        if isinstance(played, Bulk):
            study.bulk = study.bulk or Bulk()
            study.bulk.add(played)
        else:
            study.games += played
        if study.played >= max(FEWEST, self._looked + self._looked // GROWTH):
            self._looked = study.played
            found = measure(self.stop.measure.partition(":")[0], study)
            mine = next((each for each in found if each.name == self.stop.measure), None)
            if mine is None or mine.low is None or mine.high is None or mine.n < FEWEST:
                self._width = math.inf
            else:
                self._width = mine.high - mine.low

    def count(self, first: int, second: int, drawn: int, lengths: dict[int, int]) -> None:
        """So many more games, won and drawn, and of these lengths."""
        self._first += first
        self._second += second
        self._drawn += drawn
        self._plies += sum(plies * games for plies, games in lengths.items())
        self._squares += sum(plies * plies * games for plies, games in lengths.items())

    @property
    def width(self) -> float:
        """Of the interval now; infinite before there is one."""
        if self._kept:
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
        """Whether nothing more needs to be played."""
        return self.width <= self.stop.width
