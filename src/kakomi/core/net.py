"""The net interface of a game: what a neural net sees of a position, and how moves are numbered for it.

A game may have a file `net.py` beside its rules. It has, for interpreted use,
    STATES              how many states a cell can have: 0 off the board, 1 empty, 2 and above what stands there, as seen by
                        the player to move
    WAYS                policy entries for each cell: the ways in which a move can go to it
    EXTRAS              policy entries that belong to no cell
    grid(settings)      (rows, columns); the cell in a row and column has the number row * columns + column
    facts(settings)     how many values each fact has; facts are numbers of the whole position that the cells do not show
    actions(settings)   optional: how many dense action numbers there are; as many as policy entries if it is left out
    KIND                optional: "sparse", the default, for a board of one size, or "conv" for a board of any size
    PATTERNS            optional, for a sparse net: groups of cells, as rows and columns from the first, that it sees as one;
                        SQUARE if it is left out
and the compiled functions `planes`, `index`, `move_at` and, optionally, `entry` and `second_entry` of `core.protocol`. Those
are bound by `build.bind` wherever a generic function uses them. A game without the file works too, but without nets.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import FunctionType, ModuleType

from kakomi.core import defaults
from kakomi.core.errors import EngineError
from kakomi.core.game import module_beside

SQUARE = (((0, 0), (0, 1), (1, 0), (1, 1)),)
FUNCTIONS = ("planes", "index", "move_at", "entry", "second_entry")


@dataclass(frozen=True)
class NetShape:
    """The sizes of a game's net interface under certain options."""

    rows: int
    columns: int
    states: int
    ways: int
    extras: int
    facts: tuple[int, ...]  # how many values each has
    actions: int  # the dense action numbers go from 0 to actions - 1

    @property
    def cells(self) -> int:
        """How many cells the grid has, including those off the board."""
        return self.rows * self.columns

    @property
    def entries(self) -> int:
        """How many policy entries there are: the ways of each cell, then the extras."""
        return self.cells * self.ways + self.extras

    @property
    def length(self) -> int:
        """How many numbers `planes` writes: the state of each cell, then each fact."""
        return self.cells + len(self.facts)


def net_for(rules: ModuleType) -> ModuleType | None:
    """The net interface beside these rules, or None where the game has none."""
    return module_beside(rules, "net")


def net_of(rules: ModuleType) -> ModuleType:
    """The net interface beside these rules; EngineError where the game has none."""
    net = net_for(rules)
    if net is None:
        folder = rules.__name__.rpartition(".")[0] or rules.__name__
        raise EngineError(f"{folder} has no net interface: there is no net.py beside its rules")
    return net


def net_shape(rules: ModuleType, settings: list[int]) -> NetShape:
    """The sizes of the net interface under these settings; EngineError where the game has none."""
    net = net_of(rules)
    try:
        rows, columns = net.grid(settings)
        facts = tuple(net.facts(settings))
        entries = rows * columns * net.WAYS + net.EXTRAS
        actions = net.actions(settings) if hasattr(net, "actions") else entries
        return NetShape(rows, columns, net.STATES, net.WAYS, net.EXTRAS, facts, actions)
    except AttributeError as error:
        raise EngineError(f"the net interface {net.__name__} is not whole: {error}") from error


def net_functions(rules: ModuleType) -> dict[str, FunctionType]:
    """The interface's compiled functions by name, defaults for those left out; EngineError where one is missing."""
    net = net_of(rules)
    table = {}
    for name in FUNCTIONS:
        function = getattr(net, name, getattr(defaults, name, None))
        if function is None:
            raise EngineError(f"the net interface {net.__name__} lacks the function {name}")
        table[name] = function
    return table
