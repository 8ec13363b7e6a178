"""An attack during live games: what do their players notice, and which answers does the attacker get?"""

from __future__ import annotations

import asyncio
import multiprocessing
import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import uvloop

from benchmarks.attack import attacks
from benchmarks.attack.attacks import Attack
from benchmarks.load.live import keep_time, play
from benchmarks.load.scripts import prepare
from benchmarks.load.serving import Measured, memory, percentile
from benchmarks.load.table import Lobby, Table, together

EVERY = 1.0  # seconds between two moves of a game
SLOWEST = 150.0  # ms: the bar for 99 of 100 of the others' moves
LARGEST = 400.0  # MB: the bar for each process
Found = dict[str, Any]
WATCH = 0.2  # seconds between two checks of the memory


async def watch_memory(server: Measured, largest: list[float]) -> None:
    """Track the largest size that any process of the server has had."""
    while True:
        for pid in await asyncio.to_thread(server.processes):
            largest[0] = max(largest[0], memory([pid])["rss"] / 2**20)
        await asyncio.sleep(WATCH)


async def drive(server: Measured, attack: Attack, count: int, seconds: float, process: ProcessPoolExecutor) -> Found:
    """Seat the players, attack, and gather the figures."""
    lobby, source = Lobby(server.url), random.Random(1)
    scripts = prepare(count, int(seconds / EVERY) + 10)
    tables = [Table(lobby, script, f"10.0.{n // 250}.{n % 250 + 1}") for n, script in enumerate(scripts)]
    await together([table.open() for table in tables])
    lags: list[float] = []
    largest = [0.0]
    begun = time.perf_counter()
    watching = [asyncio.create_task(keep_time(lags)), asyncio.create_task(watch_memory(server, largest))]
    ends = time.monotonic() + seconds
    attacking = asyncio.wrap_future(process.submit(attacks.run, attack.name, server.url, ends))
    moving = [play(table, begun + source.random() * EVERY, EVERY, begun + seconds, []) for table in tables]
    await asyncio.gather(*moving)
    answers = await attacking
    for task in watching:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    delays = [delay for table in tables for delay in table.delays]
    trouble = [each for table in tables for each in table.trouble]
    await together([table.leave() for table in tables])
    await lobby.close()
    stored = await asyncio.to_thread(server.moves)
    lost = sum(
        len(acknowledged) - sum(one == two for one, two in zip(acknowledged, stored.get(game, []), strict=False))
        for table in tables
        for game, acknowledged in table.history.items()
    )
    return {
        "attack": attack.name,
        "moves": len(delays),
        "p50_ms": round(1000 * percentile(delays, 0.5), 1),
        "p99_ms": round(1000 * percentile(delays, 0.99), 1),
        "client_late_p99_ms": round(1000 * percentile(lags, 0.99), 1),
        "lost": lost,
        "trouble": trouble[:5],
        "largest_mb": round(largest[0]),
        "answers": dict(answers),
    }


@contextmanager
def served(*attacks_on_it: Attack) -> Iterator[Measured]:
    """A fresh server with what the attacks need in its database."""
    with TemporaryDirectory(prefix="kakomi-attack-") as folder:
        for attack in attacks_on_it:
            attack.fill(Path(folder))
        server = Measured(Path(folder), "--engines", "0", "--proxied")
        try:
            server.start()
            yield server
        finally:
            if server.process is not None and server.process.poll() is None:
                server.stop()
            server.close_streams()


@contextmanager
def attacker() -> Iterator[ProcessPoolExecutor]:
    """A process to attack from, already started, so that the players' own loop is not disturbed."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as process:
        process.submit(attacks.run, "nothing", "", 0.0).result()
        yield process


def measure(server: Measured, attack: Attack, count: int, seconds: float, process: ProcessPoolExecutor) -> Found:
    """Attack for this long beside this many games."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(drive(server, attack, count, seconds, process))


def within_bars(found: Found) -> bool:
    """Whether players noticed little enough."""
    good = found["p99_ms"] <= SLOWEST and found["largest_mb"] <= LARGEST
    return bool(good and not found["lost"] and not found["trouble"])
