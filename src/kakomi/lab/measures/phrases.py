"""How games end and what happens in them, in a few words for tables and charts.

The clauses that end a game have numbers, and the sentences of the rules pages are exact and long. A phrase is to be read
after "by": a game ends by "a lone stone inside the board" (clause 4.1 of Enso).
"""

from __future__ import annotations

from collections.abc import Mapping

# By game, then by clause. Rule sets of one game number their clauses together.
ENDINGS: Mapping[str, Mapping[str, str]] = {
    "enso": {
        "4.1": "a lone stone inside the board",
        "4.2": "lone stones of both sides",
        "4.3": "lack of a legal move",
    },
    "iago": {
        "5.1": "the higher score",
        "5.2": "the disk on the centre at equal scores",
    },
    "toot": {
        "7.1": "loss of all pieces but one",
        "7.2": "turns without progress",
    },
    "enclose5": {
        "4": "reaching the target",
        "6": "a full board",
    },
    "enclosure_chess": {
        "4": "placing the last piece",
        "8": "capture of the enemy pieces",
        "9": "moves without a capture",
    },
}
EVENTS = {
    "again": "further moves in the same turn",
    "captured": "pieces captured",
    "capturing": "moves that capture",
    "must capture": "moves where every choice captures",
    "changed": "pieces or cells that change",
    "barred": "cells barred",
}
MISCONDUCT = {"forfeit": "misconduct", "time": "running out of time"}


def ending(game: str, clause: str) -> str:
    """What the clause's number stands for; "" for a clause that nobody has put into words.

    >>> ending("enso", "4.1"), ending("enso", "forfeit"), ending("walk", "4.1")
    ('a lone stone inside the board', 'misconduct', '')
    """
    return MISCONDUCT.get(clause) or ENDINGS.get(game, {}).get(clause, "")


def named(game: str, clause: str) -> str:
    """The phrase with the clause's number behind it, or the number alone.

    >>> named("enso", "4.3"), named("enso", "time"), named("walk", "4.1")
    ('lack of a legal move (4.3)', 'running out of time', '4.1')
    """
    found = ending(game, clause)
    return clause if not found else found if clause in MISCONDUCT else f"{found} ({clause})"


def event(kind: str) -> str:
    """What a result calls by a word, told so that it can be counted; the word itself where nobody has put it otherwise.

    >>> event("captured"), event("swap")
    ('pieces captured', 'swap')
    """
    return EVENTS.get(kind, kind)
