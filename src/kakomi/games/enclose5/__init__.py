"""Enclose5, by Fabio Pozzi (2013)."""

from kakomi.core.game import Game, RuleSet
from kakomi.core.options import Option
from kakomi.games.enclose5 import rules, view

GAME = Game(
    name="enclose5",
    title="Enclose5",
    by="Fabio Pozzi, 2013",
    about="Draw closed lines on squared paper and colour what is inside; five in a row earns another move.",
    rule_sets=(
        RuleSet(
            "standard",
            "the rules as published",
            rules,
            view,
            options=(
                Option("size", 21, "cells per side", 7, 40, label="Board size"),
                Option(
                    "target",
                    20,
                    "points that win at once, or full: play until the board is full",
                    1,
                    400,
                    ("full",),
                    label="Points to win",
                ),
                Option(
                    "opening",
                    "none",
                    "how the first moves are made fair",
                    words=("none", "pie", "swap2"),
                    label="Opening rule",
                ),
                Option(
                    "links",
                    "off",
                    "whether a player's coloured cells can be part of a closed line",
                    words=("off", "on"),
                    label="Coloured cells as walls",
                ),
                Option(
                    "small",
                    "off",
                    "cells per side of a board for study, in place of size: too small for a game, but it can be solved",
                    3,
                    6,
                    ("off",),
                    label="Small board for study",
                ),
            ),
        ),
    ),
    package=__name__,
)
