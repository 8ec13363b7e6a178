"""The puzzles that come with the games: read when first asked for, and found by name, rule set and rating."""

from __future__ import annotations

import logging
from collections.abc import Collection
from functools import cache

from kakomi import games
from kakomi.core.game import Game
from kakomi.puzzles.puzzle import Puzzle, PuzzleError, read_puzzles

FILE = "puzzles.jsonl"
log = logging.getLogger(__name__)


class UnknownPuzzle(PuzzleError):
    """There is no puzzle with that id."""


@cache
def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easiest first; none where it has no file of them."""
    text = game.data_file(FILE)
    puzzles = read_puzzles(text, f"{FILE} of {game.name}") if text else []
    return tuple(sorted(puzzles, key=lambda each: (each.rating, each.id)))


def find_puzzle(game: Game, name: str) -> Puzzle:
    """The puzzle with that id; UnknownPuzzle if there is none."""
    for each in puzzles_of(game):
        if each.id == name:
            return each
    raise UnknownPuzzle(f"there is no such puzzle of {game.title}: the link is mistyped, or the puzzle was replaced")


def near_rating(
    game: Game, rules: str | None, rating: float, left_out: Collection[str], count: int
) -> tuple[Puzzle, ...]:
    """The puzzles nearest to a rating, of one rule set or all, without those left out."""
    if rules is not None:
        game.rule_set(rules)
    there = [each for each in puzzles_of(game) if rules in (None, each.rules) and each.id not in left_out]
    return tuple(sorted(there, key=lambda each: (abs(each.rating - rating), each.id))[:count])


def games_with_puzzles() -> tuple[Game, ...]:
    """The games that have any; a file that cannot be read is named in the log, and its game left out."""
    there = []
    for game in games.all_games():
        try:
            if puzzles_of(game):
                there.append(game)
        except PuzzleError as error:
            log.warning(str(error))
    return tuple(there)
