"""Summaries of the lab's reports (docs/design/measures.md), and what is known about each game (docs/knowledge.md)."""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field

from kakomi.server.schemas.base import OptionValue, Out

Count = Annotated[int, Field(ge=0)]


class ReportMeasure(Out):
    """A measured value as in the report's file; `low` and `high` bound its 95 % interval.

    `text` and `interval` are the same rounded, in the lab's way; `interval` is "" where none is known.
    """

    model_config = ConfigDict(extra="ignore", allow_inf_nan=False)

    name: str
    value: float
    low: float | None
    high: float | None
    n: Count
    method: str
    unit: str
    note: str
    text: str
    interval: str


class ReportOut(Out):
    """A report on one rule set: a summary, and the main measures of its strongest equal players.

    `options` are those that differ from the defaults; `address` is that of the full page, or null where it was not built.
    """

    name: str
    address: str | None
    game: str
    title: str
    rules: str
    options: dict[str, OptionValue]
    summary: list[str]
    players: tuple[str, str]
    games: Count
    measures: list[ReportMeasure]


class ReportList(Out):
    """All reports, in the order of the catalogue; `comparison` is the address of the page that compares them, or null."""

    reports: list[ReportOut]
    comparison: str | None


class StatementOut(Out):
    """One thing that is known: `status` is "proven", "measured" or "believed"; `interval` is "" where nothing was measured.

    `about` is the rule set with its options, "" for the whole game; `repeat` are commands that show it again.
    """

    text: str
    status: str
    about: str
    interval: str
    repeat: list[str]


class GameKnowledge(Out):
    """What is known about one game."""

    game: str
    title: str
    statements: list[StatementOut]


class KnowledgeList(Out):
    """The games about which something is known, in the order of the catalogue."""

    games: list[GameKnowledge]
