"""A finished game judged move by move (docs/analysis.md)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from kakomi.server.schemas.base import Out, Seat01
from kakomi.server.schemas.boards import BoardIn

Chance = Annotated[float, Field(ge=0, le=1)]


class BetterMove(Out):
    """What should have been played: its clicks on the board before the move that was made, and how play might go on."""

    move: str
    clicks: list[str]
    line: list[str]


class ReviewedMove(Out):
    """A move and what it lost of its player's chances; `cost`, `change` and `better` where there was a better one."""

    number: int  # from 1, as plies are counted
    round: int  # as move lists count
    player: Seat01
    move: str
    word: Literal["forced", "best", "good", "slip", "mistake", "blunder"]
    loss: Chance
    cost: str
    change: str
    better: BetterMove | None


class ReviewedPlayer(Out):
    """How a player did, in the moves where there was a choice."""

    side: str
    moves: int
    best: int
    slips: int
    mistakes: int
    blunders: int
    accuracy: float | None
    sentence: str


class ReviewOut(Out):
    """A whole game. `course`: the first player's chances at the start and after each move."""

    moves: list[ReviewedMove]
    course: list[Chance]
    turning_points: list[int]
    players: tuple[ReviewedPlayer, ReviewedPlayer]
    limit: str


class ReviewState(Out):
    """Where a review stands. `progress` is null while it waits for its turn; `message` says why it failed."""

    state: Literal["none", "waiting", "ready", "failed"]
    progress: Chance | None
    message: str | None
    review: ReviewOut | None


class ReviewIn(BoardIn):
    """A game that is not kept here, to be reviewed."""
