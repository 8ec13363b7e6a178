"""The board of 6 x 6 cells: drawn, by replies that let some lines of five be completed but no wall."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable

from kakomi.core.errors import EngineError, PositionError
from kakomi.core.match import Match
from kakomi.core.squares import cell_name
from kakomi.games.enclose5.solved.board_sets import images, line_sets, smallest_walls
from kakomi.games.enclose5.solved.replies.search import ReplySearch
from kakomi.search.proofs.search import DRAW, ProvenValue
from kakomi.solved.proof_solver import ProofSolver
from kakomi.solved.solver import ReportProgress, Solution

BEGINNING = b"kakomi enclose5 blocking 2\n"
MOST_MARKS = 12  # of the maker's before reserves; eight are enough
POSITIONS = 9_700_000  # known at the end of the proof, about
BYTES = 2_000_000  # of its strategy, about
MOST_EMPTY = 15  # cells, in a position other than the start: with more the general search may take minutes


class RepliesSolver(ProofSolver):
    """The start by the search for replies, positions with few empty cells by the general search.

    A `small` board is proven faster than the search is compiled.
    """

    def __init__(self, match: Match, size: int, small: bool = False) -> None:
        super().__init__(match, size * size + 1, draws=True, beginning=BEGINNING, shown={}, small=small)
        self._size = size
        self._replies: ReplySearch | None = None

    def _proven(self, progress: ReportProgress | None) -> ReplySearch:
        """The search that has proven the start."""
        if self._replies is None:
            size = self._size
            replies = ReplySearch(size, smallest_walls(size), line_sets(size), images(size), self._target)
            if not replies.prove(MOST_MARKS, progress=_share(progress, POSITIONS)):
                raise EngineError(f"the search for replies did not prove {size} x {size} cells a draw")
            self._replies = replies
            self.positions += replies.positions
        return self._replies

    def _prove(self, match: Match) -> ProvenValue:
        if match.state == Match(match.game, match.rules, match.options).state:
            self._proven(self._progress)
            return ProvenValue(DRAW, tuple(sorted(match.codes())), 0)
        empty = len(match.codes())
        if empty > MOST_EMPTY:
            raise PositionError(
                f"on {self._size} x {self._size} cells only the start is solved, and positions with at most {MOST_EMPTY} "
                f"empty cells; this one has {empty}"
            )
        return super()._prove(match)

    def certificate(
        self,
        match: Match,  # noqa: ARG002 - these are the protocol's
        solution: Solution | None,  # noqa: ARG002 - the protocol's
        progress: ReportProgress | None = None,
    ) -> list[bytes]:
        """The blocker's replies, one byte for each position."""
        strategy = self._proven(progress).strategy(progress=_share(progress, BYTES))
        names = sorted(cell_name(column, row) for column in range(self._size) for row in range(self._size))
        content = {"size": self._size, "value": "draw", "best": names, "bytes": len(strategy)}
        body = BEGINNING + json.dumps(content).encode() + b"\n" + zlib.compress(strategy, 9)
        return [body, hashlib.sha256(body).digest()]


def _share(progress: ReportProgress | None, total: int) -> Callable[[int], None] | None:
    """Progress as a share of about `total`."""
    if progress is None:
        return None
    report = progress  # so that it is known to be a function
    return lambda number: report(min(number / total, 0.99))
