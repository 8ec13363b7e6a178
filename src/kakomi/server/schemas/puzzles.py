"""Puzzles (docs/play/puzzles.md)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from kakomi.server.schemas.base import In, OptionValue, Out, Seat01, Text64


class PuzzleStanding(Out):
    """How you stand in the puzzles of a game: your rating, how many puzzles it stands on, how many you have solved."""

    rating: int
    count: int
    solved: int
    total: int


class PuzzleGame(Out):
    """The puzzles of a game: how many of each rule set, and how you stand."""

    game: str
    title: str
    rules: dict[str, int]
    standing: PuzzleStanding


class PuzzleList(Out):
    """The games that have puzzles."""

    games: list[PuzzleGame]


class PuzzleOut(Out):
    """A puzzle. `line` is the solution with the opponent's defences, `rest` one way on from its end."""

    id: str
    game: str
    title: str
    rules: str
    options: dict[str, OptionValue]
    position: str
    turn: Seat01
    goal: Literal["win", "draw"]
    task: str
    rating: int
    line: list[str]
    rest: list[str]
    state: Literal["new", "failed", "solved"]
    standing: PuzzleStanding


class TryIn(In):
    """A try: the moves of the line so far and your own. `give_up`: the solution was shown; there is no try."""

    moves: Annotated[list[Text64], Field(max_length=64)]
    give_up: bool = False


class TriedOut(Out):
    """The judgement. `reply` are the moves that follow yours: the defence, or how the opponent shows that yours is wrong."""

    verdict: Literal["right", "wrong", "solved", "shown"]
    moves: list[str]
    reply: list[str]
    words: str
    standing: PuzzleStanding
