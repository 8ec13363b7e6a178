"""The explorer's index grows in the background: with each game that ends, and at the start with all not counted yet.

The work is done off the event loop, one game or unit of the lab at a time, with pauses in between. Each is noted as counted
in the transaction that counts it, so it can be broken off at any moment and goes on at the next start.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from kakomi import games as catalogue
from kakomi.core.errors import KakomiError
from kakomi.core.match import Match
from kakomi.server.content.explorer import DEEPEST, count_match
from kakomi.server.content.stored_games import replay
from kakomi.server.live.room import Room
from kakomi.store import explorer, games
from kakomi.store.errors import Conflict, Unplayable
from kakomi.store.explorer import LabUnit, MoveCount
from kakomi.store.writer import Store

PAGE = 100  # finished games looked at in one query
WAIT = 5.0  # seconds between two looks for games that ended elsewhere
OVERLAP = 600_000  # ms: games that ended within this time are looked at again, as they may have been stored late
REST = 9  # after each piece of work the thread rests so many times as long as it worked: live games need the processor
LAB_GAMES = 500  # of each study of the lab
UNCOUNTED_CLAUSES = ("forfeit", games.CLOSED)  # misconduct says nothing about an opening, nor does an administrator
START = (-1, "")
Counts = list[tuple[str, list[MoveCount]]]  # the games of a piece of work: what each is noted as, and what it adds
log = logging.getLogger(__name__)


class ExplorerIndex:
    """Counts the finished games of the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._wake = asyncio.Event()
        self._cursor = START
        self._lab_cursor = ("", -1, -1)
        self._unplayable: set[str] = set()  # until the next start, when a plug-in may be there again
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to count."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop; what is not counted yet is counted after the next start."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def room_changed(self, room: Room) -> None:
        """A game has ended?"""
        if room.row.finished is not None:
            self._wake.set()

    async def _run(self) -> None:
        while True:
            try:
                await self.count_games()
                await self.count_lab()
            except KakomiError as error:
                log.warning("the explorer's index must wait", extra={"reason": str(error)})
            self._wake.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), WAIT)

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
        def work() -> Counts:
            loaded = self._store.read_now(lambda database: games.load(database, game))
            return [] if loaded is None else [(game, counts_of_stored(*loaded))]

        try:
            await self._count(game, work)
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
            await self._count(unit.id, partial(counts_of_unit, unit))
        self._lab_cursor = ("", -1, -1)

    async def _next_unit(self) -> LabUnit | None:
        return await self._store.read(lambda database: explorer.next_unit(database, self._lab_cursor, LAB_GAMES))

    async def _count(self, name: str, work: Callable[[], Counts]) -> None:
        began = time.monotonic()
        counts = await asyncio.to_thread(work)
        took = time.monotonic() - began
        with contextlib.suppress(Conflict):  # another process was quicker
            await self._store.write(lambda database: explorer.count(database, name, counts))
        await asyncio.sleep(took * REST)


def counts_of_stored(row: games.GameRow, moves: list[games.MoveRow]) -> list[MoveCount]:
    """What a game of people, levels and bots adds; Unplayable where it cannot be replayed."""
    if row.finished is None or row.clause in UNCOUNTED_CLAUSES:
        return []
    sources = ["people" if seat.kind in ("person", "open") else "levels" for seat in row.seats]
    return count_match(replay(row, moves[:DEEPEST]), row.winner, sources)


def counts_of_unit(unit: LabUnit) -> Counts:
    """What a unit of the lab adds: each different game of a study once, without moves made at random."""
    study = json.loads(unit.plan)["studies"][unit.study]
    payload: Any = json.loads(unit.payload)
    if not isinstance(payload, list) or "random" in study["players"]:
        return []  # totals of random games, or games that show no opening
    counts: Counts = []
    try:
        start = Match(catalogue.get(study["game"]), study["rules"], study["options"])
        for line in payload:
            if line["clause"] not in UNCOUNTED_CLAUSES:
                match = start.copy()
                for text in line["moves"][:DEEPEST]:
                    match.push(text)
                counted = count_match(match, line["winner"], ("lab", "lab"), line["opening"])
                counts.append((_lab_game(unit, line["moves"]), counted))
    except KakomiError as error:  # rules that have changed, a plug-in that is gone
        log.info("a unit of the lab is not counted", extra={"unit": unit.id, "reason": str(error)})
        return []
    return counts


def _lab_game(unit: LabUnit, moves: list[str]) -> str:
    """The same for games of a study with the same moves: a repeat is no new evidence."""
    return "lab " + hashlib.sha256(json.dumps([unit.run, unit.study, moves]).encode()).hexdigest()[:32]
