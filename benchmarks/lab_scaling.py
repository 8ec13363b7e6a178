"""Is the lab twice as fast with two workers?

    python -m benchmarks.lab_scaling [--games 400] [--rounds 3] [--only ray]

One plan, with players of level 3 in several rule sets, is run by one worker and by two, as processes and on a Ray cluster of
this machine, with store and files as in `kakomi lab run`. The results must be the same to the byte, or nothing is printed.
The clock starts when the workers have played some games of each rule set, so that starting them and loading the compiled
code does not count, as it hardly would in a run of hours; the best of the rounds counts. The program prints the ratio of
one worker to two, which with Ray should be BAR or more (exit code 1 if it is not). Needs two free cores.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from kakomi.lab.plans import plan as plans
from kakomi.lab.runs.ray_backend import RayBackend
from kakomi.lab.runs.runner import RunProgress, make_local_backend, run_plan
from kakomi.lab.runs.schedule import Backend
from kakomi.store.database import open_database

BAR = 1.8
WORKERS = (1, 2)
WARM = 40  # games of each rule set before the clock runs: four units, so that every worker has some
GAMES = (("enso", "standard"), ("iago", "standard"), ("enclosure_chess", "7x7"), ("enclose5", "standard"))
CREWS: dict[str, Callable[[plans.RunPlan, int], Backend]] = {"processes": make_local_backend, "ray": RayBackend}


def planned(games: int) -> plans.RunPlan:
    """A plan with some games of each rule set to warm up, then this many."""
    studies = "".join(
        f'[[study]]\nname = "{name} {game} {rules}"\ngame = "{game}"\nrules = "{rules}"\n'
        f'players = ["level:3", "level:3"]\nrecords = 0\ngames = {count}\n'
        for name, count in (("warm", WARM), ("timed", games))
        for game, rules in GAMES
    )
    return plans.read(f'name = "scaling"\n{studies}')


def timed(plan: plans.RunPlan, kind: str, workers: int) -> tuple[float, object]:
    """The seconds of one run once it is warm, and the digests of its results."""
    began: list[float] = []

    def tell(progress: RunProgress) -> None:
        if not began and progress.games >= WARM * len(GAMES):
            began.append(time.monotonic())

    with tempfile.TemporaryDirectory() as folder:
        store = open_database(f"sqlite:///{folder}/store.db")
        try:
            made = run_plan(plan, Path(folder, "scaling"), store, workers, tell, CREWS[kind])
        finally:
            store.dispose()
    return time.monotonic() - began[0], made["digests"]


def main() -> int:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description="the lab with one worker and with two")
    parser.add_argument("--games", type=int, default=400, help="of each rule set (400)")
    parser.add_argument("--rounds", type=int, default=3, help="of which the best counts (3)")
    parser.add_argument("--only", choices=tuple(CREWS), help="one kind of worker")
    args = parser.parse_args()
    plan = planned(args.games)
    seconds: dict[tuple[str, int], list[float]] = {}
    digests = []
    for _ in range(args.rounds):
        for kind in [args.only] if args.only else CREWS:
            for workers in WORKERS:
                took, digest = timed(plan, kind, workers)
                seconds.setdefault((kind, workers), []).append(took)
                digests.append(digest)
    if any(digest != digests[0] for digest in digests):
        print("The results differ: nothing else matters.")
        return 1
    print(f"The results of all {len(digests)} runs are identical.\n")
    print("| workers | one, s | two, s | ratio |\n|---|---|---|---|")
    good = True
    for kind in CREWS:
        if (kind, 1) in seconds:
            one, two = (min(seconds[kind, workers]) for workers in WORKERS)
            print(f"| {kind} | {one:.1f} | {two:.1f} | {one / two:.2f} |")
            good = good and (kind != "ray" or one / two >= BAR)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
