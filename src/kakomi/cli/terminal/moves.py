"""The legal moves of one turn as a numbered list, and how typed moves are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from kakomi.cli.terminal.markdown import display_width, wrap
from kakomi.cli.terminal.paint import Paint
from kakomi.core.errors import IllegalMove, KakomiError, MoveError, UnreadableMove
from kakomi.core.match import Match
from kakomi.core.scene import Choice

if TYPE_CHECKING:
    from kakomi.search.result import LikelyMove

FEW = 8  # up to this many moves are listed without grouping
MANY = 60  # more single-click moves than this are listed as ranges
NUMBER = re.compile(r"[0-9]{1,6}")
PIECES = re.compile(r"-?[0-9]+|[^0-9-]+|-")

Key = tuple[tuple[int, int, str], ...]


def natural_order(name: str) -> Key:
    """Sorts names as people do: a2 before a10, z1 before aa1.

    >>> sorted(["aa1", "a10", "z1", "a2"], key=natural_order)
    ['a2', 'a10', 'z1', 'aa1']
    """
    parts = PIECES.findall(name)
    return tuple((0, int(p), "") if p.lstrip("-").isdecimal() and len(p) < 10 else (1, len(p), p) for p in parts)


class MoveList:
    """The legal moves of the current position: buttons first, then ordered by the place that is clicked first.

    `likely` is called once, before the list is shown, for the moves to name above it.
    """

    def __init__(self, match: Match, likely: Callable[[Match], Sequence[LikelyMove]] = lambda _: ()) -> None:
        self._match, self._likely = match.copy(), likely
        self._named: str | None = None
        scene = match.scene()
        self._order = {
            place: rank for rank, place in enumerate(sorted((p.id for p in scene.places), key=natural_order))
        }
        self._choices = sorted(scene.choices, key=self._rank)
        self._next = 0  # the first line of the next page
        self.shown = False
        self.texts = [choice.move for choice in self._choices]

    def _rank(self, choice: Choice) -> tuple[bool, bool, list[int], Key]:
        steps = [self._order.get(click, -1) for click in choice.clicks]
        return not self._is_button(choice), len(steps) > 1, steps, natural_order(choice.move)

    @staticmethod
    def _is_button(choice: Choice) -> bool:
        return choice.clicks[0].startswith("button:")

    def pick(self, text: str) -> str | None:
        """The move with that number, None if the text is not a number."""
        if not NUMBER.fullmatch(text):
            return None
        if not 1 <= int(text) <= len(self.texts):
            raise IllegalMove(f"there is no move number {int(text)}; the list goes from 1 to {len(self.texts)}")
        return self.texts[int(text) - 1]

    def page(self, paint: Paint, height: int) -> list[str]:
        """The next page of the list; after the last page, the first again."""
        self.shown = True
        lines = self._lines(list(enumerate(self._choices, 1)), paint)
        head = f"{len(self.texts)} legal moves; type one or its number:" if len(self.texts) > 1 else "One legal move:"
        begin = self._next if self._next < len(lines) else 0
        first = self._name_likely(paint) if begin == 0 else []
        end = begin + max(height - len(first), 5)
        self._next = end if end < len(lines) else 0
        more = [paint.quiet(f"... {len(lines) - end} more lines; type ? again to see them.")] if self._next else []
        return [*first, paint.quiet(head), *lines[begin:end], *more]

    def _name_likely(self, paint: Paint) -> list[str]:
        """The likeliest moves with their numbers, as lines; none where there is nothing to say, or nothing to choose."""
        from kakomi.cli.terminal.analysis_text import likely

        if self._named is None:
            numbers = {text: number for number, text in enumerate(self.texts, 1)}
            self._named = likely(self._likely(self._match), numbers) if len(self.texts) > 1 else ""
        return wrap(self._named, Paint(width=paint.width)).splitlines()

    def matching(self, start: str, paint: Paint) -> list[str]:
        """The moves that start with a text or use a place, with their numbers in the whole list."""
        wanted = "".join(start.lower().split())
        chosen = [
            (number, choice)
            for number, choice in enumerate(self._choices, 1)
            if choice.move.lower().startswith(wanted) or wanted in (click.lower() for click in choice.clicks)
        ]
        if not chosen:
            return [f"No legal move starts with {start[:20]!r}."]
        self.shown = True
        return self._lines(chosen, paint)

    def _lines(self, chosen: list[tuple[int, Choice]], paint: Paint) -> list[str]:
        if len(self.texts) <= FEW:
            return self._columns("", chosen, paint)
        lines: list[str] = []
        for (button, several), group in groupby(chosen, key=lambda n: (self._is_button(n[1]), len(n[1].clicks) > 1)):
            part = list(group)
            if button or (not several and len(part) <= MANY):
                lines += self._columns("", part, paint)
            elif several:
                for first, moves in groupby(part, key=lambda n: n[1].clicks[0]):
                    lines += self._columns(first, list(moves), paint)
            else:
                lines += self._ranges(part, paint)
        return lines

    def _columns(self, label: str, part: list[tuple[int, Choice]], paint: Paint) -> list[str]:
        """Numbered moves side by side, after the place they have in common."""
        margin = f"  {label:<6}" if label else "  "
        wide = len(str(len(self.texts)))
        cell = wide + 1 + max(len(choice.move) for _, choice in part) + 3
        room = max(1, (paint.width - 1 - len(margin)) // cell)
        lines = []
        for start in range(0, len(part), room):
            row = [f"{paint.quiet(f'{number:>{wide}}')} {choice.move}" for number, choice in part[start : start + room]]
            line = "".join(each + " " * (cell - display_width(each)) for each in row)
            lines.append((margin if start == 0 else " " * len(margin)) + line.rstrip())
        return lines

    def _ranges(self, part: list[tuple[int, Choice]], paint: Paint) -> list[str]:
        """Neighbouring places as one entry, `1-21 a1-a21`; a new line for each letter."""

        def letters(entry: tuple[int, Choice]) -> str:
            return entry[1].move.rstrip("0123456789")

        def run(entry: tuple[int, Choice]) -> int:
            return self._order.get(entry[1].clicks[0], 0) - entry[0]

        lines = []
        for _, column in groupby(part, key=letters):
            texts = []
            for _, group in groupby(column, key=run):
                (low, first), *_, (high, last) = [*(entries := list(group)), entries[-1]]
                if low == high:
                    texts.append(f"{paint.quiet(str(low))} {first.move}")
                else:
                    texts.append(f"{paint.quiet(f'{low}-{high}')} {first.move}-{last.move}")
            lines += _flow(texts, paint.width)
        return lines


def _flow(texts: list[str], width: int) -> list[str]:
    lines, line = [], "  "
    for text in texts:
        if line.strip() and display_width(line) + display_width(text) + 3 > width:
            lines.append(line.rstrip())
            line = "  "
        line += f"{text}   "
    return [*lines, line.rstrip()]


def read_move(match: Match, typed: str) -> int:
    """The legal move that was meant; capitals and spaces do not matter if only one move fits."""
    joined = "".join(typed.split())
    refusals: list[MoveError] = []
    readings: dict[int, str] = {}
    for text in dict.fromkeys((typed, joined, joined.lower(), joined.upper())):
        try:
            readings.setdefault(match.parse(text), text)
        except MoveError as error:
            refusals.append(error)
        else:
            if text in (typed, joined):
                break
    if len(readings) == 1:
        return next(iter(readings))
    readable = [error for error in refusals if not isinstance(error, UnreadableMove)]
    raise (readable or refusals)[0]


def read_turn(match: Match, typed: str) -> list[int]:
    """The move typed, or several moves of one turn with spaces between them; all must be legal, or none is played."""
    words = typed.split()
    try:
        return [read_move(match, typed)]
    except UnreadableMove:
        if len(words) < 2:
            raise
    after = match.copy()
    player = match.to_move
    moves: list[int] = []
    for word in words:
        if moves and (after.outcome is not None or after.to_move != player):
            raise IllegalMove(
                f"the turn is over after {after.moves[-1]}, so {word[:20]!r} cannot follow; nothing was played"
            )
        try:
            moves.append(read_move(after, word))
        except KakomiError as error:
            raise IllegalMove(f"{error}; nothing was played" if moves else str(error)) from error
        after.push_code(moves[-1])
    return moves
