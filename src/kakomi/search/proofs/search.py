"""Proof-number search for a match: who wins, proven, and every first move that keeps the result."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kakomi.core.compiler.build import bind_together
from kakomi.core.errors import EngineError
from kakomi.core.game import RuleSet
from kakomi.search.proofs import arrays, kernel, strategy
from kakomi.search.proofs.arrays import ProofStack, ProofTask, ReadingStack

SLICE = 2_000_000  # nodes between two checks of the keyboard and the clock: about a second
READING = 150  # nodes; readings beyond that fail too often (measured on hexagons of 37 cells)
MEGABYTES = 128
LOSS, DRAW, WIN = -1, 0, 1  # for the first player

ReportShare = Callable[[float], None]  # called now and then with the share that is done, from 0 to 1


@dataclass(frozen=True)
class ProvenValue:
    """The result of perfect play for the first player, and the moves that keep it."""

    value: int
    best: tuple[int, ...]
    nodes: int


class ProofSearch:
    """Proof-number search of one rule set with its settings. `plies` is more than any game can last."""

    def __init__(
        self, rule_set: RuleSet, settings: list[int], plies: int, megabytes: int = MEGABYTES, target: str = "cpu"
    ) -> None:
        self.rules, self.settings, self.target = rule_set.rules, settings, target
        self.nodes = 0
        self._width = rule_set.rules.max_moves(settings)
        self._length = rule_set.rules.length(settings)
        self._entries = bind_together(
            target, (kernel.prove, kernel.orbit_key, strategy.follow), self.rules, rule_set.symmetry
        )
        levels = plies + 3
        entries = (megabytes << 20) // 8 // arrays.BUCKET
        self.stack = ProofStack(
            positions=self.rows(levels, self._length),
            moves=self.rows(levels, self._width),
            keys=self.rows(levels, self._width),
            proofs=self.rows(levels, self._width),
            disproofs=self.rows(levels, self._width),
            frames=self.ints(levels * arrays.FRAME),
            scratch=self.rows(3, self._length),
        )
        self.reading = ReadingStack(
            positions=self.rows(levels, self._length),
            moves=self.rows(levels, self._width),
            ranks=self.rows(levels, self._width),
            frames=self.ints(levels * 3),
        )
        self._tables: dict[int, Any] = {}
        self._table_length = (1 << entries.bit_length() - 1) * arrays.BUCKET
        self._levels = levels

    # --- questions --------------------------------------------------------------------------------------------------------

    def holds(self, position: Sequence[int], goal: int, pause: Callable[[], None] | None = None) -> bool:
        """Whether the first player reaches the goal from this position with perfect play; `pause` is called now and then."""
        task = self.task(goal)
        control: Any = task.control
        _fill(self.stack.positions[0], position)
        control[arrays.LEVEL] = -1
        answer = arrays.UNKNOWN
        while answer == arrays.UNKNOWN:
            control[arrays.LIMIT] = int(control[arrays.NODES]) + SLICE
            answer = self._entries[0](task, self.stack, self.reading)
            if control[arrays.FULL]:
                raise EngineError("the game lasts longer than the proof search was made for")
            if pause is not None:
                pause()
        self.nodes += int(control[arrays.NODES])
        return bool(answer == arrays.TRUE)

    def solve(self, position: Sequence[int], draws: bool, progress: ReportShare | None = None) -> ProvenValue:
        """The value of a position that is not over, and every best move; `draws`: can the game be drawn?"""
        began = self.nodes
        orbits = self._orbits(position)
        mine = self.rules.to_move(list(position)) == 0
        # The best result for the player to move comes first: a win for the first player, or, for the second, that the
        # first does not hold.
        goals = [(WIN, arrays.FIRST_WINS), (DRAW, arrays.FIRST_HOLDS)]
        wanted = goals[: 1 + draws] if mine else goals[draws::-1]
        values: dict[int, int] = {}
        for value, goal in wanted:
            for done, (code, (after, _)) in enumerate(orbits.items()):
                pause = None if progress is None else functools.partial(progress, done / len(orbits))
                if self.holds(after, goal, pause) == mine:
                    values[code] = value if mine else value - 1 if draws else LOSS
            if values:
                break
        best = next(iter(values.values()), LOSS if mine else WIN)
        kept = [move for code, (_, moves) in orbits.items() for move in moves if not values or code in values]
        return ProvenValue(best, tuple(sorted(kept)), self.nodes - began)

    def _orbits(self, position: Sequence[int]) -> dict[int, tuple[list[int], list[int]]]:
        """The positions after each move, by key, with their moves; symmetric positions count as one."""
        moves = [0] * self._width
        count = self.rules.legal_moves(list(position), moves)
        found: dict[int, tuple[list[int], list[int]]] = {}
        row = self.rows(1, self._length)[0]
        for move in moves[:count]:
            after = list(position)
            self.rules.play(after, move)
            _fill(row, after)
            found.setdefault(int(self._entries[1](row, self.stack)), (after, []))[1].append(move)
        return found

    def strategy(
        self, positions: Sequence[Sequence[int]], goal: int, side: int, progress: ReportShare | None = None
    ) -> bytes:
        """The moves with which the side keeps its claim from each of these positions, as `strategy.follow` writes them.

        The first player's claim is that the goal is reached, the second player's that it is not.
        """
        return strategy.write(self, self._entries[2], positions, goal, side, progress)

    # --- memory -----------------------------------------------------------------------------------------------------------

    def task(self, goal: int) -> ProofTask:
        """A task with its own counters and the table of the goal, which is kept from one question to the next."""
        settings = self.ints(arrays.SETTINGS_LENGTH)
        settings[arrays.GOAL], settings[arrays.READING] = goal, READING
        if goal not in self._tables:
            self._tables[goal] = self.ints(self._table_length)
        return ProofTask(
            control=self.ints(arrays.CONTROL_LENGTH),
            settings=settings,
            table=self._tables[goal],
            tries=self.ints(2 * self._levels),
        )

    def ints(self, length: int) -> Any:
        """This many zeros, as the target needs them."""
        if self.target == "python":
            return [0] * length
        import numpy as np

        return np.zeros(length, np.int64)

    def rows(self, rows: int, length: int) -> Any:
        """This many rows of zeros."""
        if self.target == "python":
            return [[0] * length for _ in range(rows)]
        import numpy as np

        return np.zeros((rows, length), np.int64)


def _fill(array: Any, values: Sequence[int]) -> None:
    for i, value in enumerate(values):
        array[i] = value
