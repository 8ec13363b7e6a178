"""Evaluations, one file a game: what a position that is not over is worth to the player who moved first.

A file holds WEIGHTS (a tuple of integers, tuned by `benchmarks/tune.py`) and compiled functions of `core.protocol`:
    evaluate(position, weights)   thousandths of a logit: 0 is even, 1000 wins 73 games in 100; linear in the weights
    unsettled(position)           optional: where a search should go on beyond its horizon
    promise(position, move)       optional: which moves to try first
and, for interpreted use, optionally
    by_margin(settings)           whether a larger final margin is better, rather than an earlier win
    WIDTH                         how many moves a search should look at in each position, where there are too many
    GUIDED                        settings of the tree search, where that has been found stronger than alpha-beta
Which search is stronger in which game is measured: docs/reports/search.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from kakomi.search.settings import Settings

POINT = 100  # what one point of score is worth where a game has no evaluation of its own


@dataclass(frozen=True)
class Evaluation:
    """What a search needs to know of a game besides its rules; `module` is None where the defaults do."""

    module: ModuleType | None
    weights: tuple[int, ...]
    width: int
    guided: Settings | None = None

    def by_margin(self, settings: list[int]) -> bool:
        """Whether a larger final margin is better."""
        asked = getattr(self.module, "by_margin", None)
        return asked is not None and bool(asked(settings))

    def promise(self, state: list[int], move: int) -> int:
        """What speaks for a move at first sight, where the game's file says anything of that."""
        asked = getattr(self.module, "promise", None)
        return 0 if asked is None else int(asked(state, move))


@cache
def find(rules: ModuleType) -> Evaluation:
    """The evaluation for these rules: games/NAME/rules.py has NAME.py here, games/NAME/OTHER.py has NAME_OTHER.py."""
    *_, game, part = rules.__name__.split(".")
    name = f"{__name__}.{game if part == 'rules' else f'{game}_{part}'}"
    if find_spec(name) is None:
        return Evaluation(None, (POINT,), 0)
    module = import_module(name)
    return Evaluation(module, module.WEIGHTS, getattr(module, "WIDTH", 0), getattr(module, "GUIDED", None))
