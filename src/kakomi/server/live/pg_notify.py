"""Several processes on one PostgreSQL: a thread listens for what the others announce, and announces what is asked of it."""

from __future__ import annotations

import asyncio
import json
import logging
import queue
import threading
import time

import psycopg

from kakomi.core.errors import KakomiError
from kakomi.server.http.errors import Refusal
from kakomi.server.live.rooms import Event, Hub
from kakomi.store.errors import StoreError
from kakomi.store.games import CHANNEL
from kakomi.store.writer import Store

LOOK = 0.05  # seconds between looks at what is to be announced
PAUSE = 1.0  # seconds before a lost connection is made anew
log = logging.getLogger(__name__)


class Announcer:
    """Listens and announces on the database's channel. Changes of games are announced by their own transactions."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self._hub = hub
        self._address = store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._outgoing: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._incoming: asyncio.Queue[Event | None] = asyncio.Queue()
        self._ready = threading.Event()
        self._closing = False
        self._thread: threading.Thread | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to listen; returns when nothing can be missed any more."""
        self._hub.publish = lambda event: self._outgoing.put({**event, "process": self._hub.process})
        loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._listen, args=(loop,), name="listener", daemon=True)
        self._thread.start()
        if not await asyncio.to_thread(self._ready.wait, 10):
            raise StoreError("the database does not let this process listen to the others")
        self._task = asyncio.create_task(self._hear())

    async def close(self) -> None:
        """Stop listening."""
        self._closing = True
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        while not self._closing:
            try:
                with psycopg.connect(self._address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    if self._ready.is_set():  # what was said meanwhile is lost: look at every room again
                        loop.call_soon_threadsafe(self._incoming.put_nowait, None)
                    self._ready.set()
                    while not self._closing:
                        for notice in connection.notifies(timeout=LOOK):
                            self._take(notice.payload, loop)
                        self._send(connection)
            except psycopg.Error as error:
                log.error("listening interrupted", extra={"reason": str(error)})
                time.sleep(PAUSE)

    def _take(self, payload: str, loop: asyncio.AbstractEventLoop) -> None:
        event = json.loads(payload)
        if event.get("process") != self._hub.process:
            loop.call_soon_threadsafe(self._incoming.put_nowait, event)

    def _send(self, connection: psycopg.Connection) -> None:
        while not self._outgoing.empty():
            connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, json.dumps(self._outgoing.get())))

    async def _hear(self) -> None:
        while True:
            event = await self._incoming.get()
            try:
                if event is not None:
                    await self._hub.heard(event)
                else:
                    for room in list(self._hub.rooms.values()):
                        async with room.lock:
                            await self._hub.reload(room)
            except (KakomiError, Refusal) as error:
                log.error("announcement not followed", extra={"reason": str(error)})
