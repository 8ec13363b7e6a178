"""A player of level 1 beside many games of level 10: how long does the computer take to answer?"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any

import httpx
import orjson
import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from benchmarks.load.serving import Measured, measured, percentile

SLOWEST = 2.0  # seconds: the bar for 95 of 100 answers of level 1
CLOCK = {"kind": "game", "seconds": 10, "increment": 2}
PATIENCE = 300.0


class Opponent:
    """A person who plays against the computer, and answers it at once with the first legal move."""

    def __init__(self, server: Measured, number: int, level: int, clock: dict[str, Any] | None) -> None:
        self.server, self.level, self.clock = server, level, clock
        self.headers = {"X-Forwarded-For": f"10.1.{number // 250}.{number % 250 + 1}"}
        self.waits: list[float] = []  # seconds from a move of the person until the computer's
        self.lost_on_time = 0

    async def play(self, until: asyncio.Event, most: int = 10_000) -> None:
        """Play one game after another, until told to stop or until `most` answers have come."""
        async with httpx.AsyncClient(base_url=self.server.url, headers=self.headers, timeout=PATIENCE) as client:
            answer = await client.get("/api/me")
            self.headers["cookie"] = answer.headers["set-cookie"].partition(";")[0]
            while not until.is_set() and len(self.waits) < most:
                asked = {"game": "enso", "opponent": {"kind": "computer", "level": self.level}, "seat": "first"}
                made = (await client.post("/api/games", json={**asked, "clock": self.clock})).json()
                address = f"ws{self.server.url.removeprefix('http')}/api/games/{made['id']}/live"
                async with connect(address, additional_headers=self.headers, max_size=None, proxy=None) as socket:
                    await self._game(socket, until, most)

    async def _game(self, socket: ClientConnection, until: asyncio.Event, most: int) -> None:
        sent = 0.0
        with suppress(ConnectionClosed):
            async for raw in socket:
                message = orjson.loads(raw)
                view = message.get("game") if message["type"] == "state" else message
                if message["type"] not in ("state", "moved"):
                    continue
                if message["type"] == "moved" and message["by"] == 1:
                    self.waits.append(time.perf_counter() - sent)
                if view["outcome"] is not None:
                    self.lost_on_time += view["outcome"]["clause"] == "time"
                    return
                if until.is_set() or len(self.waits) >= most:
                    return
                if view["turn"] == 0:
                    move = {"type": "move", "id": 1, "ply": view["ply"], "move": view["scene"]["choices"][0]["move"]}
                    sent = time.perf_counter()
                    await socket.send(orjson.dumps(move), text=True)


async def drive(server: Measured, strong: int, answers: int) -> dict[str, Any]:
    """Fill the queue, then play."""
    stop = asyncio.Event()
    crowd = [Opponent(server, number, 10, None) for number in range(strong)]
    playing = [asyncio.create_task(each.play(stop)) for each in crowd]
    await asyncio.sleep(2.0)  # until the queue is full
    weak = Opponent(server, strong, 1, CLOCK)
    await asyncio.wait_for(weak.play(stop, answers), PATIENCE)
    stop.set()
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return {
        "queue": f"level 1 beside {strong} games of level 10",
        "answers": len(weak.waits),
        "p50_s": round(percentile(weak.waits, 0.5), 2),
        "p95_s": round(percentile(weak.waits, 0.95), 2),
        "strong_answers": sum(len(each.waits) for each in crowd),
        "lost_on_time": weak.lost_on_time + sum(each.lost_on_time for each in crowd),
    }


def measure(strong: int, answers: int) -> dict[str, Any]:
    """A server with one engine process."""
    with (
        measured("--engines", "1", "--proxied") as server,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        return runner.run(drive(server, strong, answers))


def within_bars(found: dict[str, Any]) -> bool:
    """Whether the computer answered soon enough, and nobody lost on time in the queue."""
    return bool(found["p95_s"] <= SLOWEST and not found["lost_on_time"] and found["answers"])
