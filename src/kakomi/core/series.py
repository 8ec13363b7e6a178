"""Series: an even number of games between two players, opened in turn, all points added up."""

from __future__ import annotations

import datetime
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kakomi.core.errors import IllegalMove, OptionError, RecordError, shorten
from kakomi.core.game import Game
from kakomi.core.match import Match, Outcome
from kakomi.core.records.record import Record, write_file

FEWEST, MOST = 2, 100


@dataclass(frozen=True)
class SeriesOutcome:
    """How a series ended. `winner` is the place of a player in `Series.players`, None for a draw."""

    winner: int | None
    points: tuple[float, float]


def points_of(outcome: Outcome) -> tuple[float, float]:
    """What a game that is over is worth to its two seats: its score, else one point for a win and a half for a draw.

    >>> points_of(Outcome(1, "resign"))
    (0, 1)
    """
    if outcome.score is not None:
        return outcome.score
    if outcome.winner is None:
        return 0.5, 0.5
    return int(outcome.winner == 0), int(outcome.winner == 1)


class Series:
    """A series of games. Here 0 and 1 are the two *players*; who moves first in a game changes from game to game.

    Player 0 opens games 1, 3, 5 ..., player 1 games 2, 4, 6 ... A game's points are its score, even if it was
    resigned; in a game without a score a win is one point and a draw half a point each.

    >>> import kakomi
    >>> series = Series(kakomi.games.get(kakomi.games.names()[0]), games=2, players=("Ada", "Bo"))
    >>> series.match.resign()           # Ada opens and gives up
    >>> series.points
    (0, 1)
    >>> match = series.next()
    >>> series.seats                    # now Bo moves first
    (1, 0)
    >>> match.resign()
    >>> series.outcome
    SeriesOutcome(winner=None, points=(1, 1))
    """

    def __init__(
        self,
        game: Game,
        games: int = 2,
        rules: str | None = None,
        options: Mapping[str, object] | None = None,
        players: Sequence[str] = ("First", "Second"),
    ) -> None:
        if not isinstance(games, int) or isinstance(games, bool) or not FEWEST <= games <= MOST or games % 2:
            shown = shorten(repr(games)) if not isinstance(games, int) or abs(games) < 10**9 else "so many"
            raise OptionError(f"a series has an even number of games from {FEWEST} to {MOST}, not {shown}")
        if isinstance(players, str) or len(players) != 2:
            raise OptionError(f"a series has two players, not {shorten(repr(players))}")
        self.length = games
        self.players: tuple[str, str] = (players[0], players[1])
        self._start = (game, rules, dict(options or {}))
        self._games = [Match(*self._start)]

    @property
    def games(self) -> list[Match]:
        """The games begun so far, the current one last."""
        return list(self._games)

    @property
    def match(self) -> Match:
        """The game being played, or the last one."""
        return self._games[-1]

    @property
    def number(self) -> int:
        """The number of that game, counted from 1."""
        return len(self._games)

    @property
    def seats(self) -> tuple[int, int]:
        """The players in the order of their seats in the current game: whoever moves first comes first."""
        return self._seats(len(self._games) - 1)

    @property
    def to_move(self) -> int:
        """The player (not the seat) to move in the current game."""
        return self.seats[self.match.to_move]

    def next(self) -> Match:
        """Begin the next game and return it; IllegalMove while the current one is in progress, or after the last."""
        if self.match.outcome is None:
            raise IllegalMove(f"game {self.number} of {self.length} is not over; the next one begins when it is")
        if self.number == self.length:
            raise IllegalMove(f"all {self.length} games of the series have been played")
        self._games.append(Match(*self._start))
        return self.match

    @property
    def points(self) -> tuple[float, float]:
        """The players' points from the games that are over."""
        return self._points(len(self._games))

    @property
    def outcome(self) -> SeriesOutcome | None:
        """None while there is a game to play, else the outcome by points; its winner is None if they are equal."""
        if self.number < self.length or self.match.outcome is None:
            return None
        points = self.points
        return SeriesOutcome(None if points[0] == points[1] else int(points[1] > points[0]), points)

    def records(self, date: datetime.date | str | None = None) -> list[Record]:
        """A record of each game begun, with the tags Round, Rounds and, once it is over, MatchPoints.

        MatchPoints are the points after the game, in the order of its seats, like its score.
        """
        all_records = []
        for place, match in enumerate(self._games):
            first, second = (self.players[player] for player in self._seats(place))
            all_records.append(Record.from_match(match, first=first, second=second, date=date, tags=self._tags(place)))
        return all_records

    def _tags(self, place: int) -> dict[str, str]:
        """What the record of a game says about the series."""
        tags = {"Round": str(place + 1), "Rounds": str(self.length)}
        if self._games[place].outcome is not None:
            points = self._points(place + 1)
            first, second = self._seats(place)
            tags["MatchPoints"] = f"{points[first]}-{points[second]}"
        return tags

    @classmethod
    def from_records(cls, records: Iterable[Record], lookup: Callable[[str], Game]) -> Series:
        """The series that `Series.records` wrote, as far as it was played; RecordError if it is not a series.

        `lookup` finds a game by its name: `kakomi.games.get`.
        """
        series: Series | None = None
        for place, record in enumerate(records):
            match = record.replay(lookup)
            names = record.tags.get("First", "First"), record.tags.get("Second", "Second")
            number = f"game {place + 1}"
            if series is None:
                series = cls._of(match, record, names)
            elif place == series.length or series.match.outcome is None:
                raise RecordError(f"{number} is one too many: {series!r}", _line(record))
            begun = series.match if place == 0 else series.next()
            if (match.rule_set, match.options, match.start_position) != (begun.rule_set, begun.options, None):
                raise RecordError(f"{number} is not of this series: game, rules and options must agree", _line(record))
            players = tuple(series.players[player] for player in series.seats)
            if names != players:
                raise RecordError(
                    f"{number} is between {players[0]} and {players[1]}, who take turns to move first, "
                    f"not between {shorten(names[0])} and {shorten(names[1])}",
                    record.lines.get("First"),
                )
            series._games[-1] = match
            for tag, right in series._tags(place).items():
                if record.tags.get(tag, right) != right:
                    raise RecordError(f"{tag} of {number} is {right}, not {record.tags[tag]}", record.lines.get(tag))
        if series is None:
            raise RecordError("there is no game of a series here")
        return series

    @classmethod
    def _of(cls, match: Match, record: Record, players: tuple[str, str]) -> Series:
        """A series of which this is the first game."""
        rounds = record.tags.get("Rounds", "")
        if not (rounds.isascii() and rounds.isdigit() and len(rounds) <= 3):
            raise RecordError(
                'a game of a series says in the tag Rounds how many there are, like [Rounds "4"]', _line(record)
            )
        try:
            return cls(match.game, int(rounds), match.rules, match.options, players)
        except OptionError as error:
            raise RecordError(str(error), record.lines.get("Rounds")) from error

    def write(self, path: str | os.PathLike[str], date: datetime.date | str | None = None) -> None:
        """Write all records to one file."""
        write_file(path, self.records(date))

    def _seats(self, place: int) -> tuple[int, int]:
        return (1, 0) if place % 2 else (0, 1)

    def _points(self, count: int) -> tuple[float, float]:
        """The players' points from the first `count` games."""
        points: list[float] = [0, 0]
        for place, match in enumerate(self._games[:count]):
            outcome = match.outcome
            if outcome is None:
                continue
            for player, gained in zip(self._seats(place), points_of(outcome), strict=True):
                points[player] += gained
        return points[0], points[1]

    def copy(self) -> Series:
        """An independent copy, all games included."""
        other = object.__new__(Series)
        other.__dict__.update(self.__dict__)
        other._games = [match.copy() for match in self._games]
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Series:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Equal series have the same length and players, and equal games."""
        if not isinstance(other, Series):
            return NotImplemented
        return (self.length, self.players, self._games) == (other.length, other.players, other._games)

    __hash__ = None  # type: ignore[assignment]  # a series changes as it is played

    def __repr__(self) -> str:
        game = self._start[0].name
        return f"<Series {game}, game {self.number} of {self.length}, {self.points[0]} to {self.points[1]} points>"


def _line(record: Record) -> int | None:
    return record.lines.get("Game")
