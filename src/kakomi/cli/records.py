"""Game records that a command reads, each checked by replay."""

from __future__ import annotations

import sys

from kakomi import games
from kakomi.cli.files import user_path
from kakomi.core.errors import RecordError
from kakomi.core.match import Match
from kakomi.core.record import LARGEST_FILE, Record, read, read_file


def read_records(name: str) -> tuple[list[Record], list[Match]]:
    """The records of a file (`-` for standard input) and the matches they replay to; an error names file and line."""
    try:
        if name == "-":
            records = read(sys.stdin.buffer.read(LARGEST_FILE + 1) if sys.stdin is not None else b"")
        else:
            records = read_file(user_path(name))
        return records, [record.replay(games.get) for record in records]
    except RecordError as error:
        if error.line is None or name == "-":
            raise
        raise RecordError(f"{name}, {error}") from error


def after(match: Match, ply: int) -> Match:
    """The match as it was after so many moves."""
    earlier = match.copy()
    while len(earlier.moves) > ply:
        earlier.pop()
    return earlier
