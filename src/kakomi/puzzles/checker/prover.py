"""Who wins a position, by the proof-number search of `kernel`: its arrays, and claims about one match after another."""

from __future__ import annotations

from typing import Any

from kakomi.core.compiler.build import bind
from kakomi.core.match import Match
from kakomi.puzzles.checker import kernel

LEVELS = 320  # plies; a game that is not over by then is not proven
TABLE = 1 << 18  # positions
TARGET = "cpu"  # "python" runs the same source interpreted, for a look at a few positions without compiling


class Prover:
    """Proves for one rule set and its options that a player wins, or does not; `nodes` counts all positions so far."""

    def __init__(self, match: Match, table: int = TABLE, levels: int = LEVELS) -> None:
        rules = match.rule_set.rules
        self._solve = bind(TARGET, kernel.solve, rules)
        self._interpreted = TARGET == "python"
        self.nodes = 0
        width = rules.max_moves(match.settings)
        length = len(match.state)
        self._work = kernel.Workspace(
            positions=self._rows(levels, length),
            moves=self._rows(levels, width),
            first=self._rows(levels, width),
            second=self._rows(levels, width),
            proofs=self._rows(levels, width),
            disproofs=self._rows(levels, width),
            frames=self._rows(levels, kernel.FRAME),
            replies=self._row(width),
            table=self._row(table * kernel.ENTRY),
            control=self._row(kernel.CONTROL_LENGTH),
        )

    def wins(self, match: Match, attacker: int, limit: int) -> bool | None:
        """Whether the attacker wins the match from here; None if that takes more than `limit` nodes."""
        control, root = self._work.control, self._work.positions[0]
        if control[kernel.ATTACKER] != attacker:
            self.forget()
        for i, value in enumerate(match.state):
            root[i] = value
        control[kernel.NODES], control[kernel.LIMIT], control[kernel.ATTACKER] = 0, limit, attacker
        verdict = int(self._solve(self._work))
        self.nodes += int(control[kernel.NODES])
        return None if verdict == kernel.UNKNOWN else verdict == kernel.WON

    def forget(self) -> None:
        """Empty the table: its numbers are valid for one attacker only."""
        self._work.table[:] = self._row(len(self._work.table))

    def _row(self, length: int) -> Any:
        if self._interpreted:
            return [0] * length
        import numpy as np

        return np.zeros(length, np.int64)

    def _rows(self, rows: int, length: int) -> Any:
        if self._interpreted:
            return [[0] * length for _ in range(rows)]
        import numpy as np

        return np.zeros((rows, length), np.int64)
