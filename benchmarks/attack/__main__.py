"""Attack a server that this program starts itself, one attack after another, beside live games.

    python -m benchmarks.attack                       # 100 games, 10 s for each attack
    python -m benchmarks.attack --games 4 --seconds 1 # as the tests run it

For each attack it prints the moves' p50 and p99, moves that were acknowledged and are not stored, the largest process in MB,
and what the attacker was answered. Everything is bounded and goes to 127.0.0.1.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from tests.server.support import Server, serving

import kakomi

PAUSE = 1.0  # seconds between two moves of a game
PATIENCE = 60.0
ATTACKER = "192.0.2.1"  # as a proxy would report it: the players have other addresses, and limits are on
MANY = httpx.Limits(max_connections=100)
Answers = Counter[str]


class Table:
    """A game that one person plays on both sides, over HTTP."""

    def __init__(self, client: httpx.AsyncClient, view: dict[str, Any], headers: dict[str, str]) -> None:
        self.client, self.id, self.scene, self.ply = client, view["id"], view["scene"], view["ply"]
        self.headers = headers
        self.times: list[float] = []
        self.acknowledged: list[str] = []

    async def play(self, ends: float, offset: float) -> None:
        await asyncio.sleep(offset)
        while (not self.times or time.monotonic() < ends) and self.scene["choices"]:  # at least one move
            text = self.scene["choices"][0]["move"]
            begun = time.perf_counter()
            answer = await self.client.post(
                f"/api/games/{self.id}/actions",
                json={"type": "move", "ply": self.ply, "move": text},
                headers=self.headers,
            )
            self.times.append(time.perf_counter() - begun)
            if answer.status_code == 200:
                heard = answer.json()
                self.scene, self.ply = heard["scene"], heard["ply"]
                self.acknowledged.append(text)
            await asyncio.sleep(PAUSE)


# --- the attacks ------------------------------------------------------------------------------------------------------


async def endless_header(url: str, ends: float, answers: Answers) -> None:
    """One connection after another with a header that never ends."""
    host, _, port = url.removeprefix("http://").partition(":")
    while time.monotonic() < ends:
        reader, writer = await asyncio.open_connection(host, int(port))
        with suppress(ConnectionError):
            writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ")
            while time.monotonic() < ends and not writer.is_closing():
                writer.write(b"a" * 65_536)
                await asyncio.wait_for(writer.drain(), 5)
                await asyncio.sleep(0)
        if time.monotonic() >= ends:
            writer.close()
            return
        try:
            answers[(await asyncio.wait_for(reader.read(12), 5)).decode()[9:] or "reset"] += 1
        except ConnectionError:  # the end of the connection overtook the answer
            answers["reset"] += 1
        except TimeoutError:
            answers["not cut off"] += 1
        writer.close()


async def flood(
    url: str, ends: float, answers: Answers, ask: Callable[[httpx.AsyncClient, int], Awaitable[httpx.Response]]
) -> None:
    """Forty requests a second, as the limit of requests allows, without waiting for answers."""
    headers = {"X-Forwarded-For": ATTACKER}
    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=PATIENCE, limits=MANY) as client:
        tasks: set[asyncio.Task[None]] = set()

        async def one(number: int) -> None:
            with suppress(httpx.HTTPError):
                answers[str((await ask(client, number)).status_code)] += 1

        number = 0
        while time.monotonic() < ends:
            tasks.add(asyncio.create_task(one(number)))
            number += 1
            await asyncio.sleep(1 / 40)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def pictures(url: str, ends: float, answers: Answers) -> None:
    """Pictures of a large board, another one each time."""
    body = {"game": "enclose5", "options": {"size": 40}, "position": None}
    choices = (httpx.post(f"{url}/api/board", json={**body, "moves": []}, timeout=PATIENCE)).json()["scene"]["choices"]
    await flood(
        url,
        ends,
        answers,
        lambda client, n: client.post(
            "/api/picture", json={**body, "theme": "light", "moves": [choices[n % len(choices)]["move"]]}
        ),
    )


async def long_boards(url: str, ends: float, answers: Answers) -> None:
    """Boards after very many moves."""
    chance, match = random.Random(2), kakomi.new("toot")
    while match.outcome is None and match.ply < 1_860:
        match.push_code(chance.choice(match.codes()))
    moves = match.moves
    await flood(
        url,
        ends,
        answers,
        lambda client, n: client.post("/api/board", json={"game": "toot", "moves": moves[: len(moves) - n % 100]}),
    )


async def lists(url: str, ends: float, answers: Answers) -> None:
    """The list of live games, as often as is allowed."""
    await flood(url, ends, answers, lambda client, _: client.get("/api/games?list=live"))


async def nothing(url: str, ends: float, answers: Answers) -> None:
    """No attack, for comparison."""
    await asyncio.sleep(max(0.0, ends - time.monotonic()))


ATTACKS = (nothing, endless_header, pictures, lists, long_boards)


# --- measuring --------------------------------------------------------------------------------------------------------


def largest_process(server: Server) -> float:
    """The memory of the largest of the server and the processes it has started, at the end of an attack, in MB."""
    assert server.process is not None
    family, most = [server.process.pid], 0.0
    while family:
        pid = family.pop()
        with suppress(OSError):
            pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
            most = max(most, pages * os.sysconf("SC_PAGE_SIZE") / 2**20)
            family += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    return most


async def measure(server: Server, attack: Callable[..., Awaitable[None]], games: int, seconds: float) -> dict[str, Any]:
    """One attack beside live games."""
    answers: Answers = Counter()
    async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as client:
        await client.get("/api/me")
        wanted = {"game": "enso", "opponent": {"kind": "screen"}}
        tables = []
        for number in range(games):
            headers = {"X-Forwarded-For": f"10.0.0.{number + 1}"}
            made = await client.post("/api/games", json=wanted, headers=headers)
            tables.append(Table(client, made.json(), headers))
        ends = time.monotonic() + seconds
        await asyncio.gather(
            attack(server.url, ends, answers),
            *(each.play(ends, PAUSE * number / games) for number, each in enumerate(tables)),
        )
    times = sorted(time for each in tables for time in each.times)
    return {
        "attack": attack.__name__,
        "moves": len(times),
        "p50_ms": round(1000 * times[len(times) // 2], 1),
        "p99_ms": round(1000 * times[int(len(times) * 0.99)], 1),
        "lost": sum(_lost(server, each) for each in tables),
        "largest_mb": round(largest_process(server)),
        "answers": dict(answers),
    }


def _lost(server: Server, table: Table) -> int:
    with sqlite3.connect(f"file:{server.folder / 'kakomi.db'}?mode=ro", uri=True) as base:
        rows = base.execute("SELECT move FROM moves WHERE game = ? ORDER BY ply", (table.id,)).fetchall()
    stored = [move for (move,) in rows]
    kept: int = sum(one == two for one, two in zip(table.acknowledged, stored, strict=False))
    return len(table.acknowledged) - kept


def main(words: list[str] | None = None) -> list[dict[str, Any]]:
    """Run all attacks; one line of JSON for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=10.0)
    args = parser.parse_args(words)
    results = []
    for attack in ATTACKS:
        with tempfile.TemporaryDirectory() as folder, serving(Path(folder), "--engines", "0", "--proxied") as server:
            results.append(asyncio.run(measure(server, attack, min(args.games, 200), min(args.seconds, 60.0))))
            print(json.dumps(results[-1]), flush=True)
    return results


if __name__ == "__main__":
    main()
