"""Time in a contest: what was agreed for every game, and what a player has left for a move."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from kakomi.core.errors import OptionError, shorten

MARGIN = 0.5  # seconds that a move may take beyond --movetime: due to the machine rather than the player
LONGEST = 86_400.0  # seconds
NUMBER = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6})?")


@dataclass(frozen=True)
class Allowance:
    """The time for one move, in seconds: a fixed time, or both players' clocks, the first player's first."""

    movetime: float | None = None
    clocks: tuple[float, float] | None = None
    increment: float = 0.0

    def deadline(self, seat: int) -> float:
        """Seconds until the game is lost on time; infinite without a time control."""
        if self.clocks is not None:
            return self.clocks[seat]
        return math.inf if self.movetime is None else self.movetime + MARGIN


@dataclass(frozen=True)
class TimeControl:
    """What was agreed: `movetime` per move, or a clock with `base` seconds and `increment` more after each move.

    >>> TimeControl.read("60+0.5")
    TimeControl(movetime=None, base=60.0, increment=0.5)
    """

    movetime: float | None = None
    base: float | None = None
    increment: float = 0.0

    @classmethod
    def read(cls, text: str) -> TimeControl:
        """Read a clock in the form SECONDS or SECONDS+INCREMENT."""
        base, plus, increment = text.strip().partition("+")
        return cls(base=seconds(base, text), increment=seconds(increment, text, 0.0) if plus else 0.0)

    def begin(self) -> Allowance:
        """The allowance before the first move."""
        clocks = None if self.base is None else (self.base, self.base)
        return Allowance(self.movetime, clocks, self.increment)

    def after(self, before: Allowance, seat: int, spent: float) -> Allowance:
        """The allowance after that player has made a move in time."""
        if before.clocks is None:
            return before
        clocks = list(before.clocks)
        clocks[seat] += self.increment - spent
        return Allowance(None, (clocks[0], clocks[1]), self.increment)

    def __str__(self) -> str:
        if self.movetime is not None:
            return f"{self.movetime:g} s a move"
        return "no clock" if self.base is None else f"{self.base:g}+{self.increment:g} s"


def seconds(text: str, whole: str | None = None, low: float = 0.001) -> float:
    """A number of seconds, as typed.

    >>> seconds("0.25")
    0.25
    """
    value = float(text) if NUMBER.fullmatch(text.strip()) and text.isascii() else -1.0
    if low <= value <= LONGEST:
        return value
    shown = shorten(text if whole is None else whole)
    raise OptionError(f"a time is a number of seconds from {low:g} to {LONGEST:g}, like 0.5 or 60+0.5, not {shown!r}")
