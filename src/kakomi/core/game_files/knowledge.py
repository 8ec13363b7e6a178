"""What is known about a game, statement by statement: `knowledge.toml` in the game's folder.

Each [[statement]] has
text        the statement, one or two sentences
status      "proven", "measured" or "believed"
rules       the rule set it is about, and
options     the options in words, such as "side=4"; both may be left out
repeat      commands that reproduce it, one string each; a proven statement needs one
source      where it is explained, a path in the repository; may be left out
estimate, low, high, games    of a measured statement: the figure and its 95% interval in percent, and the games behind it
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from kakomi.core.errors import KakomiError
from kakomi.core.game import Game

FILE = "knowledge.toml"
PROVEN, MEASURED, BELIEVED = "proven", "measured", "believed"
STATUSES = (PROVEN, MEASURED, BELIEVED)
TEXTS = ("text", "status", "rules", "options", "source")
FIGURES = ("estimate", "low", "high", "games")


class KnowledgeError(KakomiError):
    """A statement that cannot be read, or that lacks what its status needs."""


@dataclass(frozen=True)
class Statement:
    """One thing that is known about a game. The figures are those of a measured statement."""

    text: str
    status: str
    rules: str = ""
    options: str = ""
    repeat: tuple[str, ...] = ()
    source: str = ""
    estimate: float | None = None
    low: float | None = None
    high: float | None = None
    games: int | None = None

    @property
    def about(self) -> str:
        """The rule set and options in one line."""
        return ", ".join(part for part in (self.rules, self.options.replace("=", " ")) if part)

    @property
    def interval(self) -> str:
        """The figures of a measured statement in words, "" for the others."""
        if self.estimate is None:
            return ""
        return f"{self.estimate:g}% (95% interval {self.low:g} to {self.high:g}), {self.games:,} games"


@cache
def knowledge_of(game: Game) -> tuple[Statement, ...]:
    """What is known about a game, in the order of its file; none where it has no file."""
    text = game.data_file(FILE)
    if text is None:
        return ()
    try:
        statements = tomllib.loads(text)["statement"]
        return tuple(_read(game, each) for each in statements)
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise KnowledgeError(f"{FILE} of {game.name} cannot be read: {error}") from error


def _read(game: Game, said: dict[str, Any]) -> Statement:
    """A statement, checked."""
    where = f"{FILE} of {game.name}, {str(said.get('text'))[:40]!r}"
    unknown = said.keys() - {*TEXTS, *FIGURES, "repeat"}
    if unknown:
        raise KnowledgeError(f"{where}: unknown {', '.join(sorted(unknown))}")
    if said["status"] not in STATUSES:
        raise KnowledgeError(f"{where}: status must be {', '.join(STATUSES)}, not {said['status']!r}")
    statement = Statement(**{**said, "repeat": tuple(said.get("repeat", ()))})
    if statement.rules:
        game.rule_set(statement.rules)
    if statement.status == PROVEN and not statement.repeat:
        raise KnowledgeError(f"{where}: a proven statement says how to repeat the proof")
    figures = [getattr(statement, name) for name in FIGURES]
    if (statement.status == MEASURED) != all(figure is not None for figure in figures):
        raise KnowledgeError(f"{where}: a measured statement, and no other, has {', '.join(FIGURES)}")
    if statement.status == MEASURED and not figures[1] <= figures[0] <= figures[2]:
        raise KnowledgeError(f"{where}: the estimate must lie between low and high")
    return statement
