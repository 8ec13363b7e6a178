"""One source, three targets: bind a generic function (playouts, perft, search) to one game's rules.

`bind("python", entry, rules)` runs as it is written, on lists; `bind("cpu", ...)` is compiled by numba; `bind("cuda", ...)`
is a device function for numba-cuda. Every function reachable from `entry` is made anew with the protocol's stubs replaced
by the rules' functions and the bit primitives by the target's instructions.

numba's disk cache looks at the file a function is in and at nothing else. So that an edited rule is never run stale, and
two games never share an entry, each is named by the game and a hash of all sources that may be compiled (the folders in
COMPILED, and no others), and the cache folder by that hash as well. Where no folder can be written, compilation goes on
without a cache.
"""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import tempfile
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from kakomi.core import atomic, bits, defaults, protocol
from kakomi.core.errors import EngineError

STUBS = (
    "legal_moves",
    "play",
    "to_move",
    "winner",
    "ending",
    "score",
    "pick",
    "evaluate",
    "needs_quiescence",
    "move_priority",
    "key",
)
PRIMITIVES: dict[Any, str] = {
    bits.ctz: "ctz",
    bits.popcount: "popcount",
    bits.nth_bit: "nth_bit",
    atomic.add: "atomic_add",
    atomic.swap: "atomic_swap",
}
COMPILED = ("core", "games", "search")  # a function of another folder is refused: its edits would not be noticed
KEPT_CACHES = 3

Function = types.FunctionType


def package_hash() -> str:
    """A hash of all the package's Python sources.

    >>> len(package_hash())
    16
    """
    return _hash(("",))


def compiled_hash() -> str:
    """A hash of the sources that may be compiled."""
    return _hash(COMPILED)


@functools.cache
def _hash(folders: tuple[str, ...]) -> str:
    root = Path(__file__).resolve().parents[1]
    digest = hashlib.sha256()
    for path in sorted(path for folder in folders for path in (root / folder).rglob("*.py")):
        digest.update(str(path.relative_to(root)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_home() -> Path:
    """Kakomi's folder in the user's cache: $KAKOMI_CACHE, else $XDG_CACHE_HOME/kakomi, else ~/.cache/kakomi."""
    chosen = os.environ.get("KAKOMI_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path("~/.cache").expanduser()) / "kakomi"


@functools.cache
def compiled_cache() -> Path | None:
    """The folder of compiled code for these very sources, or None where nothing can be written."""
    try:
        home = cache_home() / "compiled"
        folder = home / compiled_hash()
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        os.utime(folder)
    except (OSError, RuntimeError):
        return None
    by_age = sorted((f for f in home.iterdir() if f.is_dir()), key=lambda f: f.stat().st_mtime, reverse=True)
    for stale in by_age[KEPT_CACHES:]:
        shutil.rmtree(stale, ignore_errors=True)
    return folder


def bind(
    target: str, entry: Callable[..., Any], rules: types.ModuleType, extra: types.ModuleType | None = None
) -> Callable[..., Any]:
    """`entry` specialised to the game whose rules these are, for "python", "cpu" or "cuda".

    `extra` is a module of the package (an evaluation) whose functions go before those of the rules.
    """
    return _bind(target, entry, rules, extra)


@functools.cache
def _bind(target: str, entry: Any, rules: types.ModuleType, extra: types.ModuleType | None) -> Callable[..., Any]:
    if target not in ("python", "cpu", "cuda"):
        raise ValueError(f"target must be python, cpu or cuda, not {target!r}")
    inner, outer, primitives = _tools(target)
    stubs = _stubs(rules, extra)
    reached = list(_reach(entry, stubs, set()))
    for function in reached:
        top, _, rest = function.__module__.partition(".")
        if top == "kakomi" and rest.partition(".")[0] not in COMPILED:
            raise EngineError(f"{function.__module__} is none of the folders that are compiled: {', '.join(COMPILED)}")
    name = f"{rules.__name__}_{extra.__name__ if extra else ''}_{compiled_hash()}".replace(".", "_")
    fresh: dict[Function, tuple[Any, dict[str, Any]]] = {}
    for function in reached:
        scope: dict[str, Any] = {"__builtins__": __builtins__, "__name__": function.__module__}
        copy = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        copy.__qualname__ = f"{function.__name__}__{name}"
        copy.__module__ = function.__module__
        copy.__dict__.update(function.__dict__)
        fresh[function] = ((outer if function is entry else inner)(copy), scope)
    for function, (_, scope) in fresh.items():
        for word in _names(function.__code__):
            if word in function.__globals__:
                scope[word] = _value(function.__globals__[word], target, stubs, primitives, fresh)
    made: Callable[..., Any] = fresh[entry][0]
    return made


def _stubs(rules: types.ModuleType, extra: types.ModuleType | None) -> dict[Function, Function]:
    """The protocol's stubs and what the game puts in their place."""
    table: dict[Function, Function] = {}
    for name in STUBS:
        own = getattr(extra, name, getattr(rules, name, getattr(defaults, name, None)))
        if own is None:
            raise EngineError(f"{rules.__name__} lacks the function {name}")
        table[getattr(protocol, name)] = own
    return table


def _names(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


def _reach(function: Function, stubs: dict[Function, Function], seen: set[Function]) -> Iterator[Function]:
    """The function and every module-level function it uses, stubs replaced."""
    seen.add(function)
    yield function
    for name in _names(function.__code__):
        value = function.__globals__.get(name)
        if isinstance(value, types.FunctionType):
            value = stubs.get(value, value)
            if value not in seen and value not in PRIMITIVES:
                yield from _reach(value, stubs, seen)


def _value(
    value: Any, target: str, stubs: dict[Function, Function], primitives: dict[str, Any], fresh: dict[Function, Any]
) -> Any:
    """What a global name stands for on the target. Tables (tuples of ints) become arrays when compiled."""
    if isinstance(value, types.FunctionType):
        value = stubs.get(value, value)
        if value in PRIMITIVES:
            return primitives[PRIMITIVES[value]]
        return fresh[value][0] if value in fresh else value
    if value is bits.U or value is bits.S:
        return primitives[value.__name__]
    if target == "python":
        return int(value) if isinstance(value, bits.U) else value
    import numpy as np

    if isinstance(value, bits.U):
        return np.uint64(value)
    if isinstance(value, tuple) and value and all(isinstance(item, int) for item in value):
        return np.array(value, np.int64)
    return value


def _tools(target: str) -> tuple[Callable[[Any], Any], Callable[[Any], Any], dict[str, Any]]:
    """The decorators for inner functions and for the entry, and the primitives."""
    if target == "python":
        plain = {name: function for function, name in PRIMITIVES.items()}
        return _unchanged, _unchanged, {"U": int, "S": int, **plain}
    if target == "cpu":
        from kakomi.core import cpu

        return cpu.tools(compiled_cache())
    from kakomi.core import cuda

    return cuda.tools()


def _unchanged(function: Any) -> Any:
    return function
