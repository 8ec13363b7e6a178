"""Two players at a live game, each with a WebSocket of their own, playing a prepared script."""

from __future__ import annotations

import asyncio
import re
import time
from contextlib import suppress
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from benchmarks.load.scripts import Script

MOVED = re.compile(rb'\{"type":"moved","ply":([0-9]+),"move":"([^"]*)","by":([01]),')
STATE = b'{"type":"state",'
HARMLESS = (b'{"type":"seats",', b'{"type":"watchers",')
PATIENCE = 20.0  # seconds until a move counts as lost
MOST_REQUESTS = 24  # at once
CLOCK = {"kind": "game", "seconds": 7200, "increment": 2}

Message = dict[str, Any]


class Trouble(Exception):
    """Something that must not happen under load."""


class Lobby:
    """The HTTP side: players, new games."""

    def __init__(self, url: str) -> None:
        self.url = url
        jar = CookieJar(DefaultCookiePolicy(allowed_domains=[]))  # each request says who sends it
        limits = httpx.Limits(max_connections=MOST_REQUESTS)
        self._http = httpx.AsyncClient(base_url=url, timeout=120, cookies=jar, limits=limits, trust_env=False)

    async def close(self) -> None:
        await self._http.aclose()

    async def player(self, headers: dict[str, str]) -> str:
        """A new player; the cookie."""
        answer = await self._http.get("/api/me", headers=headers)
        return answer.headers["set-cookie"].partition(";")[0]

    async def post(self, path: str, headers: dict[str, str], body: Message) -> Message:
        answer = await self._http.post(path, json=body, headers=headers)
        if answer.status_code >= 300:
            raise Trouble(f"POST {path}: {answer.status_code} {answer.text[:200]}")
        made: Message = answer.json()
        return made


class Table:
    """A game in progress: its sockets, what was sent, and what was acknowledged."""

    def __init__(self, lobby: Lobby, script: Script, address: str = "") -> None:
        """`address` is where its players come from, as a proxy would report it."""
        self.lobby, self.script = lobby, script
        self.address = {"X-Forwarded-For": address} if address else {}
        self.cookies: list[str] = []
        self.game = ""
        self.acknowledged: list[str] = []  # moves that at least one player was told of
        self.asked: str | None = None  # the move on its way
        self.over = False
        self.gone = False  # the server has gone, without being asked to
        self.clock: Message | None = None
        self.view: Message = {}
        self.history: dict[str, list[str]] = {}
        self.delays: list[float] = []  # seconds from sending a move until both players had it
        self.trouble: list[str] = []
        self.bytes = 0
        self._sockets: list[ClientConnection] = []
        self._readers: list[asyncio.Task[None]] = []
        self._heard = [asyncio.Event(), asyncio.Event()]
        self._times = [0.0, 0.0]

    # --- sitting down -------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Start a new game, with both players at the board."""
        self.game = ""
        while len(self.cookies) < 2:
            self.cookies.append(await self.lobby.player(self.address))
        script = self.script
        asked = {"game": script.game, "rules": script.rules, "opponent": {"kind": "friend"}, "clock": CLOCK}
        made = await self.lobby.post("/api/games", self._headers(0), asked)
        invite = made["invite"].rpartition("/")[2]
        await self.lobby.post(f"/api/games/{made['id']}/join", self._headers(1), {"invite": invite})
        self.game = made["id"]
        self.acknowledged = self.history[self.game] = []
        self.asked, self.over = None, False
        await self.sit()

    def _headers(self, seat: int) -> dict[str, str]:
        return {"cookie": self.cookies[seat], **self.address}

    async def sit(self) -> None:
        """Both players connect (again), and get the whole state."""
        await self.leave()
        address = f"ws{self.lobby.url.removeprefix('http')}/api/games/{self.game}/live"
        for seat in (0, 1):
            how: Message = {"compression": None, "max_size": None, "ping_interval": None, "proxy": None}
            socket = await connect(address, additional_headers=self._headers(seat), open_timeout=60, **how)
            self._sockets.append(socket)
            raw = await asyncio.wait_for(socket.recv(decode=False), 60)
            if not raw.startswith(STATE):
                raise Trouble(f"not welcomed: {raw[:200]!r}")
            self.view = orjson.loads(raw)["game"]
        self.clock, self.gone = self.view["clock"], False
        self._readers = [asyncio.create_task(self._read(seat)) for seat in (0, 1)]

    async def leave(self) -> None:
        """Both players leave."""
        for reader in self._readers:
            reader.cancel()
        for socket in self._sockets:
            with suppress(OSError, ConnectionClosed, TimeoutError):
                await asyncio.wait_for(socket.close(), 5)
        self._sockets, self._readers = [], []

    # --- playing ------------------------------------------------------------------------------------------------------

    @property
    def at_end(self) -> bool:
        """Whether there is no further move."""
        return self.over or len(self.acknowledged) >= len(self.script.moves)

    async def renew(self) -> None:
        """Start the next game of these two; an unfinished one is resigned."""
        if not self.over:
            await self.lobby.post(f"/api/games/{self.game}/actions", self._headers(0), {"type": "resign"})
        await self.leave()
        await self.open()

    async def move(self) -> None:
        """Make the script's next move, and wait until both players have it."""
        ply = len(self.acknowledged)
        mover, text = self.script.movers[ply], self.script.moves[ply]
        message = orjson.dumps({"type": "move", "id": ply, "ply": ply, "move": text})
        for event in self._heard:
            event.clear()
        if self.gone:
            raise ConnectionResetError("the server has gone")
        self.asked = text
        sent = time.perf_counter()
        await self._sockets[mover].send(message, text=True)
        for event in self._heard:
            await asyncio.wait_for(event.wait(), PATIENCE)
        if self.gone:
            raise ConnectionResetError("the server went before both players knew of the move")
        self.asked = None
        self.delays.append(max(self._times) - sent)

    async def _read(self, seat: int) -> None:
        try:
            while True:
                raw = await self._sockets[seat].recv(decode=False)
                at = time.perf_counter()
                self.bytes += len(raw)
                found = MOVED.match(raw)
                if found is None:
                    if not raw.startswith(HARMLESS):
                        self.trouble.append(f"{self.game}: {raw[:300]!r}")
                    continue
                self._take(seat, int(found[1]), found[2].decode(), raw)
                self._times[seat] = at
                self._heard[seat].set()
        except ConnectionClosed:
            self.gone = True
            for event in self._heard:
                event.set()

    def _take(self, seat: int, ply: int, move: str, raw: bytes) -> None:
        if ply == len(self.acknowledged) + 1 and move == self.asked:
            self.acknowledged.append(move)
            # what follows the board: turn, clock, score, outcome, offers, next, sequence
            rest = orjson.loads(b"{" + raw[raw.rindex(b'"turn":') :])
            self.clock, self.over = rest["clock"], rest["outcome"] is not None
        elif ply != len(self.acknowledged) or move != self.acknowledged[-1]:
            self.trouble.append(f"{self.game}: seat {seat} heard of move {ply} {move}, which nobody asked for")


async def together(jobs: list[Any], most: int = MOST_REQUESTS) -> None:
    """Do all of them, at most `most` at once."""
    gate = asyncio.Semaphore(most)

    async def one(job: Any) -> None:
        async with gate:
            await job

    await asyncio.gather(*(one(job) for job in jobs))
