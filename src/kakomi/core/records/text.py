r"""How records are written: tags, numbered moves with comments and variations, then the result (docs/research/records.md).

    [Game "NAME"]
    [Rules "loose"]
    [RulesVersion "1"]
    [First "Ada"]
    [Second "level:6"]
    [Result "1-0"]
    [Clause "5.1"]
    [Score "72-70"]

    1. d4 {a comment} [%clk 0:09:58] (1. e4!? d5) 1... d5 2. e4 e6 1-0

Tags: Game is required. Rules, one `Option.NAME` per option, RulesVersion, Position (when not from the start), Result,
Clause and Score are checked by replay; Date is checked to be a date; Kakomi, First, Second and all others are kept as
they are. In a tag's value `\"` stands for a quote and `\\` for a backslash; in a comment `\}` for a brace.

Moves have no spaces. `3.` may stand before a move of the first player's third turn, `3...` before one of the second's;
numbers may be left out, but must not be wrong. The writer puts them before each turn of the first player, and before one
of the second player's if the first's had more than one move. A comment follows its move (or stands before all moves)
and is running text: any white space in it counts as one space. `[%clk h:mm:ss]` is what the mover's clock showed after the
move. A glyph (!, ?, !?, ?!, !!, ??) follows its move without a space; $1 to $6 are read as well. A variation stands in
parentheses after the move that it replaces, and may contain others. The result ends the game: 1-0, 0-1, 1/2-1/2, or * for a
game not finished. A file holds one game after another.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kakomi.core.errors import RecordError, listing, shorten

LONGEST_VALUE = 10_000
WIDTH = 100

MOST_MOVES = 100_000  # of one record, variations included: more than any game can have, replayed in seconds
DEEPEST_VARIATION = 32  # a variation of the main line has depth 1, one inside it depth 2

GLYPHS = ("!", "?", "!!", "??", "!?", "?!")  # $1 to $6 in this order, as in PGN
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
TAGS = ("Game", "Rules", "RulesVersion", "Kakomi", "First", "Second", "Date", "Round", "Rounds", "MatchPoints")
LAST_TAGS = ("Position", "Result", "Clause", "Score")
OPTION = "Option."

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.]{0,63}")
WORD = re.compile(r"[^ \t\n{}()\[\]]+")
SPACE = re.compile(r"[ \t\n]+")
TURN = re.compile(r"([0-9]{1,9}\.(?:\.\.)?)(.*)")
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A move of a record. `clock` is in seconds, `turn` the number before it if any; `line` is where it was read.

    `variations` are the alternatives to it, each of one or more moves.
    """

    text: str
    comment: str = ""
    clock: float | None = None
    turn: str = field(default="", compare=False)
    line: int | None = field(default=None, compare=False, repr=False)
    glyph: str = ""  # one of GLYPHS, or none
    variations: tuple[tuple[RecordedMove, ...], ...] = ()


@dataclass
class Parts:
    """The parts of a record: everything that can be read without knowing the game."""

    tags: dict[str, str]
    moves: list[RecordedMove] = field(default_factory=list)
    comment: str = ""  # before the first move
    lines: dict[str, int] = field(default_factory=dict, compare=False, repr=False)  # of the tags, where they were read

    @property
    def size(self) -> int:
        """How many moves it has, variations included."""
        return _count(self.moves)


def _count(moves: Iterable[RecordedMove]) -> int:
    return sum(1 + sum(map(_count, move.variations)) for move in moves)


def check_tags(tags: Mapping[str, str], lines: Mapping[str, int], start: int | None = None) -> None:
    """Refuse impossible tags, with the line where they were read; `start` is the record's first line."""
    proper = {name.lower(): name for name in (*TAGS, *LAST_TAGS)}
    seen: set[str] = set()
    for name, value in tags.items():
        line = lines.get(name)
        if not NAME.fullmatch(name):
            raise RecordError(
                f"{shorten(name)!r} is not a tag name: it has letters, digits, dots and underscores", line
            )
        right = proper.get(name.lower(), name)
        if right != name:
            raise RecordError(f"the tag {name} is written {right}", line)
        if name.lower() in seen:
            raise RecordError(f"the tag {name} is given twice", line)
        seen.add(name.lower())
        if len(value) > LONGEST_VALUE or CONTROL.search(value) or set(value) & set("\t\r\n"):
            raise RecordError(
                f"the value of {name} must be one line of text, at most {LONGEST_VALUE:,} characters", line
            )
    if "Game" not in tags:
        raise RecordError('the tag Game is missing; it names the game, like [Game "NAME"]', start)
    result = tags.get("Result", "*")
    if result not in RESULTS:
        raise RecordError(f"the result is {listing(RESULTS)}, not {shorten(result)!r}", lines.get("Result"))
    date = tags.get("Date")
    if date is not None and not _is_date(date):
        raise RecordError(f"a date is written like 2026-11-14, not {shorten(date)!r}", lines.get("Date"))


def _is_date(text: str) -> bool:
    try:
        return bool(DATE.fullmatch(text) and datetime.date.fromisoformat(text))
    except ValueError:
        return False


def running(comment: str) -> str:
    """A comment as records keep it: any run of white space becomes one space."""
    return SPACE.sub(" ", comment.replace("\r", "\n")).strip(" ")


def clock_time(seconds: float | None) -> float | None:
    """A clock time as records keep it: seconds, to the thousandth."""
    if seconds is None:
        return None
    if not 0 <= seconds <= 9999 * 3600:
        raise RecordError(
            f"a clock time is a number of seconds from 0 to {9999 * 3600:,}, not {shorten(repr(seconds))}"
        )
    return round(float(seconds), 3)


# --- writing ----------------------------------------------------------------------------------------------------------


def compose(parts: Parts) -> str:
    """The record as text; RecordError for what could not be read back."""
    tags = {**parts.tags, "Result": parts.tags.get("Result", "*")}
    check_tags(tags, {})
    words = [*_comment_words(parts.comment), *_line_words(parts.moves, 0)]
    lines = [f'[{name} "{_escape(tags[name], chr(34))}"]' for name in _order(tags)]
    return "\n".join([*lines, "", *_wrap([*words, tags["Result"]]), ""])


def turn_numbers(movers: Sequence[int]) -> Iterator[str]:
    """The number to write before each move, or ""; for the second player only where a reader needs it.

    >>> list(turn_numbers([0, 1, 0, 0, 1, 0]))
    ['1.', '', '2.', '', '2...', '3.']
    """
    number = 1
    length = 0  # moves of the turn so far
    for place, mover in enumerate(movers):
        before = movers[place - 1] if place else None
        number += mover == 0 and before == 1
        if mover == before:
            length += 1
            yield ""
            continue
        needed = mover == 0 or length != 1
        length = 1
        yield f"{number}{('.', '...')[mover]}" if needed else ""


def _order(tags: Mapping[str, str]) -> list[str]:
    """The tags in their usual order: what is played, by whom, further ones, and how it ended."""
    options = [name for name in tags if name.startswith(OPTION)]
    first = [*TAGS[:2], *options, *TAGS[2:]]
    further = [name for name in tags if name not in first and name not in LAST_TAGS]
    return [name for name in (*first, *further, *LAST_TAGS) if name in tags]


def _escape(text: str, sign: str) -> str:
    return text.replace("\\", "\\\\").replace(sign, "\\" + sign)


def _comment_words(comment: str) -> list[str]:
    if CONTROL.search(comment):
        raise RecordError(f"a comment is plain text, without control characters: {shorten(comment)!r}")
    comment = running(comment)
    return ("{" + _escape(comment, "}") + "}").split(" ") if comment else []


def _line_words(moves: Iterable[RecordedMove], depth: int) -> list[str]:
    """The moves of a line with their variations, as words between which a line of text may break."""
    if depth > DEEPEST_VARIATION:
        raise RecordError(f"variations can stand inside one another {DEEPEST_VARIATION} deep, and these go deeper")
    words: list[str] = []
    for move in moves:
        words += _move_words(move)
        for variation in move.variations:
            inside = _line_words(variation, depth + 1)
            if not inside:
                raise RecordError(f"a variation of {shorten(move.text)!r} is empty; it has at least one move")
            inside[0] = f"({inside[0]}"
            inside[-1] += ")"
            words += inside
    return words


def _move_words(move: RecordedMove) -> list[str]:
    """A move with its number, glyph, comment and clock."""
    if not WORD.fullmatch(move.text) or move.text in RESULTS or TURN.match(move.text) or CONTROL.search(move.text):
        raise RecordError(f"{shorten(move.text)!r} cannot be written as a move: it must be one word without brackets")
    if move.text[-1] in "!?" or move.text[0] == "$":
        raise RecordError(
            f"{shorten(move.text)!r} cannot be written as a move: part of it would be read as a glyph ({listing(GLYPHS)})"
        )
    if move.glyph and move.glyph not in GLYPHS:
        raise RecordError(f"a glyph is {listing(GLYPHS)}, not {shorten(move.glyph)!r}")
    number = TURN.fullmatch(move.turn) if move.turn else None
    if move.turn and (number is None or number[2]):
        raise RecordError(f"{shorten(move.turn)!r} is not a turn number; one looks like 3. or 3...")
    text = move.text + move.glyph
    words = [f"{move.turn} {text}" if move.turn else text, *_comment_words(move.comment)]
    clock = clock_time(move.clock)
    if clock is not None:
        minutes, thousandths = divmod(round(clock * 1000), 60_000)
        seconds = f"{thousandths // 1000:02}" + (f".{thousandths % 1000:03}" if thousandths % 1000 else "")
        words.append(f"[%clk {minutes // 60}:{minutes % 60:02}:{seconds}]")
    return words


def _wrap(words: Iterable[str]) -> Iterator[str]:
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line
