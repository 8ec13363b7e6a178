"""Checked values from a TOML table: every error says where it is and what would be right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kakomi.core.errors import KakomiError, UnknownName, shorten
from kakomi.lab.files import LabError


class PlanError(LabError):
    """A plan that cannot be carried out; the message says where, and what would be right."""


class TomlTable:
    """A table of a plan; unknown keys are refused."""

    def __init__(self, table: Mapping[str, Any], where: str, known: tuple[str, ...]) -> None:
        self._table, self.where = table, where
        for key in table:
            if key not in known:
                raise PlanError(f"{where}: {UnknownName('key', key, known)}")

    def attempt(self, make: Callable[..., Any], *arguments: object) -> Any:
        """Call make(*arguments); an error says where."""
        try:
            return make(*arguments)
        except KakomiError as error:
            raise PlanError(f"{self.where}: {error}") from error

    def text(self, key: str, default: str | None = None) -> str:
        """A string."""
        value = self._table.get(key, default)
        if not isinstance(value, str):
            raise PlanError(f"{self.where}: {key} must be a text in quotes, not {shown(value)}")
        return value

    def boolean(self, key: str, default: bool) -> bool:
        """True or false."""
        value = self._table.get(key, default)
        if not isinstance(value, bool):
            raise PlanError(f"{self.where}: {key} must be true or false, not {shown(value)}")
        return value

    def integer(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number in a range."""
        value = self._table.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise PlanError(f"{self.where}: {key} must be a whole number from {low:,} to {high:,}, not {shown(value)}")
        return value

    def number(self, key: str, low: float, high: float) -> float:
        """A number in a range."""
        value = self._table.get(key)
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise PlanError(f"{self.where}: {key} must be a number from {low:g} to {high:g}, not {shown(value)}")
        return float(value)

    def optional_number(self, key: str, low: float, high: float) -> float | None:
        """A number in a range, or None if the table has no such key."""
        return self.number(key, low, high) if key in self._table else None


def shown(value: object) -> str:
    """A value in a message; a missing one is "nothing"."""
    if value is None:
        return "nothing"
    try:
        return shorten(str(value) if not isinstance(value, str) else repr(value))
    except ValueError:  # a number of thousands of digits
        return "so long a number"
