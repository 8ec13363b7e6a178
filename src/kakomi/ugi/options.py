"""How UGI declares options: one line per name, however many games have an option of that name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kakomi.core.game import Game
from kakomi.core.options import Option

USUAL = "usual"  # the value that stands for the default of the current game and rule set


def game_options(catalogue: Iterable[Game]) -> list[Option]:
    """`Game` and `Rules`. If the games differ in their default rules, the default is USUAL."""
    games = tuple(catalogue)
    defaults = dict.fromkeys(game.rule_set(None).name for game in games)
    rules = dict.fromkeys(rule_set.name for game in games for rule_set in game.rule_sets)
    default = next(iter(defaults)) if len(defaults) == 1 else USUAL
    return [
        Option("Game", games[0].name, "", words=tuple(game.name for game in games)),
        Option("Rules", default, "", words=tuple(dict.fromkeys((default, *rules)))),
    ]


def rule_options(catalogue: Iterable[Game], reserved: Iterable[str] = ()) -> list[Option]:
    """Every option of every rule set, one per name, except reserved names, whatever their case.

    Where rule sets differ, the default is USUAL and the range the widest.
    """
    taken = {name.lower() for name in reserved}
    options: dict[str, Option] = {}
    for game in catalogue:
        for rule_set in game.rule_sets:
            for option in rule_set.options:
                key = option.name.lower()
                if key not in taken:
                    options[key] = widen(options.get(key, option), option)
    return list(options.values())


def widen(option: Option, other: Option) -> Option:
    """The option, extended to take what the other takes as well."""
    if option.default != other.default:  # a program that sends all defaults must not set one game to another's
        option = replace(option, default=USUAL, words=tuple(dict.fromkeys((*option.words, USUAL))))
    words = tuple(dict.fromkeys(option.words + other.words))
    if not other.takes_number:
        return replace(option, words=words)
    if not option.takes_number:
        return replace(option, words=words, low=other.low, high=other.high)
    return replace(option, words=words, low=min(option.low, other.low), high=max(option.high, other.high))


def declaration(option: Option) -> str:
    """An option's line: spin for a number, combo for a word, string where either will do.

    >>> declaration(Option("size", 21, "cells a side", 7, 40))
    'option name size type spin default 21 min 7 max 40'
    >>> declaration(Option("links", "off", "do coloured cells link?", words=("off", "on")))
    'option name links type combo default off var off var on'
    >>> declaration(Option("target", 20, "points to win", 1, 400, words=("full",)))
    'option name target type string default 20'
    """
    head = f"option name {option.name} type"
    if option.takes_number and option.words:
        return f"{head} string default {option.default}"
    if option.takes_number:
        return f"{head} spin default {option.default} min {option.low} max {option.high}"
    return f"{head} combo default {option.default}" + "".join(f" var {word}" for word in option.words)
