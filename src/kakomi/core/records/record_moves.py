"""The moves of one record while it is read: the main line, and the variations that are open, one inside another."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from kakomi.core.errors import RecordError, listing, shorten
from kakomi.core.records.text import DEEPEST_VARIATION, GLYPHS, MOST_MOVES, RESULTS, TURN, Parts, RecordedMove, running

SUFFIX = re.compile(r"(.*?)([!?]*)", re.DOTALL)
NUMBERED_GLYPH = re.compile(r"\$([1-6])")


@dataclass
class OpenLine:
    """A line whose end has not been read yet: the main line, or a variation with the line of text where it began."""

    moves: list[RecordedMove]
    began: int = 0
    turn: str = ""  # a number whose move has not come yet
    comments: list[str] = field(default_factory=list)  # since the last move
    variations: list[tuple[RecordedMove, ...]] = field(default_factory=list)  # of the last move


class RecordMoves:
    """Takes what the reader finds between tags and result, in order, and puts it into the record's parts."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._lines = [OpenLine(parts.moves)]
        self._count = 0  # moves so far, variations included

    @property
    def _line(self) -> OpenLine:
        return self._lines[-1]

    def add_word(self, word: str, line: int) -> None:
        """Add a turn number, a move, both in one word, or a numbered glyph."""
        number = TURN.fullmatch(word)
        if number:
            self._no_turn_open(line)
            self._line.turn, word = number.groups()
        if word.startswith("$"):
            self._add_numbered_glyph(word, line)
        elif word:
            self._add_move(word, line)

    def _add_move(self, word: str, line: int) -> None:
        matched = SUFFIX.fullmatch(word)
        assert matched is not None
        text, glyph = matched.groups()
        if not text:
            raise RecordError(f"the glyph {shorten(word)} stands right after its move, without a space", line)
        if glyph and glyph not in GLYPHS:
            raise RecordError(
                f"{shorten(glyph)} after {shorten(text)!r} is not a glyph; one is {listing(GLYPHS)}", line
            )
        self._count += 1
        if self._count > MOST_MOVES:
            raise RecordError(
                f"a record has at most {MOST_MOVES:,} moves, variations included; this one has more", line
            )
        self._settle_last_move()
        self._line.moves.append(RecordedMove(text, turn=self._line.turn, line=line, glyph=glyph))
        self._line.turn = ""

    def _add_numbered_glyph(self, word: str, line: int) -> None:
        matched = NUMBERED_GLYPH.fullmatch(word)
        if matched is None:
            raise RecordError(
                f"of the numbered glyphs $1 to $6 are read ({listing(GLYPHS)}), not {shorten(word)}", line
            )
        self._no_turn_open(line)
        last = self._last_move("a glyph", line)
        if last.glyph:
            raise RecordError(f"the move {shorten(last.text)!r} has two glyphs", line)
        self._line.moves[-1] = replace(last, glyph=GLYPHS[int(matched[1]) - 1])

    def add_comment(self, comment: str) -> None:
        """Add a comment on the last move; before all moves, on the game; before those of a variation, on its first."""
        self._line.comments.append(comment)

    def add_clock(self, seconds: float, line: int) -> None:
        """Add the clock time after the last move."""
        last = self._last_move("a clock time", line)
        if last.clock is not None:
            raise RecordError(f"the move {shorten(last.text)!r} has two clock times", line)
        self._line.moves[-1] = replace(last, clock=round(seconds, 3))

    def _last_move(self, what: str, line: int) -> RecordedMove:
        if not self._line.moves:
            raise RecordError(f"{what} stands after its move, not before the first", line)
        return self._line.moves[-1]

    def open_variation(self, line: int) -> None:
        """Begin a variation: an alternative to the last move."""
        self._no_turn_open(line)
        if not self._line.moves:
            raise RecordError("a variation stands after the move that it replaces, not before the first", line)
        if len(self._lines) > DEEPEST_VARIATION:
            raise RecordError(f"variations can stand inside one another {DEEPEST_VARIATION} deep; this is deeper", line)
        self._lines.append(OpenLine([], line))

    def close_variation(self, line: int) -> None:
        """Return to the line that the variation left."""
        self._no_turn_open(line)
        if len(self._lines) == 1:
            raise RecordError("this ) closes no variation; one begins with (", line)
        if not self._line.moves:
            raise RecordError("a variation has at least one move, like (1. MOVE); this one has none", line)
        self._settle_last_move()
        variation = self._lines.pop()
        self._line.variations.append(tuple(variation.moves))

    def _no_turn_open(self, line: int) -> None:
        if self._line.turn:
            raise RecordError(f"no move follows the turn number {self._line.turn}", line)

    def _settle_last_move(self) -> None:
        """Give the last move its comment and variations, before another comes or the line ends.

        Several comments in a row are joined. Those that open a variation wait for its first move.
        """
        line = self._line
        comment = running(" ".join(line.comments))
        if not line.moves and len(self._lines) > 1:
            return
        if not line.moves:
            self._parts.comment = comment
        elif comment or line.variations:
            line.moves[-1] = replace(line.moves[-1], comment=comment, variations=tuple(line.variations))
        line.comments, line.variations = [], []

    def end(self, result: str, line: int) -> None:
        """End the record with its result."""
        self._no_turn_open(line)
        if len(self._lines) > 1:
            raise RecordError(
                f"the variation that began in line {self._line.began} is never closed: its ) must come before the result",
                line,
            )
        self._settle_last_move()
        tagged = self._parts.tags.setdefault("Result", result)
        if tagged != result:
            raise RecordError(f"the moves end with {result}, but the tag Result says {tagged}", line)
        self._parts.lines.setdefault("Result", line)

    def cut_short(self, line: int) -> RecordError:
        """The error for a text that ends before the record does."""
        if len(self._lines) > 1:
            return RecordError("this variation is never closed: its ) is missing, the record may be cut short", line)
        return RecordError(f"the moves end without a result ({listing(RESULTS)}): the record may be cut short", line)
