"""Enso, by Dieter Stein (Kanare_Abstract, 2025)."""

from kakomi.core.game import Game, RuleSet
from kakomi.games.enso import rules, view

GAME = Game(
    name="enso",
    title="Enso",
    by="Dieter Stein, 2025",
    about="Move a stone into the open until nothing touches it: a lone stone inside the board wins.",
    rule_sets=(RuleSet("standard", "the rules as published", rules, view, scored=False),),
    package=__name__,
)
