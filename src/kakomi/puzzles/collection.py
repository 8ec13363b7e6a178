"""The puzzles that come with the games: read when first asked for, and found by name, rule set and rating."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from kakomi import games
from kakomi.core.errors import UnknownName
from kakomi.core.game import Game
from kakomi.puzzles.puzzle import Puzzle, read_puzzles

FILE = "puzzles.jsonl"


@cache
def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easiest first; none where it has no file of them."""
    text = game.data_file(FILE)
    puzzles = read_puzzles(text, f"{FILE} of {game.name}") if text else []
    return tuple(sorted(puzzles, key=lambda each: (each.rating, each.id)))


def find_puzzle(game: Game, name: str) -> Puzzle:
    """The puzzle of that name; UnknownName if there is none."""
    for each in puzzles_of(game):
        if each.id == name:
            return each
    raise UnknownName(f"puzzle of {game.name}", name, ())


def select(game: Game, rules: str | None, near: float, solved: Collection[str] = ()) -> Puzzle | None:
    """The puzzle nearest to a rating among those not solved; among all, if all are; None where there are none."""
    if rules is not None:
        game.rule_set(rules)
    there = [each for each in puzzles_of(game) if rules is None or each.rules == rules]
    fresh = [each for each in there if each.id not in solved]
    return min(fresh or there, key=lambda each: (abs(each.rating - near), each.id), default=None)


def games_with_puzzles() -> tuple[Game, ...]:
    """The games that have any."""
    return tuple(game for game in games.all_games() if puzzles_of(game))
