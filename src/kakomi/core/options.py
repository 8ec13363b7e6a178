"""Options are declared once per game; command line, protocol, records and pages read the declaration.

An option's value is what a person writes (`21`, `"full"`, `"on"`); its *code* is the integer the rules see.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kakomi.core.errors import OptionError, UnknownName, shorten

Value = int | str


@dataclass(frozen=True)
class Option:
    """One option: a number in a range, a word from a list, or either."""

    name: str
    default: Value
    help: str
    low: int = 0
    high: int = -1  # below `low`: the option takes no number
    words: tuple[str, ...] = ()
    label: str = ""  # what a form calls it, where the name alone would not be understood

    @property
    def takes_number(self) -> bool:
        """May the value be a number?"""
        return self.high >= self.low

    @property
    def range(self) -> str:
        """The allowed values in words.

        >>> Option("size", 21, "cells per side", 7, 40).range
        '7 to 40'
        """
        number = f"{self.low} to {self.high}" if self.takes_number else ""
        return " or ".join(part for part in (number, " or ".join(self.words)) if part)

    def read(self, value: object) -> Value:
        """The value, checked; numbers may come as text.

        >>> Option("size", 21, "cells per side", 7, 40).read("19")
        19
        """
        if isinstance(value, bool) and set(self.words) == {"off", "on"}:
            return "on" if value else "off"
        if isinstance(value, str):
            word = value.strip()
            if word.lower() in self.words:
                return word.lower()
            if self.takes_number and len(word) <= 12 and word.isascii() and word.lstrip("-").isdigit():
                try:
                    value = int(word)
                except ValueError:
                    value = None
        if (
            isinstance(value, int)
            and not isinstance(value, bool)
            and self.takes_number
            and self.low <= value <= self.high
        ):
            return value
        raise OptionError(f"{self.name} must be {self.range}, not {shorten(str(value))!r}")

    def code(self, value: Value) -> int:
        """The integer the rules see: the number itself, or the word's place in the list (negative beside numbers).

        >>> Option("vacated", "open", "...", words=("open", "closed")).code("closed")
        1
        """
        if isinstance(value, int):
            return value
        place = self.words.index(value)
        return -1 - place if self.takes_number else place

    def as_dict(self) -> dict[str, object]:
        """The declaration for programs (JSON)."""
        number = {"low": self.low, "high": self.high} if self.takes_number else {}
        label = {"label": self.label} if self.label else {}
        declared = {"name": self.name, "default": self.default, "help": self.help, "words": list(self.words)}
        return {**declared, **number, **label}


def settle(options: tuple[Option, ...], given: Mapping[str, object], where: str) -> dict[str, Value]:
    """Every option of a rule set with its value: the given one, checked, or the default."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise UnknownName(f"option of {where}", str(name), known)
    return {option.name: option.read(given.get(option.name, option.default)) for option in options}
