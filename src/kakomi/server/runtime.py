"""What lives as long as the server does, and how it is started and stopped."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from collections.abc import Awaitable, Callable

from fastapi import FastAPI
from starlette.requests import HTTPConnection

from kakomi.core.errors import KakomiError
from kakomi.server.content.reports import Reports, find
from kakomi.server.content.reviews import Reviews
from kakomi.server.engines.pool import EnginePool
from kakomi.server.http.errors import Refusal
from kakomi.server.http.identity import Identity, make_id
from kakomi.server.http.limits import Limits
from kakomi.server.http.metrics import Metrics
from kakomi.server.live import clocks
from kakomi.server.live.computer import Computer
from kakomi.server.live.game_actions import Live
from kakomi.server.live.pg_notify import Announcer
from kakomi.server.live.room import Room
from kakomi.server.live.rooms import Hub
from kakomi.server.settings import Settings
from kakomi.store import games, reviews
from kakomi.store.database import open_database
from kakomi.store.writer import Store

HEARTBEAT = 1.0  # seconds
CLEARING = 300  # heartbeats between full garbage collections, which hold everyone up for a moment
ALIVE = 5_000  # ms: a process that was heard of so lately lives
SILENT = 10_000  # ms: a process that has not been heard of for so long is dead, and nobody is here by way of it
log = logging.getLogger(__name__)


class Context:
    """All parts of a running server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.process = make_id(8)
        self.metrics = Metrics()
        self.limits = Limits(settings.limits)
        self.reports = Reports(find(settings.reports))
        self.store = Store(open_database(settings.url, settings.synchronous))
        self.identity = Identity(self.store, settings.secret())
        self.hub = Hub(self.store, self.process, self.metrics)
        self.live = Live(self.hub)
        self.engines = EnginePool(settings.engines)
        self.computer = Computer(self.live, self.engines)
        self.reviews = Reviews(self.store, self.engines, self.process)
        self._announcer = Announcer(self.store, self.hub) if self.store.shared else None
        self._tasks: list[asyncio.Task[None]] = []
        self._ticks = 0
        self._beat = clocks.now()
        self._forsaken = 1000 * settings.takeover  # ms: so long a computer's move is left to the process that thinks
        self.closing = False

    async def start(self) -> None:
        """Begin to serve; games in which a computer is to move are taken up again."""
        self.hub.on_change = self._look
        if self._announcer is not None:
            await self._announcer.start()
        at = clocks.now()
        alive = await self.store.read(games.last_alive)
        alone = alive is None or at - alive > ALIVE or not self.store.shared
        if alive is not None and alone:
            await self.store.write(lambda connection: games.forgive_downtime(connection, alive, at))
            await self.store.write(reviews.release)
        await self._heartbeat()
        if self.settings.engines:
            await self.engines.start()
            await self._take_up(at if alone else at - self._forsaken)
        self._tasks = [asyncio.create_task(self._every(HEARTBEAT, self._tick))]
        log.info("started", extra={"server": self.process, "database": self.store.engine.dialect.name})

    async def close(self) -> None:
        """Stop thinking, tell clients to come back, store what is on its way."""
        self.closing = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.computer.close(list(self.hub.rooms.values()))
        await self.reviews.close()
        self.hub.close_all()
        await self.engines.close()
        with contextlib.suppress(KakomiError):
            await self.store.write(lambda connection: games.farewell(connection, self.process, clocks.now()))
        if self._announcer is not None:
            await self._announcer.close()
        await asyncio.to_thread(self.store.close)
        log.info("stopped", extra={"server": self.process})

    # --- what happens by itself ---------------------------------------------------------------------------------------

    def _look(self, room: Room) -> None:
        """A room has changed: let its computer think, set its alarm."""
        if self.settings.engines:
            self.computer.look(room)
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        if room.row.deadline is not None and room.row.clock == "game":
            delay = max(0.0, (room.row.deadline - clocks.now()) / 1000)
            room.timer = asyncio.get_running_loop().call_later(delay + 0.01, self._alarm, room)

    def _alarm(self, room: Room) -> None:
        task = asyncio.ensure_future(self._flag(room))
        task.add_done_callback(lambda _: None)  # the loop keeps only weak references

    async def _flag(self, room: Room) -> None:
        with contextlib.suppress(Refusal):  # what could not be stored is tried again by the next tick
            await self.live.flag(room)

    async def _every(self, seconds: float, what: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await what()
            except KakomiError as error:
                log.error("database trouble", extra={"reason": str(error)})

    async def _heartbeat(self) -> None:
        await self.store.write(lambda connection: games.heartbeat(connection, self.process, clocks.now()))

    async def _look_round(self) -> None:
        """Which other processes live; and if this one was silent itself, the others may have forgotten who is here."""
        at = clocks.now()
        self.hub.forget(await self.store.read(lambda connection: games.living(connection, at - SILENT)))
        if at - self._beat > SILENT:
            self.hub.remind()
        self._beat = at

    async def _tick(self) -> None:
        await self._heartbeat()
        if self.store.shared:
            await self._look_round()
        self._ticks += 1
        if self._ticks % CLEARING == 0:
            gc.collect()
        at = clocks.now()
        for game in await self.store.read(lambda connection: games.flagged(connection, at)):
            await self._flag(await self.hub.room(game))
        if self.settings.engines and self.store.shared:
            await self._take_up(at - self._forsaken)

    async def _take_up(self, before: int) -> None:
        """Let the computer think in games where it is to move and nobody makes it."""
        for game in await self.store.read(lambda connection: games.waiting_for(connection, "computer", before)):
            try:
                self.computer.look(await self.hub.room(game))
            except (KakomiError, Refusal) as error:
                log.error("game cannot be taken up", extra={"game": game, "reason": str(error)})


def context_of(asking: HTTPConnection) -> Context:
    """The running server that a request or WebSocket belongs to."""
    app: FastAPI = asking.app
    context: Context = app.state.context
    return context
