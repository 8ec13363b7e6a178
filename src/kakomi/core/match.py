"""Match: one game being played, with its history. `play` in the rules trusts; `Match.push` checks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kakomi.core.errors import AmbiguousMove, IllegalMove, UnreadableMove, listing, shorten
from kakomi.core.game import Game
from kakomi.core.protocol import DRAW
from kakomi.core.scene import Choice, Scene

LONGEST_MOVE = 64


@dataclass(frozen=True)
class Outcome:
    """How a game ended. `winner` is 0 (the player who moved first), 1, or None for a draw.

    `clause` is the rule's clause that ended it, or "resign" and the like where a player did.
    """

    winner: int | None
    clause: str
    score: tuple[int, int] | None = None

    @property
    def result(self) -> str:
        """The result as records write it: 1-0, 0-1 or 1/2-1/2."""
        return "1/2-1/2" if self.winner is None else ("1-0", "0-1")[self.winner]


class LegalMoves:
    """The legal moves of a match as texts: iterate, count, ask with `in`. They are made when first asked for."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._position = match.state

    def __iter__(self) -> Iterator[str]:
        view = self._match.rule_set.view
        return (view.move_text(self._position, move) for move in self._match.codes(self._position))

    def __len__(self) -> int:
        return len(self._match.codes(self._position))

    def __bool__(self) -> bool:
        return len(self) > 0

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and any(text == each for each in self)

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves: {listing(self)}>"


class Match:
    """A game being played. Make one with `kakomi.new`.

    >>> import kakomi
    >>> match = kakomi.new("enso")
    >>> len(match.legal_moves)
    24
    >>> match.push("c5xd5")
    >>> match.to_move, match.moves
    (1, ['c5xd5'])
    >>> match.pop()
    'c5xd5'
    """

    def __init__(
        self,
        game: Game,
        rules: str | None = None,
        options: Mapping[str, object] | None = None,
        position: str | None = None,
    ) -> None:
        self.game = game
        self.rule_set, self.options = game.settle(rules, options or {})
        self._settings = self.rule_set.settings(self.options)
        if position is None:
            root = [0] * self.rule_set.rules.length(self._settings)
            self.rule_set.rules.start(root, self._settings)
        else:
            root = self.rule_set.view.read_position(position, self._settings)
        self._start_text = position
        self._positions: list[list[int]] = [root]
        self._moves: list[int] = []
        self._texts: list[str] = []
        self._given_up: Outcome | None = None
        self._codes: tuple[list[int], list[int]] | None = None

    # --- the position and the moves -------------------------------------------------------------------------------

    @property
    def rules(self) -> str:
        """The rule set's name."""
        return self.rule_set.name

    @property
    def state(self) -> list[int]:
        """The position as the rules see it: read it, do not change it."""
        return self._positions[-1]

    @property
    def settings(self) -> list[int]:
        """The option codes the rules were started with."""
        return list(self._settings)

    @property
    def start_position(self) -> str | None:
        """The text of the position the match began from, None for the game's own start."""
        return self._start_text

    def codes(self, position: list[int] | None = None) -> list[int]:
        """The legal moves as integers."""
        position = self.state if position is None else position
        if self._codes is None or self._codes[0] is not position:
            out = [0] * self.rule_set.rules.max_moves(self._settings)
            count = self.rule_set.rules.legal_moves(position, out)
            self._codes = (position, out[:count])
        if self._given_up is not None and position is self.state:
            return []
        return self._codes[1]

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves: `"c5xd5" in match.legal_moves`, `list(...)`, `len(...)`; none once the game is over."""
        return LegalMoves(self)

    @property
    def to_move(self) -> int:
        """0 for the player who moved first, 1 for the other; when the game is over, whose move it would be."""
        return int(self.rule_set.rules.to_move(self.state))

    @property
    def sides(self) -> tuple[str, str]:
        """The colours of the two players now, the first player's first."""
        return self.rule_set.view.sides(self.state)

    @property
    def moves(self) -> list[str]:
        """The texts of the moves so far."""
        return list(self._texts)

    @property
    def move_codes(self) -> list[int]:
        """The moves so far as integers."""
        return list(self._moves)

    @property
    def score(self) -> tuple[int, int] | None:
        """The running score, the first player's first; None in a game without one."""
        if not self.rule_set.scored:
            return None
        score = self.rule_set.rules.score
        return int(score(self.state, 0)), int(score(self.state, 1))

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on, else winner, clause and score."""
        if self._given_up is not None:
            return self._given_up
        if self.codes():
            return None
        rules = self.rule_set.rules
        winner = rules.winner(self.state)
        clause = rules.CLAUSES[rules.ending(self.state)]
        return Outcome(None if winner == DRAW else int(winner), clause, self.score)

    # --- playing --------------------------------------------------------------------------------------------------

    def push(self, text: str) -> None:
        """Play the move, or raise UnreadableMove, IllegalMove or AmbiguousMove and change nothing."""
        self.push_code(self.parse(text))

    def push_code(self, move: int) -> None:
        """Play a legal move given as an integer."""
        if move not in self.codes():
            raise IllegalMove(f"{move} is no legal move here")
        text = self.rule_set.view.move_text(self.state, move)
        after = list(self.state)
        self.rule_set.rules.play(after, move)
        self._positions.append(after)
        self._moves.append(move)
        self._texts.append(text)

    def parse(self, text: str) -> int:
        """The legal move that the text, or a short form of it, stands for."""
        text = text.strip()
        view = self.rule_set.view
        outcome = self.outcome
        if outcome is not None:
            raise IllegalMove(f"the game is over ({outcome.clause}); no move can be made", outcome.clause)
        if not text or len(text) > LONGEST_MOVE or not text.isprintable():
            raise UnreadableMove(f"{shorten(text)!r} is not a move; moves look like {listing(self.legal_moves, 3)}")
        unreadable: UnreadableMove | None = None
        try:
            move = view.read_move(self.state, text)
            if move in self.codes():
                return move
        except UnreadableMove as error:
            unreadable = error
        fitting = [each for each in self.legal_moves if text in view.shorthands(each)]
        if len(fitting) == 1:
            return view.read_move(self.state, fitting[0])
        if fitting:
            raise AmbiguousMove(f"{text} could be {listing(fitting)}; write one of them in full")
        if unreadable is not None:
            raise unreadable
        clause, reason = view.why_not(self.state, move)
        raise IllegalMove(reason, clause)

    def why_not(self, text: str) -> str | None:
        """Why a move is refused, in a sentence with the clause and what would be right; None if it is legal."""
        try:
            self.parse(text)
        except (UnreadableMove, IllegalMove, AmbiguousMove) as error:
            return str(error)
        return None

    def pop(self) -> str:
        """Take the last move (or a resignation) back and return its text; IndexError at the start."""
        if self._given_up is not None:
            clause = self._given_up.clause
            self._given_up = None
            return clause
        if not self._moves:
            raise IndexError("there is no move to take back")
        self._positions.pop()
        self._moves.pop()
        return self._texts.pop()

    def resign(self, player: int | None = None, clause: str = "resign") -> None:
        """The player (by default the one to move) gives the game up."""
        if self.outcome is not None:
            raise IllegalMove("the game is over; nobody can resign it")
        loser = self.to_move if player is None else player
        self._given_up = Outcome(1 - loser, clause, self.score)

    def agree_draw(self, clause: str = "agreed") -> None:
        """Both players agree to a draw."""
        if self.outcome is not None:
            raise IllegalMove("the game is over; it cannot be drawn by agreement")
        self._given_up = Outcome(None, clause, self.score)

    def copy(self) -> Match:
        """An independent copy, history and all."""
        other = object.__new__(Match)
        other.__dict__.update(self.__dict__)
        other._positions = list(self._positions)  # positions are never changed once made
        other._moves = list(self._moves)
        other._texts = list(self._texts)
        return other

    # --- texts and pictures ---------------------------------------------------------------------------------------

    @property
    def position(self) -> str:
        """The position in one line, FEN-like; `kakomi.new(..., position=text)` reads it."""
        return self.rule_set.view.position_text(self.state)

    @property
    def board(self) -> dict[str, str]:
        """Cell name to symbol, for every cell that is not empty."""
        return self.rule_set.view.board(self.state)

    def diagram(self) -> str:
        """The board as lines of text; `kakomi.from_diagram` reads it."""
        return self.rule_set.view.diagram(self.state)

    @property
    def status(self) -> str:
        """One sentence or two: whose move it is and why, or how the game ended."""
        outcome = self.outcome
        names = self.sides
        if outcome is None:
            need = self.rule_set.view.need(self.state)
            return f"{names[self.to_move]} to move." + (f" {need}" if need else "")
        score = "" if outcome.score is None else f", {outcome.score[0]} to {outcome.score[1]}"
        if outcome.winner is None:
            return f"Drawn ({outcome.clause}){score}."
        return f"{names[outcome.winner]} wins ({outcome.clause}){score}."

    def scene(self) -> Scene:
        """The board as data, with the legal moves as click paths and the last move marked."""
        view = self.rule_set.view
        scene = view.scene(self.state)
        choices = tuple(Choice(view.move_text(self.state, m), view.clicks(self.state, m)) for m in self.codes())
        marks = scene.marks
        if self._moves:
            marks += view.marks(self._positions[-2], self._moves[-1], self.state)
        turn = "" if self.outcome is not None else ("first", "second")[self.to_move]
        return replace(
            scene,
            game=self.game.name,
            rules=self.rules,
            choices=choices,
            marks=marks,
            sides=self.sides,
            to_move=turn,
            status=self.status,
            alt=self.diagram(),
        )

    def svg(self, **how: Any) -> str:
        """The board as an SVG document; see `kakomi.core.svg.draw` for the arguments."""
        from kakomi.core.svg import draw

        return draw(self.scene(), **how)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        options = "".join(f" {name}={value}" for name, value in self.options.items())
        return f"<Match {self.game.name} {self.rules}{options}, {len(self._moves)} moves: {self.status}>"
