"""Iago, by Kanare Kato (Kanare_Abstract, 2021)."""

from kakomi.core.game import Game, RuleSet
from kakomi.core.options import Option
from kakomi.games.iago import rules, view

PENALTIES = Option(
    "penalties",
    "off",
    "a forced capture may be missed, and the opponent may claim the miss",
    words=("off", "on"),
    label="Missed captures",
)

SIDE = Option(
    "side",
    rules.LARGEST,
    "hexes on each side of the board: 5 is the game, smaller boards are for study",
    3,
    rules.LARGEST,
    label="Hexes per side",
)

GAME = Game(
    name="iago",
    title="Iago",
    by="Kanare Kato, 2021",
    about="Trap a line of enemy disks and they turn red; trap red ones from the rim and they turn back.",
    rule_sets=(
        RuleSet("standard", "the greatest capture is forced", rules, view, (PENALTIES, SIDE), fixed=(rules.STANDARD,)),
        RuleSet("loose", "no capture is forced", rules, view, (SIDE,), fixed=(rules.LOOSE,)),
        RuleSet("simple", "captives stay captive, and disks are counted", rules, view, (SIDE,), fixed=(rules.SIMPLE,)),
    ),
    package=__name__,
)
