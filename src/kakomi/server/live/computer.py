"""The computers' seats: asks the engines for a move and brings it in by the same door as a person's."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging

import orjson

from kakomi.core.errors import EngineError, KakomiError
from kakomi.server.engines.pool import EngineClosed, EnginePool, MatchSpec
from kakomi.server.http.errors import Refusal
from kakomi.server.live import clocks
from kakomi.server.live.game_actions import Live
from kakomi.server.live.room import Room

LONGEST_THINKING = 12.0  # seconds
SHARE_OF_CLOCK = 20  # of what is left on its clock the computer uses at most one part in so many
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0  # seconds between tries when the engines fail
log = logging.getLogger(__name__)


def spec_of(room: Room) -> MatchSpec:
    """The match as the engines want it."""
    row = room.row
    return MatchSpec(row.game, row.rules, dict(row.options), row.position, [each.move for each in room.moves])


def seed_of(room: Room) -> int:
    """The same position of the same game always gives the same move."""
    return int.from_bytes(hashlib.sha256(f"{room.id} {room.row.ply}".encode()).digest()[:4], "big")


class Computer:
    """Plays the computers' seats."""

    def __init__(self, live: Live, engines: EnginePool) -> None:
        self.live = live
        self.engines = engines
        self._closed = False

    def look(self, room: Room) -> None:
        """Begin to think if a computer is to move and nobody thinks yet."""
        if room.row.waiting == "computer" and room.thinking is None and not self._closed:
            room.thinking = asyncio.create_task(self._play(room))

    async def close(self, rooms: list[Room]) -> None:
        """Stop thinking; the games are taken up again at the next start."""
        self._closed = True
        tasks = [room.thinking for room in rooms if room.thinking is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, room: Room) -> None:
        pause = FIRST_PAUSE
        try:
            while room.row.waiting == "computer" and not self._closed:
                try:
                    await self._move(room)
                    pause = FIRST_PAUSE
                except EngineClosed:
                    return
                except Refusal as error:  # it was changed meanwhile, or could not be stored: look again
                    log.info("computer refused", extra={"game": room.id, "code": error.code})
                    await asyncio.sleep(FIRST_PAUSE if error.code.startswith("store/") else 0)
                except EngineError as error:
                    log.warning("engine failed", extra={"game": room.id, "reason": str(error)})
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE)
                except KakomiError as error:
                    log.error("engine answered badly", extra={"game": room.id, "reason": str(error)})
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE)
        finally:
            room.thinking = None
            if not self._closed:
                with contextlib.suppress(RuntimeError):  # the loop may be closing
                    self.look(room)

    async def _move(self, room: Room) -> None:
        row = room.row
        seat = row.turn
        assert seat is not None
        seconds = LONGEST_THINKING
        if row.clock == "game" and row.started is not None:
            seconds = min(seconds, max(0.05, clocks.left(row, seat, clocks.now()) / 1000 / SHARE_OF_CLOCK))
        room.broadcast(orjson.dumps({"type": "thinking", "seat": seat}))
        owner = room.row.seats[1 - seat].player or ""
        move = await self.engines.choose(
            spec_of(room), row.seats[seat].level or 1, seed_of(room), seconds, owner=owner, game=room.id
        )
        if room.row.sequence != row.sequence and room.row.ply != row.ply:
            return  # taken back, resigned or moved elsewhere while it thought
        await self.live.play(room, [seat], row.ply, move, clocks.now())

    async def hint(self, room: Room, player: str, seats: list[int]) -> tuple[str, list[str]]:
        """A good move for whoever asks, and its clicks."""
        row = room.row
        if row.clause is not None:
            raise Refusal("game/over", f"the game is over: {room.match.status}")
        if row.turn not in seats:
            raise Refusal("hint/not-now", "a hint can be asked for when it is your turn", 403)
        if row.clock or any(seat.player not in (None, player) or seat.kind == "open" for seat in row.seats):
            raise Refusal("hint/unfair", "hints are for games without a clock, with the computer or at one screen", 403)
        if room.hinting:
            raise Refusal("hint/thinking", "a hint is on its way")
        room.hinting = True
        try:
            move = await self.engines.hint(spec_of(room), owner=player, game=f"hint {room.id}")
        finally:
            room.hinting = False
        if room.row.ply != row.ply or room.row.clause is not None:
            raise Refusal("hint/stale", "the game has moved on; ask again")
        for choice in room.scene().choices:
            if choice.move == move:
                return move, list(choice.clicks)
        raise Refusal("engine/unavailable", "the computer has no hint here", 503)
