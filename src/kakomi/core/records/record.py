"""Records: a match as readable text and back, checked by replay. `text` describes how they are written."""

from __future__ import annotations

import datetime
import io
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TypeVar

from kakomi.core.errors import KakomiError, RecordError, listing, shorten
from kakomi.core.game import Game
from kakomi.core.match import Match
from kakomi.core.records.nodes import RecordNode, play_through
from kakomi.core.records.reader import file_pieces, parse, text_pieces
from kakomi.core.records.text import OPTION, Parts, RecordedMove, check_tags, clock_time, compose, running, turn_numbers
from kakomi.core.records.turns import movers

LARGEST_FILE = 8_000_000  # bytes: writers of many games begin a new file at this size; files may be of any size
ENDINGS = ("resign", "time", "agreed", "forfeit")  # the ways a game ends other than by its rules
OWN_TAGS = {
    "Game",
    "Rules",
    "RulesVersion",
    "Kakomi",
    "First",
    "Second",
    "Date",
    "Position",
    "Result",
    "Clause",
    "Score",
}
KEPT_TAGS = {"First", "Second", "Date"}  # those that do not follow from the rules: a match keeps them

__all__ = [
    "ENDINGS",
    "LARGEST_FILE",
    "Record",
    "RecordedMove",
    "read",
    "read_file",
    "read_records",
    "read_stream",
    "write_file",
]


V = TypeVar("V")


@dataclass
class Record(Parts):
    """A game as it is written down: `tags`, `moves`, and the `comment` before the first move."""

    @classmethod
    def from_match(
        cls,
        match: Match,
        *,
        first: str | None = None,
        second: str | None = None,
        date: datetime.date | str | None = None,
        comments: Sequence[str] | None = None,
        clocks: Sequence[float | None] | None = None,
        comment: str | None = None,
        tags: Mapping[str, str] | None = None,
    ) -> Record:
        """The record of a match, finished or not.

        Anything not given is taken from the match's own `tags`, `comments` and `clocks`. Comments and clocks that are given
        belong to the moves in order; there may be fewer of them.

        >>> import kakomi
        >>> match = kakomi.new(kakomi.games.names()[0])
        >>> match.push(match.legal_moves[0])
        >>> match.resign()
        >>> record = Record.from_match(match, first="Ada", second="Bo", clocks=[598])
        >>> record.result, record.moves[0].clock
        ('1-0', 598.0)
        >>> [again] = read(record.text())
        >>> again.replay(kakomi.games.get) == match
        True
        """
        texts = match.moves
        for what, given in (("comments", comments), ("clocks", clocks)):
            if given is not None and len(given) > len(texts):
                raise RecordError(f"there are {len(given)} {what} for {len(texts)} moves; there can be one per move")
        further = {**match.tags, **(tags or {})}
        for name in [*(tags or {}), *(set(further) - KEPT_TAGS)]:
            if name in OWN_TAGS or name.startswith(OPTION):
                raise RecordError(f"the tag {name} is the match's own; give a further tag another name")
        notes = _notes(match, "comment", match.comments, 0) if comments is None else dict(enumerate(comments, 1))
        times = _notes(match, "clock time", match.clocks, 1) if clocks is None else dict(enumerate(clocks, 1))
        moves = [
            RecordedMove(text, running(notes.get(ply, "")), clock_time(times.get(ply)), turn)
            for ply, (text, turn) in enumerate(zip(texts, turn_numbers(movers(match)), strict=True), 1)
        ]
        own = _own_tags(
            match,
            further.pop("First", "First") if first is None else first,
            further.pop("Second", "Second") if second is None else second,
            further.pop("Date", None) if date is None else date,
        )
        opening = match.comments.get(0, "") if comment is None else comment
        record = cls({**further, **own}, moves, running(opening))
        record.text()  # what cannot be written is refused here, not when it is saved
        return record

    @property
    def result(self) -> str:
        """1-0, 0-1, 1/2-1/2, or * for a game not finished."""
        return self.tags.get("Result", "*")

    def text(self) -> str:
        """The record as text, in lines of 100 characters or less; RecordError for what cannot be written."""
        return compose(self)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write this record alone to a file; see `write_file`."""
        write_file(path, [self])

    def replay(self, lookup: Callable[[str], Game], *, compiled: bool = False) -> Match:
        """Play the record through and return the match; RecordError, with the line, for what does not fit the rules.

        `lookup` finds a game by its name: `kakomi.games.get`. The match keeps the main line with the tags, comments and
        clock times; variations are checked by playing them, too.
        `compiled` runs the rules compiled, which is quicker for thousands of games.
        """
        match, _ = self.replay_tree(lookup, compiled=compiled)
        return match

    def replay_tree(
        self,
        lookup: Callable[[str], Game],
        *,
        compiled: bool = False,
        before_move: Callable[[], None] | None = None,
        compare_end: bool = True,
    ) -> tuple[Match, list[RecordNode]]:
        """As `replay`, with every move of the main line and the variations; see `RecordTree`.

        `before_move` is called before each move and may raise, to stop a replay that takes too long. With `compare_end` the
        tags must agree with the rules about the end.
        """
        match = self._begin(lookup, compiled)
        nodes = play_through(match, self.moves, before_move)
        if compare_end:
            self._end(match)
        kept = {name: text for name, text in self.tags.items() if name in KEPT_TAGS or name not in OWN_TAGS}
        match.tags = {name: text for name, text in kept.items() if not name.startswith(OPTION)}
        match.comments = {ply: move.comment for ply, move in enumerate(self.moves, 1) if move.comment}
        if self.comment:
            match.comments[0] = self.comment
        match.clocks = {ply: move.clock for ply, move in enumerate(self.moves, 1) if move.clock is not None}
        return match, nodes

    def _begin(self, lookup: Callable[[str], Game], compiled: bool) -> Match:
        """The match before its first move."""
        check_tags(self.tags, self.lines)
        try:
            game = lookup(self.tags["Game"])
        except KakomiError as error:
            raise self._wrong("Game", str(error)) from error
        version = self.tags.get("RulesVersion", game.version)
        if version != game.version:
            raise self._wrong(
                "RulesVersion",
                f"the record follows version {shorten(version)!r} of the rules of {game.name}; only version "
                f"{game.version!r} can be replayed here, as the same moves may mean another game",
            )
        rules = self.tags.get("Rules")
        options = {name.removeprefix(OPTION): text for name, text in self.tags.items() if name.startswith(OPTION)}
        about = "Rules"
        try:
            known = {option.name: option for option in game.rule_set(rules).options}
            for name, value in options.items():
                about = OPTION + name
                if name not in known:
                    game.settle(rules, {name: value})  # raises an error that lists the options
                known[name].read(value)
            game.settle(rules, options)
            about = "Position"
            return Match(game, rules, options, self.tags.get("Position"), compiled=compiled)
        except KakomiError as error:
            raise self._wrong(about, str(error)) from error

    def _end(self, match: Match) -> None:
        """Compare the tags with the end by the rules, and end the game if a player did."""
        outcome = match.outcome
        clause = self.tags.get("Clause")
        if outcome is not None:
            if self.result != outcome.result:
                raise self._wrong("Result", f"by the rules the result is {outcome.result}, not {self.result}")
            if clause not in (None, outcome.clause):
                raise self._wrong("Clause", f"the game ended by {outcome.clause}, not by {shorten(str(clause))!r}")
        elif self.result == "*":
            if clause is not None:
                raise self._wrong("Clause", "no clause has ended a game that is not finished (*); leave the tag out")
        elif clause not in ENDINGS:
            named = "no Clause is given" if clause is None else f"the Clause is {shorten(clause)!r}"
            reason = f"by the rules the game is not over, and {named}; a player ends it by {listing(ENDINGS)}"
            raise self._wrong("Result", reason)
        elif (clause == "agreed") != (self.result == "1/2-1/2"):
            raise self._wrong("Result", f"a game that ended by {clause!r} cannot have the result {self.result}")
        elif clause == "agreed":
            match.agree_draw()
        else:
            match.resign(1 if self.result == "1-0" else 0, clause)
        score = self.tags.get("Score")
        if score is not None and match.score is None:
            raise self._wrong("Score", f"{match.game.name} {match.rules} has no score; leave the tag out")
        if score is not None and score != _score(match):
            raise self._wrong("Score", f"by the rules the score is {_score(match)}, not {shorten(score)!r}")

    def _wrong(self, tag: str, reason: str) -> RecordError:
        return RecordError(reason, self.lines.get(tag))


def read(text: str | bytes) -> list[Record]:
    r"""The records in a text, at least one; RecordError, with the line, if it cannot be read. `replay` checks the moves.

    >>> [record] = read('[Game "NAME"]\n1. c5xd5 {bold} *')
    >>> record.moves[0].text, record.moves[0].comment, record.result
    ('c5xd5', 'bold', '*')
    """
    pieces = text_pieces(text) if isinstance(text, str) else file_pieces(io.BytesIO(text))
    return list(_records(pieces))


def read_stream(file: BinaryIO) -> Iterator[Record]:
    """The records in an open file, one after another as they are read."""
    return _records(file_pieces(file))


def read_records(path: str | os.PathLike[str]) -> Iterator[Record]:
    """The records in a file of any size, one after another: only the one being read is held.

    RecordError, with the line, is raised when the faulty place is reached, and for a file that cannot be read.
    """
    try:
        with open(path, "rb") as file:
            yield from read_stream(file)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise RecordError(f"{os.fspath(path)!r} cannot be read: {_reason(error)}") from error


def read_file(path: str | os.PathLike[str]) -> list[Record]:
    """All records in a file, at least one; RecordError for a file that cannot be read. See `read_records`."""
    return list(read_records(path))


def _records(pieces: Iterator[str]) -> Iterator[Record]:
    parts = None
    for parts in parse(pieces):
        yield Record(parts.tags, parts.moves, parts.comment, parts.lines)
    if parts is None:
        raise RecordError('there is no record in this text; one begins with a tag such as [Game "NAME"]')


def write_file(path: str | os.PathLike[str], records: Iterable[Record]) -> None:
    """Write the records to a file, all or nothing: a crash midway leaves the old file as it was."""
    try:
        _replace(Path(os.path.realpath(path)), _encoded(records))
    except (OSError, ValueError) as error:
        raise RecordError(f"{os.fspath(path)!r} cannot be written: {_reason(error)}") from error


def _encoded(records: Iterable[Record]) -> Iterator[bytes]:
    for place, record in enumerate(records):
        yield ("\n" * (place > 0) + record.text()).encode("utf-8")


def _replace(target: Path, data: Iterator[bytes]) -> None:
    mode = target.stat().st_mode if target.exists() else None
    if mode is not None and not stat.S_ISREG(mode):  # a pipe or a device is written to, never replaced
        target.write_bytes(b"".join(data))
        return
    fresh = target.with_name(f".{target.name}.{os.getpid()}.{os.urandom(4).hex()}")
    try:
        with open(fresh, "xb") as file:
            file.writelines(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            fresh.chmod(stat.S_IMODE(mode))
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)


def _reason(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error)


def _own_tags(match: Match, first: str, second: str, date: datetime.date | str | None) -> dict[str, str]:
    from kakomi import __version__  # not at the top: the package imports its games first, and they import the core

    outcome = match.outcome
    if outcome is not None and outcome.clause not in (*match.rule_set.rules.CLAUSES, *ENDINGS):
        ways = listing(ENDINGS)
        raise RecordError(
            f"a recorded game ends by a clause of its rules or by {ways}, not by {shorten(outcome.clause)!r}"
        )
    tags = {"Game": match.game.name, "Rules": match.rules, "RulesVersion": match.game.version, "Kakomi": __version__}
    tags |= {OPTION + name: str(value) for name, value in match.options.items()}
    tags |= {"First": first, "Second": second}
    if date is not None:
        tags["Date"] = str(date)
    if match.start_position is not None:
        tags["Position"] = match.rule_set.view.position_text(match.positions[0])
    tags["Result"] = "*" if outcome is None else outcome.result
    if outcome is not None:
        tags["Clause"] = outcome.clause
    if match.score is not None:
        tags["Score"] = _score(match)
    return tags


def _score(match: Match) -> str:
    return "-".join(map(str, match.score or ()))


def _notes(match: Match, what: str, notes: Mapping[int, V], least: int) -> Mapping[int, V]:
    """A match's comments or clocks, if there is a move for each."""
    for ply in notes:
        if not least <= ply <= match.ply:
            raise RecordError(f"there is a {what} for move {ply}, but the match has {match.ply} moves")
    return notes
