"""Timers that end a game when a clock runs out, even if nobody sends anything."""

from __future__ import annotations

import asyncio
import contextlib

from kakomi.server.http.errors import Refusal
from kakomi.server.live import clocks
from kakomi.server.live.game_actions import GameActions
from kakomi.server.live.room import Room

MARGIN = 0.01  # seconds: a timer must not fire just before the flag falls


class FlagTimers:
    """One timer per room whose game clock runs. Games with days per move are left to the server's tick."""

    def __init__(self, actions: GameActions) -> None:
        self._actions = actions
        self._tasks: set[asyncio.Task[None]] = set()  # the event loop keeps only weak references

    def room_changed(self, room: Room) -> None:
        """Set the room's timer to its new deadline."""
        room.cancel_timer()
        if room.row.deadline is not None and room.row.clock == "game":
            delay = max(0.0, (room.row.deadline - clocks.now()) / 1000)
            room.timer = asyncio.get_running_loop().call_later(delay + MARGIN, self._ring, room)

    def _ring(self, room: Room) -> None:
        task = asyncio.ensure_future(self.check(room))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def check(self, room: Room) -> None:
        """End the game if its flag has fallen."""
        with contextlib.suppress(Refusal):  # what could not be stored is tried again by the server's next tick
            await self._actions.flag(room)
