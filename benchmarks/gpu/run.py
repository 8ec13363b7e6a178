"""Measure the kernels of a folder made by `make_kernels` on the GPU of this machine. Needs CuPy; Kakomi itself it does not.

    python run.py FOLDER [SECONDS]

First the very games the CPU played must come out the same, move for move (digest); only then is anything timed.
Prints one JSON object: moves and playouts a second for each rule set, the median of five launches.
"""

from __future__ import annotations

import json
import statistics
import sys
from pathlib import Path
from typing import Any

import cupy
import numpy

BLOCK = 128
DIGEST_MASK = (1 << 56) - 1
LAUNCHES = 5


def array(values: Any) -> list[Any]:
    """An int64 array as the seven arguments of numba's calling convention."""
    size = numpy.int64(values.size)
    eight = numpy.int64(8)
    return [numpy.uint64(0), numpy.uint64(0), size, eight, values, size, eight]


def launch(function: Any, facts: dict[str, Any], threads: int, games: int) -> tuple[list[int], float]:
    """The tally of threads * games games, and the seconds it took by the GPU's own clock."""
    root = cupy.asarray(facts["root"], dtype=cupy.int64)
    total = cupy.zeros(facts["tally_length"], dtype=cupy.int64)
    began, ended = cupy.cuda.Event(), cupy.cuda.Event()
    began.record()
    function(
        (threads // BLOCK,),
        (BLOCK,),
        (*array(root), numpy.int64(facts["seed"]), numpy.int64(games), *array(total)),
    )
    ended.record()
    ended.synchronize()
    return total.tolist(), cupy.cuda.get_elapsed_time(began, ended) / 1000


def measure(folder: Path, facts: dict[str, Any], seconds: float) -> dict[str, float]:
    """Check one kernel against the CPU, then time it."""
    module = cupy.RawModule(path=str(folder / f"{facts['name']}.ptx"))
    function = module.get_function(facts["entry"])
    tally, _ = launch(function, facts, facts["games"], 1)
    found = (tally[0], tally[1:4], tally[4] & DIGEST_MASK)
    expected = (facts["moves"], facts["won"], facts["digest"])
    if found != expected:
        raise SystemExit(f"{facts['name']}: the GPU played other games than the CPU: {found} instead of {expected}")
    resident = cupy.cuda.runtime.getDeviceProperties(0)["multiProcessorCount"] * 2048
    best: dict[str, float] = {}
    for threads in (resident // 4, resident, 4 * resident):
        games = 1
        _, took = launch(function, facts, threads, games)
        games = max(1, min(4096, int(seconds / LAUNCHES / took)))
        speeds = []
        for _ in range(LAUNCHES):
            tally, took = launch(function, facts, threads, games)
            speeds.append((tally[0] / took, threads * games / took))
        moves, playouts = (statistics.median(column) for column in zip(*speeds, strict=True))
        if moves > best.get("moves_per_s", 0):
            best = {
                "moves_per_s": moves,
                "playouts_per_s": playouts,
                "times_one_cpu_thread": moves / facts["cpu_moves_per_s"],
                "threads": threads,
                "registers": function.num_regs,
                "local_bytes": function.local_size_bytes,
            }
    return best


def main(folder: str, seconds: float = 2.0) -> None:
    """Measure all kernels of the folder."""
    results = {}
    for path in sorted(Path(folder).glob("*.json")):
        facts = json.loads(path.read_text())
        results[facts["name"]] = measure(Path(folder), facts, seconds)
        print(facts["name"], results[facts["name"]], file=sys.stderr, flush=True)
    print(json.dumps(results, indent=1))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], *map(float, sys.argv[2:3]))
