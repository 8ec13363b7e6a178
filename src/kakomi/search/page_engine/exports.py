"""The functions of a module for the browser: each entry bound to the game, with the types of its arguments."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

from numba import types

from kakomi.core.compiler.build import bind, bind_together
from kakomi.core.compiler.wasm import Function
from kakomi.search.alphabeta.arrays import Memory, SearchTask, Stack
from kakomi.search.evaluation import evaluation_for
from kakomi.search.learned import kernel as learned
from kakomi.search.learned.arrays import ConvArrays, NetScratch, SparseArrays
from kakomi.search.mcts.arrays import Nodes, Own, Walk
from kakomi.search.page_engine.description import entries

INT = types.int64
INTS = types.Array(types.int64, 1, "C")
ROWS = types.Array(types.int64, 2, "C")
WORDS = types.Array(types.uint64, 1, "C")
INTS_32 = types.Array(types.int32, 1, "C")
SHORTS = types.Array(types.int16, 1, "C")
BYTES = types.Array(types.int8, 1, "C")
FLOATS = types.Array(types.float64, 1, "C")
FLOATS_32 = types.Array(types.float32, 1, "C")

# The types of the arrays as `search.mcts.storage`, `search.mcts.tree_search` and `search.alphabeta.search` make them.
NODES = types.NamedTuple([INTS_32, INTS_32, INTS, INTS_32, INTS, BYTES, FLOATS_32, FLOATS_32, INTS], Nodes)
WALK = types.NamedTuple([INTS, INTS, INTS], Walk)
OWN = types.NamedTuple([INTS, WORDS, INTS, INTS], Own)
TASK = types.NamedTuple([INTS, INTS, INTS], SearchTask)
STACK = types.NamedTuple([ROWS, ROWS, ROWS, INTS, ROWS], Stack)
MEMORY = types.NamedTuple([INTS, INTS, INTS], Memory)
SPARSE = types.NamedTuple([FLOATS_32, SHORTS, INTS, INTS, INTS], SparseArrays)
CONV = types.NamedTuple([FLOATS_32, INTS, INTS], ConvArrays)
ROOM = types.NamedTuple([INTS] * 9 + [FLOATS_32], NetScratch)

SIGNATURES: dict[str, tuple[Any, ...]] = {
    "legal_moves": (INTS, INTS),
    "play": (INTS, INT),
    "to_move": (INTS,),
    "winner": (INTS,),
    "ending": (INTS,),
    "score": (INTS, INT),
    "playouts": (INTS, INT, INT, INT, INTS, INTS, WORDS, INTS),
    "perft": (ROWS, ROWS, INTS, INTS, INT),
    "uct": (INTS, NODES, FLOATS, WALK, OWN, types.none),
    "guided": (INTS, NODES, FLOATS, INTS, WALK, OWN),
    "alphabeta": (TASK, STACK, MEMORY, INT, types.none, types.none, types.none),
    "stored_move": (INTS, INTS),
}


def exported_functions(rules: ModuleType, kinds: Sequence[str] = ()) -> list[Function]:
    """All functions of the module of a game with these rules, including the search with nets of these kinds."""
    named = entries(rules, kinds)
    bound: Any = bind_together("wasm", tuple(named.values()), rules, evaluation_for(rules).module)
    signatures = SIGNATURES | {kind: learned_signature(kind) for kind in kinds}
    return [Function(name, entry, signatures[name]) for name, entry in zip(named, bound, strict=True)]


def learned_function(rules: ModuleType, kind: str) -> Function:
    """The search with a net of a kind, "sparse" or "conv"; its name is the kind."""
    bound: Any = bind("wasm", learned.run, rules)
    return Function(kind, bound, learned_signature(kind))


def learned_signature(kind: str) -> tuple[Any, ...]:
    """The argument types of the search with a net of a kind."""
    nets = (SPARSE, types.none) if kind == "sparse" else (types.none, CONV)
    return (INTS, NODES, FLOATS, *nets, ROOM, WALK, OWN)
