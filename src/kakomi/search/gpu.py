"""Playouts on a GPU: one thread per game, the same games as on the CPU, with equal digests.

`ptx` compiles without a GPU. On a GPU the kernel can be loaded with any suitable library (benchmarks/gpu uses CuPy).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from kakomi.core.compiler.build import bind
from kakomi.core.errors import EngineError
from kakomi.core.match import Match
from kakomi.search import playout

HOPPER = (9, 0)
ISA = "9.0"  # the PTX version declared, CUDA 13.0: a driver older than the compiler rejects a newer one in any case


@dataclass(frozen=True)
class Kernel:
    """A compiled kernel: its text, its name there, and its launch arguments in order.

    Arguments: root (int64 array), seed (int64), games per thread (int64), tally (int64 array, added to). An array is passed
    as seven values: 0, 0, number of items, 8, address, number of items, 8.
    """

    ptx: str
    name: str
    root: list[int]
    tally_length: int = playout.TALLY_LENGTH


def ptx(match: Match, capability: tuple[int, int] = HOPPER) -> Kernel:
    """The playout kernel of the match's game, from its current position, as PTX text. Needs `kakomi[cuda]` but no GPU."""
    rules = match.rule_set.rules
    entry = bind("cuda", playout.playouts, rules)  # says what is missing if the extra is not installed
    from numba import cuda, int64, uint64, void

    from kakomi.core.compiler.cuda import compile_ptx

    length = len(match.state)
    width = rules.max_moves(match.settings)
    tally_length = playout.TALLY_LENGTH

    def kernel(root: Any, seed: int, games: int, total: Any) -> None:
        position = cuda.local.array(length, int64)
        out = cuda.local.array(width, int64)
        random = cuda.local.array(1, uint64)
        tally = cuda.local.array(tally_length, int64)
        for i in range(tally_length):
            tally[i] = 0
        thread = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
        entry(root, seed, thread * games, thread * games + games, position, out, random, tally)
        for i in range(tally_length):
            cuda.atomic.add(total, i, tally[i])

    signature = void(int64[::1], int64, int64, int64[::1])
    try:
        text = compile_ptx(kernel, signature, capability)
    except Exception as error:  # numba-cuda raises many kinds; all mean that the kernel cannot be compiled here
        raise EngineError(f"the kernel of {match.game.name} {match.rules} cannot be compiled: {error}") from error
    text = re.sub(r"^\.version .*$", f".version {ISA}", text, count=1, flags=re.MULTILINE)
    names = [line.split()[2].split("(")[0] for line in text.splitlines() if line.startswith(".visible .entry")]
    if len(names) != 1:
        raise EngineError(f"the kernel of {match.game.name} {match.rules} has {len(names)} entry points, not one")
    return Kernel(text, names[0], list(match.state))
