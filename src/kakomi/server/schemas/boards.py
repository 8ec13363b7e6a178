"""Boards as the front end sees them, the catalogue, explanations, rules, records."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from kakomi.server.schemas.base import (
    Clicks,
    GameName,
    In,
    MoveTexts,
    Name64,
    Options,
    OptionValue,
    Out,
    PositionText,
    Seat01,
)


class PlaceOut(Out):
    """A place that can be clicked and hold pieces; an empty outline means an intersection of lines."""

    id: str
    centre: tuple[float, float]
    outline: list[tuple[float, float]]
    tone: str
    label: str


class LineOut(Out):
    """A line of the board; `arc` > 0 makes it an arc of that radius."""

    points: list[tuple[float, float]]
    tone: str
    arc: float
    sweep: int


class PieceOut(Out):
    """A piece on a place."""

    place: str
    glyph: str
    owner: str
    state: str


class MarkOut(Out):
    """An annotation on a place."""

    place: str
    kind: str


class LabelOut(Out):
    """A coordinate at the board's edge."""

    text: str
    at: tuple[float, float]


class StockOut(Out):
    """Pieces a player has off the board."""

    owner: str
    name: str
    count: int
    glyph: str
    state: str


class ChoiceOut(Out):
    """A legal move as clicks: place ids in order, or one "button:NAME"."""

    move: str
    clicks: list[str]


class SceneOut(Out):
    """A board, ready to draw."""

    game: str
    rules: str
    box: tuple[float, float, float, float]
    places: list[PlaceOut]
    lines: list[LineOut]
    pieces: list[PieceOut]
    marks: list[MarkOut]
    labels: list[LabelOut]
    stocks: list[StockOut]
    choices: list[ChoiceOut]
    shortcuts: list[ChoiceOut]
    sides: tuple[str, str]
    to_move: str
    status: str
    alt: str


class OutcomeOut(Out):
    """How a game ended. `clause` is the rules' clause, or resign, time, agreed, forfeit; `told` speaks to each player."""

    winner: Seat01 | None
    clause: str
    score: tuple[float, float] | None
    sentence: str
    told: tuple[str, str]


class Problem(Out):
    """A refusal: a code for programs, a sentence that says what would be right, and the places to click."""

    code: str
    message: str
    clause: str | None = None
    right: list[str] | None = None


# --- catalogue, boards, explanations, rules, records ------------------------------------------------------------------


class MaterialInfo(Out):
    """What a game's board is made of: custom properties, glyphs and textures as SVG, and how the board lies on its sheet.

    `tokens` has each property by day and by lamplight; `symbols` the ids in `defs` by glyph, owner and state; `tiles` markup
    with NAME and OUTLINE to be put in.
    """

    tokens: dict[str, tuple[str, str]]
    owners: dict[str, str]
    players: tuple[str, str]
    border: str
    ruled: bool
    grain_on_cells: bool
    gap: float
    bevel: float
    corner: float
    frame: float
    symbols: dict[str, list[str]]
    marks: dict[str, str]
    fills: dict[str, str]
    tiles: dict[str, str]
    defs: str


class DrawnLook(Out):
    """SVG attributes, and the stroke's width: hundredths of a cell, pixels, least and greatest in pixels."""

    attributes: dict[str, str]
    width: tuple[float, float, float, float | None] | None


class EngravedLine(Out):
    """A line cut into a cell, so far inside it."""

    inset: float
    look: DrawnLook


class DrawingInfo(Out):
    """How boards are drawn in every material; lengths in hundredths of a cell."""

    looks: dict[str, DrawnLook]
    engraving: list[EngravedLine]
    borders: dict[str, list[DrawnLook]]
    fewest_cells: float
    point: float
    mark_inset: float
    vacant_inset: float
    brush: float
    brush_room: tuple[float, float, float]
    letters: dict[str, tuple[float, float, float]]
    label_aside: tuple[float, float]
    label_clear: tuple[float, float]


class SampleInfo(Out):
    """A game to be shown: the board after `shown` moves, and how it went on."""

    rules: str
    options: dict[str, OptionValue]
    moves: list[str]
    shown: int


class OptionInfo(Out):
    """An option of a rule set. `kind` says which of the other fields apply: words, a range, or either."""

    name: str
    label: str
    kind: Literal["choice", "number", "either"]
    words: list[str]
    low: int | None
    high: int | None
    default: OptionValue
    help: str


class RuleSetInfo(Out):
    """One way to play a game."""

    name: str
    help: str
    scored: bool
    options: list[OptionInfo]
    sides: tuple[str, str]


class GameInfo(Out):
    """A game of the catalogue."""

    name: str
    title: str
    by: str
    about: str
    rule_sets: list[RuleSetInfo]
    levels: int
    material: MaterialInfo
    sample: SampleInfo | None
    buttons: dict[str, str]


class Catalogue(Out):
    """All games, and how their boards are drawn."""

    games: list[GameInfo]
    drawing: DrawingInfo


class BoardIn(In):
    """A board without a live game: a starting position, and moves from there."""

    game: GameName
    rules: Name64 | None = None
    options: Options = Field(default_factory=dict)
    position: PositionText | None = None
    moves: MoveTexts = Field(default_factory=list)


class EngineInfo(Out):
    """The position as the engine in the page takes it: 64-bit integers as decimal texts, as JavaScript has no such numbers.

    `codes` are the legal moves, `texts` the same as texts. `url` is null where no engine has been built.
    """

    url: str | None
    state: list[str]
    codes: list[str]
    texts: list[str]


class SeatLabel(Out):
    """A player's score in the game's own words, "" where the game has none."""

    label: str


class BoardOut(Out):
    """Such a board after its moves.

    `last_turn` are the places that the last turn marked. `turns` are [first move, last move, seat], moves counted from 1:
    a turn is all moves that one player makes in a row. `engine` is null when the game is over. `diagram` is the board as
    text, which /api/position reads.
    """

    scene: SceneOut
    position: str
    diagram: str
    outcome: OutcomeOut | None
    score: tuple[float, float] | None
    turn: Seat01 | None
    ply: int
    moves: list[str]
    movers: list[Seat01]
    turns: list[tuple[int, int, Seat01]]
    last_turn: list[str]
    seats: tuple[SeatLabel, SeatLabel]
    engine: EngineInfo | None


class ExplainIn(BoardIn):
    """Ask why some clicks are not a move."""

    clicks: Clicks


class Explanation(Out):
    """Why some clicks are not a move, and the places that would be right."""

    message: str
    clause: str | None
    right: list[str]


class LessonOut(Out):
    """An exercise on the rules: a position, and the moves any of which solves it. `reply` is shown then."""

    id: str
    clause: str
    title: str
    text: str
    game: str
    rules: str
    options: dict[str, OptionValue]
    position: str | None
    goal: list[str]
    reply: str | None
    scene: SceneOut


class DiagramStart(Out):
    """The position that a diagram shows, as a board takes it."""

    rules: str
    options: dict[str, OptionValue]
    position: str


class RulesPage(Out):
    """A game's rules as safe HTML with exercises. Clauses are anchors: #clause-3.1.

    Diagrams appear as `<figure data-diagram="0"><img ...></figure>`, the number being the scene's in `diagrams` and the
    position's in `starts`.
    """

    game: str
    title: str
    by: str
    html: str
    diagrams: list[SceneOut]
    starts: list[DiagramStart]
    lessons: list[LessonOut]


class RecordIn(In):
    """A pasted record file."""

    text: Annotated[str, Field(max_length=1_000_000)]
