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
                Option("tiles", 15, "tiles each player starts with", 4, 40),
                Option("pieces", 5, "pieces each player starts with; no more than tiles", 2, 12),
                Option(
                    "grid",
                    "square",
                    "each tile has four neighbours, or six",
                    words=("square", "hex"),
                    label="Shape of the tiles",
                ),
                Option(
                    "quiet",
                    50,
                    "turns without progress after which the game is drawn (7.2)",
                    10,
                    500,
                    label="Draw after quiet turns",
                ),
                Option(
                    "tiebreak",
                    "draw",
                    "a game ended by 7.2 is drawn, or won by whoever has more pieces left",
                    words=("draw", "pieces"),
                    label="After quiet turns",
                ),
                Option(
                    "count",
                    "total",
                    "which pieces count in 7.1 once all tiles are down: all of them, or only those on the board",
                    words=("total", "board"),
                    label="Which pieces count",
                ),
            ),
        ),
    ),
    package=__name__,
)
