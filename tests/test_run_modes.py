"""The third way to run the rules: compiled with every index checked. (Interpreted and compiled: tests/test_contract.py.)"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contract import DEFAULTS

CODE = """
import numba, kakomi
from kakomi.search.engine import perft, playouts
from tests.contract import VARIANTS
assert numba.config.BOUNDSCHECK == 1
for variant in VARIANTS:
    if variant.game == GAME:
        match = variant.new()
        few = 2 if len(match.state) > 200 else 20
        checked = playouts(match, few, seed=4)
        plain = playouts(match, few, seed=4, target="python")
        assert checked.digest == plain.digest, variant
        perft(match, 2)
print("no index out of bounds")
"""

SHORT_BUFFER = """
import numpy as np, kakomi
from kakomi.core.compiler.build import bind
from tests.compare import advance
match = kakomi.new("enso")
bind("cpu", advance, match.rule_set.rules)(np.array(match.state, np.int64), -1, np.zeros(5, np.int64))
"""


def run(code: str, cache: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "KAKOMI_CACHE": str(cache)}
    root = Path(__file__).parents[1]
    return subprocess.run(
        [sys.executable, "-c", code], cwd=root, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("game", sorted({variant.game for variant in DEFAULTS}))
def test_no_index_is_out_of_bounds(game: str, tmp_path: Path) -> None:
    done = run(f"GAME = {game!r}\n{CODE}", tmp_path)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.strip() == "no index out of bounds"


def test_the_check_is_awake(tmp_path: Path) -> None:
    done = run(SHORT_BUFFER, tmp_path)
    assert done.returncode != 0
    assert "IndexError" in done.stderr
