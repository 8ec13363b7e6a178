"""The lab's reports in short (docs/measures.md)."""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field

from kakomi.server.models.base import OptionValue, Out

Count = Annotated[int, Field(ge=0)]


class ReportMeasure(Out):
    """A measured value as the report's own file has it; `low` and `high` are the ends of its 95 % interval."""

    model_config = ConfigDict(extra="ignore", allow_inf_nan=False)

    name: str
    value: float
    low: float | None
    high: float | None
    n: Count
    method: str
    unit: str
    note: str


class Report(Out):
    """What a report says of one rule set: a summary, and main measures of its strongest equal players.

    `options` are those that were not the usual ones; `address` is that of the full page, or null where it was not built.
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
    """All reports, as the catalogue orders games; `comparison` is the address of the page that compares them, or null."""

    reports: list[Report]
    comparison: str | None
