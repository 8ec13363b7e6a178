"""The first moves of a game as a net sees them: what it prefers to begin with, reported while it is being trained."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kakomi.core.compiler.build import bind
from kakomi.core.match import Match
from kakomi.core.symmetry import Orbit
from kakomi.search.learned.manifest import describe_position
from kakomi.training.kernels import UNSEEN, seen_entry
from kakomi.training.state import Shape


class FirstMoves:
    """The position before the first move, as `planes` describes it, and the policy entries of its legal moves."""

    def __init__(self, match: Match, shape: Shape) -> None:
        codes, view = match.codes(), match.rule_set.view
        self._planes, pairs = [0] * (shape.grid + shape.facts), [0] * (2 * len(codes))
        bind("python", describe_position, match.rule_set.rules)(match.state, codes, self._planes, pairs)
        self.entries = [(seen_entry(pairs[k], shape), seen_entry(pairs[k + 1], shape)) for k in range(0, len(pairs), 2)]
        orbit = Orbit(match.rule_set, match.settings, list(match.state))
        numbers = [orbit.move(code) for code in codes]
        names: dict[int, str] = {}
        for number, code in zip(numbers, codes, strict=True):
            names.setdefault(number, view.move_text(match.state, code))
        self.names = [names[number] for number in numbers]  # equal where a symmetry turns moves into one another
        self._shape = shape

    @property
    def cells(self) -> list[int]:
        """The states of the cells that the net sees."""
        shape = self._shape
        rows = range(shape.cells // shape.wide)
        return [self._planes[row * shape.columns + k] for row in rows for k in range(shape.wide)]

    @property
    def facts(self) -> list[int]:
        """The values of the facts."""
        return self._planes[self._shape.grid :]

    def preferences(self, logits: Sequence[float]) -> dict[str, float]:
        """How likely each first move is, by the net's logits for all policy entries; likeliest first.

        Moves that a symmetry turns into one another count as one, under the name of the first of them.
        """
        heights = []
        for entry, second in self.entries:
            height = logits[entry] if entry >= 0 else UNSEEN
            heights.append(height + (logits[second] if second >= 0 else 0.0))
        top = max(heights)
        weights = [math.exp(each - top) for each in heights]
        total = sum(weights)
        chances: dict[str, float] = {}
        for name, weight in zip(self.names, weights, strict=True):
            chances[name] = chances.get(name, 0.0) + weight / total
        return {name: round(chance, 5) for name, chance in sorted(chances.items(), key=lambda pair: -pair[1])}
