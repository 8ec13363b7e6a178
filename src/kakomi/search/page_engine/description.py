"""What an engine for the browser is made of, and what a page must know to run it. Imports nothing that compiles."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import astuple
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from kakomi.core.compiler import fingerprint
from kakomi.core.game import Game, RuleSet
from kakomi.core.match import Match
from kakomi.search.alphabeta.kernel import proceed
from kakomi.search.alphabeta.search import AlphaBeta
from kakomi.search.alphabeta.transpositions import look_up
from kakomi.search.evaluation import evaluation_for
from kakomi.search.learned import kernel as learned
from kakomi.search.learned.network import Net
from kakomi.search.learned.packaged import is_strongest, learned_search, packaged_manifest, packaged_net
from kakomi.search.mcts import guided, kernel
from kakomi.search.mcts.search import GUIDES, MonteCarlo
from kakomi.search.mcts.settings import PLAIN
from kakomi.search.perft import perft
from kakomi.search.playout import playouts

FORMAT = 3  # of the description; changes when a page made for an older format could not use it
STEPS = (  # modules that turn the sources and the net into an engine; read as files: their imports are not for a page
    *(f"kakomi.core.compiler.{name}" for name in ("build", "cpu", "vectors", "wasm")),
    *(f"kakomi.search.page_engine.{name}" for name in ("description", "exports")),
    "kakomi.search.learned.network",
)
PAGE_SIMULATIONS = 20_000  # that a search with a net must have room for, however many moves a position has
RULES = ("legal_moves", "play", "to_move", "winner", "ending", "score")


def entries(rules: ModuleType, kinds: Iterable[str] = ()) -> dict[str, Any]:
    """The functions of a module by name; the search with a net is named after the net's kind."""
    return {
        **{name: getattr(rules, name) for name in RULES},
        "playouts": playouts,
        "perft": perft,
        "uct": kernel.run,
        "guided": guided.run,
        "alphabeta": proceed,
        "stored_move": look_up,
        **dict.fromkeys(kinds, learned.run),
    }


def page_net(match: Match) -> Net | None:
    """The net that a page searches the match with; None if the game is searched better without one, or has none."""
    return packaged_net(match) if is_strongest(match) else None


def page_net_manifest(match: Match) -> Mapping[str, Any] | None:
    """The manifest of that net."""
    return packaged_manifest(match) if is_strongest(match) else None


def net_kinds(game: Game, rules: ModuleType) -> list[str]:
    """The kinds of nets that a module with these rules must know: those of all rule sets that it is for."""
    manifests = [page_net_manifest(Match(game, each.name)) for each in game.rule_sets if each.rules is rules]
    return sorted({str(each["kind"]) for each in manifests if each is not None})


@cache
def engine_fingerprint(game: Game, rule_set: RuleSet) -> str:
    """A hash of everything that an engine is made from and with, the same under every version of Python."""
    rules = rule_set.rules
    reached = list(entries(rules, net_kinds(game, rules)).values())
    for module in (rules, evaluation_for(rules).module):
        reached += [each for each in vars(module).values() if isinstance(each, FunctionType)] if module else []
    digest = hashlib.sha256(fingerprint.source_hash(reached).encode())
    for name in STEPS:
        origin = getattr(find_spec(name), "origin", None)
        digest.update(Path(origin).read_bytes() if origin else b"")
    manifest = page_net_manifest(Match(game, rule_set.name))
    digest.update(str(manifest["sha256"]).encode() if manifest else b"")
    return digest.hexdigest()[: fingerprint.LENGTH]


def describe(match: Match) -> dict[str, object]:
    """What a page must know besides the module, for the match's options: how much room moves need, and the searches.

    `learned` is the search with a net, where that is strongest; `kind` is the strongest one without a net, for pages
    that cannot have it.
    """
    rules, settings = match.rule_set.rules, match.settings
    evaluation = evaluation_for(rules)
    described: dict[str, object] = {
        "format": FORMAT,
        "fingerprint": engine_fingerprint(match.game, match.rule_set),
        "width": rules.max_moves(settings),
        "weights": list(evaluation.weights),
        "kind": evaluation.strongest,
    }
    if page_net(match) is not None:
        described["learned"] = _describe_learned(match)
    if evaluation.strongest == "alphabeta":
        return described | {
            "alphabeta": {
                "by_margin": evaluation.by_margin(settings),
                "width": evaluation.width,
                "megabytes": AlphaBeta().megabytes,
                "pruning": list(astuple(evaluation.pruning)),  # in the order of the search's settings
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


def _describe_learned(match: Match) -> dict[str, object]:
    """The search with the net: its settings, and the arrays that it takes besides the weights, which are a separate file."""
    search = learned_search(match)
    assert search is not None, "there is a net that fits"
    layout, settings = search.net.lay_out(match), search.settings
    arrays = layout.sparse or layout.conv
    assert arrays is not None, "a net is of one of the kinds"
    scratch = layout.make_scratch(match.rule_set.rules.max_moves(match.settings))
    moves = len(Match(match.game, match.rules, match.options).legal_moves)
    return {
        "kind": search.net.kind,
        "weights": len(arrays.weights),
        "shorts": len(layout.sparse.first) if layout.sparse else 0,
        "arrays": [[int(number) for number in each] for each in arrays[2 if layout.sparse else 1 :]],
        "scratch": [len(each) for each in scratch[:-1]],
        "floats": len(scratch.floats),
        "explore": settings.explore,
        "temperature": settings.temperature,
        "reduction": settings.reduction,
        "look_ahead": int(settings.look_ahead),
        "virtual_loss": settings.virtual_loss,
        "nodes": max(search.nodes, PAGE_SIMULATIONS * moves),
    }


def net_weights(match: Match) -> bytes | None:
    """The weights of the net that a page searches with, the same for all options; little-endian.

    First the 32-bit floats, then the first layer of a sparse net as 16-bit integers.
    """
    net = page_net(match)
    if net is None:
        return None
    layout = net.lay_out(match)
    arrays = layout.sparse or layout.conv
    assert arrays is not None, "a net is of one of the kinds"
    weights: Any = arrays.weights
    shorts: Any = layout.sparse.first if layout.sparse else None
    return bytes(weights.astype("<f4").tobytes() + (b"" if shorts is None else shorts.astype("<i2").tobytes()))
