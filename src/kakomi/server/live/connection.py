"""One WebSocket: what goes out waits in a short line of its own, so that a slow reader holds up nobody else."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

MOST_WAITING = 64  # messages
MOST_WAITING_BYTES = 4_000_000
FEW = 8  # waiting messages; whoever has more gets no further answers before reading some
PATIENCE = 30.0  # seconds for that
TOO_SLOW = 1013
RESTART = 1012


class Connection:
    """Someone who plays or watches. `send` never waits."""

    def __init__(self, socket: WebSocket, player: str | None) -> None:
        self.socket = socket
        self.player = player
        self.answering: int | None = None  # the id of a message that will be answered by the state
        self.missed = False  # was there another state meanwhile?
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._wake = asyncio.Event()
        self._calm = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        self._sender = asyncio.create_task(self._work())

    def send(self, message: bytes) -> None:
        """Put the message in the line; who does not read is cut off."""
        if self._closing is not None:
            return
        if len(self._waiting) >= MOST_WAITING or self._bytes > MOST_WAITING_BYTES:
            self.close(TOO_SLOW, "you read too slowly; connect again")
            return
        self._waiting.append(message)
        self._bytes += len(message)
        self._wake.set()

    async def calm(self) -> None:
        """Wait until few messages wait; who does not read is cut off."""
        if len(self._waiting) < FEW or self._closing is not None:
            return
        self._calm.clear()
        try:
            await asyncio.wait_for(self._calm.wait(), PATIENCE)
        except TimeoutError:
            self.close(TOO_SLOW, "you read too slowly; connect again")

    def close(self, code: int, reason: str) -> None:
        """Send what waits, then close."""
        if self._closing is None:
            self._closing = (code, reason)
            self._wake.set()
            self._calm.set()

    async def end(self) -> None:
        """The other side has gone: stop sending."""
        self._closing = self._closing or (1000, "")
        self._sender.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._sender

    async def _work(self) -> None:
        try:
            while True:
                while self._waiting:
                    message = self._waiting.popleft()
                    self._bytes -= len(message)
                    if len(self._waiting) < FEW:
                        self._calm.set()
                    await self.socket.send({"type": "websocket.send", "text": message.decode()})
                if self._closing is not None:
                    if self.socket.application_state == WebSocketState.CONNECTED:
                        await self.socket.close(*self._closing)
                    return
                self._wake.clear()
                await self._wake.wait()
        except (WebSocketDisconnect, RuntimeError, OSError):
            self._closing = self._closing or (1000, "")  # it has gone; whoever receives from it notices
            self._calm.set()
