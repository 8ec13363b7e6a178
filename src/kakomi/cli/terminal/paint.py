"""Colour for terminals that have it, plain text for the others."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from typing import TextIO

SHADES, TRUE_COLOURS = 256, 1 << 24
WIDEST_TEXT = 76  # columns; longer lines are hard to read, however wide the window


@dataclass(frozen=True)
class Paint:
    """What one stream can show. `colours`: how many, 0 for none; `unicode`: more than ASCII; `width`: in columns."""

    colours: int = 0
    unicode: bool = False
    width: int = 80

    @property
    def on(self) -> bool:
        """Whether there is any colour."""
        return self.colours > 0

    @property
    def deep(self) -> bool:
        """Whether there are enough colours to paint a board."""
        return self.colours >= SHADES

    def style(self, text: str, *codes: str) -> str:
        """The text with these SGR codes, if colour is on.

        >>> Paint(colours=16).style("game", "1")
        '\\x1b[1mgame\\x1b[0m'
        """
        return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if self.on and text else text

    def bold(self, text: str) -> str:
        """Headings and names."""
        return self.style(text, "1")

    def quiet(self, text: str) -> str:
        """What an experienced reader skips."""
        return self.style(text, "2")

    def code(self, text: str) -> str:
        """What can be typed."""
        return self.style(text, "36")

    def warn(self, text: str) -> str:
        """A refusal."""
        return self.style(text, "33")

    @property
    def text_width(self) -> int:
        """The width to which text is wrapped."""
        return max(30, min(self.width, WIDEST_TEXT))


def choose(when: str, stream: TextIO | None = None) -> Paint:
    """The paint for a stream (standard output) under --color auto, always or never."""
    stream = sys.stdout if stream is None else stream
    if stream is None:
        return Paint()
    environ = os.environ
    terminal = environ.get("TERM", "dumb")
    allowed = stream.isatty() and not environ.get("NO_COLOR") and terminal != "dumb"
    colours = 0
    if when == "always" or (when == "auto" and allowed):
        true = environ.get("COLORTERM", "") in ("truecolor", "24bit")
        colours = TRUE_COLOURS if true else SHADES if "256" in terminal else 16
    unicode = (getattr(stream, "encoding", None) or "ascii").lower().replace("-", "").startswith("utf")
    return Paint(colours, unicode, shutil.get_terminal_size().columns)
