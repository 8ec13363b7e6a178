"""A game's options as UGI declares them: one line a name, whatever the number of games that have it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kakomi.core.game import Game
from kakomi.core.options import Option

USUAL = "usual"  # the value that stands for the default of the present rule set


def merged(catalogue: Iterable[Game]) -> list[Option]:
    """Every option of every rule set, one of each name. Where rule sets differ: the default USUAL, the widest range."""
    found: dict[str, Option] = {}
    for game in catalogue:
        for rule_set in game.rule_sets:
            for option in rule_set.options:
                found[option.name] = _widened(found.get(option.name, option), option)
    return list(found.values())


def _widened(option: Option, other: Option) -> Option:
    """The option, taking what the other takes as well."""
    if option.default != other.default:  # whoever sends all defaults must not set one game to another's
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
