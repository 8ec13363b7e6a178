"""What the tests for all games share: every rule set with its options, and random walks."""

from __future__ import annotations

import importlib
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import kakomi
from kakomi import Match
from kakomi.core.options import Option, Value


@dataclass(frozen=True)
class Variant:
    """One way to play: a rule set and options that differ from the default."""

    game: str
    rules: str
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return "-".join([self.game, self.rules, *(f"{name}={value}" for name, value in self.options.items())])

    def new(self, **more: Any) -> Match:
        return kakomi.new(self.game, self.rules, **self.options, **more)

    def oracle(self) -> Any:
        return importlib.import_module(f"tests.oracles.{self.game}").Oracle(self.rules, **self.options)


def values_to_try(option: Option) -> list[Value]:
    """Every word, and the ends of the range."""
    numbers: list[Value] = [option.low, option.high] if option.takes_number else []
    return [value for value in [*numbers, *option.words] if value != option.default]


def variants() -> Iterator[Variant]:
    """Every rule set at its defaults, and with each option changed alone; values that need another come with it."""
    for game in kakomi.games.all_games():
        for rule_set in game.rule_sets:
            yield Variant(game.name, rule_set.name)
            for option in rule_set.options:
                for value in values_to_try(option):
                    yield Variant(game.name, rule_set.name, fitting(game.name, rule_set.name, {option.name: value}))


def fitting(game: str, rules: str, options: dict[str, Any]) -> dict[str, Any]:
    """The options, with others lowered where the game says that they do not go together."""
    rule_set = kakomi.games.get(game).rule_set(rules)
    nothing: dict[str, Any] = {}
    for extra in (nothing, *({each.name: each.low} for each in rule_set.options if each.takes_number)):
        try:
            kakomi.new(game, rules, **{**extra, **options})
        except kakomi.OptionError:
            continue
        return {**extra, **options}
    raise AssertionError(f"no way to play {game} {rules} with {options}")


VARIANTS = list(variants())
DEFAULTS = [variant for variant in VARIANTS if not variant.options]


def random_match(variant: Variant, seed: int, most: int) -> Match:
    """A match with up to `most` random moves played."""
    generator = random.Random(f"{variant} {seed}")
    match = variant.new()
    for _ in range(generator.randrange(most + 1)):
        moves = match.codes()
        if not moves:
            break
        match.push_code(generator.choice(moves))
    return match
