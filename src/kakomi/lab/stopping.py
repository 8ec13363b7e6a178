"""When a study has seen enough: a measure's interval is narrow enough, asked at the ends of units and nowhere else.

So the answer depends on the games alone, in their order, and not on who played them when.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from kakomi.core.errors import OptionError, UnknownName
from kakomi.lab.results import Bulk, GameResult
from kakomi.players.sprt import wilson

SHARES = ("first_player_advantage", "decisiveness")
LENGTH = "length"
MEASURES = (*SHARES, LENGTH)
Z95 = 1.959963984540054
FEWEST = 30  # games before a mean length's interval means anything
NARROWEST = 0.001


@dataclass(frozen=True)
class Stop:
    """Enough games once the 95 % interval of the measure is at most so wide, or at the most when there are `most`."""

    measure: str
    width: float
    most: int

    def __post_init__(self) -> None:
        if self.measure not in MEASURES:
            raise UnknownName("measure to stop by", self.measure, MEASURES)
        widest = 1.0 if self.measure in SHARES else 10_000.0
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


class Watch:
    """What a stopping rule has to know of the games so far.

    >>> watch = Watch(Stop("first_player_advantage", 0.5, 100))
    >>> watch.enough
    False
    >>> watch.count(9, 1, 0, {20: 10}); round(watch.width, 3), watch.enough
    (0.386, True)
    """

    def __init__(self, stop: Stop) -> None:
        self.stop = stop
        self._first = self._second = self._drawn = 0
        self._plies = self._squares = 0

    def add(self, played: Iterable[GameResult] | Bulk) -> None:
        """The next unit's games."""
        if isinstance(played, Bulk):
            self.count(*played.results, played.lengths)
            return
        for game in played:
            won = game.winner
            self.count(int(won == 0), int(won == 1), int(won is None), {game.plies: 1})

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
