"""The server killed under load, again and again: is every acknowledged move there, does every game go on, are clocks fair?

    python -m benchmarks.load.kill [--games 500] [--every 2] [--times 20] [--down 2] [--seed 1]

All games are played as in benchmarks.load.live, every one with a clock. At a random moment the server gets SIGKILL, stays
away for a while and is started again on the same data. Then, for every game:

- the moves stored are those acknowledged, and perhaps the one that was on its way;
- both players can connect with the cookies they have, see these moves, and go on;
- the clock of the player who waits has not changed; that of the player to move has not been charged for the time without
  a server. The server notes once a second that it lives, so what a player gets back can be a little more than that time.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import httpx
import uvloop
from websockets.exceptions import InvalidHandshake, WebSocketException

from benchmarks.load.scripts import prepare
from benchmarks.load.serving import Measured, machine, measured
from benchmarks.load.table import Lobby, Message, Table, Trouble, together

CHARGED = 500  # ms of the time without a server that a player may be charged: the server's own start
GIVEN = 2_500  # ms that a player may get back: the note of being alive may be that old on a busy machine
GONE = (OSError, WebSocketException, httpx.HTTPError, TimeoutError)  # what a client sees of a killed server


@dataclass
class Findings:
    """The results of the rounds."""

    rounds: int = 0
    acknowledged: int = 0
    on_the_way: int = 0  # moves that were sent and not acknowledged when the server died
    kept: int = 0  # of these, the ones that were stored anyway
    clocks: int = 0  # that ran and could be compared
    unfair: list[int] = field(default_factory=list)  # ms charged beyond the time the server lived
    down: list[float] = field(default_factory=list)  # seconds without a server
    back: list[float] = field(default_factory=list)  # seconds from the start until all players were back
    trouble: list[str] = field(default_factory=list)


async def play(table: Table, first: float, every: float) -> None:
    """Make moves by the timetable until the server is gone."""
    due = first
    try:
        while True:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await table.move()
            if table.at_end:
                await table.renew()
            due += every
    except GONE:
        return


async def resume(table: Table, findings: Findings, killed: float, ready: float) -> None:
    """Sit down again and compare."""
    try:
        if not table.game:  # it was being created
            await table.open()
            return
        before, known, asked = table.clock, list(table.acknowledged), table.asked
        await table.sit()
        view = table.view
        findings.on_the_way += asked is not None
        if asked is not None and view["moves"] == [*known, asked]:
            findings.kept += 1
            table.acknowledged.append(asked)
        elif view["moves"] != known:
            findings.trouble.append(f"{table.game}: {len(known)} moves acknowledged, now {len(view['moves'])}")
            return
        elif before is not None and before["running"] is not None and view["outcome"] is None:
            compare(table, findings, before, killed, ready)
        table.asked, table.over = None, view["outcome"] is not None
        if table.at_end:
            await table.renew()
    except (*GONE, InvalidHandshake, Trouble) as error:
        findings.trouble.append(f"{table.game}: does not go on, {type(error).__name__} {error}")


def compare(table: Table, findings: Findings, before: Message, killed: float, ready: float) -> None:
    """The clock that ran when the server was killed, then and now."""
    after, running = table.view["clock"], before["running"]
    waits = 1 - running
    if after["running"] != running or after["left"][waits] != before["left"][waits]:
        findings.trouble.append(f"{table.game}: clocks {before} became {after}")
    used = before["left"][running] - after["left"][running]
    lived = max(0.0, killed - before["now"]) + max(0.0, after["now"] - ready)
    unfair = round(used - lived)
    findings.clocks += 1
    findings.unfair.append(unfair)
    if not -GIVEN <= unfair <= CHARGED:
        findings.trouble.append(f"{table.game}: {unfair} ms charged for the time without a server")


async def rounds(
    server: Measured,
    games: int,
    every: float,
    times: int,
    down: float,
    seed: int,
    end: Callable[[], object] | None = None,
) -> Findings:
    """Kill the server (or `end` it in another way) and start it again, this many times."""
    source = random.Random(seed)
    findings = Findings()
    lobby = Lobby(server.url)
    tables = [Table(lobby, script) for script in prepare(games, 120)]
    await together([table.open() for table in tables])
    for number in range(1, times + 1):
        start = time.perf_counter()
        players = [asyncio.create_task(play(table, start + source.random() * every, every)) for table in tables]
        await asyncio.sleep(every + source.random() * every)
        await asyncio.to_thread(end or server.kill)
        killed = time.time() * 1000
        await asyncio.gather(*players)
        findings.trouble += server.errors()
        await asyncio.sleep(down * source.random())
        await asyncio.to_thread(server.start)
        ready = time.time() * 1000
        known = sum(map(len, (table.acknowledged for table in tables)))
        await together([resume(table, findings, killed, ready) for table in tables], 16)
        findings.rounds += 1
        findings.down.append((ready - killed) / 1000)
        findings.back.append(time.time() - ready / 1000)
        print(
            f"{number:3}: {known} moves acknowledged in games going on, {findings.down[-1]:.1f} s down, "
            f"all back {findings.back[-1]:.1f} s later, {len(findings.trouble)} in trouble",
            flush=True,
        )
    for table in tables:  # every game continues once more
        try:
            await table.move()
        except Exception as error:  # noqa: BLE001 - whatever it is, the report must have it
            findings.trouble.append(f"{table.game}: does not go on, {type(error).__name__} {error}")
        findings.trouble += table.trouble
        await table.leave()
    stored = server.moves()
    for table in tables:
        for game, acknowledged in table.history.items():
            findings.acknowledged += len(acknowledged)
            if stored.get(game, []) != acknowledged:
                findings.trouble.append(f"{game}: {len(acknowledged)} moves known, {len(stored.get(game, []))} stored")
    findings.trouble += server.errors()
    await lobby.close()
    return findings


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--every", type=float, default=2, help="seconds between two moves of a game")
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--down", type=float, default=2, help="the most seconds before the server is started again")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", default="", metavar="URL", help="an empty PostgreSQL database")
    args = parser.parse_args()
    print(machine())
    with (
        measured("--no-limits", "--engines", "0", database=args.database) as server,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        found = runner.run(rounds(server, args.games, args.every, args.times, args.down, args.seed))
    print(f"{found.rounds} kills, {args.games} games, {found.acknowledged} moves acknowledged or found stored")
    print(f"{found.on_the_way} moves were on their way, {found.kept} of them stored")
    print(
        f"down {min(found.down):.1f} to {max(found.down):.1f} s; all players back after {max(found.back):.1f} s at most"
    )
    if found.unfair:
        print(
            f"{found.clocks} running clocks, charged {min(found.unfair)} to {max(found.unfair)} ms beyond what was lived"
        )
    for each in found.trouble[:10]:
        print(each[:500])
    print(machine())
    good = not found.trouble and found.clocks > 0
    print("nothing lost" if good else f"{len(found.trouble)} in TROUBLE")
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
