"""The messages of the WebSocket, in and out."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from kakomi.server.schemas.base import Clicks, In, MessageId, Out, Seat01, Text64
from kakomi.server.schemas.boards import OutcomeOut, SceneOut
from kakomi.server.schemas.games import Clock, GameView, Offers, SeatOut

OfferWhat = Literal["draw", "undo", "rematch"]


class MoveIn(In):
    """A move in the position after `ply` moves."""

    type: Literal["move"]
    id: MessageId = 0
    ply: Annotated[int, Field(ge=0, le=1_000_000)]
    move: Text64


class ClicksIn(In):
    """Why are these clicks no move here?"""

    type: Literal["explain"]
    id: MessageId = 0
    clicks: Clicks


class ResignIn(In):
    """Give the game up. `seat` matters only where both seats are yours; by default the one to move."""

    type: Literal["resign"]
    id: MessageId = 0
    seat: Seat01 | None = None


class OfferIn(In):
    """Offer a draw, ask to take the last move back, or offer a rematch."""

    type: Literal["offer"]
    id: MessageId = 0
    what: OfferWhat


class AnswerIn(In):
    """Accept or decline the other's offer."""

    type: Literal["answer"]
    id: MessageId = 0
    what: OfferWhat
    accept: bool


class WithdrawIn(In):
    """Take an offer of your own back."""

    type: Literal["withdraw"]
    id: MessageId = 0
    what: OfferWhat


class HintIn(In):
    """What would the computer play? Only in a game with the computer or at one screen, without a clock."""

    type: Literal["hint"]
    id: MessageId = 0


class SyncIn(In):
    """Send the whole state again."""

    type: Literal["sync"]
    id: MessageId = 0


class PingIn(In):
    """Are you there, and what time is it?"""

    type: Literal["ping"]
    id: MessageId = 0


LiveIn = Annotated[
    MoveIn | ClicksIn | ResignIn | OfferIn | AnswerIn | WithdrawIn | HintIn | SyncIn | PingIn,
    Field(discriminator="type"),
]
live_in: TypeAdapter[Any] = TypeAdapter(LiveIn)


# --- messages of the WebSocket, out -----------------------------------------------------------------------------------


class StateOut(Out):
    """Everything: on connecting, when asked, and whenever something other than a move has happened.

    `answers` is the id of the message it answers, null when nothing was asked.
    """

    type: Literal["state"]
    answers: int | None
    game: GameView


class MovedOut(Out):
    """A move was made and is stored. `ply` is the number of moves now. A gap in `sequence` means: send sync."""

    type: Literal["moved"]
    ply: int
    move: str
    by: Seat01
    scene: SceneOut
    turn: Seat01 | None
    clock: Clock | None
    score: tuple[float, float] | None
    outcome: OutcomeOut | None
    offers: Offers
    next: str | None
    sequence: int


class RefusedOut(Out):
    """What was asked is not done; nothing has changed."""

    type: Literal["refused"]
    id: int | None
    code: str
    message: str
    clause: str | None
    right: list[str] | None


class ExplainedOut(Out):
    """Why the clicks are no move."""

    type: Literal["explained"]
    id: int
    message: str
    clause: str | None
    right: list[str]


class HintOut(Out):
    """A move the computer likes, and the places to click."""

    type: Literal["hint"]
    id: int
    move: str
    places: list[str]


class PongOut(Out):
    """Here, and this is the time."""

    type: Literal["pong"]
    id: int
    now: int


class WatchersOut(Out):
    """How many watch who do not play."""

    type: Literal["watchers"]
    count: int


class SeatsOut(Out):
    """Someone has joined, has come or has gone."""

    type: Literal["seats"]
    seats: tuple[SeatOut, SeatOut]


class ThinkingOut(Out):
    """The computer in this seat has begun to think."""

    type: Literal["thinking"]
    seat: Seat01


LiveOut = Annotated[
    StateOut | MovedOut | RefusedOut | ExplainedOut | HintOut | PongOut | WatchersOut | SeatsOut | ThinkingOut,
    Field(discriminator="type"),
]
