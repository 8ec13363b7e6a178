"""Reviews of finished games (docs/play/analysis.md)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from kakomi.server.schemas.base import Out, Seat01
from kakomi.server.schemas.boards import BoardIn

Chance = Annotated[float, Field(ge=0, le=1)]


class BetterMove(Out):
    """A better move: its clicks on the board before the move played, and a likely continuation.

    `policy` is how likely a net thought it at first sight; null where no net was asked.
    """

    move: str
    clicks: list[str]
    line: list[str]
    policy: Chance | None


class ReviewedMove(Out):
    """A move and how much of its player's chances it lost; `cost`, `change` and `better` if there was a better one."""

    number: int  # of the ply, from 1
    round: int  # as in move lists
    player: Seat01
    move: str
    word: Literal["forced", "best", "good", "slip", "mistake", "blunder"]
    loss: Chance
    cost: str
    change: str
    better: BetterMove | None


class ReviewedPlayer(Out):
    """How well a player played, in the moves where there was a choice."""

    side: str
    moves: int
    best: int
    slips: int
    mistakes: int
    blunders: int
    accuracy: float | None
    sentence: str


class ReviewOut(Out):
    """The review of a game. `chances`: the first player's chances at the start and after each move."""

    moves: list[ReviewedMove]
    chances: list[Chance]
    turning_points: list[int]
    players: tuple[ReviewedPlayer, ReviewedPlayer]
    limit: str


class ReviewState(Out):
    """The state of a review. `progress` is null while it waits for its turn; `message` says why it failed."""

    state: Literal["none", "waiting", "ready", "failed"]
    progress: Chance | None
    message: str | None
    review: ReviewOut | None


class ReviewIn(BoardIn):
    """A game not stored here, to be reviewed."""
