"""Which game is played, by which rules and options, when a program may send these in any order.

The options sent since the game was last used (by `isready`, `uginewgame`, `position` or `go`) belong together: their order
does not matter. A value that does not fit the current game and rules, but fits others, waits until they are chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from kakomi.core.errors import OptionError, UnknownName, listing
from kakomi.core.game import Game, RuleSet
from kakomi.core.options import Option, Value
from kakomi.ugi.engine import SETTINGS
from kakomi.ugi.options import USUAL, widen

GAME, RULES = "game", "rules"  # keys of GameOptions.sent


@dataclass(frozen=True)
class Setup:
    """What is played: a game, one of its rule sets, and the value of every option."""

    game: Game
    rules: str
    values: Mapping[str, Value]

    @classmethod
    def default(cls, game: Game) -> Setup:
        """A game with its default rules and options."""
        rule_set = game.rule_set(None)
        return cls(game, rule_set.name, {option.name: option.default for option in rule_set.options})

    @property
    def title(self) -> str:
        """The game and its rules, for messages."""
        return f"{self.game.name} {self.rules}"


@dataclass(frozen=True)
class GameOptions:
    """What was last used, and the values sent since then or still waiting: by name, both in lower case."""

    catalogue: tuple[Game, ...]
    used: Setup
    sent: Mapping[str, str]

    @classmethod
    def default(cls, catalogue: Iterable[Game]) -> GameOptions:
        """The first game of the catalogue, and nothing sent."""
        games = tuple(catalogue)
        return cls(games, Setup.default(games[0]), {})

    # --- changes ------------------------------------------------------------------------------------------------------

    def set(self, name: str, value: str) -> GameOptions:
        """The options with one more value; UnknownName or OptionError if it fits no game at all."""
        key, text = name.lower(), value.lower()
        sent = dict(self.sent)
        if key == GAME:
            self._check_known("game", value, (game.name for game in self.catalogue))
            if GAME in sent:  # a second game: values that applied to the first one belong to it
                sent = {each: sent[each] for each in self.waiting}
        elif key == RULES:
            if text != USUAL:
                everywhere = dict.fromkeys(each.name for game in self.catalogue for each in game.rule_sets)
                self._check_known("rule set", value, everywhere)
        else:
            self._check_option(name, value)
        sent[key] = text
        return replace(self, sent=sent)

    def use(self) -> GameOptions:
        """The options with the current setup used: only what still waits can be applied to another game."""
        sent = {key: text for key, text in self.sent.items() if key in self.waiting and text != USUAL}
        return replace(self, used=self.setup, sent=sent)

    def _check_known(self, kind: str, value: str, names: Iterable[str]) -> None:
        known = list(names)
        if value.lower() not in [name.lower() for name in known]:
            raise UnknownName(kind, value, known)

    def _check_option(self, name: str, value: str) -> None:
        owners = self._owners(name)
        if not owners:
            raise UnknownName("option", name, ["Game", "Rules", *(each.name for each in SETTINGS), *self.setup.values])
        if value.lower() == USUAL or any(_fits(option, value) for _, option in owners):
            return
        present = _find(self._rule_set, name)
        if present is not None:
            present.read(value)  # the error names the current range
        widest = owners[0][1]
        for _, option in owners[1:]:
            widest = widen(widest, option)
        widest.read(value)

    # --- the resulting setup ------------------------------------------------------------------------------------------

    @cached_property
    def setup(self) -> Setup:
        """What would be played now."""
        earlier = {} if GAME in self.sent else self.used.values
        values: dict[str, Value] = {}
        for option in self._rule_set.options:
            candidates = [self.sent.get(option.name.lower()), earlier.get(option.name)]
            values[option.name] = next(
                (_read(option, each) for each in candidates if each is not None and _fits(option, each)), option.default
            )
        return Setup(self._game, self._rule_set.name, values)

    @cached_property
    def waiting(self) -> dict[str, str]:
        """The names of values that have no effect in the current game, each with the reason."""
        reasons: dict[str, str] = {}
        for key, text in self.sent.items():
            if key == RULES and text != USUAL and self._rule_set.name.lower() != text:
                owners = [game.name for game in self.catalogue if _rule_set(game, text) is not None]
                known = listing([each.name for each in self._game.rule_sets])
                reasons[key] = f"{self._game.name} has no rule set {text} (known: {known}), but {listing(owners)} has"
            elif key not in (GAME, RULES):
                option = _find(self._rule_set, key)
                if option is None:
                    owners = [title for title, _ in self._owners(key)]
                    reasons[key] = f"{self.setup.title} has no option {key}, but {listing(owners)} has"
                elif not _fits(option, text):
                    reasons[key] = f"{key} must be {option.range} in {self.setup.title}, where it is now "
                    reasons[key] += str(self.setup.values[option.name])
        return reasons

    @property
    def out_of_range(self) -> frozenset[str]:
        """The names of waiting values whose option the current rule set has, with another range."""
        return frozenset(key for key in self.waiting if key != RULES and _find(self._rule_set, key) is not None)

    def is_default(self, key: str) -> bool:
        """Is the value sent the default wherever this option exists? Then it need not be reported."""
        text = self.sent[key]
        owners = self._owners(key)
        return bool(owners) and (text == USUAL or all(str(option.default) == text for _, option in owners))

    @property
    def conflict(self) -> str:
        """Why the options conflict; empty if they do not."""
        try:
            self.setup.game.settle(self.setup.rules, self.setup.values)
        except OptionError as error:
            return f"no game can begin yet: {error}"
        return ""

    @property
    def _game(self) -> Game:
        name = self.sent.get(GAME)
        return next((game for game in self.catalogue if game.name.lower() == name), self.used.game)

    @property
    def _rule_set(self) -> RuleSet:
        game = self._game
        chosen = _rule_set(game, self.sent.get(RULES, ""))
        if chosen is not None:
            return chosen
        usual = GAME in self.sent or self.sent.get(RULES) == USUAL
        return game.rule_set(None if usual else self.used.rules)

    def _owners(self, name: str) -> list[tuple[str, Option]]:
        """Every rule set with an option of this name, and the option."""
        found = ((f"{game.name} {each.name}", _find(each, name)) for game in self.catalogue for each in game.rule_sets)
        return [(title, option) for title, option in found if option is not None]


def _rule_set(game: Game, name: str) -> RuleSet | None:
    return next((each for each in game.rule_sets if each.name.lower() == name), None)


def _find(rule_set: RuleSet, name: str) -> Option | None:
    return next((option for option in rule_set.options if option.name.lower() == name.lower()), None)


def _read(option: Option, value: Value) -> Value:
    return option.default if value == USUAL else option.read(value)


def _fits(option: Option, value: Value) -> bool:
    try:
        _read(option, value.lower() if isinstance(value, str) else value)
    except OptionError:
        return False
    return True
