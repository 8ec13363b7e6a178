"""Engine against oracle: random games walk through both, and every position must be the same in both.

In the tests a few thousand positions; on the command line as many as you like:

    python -m kakomi.testing.comparison POSITIONS [GAME ...]

The engine here is the compiled one. Compared at every position: the set of legal moves, the player to move, the outcome
with its clause, the score, and the board cell by cell.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from kakomi import games
from kakomi.core.compiler.build import bind
from kakomi.core.protocol import DRAW, Moves, Position, legal_moves, play
from kakomi.testing.materials import folder_of, oracle
from kakomi.testing.variants import Variant, variants


def advance(position: Position, move: int, out: Moves) -> int:
    """Play a move, unless it is negative, and list the legal ones."""
    if move >= 0:
        play(position, move)
    return legal_moves(position, out)


class Compared:
    """One game walking through engine and oracle side by side."""

    def __init__(self, folder: Path, variant: Variant) -> None:
        match = variant.new()
        self.variant = variant
        self.rule_set = match.rule_set
        self.step: Callable[..., Any] = bind("cpu", advance, self.rule_set.rules)
        self.position = np.array(match.state, np.int64)
        self.out = np.zeros(self.rule_set.rules.max_moves(match.settings), np.int64)
        self.oracle = oracle(folder, variant)
        self.played: list[str] = []
        self.count = self.step(self.position, -1, self.out)

    def check(self) -> dict[str, int]:
        """Check that everything is equal, and return the legal moves by their texts."""
        state: list[int] = self.position.tolist()
        rules, view = self.rule_set.rules, self.rule_set.view
        moves = {view.move_text(state, move): move for move in self.out[: self.count].tolist()}
        outcome = None
        if not moves:
            winner = rules.winner(state)
            outcome = (None if winner == DRAW else winner, rules.CLAUSES[rules.ending(state)])
        score = (rules.score(state, 0), rules.score(state, 1)) if self.rule_set.scored else None
        here = f"{self.variant} after {' '.join(self.played)}"
        expected = self.oracle.moves()
        assert sorted(moves) == sorted(expected), (
            f"{here}: engine only {set(moves) - set(expected)}, oracle only {set(expected) - set(moves)}"
        )
        assert len(moves) == self.count, here
        assert outcome == self.oracle.outcome(), here
        assert score == self.oracle.score(), here
        assert view.board(state) == self.oracle.board(), here
        if outcome is None:
            assert rules.to_move(state) == self.oracle.to_move, here
        return moves

    def play(self, text: str, move: int) -> None:
        """Play a move in both."""
        self.played.append(text)
        self.oracle.play(text)
        self.count = self.step(self.position, move, self.out)


def walk(folder: Path, variant: Variant, seed: int, positions: int) -> int:
    """Compare this many positions, game after game, and return how many there were."""
    generator = random.Random(f"{variant} {seed}")
    seen = 0
    while seen < positions:
        pair = Compared(folder, variant)
        while True:
            moves = pair.check()
            seen += 1
            if not moves or seen >= positions:
                break
            text = generator.choice(sorted(moves))
            pair.play(text, moves[text])
    return seen


def _chunk(task: tuple[Path, Variant, int, int]) -> int:
    return walk(*task)


def main(positions: int, names: list[str]) -> None:
    """Share the positions out evenly over the game's variants, half of them to the defaults."""
    for name in names or games.names():
        folder = folder_of(name, Path.cwd())
        if folder is None:
            sys.exit(f"there is no oracle of {name} in tests/games/{name} or tests of this folder")
        own = list(variants([name]))
        plain = [variant for variant in own if not variant.options]
        tasks = []
        for variant in own:
            share = positions // 2 // len(own) + (positions // 2 // len(plain) if variant in plain else 0)
            tasks += [(folder, variant, seed, 5000) for seed in range(-(-share // 5000))]
        began = time.monotonic()
        with ProcessPoolExecutor(2) as pool:
            seen = sum(pool.map(_chunk, tasks))
        print(
            f"{name}: {seen} positions of {len(own)} variants, no difference, {time.monotonic() - began:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    if len(sys.argv) < 2 or not sys.argv[1].isdecimal():
        sys.exit(__doc__)
    main(int(sys.argv[1]), sys.argv[2:])
