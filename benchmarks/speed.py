"""Speeds as ratios within one run: every rule set's random playouts against the C++ yardstick, threads, and start-up.

    make bench        or        python -m benchmarks.speed [--json FILE]

The yardstick (benchmarks/yardstick/yardstick.cpp: Enso by hand in C++, -O3 -march=native) runs before and after each
measurement; a ratio is the median of ours over the mean of the two yardstick runs round it. Machines are noisy: compare
ratios, never speeds from different runs. Before anything is timed, the compiled games are compared with interpreted ones.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import kakomi
from kakomi.search.batch import playouts

SOURCE = Path(__file__).parent / "yardstick" / "yardstick.cpp"
BARS = {
    "enso/standard": 0.95,
    "iago/standard": 0.25,
    "toot/standard": 0.15,
    "enclose5/standard": 0.5,
    "enclosure_chess/5x5": 2.0,
    "enclosure_chess/7x7": 2.0,
    "enclosure_chess/six": 1.0,
}
REPEATS = 5
SECONDS = 0.6  # of one repeat
THREADS_BAR, WARM_BAR, GAMES_BAR = 1.8, 1.2, 0.5


def compile_yardstick(folder: str) -> str:
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
    if not compiler:
        sys.exit("make bench needs a C++ compiler for the yardstick: install g++ or clang++, or set CXX")
    binary = str(Path(folder) / "yardstick")
    subprocess.run([compiler, "-std=c++20", "-O3", "-march=native", "-o", binary, str(SOURCE)], check=True)
    return binary


def yardstick(binary: str) -> float:
    """Its moves per second, here and now."""
    done = subprocess.run([binary], capture_output=True, text=True, check=True)
    return float(json.loads(done.stdout)["moves_per_s"])


def checked(match: kakomi.Match) -> None:
    """Check that the compiled games are the same as the interpreted ones; otherwise their speed means nothing."""
    slow, fast = playouts(match, 3, seed=5, target="python"), playouts(match, 3, seed=5)
    if (slow.digest, slow.moves) != (fast.digest, fast.moves):
        sys.exit(f"{match.game.name} {match.rules}: compiled and interpreted games differ")


def speed(match: kakomi.Match, threads: int = 1) -> tuple[float, float]:
    """Moves and playouts per second, the median of the repeats."""
    games = 64
    while playouts(match, games, seed=1).seconds < SECONDS / 8:
        games *= 2
    games *= 8 * threads
    runs = [playouts(match, games, seed=seed, threads=threads) for seed in range(REPEATS)]
    return (
        statistics.median(run.moves / run.seconds for run in runs),
        statistics.median(run.games / run.seconds for run in runs),
    )


def seconds_of(command: list[str]) -> float:
    """Wall time of a whole process, the median of the repeats; the first run, which may fill a cache, is not counted."""
    times = []
    for _ in range(REPEATS + 1):
        began = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        times.append(time.perf_counter() - began)
    return statistics.median(times[1:])


def main() -> None:
    """Measure, print a table, and say which bars were missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", metavar="FILE", help="write the figures there as well")
    arguments = parser.parse_args()
    results: dict[str, dict[str, float]] = {}
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        binary = compile_yardstick(folder)
        print(f"{'':24}{'moves/s':>14}{'playouts/s':>14}{'ratio':>8}{'bar':>7}{'2 threads':>11}")
        for game in kakomi.games.all_games():
            for rule_set in game.rule_sets:
                name = f"{game.name}/{rule_set.name}"
                match = kakomi.new(game.name, rule_set.name)
                checked(match)
                before = yardstick(binary)
                moves, games = speed(match)
                ratio = moves / ((before + yardstick(binary)) / 2)
                threads = speed(match, threads=2)[0] / moves
                bar = BARS.get(name)
                print(f"{name:24}{moves:14,.0f}{games:14,.0f}{ratio:8.2f}{bar or '':>7}{threads:10.2f}x", flush=True)
                results[name] = {"moves_per_s": moves, "playouts_per_s": games, "ratio": ratio, "two_threads": threads}
                if bar and ratio < bar:
                    missed.append(f"{name} {ratio:.2f} < {bar}")
                if threads < THREADS_BAR:
                    missed.append(f"{name} two threads {threads:.2f}x < {THREADS_BAR}x")
    first_result = "import kakomi; from kakomi.search.batch import playouts; playouts(kakomi.new('enso'), 1)"
    warm = seconds_of([sys.executable, "-c", first_result])
    listing = seconds_of([str(Path(sys.executable).with_name("kakomi")), "games"])
    results["start"] = {"first_result_warm_s": warm, "kakomi_games_s": listing}
    print(f"first result from a warm cache in a new process: {warm:.2f} s (bar {WARM_BAR})")
    print(f"kakomi games: {listing:.2f} s (bar {GAMES_BAR})")
    missed += [f"first result {warm:.2f} s > {WARM_BAR}"] if warm > WARM_BAR else []
    missed += [f"kakomi games {listing:.2f} s > {GAMES_BAR}"] if listing > GAMES_BAR else []
    print("Missed: " + "; ".join(missed) if missed else "Every bar was met.")
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
