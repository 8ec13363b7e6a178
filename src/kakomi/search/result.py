"""What every search takes and returns: a limit in, lines out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from kakomi.core.errors import OptionError
from kakomi.core.match import Match


@dataclass(frozen=True)
class Limit:
    """When to stop: after this many seconds, nodes (simulations, positions) or plies, whichever is first; none: at `stop`.

    With `every_node` a search continues to its node limit even when no other move can overtake the best one any more; only
    a proof ends it earlier.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    every_node: bool = False

    def __post_init__(self) -> None:
        for name in ("seconds", "nodes", "depth"):
            value = getattr(self, name)
            if value is not None and not 0 < value < 1e15:
                raise OptionError(f"{name} must be more than 0, not {value}")


@dataclass(frozen=True)
class AnalysisLine:
    """One move and its result, as the player to move sees it.

    `value` is a chance of winning from 0 to 1, a draw counting half; `proven` is "win", "draw" or "loss" where it is not
    an estimate; `points` the exact final margin where the game is solved by margin; `distance` the moves to the next capture
    or the end, with best play, where that is known. `policy` is how likely a net found the move before any search, from 0
    to 1; None if no net was used.
    """

    move: str
    value: float
    visits: int = 0
    proven: str = ""
    points: int | None = None
    variation: tuple[str, ...] = ()  # the expected moves, this one first
    distance: int | None = None
    policy: float | None = None


@dataclass(frozen=True)
class LikelyMove:
    """A move that a net finds likely at first sight, and how likely, from 0 to 1."""

    move: str
    policy: float
    images: int = 0  # other moves that a symmetry of the position turns it into, where they count as one with it


@dataclass(frozen=True)
class Report:
    """The lines of a search, best first, and what it took.

    `likely` are the moves that a net found likeliest before any search, the likeliest first, and `policy` says how likely
    it found each, by its code; both are empty without a net. For people there is `search.learned.first_sight`.
    `full`: there was no memory for more nodes; a search with a net ends then, whatever its limit.
    """

    lines: tuple[AnalysisLine, ...]
    nodes: int
    seconds: float
    depth: int = 0
    source: str = ""  # "learned", "guided", "mcts", "alphabeta", "learned-alphabeta", "table"
    settings: dict[str, object] = field(default_factory=dict)
    likely: tuple[LikelyMove, ...] = ()
    policy: dict[int, float] = field(default_factory=dict)
    full: bool = False

    @property
    def best(self) -> AnalysisLine:
        """The line to play."""
        return self.lines[0]


Progress = Callable[[Report], None]


class Searcher(Protocol):
    """Any search. The match is not changed; `stop` may be called from another thread and takes effect at once."""

    name: str

    def search(self, match: Match, limit: Limit, lines: int = 1, progress: Progress | None = None) -> Report:
        """The best lines of a match that is not over."""

    def stop(self) -> None:
        """End the running search, which returns what it has."""
