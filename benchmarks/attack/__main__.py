"""Attack servers that this program starts itself, one attack after another, beside live games.

    python -m benchmarks.attack                          # 100 games, 15 s for each attack, about six minutes in all
    python -m benchmarks.attack --only pictures queue    # some of them

For each attack it prints the moves' p50 and p99 (from sending until both players have it), moves that were acknowledged and
are not stored, the largest process, and what the attacker was answered; then it kills the server, restarts it and lets it
hang; then it plays level 1 beside 40 games of level 10. The exit status is 1 if a bar is missed. Everything is bounded and
stays on 127.0.0.1. A machine that is busy with other things misses the bars by itself.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

from benchmarks.attack import beside, engine_queue, outages
from benchmarks.attack.attacks import ATTACKS
from benchmarks.load.serving import machine

NAMES = [*(each.name for each in ATTACKS), "kill", "restart", "hang", "queue"]


def report(found: dict[str, Any], good: bool) -> bool:
    """One line for a result."""
    print(json.dumps({**found, "within_bars": good}), flush=True)
    return good


def main(words: list[str] | None = None) -> int:
    """Run all of it; 1 if a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="live games beside each attack (100)")
    parser.add_argument("--seconds", type=float, default=15.0, help="for each attack (15)")
    parser.add_argument("--times", type=int, default=5, help="kills and restarts (5)")
    parser.add_argument("--strong", type=int, default=40, help="games of level 10 (40)")
    parser.add_argument("--answers", type=int, default=60, help="answers of level 1 (60)")
    parser.add_argument("--only", nargs="+", choices=NAMES, metavar="NAME", help=", ".join(NAMES))
    args = parser.parse_args(words)
    chosen = args.only or NAMES
    print(machine(), flush=True)
    verdicts = []
    with beside.attacker() as process:
        for attack in ATTACKS:
            if attack.name in chosen:
                with beside.served(attack) as server:
                    found = beside.measure(server, attack, min(args.games, 500), min(args.seconds, 120.0), process)
                verdicts.append(report(found, beside.within_bars(found)))
    for how in ("kill", "restart"):
        if how in chosen:
            found = outages.end_again_and_again(how, min(args.games, 500), args.times)
            verdicts.append(report(found, not found["trouble"]))
    if "hang" in chosen:
        found = outages.hang(min(args.games, 20), 6.0)
        verdicts.append(report(found, not found["trouble"]))
    if "queue" in chosen:
        found = engine_queue.measure(min(args.strong, 100), min(args.answers, 500))
        verdicts.append(report(found, engine_queue.within_bars(found)))
    print(machine(), flush=True)
    print("within the bars" if all(verdicts) else "NOT within the bars")
    return 0 if all(verdicts) else 1


if __name__ == "__main__":
    raise SystemExit(main())
