"""Random games walk through engine and oracle; `comparison` says what is compared."""

from __future__ import annotations

from pathlib import Path

from kakomi.testing.comparison import walk
from kakomi.testing.variants import Variant


def test_engine_and_oracle_see_the_same_game(compared: tuple[Path, Variant]) -> None:
    folder, variant = compared
    positions = 400 if variant.options else 1500
    assert walk(folder, variant, seed=1, positions=positions) >= positions
