"""Running the server: uvicorn around the guarded application, on a socket opened beforehand so that the port is known."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import uvicorn
from filelock import FileLock, Timeout
from sqlalchemy.engine import make_url

from kakomi.core.errors import EngineError, OptionError
from kakomi.server import logs
from kakomi.server.app import make_app, prepare
from kakomi.server.security import Guard
from kakomi.server.settings import Settings

LARGEST_FRAME = 65_536  # bytes; what is larger than a message may be but smaller than this is answered, not cut off
LAST_WORDS = 5  # seconds that requests have to end when the server stops
GOODBYE = 0.2  # seconds for players to be told, before uvicorn closes their connections without a word
SWITCH = 0.0005  # seconds: the thread that stores waits this long at most for the one that computes
GARBAGE = (10_000, 20, 100_000)  # a full collection takes a quarter of a second with a thousand players: see Context


def serve(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until a signal comes; `ready` gets the address when pages can be asked for."""
    logs.begin(settings.level)
    sys.setswitchinterval(SWITCH)
    with _alone(settings):
        listening = _listen(settings)
        app = make_app(settings)
        context = prepare(app, settings)
        config = uvicorn.Config(
            Guard(app, context),
            log_config=None,
            access_log=False,
            ws="websockets-sansio",
            ws_max_size=LARGEST_FRAME,
            ws_per_message_deflate=False,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            proxy_headers=settings.proxied,
            forwarded_allow_ips="*" if settings.proxied else None,
            server_header=False,
            timeout_graceful_shutdown=LAST_WORDS,
            lifespan="on",
            h11_max_incomplete_event_size=32_768,
        )
        gc.collect()
        gc.freeze()  # modules and routes stay for good
        gc.set_threshold(*GARBAGE)
        server = _Server(config, lambda: ready(address(settings, listening)), context.hub.close_all)
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(server.serve(sockets=[listening]))
        if not server.started:
            raise EngineError("the server could not be started; the log says why")


class _Server(uvicorn.Server):
    """uvicorn's server; says when it is ready, and tells players before it waits for them to go."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], farewell: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready, self._farewell = ready, farewell

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._farewell()
        await asyncio.sleep(GOODBYE)
        await super().shutdown(sockets)


def address(settings: Settings, listening: socket.socket) -> str:
    """The address to type into a browser."""
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)
    if ":" in host and not host.startswith("["):
        host = f"[{host}]"
    return f"http://{host}:{listening.getsockname()[1]}"


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    made = socket.socket(family)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((settings.host, settings.port))
    except OSError as error:
        made.close()
        raise OptionError(
            f"{settings.host} port {settings.port} cannot be used: {error.strerror}; take another with --port, or --port 0"
        ) from error
    made.listen(1024)
    return made


@contextlib.contextmanager
def _alone(settings: Settings) -> Iterator[None]:
    """One server at a time on an SQLite file: a second would not hear what the first does."""
    place = make_url(settings.url)
    if place.get_backend_name() != "sqlite" or not place.database:
        yield
        return
    path = Path(place.database + ".lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise OptionError(f"{path} cannot be written: {error.strerror}; name another folder with --data") from error
    os.close(handle)
    try:
        lock = FileLock(path, timeout=0).acquire()
    except Timeout as error:
        raise OptionError(
            f"another Kakomi server uses {place.database}; stop it, or name another database (PostgreSQL can be shared)"
        ) from error
    with lock:
        yield
