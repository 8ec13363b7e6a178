"""Cards: what a list shows of each game, from what is stored. No game is replayed for a list."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import orjson

from kakomi.core.errors import KakomiError
from kakomi.server.content.stored_games import bare_outcome, read_summary, title_of
from kakomi.server.http.errors import Refusal
from kakomi.server.http.kept_bytes import KeptBytes
from kakomi.server.live.room import seat_view
from kakomi.server.live.rooms import Rooms
from kakomi.store import games
from kakomi.store.errors import Unplayable
from kakomi.store.games import GameRow
from kakomi.store.writer import Store

KEPT = 16_000_000  # bytes of boards kept
PAUSE = 0.05  # seconds between two old games that get a summary: other work comes first
SLOW = "this board is being drawn; look again in a moment"
log = logging.getLogger(__name__)

Work = Callable[..., Awaitable[Any]]  # the name of a background job and its arguments


class Cards:
    """Cards of games, with their boards kept as long as the games do not change."""

    def __init__(self, store: Store, rooms: Rooms, work: Work) -> None:
        self._store = store
        self._rooms = rooms
        self._work = work
        self._scenes = KeptBytes(KEPT)  # by game and sequence number
        self._task: asyncio.Task[None] | None = None

    async def of(self, rows: Sequence[GameRow], player: str | None, address: str) -> list[dict[str, Any]]:
        """A card for each game; one that cannot be shown says why in `problem` and has no board."""
        rows = [self._latest(row) for row in rows]
        summaries = {row.id: read_summary(row.summary) for row in rows}
        scenes, problems = await self._boards(rows, summaries, address)
        return [
            self._card(row, summaries[row.id], scenes.get(row.id), row.problem or problems.get(row.id), player)
            for row in rows
        ]

    def _latest(self, row: GameRow) -> GameRow:
        """The game as it is in memory, if that is newer than what was read: its board has been drawn for the players."""
        room = self._rooms.held(row.id)
        return row if room is None or room.row.sequence < row.sequence else room.row

    async def _boards(
        self, rows: Sequence[GameRow], summaries: dict[str, dict[str, Any] | None], address: str
    ) -> tuple[dict[str, bytes], dict[str, str]]:
        """The boards that are known or can be drawn, and the reason for each that is missing."""
        scenes: dict[str, bytes] = {}
        wanted: list[tuple[GameRow, dict[str, Any]]] = []
        for row in rows:
            room, summary = self._rooms.held(row.id), summaries[row.id]
            drawn = None if room is None or room.row.sequence != row.sequence else room.drawn_scene
            drawn = drawn or self._scenes.get((row.id, row.sequence))
            if drawn is not None:
                scenes[row.id] = drawn
            elif summary is not None and row.problem is None:
                wanted.append((row, summary))
        problems = {row.id: SLOW for row in rows if row.id not in scenes}
        if wanted:
            with contextlib.suppress(Refusal):  # a list without some boards is better than none
                for (row, _), drawn in zip(
                    wanted, await self._work("little_scenes", wanted, address=address), strict=True
                ):
                    if isinstance(drawn, bytes):
                        scenes[row.id] = drawn
                        self._scenes.keep((row.id, row.sequence), drawn)
                    elif drawn:
                        problems[row.id] = drawn
        return scenes, problems

    def _card(
        self,
        row: GameRow,
        summary: dict[str, Any] | None,
        scene: bytes | None,
        problem: str | None,
        player: str | None,
    ) -> dict[str, Any]:
        room = self._rooms.held(row.id)
        labels = ("", "") if summary is None else summary["labels"]
        return {
            "id": row.id,
            "game": row.game,
            "title": title_of(row),
            "rules": row.rules,
            "ply": row.ply,
            "turn": row.turn,
            "seats": [
                {**seat_view(seat, room is not None and room.online(seat.player or "")), "label": label}
                for seat, label in zip(row.seats, labels, strict=True)
            ],
            "you": [place for place, seat in enumerate(row.seats) if player is not None and seat.player == player],
            "outcome": bare_outcome(row) if summary is None else summary["outcome"],
            "created": row.created,
            "updated": row.updated,
            "scene": None if scene is None else orjson.Fragment(scene),
            "problem": None if scene is not None else problem or SLOW,
        }

    # --- games stored before there were summaries -----------------------------------------------------------------

    def start(self) -> None:
        """Write the summaries that are missing, one after another in the background."""
        self._task = asyncio.create_task(self._fill())

    async def close(self) -> None:
        """Stop; the next start continues."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _fill(self) -> None:
        after = ""
        while True:
            try:
                names = await self._store.read(lambda database: games.without_summary(database, after))  # noqa: B023
                if not names:
                    return
                for name in names:
                    await self._fill_one(name)
                    await asyncio.sleep(PAUSE)
                after = names[-1]
            except (KakomiError, Refusal) as error:
                log.error("summaries stopped for now", extra={"reason": str(error)})
                await asyncio.sleep(60)

    async def _fill_one(self, name: str) -> None:
        """One summary; a game that has none gets a mark instead, and the next is tried."""
        try:
            stored = await self._store.read(lambda database: games.load(database, name))
            if stored is None:
                return
            row, moves = stored
            text = await self._work("summary", row, moves)
            await self._store.write(lambda database: games.put_summary(database, name, row.sequence, text))
        except Unplayable as error:
            await self._rooms.mark(name, str(error))
        except Refusal as refusal:
            if refusal.code == "server/busy":
                raise
            await self._rooms.mark(name, refusal.message)
