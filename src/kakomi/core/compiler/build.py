"""One source, four targets: bind a generic function (playouts, perft, search) to one game's rules.

`bind("python", entry, rules)` runs as written, on lists; `bind("cpu", ...)` is compiled by numba; `bind("cuda", ...)` is a
device function for numba-cuda; `bind("wasm", ...)` is what `wasm` builds browser modules from. Every function reachable
from `entry` is copied, with the protocol's stubs replaced by the rules' functions and the bit primitives by the target's
instructions.

Compiled entries are kept on disk (`code_cache`) under a fingerprint of everything they were compiled from: the code of every
function reached, the constants and tables it uses, the target's primitives and the compile step itself. So a stale rule
never runs, whatever package it is in, and an edit recompiles only what it touches.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from kakomi.core import bits, defaults, net, protocol
from kakomi.core.compiler import atomic, lanes
from kakomi.core.compiler.code_cache import compiled_cache
from kakomi.core.compiler.fingerprint import Description, NotDescribable, global_names
from kakomi.core.errors import EngineError

STUBS = (
    "legal_moves",
    "play",
    "to_move",
    "winner",
    "ending",
    "score",
    "pick",
    "ended",
    "evaluate",
    "needs_quiescence",
    "move_priority",
    "key",
    "symmetries",
    "transform",
    "transform_move",
    "normalize",
)
NET_STUBS = {name: getattr(protocol, name) for name in net.FUNCTIONS}  # looked up only when something uses them
PRIMITIVES: dict[Any, str] = {
    bits.ctz: "ctz",
    bits.popcount: "popcount",
    bits.nth_bit: "nth_bit",
    atomic.add: "atomic_add",
    atomic.swap: "atomic_swap",
}
# Optional for a target: one that it does not have is compiled as written.
VECTORS: dict[Any, str] = {
    each: each.__name__
    for each in (
        *(lanes.sum_rows, lanes.sum_short_rows, lanes.sum_lookups, lanes.multiply, lanes.convolve, lanes.dot),
        *(lanes.clear, lanes.copy, lanes.accumulate, lanes.enlarge, lanes.rectify, lanes.scale),
    )
}

Function = types.FunctionType


class Tools(NamedTuple):
    """What a target compiles with."""

    inner: Callable[[Any, Callable[[], str | None]], Any]  # decorates a function that others call; may ask for its key
    outer: Callable[[Any, str | None], Any]  # decorates the entry; takes the key to keep it under
    primitives: dict[str, Any]
    versions: tuple[str, ...] = ()  # of everything that turns the source into machine code


class Primitives(NamedTuple):
    """The functions that are not compiled as written."""

    names: dict[Any, str]
    by_name: dict[str, Any]  # the target's version of each


def bind(
    target: str, entry: Callable[..., Any], rules: types.ModuleType, extra: types.ModuleType | None = None
) -> Callable[..., Any]:
    """`entry` specialised to a game's rules, for "python", "cpu", "cuda" or "wasm".

    `extra` is a module of the package (an evaluation) whose functions take precedence over those of the rules. The functions
    of the net interface come from `net.py` beside the rules; EngineError if `entry` uses them and the game has none.
    """
    return _bind(target, (entry,), rules, extra)[0]


def bind_together(
    target: str, entries: Sequence[Callable[..., Any]], rules: types.ModuleType, extra: types.ModuleType | None = None
) -> tuple[Callable[..., Any], ...]:
    """Several entries, each as from `bind`; functions that more than one of them reaches are compiled once."""
    return _bind(target, tuple(entries), rules, extra)


@functools.cache
def _bind(
    target: str, entries: tuple[Any, ...], rules: types.ModuleType, extra: types.ModuleType | None
) -> tuple[Callable[..., Any], ...]:
    if target not in ("python", "cpu", "cuda", "wasm"):
        raise ValueError(f"target must be python, cpu, cuda or wasm, not {target!r}")
    stubs = _stubs(rules, extra)
    tools = _tools(target)
    names = PRIMITIVES | {each: name for each, name in VECTORS.items() if name in tools.primitives}
    primitives = Primitives(names, tools.primitives)
    reached = list(_reach(entries, stubs, names))
    if any(stub in reached for stub in NET_STUBS.values()):
        stubs |= {NET_STUBS[name]: function for name, function in net.net_functions(rules).items()}
        reached = list(_reach(entries, stubs, names))
    for function in reached:
        if function.__closure__:
            raise EngineError(
                f"{function.__module__}.{function.__qualname__} uses variables of a function around it; what is compiled "
                "may use its arguments and its module's names"
            )
    bound = f"{rules.__name__}_{extra.__name__ if extra else ''}".replace(".", "_")
    key = _key(entries, stubs, primitives, tools.versions, bound) if target in ("cpu", "wasm") else None
    fresh: dict[Function, tuple[Any, dict[str, Any]]] = {}
    for function in reached:
        scope: dict[str, Any] = {"__builtins__": __builtins__, "__name__": function.__module__}
        copy = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        copy.__kwdefaults__ = function.__kwdefaults__
        copy.__qualname__ = f"{function.__name__}__{bound}_{key or ''}"  # names the symbols: no two entries share one
        copy.__module__ = function.__module__
        copy.__dict__.update(function.__dict__)
        describe = functools.partial(_key, (function,), stubs, primitives, tools.versions)
        fresh[function] = (tools.outer(copy, key) if function in entries else tools.inner(copy, describe), scope)
    for function, (_, scope) in fresh.items():
        for word in global_names(function.__code__):
            if word in function.__globals__:
                scope[word] = _value(function.__globals__[word], target, stubs, primitives, fresh)
    return tuple(fresh[entry][0] for entry in entries)


def _key(
    functions: tuple[Function, ...],
    stubs: dict[Function, Function],
    primitives: Primitives,
    versions: tuple[str, ...],
    bound: str = "",
) -> str | None:
    """What the functions are compiled from, as a hash; None where that is unknown and the code must not be cached."""

    def resolve(value: Any) -> Any:
        if isinstance(value, types.FunctionType):
            value = stubs.get(value, value)
            return primitives.by_name[primitives.names[value]] if value in primitives.names else value
        return primitives.by_name[value.__name__] if value is bits.U or value is bits.S else value

    description = Description(resolve)
    try:
        description.add([*versions, bound])
        for function in functions:
            description.add(function)
    except NotDescribable:
        return None
    return description.hexdigest()[:20]


def _stubs(rules: types.ModuleType, extra: types.ModuleType | None) -> dict[Function, Function]:
    """The protocol's stubs and what the game puts in their place."""
    table: dict[Function, Function] = {}
    for name in STUBS:
        own = getattr(extra, name, getattr(rules, name, getattr(defaults, name, None)))
        if own is None:
            raise EngineError(f"{rules.__name__} lacks the function {name}")
        table[getattr(protocol, name)] = own
    return table


def _reach(
    entries: tuple[Function, ...], stubs: dict[Function, Function], primitives: dict[Any, str]
) -> Iterator[Function]:
    """The entries and every module-level function they use, stubs replaced."""
    waiting, seen = list(entries), set(entries)
    while waiting:
        function = waiting.pop()
        yield function
        for name in global_names(function.__code__):
            value = function.__globals__.get(name)
            if isinstance(value, types.FunctionType):
                value = stubs.get(value, value)
                if value not in seen and value not in primitives:
                    seen.add(value)
                    waiting.append(value)


def _value(
    value: Any, target: str, stubs: dict[Function, Function], primitives: Primitives, fresh: dict[Function, Any]
) -> Any:
    """What a global name stands for on the target. Tables (tuples of ints) become arrays when compiled."""
    if isinstance(value, types.FunctionType):
        value = stubs.get(value, value)
        if value in primitives.names:
            return primitives.by_name[primitives.names[value]]
        copy = fresh[value][0] if value in fresh else value
        return getattr(copy, "compiled", copy)  # an entry that another entry calls
    if value is bits.U or value is bits.S:
        return primitives.by_name[value.__name__]
    if target == "python":
        return int(value) if isinstance(value, bits.U) else value
    import numpy as np

    if isinstance(value, bits.U):
        return np.uint64(value)
    if isinstance(value, tuple) and value and all(isinstance(item, int) for item in value):
        return np.array(value, np.int64)
    return value


def _tools(target: str) -> Tools:
    if target == "python":
        return Tools(_unchanged, _unchanged, {"U": int, "S": int, **{name: each for each, name in PRIMITIVES.items()}})
    if target == "cpu":
        from kakomi.core.compiler import cpu

        return Tools(*cpu.tools(compiled_cache()), cpu.versions())
    if target == "wasm":
        from kakomi.core.compiler import wasm

        return Tools(*wasm.tools(), wasm.versions())
    from kakomi.core.compiler import cuda

    return Tools(*cuda.tools())


def _unchanged(function: Any, key: object = None) -> Any:
    return function
