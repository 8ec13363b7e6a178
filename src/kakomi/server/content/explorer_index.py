"""The explorer's index grows in the background: with each game that ends, and at the start with all those not counted yet.

The work is done by a background process, one game or unit of the lab at a time, with pauses in between. Each is recorded
as counted in the transaction that counts it, so the work can be interrupted at any moment and continues at the next start.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

from kakomi.core.errors import KakomiError
from kakomi.server.http.errors import Refusal
from kakomi.server.live.room import Room
from kakomi.store import explorer, games
from kakomi.store.errors import Conflict, Unplayable
from kakomi.store.explorer import LabUnit
from kakomi.store.writer import Store

PAGE = 100  # finished games per query
WAIT = 5.0  # seconds between checks for games that ended elsewhere
OVERLAP = 600_000  # ms: games that ended within this time are checked again, as they may have been stored late
REST = 9  # after each piece of work it rests this many times as long as that took: live games need the processor
LONGEST_UNIT = 300.0  # seconds for the games of one unit of the lab
LAB_GAMES = 500  # of each study of the lab
START = (-1, "")
Work = Callable[..., Awaitable[Any]]  # the name of a background job and its arguments
log = logging.getLogger(__name__)


class ExplorerIndex:
    """Counts the finished games of the store."""

    def __init__(self, store: Store, work: Work) -> None:
        """`work` has a background process do a job."""
        self._store = store
        self._work = work
        self._wake = asyncio.Event()
        self._cursor = START
        self._lab_cursor = ("", -1, -1)
        self._unplayable: set[str] = set()  # until the next start, when a plug-in may be back
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start counting."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop; what is not counted yet is counted after the next start."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def room_changed(self, room: Room) -> None:
        """Count the game soon if it has ended."""
        if room.row.finished is not None:
            self._wake.set()

    async def _run(self) -> None:
        while True:
            try:
                await self.count_games()
                await self.count_lab()
            except (KakomiError, Refusal) as error:
                log.warning("the explorer's index must wait", extra={"reason": str(error)})
            self._wake.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(WAIT):
                    await self._wake.wait()

    async def count_games(self) -> None:
        """Count all finished games that have not been counted."""
        while True:
            waiting, following = await self._next_games()
            for game in waiting:
                if game not in self._unplayable:
                    await self._count_game(game)
            if following is None:
                break
            self._cursor = following
        self._cursor = max(START, (self._cursor[0] - OVERLAP, ""))

    async def _next_games(self) -> tuple[list[str], tuple[int, str] | None]:
        return await self._store.read(lambda database: explorer.uncounted_games(database, self._cursor, PAGE))

    async def _count_game(self, game: str) -> None:
        try:
            stored = await self._store.read(lambda database: games.load(database, game))
            if stored is not None:
                await self._count(game, "game_counts", *stored)
        except Unplayable as error:
            self._unplayable.add(game)
            log.info("a game is not counted", extra={"game": game, "reason": str(error)})

    async def count_lab(self) -> None:
        """Count the first games of each study of the lab's complete runs."""
        while True:
            unit = await self._next_unit()
            if unit is None:
                break
            self._lab_cursor = unit.run, unit.study, unit.first
            try:
                await self._count(unit.id, "unit_counts", unit, seconds=LONGEST_UNIT)
            except Unplayable as error:  # it is tried again, after all others
                log.warning("a unit of the lab is not counted", extra={"unit": unit.id, "reason": str(error)})
        self._lab_cursor = ("", -1, -1)

    async def _next_unit(self) -> LabUnit | None:
        return await self._store.read(lambda database: explorer.next_unit(database, self._lab_cursor, LAB_GAMES))

    async def _count(self, name: str, job: str, *arguments: Any, **limits: float) -> None:
        """Have a piece of work done and store the result; Unplayable if there is none, Refusal if it must wait."""
        began = time.monotonic()
        try:
            counts = await self._work(job, *arguments, **limits)
        except Refusal as refusal:
            if refusal.code == "server/busy":
                raise
            raise Unplayable(refusal.message) from refusal  # the others are still counted
        took = time.monotonic() - began
        with contextlib.suppress(Conflict):  # another process was faster
            await self._store.write(lambda database: explorer.count(database, name, counts))
        await asyncio.sleep(took * REST)
