"""Random games walk through engine and oracle (tests/compare.py says what is compared)."""

from __future__ import annotations

import pytest

from tests.compare import walk
from tests.contract import VARIANTS, Variant


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_engine_and_oracle_see_the_same_game(variant: Variant) -> None:
    positions = 400 if variant.options else 1500
    assert walk(variant, seed=1, positions=positions) >= positions
