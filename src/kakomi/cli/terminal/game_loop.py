"""One game in the terminal: the board is shown, people type moves, computer players answer, until it is over."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kakomi.cli.arguments import UsageError
from kakomi.cli.files import user_path
from kakomi.cli.interrupts import interruptible
from kakomi.cli.progress import waiting
from kakomi.cli.terminal import board
from kakomi.cli.terminal.console import Console
from kakomi.cli.terminal.markdown import wrap
from kakomi.cli.terminal.moves import FEW, MoveList, read_turn
from kakomi.cli.terminal.paint import Paint
from kakomi.cli.terminal.rules_page import clause, page
from kakomi.core.errors import KakomiError
from kakomi.core.match import Match
from kakomi.core.records.record import Record
from kakomi.players import Player

if TYPE_CHECKING:
    from kakomi.cli.terminal.hints import Adviser
    from kakomi.search.result import LikelyMove

PERSON = "human"

COMMANDS = {
    "?": ("? [PLACE]", "list the legal moves with numbers, or those of one place"),
    "hint": ("hint", "show the best moves the computer finds"),
    "board": ("board", "show the board again"),
    "moves": ("moves", "show the moves so far"),
    "undo": ("undo", "take back your last move and the reply"),
    "resign": ("resign", "resign the game"),
    "rules": ("rules [CLAUSE]", "show the rules, or one clause"),
    "position": ("position", "print the position in one line"),
    "save": ("save [FILE]", "save now and keep playing"),
    "help": ("help", "show this list"),
    "quit": ("quit", "save and leave"),
}
SHORT_FORMS = {"exit": "quit", "q": "quit", "h": "help", "b": "board", "u": "undo"}


class Leave(Exception):
    """The player leaves; the game can be continued another day."""


@dataclass(frozen=True)
class Seat:
    """Who plays: the name written to records, and the computer player, None for a person."""

    name: str
    player: Player | None = None


def _likely(match: Match) -> tuple[LikelyMove, ...]:
    """The moves that the game's net thinks likely; it may have to be compiled first."""
    from kakomi.search.learned.first_sight import ask_first_sight

    with waiting("thinking ..."):
        return ask_first_sight(match)


class GameLoop:
    """One game. `save` writes it to a file and returns the path."""

    def __init__(
        self,
        match: Match,
        seats: tuple[Seat, Seat],
        paint: Paint,
        console: Console,
        save: Callable[[Path | None], Path],
    ) -> None:
        self.match = match
        self.seats = seats
        self.paint = paint
        self.console = console
        self._save = save
        self._list: MoveList | None = None  # of this turn, made when first needed
        self._show_board = True
        self._adviser: Adviser | None = None  # made for the first hint

    def play(self) -> None:
        """Play until the game is over; Leave, EOFError or KeyboardInterrupt if the player leaves before that."""
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

    # --- output ---------------------------------------------------------------------------------------------------

    def _greeting(self) -> str:
        people = [turn for turn, seat in enumerate(self.seats) if seat.player is None]
        sides = self._side_names()
        if len(people) == 2:
            who = f"{sides[0]} and {sides[1]}, both at this keyboard."
        elif people:
            other = 1 - people[0]
            who = f"You are {sides[people[0]]}; {self.seats[other].name} is {sides[other]}."
        else:
            who = f"{self.seats[0].name} against {self.seats[1].name}."
        return f"{who} Type a move, **?** for a list of moves, **help** for other commands."

    def _side_names(self) -> list[str]:
        """The sides, with their letters if the board shows letters: Black (x)."""
        if board.shows_symbols(self.paint):
            return list(self.match.sides)
        letters = self.match.board
        used: list[list[str]] = [[], []]
        for piece in self.match.scene().pieces:
            if piece.owner in ("first", "second") and piece.state == "" and piece.place in letters:
                own = used[piece.owner == "second"]
                if letters[piece.place] not in own:
                    own.append(letters[piece.place])
        return [
            f"{side} ({own[0]})" if len(own) == 1 else side for side, own in zip(self.match.sides, used, strict=True)
        ]

    def _show(self) -> None:
        print(f"\n{board.draw(self.match, self.paint)}\n")
        for line in board.beside(self.match):
            print(line)
        print(self.paint.bold(self.match.status))
        self._show_board = False

    def _print(self, text: str) -> None:
        print(wrap(text, self.paint))

    def _refuse(self, error: object) -> None:
        text = str(error)
        if text.split(" ")[0].isalpha():  # but a1 stays a1
            text = text[:1].upper() + text[1:]
        for line in wrap(f"{text}.", Paint(width=self.paint.width)).splitlines():
            print(self.paint.warn(line))

    # --- turns ----------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Tell the players that keep state that a new game begins."""
        for seat in self.seats:
            begin = getattr(seat.player, "begin", None)
            if begin is not None:
                begin(self.match.copy())

    def _answer(self, player: Player) -> None:
        side = self.match.sides[self.match.to_move]
        copy = self.match.copy()
        with waiting(f"{player.name} is thinking ..."):
            text = interruptible(lambda: player.choose(copy))
        self.match.push(text)
        self._next_turn()
        print(f"{player.name} ({side}) plays {self.paint.bold(text)}")

    def _next_turn(self) -> None:
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
            self._print("Type a move, ? for a list of moves, help for other commands.")
            return
        word, _, rest = typed.partition(" ")
        if word.startswith("?"):
            word, rest = "?", f"{word[1:]} {rest}"
        word = SHORT_FORMS.get(word.lower(), word.lower())
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
            raise UsageError(f"{word} takes nothing after it; leave out {rest[:20]!r}")
        getattr(self, f"_do_{'list' if word == '?' else word}")(*([rest] if rest else []))

    def _move(self, typed: str) -> None:
        moves = self._moves()
        chosen = moves.pick(typed)
        if chosen is not None and not moves.shown:
            self._print("A number picks a move from this list:")
            self._do_list()
            return
        for move in read_turn(self.match, chosen or typed):
            self.match.push_code(move)
        self._next_turn()

    def _moves(self) -> MoveList:
        if self._list is None:
            self._list = MoveList(self.match, _likely)
        return self._list

    def _words(self) -> Iterable[str]:
        return [*self.match.legal_moves, *COMMANDS]

    # --- commands -------------------------------------------------------------------------------------------------

    def _do_list(self, rest: str = "") -> None:
        moves = self._moves()
        print("\n".join(moves.matching(rest, self.paint) if rest else moves.page(self.paint, self.console.height)))

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
        text = " ".join(f"{move.turn} {move.text}".strip() for move in moves)
        print(wrap(text, Paint(width=self.paint.width)) if moves else "No moves yet.")

    def _do_undo(self) -> None:
        """Go back to the last position in which a person was to move."""
        count = len(self.match.moves)
        back = self.match.copy()
        while back.moves:
            back.pop()
            if self.seats[back.to_move].player is None:
                taken = [self.match.pop() for _ in range(count - len(back.moves))]
                self._next_turn()
                self._print(f"Taken back: {' '.join(reversed(taken))}.")
                return
        self._print("There is no move of yours to take back.")

    def _do_resign(self) -> None:
        self.match.resign()

    def _do_rules(self, rest: str = "") -> None:
        print(clause(self.match.game, rest, self.paint) if rest else page(self.match.game, self.paint))

    def _do_position(self) -> None:
        print(self.match.position)

    def _do_save(self, rest: str = "") -> None:
        path = self._save(user_path(rest) if rest else None)
        print(f"Saved: {path}")

    def _do_help(self) -> None:
        example = next(iter(self.match.legal_moves))
        self._print(
            f"Type a move like {self.paint.code(example)}, or less of it if only one move fits, or its number in the "
            "list. Capitals and spaces do not matter. You can type several moves of one turn on one line. Commands:"
        )
        for form, meaning in COMMANDS.values():
            print(wrap(meaning, self.paint, f"  {self.paint.code(form)}{' ' * (16 - len(form))}", " " * 18))

    def _do_quit(self) -> None:
        raise Leave
