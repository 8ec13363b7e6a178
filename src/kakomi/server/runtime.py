"""The parts of a running server: how they are put together, started and stopped, and what happens once a second.

A move takes one path: `dispatcher` -> `actions` -> `store` -> `rooms` -> connections. The computer's seats and the clocks
observe the rooms and act through `actions` again.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import Connection

from kakomi import games as catalogue
from kakomi.core.errors import KakomiError
from kakomi.core.match import Match
from kakomi.server.background.fork_server import ForkServer
from kakomi.server.background.pool import BackgroundPool
from kakomi.server.content.explorer_index import ExplorerIndex
from kakomi.server.content.reports import Reports, find
from kakomi.server.content.reviews import Reviews
from kakomi.server.engines.pool import EnginePool
from kakomi.server.http.errors import Refusal
from kakomi.server.http.identity import Identity, make_id
from kakomi.server.http.kept_bytes import KeptBytes
from kakomi.server.http.limits import Limits
from kakomi.server.http.metrics import Metrics
from kakomi.server.live import clocks
from kakomi.server.live.bots import BotStreams
from kakomi.server.live.cards import Cards
from kakomi.server.live.computer import Computer
from kakomi.server.live.dispatch import Dispatcher
from kakomi.server.live.flag_timers import FlagTimers
from kakomi.server.live.game_actions import GameActions
from kakomi.server.live.lists import Lists
from kakomi.server.live.pg_notify import PgNotify
from kakomi.server.live.rooms import Rooms
from kakomi.server.settings import ServerSettings
from kakomi.store import announcements, games, players, reviews, sessions
from kakomi.store.database import open_database
from kakomi.store.games import GameRow, MoveRow
from kakomi.store.sessions import SessionRow
from kakomi.store.writer import Store

TICK = 1.0  # seconds
COLLECT_EVERY = 300  # ticks between full garbage collections, which hold everything up for a moment
EXAMINE_EVERY = 3_600.0  # seconds between checks of the whole database file
EXAMINE_FIRST = 5.0  # seconds after the start
PICTURES = 8_000_000  # bytes of pictures kept
OUTAGE = 2_500  # ms without a heartbeat stored: an outage, in which no flag falls
ALIVE = 5_000  # ms: a process heard from this recently is alive
SILENT = 10_000  # ms: a process not heard from for this long is dead, and so are its connections
log = logging.getLogger(__name__)


class Runtime:
    """All parts of a running server."""

    def __init__(self, settings: ServerSettings, forks: ForkServer | None = None) -> None:
        self.settings = settings
        self.process = make_id(8)
        self.metrics = Metrics()
        self.limits = Limits(settings.limits)
        self.background = BackgroundPool(forks, self.limits)
        self.pictures = KeptBytes(PICTURES)
        self.reports = Reports(find(settings.reports))
        self.store = Store(open_database(settings.url, settings.synchronous))
        self.identity = Identity(self.store, settings.secret())
        self._others = PgNotify(self.store.database.url, self.process) if self.store.shared else None
        publish = (lambda _: None) if self._others is None else self._others.publish
        self.rooms = Rooms(self.store, self.process, self.metrics, publish, self._replay)
        self.cards = Cards(self.store, self.rooms, self.background.run)
        self.lists = Lists(self.store, self.cards, self.limits)
        self.rooms.observe(self.lists.room_changed)
        self.actions = GameActions(self.store, self.rooms, self.metrics, lambda: self.steady)
        self.engines = EnginePool(settings.engines)
        self.computer = Computer(self.actions, self.engines)
        self.dispatcher = Dispatcher(self.actions, self.computer, self.metrics)
        self.timers = FlagTimers(self.actions)
        self.bots = BotStreams(self.store, self.rooms, self.identity)
        self.reviews = Reviews(self.store, self.engines, self.process)
        if settings.engines:
            self.rooms.observe(self.computer.room_changed)
        self.rooms.observe(self.timers.room_changed)
        self.explorer = ExplorerIndex(self.store, self.background.run)
        self.rooms.observe(self.explorer.room_changed)
        self._tasks: list[asyncio.Task[None]] = []
        self._ticks = 0
        self._heard = 0  # the last announcement by a command that has been read
        self._last_tick = self._beat = clocks.now()
        self._takeover = 1000 * settings.takeover  # ms: how long a computer's move is left to the process searching it
        self.closing = False

    async def start(self) -> None:
        """Start serving; the computer resumes games in which it is to move."""
        if self._others is not None:
            await self._others.start(self._receive, self._read_again)
        self._heard = await self.store.read(announcements.last)
        at = clocks.now()
        alive = await self.store.read(games.last_alive)
        alone = alive is None or at - alive > ALIVE or not self.store.shared
        if alive is not None and alone:
            await self.store.write(lambda database: games.forgive_downtime(database, alive, at))
            await self.store.write(reviews.release)
        if alone:
            await self.store.write(games.clear_problems)
        self._beat = clocks.now()
        await self._heartbeat()
        if self.settings.engines:
            await self.engines.start()
            await self._resume_computers(at if alone else at - self._takeover)
        examining = self._every(EXAMINE_EVERY, lambda: asyncio.to_thread(self.store.examine), first=EXAMINE_FIRST)
        regular = (self._every(TICK, self._heartbeat), self._every(TICK, self._tick), examining)
        self._tasks = [asyncio.create_task(each) for each in regular]
        self.explorer.start()
        self.cards.start()
        for sentence in catalogue.problems():
            log.warning("plug-in left out", extra={"reason": sentence})
        log.info("started", extra={"server": self.process, "database": self.store.database.dialect.name})

    async def close(self) -> None:
        """Stop searching, tell clients to connect again, finish storing."""
        self.closing = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.explorer.close()
        await self.cards.close()
        await self.computer.close(list(self.rooms))
        await self.reviews.close()
        self.rooms.close_all()
        await self.engines.close()
        await self.background.close()
        with contextlib.suppress(KakomiError):
            await self.store.write(lambda database: games.farewell(database, self.process, clocks.now()))
        if self._others is not None:
            await self._others.close()
        await asyncio.to_thread(self.store.close)
        log.info("stopped", extra={"server": self.process})

    # --- who is who -------------------------------------------------------------------------------------------------

    def identity_changed(self, player: str, *, name: str = "", ended: str | None = None, kept: str = "") -> None:
        """A player has been changed in the store: every process updates what it knows.

        Each drops the cached player, shows a new name, and closes the connections of sessions that have `ended` (one, or "*"
        for all but the one `kept`).
        """
        self._take_identity(player, name, ended, kept)
        if self._others is not None:
            self._others.publish({"player": player, "name": name, "ended": ended, "kept": kept})

    def _take_identity(self, player: str, name: str, ended: str | None, kept: str) -> None:
        self.identity.forget(player)
        if name:
            self.rooms.rename(player, name)
        if ended is not None:
            self.rooms.sign_out(player, ended, kept)

    async def hand_over(self, old: str | None, new: str, session: SessionRow) -> None:
        """Begin a session; what an anonymous player had until now goes to the account."""

        def job(database: Connection) -> list[str]:
            sessions.add(database, session)
            return [] if old is None else players.hand_over(database, old, new, self.process)

        for game in await self.store.write(job):
            await self.rooms.reload_if_held(game)
        for player in {new, *([] if old is None else [old])}:
            self.identity_changed(player)

    async def resign_all(self, player: str) -> None:
        """A player leaves for good: they resign what they are playing."""
        for game in await self.store.read(lambda database: games.unfinished_of(database, player)):
            room = await self.rooms.playable(game)
            if room is not None:
                with contextlib.suppress(Refusal):  # it has ended meanwhile
                    seats = room.seats_of(player)
                    await self.actions.resign(room, seats, seats[0], clocks.now(), leaves=True)

    async def _receive(self, event: dict[str, Any]) -> None:
        """Handle an event of another process."""
        if "player" in event:
            self._take_identity(event["player"], event["name"], event["ended"], event["kept"])
        else:
            await self.rooms.receive(event)

    async def _hear_commands(self) -> None:
        """Apply what a command has changed in this server's SQLite file."""
        for number, event in await self.store.read(lambda database: announcements.since(database, self._heard)):
            self._heard = number
            await self._receive(event)

    async def _read_again(self) -> None:
        self.identity.forget_all()
        await self.rooms.reload_all()

    async def _replay(self, row: GameRow, moves: list[MoveRow]) -> Match:
        match: Match = await self.background.run("replay", row, moves)
        return match

    # --- once a second ------------------------------------------------------------------------------------------------

    async def _every(self, seconds: float, what: Callable[[], Awaitable[None]], first: float | None = None) -> None:
        pause = seconds if first is None else first
        while True:
            await asyncio.sleep(pause)
            pause = seconds
            try:
                await what()
            except KakomiError as error:
                log.error("database error", extra={"reason": str(error)})
            except Exception:  # whatever it was, try again at the next tick
                self.metrics.errors += 1
                log.exception("tick failed")

    async def _tick(self) -> None:
        """Do what can wait for a thread when many are waiting. The heartbeat cannot: a late one would mean an outage."""
        await asyncio.to_thread(self.store.probe)
        await asyncio.to_thread(self.store.checkpoint)
        if self.store.shared:
            await self._check_processes()
        else:
            await self._hear_commands()
        self._ticks += 1
        if self._ticks % COLLECT_EVERY == 0:
            gc.collect()
        at = clocks.now()
        for game in await self.store.read(lambda database: games.flagged(database, at)):
            try:
                if (room := await self.rooms.playable(game)) is not None:
                    await self.timers.check(room)
            except (KakomiError, Refusal) as error:  # the others' flags are still checked
                log.error("flag not checked", extra={"game": game, "reason": str(error)})
        if self.settings.engines and self.store.shared:
            await self._resume_computers(at - self._takeover)

    @property
    def condition(self) -> str:
        """Why the server cannot be relied on, as a code; "" if it can."""
        cause = self.store.condition or ("" if self.steady else "busy")
        return f"store/{cause}" if cause else ""

    @property
    def steady(self) -> bool:
        """Whether changes could be stored just now."""
        return clocks.now() - self._beat < OUTAGE

    async def _heartbeat(self) -> None:
        """Record that the server works; after an outage, clocks get back the time it lasted."""
        before = self._beat

        def job(database: Connection) -> tuple[int, bool]:
            at = clocks.now()
            out = at - before >= OUTAGE
            alive = games.last_alive(database) if out else None
            if out and (alive is None or at - alive >= OUTAGE):  # no other process has worked, or given it back
                games.forgive_downtime(database, before, at)
            games.heartbeat(database, self.process, at)
            return at, out

        at, out = await self.store.write(job)
        if out:
            log.warning("clocks stood still", extra={"seconds": (at - before) / 1000})
            await self.rooms.reload_all()
        self._beat = at

    async def _check_processes(self) -> None:
        """Forget processes that have died; if this one was silent itself, tell the others again who is here."""
        at = clocks.now()
        self.rooms.forget_processes(await self.store.read(lambda database: games.living(database, at - SILENT)))
        if at - self._last_tick > SILENT:
            self.rooms.publish_all_presence()
        self._last_tick = at

    async def _resume_computers(self, before: int) -> None:
        """Start searches in games where the computer is to move and nothing has happened since `before`."""
        for game in await self.store.read(lambda database: games.waiting_for(database, "computer", before)):
            try:
                if (room := await self.rooms.playable(game)) is not None:
                    self.computer.room_changed(room)
            except (KakomiError, Refusal) as error:
                log.error("cannot continue a game", extra={"game": game, "reason": str(error)})
