"""Nonsense on the WebSocket: is every message answered or the connection closed with a reason, and does nothing leak?

    python -m benchmarks.load.fuzz [--messages 100000] [--sockets 8] [--seed 1]

Players, onlookers and people with forged cookies send the messages of benchmarks.load.hostile one after another, to games
going on and to one that is over, and wait for what comes back. Before and after, with all sockets closed, the server's
memory, tasks, descriptors and connections are compared; the games must be as they were, and go on.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import orjson
import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from benchmarks.load.hostile import Hostile, messages
from benchmarks.load.scripts import random_game
from benchmarks.load.serving import Measured, machine, measured, memory
from benchmarks.load.table import Lobby, Table

UNASKED = (b'{"type":"seats"', b'{"type":"watchers"', b'{"type":"moved"', b'{"type":"state","answers":null')
REJECTED = ("game/unknown", "identity/invalid")  # sent on connecting, before the connection is closed
PATIENCE = 30.0  # seconds for an answer
WARM = 0.1  # share of the messages sent before the first look at the memory
GROWTH = 12 * 2**20  # bytes that the server may have grown by
SETTLE = 1.5  # seconds for closed connections to be gone


@dataclass
class Report:
    """What came back."""

    sent: Counter[str] = field(default_factory=Counter)
    answered: Counter[str] = field(default_factory=Counter)  # by the refusal's code or the answer's type
    closed: Counter[str] = field(default_factory=Counter)  # by the closing code and reason
    trouble: list[str] = field(default_factory=list)
    opened: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Seat:
    """A place to send from."""

    game: str
    cookie: str | None


class Sender:
    """One connection at a time, opened again whenever the server has closed it."""

    def __init__(self, url: str, seats: list[Seat], report: Report) -> None:
        self.url, self.seats, self.report = url, seats, report
        self.socket: ClientConnection | None = None

    async def run(self, hostile: Iterator[Hostile]) -> None:
        """Send all of them."""
        for number, message in enumerate(hostile):
            try:
                await self.one(message)
                if number % 10 == 0:
                    await self.ping(1_000_000 + number)
            except (TimeoutError, WebSocketException, OSError) as error:
                self.report.trouble.append(f"{message.kind} {message.data[:200]!r}: {type(error).__name__} {error}")
                await self.close()
        await self.close()

    async def one(self, message: Hostile) -> None:
        """Send it, and wait for the answer or the close."""
        socket = self.socket or await self.open()
        self.report.sent[message.kind] += 1
        try:
            if message.raw:
                assert isinstance(message.data, bytes)
                with suppress(RuntimeError):  # it has been closed in the meantime: `hear` says why
                    socket.transport.write(message.data)
            else:
                await socket.send(message.data, text=message.text)
            answer = await self.hear(socket)
            code = answer.get("code", answer["type"])
            self.report.answered[code] += 1
            if code == "server/error":
                self.report.trouble.append(f"{message.kind} {message.data[:200]!r}: {answer}")
            if code == "move/stale":
                await self.hear(socket, (b'{"type":"state"',))  # how the game stands
        except ConnectionClosed as end:
            self.socket = None
            if end.rcvd is None or not (end.rcvd.reason or end.rcvd.code in (1002, 1007, 1009)):
                self.report.trouble.append(f"{message.kind} {message.data[:200]!r}: closed without a reason, {end}")
            else:
                self.report.closed[f"{end.rcvd.code} {end.rcvd.reason}"[:60]] += 1

    async def hear(self, socket: ClientConnection, kinds: tuple[bytes, ...] = ()) -> dict[str, Any]:
        """The next message of these kinds; without them the next one that answers something."""
        while True:
            raw = await asyncio.wait_for(socket.recv(decode=False), PATIENCE)
            if raw.startswith(kinds) if kinds else not raw.startswith(UNASKED):
                answer: dict[str, Any] = orjson.loads(raw)
                return answer

    async def ping(self, number: int) -> None:
        """Check that each message had one answer: nothing else is on its way, and good messages are answered as usual."""
        if self.socket is None:
            return
        try:
            await self.socket.send(orjson.dumps({"type": "ping", "id": number}), text=True)
            answer = await self.hear(self.socket)
        except ConnectionClosed:  # by the last message, which was one too many
            self.socket = None
            return
        if answer.get("code", "") not in REJECTED and (answer["type"], answer["id"]) != ("pong", number):
            self.report.trouble.append(f"a ping was answered by {str(answer)[:200]}")

    async def open(self) -> ClientConnection:
        seat = self.seats[self.report.opened % len(self.seats)]
        self.report.opened += 1
        how: dict[str, Any] = {"compression": None, "max_size": None, "ping_interval": None, "proxy": None}
        headers = {"Cookie": seat.cookie} if seat.cookie else {}
        address = f"ws{self.url.removeprefix('http')}/api/games/{seat.game}/live"
        self.socket = await connect(address, additional_headers=headers, open_timeout=PATIENCE, **how)
        return self.socket

    async def close(self) -> None:
        if self.socket is not None:
            with suppress(OSError, WebSocketException, TimeoutError):
                await asyncio.wait_for(self.socket.close(), PATIENCE)
            self.socket = None


async def tables(lobby: Lobby) -> list[Table]:
    """Two games in progress, and one that is over."""
    chosen = [("enso", "standard"), ("iago", "standard"), ("enclosure_chess", "5x5")]
    made = [Table(lobby, random_game(game, rules, 60, 1)) for game, rules in chosen]
    for table in made:
        await table.open()
    for table, moves in zip(made, (3, 2, 1_000), strict=True):
        while len(table.acknowledged) < min(moves, len(table.script.moves)):
            await table.move()
        await table.leave()
    return made


def seats_of(made: list[Table]) -> list[Seat]:
    """Both players of each game, onlookers, a game that does not exist, and a cookie that is not ours."""
    found = [Seat(table.game, cookie) for table in made for cookie in (*table.cookies, None)]
    forged = made[0].cookies[0][:-4] + "aaaa"
    return [*found, *found, Seat("nosuchgame", made[0].cookies[0]), Seat(made[0].game, forged)]


async def look(server: Measured) -> dict[str, float]:
    """What could leak, with nobody connected."""
    await asyncio.sleep(SETTLE)
    metrics = await asyncio.to_thread(server.metrics)
    return {
        "memory": memory([server.pid])["rss"],
        "descriptors": server.descriptors(),
        "tasks": metrics["tasks"],
        "connections": metrics["connections"],
        "rooms": metrics["rooms"],
    }


async def fuzz(
    server: Measured, count: int, sockets: int, seed: int
) -> tuple[Report, dict[str, float], dict[str, float]]:
    """Send this many messages; returns what came back, and the figures before and after."""
    report = Report()
    lobby = Lobby(server.url)
    made = await tables(lobby)
    seats = seats_of(made)
    begun = time.perf_counter()
    hostile = messages(count, seed)
    senders = [Sender(server.url, seats, report) for _ in range(sockets)]

    async def send(share: int) -> None:
        part = islice(hostile, share)
        await asyncio.gather(*(sender.run(part) for sender in senders))

    await send(int(count * WARM))
    await lobby.close()
    before = await look(server)
    await send(count)
    after = await look(server)
    report.seconds = time.perf_counter() - begun
    for table in made:
        await _check(table, report)
    return report, before, after


async def _check(table: Table, report: Report) -> None:
    """Check that the game is as it was, and continues."""
    table.lobby = Lobby(table.lobby.url)
    await table.sit()
    if table.view["moves"] != table.acknowledged or (table.view["outcome"] is not None) != table.over:
        report.trouble.append(f"{table.game}: {table.view['moves']} was {table.acknowledged}")
    elif not table.over:
        await table.move()
    await table.leave()
    await table.lobby.close()


def judge(server: Measured, report: Report, count: int, before: dict[str, float], after: dict[str, float]) -> list[str]:
    """Everything that is wrong."""
    wrong = list(report.trouble)
    handled = report.answered.total() + report.closed.total()
    if report.sent.total() != count or handled != count:
        wrong.append(f"{count} messages, {report.sent.total()} sent, {handled} answered or closed")
    if after["memory"] > before["memory"] + GROWTH:
        wrong.append(f"memory went from {before['memory'] / 2**20:.1f} to {after['memory'] / 2**20:.1f} MB")
    for name, spare in (("descriptors", 4), ("tasks", 2), ("connections", 0), ("rooms", 1)):
        if after[name] > before[name] + spare:
            wrong.append(f"{name} went from {before[name]:g} to {after[name]:g}")
    # one room more: both players may have offered a rematch of the game that was over
    if server.process is None or server.process.poll() is not None:
        wrong.append("the server has died")
    return wrong + server.errors()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--sockets", type=int, default=8, help="connections at once")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print(machine())
    with (
        measured("--no-limits", "--engines", "0") as server,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        report, before, after = runner.run(fuzz(server, args.messages, args.sockets, args.seed))
        wrong = judge(server, report, args.messages, before, after)
    print(f"{report.sent.total()} messages on {report.opened} connections in {report.seconds:.0f} s")
    for title, counted in (("sent", report.sent), ("answered", report.answered), ("closed", report.closed)):
        print(f"{title}: " + ", ".join(f"{name} {number}" for name, number in counted.most_common()))
    print("before: " + ", ".join(f"{name} {value:g}" for name, value in before.items()))
    print("after: " + ", ".join(f"{name} {value:g}" for name, value in after.items()))
    for each in wrong[:10]:
        print(each[:500])
    print("all well" if not wrong else f"{len(wrong)} WRONG")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
