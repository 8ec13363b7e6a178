from __future__ import annotations

import pytest

from kakomi.puzzles.checker import prover


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checker runs as it is written: quicker than compiling it for a few positions."""
    monkeypatch.setattr(prover, "TARGET", "python")
    monkeypatch.setattr(prover, "TABLE", 1 << 12)
