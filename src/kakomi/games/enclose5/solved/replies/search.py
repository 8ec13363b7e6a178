"""The search for replies on a board of a given size, and the strategy that it finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kakomi.core.compiler.build import bind_together
from kakomi.games.enclose5 import rules
from kakomi.games.enclose5.solved.replies import arrays, kernel, strategy, table
from kakomi.games.enclose5.solved.replies.arrays import BoardSets, ReplyTree, ReservesRoom

SLICE = 20_000  # nodes between two checks of the keyboard: less than a second
FIRST_PLACES = 1 << 12  # of a table, which doubles when it is three quarters full
ReportPositions = Callable[[int], None]  # called now and then with the number of known positions


class ReplySearch:
    """Whether the second player keeps the first from enclosing anything, with lines of five allowed.

    No wall of `walls` contains another, and the smallest come first; a symmetry lists where each cell goes. The target is
    that of the compile step, "cpu" or "python".
    """

    def __init__(
        self,
        size: int,
        walls: Sequence[int],
        lines: Sequence[int],
        symmetries: Sequence[Sequence[int]],
        target: str = "cpu",
    ) -> None:
        self._target = target
        self._entries = bind_together(target, (kernel.prove, strategy.write, table.copy_entries), rules)
        overlaps = [sum(1 << k for k, other in enumerate(lines) if (other & line).bit_count() == 4) for line in lines]
        self.board = BoardSets(size, *map(self._array, (walls, lines, overlaps, symmetries)))
        self._table = self._ints(FIRST_PLACES * arrays.ENTRY)
        self.positions = 0  # known
        self.nodes = self.tests = 0

    # --- questions --------------------------------------------------------------------------------------------------------

    def prove(
        self,
        most_marks: int,
        maker: int = 0,
        blocker: int = 0,
        progress: ReportPositions | None = None,
    ) -> bool:
        """Whether the blocker is proven to succeed with the maker to move, with up to `most_marks` marks before reserves."""
        return any(self._proves(depth, maker, blocker, progress) for depth in range(most_marks + 1))

    def _proves(self, depth: int, maker: int, blocker: int, progress: ReportPositions | None) -> bool:
        tree, room = self._tree(maker, blocker, depth), self._room()
        control = tree.control
        control[arrays.ENTRIES] = self.positions
        answer = arrays.PAUSED
        while answer in (arrays.PAUSED, arrays.FULL):
            if answer == arrays.FULL:
                self._table = self._grown(self._table)
            control[arrays.LIMIT] = int(control[arrays.NODES]) + self._slice
            answer = self._entries[0](self.board, self._table, tree, room)
            self.positions = int(control[arrays.ENTRIES])
            if progress is not None:
                progress(self.positions)
        self.nodes += int(control[arrays.NODES])
        self.tests += int(control[arrays.TESTS])
        return bool(answer == arrays.YES)

    def strategy(self, maker: int = 0, blocker: int = 0, progress: ReportPositions | None = None) -> bytes:
        """The bytes of a certificate, from a position that `prove` has proven; ValueError for any other."""
        tree, room, met = self._tree(maker, blocker, 0), self._room(), self._ints(FIRST_PLACES * arrays.ENTRY)
        control = tree.control
        written = bytearray()
        out = self._ints(self._slice)
        answer = arrays.PAUSED
        while answer in (arrays.PAUSED, arrays.FULL):
            if answer == arrays.FULL:
                met = self._grown(met)
            control[arrays.LIMIT] = int(control[arrays.NODES]) + self._slice
            control[arrays.BYTES] = 0
            answer = self._entries[1](self.board, self._table, met, tree, room, out)
            written += bytes(int(each) for each in out[: int(control[arrays.BYTES])])
            if progress is not None:
                progress(len(written))
        if answer != arrays.YES:
            raise ValueError("there is no strategy: the position is not proven")
        return bytes(written)

    # --- memory -----------------------------------------------------------------------------------------------------------

    @property
    def _slice(self) -> int:
        return SLICE if self._target == "cpu" else 1_000

    def _tree(self, maker: int, blocker: int, depth: int) -> ReplyTree:
        """A tree with this position at level 0, not opened yet."""
        board = self.board
        cells = board.size * board.size
        levels = cells + 2
        tree = ReplyTree(
            control=self._ints(arrays.CONTROL_LENGTH),
            frames=self._rows(levels, arrays.FRAME),
            needs=self._rows(levels, max(len(board.walls), 2 * cells)),
            weights=self._rows(levels, cells),
            choices=self._rows(levels, cells),
            images=self._rows(levels, 2 * len(board.images)),
        )
        needs = [int(wall) & ~maker for wall in board.walls if not int(wall) & blocker]
        for place, need in enumerate(needs):
            tree.needs[0][place] = need
        frame, row = tree.frames[0], tree.images[0]
        table.fill_images(maker, blocker, board, row)
        least = min(range(len(board.images)), key=lambda k: (row[k], row[len(board.images) + k]))
        frame[arrays.MAKER], frame[arrays.BLOCKER], frame[arrays.LEFT], frame[arrays.DEPTH] = maker, blocker, 1, depth
        frame[arrays.LINES] = sum(1 << j for j, line in enumerate(board.lines) if not int(line) & blocker)
        frame[arrays.NEEDS] = len(needs)
        frame[arrays.LEAST_MAKER], frame[arrays.LEAST_BLOCKER] = row[least], row[len(board.images) + least]
        return tree

    def _room(self) -> ReservesRoom:
        cells, walls = self.board.size**2, len(self.board.walls)
        levels = cells // 2 + 2
        return ReservesRoom(
            sorted=self._ints(walls),
            ends=self._ints(cells + 1),
            sets=self._rows(levels, walls),
            counts=self._ints(levels),
            free=self._ints(levels),
            lines=self._ints(levels),
            choices=self._rows(levels, cells * (cells - 1) // 2),
            numbers=self._ints(levels),
            tried=self._ints(levels),
            pairs=self._ints(levels),
            values=self._ints(cells * (cells - 1) // 2),
            owners=self._ints(cells),
            way=self._rows(2, len(self.board.lines) + 2),
        )

    def _grown(self, full: Any) -> Any:
        """A copy of the table with twice the places."""
        larger = self._ints(2 * len(full))
        self._entries[2](full, larger)
        return larger

    def _ints(self, length: int) -> Any:
        if self._target == "python":
            return [0] * length
        import numpy as np

        return np.zeros(length, np.int64)

    def _rows(self, rows: int, length: int) -> Any:
        if self._target == "python":
            return [[0] * length for _ in range(rows)]
        import numpy as np

        return np.zeros((rows, length), np.int64)

    def _array(self, values: Sequence[Any]) -> Any:
        if self._target == "python":
            return list(values)
        import numpy as np

        return np.array(values, np.int64)
