"""The errors that Kakomi raises; the message is one sentence that says what would be right.

KakomiError
 +- UnknownName       no such game, rule set, option or player
 +- OptionError       an option's value is out of range, or conflicts with another
 +- MoveError         a move that was not made; nothing has changed
 |   +- UnreadableMove   not a move text of this game
 |   +- IllegalMove      readable, but a clause forbids it
 |   +- AmbiguousMove    a short form that fits several legal moves
 +- PositionError     a position or diagram that cannot be read, or cannot occur
 +- RecordError       a record that cannot be read or does not replay; carries the line
 +- GameError         a game that cannot be added to the catalogue
 +- EngineError       the compiled engine or an optional part of it is not available
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class KakomiError(Exception):
    """The base class: catch this to catch every refusal."""


class UnknownName(KakomiError):
    """No such game, rule set, option or player."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        names = list(known)
        close = get_close_matches(name.lower(), names, n=1)
        hint = f"did you mean {close[0]}? " if close else ""
        listing = ", ".join(names) if names else "none here"
        super().__init__(f"there is no {what} {shorten(name)!r}; {hint}known: {listing}")


class OptionError(KakomiError):
    """An option's value is out of range, or conflicts with another."""


class MoveError(KakomiError):
    """A move that was not made. `clause` is the clause of the rules that forbids it, if one does."""

    def __init__(self, message: str, clause: str | None = None) -> None:
        super().__init__(message)
        self.clause = clause


class UnreadableMove(MoveError):
    """Not a move text of this game."""


class IllegalMove(MoveError):
    """Readable, but a clause forbids it."""


class AmbiguousMove(MoveError):
    """A short form that fits several legal moves."""


class PositionError(KakomiError):
    """A position or diagram that cannot be read, or cannot occur."""


class RecordError(KakomiError):
    """A record that cannot be read or does not replay. `line` counts from 1."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(f"line {line}: {message}" if line is not None else message)
        self.line = line


class GameError(KakomiError):
    """A game that cannot be added to the catalogue; says what it lacks."""


class EngineError(KakomiError):
    """The compiled engine, or an optional part of it, is not available."""


def shorten(text: str, limit: int = 60) -> str:
    """A user's text, shortened for a one-line message.

    >>> shorten("x" * 100)[-3:]
    '...'
    """
    return text if len(text) <= limit else text[: limit - 3] + "..."


def listing(words: Iterable[str], limit: int = 8) -> str:
    """The first few of many, for a message.

    >>> listing(["a1", "b2"]), listing(map(str, range(20)), limit=3)
    ('a1, b2', '0, 1, 2 and 17 more')
    """
    items = list(words)
    if len(items) <= limit:
        return ", ".join(items)
    return f"{', '.join(items[:limit])} and {len(items) - limit} more"
