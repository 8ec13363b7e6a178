"""The computer's seats: the engine pool searches for a move, which is then played like a person's."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging

import orjson

from kakomi.core.errors import EngineError, KakomiError
from kakomi.players.time_management import for_level
from kakomi.server.engines.pool import EngineClosed, EnginePool, Hint, MatchSpec
from kakomi.server.http.errors import Refusal
from kakomi.server.live import clocks
from kakomi.server.live.game_actions import GameActions
from kakomi.server.live.room import Room

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0  # seconds between attempts when the engines fail
SHORT_WAIT = 100  # ms in the queue that are not worth giving back
log = logging.getLogger(__name__)


def spec_of(room: Room) -> MatchSpec:
    """The match as the engine pool takes it."""
    row = room.row
    return MatchSpec(row.game, row.rules, dict(row.options), row.position, [each.move for each in room.moves])


def seed_of(room: Room) -> int:
    """A seed with which the same position of the same game always gives the same move."""
    return int.from_bytes(hashlib.sha256(f"{room.id} {room.row.ply}".encode()).digest()[:4], "big")


class Computer:
    """Plays the computer's seats."""

    def __init__(self, actions: GameActions, engines: EnginePool) -> None:
        self._actions = actions
        self._engines = engines
        self._closed = False

    def room_changed(self, room: Room) -> None:
        """Start a search if the computer is to move and none is running; end one for an outdated position."""
        if room.thinking is not None:
            outdated = room.row.waiting != "computer" or room.searched != room.row.ply
            if outdated and asyncio.current_task() is not room.thinking:  # its own move outdates a search, too
                room.thinking.cancel()
        elif room.row.waiting == "computer" and not self._closed:
            room.thinking = asyncio.create_task(self._play(room))
            room.searched = room.row.ply

    async def close(self, rooms: list[Room]) -> None:
        """Stop all searches; they start again when the server does."""
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
                except Refusal as error:  # the game has changed meanwhile, or the move could not be stored: try again
                    log.info("computer move refused", extra={"game": room.id, "code": error.code})
                    await asyncio.sleep(FIRST_PAUSE if error.code.startswith("store/") else 0)
                except EngineError as error:
                    log.warning("engine failed", extra={"game": room.id, "reason": str(error)})
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE)
                except KakomiError as error:
                    log.error("engine gave a bad answer", extra={"game": room.id, "reason": str(error)})
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE)
        finally:
            room.thinking = None
            room.searching = False
            if not self._closed:
                with contextlib.suppress(RuntimeError):  # the loop may be closing
                    self.room_changed(room)

    async def _move(self, room: Room) -> None:
        row = room.row
        seat = row.turn
        assert seat is not None
        room.searched, room.searching = row.ply, False
        since = clocks.now()
        on_clock = row.clock == "game" and row.started is not None
        seconds = for_level(clocks.left(row, seat, clocks.now()) / 1000 if on_clock else None)
        room.broadcast(orjson.dumps({"type": "thinking", "seat": seat}))
        owner = room.row.seats[1 - seat].player or ""
        move = await self._engines.choose(
            spec_of(room),
            row.seats[seat].level or 1,
            seed_of(room),
            seconds,
            owner=owner,
            game=room.id,
            on_start=lambda: self._begins(room, since),
        )
        if room.row.sequence != row.sequence and room.row.ply != row.ply:
            return  # the position changed during the search
        await self._actions.play(room, [seat], row.ply, move, clocks.now())

    def _begins(self, room: Room, since: int) -> None:
        """A process starts on a search requested at `since`: the computer's clock counts only from now on."""
        room.searching = True
        if room.row.started is not None and clocks.now() - since > SHORT_WAIT:
            self._actions.start_late(room, clocks.now() - max(since, room.row.started))

    async def hint(self, room: Room, player: str, seats: list[int]) -> tuple[Hint, list[str]]:
        """A good move for the player who asks, and its clicks."""
        row = room.row
        if row.clause is not None:
            raise Refusal("game/over", f"the game is over: {room.match.status}")
        if row.turn not in seats:
            raise Refusal("hint/not-now", "you can ask for a hint when it is your turn", 403)
        if row.clock or any(seat.player not in (None, player) or seat.kind == "open" for seat in row.seats):
            raise Refusal(
                "hint/unfair", "hints are only for games without a clock, against the computer or on one screen", 403
            )
        if room.hinting:
            raise Refusal("hint/thinking", "a hint is already being worked out")
        room.hinting = True
        try:
            hint = await self._engines.hint(spec_of(room), owner=player, game=f"hint {room.id}")
        finally:
            room.hinting = False
        if room.row.ply != row.ply or room.row.clause is not None:
            raise Refusal("hint/stale", "the position has changed in the meantime; ask again")
        scene = room.scene()
        for choice in (*scene.shortcuts, *scene.choices):  # a path over the board first: the board can show it
            if choice.move == hint.move:
                return hint, list(choice.clicks)
        raise Refusal("engine/unavailable", "no hint is available for this position", 503)
