"""Every way to play a game: each rule set at its defaults, and with each option changed; and random walks through them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import kakomi
from kakomi.core.match import Match
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
        """A match of this variant."""
        return kakomi.new(self.game, self.rules, **self.options, **more)


def values_to_try(option: Option) -> list[Value]:
    """Every word, and the ends of the range."""
    numbers: list[Value] = [option.low, option.high] if option.takes_number else []
    return [value for value in [*numbers, *option.words] if value != option.default]


def variants(names: Iterable[str]) -> Iterator[Variant]:
    """Every rule set at its defaults, and with each option changed alone; a value that needs another one brings it along."""
    for name in names:
        for rule_set in kakomi.games.get(name).rule_sets:
            yield Variant(name, rule_set.name)
            for option in rule_set.options:
                for value in values_to_try(option):
                    yield Variant(name, rule_set.name, fitting(name, rule_set.name, {option.name: value}))


def fitting(game: str, rules: str, options: dict[str, Any]) -> dict[str, Any]:
    """The options, with another one lowered where the game refuses the combination."""
    rule_set = kakomi.games.get(game).rule_set(rules)
    nothing: dict[str, Any] = {}
    for extra in (nothing, *({each.name: each.low} for each in rule_set.options if each.takes_number)):
        try:
            kakomi.new(game, rules, **{**extra, **options})
        except kakomi.OptionError:
            continue
        return {**extra, **options}
    raise AssertionError(f"no way to play {game} {rules} with {options}")


def random_match(variant: Variant, seed: int, most: int) -> Match:
    """A match with up to `most` random moves played."""
    return _walk(variant.game, variant.rules, tuple(variant.options.items()), seed, most).copy()


@lru_cache(maxsize=200)  # the tests of a variant run one after another and use the same walks
def _walk(game: str, rules: str, options: tuple[tuple[str, Any], ...], seed: int, most: int) -> Match:
    variant = Variant(game, rules, dict(options))
    generator = random.Random(f"{variant} {seed}")
    match = variant.new()
    for _ in range(generator.randrange(most + 1)):
        moves = match.codes()
        if not moves:
            break
        match.push_code(generator.choice(moves))
    return match
