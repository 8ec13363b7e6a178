"""What an engine for the browser is made of, and what a page must know to run it. Imports nothing that compiles."""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from kakomi.core.compiler import fingerprint
from kakomi.core.game import RuleSet
from kakomi.search.alphabeta.kernel import proceed
from kakomi.search.alphabeta.search import AlphaBeta
from kakomi.search.alphabeta.transpositions import look_up
from kakomi.search.evaluation import evaluation_for
from kakomi.search.mcts import guided, kernel
from kakomi.search.mcts.search import GUIDES, MonteCarlo
from kakomi.search.mcts.settings import PLAIN
from kakomi.search.perft import perft
from kakomi.search.playout import playouts

FORMAT = 1  # of the description: changes when a page made for an older one could not use it
STEPS = (  # modules that turn the sources into an engine; they import the compiler, so they are read only
    *(f"kakomi.core.compiler.{name}" for name in ("build", "cpu", "vectors", "wasm")),
    "kakomi.search.page_engine.exports",
)
RULES = ("legal_moves", "play", "to_move", "winner", "ending", "score")


def entries(rules: ModuleType) -> dict[str, Any]:
    """The functions of a module by name."""
    return {
        **{name: getattr(rules, name) for name in RULES},
        "playouts": playouts,
        "perft": perft,
        "uct": kernel.run,
        "guided": guided.run,
        "alphabeta": proceed,
        "stored_move": look_up,
    }


@cache
def engine_fingerprint(rules: ModuleType) -> str:
    """A hash of the sources that an engine is made from and by, the same under every version of Python."""
    reached = list(entries(rules).values())
    for module in (rules, evaluation_for(rules).module, sys.modules[__name__]):
        reached += [each for each in vars(module).values() if isinstance(each, FunctionType)] if module else []
    digest = hashlib.sha256(fingerprint.source_hash(reached).encode())
    for name in STEPS:
        origin = getattr(find_spec(name), "origin", None)
        digest.update(Path(origin).read_bytes() if origin else b"")
    return digest.hexdigest()[: fingerprint.LENGTH]


def describe(rule_set: RuleSet, settings: list[int]) -> dict[str, object]:
    """What a page must know besides the module: how much room moves need, and the strongest search with its settings."""
    rules = rule_set.rules
    evaluation = evaluation_for(rules)
    described: dict[str, object] = {
        "format": FORMAT,
        "fingerprint": engine_fingerprint(rules),
        "width": rules.max_moves(settings),
        "weights": list(evaluation.weights),
        "kind": evaluation.strongest,
    }
    if evaluation.strongest == "alphabeta":
        return described | {
            "alphabeta": {
                "by_margin": evaluation.by_margin(settings),
                "width": evaluation.width,
                "megabytes": AlphaBeta().megabytes,
            }
        }
    tree = evaluation.guided or PLAIN
    return described | {
        "tree": {
            "explore": tree.explore,
            "first_play": tree.first_play,
            "temperature": tree.temperature,
            "guide": GUIDES.get(tree.guide, 0),
            "cut": tree.cut,
            "virtual_loss": tree.virtual_loss,
            "nodes": MonteCarlo(settings=tree).nodes,
        }
    }
