"""Evaluations: what a position that is not over is worth to the player who moved first.

A game may have a file `evaluation.py` beside its rules, with WEIGHTS (a tuple of integers, tuned by `benchmarks/tune.py`)
and compiled functions of `core.protocol`:
    evaluate(position, weights)     thousandths of a logit: 0 is even, 1000 wins 73 games in 100; linear in the weights
    needs_quiescence(position)      optional: where a search should continue beyond its horizon
    move_priority(position, move)   optional: which moves to try first
and, for interpreted use, optionally
    by_margin(settings)             whether a larger final margin is better, rather than an earlier win
    WIDTH                           how many moves a search should look at in each position, where there are too many
    PRUNING                         how alpha-beta saves nodes near its horizon, where that has proved stronger
    GUIDED                          settings of the tree search, where that has proved stronger than alpha-beta
Which search is stronger in which game is measured: docs/reports/search.md. A game without the file is searched by random
playouts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import ModuleType

from kakomi.core.game import module_beside
from kakomi.search.mcts.settings import Settings

POINT = 100  # what one point of score is worth where a game has no evaluation of its own


@dataclass(frozen=True)
class Pruning:
    """What alpha-beta may leave out where only a bound is wanted; with all zeros, nothing.

    Up to `depth` plies above the horizon, a position whose evaluation is beyond the window by a margin for each of these
    plies is not searched: `margin` above it, `hopeless` below it (in thousandths of a logit). Late moves are reduced by
    ln(depth) * ln(number of the move) * 100 / `reduction` plies. Where the game has a WIDTH, a node at depth n considers at
    most `width` * (n + 1) moves.
    """

    depth: int = 0
    margin: int = 0
    hopeless: int = 0
    reduction: int = 0
    width: int = 0


@dataclass(frozen=True)
class Evaluation:
    """What a search needs from a game in addition to its rules; `module` is None where the defaults are enough."""

    module: ModuleType | None
    weights: tuple[int, ...]
    width: int
    guided: Settings | None = None
    pruning: Pruning = Pruning()

    @property
    def strongest(self) -> str:
        """The kind of search that is strongest with it: "guided", "alphabeta", or "mcts" where there is no evaluation."""
        return "guided" if self.guided is not None else "alphabeta" if self.module is not None else "mcts"

    def by_margin(self, settings: list[int]) -> bool:
        """Whether a larger final margin is better."""
        function = getattr(self.module, "by_margin", None)
        return function is not None and bool(function(settings))

    def move_priority(self, state: list[int], move: int) -> int:
        """How early a search tries the move, from 0 to 1000; 0 where the game does not say."""
        function = getattr(self.module, "move_priority", None)
        return 0 if function is None else int(function(state, move))


@cache
def evaluation_for(rules: ModuleType) -> Evaluation:
    """The evaluation beside these rules; the score difference where there is none."""
    module = module_beside(rules, "evaluation")
    if module is None:
        return Evaluation(None, (POINT,), 0)
    return Evaluation(
        module,
        module.WEIGHTS,
        getattr(module, "WIDTH", 0),
        getattr(module, "GUIDED", None),
        getattr(module, "PRUNING", Pruning()),
    )
