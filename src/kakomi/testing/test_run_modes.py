"""The third way to run the rules: compiled with every index checked. See also test_contract."""

from __future__ import annotations

import os
import subprocess
import sys

CODE = """
import numba
from kakomi.core.net import net_for
from kakomi.search.batch import perft, playouts
from kakomi.testing.test_net import sights
from kakomi.testing.variants import variants
assert numba.config.BOUNDSCHECK == 1
for variant in variants([GAME]):
    match = variant.new()
    few = 2 if len(match.state) > 200 else 20
    checked = playouts(match, few, seed=4)
    plain = playouts(match, few, seed=4, target="python")
    assert checked.digest == plain.digest, variant
    perft(match, 2)
    if net_for(match.rule_set.rules):
        for sight in sights(variant, 5):
            assert sight.look("cpu") == (sight.planes, sight.numbers), variant
print("no index out of bounds")
"""

SHORT_BUFFER = """
import numpy as np, kakomi
from kakomi.core.compiler.build import bind
from kakomi.testing.comparison import advance
match = kakomi.new(GAME)
bind("cpu", advance, match.rule_set.rules)(np.array(match.state, np.int64), -1, np.zeros(1, np.int64))
"""


def run(game: str, code: str) -> subprocess.CompletedProcess[str]:
    """Run the code in a separate process that checks every index."""
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}  # such code has its own place in the cache
    return subprocess.run(
        [sys.executable, "-c", f"GAME = {game!r}\n{code}"], env=environment, capture_output=True, text=True, check=False
    )


def test_no_index_is_out_of_bounds(game: str) -> None:
    done = run(game, CODE)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.strip() == "no index out of bounds"


def test_the_check_is_awake(first_game: str) -> None:
    """A move list with too little room is noticed."""
    done = run(first_game, SHORT_BUFFER)
    assert done.returncode != 0
    assert "IndexError" in done.stderr
