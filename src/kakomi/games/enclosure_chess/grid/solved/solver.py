"""Enclosure Chess on 5x5 and 7x7, solved: a table of all positions, and perfect play from it.

Black pieces stand on the points of one colour of the chequered board. The points of the other colour, the *gaps*, are
empty at the start, and they are all the neighbours a black piece has. So:
- which black pieces are captured depends on nothing but the set W of filled gaps;
- a piece put on any other empty point (the centre of 5x5; the point of a captured piece, with vacated=open) captures
  nothing and changes nothing but the number of pieces left: it is a *waiting move*, and it does not matter where it is made;
- the gaps are as many as the shared pieces, so while a piece is left, so is a gap: the game ends with the last piece.
A position is then (W, f), where f counts the pieces that stand outside the gaps: there are (centre + captured(W) if open)
points for them in all. What was captured before does not matter for what is still to come.

Let V(W, f) be how many more pieces the player to move will still capture than the opponent, with best play, and
    B(W, f) = captured(W) - V(W, f),
which is the final margin of the player who just moved if all captures so far were that player's. A move that leads to
(W', f') gains captured(W') - captured(W) and then costs V(W', f'), so
    V(W, f) = max of B(W', f') over all moves - captured(W),   B(W, f) = 2 captured(W) - max of B(W', f'),
and B = captured(W) when no piece is left. Every move leads to a larger number W, or to a larger f: the table of B is
filled from its end, W after W, one row of all f for each.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

from kakomi.core.bits import ctz
from kakomi.core.compiler.build import bind
from kakomi.core.match import Match
from kakomi.core.squares import cell_name
from kakomi.games.enclosure_chess.grid import rules
from kakomi.games.enclosure_chess.grid.solved import certificate
from kakomi.search.result import AnalysisLine, Limit, Progress, Report
from kakomi.solved import tables
from kakomi.solved.solver import ReportProgress, Solution

PIECES_WORTH_COMPILING = 13  # a smaller board is solved faster than the code is compiled
STEPS = 64  # of making a table: after each, progress is reported and Ctrl-C takes effect
LONGEST_ROW = 32
NONE_YET = -128


def fill(
    low: int, high: int, gaps: int, captured: list[int], offset: list[int], row: list[int], table: list[int]
) -> None:
    """The rows of B for `low` <= W < `high`, with those above already filled; `row` is scratch space."""
    full = (1 << gaps) - 1
    for filled in range(high - 1, low - 1, -1):
        begin = offset[filled]
        width = offset[filled + 1] - begin
        for f in range(width):
            row[f] = NONE_YET
        empty = full & ~filled
        left = 0
        while empty:
            child = filled | (empty & -empty)
            empty &= empty - 1
            left += 1
            there = offset[child]
            for f in range(min(width, offset[child + 1] - there)):
                row[f] = max(row[f], table[there + f])
        for f in range(width - 1, -1, -1):
            if f == left:
                table[begin + f] = captured[filled]  # no piece is left
            else:
                best = row[f]
                if f + 1 < width:
                    best = max(best, table[begin + f + 1])  # the waiting move
                table[begin + f] = 2 * captured[filled] - best


class GapBoard:
    """The gaps of a board, numbered row by row from a1, and what their filling captures."""

    def __init__(self, size: int, vacated: int) -> None:
        black = rules.black_start(size)
        gap_points = rules.beside(black) & rules.full_board(size) & ~black
        centre = rules.full_board(size) & ~black & ~gap_points
        self.points = list(_bits(gap_points))
        self.gaps = len(self.points)
        self.centre = centre.bit_count()
        self.reopened = vacated == rules.OPEN
        self.number = {point: number for number, point in enumerate(self.points)}
        # A row of points is a byte of the bitboard; for each byte of empty points, these are the row's bits of W.
        self._rows = [[self._row(row, empty) for empty in range(1 << size)] for row in range(size)]
        self._mask = (1 << size) - 1
        self.rings = [self.filled(~rules.beside(1 << point)) for point in _bits(black)]

    def _row(self, row: int, empty: int) -> int:
        return sum(1 << n for point, n in self.number.items() if point // 8 == row and not empty >> point % 8 & 1)

    def filled(self, empty: int) -> int:
        """W of a position's empty points."""
        filled = 0
        for row in self._rows:
            filled |= row[empty & self._mask]
            empty >>= 8
        return filled

    def layout(self) -> tuple[Any, Any]:
        """captured(W), and where the row of each W begins in the table (and, last, how long the table is)."""
        import numpy as np

        captured = np.zeros(1 << self.gaps, np.int8)
        placed = np.zeros(1 << self.gaps, np.int8)
        for gap in range(self.gaps):  # from all W without this gap and those above it, to all W with it
            half = 1 << gap
            captured[half : 2 * half] = captured[:half]
            placed[half : 2 * half] = placed[:half] + 1
            for ring in self.rings:
                if ring >> gap == 1:
                    rest = ring ^ half
                    captured[half : 2 * half] += (np.arange(half, dtype=np.int32) & rest) == rest
        width = self.gaps - placed
        np.minimum(width, self.centre + captured if self.reopened else self.centre, out=width)
        width += 1
        offset = np.zeros(len(width) + 1, np.int32)
        np.cumsum(width, dtype=np.int32, out=offset[1:])
        return captured, offset


class GridSolver:
    """Perfect play on one board, with one option. Made by `make`; the table comes with `prepare` or the first question."""

    name = "exact"

    def __init__(self, size: int, vacated: int, label: tuple[str, str, str], version: str) -> None:
        self.notices: list[str] = []
        self._label = label  # game, rule set, vacated
        self._file = f"{'-'.join(label)}.table"
        self._version = f"{version} {_sources()}"
        self._settings = [size, vacated]
        self._board = GapBoard(size, vacated)
        self._target = "cpu" if self._board.gaps >= PIECES_WORTH_COMPILING else "python"
        self._lock = threading.Lock()
        self._captured = self._offset = self._table = memoryview(b"")  # of arrays: faster to read

    # --- the table ----------------------------------------------------------------------------------------------------

    @property
    def ready(self) -> bool:
        """Is there a table? One in the cache is fetched, in about a second; that of a small board is made on the spot."""
        if len(self._table) == 0:
            with self._lock:
                self._fetch()
        if self._target == "python":
            self.prepare()
        return len(self._table) > 0

    def prepare(self, progress: ReportProgress | None = None) -> None:
        """Fetch the table, or make it: some seconds for 7x7."""
        with self._lock:
            self._fetch()
            if len(self._table) == 0:
                self._keep(self._made(progress))

    def _fetch(self) -> None:
        """Look for the table in the cache, once."""
        if len(self._offset) > 0:
            return
        captured, offset = self._board.layout()
        self._captured, self._offset = captured.data, offset.data
        table = self._kept(self._offset[-1])
        if table is not None:
            self._table = table.data

    def _keep(self, table: Any) -> None:
        self._table = table.data
        try:
            tables.save(self._file, self._version, table)
        except (OSError, RuntimeError) as error:
            self.notices.append(f"{self._file} cannot be kept in the cache ({_why(error)}); it serves from memory")

    def _kept(self, length: int) -> Any | None:
        try:
            return tables.load(self._file, self._version, length)
        except tables.Unusable as problem:
            self.notices.append(f"{self._file} in the cache {problem}; it is built again")
        except (OSError, RuntimeError) as error:
            self.notices.append(f"{self._file} in the cache cannot be read ({_why(error)}); it is built again")
        return None

    def _made(self, progress: ReportProgress | None) -> Any:
        import numpy as np

        captured: Any = self._captured.obj
        offset: Any = self._offset.obj
        table = np.zeros(self._offset[-1], np.int8)
        wanted: Any = table
        row: Any = np.zeros(LONGEST_ROW, np.int64)
        if self._target == "python":
            captured, offset, wanted, row = captured.tolist(), offset.tolist(), table.tolist(), row.tolist()
        entry = bind(self._target, fill, rules)
        for low, high in reversed(list(self._steps())):
            entry(low, high, self._board.gaps, captured, offset, row, wanted)
            if progress is not None:
                progress(1 - low / (1 << self._board.gaps))
        if wanted is not table:
            table[:] = wanted
        return table

    def _steps(self) -> Iterator[tuple[int, int]]:
        step = (1 << self._board.gaps) // STEPS
        return ((low, low + step) for low in range(0, 1 << self._board.gaps, step))

    # --- answers ------------------------------------------------------------------------------------------------------

    def margins(self, position: list[int]) -> list[tuple[int, int]]:
        """Every legal move, and by how much the player to move will be ahead at the end after making it."""
        self.prepare()
        if position[rules.LEFT] == 0:
            return []
        table, offset = self._table, self._offset
        player = rules.to_move(position)
        filled, f = self._place(position)
        base = position[rules.CAPTURES + player] - position[rules.CAPTURES + 1 - player] - self._captured[filled]
        found = []
        for point in _bits(position[rules.EMPTY]):
            gap = self._board.number.get(point)
            entry = offset[filled] + f + 1 if gap is None else offset[filled | 1 << gap] + f  # a waiting move, or not
            found.append((point, base + table[entry]))
        return found

    def _place(self, position: list[int]) -> tuple[int, int]:
        filled = self._board.filled(position[rules.EMPTY])
        return filled, self._board.gaps - position[rules.LEFT] - filled.bit_count()

    def value(self, match: Match) -> int:
        """By how many captures the first player will be ahead at the end, with perfect play."""
        self.prepare()
        position = match.state
        filled, f = self._place(position)
        to_come = self._captured[filled] - self._table[self._offset[filled] + f]
        so_far = position[rules.CAPTURES] - position[rules.CAPTURES + 1]
        return so_far + (to_come if rules.to_move(position) == 0 else -to_come)

    def solution(self, match: Match) -> Solution:
        """The value and every optimal move."""
        value = self.value(match)
        margins = self.margins(match.state)
        most = max((margin for _, margin in margins), default=0)
        text = match.rule_set.view.move_text
        best = tuple(text(match.state, move) for move, margin in margins if margin == most)
        captures = "capture" if abs(value) == 1 else "captures"
        winner = match.sides[0 if value > 0 else 1]
        sentence = f"{winner} wins by {abs(value)} {captures}" if value else "the game is drawn"
        return Solution(value, f"with perfect play {sentence}", best, len(self._table))

    def search(
        self,
        match: Match,
        limit: Limit,  # noqa: ARG002 - the table is read, nothing is searched, so no limit is ever reached
        lines: int = 1,
        progress: Progress | None = None,
    ) -> Report:
        """The best lines, by the final margin."""
        began = time.perf_counter()
        position = list(match.state)
        ranked = sorted(self.margins(position), key=lambda pair: -pair[1])
        text = match.rule_set.view.move_text
        found = []
        for move, points in ranked[: max(lines, 1)]:
            variation = tuple(text(position, each) for each in self._variation(position, move))
            proven = "win" if points > 0 else "loss" if points < 0 else "draw"
            value = {"win": 1.0, "draw": 0.5, "loss": 0.0}[proven]
            found.append(AnalysisLine(variation[0], value, 0, proven, points, variation))
        seconds = time.perf_counter() - began
        report = Report(tuple(found), len(ranked), seconds, position[rules.LEFT], "table")
        if progress is not None:
            progress(report)
        return report

    def stop(self) -> None:
        """Nothing to stop: answers are immediate."""

    def _variation(self, position: list[int], move: int) -> Iterator[int]:
        """The move and best play to the end."""
        position = list(position)
        yield move
        rules.play(position, move)
        while margins := self.margins(position):
            move = max(margins, key=lambda pair: pair[1])[0]
            yield move
            rules.play(position, move)

    @property
    def positions(self) -> int:
        """How many positions the table has."""
        return len(self._table)

    def endings(self, pieces: int) -> None:  # noqa: ARG002 - the protocol's
        """None: a certificate covers the whole game."""
        return

    def certificate(
        self,
        match: Match,  # noqa: ARG002 - the solver has its board and option
        solution: Solution | None,  # noqa: ARG002 - it is in the table
        progress: ReportProgress | None = None,
    ) -> list[bytes]:
        """The proof of the start's value and optimal moves, as `check` reads it."""
        self.prepare()
        board = self._board
        start = [0] * rules.length(self._settings)
        rules.start(start, self._settings)
        margins = self.margins(start)
        value = max(margin for _, margin in margins)
        best = [cell_name(move % 8, move // 8) for move, margin in margins if margin == value]
        arrays = self._captured.obj, self._offset.obj, self._table.obj
        strategies = certificate.strategies(self._target, rules, board.gaps, arrays, list(self._steps()), progress)
        return [certificate.certificate(self._label, value, best, strategies).encode()]


def make(match: Match) -> GridSolver:
    """The solver of the match's board and option, the same one each time."""
    label = match.game.name, match.rules, str(match.options["vacated"])
    return _solver(match.state[rules.SIZE], match.state[rules.VACATED], label, match.game.version)


@functools.cache
def _solver(size: int, vacated: int, label: tuple[str, str, str], version: str) -> GridSolver:
    return GridSolver(size, vacated, label, version)


def _bits(board: int) -> Iterator[int]:
    while board:
        yield ctz(board)
        board &= board - 1


def _why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _sources() -> str:
    """A hash of the rules and of this file: a table made by other versions is not used."""
    text = "".join(map(inspect.getsource, (rules, sys.modules[__name__])))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
