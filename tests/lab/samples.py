"""Games made up for tests: one by hand, or all games of a small synthetic game with their exact chances.

A synthetic game is a walk. A counter begins at `start` of `top`; each move takes it up with chance `up`, else down; the
first player wins at `top`, the second at 0, and after `most` moves it is drawn. It is small enough to list every course it
can take with its probability, so every measure has a true value that needs no simulation: the sum over all courses.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from kakomi.lab.results import GameResult, StudyResult
from kakomi.lab.statistics.intervals import Floats


def game(**given: Any) -> GameResult:
    """A game of which only what matters is said."""
    plain: dict[str, Any] = {
        "study": 0,
        "game": 0,
        "seat": 0,
        "winner": 0,
        "clause": "4.1",
        "score": None,
        "moves": (),
        "plies": 10,
        "turns": 10,
        "branching": (2.0, 2.0, 3.0),
        "forced": 0,
        "choices": 10,
        "kinds": {},
        "places": {},
    }
    return GameResult(**{**plain, **given})


def study(games: list[GameResult], **given: Any) -> StudyResult:
    """A study of a game that is in no catalogue. Its chances are taken as they are, without recalibration."""
    plain: dict[str, Any] = {
        "number": 0,
        "name": "walk",
        "game": "walk",
        "rules": "standard",
        "options": {},
        "players": ("random", "random"),
        "evaluate": 100,
        "calibration": (len(games), None, {}),
    }
    return StudyResult(**{**plain, **given}, games=games)


@dataclass(frozen=True)
class Walk:
    """A synthetic game; see above."""

    name: str
    start: int
    top: int
    up: float
    most: int

    def courses(self) -> tuple[list[GameResult], Floats]:
        """Every course a game can take, and its probability."""
        chance = self._chances()
        games: list[GameResult] = []
        weights: list[float] = []
        stack: list[tuple[tuple[int, ...], float]] = [((self.start,), 1.0)]
        while stack:
            path, weight = stack.pop()
            here, moves = path[-1], len(path) - 1
            if here in (0, self.top) or moves == self.most:
                games.append(self._game(path, chance, len(games)))
                weights.append(weight)
                continue
            stack.append(((*path, here + 1), weight * self.up))
            stack.append(((*path, here - 1), weight * (1 - self.up)))
        return games, np.array(weights)

    def _chances(self) -> Floats:
        """The first player's expected points with the counter at i and n moves made, from the end backwards."""
        value = np.full((self.most + 1, self.top + 1), 0.5)
        value[:, 0], value[:, self.top] = 0.0, 1.0
        for moves in range(self.most - 1, -1, -1):
            for here in range(1, self.top):
                value[moves, here] = self.up * value[moves + 1, here + 1] + (1 - self.up) * value[moves + 1, here - 1]
        return value

    def _game(self, path: tuple[int, ...], chance: Floats, number: int) -> GameResult:
        end, plies = path[-1], len(path) - 1
        forced = sum(here % 3 == 0 for here in path[:-1])  # let there be one legal move on every third place
        wide = [1 if here % 3 == 0 else 1 + here for here in path[:-1]]
        logs = float(np.log10(wide).sum())
        return game(
            game=number,
            seat=number % 2,
            winner=0 if end == self.top else 1 if end == 0 else None,
            clause="4.1" if end in (0, self.top) else "4.2",
            moves=("up" if path[1] > path[0] else "down",),
            plies=plies,
            turns=1 + sum(a - b == c - b for a, b, c in zip(path, path[1:], path[2:], strict=False)),
            branching=(float(np.mean(wide)), float(10 ** (logs / plies)), logs),
            forced=forced,
            choices=plies - forced,
            kinds={"retreat": sum(after < before for before, after in pairwise(path))},
            places={str(here): path.count(here) for here in range(self.top + 1) if here in path},
            values=tuple(float(chance[moves, here]) for moves, here in enumerate(path[:-1])),
            seconds=tuple(  # let the second-best move cost a third on some places, a tenth on others
                max(0.0, float(chance[moves, here]) - (0.3 if here % 2 else 0.1))
                for moves, here in enumerate(path[:-1])
            ),
            early="twice up" if path[:3] == (path[0], path[0] + 1, path[0] + 2) else "otherwise",
        )


WALKS = (
    Walk("biased", start=3, top=5, up=0.5, most=13),  # the first player is ahead from the start
    Walk("drawish", start=3, top=6, up=0.5, most=11),  # fair, and nearly half of the games are drawn
    Walk("long", start=3, top=6, up=0.44, most=16),  # favours the second player, and may take long
)
