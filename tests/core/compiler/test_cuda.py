"""The CUDA target, without a GPU: every rule set's playouts are compiled to PTX for compute capability 9.0 (Hopper)."""

from __future__ import annotations

import pytest

from kakomi.search.gpu import ptx
from tests.contract import DEFAULTS, Variant


@pytest.mark.parametrize("variant", DEFAULTS, ids=str)
def test_playouts_compile_for_hopper(variant: Variant) -> None:
    match = variant.new()
    kernel = ptx(match)
    assert ".target sm_90" in kernel.ptx
    assert f".entry {kernel.name}(" in kernel.ptx
    assert kernel.root == match.state
