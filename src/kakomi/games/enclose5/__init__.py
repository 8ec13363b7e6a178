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
                Option("size", 21, "cells a side", 7, 40),
                Option(
                    "target", 20, "points that win at once, or full: play until the board is full", 1, 400, ("full",)
                ),
                Option("opening", "none", "how the first moves are made fair", words=("none", "pie", "swap2")),
                Option("links", "off", "whether own coloured cells are links of a closed line", words=("off", "on")),
            ),
        ),
    ),
    package=__name__,
)
