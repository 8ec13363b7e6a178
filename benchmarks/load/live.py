"""Many live games at once: how long from a move's sending until both players have it?

    python -m benchmarks.load.live [--games 500] [--seconds 60] [--every 2] [--database URL] [--json FILE]

Starts a server of its own (SQLite in a temporary folder unless a PostgreSQL database is named, which should be empty),
seats two players with a WebSocket each at every game and lets every game make a move every so many seconds, of scripts
prepared beforehand; a game that is over is followed by a new one. At the end every game's moves in the database must be
those that were acknowledged. The exit status is 1 for any error, or if the 99th percentile exceeds the bar.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import uvloop

from benchmarks.load.scripts import prepare
from benchmarks.load.serving import Measured, machine, measured, memory, percentile
from benchmarks.load.table import Lobby, Table, Trouble, together

BAR = 0.100  # seconds
LAG_STEP = 0.010  # seconds between two checks of how late the client's own loop is


@dataclass
class Figures:
    """What was measured."""

    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    delays: list[float] = field(default_factory=list)
    lateness: list[float] = field(default_factory=list)  # of moves, against the timetable
    lags: list[float] = field(default_factory=list)  # of the client's loop
    trouble: list[str] = field(default_factory=list)
    history: dict[str, list[str]] = field(default_factory=dict)
    client_cpu: float = 0.0
    server_cpu: float = 0.0
    received: int = 0
    peak: int = 0  # bytes of the server at the end

    def summary(self) -> dict[str, float]:
        """The figures of a report; times in milliseconds."""
        ms = {f"p{round(share * 1000) / 10:g}": percentile(self.delays, share) * 1000 for share in (0.5, 0.95, 0.99)}
        return {
            "games": self.games,
            "moves": self.moves,
            "moves_per_second": self.moves / self.seconds,
            **ms,
            "max": max(self.delays, default=0.0) * 1000,
            "over_bar": sum(each > BAR for each in self.delays),
            "late_p99": percentile(self.lateness, 0.99) * 1000,
            "client_lag_p99": percentile(self.lags, 0.99) * 1000,
            "client_cpu": self.client_cpu / self.seconds,
            "server_cpu": self.server_cpu / self.seconds,
            "server_ms_per_move": self.server_cpu / max(1, self.moves) * 1000,
            "megabytes_per_second": self.received / self.seconds / 1e6,
            "server_rss_mb": self.peak / 2**20,
            "errors": len(self.trouble),
        }


async def keep_time(lags: list[float]) -> None:
    """Measure how late this process itself is."""
    while True:
        before = time.perf_counter()
        await asyncio.sleep(LAG_STEP)
        lags.append(time.perf_counter() - before - LAG_STEP)


async def play(table: Table, first: float, every: float, until: float, lateness: list[float]) -> None:
    """Make moves by the timetable, in new games as they are needed."""
    due = first
    try:
        while due < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            lateness.append(time.perf_counter() - due)
            await table.move()
            if table.at_end:
                await table.renew()
            due += every
    except Exception as error:  # noqa: BLE001 - whatever it is, the report must have it
        table.trouble.append(f"{table.game}: {type(error).__name__} {error}")


async def drive(server: Measured, games: int, seconds: float, every: float) -> Figures:
    """Set the tables, play, and gather the figures."""
    lobby = Lobby(server.url)
    tables = [Table(lobby, script) for script in prepare(games, int(seconds / every) + 40)]
    begun = time.perf_counter()
    await together([table.open() for table in tables])
    print(f"{games} games with {2 * games} sockets set up in {time.perf_counter() - begun:.1f} s", flush=True)
    figures = Figures(games=games)
    await asyncio.sleep(2)
    gc.collect()
    gc.freeze()
    lag = asyncio.create_task(keep_time(figures.lags))
    server_cpu, client_cpu = server.metrics()["cpu_seconds"], time.process_time()
    for table in tables:
        table.bytes = 0
    start = time.perf_counter() + 0.1
    source = random.Random(1)
    timetable = [start + source.random() * every for _ in tables]
    jobs = [
        play(table, first, every, start + seconds, figures.lateness)
        for table, first in zip(tables, timetable, strict=True)
    ]
    await asyncio.gather(*jobs)
    figures.seconds = time.perf_counter() - start
    figures.client_cpu = time.process_time() - client_cpu
    lag.cancel()
    with suppress(asyncio.CancelledError):
        await lag
    figures.server_cpu = (await asyncio.to_thread(server.metrics))["cpu_seconds"] - server_cpu
    for table in tables:
        figures.delays += table.delays
        figures.trouble += table.trouble
        figures.history |= table.history
        figures.received += table.bytes
    figures.moves = len(figures.delays)
    await together([table.leave() for table in tables])
    await lobby.close()
    return figures


def check(server: Measured, figures: Figures) -> None:
    """Add everything that was wrong to the trouble."""
    stored = server.moves()
    for game, acknowledged in figures.history.items():
        if stored.get(game, []) != acknowledged:
            figures.trouble.append(f"{game}: {len(acknowledged)} moves acknowledged, {stored.get(game)} stored")
    strange = set(stored) - set(figures.history)
    if strange:
        figures.trouble.append(f"{len(strange)} stored games that nobody made")
    if sum(map(len, stored.values())) != figures.moves:
        figures.trouble.append(f"{sum(map(len, stored.values()))} moves stored, {figures.moves} heard by both players")
    metrics = server.metrics()
    refusals = {name: value for name, value in metrics.items() if name.startswith("refusals_total")}
    if refusals or metrics["errors_total"]:
        figures.trouble.append(f"the server counts {refusals} and {metrics['errors_total']:g} errors")
    figures.trouble += server.errors()
    figures.peak = memory([server.pid])["rss"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--every", type=float, default=2, help="seconds between two moves of a game")
    parser.add_argument("--database", default="", metavar="URL", help="an empty PostgreSQL database")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    args = parser.parse_args()
    print(machine())
    with measured("--no-limits", "--engines", "0", database=args.database) as server:
        try:
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                figures = runner.run(drive(server, args.games, args.seconds, args.every))
        except Trouble as trouble:
            print(f"could not be set up: {trouble}")
            return 1
        check(server, figures)
    told = figures.summary()
    for name, value in told.items():
        print(f"{name:20} {value:10.2f}" if value != int(value) else f"{name:20} {value:10.0f}")
    for each in figures.trouble[:10]:
        print(each[:500])
    print(machine())
    if args.json:
        args.json.write_text(json.dumps(told, indent=1) + "\n")
    good = not figures.trouble and told["p99"] <= BAR * 1000
    print("within the bar" if good else "NOT within the bar")
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
