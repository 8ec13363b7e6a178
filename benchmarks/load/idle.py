"""How much memory an idle server takes with its workers, and how long it is from the start to the first page.

    python -m benchmarks.load.idle [--engines 1] [--wait 600]

Starts the server as `kakomi serve` does, waits until every worker has every rule set ready, and adds up what the kernel
says: RSS counts shared pages for each process, PSS shares them out, with processes that are none of ours too; the bar is
for the greater. Then the server is started again, warm, a few times: from the start of the process until the page and
everything it names has been fetched.
"""

from __future__ import annotations

import argparse
import json
import re
import time

from benchmarks.load.serving import Measured, machine, measured, memory

MEMORY_BAR = 300  # MB
START_BAR = 5.0  # seconds
SETTLED = 5.0  # seconds
STARTS = 5


def wait_until_warm(server: Measured, engines: int, patience: float) -> float:
    """Wait for a while until all rule sets are ready in all workers; returns the seconds it took."""
    rule_sets = sum(len(game["rule_sets"]) for game in _catalogue(server))
    begun = time.monotonic()
    while engines and time.monotonic() - begun < patience:
        metrics = server.metrics()
        if metrics["engine_workers"] == engines and metrics["engine_warm"] >= rule_sets:
            break
        time.sleep(0.5)
    took = time.monotonic() - begun
    time.sleep(SETTLED)
    return took


def _catalogue(server: Measured) -> list[dict[str, list[object]]]:
    games: list[dict[str, list[object]]] = json.loads(server.fetch("/api/catalogue"))["games"]
    return games


def first_page(server: Measured) -> float:
    """Seconds from the start of the process until the page and what it names have arrived."""
    begun = time.monotonic()
    server.start()
    page = server.fetch("/").decode()
    for path in re.findall(r'(?:src|href)="(/[^"]+)"', page):
        server.fetch(path)
    server.fetch("/api/catalogue")
    return time.monotonic() - begun


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engines", type=int, default=1)
    parser.add_argument("--wait", type=float, default=600, help="the most seconds for the workers to be ready")
    args = parser.parse_args()
    print(machine())
    with measured("--engines", str(args.engines)) as server:
        took = wait_until_warm(server, args.engines, args.wait)
        print(f"workers ready after {took:.1f} s")
        for pid in server.processes():
            each = memory([pid])
            what = "server" if pid == server.pid else "worker"
            print(f"{what}: {each['pss'] / 2**20:.0f} MB PSS, {each['rss'] / 2**20:.0f} MB RSS")
        held = memory(server.processes())
        print(f"together: {held['pss'] / 2**20:.0f} MB PSS, {held['rss'] / 2**20:.0f} MB RSS")
        starts = []
        for _ in range(STARTS):
            server.stop()
            starts.append(first_page(server))
            wait_until_warm(server, args.engines, args.wait)
        print("start to first page: " + ", ".join(f"{each:.2f}" for each in starts) + " s")
    print(machine())
    good = held["rss"] <= MEMORY_BAR * 2**20 and max(starts) <= START_BAR
    print("within the bars" if good else "NOT within the bars")
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
