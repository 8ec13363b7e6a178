"""The catalogue: one line a game."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from kakomi.core.errors import UnknownName
from kakomi.core.game import Game

NAMES = ("enso", "iago", "toot", "enclose5", "enclosure_chess")


@cache
def get(name: str) -> Game:
    """The game of that name; UnknownName says which there are."""
    if name not in NAMES:
        raise UnknownName("game", name, NAMES)
    game = import_module(f"kakomi.games.{name}").GAME
    assert isinstance(game, Game)
    return game


def all_games() -> tuple[Game, ...]:
    """Every game, in the catalogue's order."""
    return tuple(get(name) for name in NAMES)
