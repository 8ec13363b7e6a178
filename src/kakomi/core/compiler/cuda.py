"""The CUDA target: device functions for numba-cuda, which compiles them without a GPU. Needs the extra `kakomi[cuda]`."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from kakomi.core.compiler.code_cache import compiled_cache, prune
from kakomi.core.compiler.fingerprint import Description, NotDescribable, hash_step
from kakomi.core.errors import EngineError
from kakomi.core.system.files import write_whole

try:
    from numba import cuda, int64, uint64
except ImportError as error:
    raise EngineError(f"the CUDA target needs the optional extra: pip install 'kakomi[cuda]' ({error})") from error


# Everything besides Python that turns a kernel into text.
PACKAGES = ("numba", "llvmlite", "numpy", "numba-cuda", "nvidia-nvvm", "nvidia-cuda-nvrtc", "nvidia-cuda-cccl")


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
    """Compile for a GPU of that compute capability, whatever hardware this machine has.

    numba-cuda compiles kernels without a GPU, but asks the driver for the capability when a kernel calls a device
    function; this supplies the answer.
    """
    device = SimpleNamespace(compute_capability=capability)
    with patch("numba.cuda.dispatcher.get_current_device", lambda: device):
        yield


def compile_ptx(kernel: Callable[..., None], signature: Any, capability: tuple[int, int]) -> str:
    """A kernel as PTX text, for a GPU of that compute capability.

    The text is kept on disk under a hash of everything it is compiled from, like the CPU's code (`code_cache`).
    """
    path = _kept(kernel, signature, capability)
    if path is not None:
        with suppress(OSError, UnicodeDecodeError):
            digest, _, text = path.read_text("utf-8").partition("\n")
            if hashlib.sha256(text.encode()).hexdigest() == digest:  # neither cut short nor damaged
                os.utime(path)
                return text
    with without_a_gpu(capability):
        compiled: str = cuda.compile_ptx(kernel, signature, cc=capability)[0]
    if path is not None:
        with suppress(OSError):
            data = compiled.encode()
            write_whole(path, [hashlib.sha256(data).hexdigest().encode(), b"\n", data])
            prune(path.parent)
    return compiled


def _kept(kernel: Any, signature: Any, capability: tuple[int, int]) -> Path | None:
    """Where the text of a kernel is kept; None if nothing can be written or its meaning is unknown."""
    folder = compiled_cache()
    if folder is None:
        return None
    description = Description()
    try:
        description.add([sys.version, *map(_version, PACKAGES), hash_step(sys.modules[__name__])])
        description.add([repr(signature), *capability])
        description.add(kernel)
    except NotDescribable:
        return None
    return folder / f"kernel-{description.hexdigest()[:24]}.ptx"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def tools() -> tuple[Callable[[Any, object], Any], Callable[[Any, object], Any], dict[str, Any]]:
    """Decorators for inner functions and the entry point, both device functions, and the primitives."""

    def device(function: Any, key: object) -> Any:
        return cuda.jit(device=True)(function)  # not cached: a device function is compiled as part of its kernel

    return device, device, {"U": uint64, "S": int64, "ctz": ctz, "popcount": popcount, "nth_bit": nth_bit}
