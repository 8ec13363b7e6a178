"""Match: one game being played, with its history. `play` in the rules trusts its caller; `Match.push` checks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from kakomi.core import symmetry
from kakomi.core.errors import AmbiguousMove, IllegalMove, UnreadableMove
from kakomi.core.game import Game
from kakomi.core.game_files.endings import ending_sentence
from kakomi.core.legal_moves import LegalMoves, read_move
from kakomi.core.protocol import DRAW
from kakomi.core.records.pickling import restore
from kakomi.core.scene import Choice, Scene


@dataclass(frozen=True)
class Outcome:
    """How a game ended. `winner` is 0 (the player who moved first), 1, or None for a draw.

    `clause` is the clause of the rules that ended it, or "resign" and the like where a player did.
    """

    winner: int | None
    clause: str
    score: tuple[int, int] | None = None

    @property
    def result(self) -> str:
        """The result as records write it: 1-0, 0-1 or 1/2-1/2."""
        return "1/2-1/2" if self.winner is None else ("1-0", "0-1")[self.winner]


class Match:
    """A game being played. Make one with `kakomi.new`.

    >>> import kakomi
    >>> match = kakomi.new(kakomi.games.names()[0])
    >>> move = match.legal_moves[0]
    >>> match.push(move)
    >>> match.to_move, match.moves == [move]
    (1, True)
    >>> match.pop() == move
    True

    Two matches are equal when the same game was played with the same rule set and options from the same position with
    the same moves, and ended in the same way. A match changes as it is played, so it cannot be a key of a dictionary; its
    `position` can, and so can `canonical()`. Matches can be copied and pickled.

    `tags`, `comments` and `clocks` hold the rest of a record: tags such as First, Second and Date and, by move number, the
    comment after the move and the seconds left on the mover's clock (comment 0 stands before the first move). They are
    read and written with the match, and ignored when matches are compared.
    """

    def __init__(
        self,
        game: Game,
        rules: str | None = None,
        options: Mapping[str, object] | None = None,
        position: str | None = None,
        *,
        compiled: bool = False,
    ) -> None:
        """A match from its start or from a position text.

        `compiled` runs the rules compiled. That imports numba, and is worth it for thousands of moves.
        """
        self.game = game
        self._compiled = compiled
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
        self.tags: dict[str, str] = {}
        self.comments: dict[int, str] = {}
        self.clocks: dict[int, float] = {}

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
    def positions(self) -> list[list[int]]:
        """The position before each move, and the one now, as the rules see them: read them, do not change them."""
        return self._positions

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
            self._codes = (position, self._list(position))
        if self._given_up is not None and position is self.state:
            return []
        return self._codes[1]

    def _list(self, position: list[int]) -> list[int]:
        most = self.rule_set.rules.max_moves(self._settings)
        if self._compiled:
            from kakomi.core.compiler.compiled_moves import lister

            return lister(self.rule_set.rules, most)(position)
        out = [0] * most
        count = self.rule_set.rules.legal_moves(position, out)
        return out[:count]

    def _after(self, move: int) -> list[int]:
        if self._compiled:
            from kakomi.core.compiler.compiled_moves import player

            return player(self.rule_set.rules)(self.state, move)
        after = list(self.state)
        self.rule_set.rules.play(after, move)
        return after

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves as a sequence of texts: `"c5xd5" in match.legal_moves`, `len(...)`; none once it is over."""
        return LegalMoves(self.rule_set.view, self.state, self.codes())

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
    def last_move(self) -> str | None:
        """The text of the last move, None before the first."""
        return self._texts[-1] if self._texts else None

    @property
    def last_code(self) -> int | None:
        """The last move as an integer, None before the first."""
        return self._moves[-1] if self._moves else None

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return len(self._moves)

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
        """None while the game is in progress, else winner, clause and score."""
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
            raise IllegalMove(f"{move} is not a legal move here")
        text = self.rule_set.view.move_text(self.state, move)
        self._positions.append(self._after(move))
        self._moves.append(move)
        self._texts.append(text)

    def parse(self, text: str) -> int:
        """The legal move that the text, or a short form of it, stands for."""
        outcome = self.outcome
        if outcome is not None:
            raise IllegalMove(f"the game is over ({outcome.clause}); no move can be made", outcome.clause)
        return read_move(self.rule_set.view, self.state, self.codes(), text.strip())

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
        self.comments.pop(self.ply, None)
        self.clocks.pop(self.ply, None)
        self._positions.pop()
        self._moves.pop()
        return self._texts.pop()

    def resign(self, player: int | None = None, clause: str = "resign") -> None:
        """The player (by default the one to move) resigns."""
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
        other.tags, other.comments, other.clocks = dict(self.tags), dict(self.comments), dict(self.clocks)
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self.copy()

    # --- comparing and pickling -----------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return self._identity() == other._identity()

    __hash__ = None  # type: ignore[assignment]  # a match changes as it is played

    def _identity(self) -> tuple[object, ...]:
        """What makes two matches equal."""
        game = self.game.name, self.game.version, self.rules, self.options
        return *game, self._positions[0], self._moves, self._given_up

    def __reduce__(self) -> tuple[Any, ...]:
        """Keep the moves and only the last position, which shows whether the rules have changed in the meantime."""
        played = self._start_text, self._moves, self._texts, self._given_up, self.state
        notes = self.tags, self.comments, self.clocks
        return restore, (self.game, self.game.version, self.rules, self.options, played, notes)

    # --- symmetries -----------------------------------------------------------------------------------------------

    def symmetries(self) -> int:
        """How many rotations and reflections of the board leave the rules unchanged, including the identity."""
        return symmetry.count(self.rule_set, self.state)

    def transform(self, number: int) -> str:
        """The image of the position under symmetry `number`, 0 being the identity.

        >>> import kakomi
        >>> match = kakomi.new(kakomi.games.names()[0])
        >>> match.transform(0) == match.position
        True
        """
        return self.rule_set.view.position_text(symmetry.image(self.rule_set, self.state, number))

    def transform_move(self, text: str, number: int) -> str:
        """A legal move as written in the image of the position under symmetry `number`.

        >>> import kakomi
        >>> match = kakomi.new(kakomi.games.names()[0])
        >>> move = match.legal_moves[0]
        >>> match.transform_move(move, 0) == move
        True
        """
        move = symmetry.image_move(self.rule_set, self.state, self.parse(text), number)
        return self.rule_set.view.move_text(symmetry.image(self.rule_set, self.state, number), move)

    def canonical(self) -> str:
        """One text for all positions that symmetries turn into one another: the least of their images.

        It is a position text like any other, with everything that `position` has. Colours are never swapped.

        >>> import kakomi
        >>> match = kakomi.new(kakomi.games.names()[0])
        >>> mirrored = kakomi.new(match.game.name, position=match.transform(1))
        >>> mirrored.canonical() == match.canonical()
        True
        """
        return self.rule_set.view.position_text(symmetry.least(self.rule_set, self.state))

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
        return ending_sentence(self)

    def shortcuts(self) -> tuple[Choice, ...]:
        """The other click paths that the view may have for some of the legal moves."""
        view, other_paths = self.rule_set.view, getattr(self.rule_set.view, "shortcuts", None)
        if other_paths is None:
            return ()
        paths = [(move, path) for move in self.codes() for path in other_paths(self.state, move)]
        return tuple(Choice(view.move_text(self.state, move), path) for move, path in paths)

    def scene(self) -> Scene:
        """The board as data, with the legal moves as click paths and the last move marked."""
        view, position = self.rule_set.view, self.state
        choices = tuple(Choice(view.move_text(position, m), view.clicks(position, m)) for m in self.codes())
        return replace(self.bare_scene(), choices=choices, shortcuts=self.shortcuts())

    def bare_scene(self) -> Scene:
        """The same without choices and shortcuts."""
        view, position = self.rule_set.view, self.state
        scene = view.scene(position)
        last = view.marks(self._positions[-2], self._moves[-1], position) if self._moves else ()
        return replace(
            scene,
            game=self.game.name,
            rules=self.rules,
            marks=scene.marks + last,
            sides=self.sides,
            to_move="" if self.outcome is not None else ("first", "second")[self.to_move],
            status=self.status,
            alt=self.diagram(),
        )

    def svg(self, **how: Any) -> str:
        """The board as an SVG document; see `kakomi.core.svg.draw` for the arguments."""
        from kakomi.core.svg import draw, material_of

        return draw(self.scene(), material_of(self.game), **how)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        """The board, as `diagram` writes it."""
        return self.diagram()

    def __repr__(self) -> str:
        """A call that recreates this position; a game that a player gave up is only described.

        >>> import kakomi
        >>> match = kakomi.new(kakomi.games.names()[0])
        >>> match.push(match.legal_moves[0])
        >>> eval(repr(match)).position == match.position
        True
        """
        words = [repr(self.game.name)]
        if self.rule_set is not self.game.rule_sets[0]:
            words.append(repr(self.rules))
        if self._moves or self._start_text is not None:
            words.append(f"position={self.position!r}")
        defaults = {option.name: option.default for option in self.rule_set.options}
        words += [f"{name}={value!r}" for name, value in self.options.items() if value != defaults[name]]
        if self._given_up is not None:
            return f"<Match {' '.join(words)}: {self.status}>"
        return f"kakomi.new({', '.join(words)})"
