"""Kakomi: five games of surrounding and isolation, exact and fast.

>>> import kakomi
>>> match = kakomi.new("enso")
>>> match.push("c5xd5")
>>> match.status
'White to move.'
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from kakomi import games
from kakomi.core.errors import (
    AmbiguousMove,
    EngineError,
    IllegalMove,
    KakomiError,
    MoveError,
    OptionError,
    PositionError,
    RecordError,
    UnknownName,
    UnreadableMove,
)
from kakomi.core.match import LegalMoves, Match, Outcome
from kakomi.core.options import Option
from kakomi.core.record import Record, read_file
from kakomi.core.scene import Scene
from kakomi.core.series import Series

if TYPE_CHECKING:
    from kakomi.players.analysis.game_review import Review
    from kakomi.search.result import Report

__version__ = "0.1.0"

__all__ = [
    "AmbiguousMove",
    "EngineError",
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
    "from_diagram",
    "games",
    "load",
    "new",
    "new_series",
    "review",
    "save",
]


def new(game: str, rules: str | None = None, *, position: str | None = None, **options: object) -> Match:
    """A new match of the game of that name, from its start or from a position text.

    >>> new("enso", position="6/1x4/6/6/4o1/6 x").outcome
    Outcome(winner=1, clause='4.2', score=None)
    """
    return Match(games.get(game), rules, options, position)


def from_diagram(game: str, diagram: str, rules: str | None = None, **options: object) -> Match:
    """A match from a diagram as `Match.diagram` prints it; coordinates may be left out.

    >>> print(from_diagram("enso", "......|.x....|......|......|....o.|......".replace("|", chr(10))).position)
    6/1x4/6/6/4o1/6 x
    """
    chosen = games.get(game)
    rule_set, values = chosen.settle(rules, options)
    position = rule_set.view.read_diagram(diagram, rule_set.settings(values))
    return Match(chosen, rules, options, rule_set.view.position_text(position))


def new_series(game: str, count: int = 2, rules: str | None = None, **options: object) -> Series:
    """An even number of games, opened in turn by the two players, all points added up.

    >>> new_series("enclose5", 4).number
    1
    """
    return Series(games.get(game), count, rules, options)


def save(match: Match, path: str | os.PathLike[str], first: str = "First", second: str = "Second") -> None:
    """Write the match, finished or not, as a record; the file is replaced whole or not at all."""
    Record.from_match(match, first=first, second=second).write(path)


def load(path: str | os.PathLike[str]) -> list[Match]:
    """The games of a record, each checked by replay; RecordError says which line is wrong and why."""
    return [record.replay(games.get) for record in read_file(path)]


def analyse(match: Match, *, seconds: float | None = None, nodes: int | None = None, lines: int = 3) -> Report:
    """The best lines of the position, best first: with a table proven, else by search (20,000 nodes if nothing is said).

    >>> report = analyse(new("enclosure_chess"), nodes=1000)
    >>> report.best.move, report.best.proven, report.best.points
    ('c3', 'draw', 0)
    """
    from kakomi.players.analysis import analyser
    from kakomi.search.result import Limit

    chosen = Limit(seconds, nodes if nodes or seconds else 20_000)
    return analyser.analyse(match, chosen, lines)


def review(match: Match, *, seconds: float | None = None, nodes: int | None = None) -> Review:
    """A whole game judged move by move: what each move cost, what was better, where it turned. See docs/analysis.md."""
    from kakomi.players.analysis import analyser
    from kakomi.search.result import Limit

    chosen = Limit(seconds, nodes if nodes or seconds else 20_000)
    return analyser.review(match, chosen)
