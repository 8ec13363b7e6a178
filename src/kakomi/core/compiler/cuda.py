"""The CUDA target: device functions for numba-cuda, which compiles them without a GPU. The optional extra `kakomi[cuda]`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from kakomi.core.errors import EngineError

try:
    from numba import cuda, int64, uint64
except ImportError as error:
    raise EngineError(f"the CUDA target needs the optional extra: pip install 'kakomi[cuda]' ({error})") from error


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def ctz(x: Any) -> Any:
    return cuda.popc(~x & (x - 1))


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def popcount(x: Any) -> Any:
    return cuda.popc(x)


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def nth_bit(x: Any, n: Any) -> Any:
    for _ in range(n):
        x &= x - 1
    return cuda.popc(~x & (x - 1))


@contextmanager
def without_a_gpu(capability: tuple[int, int]) -> Iterator[None]:
    """Compile for a GPU of that compute capability, whatever is in this machine.

    numba-cuda compiles kernels without a GPU, but asks the driver for the capability when a kernel calls a device
    function; here that question is answered for it.
    """
    device = SimpleNamespace(compute_capability=capability)
    with patch("numba.cuda.dispatcher.get_current_device", lambda: device):
        yield


def tools() -> tuple[Callable[[Any, object], Any], Callable[[Any, object], Any], dict[str, Any]]:
    """Decorators for inner functions and the entry point, both device functions, and the primitives."""

    def device(function: Any, key: object) -> Any:
        return cuda.jit(device=True)(function)  # kept nowhere: a device function is compiled as part of its kernel

    return device, device, {"U": uint64, "S": int64, "ctz": ctz, "popcount": popcount, "nth_bit": nth_bit}
