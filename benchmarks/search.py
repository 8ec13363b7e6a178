"""The tree search against the yardstick's plain UCT on Enso, in one run, and two threads against one.

    python -m benchmarks.search

Same algorithm on both sides: UCT with c = 1.4, every child once before any twice, a node expanded on its second visit, one
random playout per simulation; 100,000 simulations from the start, an empty tree each time. First it is checked that one
thread with one seed builds the same tree twice.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile

import kakomi
from benchmarks.speed import compile_yardstick
from kakomi.search.mcts.search import MonteCarlo
from kakomi.search.result import Limit

SIMULATIONS = 100_000
REPEATS = 5
ONE_THREAD_BAR, TWO_THREADS_BAR = 0.95, 1.7


def speed(threads: int) -> float:
    """Simulations per second, the median."""
    match = kakomi.new("enso")
    speeds = []
    for seed in range(REPEATS):
        report = MonteCarlo(threads, 2000, seed, keep=False).search(match, Limit(nodes=SIMULATIONS * threads))
        speeds.append(report.nodes / report.seconds)
    return statistics.median(speeds)


def main() -> None:
    """Measure and compare with the bars."""
    match = kakomi.new("enso")
    first, second = (MonteCarlo(1, 200, 1).search(match, Limit(nodes=5000), 5).lines for _ in range(2))
    if first != second:
        sys.exit("the same seed gave two different trees")
    with tempfile.TemporaryDirectory() as folder:
        binary = compile_yardstick(folder)
        figures = []
        for _ in range(3):
            done = subprocess.run([binary], capture_output=True, text=True, check=True)
            figures.append((float(json.loads(done.stdout)["uct_simulations_per_s"]), speed(1), speed(2)))
    ratio = statistics.median(one / yard for yard, one, _ in figures)
    threads = statistics.median(two / one for _, one, two in figures)
    yardstick, one, two = figures[0]
    print(f"simulations/s: yardstick {yardstick:,.0f}, one thread {one:,.0f}, two threads {two:,.0f}")
    print(f"one thread / yardstick: {ratio:.2f} (bar {ONE_THREAD_BAR})")
    print(f"two threads / one thread: {threads:.2f} (bar {TWO_THREADS_BAR})")


if __name__ == "__main__":
    main()
