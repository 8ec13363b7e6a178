"""The legal moves of a position as a sequence of texts, and which of them a text stands for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

from kakomi.core.errors import AmbiguousMove, IllegalMove, KakomiError, UnreadableMove, listing, shorten
from kakomi.core.game import View

LONGEST_MOVE = 64  # characters: more than any move of any game has


class LegalMoves(Sequence[str]):
    """The legal moves of one position as a sequence of texts; they do not change when the match continues.

    Counting them writes no text; `in` and indexing write one.

    >>> import kakomi
    >>> moves = kakomi.new(kakomi.games.names()[0]).legal_moves
    >>> moves[1] in moves, moves.index(moves[1]), "no move" in moves
    (True, 1, False)
    """

    def __init__(self, view: View, position: list[int], codes: list[int]) -> None:
        self._view = view
        self._position = position
        self._codes = codes

    def __iter__(self) -> Iterator[str]:
        return (self._view.move_text(self._position, move) for move in self._codes)

    def __len__(self) -> int:
        return len(self._codes)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        if isinstance(place, slice):
            return [self._view.move_text(self._position, move) for move in self._codes[place]]
        return self._view.move_text(self._position, self._codes[place])

    def __contains__(self, text: object) -> bool:
        return self._code(text) is not None

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """The index of a move; ValueError if it is not one of them."""
        code = self._code(value)
        if code is None:
            raise ValueError(f"{value!r} is not one of the legal moves")
        return self._codes.index(code, start, len(self._codes) if stop is None else stop)

    def _code(self, text: object) -> int | None:
        """The move whose text this is, short forms excluded."""
        if not isinstance(text, str) or not is_word(text):
            return None
        try:
            code = self._view.read_move(self._position, text)
        except KakomiError:
            return None
        return code if code in self._codes and self._view.move_text(self._position, code) == text else None

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves: {listing(self)}>"


def is_word(text: str) -> bool:
    """Can a text be a move at all?

    >>> is_word("c5xd5"), is_word(""), is_word(chr(0))
    (True, False, False)
    """
    return 0 < len(text) <= LONGEST_MOVE and text.isprintable()


def read_move(view: View, position: list[int], codes: list[int], text: str) -> int:
    """The move among the legal `codes` that the text, or a short form of it, stands for; else an error that says why not."""
    legal = LegalMoves(view, position, codes)
    if not is_word(text):
        raise UnreadableMove(f"{shorten(text)!r} is not a move; moves look like {listing(legal, 3)}")
    unreadable: UnreadableMove | None = None
    try:
        move = view.read_move(position, text)
        if move in codes:
            return move
    except UnreadableMove as error:
        unreadable = error
    fitting = [each for each in legal if text in view.shorthands(each)]
    if len(fitting) == 1:
        return view.read_move(position, fitting[0])
    if fitting:
        raise AmbiguousMove(f"{text} could be {listing(fitting)}; write one of them in full")
    if unreadable is not None:
        raise unreadable
    clause, reason = view.why_not(position, move)
    raise IllegalMove(reason, clause)
