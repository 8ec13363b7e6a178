"""Messages about bots and for bots; see docs/research/bots.md."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from kakomi.server.schemas import Clock, In, OptionValue, Out, OutcomeOut, Seat01


class BotNameIn(In):
    """The name under which a bot is challenged."""

    name: Annotated[str, Field(min_length=1, max_length=200)]


class Bot(Out):
    """A bot of yours."""

    id: str
    name: str


class Bots(Out):
    """Your bots."""

    bots: list[Bot]


class BotToken(Out):
    """A bot with its token, which is shown only once."""

    id: str
    name: str
    token: str


class BotHello(Out):
    """The first event of a stream: who you are."""

    type: Literal["hello"]
    bot: Bot
    now: int


class BotStart(Out):
    """A game of yours, sent once per stream. `seats` are yours: 0 moves first."""

    type: Literal["start"]
    game: str
    name: str
    rules: str
    options: dict[str, OptionValue]
    position: str | None
    seats: list[Seat01]
    opponent: str


class BotTurn(Out):
    """It is your move in the position after `ply` moves. `legal` are all legal moves."""

    type: Literal["turn"]
    game: str
    ply: int
    seat: Seat01
    position: str
    last: str | None
    legal: list[str]
    clock: Clock | None


class BotOffer(Out):
    """The other player offers a draw or a rematch, or asks for a takeback: answer, or just move."""

    type: Literal["offer"]
    game: str
    what: Literal["draw", "undo", "rematch"]


class BotOver(Out):
    """The game is over. `next` is the game that follows in a series."""

    type: Literal["over"]
    game: str
    outcome: OutcomeOut
    you: Literal["won", "lost", "drew"]
    next: str | None


class BotPing(Out):
    """Nothing has happened; the stream is alive."""

    type: Literal["ping"]
    now: int


BotEvent = Annotated[
    BotHello | BotStart | BotTurn | BotOffer | BotOver | BotPing,
    Field(discriminator="type"),
]
bot_event: TypeAdapter[BotHello | BotStart | BotTurn | BotOffer | BotOver | BotPing] = TypeAdapter(BotEvent)
