"""The CUDA target, without a GPU: playouts and net interfaces are compiled to PTX for compute capability 9.0 (Hopper)."""

from __future__ import annotations

from typing import Any

from kakomi.core.compiler.build import bind
from kakomi.core.net import net_for
from kakomi.search.gpu import HOPPER, ptx
from kakomi.testing.test_net import look
from kakomi.testing.variants import Variant


def test_playouts_compile_for_hopper(rule_set: Variant) -> None:
    match = rule_set.new()
    kernel = ptx(match)
    assert ".target sm_90" in kernel.ptx
    assert f".entry {kernel.name}(" in kernel.ptx
    assert kernel.root == match.state


def test_net_interfaces_compile_for_hopper(rule_set: Variant) -> None:
    rules = rule_set.new().rule_set.rules
    if net_for(rules) is None:
        return
    entry = bind("cuda", look, rules)
    from numba import int64, uint8, void

    from kakomi.core.compiler.cuda import compile_ptx

    def kernel(position: Any, moves: Any, count: int, out: Any, numbers: Any) -> None:
        entry(position, moves, count, out, numbers)

    numbers = int64[::1]
    text = compile_ptx(kernel, void(numbers, numbers, int64, uint8[::1], numbers), HOPPER)
    assert ".target sm_90" in text
