"""The CUDA target, without a GPU: every rule set's playouts are compiled to PTX for compute capability 9.0 (Hopper)."""

from __future__ import annotations

from kakomi.search.gpu import ptx
from kakomi.testing.variants import Variant


def test_playouts_compile_for_hopper(rule_set: Variant) -> None:
    match = rule_set.new()
    kernel = ptx(match)
    assert ".target sm_90" in kernel.ptx
    assert f".entry {kernel.name}(" in kernel.ptx
    assert kernel.root == match.state
