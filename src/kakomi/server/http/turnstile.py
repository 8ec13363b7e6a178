"""Lets requests in one after another, with live games in between.

One iteration of the event loop runs everything that is ready, and a move takes a few iterations. When many people start
games at once, an iteration with all their requests would take long, and a move would have to wait for several of these.
"""

from __future__ import annotations

import asyncio
from collections import deque


class Turnstile:
    """Lets one request in per iteration of the event loop, in order of arrival."""

    def __init__(self) -> None:
        self._free = True
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def enter(self) -> None:
        """Wait for a turn; not at all if nobody else came in this iteration."""
        loop = asyncio.get_running_loop()
        if self._free:
            self._free = False
            loop.call_soon(self._turn, loop)
            return
        turn: asyncio.Future[None] = loop.create_future()
        self._waiting.append(turn)
        await turn

    def _turn(self, loop: asyncio.AbstractEventLoop) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():  # its client may have gone
                turn.set_result(None)
                loop.call_soon(self._turn, loop)
                return
        self._free = True
