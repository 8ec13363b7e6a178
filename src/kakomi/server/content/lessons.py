"""The exercises of the rules pages: a position, a sentence, and the moves that solve it.

A game may have its own in `lessons.toml`, a list of tables [[lesson]]:

    id, clause, title, text, reply      what is shown; `reply` when it is solved
    rules, options                      the default rule set and options if left out
    diagram or position, moves          where it begins, by default the game's start, and moves from there
    goal                                any one of these moves solves it
    check                               what each of them does, used by the tests: see tests/server/content/test_lessons.py
"""

from __future__ import annotations

import logging
import tomllib
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from kakomi.core.errors import KakomiError
from kakomi.core.game import Game
from kakomi.core.match import Match

FILE = "lessons.toml"
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Exercise:
    """One exercise."""

    id: str
    clause: str
    title: str
    text: str
    goal: tuple[str, ...]
    match: Match
    reply: str | None = None
    check: dict[str, Any] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """As schemas.LessonOut, with the scene still an object."""
        return {
            "id": self.id,
            "clause": self.clause,
            "title": self.title,
            "text": self.text,
            "game": self.match.game.name,
            "rules": self.match.rules,
            "options": self.match.options,
            "position": self.match.position,
            "goal": self.goal,
            "reply": self.reply,
            "scene": self.match.scene(),
        }


@cache
def of(game: Game) -> tuple[Exercise, ...]:
    """The game's exercises in order; none if the game has no file of them."""
    text = game.data_file(FILE)
    return () if text is None else tuple(_lesson(game, table) for table in tomllib.loads(text).get("lesson", ()))


@cache
def usable(game: Game) -> tuple[Exercise, ...]:
    """The same for the rules page; if they cannot be read, there are none, and the log says so."""
    try:
        return of(game)
    except (KakomiError, tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError, ValueError) as error:
        log.error("exercises left out", extra={"game": game.name, "reason": f"{type(error).__name__}: {error}"})
        return ()


def _lesson(game: Game, table: dict[str, Any]) -> Exercise:
    return Exercise(
        table["id"],
        table["clause"],
        table["title"],
        " ".join(table["text"].split()),
        tuple(table["goal"]),
        _match(game, table),
        table.get("reply"),
        table.get("check", {}),
    )


def _match(game: Game, table: dict[str, Any]) -> Match:
    """The position as a starting position: there are no moves to take back."""
    rules, options = table.get("rules"), table.get("options", {})
    rule_set, values = game.settle(rules, options)
    position = table.get("position")
    if "diagram" in table:
        state = rule_set.view.read_diagram(table["diagram"], rule_set.settings(values))
        position = rule_set.view.position_text(state)
    match = Match(game, rules, options, position)
    for text in table.get("moves", ()):
        match.push(text)
    return Match(game, rules, options, match.position)
