"""The CPU target: numba. Imported only when something is compiled."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

try:
    import numba
    from numba import int64, uint64
    from numba.cpython.unsafe.numbers import trailing_zeros
    from numba.extending import intrinsic
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


def tools(cache: Path | None) -> tuple[Callable[[Any], Any], Callable[[Any], Any], dict[str, Any]]:
    """Decorators for inner functions and the entry point (which alone is cached), and the primitives."""
    if cache is not None:
        numba.config.CACHE_DIR = str(cache)

    def inner(function: Any) -> Any:
        return numba.njit(nogil=True, forceinline=getattr(function, "inline", False))(function)

    outer = numba.njit(nogil=True, cache=cache is not None)
    return inner, outer, {"U": uint64, "S": int64, "ctz": ctz, "popcount": popcount, "nth_bit": nth_bit}
