"""What a study page sends and gets: engine lines as texts, exact values, positions, trees of moves, share links."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from kakomi.server.schemas.base import (
    GameName,
    In,
    Name64,
    Options,
    OptionValue,
    Out,
    PositionText,
    Seat01,
    Text64,
)
from kakomi.server.schemas.boards import BoardIn, OutcomeOut

MOST_LINES = 5
LONGEST_LINE = 24  # moves
MOST_NODES = 4_000  # moves of a tree, all variations together
LONGEST_COMMENT = 10_000
LONGEST_TEXT = 1_000_000  # characters of a pasted text
MoveCode = Annotated[str, Field(pattern="^[0-9]{1,19}$")]  # 64 bits do not fit in a JavaScript number
Glyph = Literal["", "!", "?", "!!", "??", "!?", "?!"]
Proven = Literal["win", "draw", "loss"]
Comment = Annotated[str, Field(max_length=LONGEST_COMMENT)]
Tags = Annotated[
    dict[Annotated[str, Field(max_length=64)], Annotated[str, Field(max_length=LONGEST_COMMENT)]], Field(max_length=64)
]


class LinesIn(BoardIn):
    """A board, and lines of moves from there as the engine writes them."""

    lines: Annotated[list[Annotated[list[MoveCode], Field(max_length=LONGEST_LINE)]], Field(max_length=MOST_LINES)]


class LinesOut(Out):
    """The same lines as texts; one with an illegal move ends before it."""

    lines: list[list[str]]


class ExactMove(Out):
    """What a move comes to with perfect play, for who makes it. `points` is the final margin, where one counts."""

    move: str
    proven: Proven
    points: int | None
    distance: int | None


class ExactOut(Out):
    """Every legal move, the best first, where an exact table knows; `known` is false elsewhere."""

    known: bool
    moves: list[ExactMove]


class PictureIn(BoardIn):
    """A board to be drawn."""

    theme: Literal["auto", "light", "dark"] = "auto"


class NodeIn(In):
    """A move of a tree. Parents stand before their children; a node's first child in the list is its main line."""

    id: Annotated[int, Field(ge=0, le=2**53 - 1)]
    parent: Annotated[int, Field(ge=0, le=2**53 - 1)] | None
    move: Text64
    mover: Seat01 | None = None  # the rules determine it
    glyph: Glyph = ""
    comment: Comment = ""
    clock: Annotated[float, Field(ge=0, le=35_996_400)] | None = None  # seconds


class TreeIn(In):
    """A game with its variations."""

    game: GameName
    rules: Name64 | None = None
    options: Options = Field(default_factory=dict)
    position: PositionText | None = None
    tags: Tags = Field(default_factory=dict)
    comment: Comment = ""
    nodes: Annotated[list[NodeIn], Field(max_length=MOST_NODES)] = Field(default_factory=list)
    outcome: dict[str, Any] | None = None  # the rules decide; accepted so that a tree can be sent back as it came


class NodeOut(Out):
    """A move of a tree, as NodeIn."""

    id: int
    parent: int | None
    move: str
    mover: Seat01
    glyph: Glyph
    comment: str
    clock: float | None


class TreeOut(Out):
    """A game with its variations; `outcome` is that of the main line, null while it goes on."""

    game: str
    rules: str
    options: dict[str, OptionValue]
    position: str | None
    tags: dict[str, str]
    comment: str
    nodes: list[NodeOut]
    outcome: OutcomeOut | None


class RecordedGame(TreeOut):
    """One game of a pasted record, checked by replaying it; `moves` is its main line."""

    moves: list[str]
    movers: list[Seat01]


class Records(Out):
    """The games of a pasted record file."""

    games: list[RecordedGame]


class PositionIn(In):
    """A text that is a position, a diagram or a record; the first two in the notation of this game."""

    game: GameName
    rules: Name64 | None = None
    options: Options = Field(default_factory=dict)
    text: Annotated[str, Field(max_length=LONGEST_TEXT)]


class PositionOut(TreeOut):
    """What the text is, and the game that begins there."""

    kind: Literal["position", "diagram", "record"]


class PlayedBy(Out):
    """How many games, by who made the move: people on this server, levels and bots, or players of the lab."""

    people: int
    levels: int
    lab: int


class ExplorerMove(Out):
    """A move in the opening explorer. `same` are moves that a symmetry turns into it; they are counted together.

    `score` is the mean result of the player who made it, a win being 1 and a draw 1/2, and `low` to `high` its interval
    (Wilson, 95%); all three are null where it was never played and is listed only because its result is proven.
    """

    move: str
    same: list[str]
    clicks: list[str]
    games: int
    by: PlayedBy
    score: float | None
    low: float | None
    high: float | None
    proven: Literal["", "win", "draw", "loss"]


class ExplorerOut(Out):
    """What has been played in a position, the most played first; `orbit_note` says what counts as the same position."""

    total: int
    moves: list[ExplorerMove]
    orbit_note: str


class StudyTextIn(In):
    """A study as a record of one game."""

    record: Annotated[str, Field(max_length=LONGEST_TEXT)]


def _kind(body: Any) -> str:
    return "text" if isinstance(body, StudyTextIn) or (isinstance(body, dict) and "record" in body) else "tree"


StudyIn = Annotated[Annotated[StudyTextIn, Tag("text")] | Annotated[TreeIn, Tag("tree")], Discriminator(_kind)]


class StudyId(Out):
    """The id of a stored study: its address is /study/ID."""

    id: str


class StudyOut(TreeOut):
    """A stored study."""

    id: str
    created: int
