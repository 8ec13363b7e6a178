"""One WebSocket: outgoing messages wait in a short queue, so that a slow client holds up nobody else."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

MOST_QUEUED = 64  # messages
MOST_QUEUED_BYTES = 4_000_000
FEW = 8  # queued messages; a client with more gets no further answers until it has read some
PATIENCE = 30.0  # seconds it has for that
TOO_SLOW = 1013
RESTART = 1012
SIGNED_OUT = 4401


class Connection:
    """A client that plays or watches. `send` never waits."""

    def __init__(self, socket: WebSocket, player: str | None, session: str = "") -> None:
        self.socket = socket
        self.player = player
        self.session = session  # of the cookie it came with
        self.answering: int | None = None  # the id of a message that will be answered by the state
        self.missed = False  # whether another state was held back meanwhile
        self._queue: deque[bytes] = deque()
        self._bytes = 0
        self._wake = asyncio.Event()
        self._read = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        self._sender = asyncio.create_task(self._work())

    def send(self, message: bytes) -> None:
        """Queue a message; a client that does not read is disconnected."""
        if self._closing is not None:
            return
        if len(self._queue) >= MOST_QUEUED or self._bytes > MOST_QUEUED_BYTES:
            self.close(TOO_SLOW, "messages were read too slowly; connect again")
            return
        self._queue.append(message)
        self._bytes += len(message)
        self._wake.set()

    async def wait_until_read(self) -> None:
        """Wait until few messages are queued; a client that does not read is disconnected."""
        if len(self._queue) < FEW or self._closing is not None:
            return
        self._read.clear()
        try:
            async with asyncio.timeout(PATIENCE):
                await self._read.wait()
        except TimeoutError:
            self.close(TOO_SLOW, "messages were read too slowly; connect again")

    def close(self, code: int, reason: str) -> None:
        """Send what is queued, then close."""
        if self._closing is None:
            self._closing = (code, reason)
            self._wake.set()
            self._read.set()

    async def end(self) -> None:
        """The client has disconnected: stop sending."""
        self._closing = self._closing or (1000, "")
        self._sender.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._sender

    async def _work(self) -> None:
        try:
            while True:
                while self._queue:
                    message = self._queue.popleft()
                    self._bytes -= len(message)
                    if len(self._queue) < FEW:
                        self._read.set()
                    await self.socket.send({"type": "websocket.send", "text": message.decode()})
                if self._closing is not None:
                    if self.socket.application_state == WebSocketState.CONNECTED:
                        await self.socket.close(*self._closing)
                    return
                self._wake.clear()
                await self._wake.wait()
        except (WebSocketDisconnect, RuntimeError, OSError):
            self._closing = self._closing or (1000, "")  # disconnected; the receiving side notices
            self._read.set()
