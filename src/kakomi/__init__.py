"""Kakomi: five games of surrounding and isolation, exact and fast.

>>> import kakomi
>>> match = kakomi.new(kakomi.games.names()[0])
>>> match.push(match.legal_moves[0])
>>> match.ply, match.outcome
(1, None)
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from kakomi import games
from kakomi.core.errors import (
    AmbiguousMove,
    EngineError,
    GameError,
    IllegalMove,
    KakomiError,
    MoveError,
    OptionError,
    PositionError,
    RecordError,
    UnknownName,
    UnreadableMove,
)
from kakomi.core.legal_moves import LegalMoves
from kakomi.core.match import Match, Outcome
from kakomi.core.options import Option
from kakomi.core.records.record import Record, read_records, write_file
from kakomi.core.scene import Scene
from kakomi.core.series import Series

if TYPE_CHECKING:
    from kakomi.players.analysis.game_review import Review
    from kakomi.search.result import Report

__version__ = "0.2.0"

__all__ = [
    "AmbiguousMove",
    "EngineError",
    "GameError",
    "IllegalMove",
    "KakomiError",
    "LegalMoves",
    "Match",
    "MoveError",
    "Option",
    "OptionError",
    "Outcome",
    "PositionError",
    "Record",
    "RecordError",
    "Scene",
    "Series",
    "UnknownName",
    "UnreadableMove",
    "__version__",
    "analyse",
    "canonical",
    "from_diagram",
    "games",
    "load",
    "load_series",
    "new",
    "new_series",
    "read_matches",
    "read_records",
    "review",
    "save",
]


def new(game: str, rules: str | None = None, *, position: str | None = None, **options: object) -> Match:
    """A new match of the game of that name, from its start or from a position text.

    >>> match = new(games.names()[0])
    >>> match.push(match.legal_moves[0])
    >>> new(match.game.name, position=match.position).to_move
    1
    """
    return Match(games.get(game), rules, options, position)


def from_diagram(game: str, diagram: str, rules: str | None = None, **options: object) -> Match:
    """A match from a diagram as `Match.diagram` prints it; coordinates may be left out.

    >>> match = new(games.names()[0])
    >>> from_diagram(match.game.name, match.diagram()).position == match.position
    True
    """
    chosen = games.get(game)
    rule_set, values = chosen.settle(rules, options)
    position = rule_set.view.read_diagram(diagram, rule_set.settings(values))
    return Match(chosen, rules, options, rule_set.view.position_text(position))


def canonical(game: str, position: str, rules: str | None = None, **options: object) -> str:
    """One position text for all that symmetries of the game turn into one another; see `Match.canonical`.

    >>> match = new(games.names()[0])
    >>> match.push(match.legal_moves[0])
    >>> {canonical(match.game.name, match.transform(number)) for number in range(match.symmetries())} == {match.canonical()}
    True
    """
    return new(game, rules, position=position, **options).canonical()


def new_series(game: str, count: int = 2, rules: str | None = None, **options: object) -> Series:
    """An even number of games, opened in turn by the two players, all points added up.

    >>> new_series(games.names()[0], 4).number
    1
    """
    return Series(games.get(game), count, rules, options)


def save(
    match: Match | Iterable[Match],
    path: str | os.PathLike[str],
    first: str | None = None,
    second: str | None = None,
) -> None:
    """Write a match, or several, finished or not, as records; the file is replaced whole or not at all.

    The players are `first` and `second`, else those in the match's `tags`; its comments and clock times are written too.
    """
    matches = [match] if isinstance(match, Match) else match
    write_file(path, (Record.from_match(each, first=first, second=second) for each in matches))


def load(path: str | os.PathLike[str]) -> list[Match]:
    """The games of a record file, each checked by replay; RecordError says which line is wrong and why.

    Tags, comments and clock times are in the match's `tags`, `comments` and `clocks`. For a file of many games
    `read_matches` holds one at a time.
    """
    return list(read_matches(path))


def read_matches(path: str | os.PathLike[str], *, compiled: bool = False) -> Iterator[Match]:
    """The games of a record file of any size, one after another, each checked by replay.

    `compiled` is quicker for thousands of games, and imports numba. `read_records` gives the records as written,
    without playing them.
    """
    return (record.replay(games.get, compiled=compiled) for record in read_records(path))


def load_series(path: str | os.PathLike[str]) -> Series:
    """The series that `Series.write` wrote, as far as it was played."""
    return Series.from_records(read_records(path), games.get)


def analyse(match: Match, *, seconds: float | None = None, nodes: int | None = None, lines: int = 3) -> Report:
    """The best lines of the position, best first: proven if there is a table, else by search (20,000 nodes by default).

    >>> match = new(games.names()[0])
    >>> report = analyse(match, nodes=1000)
    >>> report.best.move in match.legal_moves, len(report.lines)
    (True, 3)
    """
    from kakomi.players.analysis import analyser
    from kakomi.search.result import Limit

    chosen = Limit(seconds, nodes if nodes or seconds else 20_000)
    return analyser.analyse(match, chosen, lines)


def review(match: Match, *, seconds: float | None = None, nodes: int | None = None) -> Review:
    """A whole game judged move by move: what each move cost, what was better, where it turned. See docs/play/analysis.md."""
    from kakomi.players.analysis import analyser
    from kakomi.search.result import Limit

    chosen = Limit(seconds, nodes if nodes or seconds else 20_000)
    return analyser.review(match, chosen)
