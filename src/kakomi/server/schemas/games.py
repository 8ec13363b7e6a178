"""Players, live games and clocks."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from kakomi.server.schemas.base import GameName, In, Name64, Options, OptionValue, Out, PositionText, Seat01
from kakomi.server.schemas.boards import OutcomeOut, SceneOut


class Me(Out):
    """Who the cookie (or the bot's token) says you are."""

    id: str
    name: str
    account: bool


class NameIn(In):
    """A new name to be shown under."""

    name: Annotated[str, Field(min_length=1, max_length=200)]


class AccountIn(In):
    """An account: a name and a passphrase."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    passphrase: Annotated[str, Field(min_length=1, max_length=1_000)]


# --- live games -------------------------------------------------------------------------------------------------------


class ComputerIn(In):
    """Play the computer at a level."""

    kind: Literal["computer"]
    level: Annotated[int, Field(ge=1, le=10)]


class ScreenIn(In):
    """Two people at one screen: both seats are yours."""

    kind: Literal["screen"]


class FriendIn(In):
    """Whoever opens the invite link takes the other seat."""

    kind: Literal["friend"]


class BotIn(In):
    """Play a bot, by its name."""

    kind: Literal["bot"]
    name: Annotated[str, Field(min_length=1, max_length=200)]


Opponent = Annotated[ComputerIn | ScreenIn | FriendIn | BotIn, Field(discriminator="kind")]


class GameClockIn(In):
    """So many seconds for the game, and some more for each move."""

    kind: Literal["game"]
    seconds: Annotated[int, Field(ge=1, le=86_400)]
    increment: Annotated[int, Field(ge=0, le=3_600)] = 0


class DaysClockIn(In):
    """So many days for each move."""

    kind: Literal["days"]
    days: Annotated[int, Field(ge=1, le=30)]


ClockIn = Annotated[GameClockIn | DaysClockIn, Field(discriminator="kind")]


class NewGame(In):
    """A game to be made. `games` above 1 makes it the first of a series, opened in turn, all points added up."""

    game: GameName
    rules: Name64 | None = None
    options: Options = Field(default_factory=dict)
    opponent: Opponent
    seat: Literal["first", "second", "random"] = "first"
    clock: ClockIn | None = None
    games: Annotated[int, Field(ge=1, le=100)] = 1
    position: PositionText | None = None


class JoinIn(In):
    """The secret of the invite link."""

    invite: Annotated[str, Field(min_length=1, max_length=100)]


class SeatOut(Out):
    """Who sits there."""

    kind: Literal["person", "computer", "bot", "open"]
    name: str
    level: int | None
    online: bool


class Clock(Out):
    """What the two clocks showed at `now`; `running` is the one that runs."""

    kind: Literal["game", "days"]
    left: tuple[int, int]
    increment: int
    running: Seat01 | None
    now: int


class Offers(Out):
    """Which seat has made an offer that is not answered yet."""

    draw: Seat01 | None
    undo: Seat01 | None
    rematch: Seat01 | None


class SeriesInfo(Out):
    """Where the series stands; points in the order of this game's seats."""

    length: int
    number: int
    points: tuple[float, float]


class GameView(Out):
    """All of a live game. `you` are the seats you hold; `next` is the game that follows in the series or as a rematch."""

    id: str
    game: str
    title: str
    rules: str
    options: dict[str, OptionValue]
    start_position: str | None
    moves: list[str]
    movers: list[Seat01]
    scene: SceneOut
    ply: int
    turn: Seat01 | None
    seats: tuple[SeatOut, SeatOut]
    you: list[Seat01]
    clock: Clock | None
    score: tuple[float, float] | None
    outcome: OutcomeOut | None
    offers: Offers
    series: SeriesInfo | None
    next: str | None
    watchers: int
    invite: str | None
    created: int
    finished: int | None
    sequence: int


class GameCard(Out):
    """A live or finished game in short, with its board."""

    id: str
    game: str
    title: str
    rules: str
    ply: int
    turn: Seat01 | None
    seats: tuple[SeatOut, SeatOut]
    you: list[Seat01]
    outcome: OutcomeOut | None
    created: int
    updated: int
    scene: SceneOut


class GameList(Out):
    """Games in short, newest first; `before` asks for the following ones, null at the end."""

    games: list[GameCard]
    before: str | None


class SceneAt(Out):
    """The board after `ply` moves of a live game, and the move that led to it."""

    scene: SceneOut
    move: str | None
    ply: int


class About(Out):
    """Versions."""

    version: str
    rules: dict[str, str]
    python: str
    licence: str


class Health(Out):
    """All is well, or what is not."""

    status: Literal["ok", "failing"]
    database: str
    engines: str
