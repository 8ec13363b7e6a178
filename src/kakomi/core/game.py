"""How a game declares itself: names, rule sets, options, and the two halves of each rule set.

*Rules* (a module, see `protocol`) are what is compiled. A *view* (a module with the functions of `View`) turns positions and
moves into texts, diagrams, refusals and scenes, and back; it is never compiled and may use all of Python.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module, resources
from importlib.util import find_spec
from types import ModuleType
from typing import Protocol

from kakomi.core.errors import UnknownName
from kakomi.core.options import Option, Value, settle
from kakomi.core.scene import Mark, Scene


class View(Protocol):
    """A game's notation, diagrams, pictures and refusals.

    `position` is a list of integers as in `protocol`; none of these functions changes it. A view may also have

        seat_label(position, settings, seat)   what to write beside a player's name, the score in the game's own words
                                               ("11 × 8 = 88", "14 / 20"), in one line; see `RuleSet.seat_labels`
        shortcuts(position, move)              other click paths of a legal move, each like `clicks`: a tuple of tuples
        FIXED_MOVES                            True if a move has the same text and clicks wherever it is legal, whatever
                                               the options: a server then writes them once
    """

    def sides(self, position: list[int]) -> tuple[str, str]:
        """The colours of the first and the second player now: ("Black", "White")."""

    def move_text(self, position: list[int], move: int) -> str:
        """The one-line notation of a legal move; distinct for distinct legal moves."""

    def read_move(self, position: list[int], text: str) -> int:
        """The move a text stands for, legal or not; UnreadableMove (or IllegalMove) where it cannot be a move here."""

    def shorthands(self, text: str) -> tuple[str, ...]:
        """Shorter ways to type the legal move `text`, valid if they fit only one legal move."""

    def why_not(self, position: list[int], move: int) -> tuple[str, str]:
        """For a readable move that is not legal (in a game that is not over): the clause, and a sentence that cites it."""

    def position_text(self, position: list[int]) -> str:
        """One line, FEN-like, with everything but the options."""

    def read_position(self, text: str, settings: list[int]) -> list[int]:
        """The position; PositionError if it cannot be read or cannot occur."""

    def diagram(self, position: list[int]) -> str:
        """The board as lines of text, highest row on top, with coordinates and a line for what is not on the board."""

    def read_diagram(self, text: str, settings: list[int]) -> list[int]:
        """The position of a diagram; coordinates and the extra line may be left out (the first player then moves)."""

    def board(self, position: list[int]) -> dict[str, str]:
        """Cell name to symbol, for every cell that is not empty."""

    def scene(self, position: list[int]) -> Scene:
        """The board and what stands on it and beside it; Match adds choices, marks, players and status."""

    def clicks(self, position: list[int], move: int) -> tuple[str, ...]:
        """A legal move as place ids to click in order, or one "button:NAME"."""

    def marks(self, before: list[int], move: int, after: list[int]) -> tuple[Mark, ...]:
        """What to point out about the last move."""

    def need(self, position: list[int]) -> str:
        """A sentence that explains the choice ("Two further marks are owed."), or ""; not called when the game is over."""


@cache
def module_beside(rules: ModuleType, name: str) -> ModuleType | None:
    """The module of that name in the folder of these rules, or None."""
    folder = rules.__name__.rpartition(".")[0]
    if not folder or find_spec(f"{folder}.{name}") is None:
        return None
    return import_module(f"{folder}.{name}")


@dataclass(frozen=True)
class RuleSet:
    """One way to play a game. `check` refuses combinations of options, with OptionError."""

    name: str
    help: str
    rules: ModuleType
    view: View
    options: tuple[Option, ...] = ()
    fixed: tuple[int, ...] = ()  # settings the rules see before the options' codes
    scored: bool = True

    def part(self, name: str) -> ModuleType | None:
        """An optional module beside the rules ("evaluation", "symmetry", "solved"), or None where the game has none."""
        return module_beside(self.rules, name)

    @property
    def symmetry(self) -> ModuleType | None:
        """The module with the protocol's symmetry functions; None if there is only the identity."""
        return self.part("symmetry")

    def seat_labels(self, position: list[int], settings: list[int]) -> tuple[str, str]:
        """The score of each player in the game's own words, "" where the view has none."""
        label = getattr(self.view, "seat_label", None)
        return ("", "") if label is None else (label(position, settings, 0), label(position, settings, 1))

    def settings(self, values: Mapping[str, Value]) -> list[int]:
        """The integers the rules see."""
        return [*self.fixed, *(option.code(values[option.name]) for option in self.options)]


@dataclass(frozen=True)
class Game:
    """A game of the catalogue."""

    name: str
    title: str
    by: str  # designer or origin, with the year
    about: str  # one sentence
    rule_sets: tuple[RuleSet, ...]
    version: str = "1"  # of the rules: changes when the same moves would mean a different game
    package: str = field(default="", repr=False)  # where the rules page is

    def rule_set(self, name: str | None = None) -> RuleSet:
        """The rule set of that name; the default one for None."""
        if name is None:
            return self.rule_sets[0]
        for rule_set in self.rule_sets:
            if rule_set.name == name:
                return rule_set
        raise UnknownName(f"rule set of {self.name}", name, (each.name for each in self.rule_sets))

    def settle(self, rules: str | None, given: Mapping[str, object]) -> tuple[RuleSet, dict[str, Value]]:
        """The rule set and every option's value, checked."""
        rule_set = self.rule_set(rules)
        values = settle(rule_set.options, given, f"{self.name} {rule_set.name}")
        check = getattr(rule_set.rules, "check", None)
        if check is not None:
            check(values)
        return rule_set, values

    def __reduce__(self) -> tuple[object, ...]:
        """A game is pickled as the name of its package, which must contain it, since modules cannot be pickled."""
        if self.package and find(self.package, self.name) is self:
            return find, (self.package, self.name)
        raise TypeError(f"the game {self.name} cannot be pickled: its package {self.package!r} does not hold it")

    def data_file(self, name: str) -> str | None:
        """The text of a file in the game's folder, or None where the game has none of that name."""
        file = resources.files(self.package).joinpath(name)
        return file.read_text(encoding="utf-8") if file.is_file() else None

    def rules_page(self) -> str:
        """The numbered clauses, as Markdown."""
        return self.data_file("rules.md") or ""


def find(package: str, name: str) -> Game | None:
    """The game of that name in a package, or None."""
    members = vars(import_module(package)).values()
    return next((each for each in members if isinstance(each, Game) and each.name == name), None)
