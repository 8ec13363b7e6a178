"""A name turned into a player. There is one so far: `random`, or `random:seed=7`."""

from __future__ import annotations

import random
from typing import Protocol

from kakomi.core.errors import OptionError, UnknownName
from kakomi.core.match import Match

NAMES = ("random",)


class Player(Protocol):
    """Whoever chooses a move in a match that is not over."""

    name: str

    def choose(self, match: Match) -> str:
        """The text of a legal move; the match is not changed."""


class RandomPlayer:
    """Any legal move, each as likely as the next."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, match: Match) -> str:
        """One of the legal moves."""
        return match.rule_set.face.move_text(match.state, self._random.choice(match.codes()))


def make(name: str) -> Player:
    """The player a name stands for.

    >>> make("random:seed=7").name
    'random'
    """
    kind, _, rest = name.partition(":")
    if kind not in NAMES:
        raise UnknownName("player", kind, NAMES)
    settings = dict(part.partition("=")[::2] for part in rest.split(",") if part)
    seed = settings.pop("seed", None)
    if settings:
        raise UnknownName(f"setting of the player {kind}", next(iter(settings)), ("seed",))
    if seed is not None and not (seed.isascii() and seed.isdigit() and len(seed) <= 18):
        raise OptionError(f"seed must be a whole number from 0, not {seed[:40]!r}")
    return RandomPlayer(None if seed is None else int(seed))
