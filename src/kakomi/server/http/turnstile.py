"""Requests one after another, with live games in between.

A round of the event loop does all that is ready, and a move takes a few rounds. When many people begin games at once, a
round with all their requests would take long, and moves would wait for each of these requests several times.
"""

from __future__ import annotations

import asyncio
from collections import deque


class Turnstile:
    """Lets one request in per round of the event loop, in the order of their arrival."""

    def __init__(self) -> None:
        self._free = True
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def enter(self) -> None:
        """Wait for one's turn; not at all if nobody else came in this round."""
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
