"""Enclosure Chess (Weiziqi), a Chinese folk game: on 5x5 and 7x7 intersections, or with six pieces on a round board."""

from kakomi.core.game import Game, RuleSet
from kakomi.core.options import Option
from kakomi.games.enclosure_chess.grid import rules as grid_rules
from kakomi.games.enclosure_chess.grid import view as grid_view
from kakomi.games.enclosure_chess.six import rules as six_rules
from kakomi.games.enclosure_chess.six import view as six_view

VACATED = Option(
    "vacated",
    "open",
    "may a captured piece's intersection be placed on (open) or not (closed)?",
    words=("open", "closed"),
)
WIN = Option(
    "win",
    "all",
    "capture all enemy pieces, or leave the enemy with two or fewer, which can never capture",
    words=("all", "two"),
)
QUIET = Option("quiet", 60, "the game is drawn after so many moves in a row without a capture", 20, 400)

GAME = Game(
    name="enclosure_chess",
    title="Enclosure Chess",
    by="Chinese folk game (围子棋, Weiziqi); printed in 1999 (six), 2007 (5x5) and 2008 (7x7)",
    about="Both players place the same pieces, and whoever closes the ring round a black one takes it.",
    rule_sets=(
        RuleSet(
            "5x5", "the main game: 12 shared red pieces among 12 black ones", grid_rules, grid_view, (VACATED,), (5,)
        ),
        RuleSet(
            "7x7",
            "the larger board: 24 shared white pieces among 25 black ones",
            grid_rules,
            grid_view,
            (VACATED,),
            (7,),
        ),
        RuleSet(
            "six",
            "the six-piece game: Red against Black on a round board of 21 points",
            six_rules,
            six_view,
            (WIN, QUIET),
        ),
    ),
    package=__name__,
)
