"""Several server processes on one PostgreSQL: a thread listens for the others' events and sends this process's own."""

from __future__ import annotations

import asyncio
import json
import logging
import queue
import threading
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from sqlalchemy.engine import URL

from kakomi.core.errors import KakomiError
from kakomi.server.http.errors import Refusal
from kakomi.store.announcements import CHANNEL
from kakomi.store.errors import StoreError

if TYPE_CHECKING:
    import psycopg

POLL = 0.05  # seconds between checks for events to send
PAUSE = 1.0  # seconds before a lost connection is opened again
log = logging.getLogger(__name__)

Event = dict[str, Any]


class PgNotify:
    """Sends and receives events on the database's channel. Changes of games are announced by their own transactions."""

    def __init__(self, address: URL, process: str) -> None:
        self._address = address.set(drivername="postgresql").render_as_string(hide_password=False)
        self._process = process
        self._outgoing: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._incoming: asyncio.Queue[Event | None] = asyncio.Queue()
        self._ready = threading.Event()
        self._closing = False
        self._thread: threading.Thread | None = None
        self._task: asyncio.Task[None] | None = None

    def publish(self, event: Event) -> None:
        """Send an event to the other processes."""
        self._outgoing.put({**event, "process": self._process})

    async def start(self, receive: Callable[[Event], Awaitable[None]], reload: Callable[[], Awaitable[None]]) -> None:
        """Begin to listen; returns once no event can be missed.

        `receive` gets every event of another process; `reload` is called after a break in which some may have been lost.
        """
        loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._listen, args=(loop,), name="pg-notify", daemon=True)
        self._thread.start()
        if not await asyncio.to_thread(self._ready.wait, 10):
            raise StoreError("cannot listen for other processes on this database (LISTEN failed for 10 seconds)")
        self._task = asyncio.create_task(self._pass_on(receive, reload))

    async def close(self) -> None:
        """Stop listening."""
        self._closing = True
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        import psycopg  # not above: it takes half a second that a server on SQLite need not spend

        while not self._closing:
            try:
                with psycopg.connect(self._address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    if self._ready.is_set():  # events in the meantime are lost: every room must be read again
                        loop.call_soon_threadsafe(self._incoming.put_nowait, None)
                    self._ready.set()
                    while not self._closing:
                        for notice in connection.notifies(timeout=POLL):
                            self._take(notice.payload, loop)
                        self._send(connection)
            except psycopg.Error as error:
                log.error("lost the connection to other processes", extra={"reason": str(error)})
                time.sleep(PAUSE)

    def _take(self, payload: str, loop: asyncio.AbstractEventLoop) -> None:
        event = json.loads(payload)
        if event.get("process") != self._process:
            loop.call_soon_threadsafe(self._incoming.put_nowait, event)

    def _send(self, connection: psycopg.Connection) -> None:
        while not self._outgoing.empty():
            connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, json.dumps(self._outgoing.get())))

    async def _pass_on(
        self, receive: Callable[[Event], Awaitable[None]], reload: Callable[[], Awaitable[None]]
    ) -> None:
        while True:
            event = await self._incoming.get()
            try:
                if event is not None:
                    await receive(event)
                else:
                    await reload()
            except (KakomiError, Refusal) as error:
                log.error("event of another process failed", extra={"reason": str(error)})
