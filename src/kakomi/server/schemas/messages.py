"""The messages of the WebSocket, in and out."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from kakomi.server.schemas.base import Clicks, In, MessageId, Out, Seat01, Text64
from kakomi.server.schemas.boards import OutcomeOut, SceneOut
from kakomi.server.schemas.games import Clock, GameView, Offers, SeatOut, SeriesInfo

OfferWhat = Literal["draw", "undo", "rematch"]


class MoveIn(In):
    """A move in the position after `ply` moves."""

    type: Literal["move"]
    id: MessageId = 0
    ply: Annotated[int, Field(ge=0, le=1_000_000)]
    move: Text64


class ClicksIn(In):
    """Ask why these clicks are not a move here."""

    type: Literal["explain"]
    id: MessageId = 0
    clicks: Clicks


class ResignIn(In):
    """Resign. `seat` matters only if both seats are yours; the default is the one to move."""

    type: Literal["resign"]
    id: MessageId = 0
    seat: Seat01 | None = None


class CancelIn(In):
    """Cancel an invitation that nobody has accepted."""

    type: Literal["cancel"]
    id: MessageId = 0


class OfferIn(In):
    """Offer a draw, a takeback of your last move, or a rematch."""

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
    """Withdraw your own offer."""

    type: Literal["withdraw"]
    id: MessageId = 0
    what: OfferWhat


class HintIn(In):
    """Ask for a hint. Only in games against the computer or on one screen, without a clock."""

    type: Literal["hint"]
    id: MessageId = 0


class SyncIn(In):
    """Ask for the whole state."""

    type: Literal["sync"]
    id: MessageId = 0


class PingIn(In):
    """Check the connection and the server's time."""

    type: Literal["ping"]
    id: MessageId = 0


LiveIn = Annotated[
    MoveIn | ClicksIn | ResignIn | CancelIn | OfferIn | AnswerIn | WithdrawIn | HintIn | SyncIn | PingIn,
    Field(discriminator="type"),
]
live_in: TypeAdapter[Any] = TypeAdapter(LiveIn)


# --- messages of the WebSocket, out -----------------------------------------------------------------------------------


class StateOut(Out):
    """The whole state: on connecting, on request, and after every change other than a move.

    `answers` is the id of the message it answers, null if it answers none.
    """

    type: Literal["state"]
    answers: int | None
    game: GameView


class MovedOut(Out):
    """A move was played and stored. `ply` is the number of moves now. After a gap in `sequence`, send sync.

    `labels` are the seats' labels, as in SeatOut.
    """

    type: Literal["moved"]
    ply: int
    move: str
    by: Seat01
    scene: SceneOut
    turn: Seat01 | None
    clock: Clock | None
    score: tuple[float, float] | None
    labels: tuple[str, str]
    outcome: OutcomeOut | None
    offers: Offers
    series: SeriesInfo | None
    next: str | None
    sequence: int


class RefusedOut(Out):
    """A message was refused; nothing has changed."""

    type: Literal["refused"]
    id: int | None
    code: str
    message: str
    clause: str | None
    right: list[str] | None


class ExplainedOut(Out):
    """Why the clicks are not a move."""

    type: Literal["explained"]
    id: int
    message: str
    clause: str | None
    right: list[str]


class LikelyMoveOut(Out):
    """A move that the computer thought likely at first sight, and how likely, from 0 to 1, with its images by symmetry."""

    move: str
    policy: Annotated[float, Field(ge=0, le=1)]
    images: Annotated[int, Field(ge=0)]


class HintOut(Out):
    """A move the computer recommends, the places to click, and the likeliest moves at first sight, if it has a net."""

    type: Literal["hint"]
    id: int
    move: str
    places: list[str]
    likely: list[LikelyMoveOut]


class PongOut(Out):
    """The answer to a ping, with the server's time."""

    type: Literal["pong"]
    id: int
    now: int


class WatchersOut(Out):
    """The number of watchers has changed."""

    type: Literal["watchers"]
    count: int


class SeatsOut(Out):
    """Someone has joined, connected, disconnected or changed their name."""

    type: Literal["seats"]
    seats: tuple[SeatOut, SeatOut]


class ThinkingOut(Out):
    """The computer in this seat has started to search for a move."""

    type: Literal["thinking"]
    seat: Seat01


LiveOut = Annotated[
    StateOut | MovedOut | RefusedOut | ExplainedOut | HintOut | PongOut | WatchersOut | SeatsOut | ThinkingOut,
    Field(discriminator="type"),
]
