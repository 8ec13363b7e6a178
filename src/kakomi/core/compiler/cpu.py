"""The CPU target: numba. Imported only when something is compiled.

Compiled code allocates nothing (see `core.protocol`), and its caller holds all arrays while it runs. So numba need not count
references to them (`_nrt=False`), which would cost an atomic addition for every array passed between functions.
"""

from __future__ import annotations

import functools
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from kakomi.core.compiler import code_cache, fingerprint
from kakomi.core.compiler.code_cache import EntryCache

try:
    import llvmlite
    import numba
    import numpy
    from numba import int64, types, uint64
    from numba.cpython.unsafe.numbers import trailing_zeros
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

    from kakomi.core.compiler import inner as inner_module
    from kakomi.core.compiler import vectors
    from kakomi.core.compiler.inner import InnerCache, InnerCompiler
except ImportError as error:  # pragma: no cover - numba is a dependency
    from kakomi.core.errors import EngineError

    raise EngineError(f"numba cannot be imported ({error}); install kakomi again with its dependencies") from error


@intrinsic  # type: ignore[untyped-decorator]
def _popcount(typing_context: Any, x: Any) -> Any:
    """LLVM's ctpop: one instruction where the machine has it."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return x(x), generate


@numba.njit(nogil=True, inline="always")  # type: ignore[untyped-decorator]
def ctz(x: Any) -> Any:
    return trailing_zeros(x)


@numba.njit(nogil=True, inline="always")  # type: ignore[untyped-decorator]
def popcount(x: Any) -> Any:
    return _popcount(x)


@numba.njit(nogil=True)  # type: ignore[untyped-decorator]
def nth_bit(x: Any, n: Any) -> Any:
    for _ in range(n):
        x &= x - 1
    return trailing_zeros(x)


@intrinsic  # type: ignore[untyped-decorator]
def _atomic_add(typing_context: Any, array: Any, index: Any, amount: Any) -> Any:
    """LLVM's atomicrmw add on one item of an integer array."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = _item(context, builder, signature, args)
        value = context.cast(builder, args[2], signature.args[2], signature.return_type)
        return builder.atomic_rmw("add", pointer, value, "monotonic")

    return array.dtype(array, types.int64, amount), generate


@intrinsic  # type: ignore[untyped-decorator]
def _atomic_swap(typing_context: Any, array: Any, index: Any, expected: Any, replacement: Any) -> Any:
    """LLVM's cmpxchg on one item of an integer array."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = _item(context, builder, signature, args)
        dtype = signature.args[0].dtype
        old = context.cast(builder, args[2], signature.args[2], dtype)
        new = context.cast(builder, args[3], signature.args[3], dtype)
        return builder.extract_value(builder.cmpxchg(pointer, old, new, "acq_rel", "monotonic"), 1)

    return types.boolean(array, types.int64, expected, replacement), generate


def _item(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    array = make_array(signature.args[0])(context, builder, args[0])
    return builder.gep(array.data, [args[1]])


@numba.njit(nogil=True, inline="always")  # type: ignore[untyped-decorator]
def atomic_add(array: Any, index: Any, amount: Any) -> Any:
    return _atomic_add(array, index, amount)


@numba.njit(nogil=True, inline="always")  # type: ignore[untyped-decorator]
def atomic_swap(array: Any, index: Any, expected: Any, replacement: Any) -> Any:
    return _atomic_swap(array, index, expected, replacement)


class Entry:
    """A compiled entry point. If several processes first need it at the same time, one compiles and the others wait."""

    def __init__(self, function: Any, cache: EntryCache | None) -> None:
        self.compiled = numba.njit(nogil=True, _nrt=False)(function)
        self._cache = cache
        if cache is not None:
            self.compiled._cache = cache
        self._one_thread = threading.Lock()
        self._ready = False

    def __call__(self, *args: Any) -> Any:
        """Call the function; the first call compiles it for these argument types, or loads it from the cache."""
        if not self._ready:
            with self._one_thread, inner_module.without_collection():
                self._compile(tuple(self.compiled.typeof_pyval(each) for each in args))
            self._ready = True
        return self.compiled(*args)

    def _compile(self, signature: tuple[Any, ...]) -> None:
        if self._cache is None or self._cache.has(signature, self.compiled.targetctx):
            self.compiled.compile(signature)
            return
        with self._cache.only_one(signature, self.compiled.targetctx):
            self.compiled.compile(signature)  # looks in the cache again: another process may have filled it


# numba settings that change the code it generates.
SETTINGS = ("OPT", "BOUNDSCHECK", "DEBUGINFO_DEFAULT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "ENABLE_AVX", "DISABLE_JIT")


@functools.cache
def versions() -> tuple[str, ...]:
    """What turns source into machine code: Python, the compiler with its settings, and the compile step itself."""
    from kakomi.core.compiler import build

    steps: tuple[ModuleType, ...] = (build, sys.modules[__name__], vectors, code_cache, inner_module)
    return (
        sys.version,
        *(f"{each.__name__} {each.__version__}" for each in (numba, llvmlite, numpy)),
        *(f"{name} {getattr(numba.config, name, None)!r}" for name in SETTINGS),
        fingerprint.hash_step(*steps),
    )


def inner_function(function: Any) -> Any:
    """The function compiled for calls from compiled code."""
    return numba.njit(
        nogil=True,
        _nrt=False,
        forceinline=getattr(function, "inline", False),
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        pipeline_class=InnerCompiler,
    )(function)


def tools(
    folder: Path | None,
) -> tuple[Callable[[Any, Callable[[], str | None]], Any], Callable[[Any, str | None], Any], dict[str, Any]]:
    """Decorators for inner functions and the entry point, and the primitives."""

    def inner(function: Any, describe: Callable[[], str | None]) -> Any:
        compiled = inner_function(function)
        if folder is not None:
            compiled._cache = InnerCache(folder, function, describe)
        return compiled

    def outer(function: Any, key: str | None) -> Any:
        cache = None if folder is None or key is None else EntryCache(folder, function.__name__, key)
        return Entry(function, cache)

    primitives = {"ctz": ctz, "popcount": popcount, "nth_bit": nth_bit}
    atomics = {"atomic_add": atomic_add, "atomic_swap": atomic_swap}
    return inner, outer, {"U": uint64, "S": int64, **primitives, **atomics, **vectors.CPU}
