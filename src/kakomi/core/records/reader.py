"""Reading records one after another from a text that comes in pieces; never more than one record is held.

`text` describes how they are written. Moves are not checked here.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from kakomi.core.errors import RecordError, shorten
from kakomi.core.records.record_moves import RecordMoves
from kakomi.core.records.text import CONTROL, NAME, RESULTS, SPACE, WORD, Parts, check_tags

PIECE = 1 << 18  # bytes read at a time
LONGEST_RECORD = 8_000_000  # characters of one game; a file may hold any number of them

TAG = re.compile(rf'\[[ \t]*({NAME.pattern})[ \t]+"([^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+)"[ \t]*\]')
COMMENT = re.compile(r"\{([^}\\]*+(?:\\.[^}\\]*+)*+)\}", re.DOTALL)
CLOCK = re.compile(r"\[%clk[ \t\n]+([0-9]{1,4}):([0-5][0-9]):([0-5][0-9](?:\.[0-9]{1,3})?)[ \t\n]*\]")
ESCAPED = re.compile(r'\\(["}\\])')


def text_pieces(text: str) -> Iterator[str]:
    """A text with its line ends normalised, as the reader counts them."""
    yield text.replace("\r\n", "\n").replace("\r", "\n")


def file_pieces(file: BinaryIO) -> Iterator[str]:
    """The text of a file, piece by piece; RecordError, with the line, where it is not UTF-8."""
    decoder = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder("utf-8")(), translate=True)
    lines = 1
    while True:
        data = file.read(PIECE)
        try:
            text = decoder.decode(data, final=not data)
        except UnicodeDecodeError as error:
            before = error.object[: error.start].decode("utf-8")
            line = lines + "".join(text_pieces(before)).count("\n")
            raise RecordError("this is not a text file: records are written in UTF-8", line) from error
        lines += text.count("\n")
        yield text
        if not data:
            return


def parse(pieces: Iterable[str]) -> Iterator[Parts]:
    """The records in a text, one by one; RecordError, with the line, where it is not a record."""
    reader = _Reader(pieces)
    while reader.next_sign():
        yield reader.record()


class _Reader:
    """One pass over the text; lines are counted on the way. Only text that has not been read yet is kept."""

    def __init__(self, pieces: Iterable[str]) -> None:
        self._pieces = iter(pieces)
        self._lines = 1  # of the pieces received so far
        self._inside = False  # whether a record has begun
        self._ahead = 0  # characters received since it began
        self.text = ""
        self.at = 0
        self.line = 1
        if self._more():
            self.text = self.text.removeprefix("\ufeff")

    def _more(self) -> bool:
        """Take in the next piece; False at the end of the text, or if the record is already too long."""
        if self._inside and self._ahead > LONGEST_RECORD:
            return False
        for piece in self._pieces:
            control = CONTROL.search(piece)
            if control:
                line = self._lines + piece.count("\n", 0, control.start())
                raise RecordError(f"this is not a text file: it holds the character {control[0]!r}", line)
            self._lines += piece.count("\n")
            self._ahead += len(piece)
            self.text = self.text[self.at :] + piece
            self.at = 0
            if piece:
                return True
        return False

    def next_sign(self) -> str:
        """Skip white space; the character that follows, "" at the end."""
        while True:
            space = SPACE.match(self.text, self.at)
            if space:
                self._pass(space)
            if self.at < len(self.text):
                return self.text[self.at]
            if not self._more():
                self._check_length()
                return ""

    def _check_length(self) -> None:
        if self._inside and self._ahead > LONGEST_RECORD and next(self._pieces, ""):
            raise RecordError(f"a record has at most {LONGEST_RECORD:,} characters; this one is longer", self.line)

    def _pass(self, matched: re.Match[str]) -> None:
        self.at = matched.end()
        self.line += matched[0].count("\n")

    def _take(self, pattern: re.Pattern[str], otherwise: str) -> re.Match[str]:
        """Match all of what must come here: a word may continue in the next piece, anything else may end there."""
        matched = pattern.match(self.text, self.at)
        while matched is None or (pattern is WORD and matched.end() == len(self.text)):
            if not self._more():
                break
            matched = pattern.match(self.text, self.at)
        if matched is None:
            raise RecordError(otherwise, self.line)
        if pattern is WORD and matched.end() == len(self.text):
            self._check_length()
        self._pass(matched)
        return matched

    def _tag_is_next(self) -> bool:
        if self.at + 1 == len(self.text):
            self._more()
        return self.text.startswith("[", self.at) and not self.text.startswith("[%", self.at)

    def record(self) -> Parts:
        """A record, from its first tag to its result."""
        self._inside = True
        self._ahead = len(self.text) - self.at
        parts = self._tags()
        moves = RecordMoves(parts)
        while True:
            sign = self.next_sign()
            line = self.line
            if not sign or self._tag_is_next():
                raise moves.cut_short(line)
            if sign == "{":
                matched = self._take(
                    COMMENT, "this comment is never closed: its } is missing, the record may be cut short"
                )
                moves.add_comment(_unescape(matched[1]))
            elif sign == "[":
                matched = self._take(CLOCK, "what follows a move in brackets is its clock, like [%clk 0:09:58]")
                moves.add_clock(int(matched[1]) * 3600 + int(matched[2]) * 60 + float(matched[3]), line)
            elif sign in "()":
                self.at += 1
                if sign == "(":
                    moves.open_variation(line)
                else:
                    moves.close_variation(line)
            else:
                word = self._take(WORD, f"{sign} stands alone here; a comment is written {{like this}}")[0]
                if word in RESULTS:
                    moves.end(word, line)
                    self._inside = False
                    return parts
                moves.add_word(word, line)

    def _tags(self) -> Parts:
        parts = Parts({})
        start = self.line
        while self.next_sign() and self._tag_is_next():
            line = self.line
            matched = self._take(
                TAG, 'this is not a tag; one looks like [Game "NAME"], on one line, a quote in it written \\"'
            )
            name = matched[1]
            if name in parts.tags:
                raise RecordError(f"the tag {name} is given twice", line)
            parts.tags[name], parts.lines[name] = _unescape(matched[2]), line
        if not parts.tags:
            glimpse = shorten(self.text[self.at : self.at + 100].split("\n")[0], 30)
            raise RecordError(f'a record begins with a tag such as [Game "NAME"], not with {glimpse!r}', start)
        check_tags(parts.tags, parts.lines, start)
        return parts


def _unescape(text: str) -> str:
    return ESCAPED.sub(r"\1", text)
