"""Kernels for GPUs are compiled once and kept, and never run stale."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from numba import cuda, int64, void

from kakomi.core.compiler import cuda as target

HOPPER = (9, 0)
SIGNATURE = void(int64[::1])


def kernel_that_writes(number: int) -> Callable[..., None]:
    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def chosen(place: int) -> int:
        return place + number

    def kernel(out: Any) -> None:
        out[0] = chosen(7)

    return kernel


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The kernels that were really compiled, in an empty cache."""
    kernels: list[object] = []
    compile_really = cuda.compile_ptx

    def compile_ptx(kernel: object, *args: Any, **more: Any) -> Any:
        kernels.append(kernel)
        return compile_really(kernel, *args, **more)

    monkeypatch.setattr(cuda, "compile_ptx", compile_ptx)
    monkeypatch.setattr(target, "compiled_cache", lambda: tmp_path)
    return kernels


def test_a_kernel_is_compiled_once_and_again_when_anything_it_uses_has_changed(compiled: list[object]) -> None:
    first = target.compile_ptx(kernel_that_writes(1000), SIGNATURE, HOPPER)
    assert ".target sm_90" in first
    assert target.compile_ptx(kernel_that_writes(1000), SIGNATURE, HOPPER) == first
    assert len(compiled) == 1
    other = target.compile_ptx(kernel_that_writes(2000), SIGNATURE, HOPPER)
    assert "2007" in other
    assert "2007" not in first
    assert ".target sm_100" in target.compile_ptx(kernel_that_writes(1000), SIGNATURE, (10, 0))
    assert len(compiled) == 3


@pytest.mark.parametrize("damage", [b"", b"00", b"0" * 64 + b"\n.target sm_90", b"\xff\xfe"])
def test_a_damaged_file_is_compiled_again(tmp_path: Path, compiled: list[object], damage: bytes) -> None:
    target.compile_ptx(kernel_that_writes(1), SIGNATURE, HOPPER)
    [file] = tmp_path.iterdir()
    file.write_bytes(damage)
    assert ".entry" in target.compile_ptx(kernel_that_writes(1), SIGNATURE, HOPPER)
    assert len(compiled) == 2


def test_where_nothing_can_be_kept_it_is_compiled_all_the_same(
    compiled: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(target, "compiled_cache", lambda: None)
    for _ in range(2):
        assert ".target sm_90" in target.compile_ptx(kernel_that_writes(1), SIGNATURE, HOPPER)
    assert len(compiled) == 2
