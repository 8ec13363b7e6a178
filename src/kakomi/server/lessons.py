"""The exercises of the rules pages: a position, a sentence, and the moves that solve it.

Each game keeps its own in `lessons.toml`, a list of tables [[lesson]]:

    id, clause, title, text, reply      what is shown; `reply` when it is solved
    rules, options                      the default rule set and options if left out
    diagram or position, moves          where it begins, by default the game's start, and moves from there
    goal                                any one of these moves solves it
    check                               what each of them does, for the tests: see tests/server_boards/test_lessons.py
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from kakomi.core.game import Game
from kakomi.core.match import Match

FILE = "lessons.toml"


@dataclass(frozen=True)
class Lesson:
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
        """As models.Lesson has it, the scene still an object."""
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
def of(game: Game) -> tuple[Lesson, ...]:
    """The game's exercises, in their order."""
    text = resources.files(game.package).joinpath(FILE).read_text(encoding="utf-8")
    return tuple(_lesson(game, table) for table in tomllib.loads(text)["lesson"])


def _lesson(game: Game, table: dict[str, Any]) -> Lesson:
    return Lesson(
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
    """The position, as one that is set up: nothing leads to it that could be taken back."""
    rules, options = table.get("rules"), table.get("options", {})
    rule_set, values = game.settle(rules, options)
    position = table.get("position")
    if "diagram" in table:
        read = rule_set.view.read_diagram(table["diagram"], rule_set.settings(values))
        position = rule_set.view.position_text(read)
    match = Match(game, rules, options, position)
    for text in table.get("moves", ()):
        match.push(text)
    return Match(game, rules, options, match.position)
