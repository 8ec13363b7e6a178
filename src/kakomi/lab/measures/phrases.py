"""How games end and what happens in them, in a few words for tables and charts.

The clauses that end a game have numbers, and the sentences of the rules pages are exact and long. A game's folder may hold
short phrases for them, to be read after "by" (a game ends *by* "capture of the last piece"), in phrases.toml:

    "4.1" = "capture of the last piece"
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache

from kakomi import games
from kakomi.core.errors import KakomiError

FILE = "phrases.toml"
EVENTS = {
    "again": "further moves in the same turn",
    "captured": "pieces captured",
    "capturing": "moves that capture",
    "must capture": "moves where every choice captures",
    "changed": "pieces or cells that change",
    "barred": "cells barred",
}
MISCONDUCT = {"forfeit": "misconduct", "time": "running out of time"}


@cache
def endings(game: str) -> Mapping[str, str]:
    """The phrases of a game by clause; empty if the game has none, is not installed, or its file cannot be read.

    >>> endings("not a game")
    {}
    """
    try:
        table = tomllib.loads(games.get(game).data_file(FILE) or "")
    except (KakomiError, OSError, ValueError):  # a report without phrases is better than no report
        return {}
    return {clause: phrase for clause, phrase in table.items() if isinstance(phrase, str)}


def ending(game: str, clause: str) -> str:
    """The phrase for a clause's number; "" for a clause without one.

    >>> ending("mygame", "forfeit"), ending("mygame", "4.1")
    ('misconduct', '')
    """
    return MISCONDUCT.get(clause) or endings(game).get(clause, "")


def ending_label(game: str, clause: str) -> str:
    """The phrase followed by the clause's number, or the number alone.

    >>> ending_label("mygame", "time"), ending_label("mygame", "4.1")
    ('running out of time', '4.1')
    """
    phrase = ending(game, clause)
    return clause if not phrase else phrase if clause in MISCONDUCT else f"{phrase} ({clause})"


def event(kind: str) -> str:
    """A kind of event in words; the kind itself if it has no phrase.

    >>> event("captured"), event("swap")
    ('pieces captured', 'swap')
    """
    return EVENTS.get(kind, kind)
