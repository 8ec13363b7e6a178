"""The engines of the browser against the CPU, one thread, in one run; their sizes; first line and stop in Chromium.

    python -m benchmarks.wasm [--json FILE] [--quick]

In every rule set the answers are compared first: the digest of the playouts, and every line of a search. Then CPU and
WebAssembly (node, the same compiler as Chromium's) take turns, both warm; a ratio is the median of ours over the median of
the CPU's. Speeds are per second of the processor, so that other programs on the machine disturb less; the load is printed.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from tests.search.page_engine.node import NOT_BUILT, job, run_jobs

import kakomi
from kakomi import games
from kakomi.core.match import Match
from kakomi.players.search_player import searcher_for
from kakomi.search.batch import playouts
from kakomi.search.page_engine.files import find_engine
from kakomi.search.playout import DIGEST, MOVES
from kakomi.search.result import Limit, Report
from kakomi.server.content.engines import PACKAGED

Result = TypeVar("Result")
PLAYOUTS_BAR, SEARCH_BAR, SIZE_BAR, FIRST_BAR, STOP_BAR = 0.8, 0.7, 200_000, 1.0, 0.1
ROUNDS = 5
SECONDS = 0.6  # of one measurement on the CPU
SEED = 9


def think(match: Match, nodes: int) -> Report:
    return searcher_for(match, exact=False).search(match, Limit(nodes=nodes), 3)


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """The result, and the seconds of processor time it took."""
    began = time.process_time()
    result = work()
    return result, time.process_time() - began


def enough(work: Callable[[int], object], seconds: float) -> int:
    """How much work takes this many seconds."""
    number = 200
    while True:
        began = time.process_time()
        work(number)
        took = time.process_time() - began
        if took >= seconds / 4:
            return round(number * seconds / took)
        number *= 4


def measure(match: Match, rounds: int, seconds: float) -> dict[str, Any]:
    """Both ratios of a rule set; nothing is timed before the answers agree."""
    playouts(match, 20, seed=SEED)
    think(match, 20)
    count = enough(lambda number: playouts(match, number, seed=SEED), seconds)
    nodes = enough(lambda number: think(match, number), seconds)
    ours: dict[str, list[float]] = {"playouts": [], "search": []}
    theirs: dict[str, list[float]] = {"playouts": [], "search": []}
    for number in range(rounds):
        limit = {"nodes": nodes, "lines": 3}
        jobs = [job("playouts", match, games=count, seed=SEED), job("think", match, limit=limit, warm=nodes // 2)]
        played, thought = run_jobs(jobs)
        known, known_cpu = timed(lambda: playouts(match, count, seed=SEED))
        report, report_cpu = timed(lambda: think(match, nodes))
        if number == 0:
            assert int(played["tally"][DIGEST]) == known.digest, match
            assert [line["value"] for line in thought["lines"]] == [line.value for line in report.lines], match
        ours["playouts"].append(int(played["tally"][MOVES]) / played["cpu"])
        theirs["playouts"].append(known.moves / known_cpu)
        ours["search"].append(thought["nodes"] / thought["cpu"])
        theirs["search"].append(report.nodes / report_cpu)
    engine = find_engine(match.game, match.rule_set, (PACKAGED,))
    assert engine is not None, NOT_BUILT
    size = max((engine.folder / f"{name}.gz").stat().st_size for name in engine.modules.values())
    ratios = {kind: statistics.median(ours[kind]) / statistics.median(theirs[kind]) for kind in ours}
    speeds = {f"{kind} per s": round(statistics.median(ours[kind])) for kind in ours}
    return {**ratios, **speeds, "bytes": size}


def in_chromium(rounds: int) -> dict[str, dict[str, float]]:
    """Seconds from switching on to the first line, with nothing in the cache, and from `stop` to the answer."""
    from playwright.sync_api import sync_playwright
    from tests.browser.study.test_engine import THINK, engine_file
    from tests.browser.support import launch
    from tests.server.support import serving

    timed = THINK.replace("reports += 1;", "reports += 1; first ||= performance.now() - began;").replace(
        "let reports = 0,", "const began = performance.now(); let first = 0, reports = 0,"
    )
    timed = timed.replace("return { report,", "return { first, report,")
    result: dict[str, dict[str, float]] = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), "--engines", "0", "--no-limits") as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for name in games.BUILT_IN:
            firsts, stops = [], []
            for _ in range(rounds):
                page = browser.new_context().new_page()
                page.goto(f"{server.url}/about")
                thought = page.evaluate(timed, [engine_file(), name, {"lines": 3}, 3, 1])
                firsts.append(thought["first"] / 1000)
                stops.append(thought["stopping"] / 1000)
                page.context.close()
            result[name] = {"first line": max(firsts), "stop": max(stops)}
        browser.close()
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, help="write the figures there")
    parser.add_argument("--quick", action="store_true", help="one short round")
    args = parser.parse_args()
    rounds, seconds = (1, 0.2) if args.quick else (ROUNDS, SECONDS)
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"{'rule set':24} {'playouts':>9} {'search':>9} {'kB':>6}")
    figures: dict[str, Any] = {}
    missed = []
    for game in (games.get(name) for name in games.BUILT_IN):
        for rule_set in game.rule_sets:
            name = f"{game.name}/{rule_set.name}"
            now = figures[name] = measure(kakomi.new(game.name, rules=rule_set.name), rounds, seconds)
            print(f"{name:24} {now['playouts']:9.2f} {now['search']:9.2f} {now['bytes'] / 1000:6.1f}", flush=True)
            if now["playouts"] < PLAYOUTS_BAR or now["search"] < SEARCH_BAR or now["bytes"] > SIZE_BAR:
                missed.append(name)
    for name, times in in_chromium(1 if args.quick else 3).items():
        figures.setdefault("chromium", {})[name] = times
        print(f"{name:24} first line {times['first line']:.2f} s, stop {1000 * times['stop']:.0f} ms")
        if times["first line"] > FIRST_BAR or times["stop"] > STOP_BAR:
            missed.append(f"{name} in Chromium")
    print(f"load {os.getloadavg()[0]:.1f}; below a bar: {', '.join(missed) or 'none'}")
    if args.json:
        args.json.write_text(json.dumps(figures, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
