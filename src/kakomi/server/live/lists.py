"""Lists of games as answers. Those that are the same for everyone are kept for a second, as many clients request them."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any

import orjson

from kakomi.server.http.gzip import packed
from kakomi.server.http.kept_bytes import KeptBytes
from kakomi.server.http.limits import Limits
from kakomi.server.live import clocks
from kakomi.server.live.cards import Cards
from kakomi.server.live.room import Room
from kakomi.store import games
from kakomi.store.games import GameRow
from kakomi.store.writer import Store

PAGE = 20
LATELY = 3_600_000  # ms: a game without a move since then is not listed as being played
KEPT_FOR = 1.0  # seconds: boards may be this old; which games are listed is always current
KEPT = 8_000_000  # bytes
AT_ONCE = 2  # lists made at the same time: each uses a thread, and other work needs threads too
FRESH = 5_000  # ms: a room updated this recently has changed, others have only been loaded


@dataclass(frozen=True)
class ListQuery:
    """What is requested: `which` is live, mine or finished; `before` is where the last page ended."""

    which: str
    game: str | None
    finished: bool | None
    before: tuple[int, str] | None


class Lists:
    """The lists of this process."""

    def __init__(self, store: Store, cards: Cards, limits: Limits) -> None:
        self._store, self._cards, self._limits = store, cards, limits
        self._kept = KeptBytes(KEPT)
        self._version = 0  # grows whenever a game may enter or leave a list
        self._gate = asyncio.Semaphore(AT_ONCE)
        self.made = 0

    def room_changed(self, room: Room) -> None:
        """A game has begun or ended: kept lists are out of date."""
        row = room.row
        if (row.ply <= 1 or row.clause is not None) and clocks.now() - row.updated < FRESH:
            self._version += 1

    async def answer(self, query: ListQuery, player: str | None, address: str, *, zipped: bool) -> bytes:
        """The list as JSON, compressed if `zipped`; Refusal if the address has used up its budget of work."""
        if query.which == "mine":
            return await self._make(query, player, address, zipped)
        moment = int(time.monotonic() / KEPT_FOR)
        held = self._kept.get(("held", query, self._version, moment))
        who = player if player is not None and held is not None and player in orjson.loads(held) else ""
        name = (query, self._version, moment, who, zipped)
        kept = self._kept.get(name) if held is not None else None
        return kept or await self._make(query, player, address, zipped)

    async def _make(self, query: ListQuery, player: str | None, address: str, zipped: bool) -> bytes:
        self._limits.check_budget("work", address)
        async with self._gate:
            began, version = time.monotonic(), self._version
            lately = clocks.now() - LATELY
            rows = await self._store.read(
                lambda database: games.listing(
                    database, query.which, player, query.game, query.before, PAGE, lately, query.finished
                )
            )
            cards = await self._cards.of(rows, player, address)
            body = await asyncio.to_thread(_encode, rows, cards, zipped)
            self.made += 1
            self._limits.spend("work", address, time.monotonic() - began)
        self._keep(query, version, int(began / KEPT_FOR), rows, player, body, zipped)
        return body

    def _keep(
        self,
        query: ListQuery,
        version: int,
        moment: int,
        rows: list[GameRow],
        player: str | None,
        body: bytes,
        zipped: bool,
    ) -> None:
        """Keep an answer for all who hold no seat in it, or for the one player who does."""
        if query.which == "mine":
            return
        held = {seat.player for row in rows for seat in row.seats if seat.player is not None}
        self._kept.keep(("held", query, version, moment), orjson.dumps(sorted(held)))
        self._kept.keep((query, version, moment, player if player in held else "", zipped), body)


def _encode(rows: list[GameRow], cards: list[dict[str, Any]], zipped: bool) -> bytes:
    following = f"{rows[-1].updated}-{rows[-1].id}" if len(rows) == PAGE else None
    body = orjson.dumps({"games": cards, "before": following})
    return packed(body) if zipped else body
