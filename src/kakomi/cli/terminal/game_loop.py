"""A game at the table: the board is shown, people are asked, machines answer, until the game is over or left."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kakomi.cli.arguments import UsageError, interruptible, user_path
from kakomi.cli.commands.rules import clause, page
from kakomi.cli.progress import waiting
from kakomi.cli.terminal import board
from kakomi.cli.terminal.console import Console
from kakomi.cli.terminal.markdown import wrap
from kakomi.cli.terminal.moves import FEW, MoveList, read_turn
from kakomi.cli.terminal.paint import Paint
from kakomi.core.errors import KakomiError
from kakomi.core.match import Match
from kakomi.core.record import Record
from kakomi.players import Player

if TYPE_CHECKING:
    from kakomi.cli.terminal.hints import Adviser

PERSON = "human"

COMMANDS = {
    "?": ("? [PLACE]", "the legal moves, numbered, or those of one place"),
    "hint": ("hint", "the best moves a machine finds for you"),
    "board": ("board", "the board once more"),
    "moves": ("moves", "the moves so far"),
    "undo": ("undo", "take your last move back, and what was answered"),
    "resign": ("resign", "give the game up"),
    "rules": ("rules [CLAUSE]", "the rules, or one clause of them"),
    "position": ("position", "the position in one line"),
    "save": ("save [FILE]", "save now, and play on"),
    "help": ("help", "this list"),
    "quit": ("quit", "save and leave"),
}
OTHER_WORDS = {"exit": "quit", "q": "quit", "h": "help", "b": "board", "u": "undo"}


class Leave(Exception):
    """The person leaves the table; the game goes on another day."""


@dataclass(frozen=True)
class Seat:
    """Who plays: the name records give, and the player, None for a person."""

    name: str
    player: Player | None = None


class Table:
    """One game. `keep` saves it and says where."""

    def __init__(
        self,
        match: Match,
        seats: tuple[Seat, Seat],
        paint: Paint,
        console: Console,
        keep: Callable[[Path | None], Path],
    ) -> None:
        self.match = match
        self.seats = seats
        self.paint = paint
        self.console = console
        self._keep = keep
        self._list: MoveList | None = None  # of this turn, once it was asked for
        self._show_board = True
        self._adviser: Adviser | None = None  # once a hint was asked for

    def play(self) -> None:
        """Until the game is over; Leave, EOFError or KeyboardInterrupt when it is left before."""
        print(wrap(self._greeting(), self.paint))
        self._begin()
        with self.console.completing(self._words):
            while self.match.outcome is None:
                player = self.seats[self.match.to_move].player
                if player is None:
                    self._ask()
                else:
                    self._answer(player)
        self._show()

    # --- what is shown --------------------------------------------------------------------------------------------

    def _greeting(self) -> str:
        people = [turn for turn, seat in enumerate(self.seats) if seat.player is None]
        named = self._named()
        if len(people) == 2:
            who = f"{named[0]} and {named[1]}, both at this keyboard."
        elif people:
            other = 1 - people[0]
            who = f"You are {named[people[0]]}; {self.seats[other].name} is {named[other]}."
        else:
            who = f"{self.seats[0].name} against {self.seats[1].name}."
        return f"{who} Type a move, **?** for the legal ones, **help** for the rest."

    def _named(self) -> list[str]:
        """The sides, with their letters on the board where it shows letters: Black (x)."""
        if board.shows_signs(self.paint):
            return list(self.match.sides)
        symbols = self.match.board
        signs: list[list[str]] = [[], []]
        for piece in self.match.scene().pieces:
            if piece.owner in ("first", "second") and piece.state == "" and piece.place in symbols:
                own = signs[piece.owner == "second"]
                if symbols[piece.place] not in own:
                    own.append(symbols[piece.place])
        return [
            f"{side} ({own[0]})" if len(own) == 1 else side for side, own in zip(self.match.sides, signs, strict=True)
        ]

    def _show(self) -> None:
        print(f"\n{board.draw(self.match, self.paint)}\n")
        for line in board.beside(self.match):
            print(line)
        print(self.paint.bold(self.match.status))
        self._show_board = False

    def _say(self, text: str) -> None:
        print(wrap(text, self.paint))

    def _refuse(self, error: object) -> None:
        text = str(error)
        if text.split(" ")[0].isalpha():  # a1 stays a1
            text = text[:1].upper() + text[1:]
        for line in wrap(f"{text}.", Paint(width=self.paint.width)).splitlines():
            print(self.paint.warn(line))

    # --- turns ----------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """A new game, for the players who want to know."""
        for seat in self.seats:
            begin = getattr(seat.player, "begin", None)
            if begin is not None:
                begin(self.match.copy())

    def _answer(self, player: Player) -> None:
        side = self.match.sides[self.match.to_move]
        shown = self.match.copy()
        with waiting(f"{player.name} is thinking ..."):
            text = interruptible(lambda: player.choose(shown))
        self.match.push(text)
        self._turned()
        print(f"{player.name} ({side}) plays {self.paint.bold(text)}")

    def _turned(self) -> None:
        self._list = None
        self._show_board = True

    def _ask(self) -> None:
        if self._show_board:
            self._show()
            if len(self._moves().texts) <= FEW:
                self._do_list()
        forced = self._moves().texts[0] if len(self._moves().texts) == 1 else ""
        side = self.match.sides[self.match.to_move]
        typed = self.console.ask(f"{side} (Enter: {forced})> " if forced else f"{side}> ") or forced
        if not typed:
            self._say("Type a move, ? for the legal ones, help for the rest.")
            return
        word, _, rest = typed.partition(" ")
        if word.startswith("?"):
            word, rest = "?", f"{word[1:]} {rest}"
        word = OTHER_WORDS.get(word.lower(), word.lower())
        try:
            if word in COMMANDS and typed not in self.match.legal_moves:
                self._command(word, rest.strip())
            else:
                self._move(typed)
        except KakomiError as error:
            self._refuse(error)

    def _command(self, word: str, rest: str) -> None:
        form, _ = COMMANDS[word]
        if rest and " " not in form:
            raise UsageError(f"{word} stands alone, without {rest[:20]!r}")
        getattr(self, f"_do_{'list' if word == '?' else word}")(*([rest] if rest else []))

    def _move(self, typed: str) -> None:
        moves = self._moves()
        chosen = moves.pick(typed)
        if chosen is not None and not moves.shown:
            self._say("Numbers go with the list of moves; here it is.")
            self._do_list()
            return
        for move in read_turn(self.match, chosen or typed):
            self.match.push_code(move)
        self._turned()

    def _moves(self) -> MoveList:
        if self._list is None:
            self._list = MoveList(self.match)
        return self._list

    def _words(self) -> Iterable[str]:
        return [*self.match.legal_moves, *COMMANDS]

    # --- commands -------------------------------------------------------------------------------------------------

    def _do_list(self, rest: str = "") -> None:
        moves = self._moves()
        print("\n".join(moves.only(rest, self.paint) if rest else moves.page(self.paint, self.console.height)))

    def _do_hint(self) -> None:
        from kakomi.cli.terminal.hints import Adviser

        if self._adviser is None:
            self._adviser = Adviser()
        with waiting("thinking ..."):
            lines = self._adviser.hint(self.match, self.paint)
        print("\n".join(lines))

    def _do_board(self) -> None:
        self._show_board = True

    def _do_moves(self) -> None:
        moves = Record.from_match(self.match).moves
        made = " ".join(f"{move.turn} {move.text}".strip() for move in moves)
        print(wrap(made, Paint(width=self.paint.width)) if moves else "No move has been made yet.")

    def _do_undo(self) -> None:
        """Back to where a person last had the choice."""
        made = len(self.match.moves)
        back = self.match.copy()
        while back.moves:
            back.pop()
            if self.seats[back.to_move].player is None:
                taken = [self.match.pop() for _ in range(made - len(back.moves))]
                self._turned()
                self._say(f"Taken back: {' '.join(reversed(taken))}.")
                return
        self._say("There is no move of yours to take back.")

    def _do_resign(self) -> None:
        self.match.resign()

    def _do_rules(self, rest: str = "") -> None:
        print(clause(self.match.game, rest, self.paint) if rest else page(self.match.game, self.paint))

    def _do_position(self) -> None:
        print(self.match.position)

    def _do_save(self, rest: str = "") -> None:
        path = self._keep(user_path(rest) if rest else None)
        print(f"Saved: {path}")

    def _do_help(self) -> None:
        example = next(iter(self.match.legal_moves))
        self._say(
            f"A move is typed like {self.paint.code(example)}, or shorter where only one move fits, or as its number "
            "in the list. Capitals and blanks do not matter. Several moves of one turn may stand on one line. Or:"
        )
        for form, meaning in COMMANDS.values():
            print(wrap(meaning, self.paint, f"  {self.paint.code(form)}{' ' * (16 - len(form))}", " " * 18))

    def _do_quit(self) -> None:
        raise Leave
