"""Iago, by Kanare Kato (Kanare_Abstract, 2021)."""

from kakomi.core.game import Game, RuleSet
from kakomi.core.options import Option
from kakomi.games.iago import rules, view

PENALTIES = Option("penalties", "off", "a capture may be missed, and the miss claimed", words=("off", "on"))

GAME = Game(
    name="iago",
    title="Iago",
    by="Kanare Kato, 2021",
    about="Close enemy disks in and they turn captive red; close captives in from the rim and they turn back.",
    rule_sets=(
        RuleSet("standard", "the greatest capture is forced", rules, view, (PENALTIES,), fixed=(rules.STANDARD,)),
        RuleSet("loose", "no capture is forced", rules, view, fixed=(rules.LOOSE,)),
        RuleSet("simple", "captives stay captive, and disks are counted", rules, view, fixed=(rules.SIMPLE,)),
    ),
    package=__name__,
)
