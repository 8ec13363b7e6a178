"""Settings of a run as a person types them: fields of a dataclass, each a number between two limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, ClassVar, Self

from kakomi.core.errors import OptionError, UnknownName, shorten
from kakomi.training.errors import TrainingError

Limits = Mapping[str, tuple[float, float]]


class RunSettings:
    """What the settings of both kinds of run have in common; a subclass is a dataclass with LIMITS for each field."""

    LIMITS: ClassVar[Limits] = {}

    def __post_init__(self) -> None:
        for each in fields(self):  # type: ignore[arg-type]
            low, high = self.LIMITS[each.name]
            value = getattr(self, each.name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
                raise OptionError(f"{each.name} must be a number from {low:g} to {high:g}, not {shorten(str(value))!r}")
            if each.name == "contest_games" and value % 2:
                raise OptionError(f"{each.name} must be even, as each opening is played twice, not {value}")

    @classmethod
    def read(cls, given: Mapping[str, str]) -> Self:
        """Settings as typed by a person."""
        values: dict[str, Any] = {}
        for name, text in given.items():
            if name not in cls.LIMITS:
                raise UnknownName("training setting", name, cls.LIMITS)
            whole = isinstance(getattr(cls, name), int)
            try:
                values[name] = int(text) if whole else float(text)
            except ValueError as error:
                kind = "whole number" if whole else "number"
                raise OptionError(f"{name} must be a {kind}, not {shorten(text)!r}") from error
        return cls(**values)

    @classmethod
    def restore(cls, kept: Mapping[str, Any]) -> Self:
        """The settings of a manifest."""
        try:
            return cls(**kept)
        except (TypeError, OptionError) as error:
            raise TrainingError(f"the settings of this run are those of another version: {error}") from error


CONTEST_LIMITS: Limits = {
    "contest_nodes": (1, 1_000_000),
    "contest_seconds": (0, 60),
    "contest_games": (2, 4000),
    "contest_opening": (0, 50),
    "contest_elo": (1, 1000),
}
