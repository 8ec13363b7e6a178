"""A sample game between two computer players, which pages show and continue: `sample.toml` in the game's folder.

moves                moves in order, separated by spaces
shown                the number of moves after which the board is shown
rules, options       the default rule set and options if left out
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache

from kakomi.core.errors import KakomiError
from kakomi.core.game import Game
from kakomi.core.match import Match
from kakomi.core.options import Value

FILE = "sample.toml"


class SampleError(KakomiError):
    """A sample that cannot be read or played."""


@dataclass(frozen=True)
class SampleGame:
    """A game that can be played through, and the position it is shown at."""

    rules: str
    options: dict[str, Value]
    moves: tuple[str, ...]
    shown: int


@cache
def sample_of(game: Game) -> SampleGame | None:
    """The game's sample, played through once to check it; None if the game has none."""
    text = game.data_file(FILE)
    if text is None:
        return None
    try:
        said = tomllib.loads(text)
        match = Match(game, said.get("rules"), said.get("options", {}))
        for move in said["moves"].split():
            match.push(move)
        shown = int(said["shown"])
    except (KakomiError, tomllib.TOMLDecodeError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise SampleError(
            f"{FILE} of {game.name} needs moves that can be played and shown, a number: {error}"
        ) from error
    if not 0 <= shown <= len(match.moves):
        raise SampleError(f"shown in {FILE} of {game.name} must be from 0 to {len(match.moves)}, not {shown}")
    return SampleGame(match.rules, match.options, tuple(match.moves), shown)
