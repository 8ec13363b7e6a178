"""Games prepared beforehand: random moves of real matches, so that the client has nothing to think about under load."""

from __future__ import annotations

import random
from dataclasses import dataclass

import kakomi

# of twenty games: mostly those that are quick to show, each game at least once
MIX = (
    [("enso", "standard")] * 7
    + [("iago", "standard")] * 4
    + [("enclosure_chess", "5x5")] * 3
    + [("enclosure_chess", "7x7")] * 2
    + [("enclosure_chess", "six")] * 1
    + [("enclose5", "standard")] * 2
    + [("toot", "standard")] * 1
)


@dataclass(frozen=True)
class Script:
    """A game with its moves and which seat made each; `over` if the game ends with the last one."""

    game: str
    rules: str
    moves: tuple[str, ...]
    movers: tuple[int, ...]
    over: bool


def random_game(game: str, rules: str, longest: int, seed: int) -> Script:
    """A game of random moves, cut off after `longest`."""
    source = random.Random(f"{game} {rules} {seed}")
    match = kakomi.new(game, rules=rules)
    movers: list[int] = []
    while len(movers) < longest and (codes := match.codes()):
        movers.append(match.to_move)
        match.push_code(source.choice(codes))
    return Script(game, rules, tuple(match.moves), tuple(movers), match.outcome is not None)


def prepare(count: int, longest: int, variety: int = 3) -> list[Script]:
    """Scripts for this many games, in the proportions of MIX; games of a kind share a few scripts."""
    made: dict[tuple[str, str, int], Script] = {}
    chosen = []
    for number in range(count):
        game, rules = MIX[number % len(MIX)]
        key = (game, rules, number // len(MIX) % variety)
        if key not in made:
            made[key] = random_game(game, rules, longest, key[2])
        chosen.append(made[key])
    return chosen
