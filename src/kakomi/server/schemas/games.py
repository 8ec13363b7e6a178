"""Players, live games and clocks."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from kakomi.server.schemas.base import GameName, In, Name64, Options, OptionValue, Out, PositionText, Seat01
from kakomi.server.schemas.boards import OutcomeOut, SceneOut


class Me(Out):
    """Who you are, by your cookie or bot token."""

    id: str
    name: str
    account: bool


class NameIn(In):
    """A new name."""

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
    """Two players on one screen: both seats are yours."""

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
    """Seconds per side for the game, with an increment per move."""

    kind: Literal["game"]
    seconds: Annotated[int, Field(ge=1, le=86_400)]
    increment: Annotated[int, Field(ge=0, le=3_600)] = 0


class DaysClockIn(In):
    """Days per move."""

    kind: Literal["days"]
    days: Annotated[int, Field(ge=1, le=30)]


ClockIn = Annotated[GameClockIn | DaysClockIn, Field(discriminator="kind")]


class NewGame(In):
    """A game to create. `games` above 1 makes it the first of a series with alternating colours and added points."""

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
    """Who holds a seat; `label` is the score in the game's own words, "" where the game has none."""

    kind: Literal["person", "computer", "bot", "open"]
    name: str
    level: int | None
    online: bool
    label: str


class Clock(Out):
    """The two clocks at `now`; `running` is the seat whose clock runs."""

    kind: Literal["game", "days"]
    left: tuple[int, int]
    increment: int
    running: Seat01 | None
    now: int


class Offers(Out):
    """The seats with an open offer of each kind."""

    draw: Seat01 | None
    undo: Seat01 | None
    rematch: Seat01 | None


class SeriesInfo(Out):
    """The score of the series; points in the order of this game's seats."""

    length: int
    number: int
    points: tuple[float, float]


class GameView(Out):
    """The whole state of a game. `you` are the seats you hold; `next` is the next game of the series, or the rematch."""

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
    """A summary of a live or finished game, with its board; `problem` says why there is none."""

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
    scene: SceneOut | None
    problem: str | None


class GameList(Out):
    """Summaries of games, newest first; `before` is the cursor of the next page, null at the end."""

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
    """Whether the server works, or what does not: `database` is ok or a code, such as store/full or store/damaged."""

    status: Literal["ok", "failing"]
    database: str
    engines: str
