"""A puzzle, and how it is written: one line of JSON, short names, nothing that can be recomputed.

    {"r": "standard", "o": {...}, "p": POSITION, "g": "win", "l": "a b c", "e": "d e", "w": [[LINE, MOVES], ...],
     "k": "alphabeta", "n": 1234, "d": 7, "f": 9, "t": 3, "s": [SEED, PLY, SOURCE], "z": 1420}

A file begins with a line `{"puzzles": 1, "game": NAME}`. It is read only when puzzles are asked for.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from kakomi import games
from kakomi.core.errors import KakomiError
from kakomi.core.match import Match
from kakomi.core.options import Value

Goal = Literal["win", "draw"]
FORMAT = 1
ID_DIGITS = 12


class PuzzleError(KakomiError):
    """A puzzle that cannot be read or is not right; says why."""


@dataclass(frozen=True)
class Refutation:
    """Why some wrong moves are wrong: the moves that follow, and the best that the solver can then get."""

    verdict: Literal["loss", "draw"]
    line: tuple[str, ...]  # the opponent's answer first
    moves: tuple[str, ...]  # the wrong moves; empty for all that are not named elsewhere


@dataclass(frozen=True)
class Puzzle:
    """A position in which exactly one move reaches the goal: to win, or not to lose.

    `line` is the solution with the opponent's defences. Each move of the solver in it is the only right one; it ends
    where the game is over or where several moves are right. `rest` is one continuation from there.
    """

    game: str
    rules: str
    options: tuple[tuple[str, Value], ...]  # those that differ from the defaults
    position: str
    goal: Goal
    line: tuple[str, ...]
    rest: tuple[str, ...]
    wrong: tuple[Refutation, ...]
    kind: str  # of the first proof: "alphabeta" or "table"
    nodes: int  # positions that the second proof searched
    depth: int  # plies to the end of the game along the line and the rest
    effort: int  # positions per legal move that a search needs until it prefers the right move
    tempting: int  # wrong moves that look at least as good at first sight
    seed: int  # of the game it is from
    ply: int  # of that game
    source: str  # a hash of the package that found it
    rating: int

    @cached_property
    def id(self) -> str:
        """A name that no other puzzle has, and that stays the same."""
        words = json.dumps([self.game, self.rules, self.options, self.position])
        return hashlib.sha256(words.encode()).hexdigest()[:ID_DIGITS]

    @property
    def solution(self) -> str:
        """The one right move."""
        return self.line[0]

    def match(self) -> Match:
        """The position, ready to play."""
        return Match(games.get(self.game), self.rules, dict(self.options), self.position)

    def refutation(self, move: str) -> Refutation | None:
        """The refutation of this first move; None where it is not known."""
        rest = None
        for each in self.wrong:
            if move in each.moves:
                return each
            if not each.moves:
                rest = each
        return rest

    def as_line(self) -> str:
        """The puzzle as a line of the file."""
        wrong = [
            [each.verdict[0], " ".join(each.line), *([" ".join(each.moves)] if each.moves else [])]
            for each in self.wrong
        ]
        content: dict[str, Any] = {
            "r": self.rules,
            "o": dict(self.options),
            "p": self.position,
            "g": self.goal,
            "l": " ".join(self.line),
            "e": " ".join(self.rest),
            "w": wrong,
            "k": self.kind,
            "n": self.nodes,
            "d": self.depth,
            "f": self.effort,
            "t": self.tempting,
            "s": [self.seed, self.ply, self.source],
            "z": self.rating,
        }
        kept = {name: value for name, value in content.items() if value not in ("", {}, [])}
        return json.dumps(kept, separators=(",", ":"), ensure_ascii=False)


def changed_options(match: Match) -> tuple[tuple[str, Value], ...]:
    """The options of a match that are not the defaults, as a puzzle stores them."""
    defaults = {option.name: option.default for option in match.rule_set.options}
    return tuple(sorted((name, value) for name, value in match.options.items() if value != defaults[name]))


def read_puzzle(game: str, text: str) -> Puzzle:
    """The puzzle in a line of a file; PuzzleError if it is not one."""
    try:
        content = json.loads(text)
        goal = content["g"]
        if goal not in ("win", "draw"):
            raise PuzzleError(f"the goal of a puzzle is win or draw, not {goal!r}")
        seed, ply, source = content["s"]
        return Puzzle(
            game,
            content["r"],
            tuple(sorted(content.get("o", {}).items())),
            content["p"],
            goal,
            tuple(content["l"].split()),
            tuple(content.get("e", "").split()),
            tuple(_read_refutation(each) for each in content.get("w", [])),
            content["k"],
            content["n"],
            content["d"],
            content["f"],
            content["t"],
            seed,
            ply,
            source,
            content["z"],
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise PuzzleError(f"it is not a puzzle ({type(error).__name__}: {error})") from error


def _read_refutation(words: list[str]) -> Refutation:
    verdict: Literal["loss", "draw"] = "loss" if words[0] == "l" else "draw"
    return Refutation(verdict, tuple(words[1].split()), tuple(words[2].split()) if len(words) > 2 else ())


def write_puzzles(game: str, puzzles: Iterable[Puzzle]) -> bytes:
    """A file of puzzles of one game."""
    header = json.dumps({"puzzles": FORMAT, "game": game})
    return "".join(f"{line}\n" for line in [header, *(each.as_line() for each in puzzles)]).encode()


def read_puzzles(text: str, where: str) -> list[Puzzle]:
    """The puzzles of a file; PuzzleError names the line that is wrong."""
    lines = text.splitlines()
    try:
        header = json.loads(lines[0])
        number, game = header["puzzles"], str(header["game"])
    except (ValueError, TypeError, KeyError, IndexError, RecursionError) as error:
        raise PuzzleError(f'{where}: a file of puzzles begins with {{"puzzles": {FORMAT}, "game": NAME}}') from error
    if number != FORMAT:
        raise PuzzleError(f"{where}: puzzles of format {number}; this version of Kakomi reads format {FORMAT}")
    puzzles = []
    for place, line in enumerate(lines[1:], 2):
        try:
            puzzles.append(read_puzzle(game, line))
        except PuzzleError as error:
            raise PuzzleError(f"{where}, line {place}: {error}") from error
    return puzzles
