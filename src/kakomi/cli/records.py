"""Game records that a command reads, each checked by replay."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from kakomi import games
from kakomi.cli.arguments import UsageError
from kakomi.cli.files import user_path
from kakomi.core.errors import RecordError
from kakomi.core.match import Match
from kakomi.core.records import record as record_file
from kakomi.core.records.record import Record, read_stream

MANY = 100  # games: from here on compiled code, which takes a moment to load, is quicker
LONG = 2_000  # moves of one game, variations included: likewise


def read_records(name: str) -> tuple[list[Record], list[Match]]:
    """The records of a file (`-` for standard input) and the matches they replay to; an error names file and line."""
    every = list(replayed(name))
    return [record for record, _ in every], [match for _, match in every]


def replayed(name: str) -> Iterator[tuple[Record, Match]]:
    """The records of a file one after another, each with the match it replays to; only one is held at a time."""
    for number, record in enumerate(_records(name), 1):
        with _naming(name):
            match = record.replay(games.get, compiled=number > MANY or record.size > LONG)
        yield record, match


def read_one(name: str, number: int) -> tuple[Record, Match]:
    """One game of a file; those before it are read, not replayed."""
    count = 0
    for count, record in enumerate(_records(name), 1):
        if count == number:
            with _naming(name):
                return record, record.replay(games.get, compiled=record.size > LONG)
    raise UsageError(f"the file holds {count} games; there is no game {number}")


def _records(name: str) -> Iterator[Record]:
    with _naming(name):
        if name == "-":
            yield from read_stream(sys.stdin.buffer if sys.stdin is not None else io.BytesIO())
        else:
            yield from record_file.read_records(user_path(name))


@contextmanager
def _naming(name: str) -> Iterator[None]:
    """Errors in the block name the file as well as the line."""
    try:
        yield
    except RecordError as error:
        if error.line is None or name == "-":
            raise
        raise RecordError(f"{name}, {error}") from error


def after(match: Match, ply: int) -> Match:
    """The match as it was after that many moves."""
    earlier = match.copy()
    while len(earlier.moves) > ply:
        earlier.pop()
    return earlier
