"""TOOT, by Tom Wuytack (2005)."""

from kakomi.core.game import Game, RuleSet
from kakomi.core.options import Option
from kakomi.games.toot import rules, view

GAME = Game(
    name="toot",
    title="TOOT",
    by="Tom Wuytack, 2005",
    about="Lay the board as you go, tile by tile, and jump over your opponent's tiles to catch the pieces on them.",
    rule_sets=(
        RuleSet(
            "standard",
            "the rules as the designer wrote them down",
            rules,
            view,
            options=(
                Option("tiles", 15, "tiles each player begins with", 4, 40),
                Option("pieces", 5, "pieces each player begins with, not more than tiles", 2, 12),
                Option("grid", "square", "four neighbours, or six", words=("square", "hex")),
                Option("quiet", 50, "turns without progress after which the game is drawn (7.2)", 10, 500),
                Option("tiebreak", "draw", "whether pieces left decide a game that 7.2 ends", words=("draw", "pieces")),
                Option(
                    "count",
                    "total",
                    "whether set-aside pieces count in 7.1 once all tiles lie",
                    words=("total", "board"),
                ),
            ),
        ),
    ),
    package=__name__,
)
