"""What one file holds: a game, or a series of games, between two players, and who continues it."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from kakomi import games, players
from kakomi.cli.terminal.game_loop import PERSON, Seat
from kakomi.core.errors import RecordError
from kakomi.core.match import Match
from kakomi.core.records.record import ENDINGS, Record, RecordedMove, read_file
from kakomi.core.series import Series
from kakomi.players import external_engine

ENDING_TAGS = (
    "Result",
    "Clause",
    "Score",
    "MatchPoints",
)  # these describe the game when it was saved, and are written again


class SavedGame:
    """One game, or a series. `earlier` are the records it was resumed from: their comments, clocks and tags are kept."""

    def __init__(
        self, play: Match | Series, people: tuple[Seat, Seat], earlier: Sequence[Record] = (), path: Path | None = None
    ) -> None:
        self.series = play if isinstance(play, Series) else None
        self._match = play if isinstance(play, Match) else None
        self.people = people
        self.path = path
        self._earlier = list(earlier)

    @property
    def match(self) -> Match:
        """The game being played."""
        if self.series is not None:
            return self.series.match
        assert self._match is not None
        return self._match

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The players of this game, in the order they move."""
        first, second = self.series.seats if self.series is not None else (0, 1)
        return self.people[first], self.people[second]

    def change_people(self, people: tuple[Seat, Seat]) -> None:
        """Let others continue the game."""
        self.people = people
        if self.series is not None:
            self.series.players = (people[0].name, people[1].name)

    @property
    def worth_keeping(self) -> bool:
        """Whether anything has happened."""
        outcome = self.match.outcome
        given_up = outcome is not None and outcome.clause in ENDINGS
        return bool(self.match.moves) or given_up or (self.series is not None and self.series.number > 1)

    def records(self) -> list[Record]:
        """Every game so far, as records to be saved."""
        today = datetime.date.today()
        if self.series is not None:
            records = self.series.records(today)
        else:
            first, second = self.seats
            records = [Record.from_match(self.match, first=first.name, second=second.name, date=today)]
        return [
            _with_notes(record, self._earlier[place]) if place < len(self._earlier) else record
            for place, record in enumerate(records)
        ]


def _with_notes(record: Record, earlier: Record) -> Record:
    """The record with the comments, clocks, variations and further tags of the one it continues."""
    moves: list[RecordedMove] = []
    for place, move in enumerate(record.moves):
        if place >= len(earlier.moves) or earlier.moves[place].text != move.text:
            break
        moves.append(replace(earlier.moves[place], turn=move.turn))
    tags = {name: value for name, value in earlier.tags.items() if name not in ENDING_TAGS}
    start_date = {"Date": earlier.tags["Date"]} if "Date" in earlier.tags else {}
    return Record({**tags, **record.tags, **start_date}, moves + record.moves[len(moves) :], earlier.comment)


def make_seat(name: str) -> Seat:
    """A seat for a computer player, if that is what the name means, else for a person."""
    return Seat(name, players.make(name)) if name.partition(":")[0] in players.NAMES else Seat(name)


def make_seats(against: str, side: str | None) -> tuple[Seat, Seat]:
    """The seats for --against and --as."""
    kind, colon, rest = against.strip().partition(":")
    kind = kind.lower()
    name = f"{kind}{colon}{rest if kind in (external_engine.KIND, 'learned') else rest.lower()}"  # these keep case
    if name == PERSON:
        return Seat(f"{PERSON} 1"), Seat(f"{PERSON} 2")
    computer = Seat(name, players.make(name))
    return (computer, Seat(PERSON)) if side == "second" else (Seat(PERSON), computer)


def resume(path: Path) -> SavedGame:
    """The game or series in a file, checked by replay, with the players it names."""
    records = read_file(path)
    people = make_seat(records[0].tags.get("First", PERSON)), make_seat(records[0].tags.get("Second", PERSON))
    rounds = records[0].tags.get("Rounds")
    if rounds is None:
        if len(records) > 1:
            raise RecordError(f"{path} holds {len(records)} games; only one game or one series can be resumed")
        match = records[0].replay(games.get)
        play: Match | Series = match
    else:
        series = _resume_series(records, rounds)
        if series.match.outcome is not None and series.outcome is None:
            series.next()
        play, match = series, series.match
    if match.outcome is not None:
        raise RecordError(f"this game is over: {match.status.rstrip('.')}; to see it: kakomi replay {path}")
    return SavedGame(play, people, records, path)


def _resume_series(records: list[Record], rounds: str) -> Series:
    matches = [record.replay(games.get) for record in records]
    length = int(rounds) if rounds.isascii() and rounds.isdigit() and len(rounds) < 4 else 0
    first = matches[0]
    series = Series(first.game, length, first.rules, dict(first.options), _names(records[0]))
    for place, (record, match) in enumerate(zip(records, matches, strict=True)):
        if (match.game, match.rules, match.options, match.start_position) != (
            first.game,
            first.rules,
            first.options,
            None,
        ):
            raise RecordError(
                f"game {place + 1} does not belong to the series of game 1: game, rules and options must be the same"
            )
        if _names(record) != (series.players if place % 2 == 0 else series.players[::-1]):
            raise RecordError(
                f"in game {place + 1} the other player should move first: the players of a series take turns to move first"
            )
        _repeat(match, series.next() if place else series.match)
    return series


def _names(record: Record) -> tuple[str, str]:
    return record.tags.get("First", PERSON), record.tags.get("Second", PERSON)


def _repeat(match: Match, new: Match) -> None:
    for text in match.moves:
        new.push(text)
    outcome = match.outcome
    if outcome is not None and new.outcome is None:  # ended by a player, not by the rules
        if outcome.winner is None:
            new.agree_draw(outcome.clause)
        else:
            new.resign(1 - outcome.winner, outcome.clause)
