"""Running the server: uvicorn with the guarded application, on a socket opened beforehand so that the port is known."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
import sys
from collections.abc import Callable

import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from kakomi.core.errors import EngineError, OptionError
from kakomi.server.app import make_app, prepare
from kakomi.server.background import worker
from kakomi.server.background.fork_server import AVAILABLE, ForkServer
from kakomi.server.http import logs
from kakomi.server.http.connections import PER_ADDRESS, Census, guarded_http, guarded_websocket
from kakomi.server.http.security import Guard
from kakomi.server.settings import ServerSettings
from kakomi.store.database import sole_server

LARGEST_FRAME = 65_536  # bytes; a message that is too long but shorter than this gets an answer before it is dropped
DRAIN = 5  # seconds that running requests have when the server stops
GOODBYE = 0.2  # seconds to tell players, before uvicorn closes their connections
SWITCH = 0.0001  # seconds: how long the storing thread waits for the computing one after every statement
GARBAGE = (10_000, 20, 100_000)  # a full collection takes a quarter of a second with a thousand players: see runtime


def serve(settings: ServerSettings, ready: Callable[[str], None]) -> None:
    """Serve until a signal arrives; `ready` gets the address once pages can be loaded."""
    logs.begin(settings.log_level)
    with _forks() as forks:  # before there are threads, locks and open files that a fork would inherit
        _serve(settings, forks, ready)


def _forks() -> contextlib.AbstractContextManager[ForkServer | None]:
    return ForkServer(worker.serve) if AVAILABLE else contextlib.nullcontext()


def _serve(settings: ServerSettings, forks: ForkServer | None, ready: Callable[[str], None]) -> None:
    sys.setswitchinterval(SWITCH)
    with sole_server(settings.url):
        listening = _listen(settings)
        app = make_app(settings)
        runtime = prepare(app, settings, forks)
        census = Census(PER_ADDRESS if settings.limits and not settings.proxied else 0)  # a proxy has one address
        config = uvicorn.Config(
            Guard(app, settings, runtime.limits, runtime.metrics),
            http=guarded_http(AutoHTTPProtocol, census),
            log_config=None,
            access_log=False,
            ws=guarded_websocket(WebSocketsSansIOProtocol, census),
            ws_max_size=LARGEST_FRAME,
            ws_per_message_deflate=False,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            proxy_headers=False,  # the guard reads them
            server_header=False,
            timeout_graceful_shutdown=DRAIN,
            lifespan="on",
        )
        gc.collect()
        gc.freeze()  # modules and routes are never freed
        gc.set_threshold(*GARBAGE)
        server = _Server(config, lambda: ready(address(settings, listening)), runtime.rooms.close_all)
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(server.serve(sockets=[listening]))
        if not server.started:
            raise EngineError("the server could not start; see the log for the reason")


class _Server(uvicorn.Server):
    """uvicorn's server; reports when it is ready, and tells players before it closes their connections."""

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


def address(settings: ServerSettings, listening: socket.socket) -> str:
    """The address to type into a browser."""
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)
    if ":" in host and not host.startswith("["):
        host = f"[{host}]"
    return f"http://{host}:{listening.getsockname()[1]}"


def _listen(settings: ServerSettings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        listening.close()
        raise OptionError(
            f"{settings.host} port {settings.port} cannot be used: {error.strerror}; "
            "choose another with --port, or --port 0 for any free one"
        ) from error
    listening.listen(1024)
    return listening
