"""Mū Tōrere, a traditional Māori game, as a plug-in for Kakomi."""

from kakomi.core.game import Game, RuleSet
from kakomi.core.options import Option
from kakomi_mu_torere import rules, view

CENTRE = Option(
    "centre",
    "always",
    "when a piece needs an enemy beside it to enter the middle: always, or in each player's first two moves (2.4)",
    words=("always", "opening"),
    label="Entering the middle needs an enemy",
)
LIMIT = Option(
    "limit",
    100,
    "the game is drawn after so many moves, both players' counted (3.2)",
    20,
    400,
    label="Draw after moves",
)

GAME = Game(
    name="mu_torere",
    title="Mū Tōrere",
    by="a traditional Māori game",
    about="One point of nine is empty. Move into it until your opponent cannot.",
    rule_sets=(RuleSet("standard", "the traditional game", rules, view, (CENTRE, LIMIT), scored=False),),
    package=__name__,
)
