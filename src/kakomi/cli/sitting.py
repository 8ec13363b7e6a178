"""What is played at the table and kept in one file: a game, or a series of games, between two players."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from pathlib import Path

from kakomi import games, players
from kakomi.cli.table import PERSON, Seat
from kakomi.core.errors import RecordError
from kakomi.core.match import Match
from kakomi.core.record import ENDINGS, Record, RecordedMove, read_file
from kakomi.core.series import Series
from kakomi.players import external_engine

ENDING_TAGS = ("Result", "Clause", "Score", "MatchPoints")  # of the game as it stood when it was saved


class Sitting:
    """One game, or a series. `notes` are the records it was resumed from: what they say besides is kept."""

    def __init__(
        self, play: Match | Series, people: tuple[Seat, Seat], notes: Sequence[Record] = (), path: Path | None = None
    ) -> None:
        self.series = play if isinstance(play, Series) else None
        self._match = play if isinstance(play, Match) else None
        self.people = people
        self.path = path
        self._notes = list(notes)

    @property
    def match(self) -> Match:
        """The game being played."""
        if self.series is not None:
            return self.series.match
        assert self._match is not None
        return self._match

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Who moves first in this game, and who second."""
        first, second = self.series.seats if self.series is not None else (0, 1)
        return self.people[first], self.people[second]

    def change_people(self, people: tuple[Seat, Seat]) -> None:
        """Others go on with the game."""
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
        """Every game so far as it is to be saved."""
        today = datetime.date.today()
        if self.series is not None:
            made = self.series.records(today)
        else:
            first, second = self.seats
            made = [Record.from_match(self.match, first=first.name, second=second.name, date=today)]
        notes = [*self._notes, *[None] * (len(made) - len(self._notes))]
        return [record if note is None else _with_notes(record, note) for record, note in zip(made, notes, strict=True)]


def _with_notes(record: Record, note: Record) -> Record:
    """The record with the comments, clocks and further tags of the one it continues."""
    moves: list[RecordedMove] = []
    for place, move in enumerate(record.moves):
        if place >= len(note.moves) or note.moves[place].text != move.text:
            break
        moves.append(RecordedMove(move.text, note.moves[place].comment, note.moves[place].clock, move.turn))
    tags = {name: value for name, value in note.tags.items() if name not in ENDING_TAGS}
    began = {"Date": note.tags["Date"]} if "Date" in note.tags else {}
    return Record({**tags, **record.tags, **began}, moves + record.moves[len(moves) :], note.comment)


def make_seat(name: str) -> Seat:
    """A machine by its name, or a person."""
    return Seat(name, players.make(name)) if name.partition(":")[0] in players.NAMES else Seat(name)


def make_seats(against: str, side: str | None) -> tuple[Seat, Seat]:
    """The seats for --against and --as."""
    name = against.strip()
    if not name.lower().startswith(f"{external_engine.KIND}:"):  # in a command capitals matter
        name = name.lower()
    if name == PERSON:
        return Seat(f"{PERSON} 1"), Seat(f"{PERSON} 2")
    machine = Seat(name, players.make(name))
    return (machine, Seat(PERSON)) if side == "second" else (Seat(PERSON), machine)


def resume(path: Path) -> Sitting:
    """The game or series a file holds, checked by replay, with the players it names."""
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
        raise RecordError(f"this game is finished: {match.status.rstrip('.')}; see it with kakomi replay {path}")
    return Sitting(play, people, records, path)


def _resume_series(records: list[Record], rounds: str) -> Series:
    begun = [record.replay(games.get) for record in records]
    length = int(rounds) if rounds.isascii() and rounds.isdigit() and len(rounds) < 4 else 0
    one = begun[0]
    series = Series(one.game, length, one.rules, dict(one.options), _names(records[0]))
    for place, (record, match) in enumerate(zip(records, begun, strict=True)):
        if (match.game, match.rules, match.options, match.start_position) != (one.game, one.rules, one.options, None):
            raise RecordError(
                f"game {place + 1} is not of the same series as game 1: game, rules and options must agree"
            )
        if _names(record) != (series.players if place % 2 == 0 else series.players[::-1]):
            raise RecordError(
                f"in game {place + 1} the other player should move first: the players of a series take turns"
            )
        _play_again(match, series.next() if place else series.match)
    return series


def _names(record: Record) -> tuple[str, str]:
    return record.tags.get("First", PERSON), record.tags.get("Second", PERSON)


def _play_again(match: Match, fresh: Match) -> None:
    for text in match.moves:
        fresh.push(text)
    outcome = match.outcome
    if outcome is not None and fresh.outcome is None:  # by a player, not by the rules
        if outcome.winner is None:
            fresh.agree_draw(outcome.clause)
        else:
            fresh.resign(1 - outcome.winner, outcome.clause)
