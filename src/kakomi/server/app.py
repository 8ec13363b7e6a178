"""The application: routers, error handlers, and the runtime that lives as long as the server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from kakomi import __version__
from kakomi.server.api import (
    accounts,
    boards,
    bots,
    engines,
    explorer,
    games,
    players,
    puzzles,
    records,
    reports,
    reviews,
    socket,
    status,
    studies,
)
from kakomi.server.background.fork_server import ForkServer
from kakomi.server.http import errors, openapi, pages
from kakomi.server.http.gzip import GzipMiddleware
from kakomi.server.runtime import Runtime
from kakomi.server.settings import ServerSettings


def make_app(settings: ServerSettings) -> FastAPI:
    """The application; nothing is opened or started before its lifespan begins or `prepare` is called."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        if not hasattr(app.state, "runtime"):
            prepare(app, settings)
        runtime: Runtime = app.state.runtime
        await runtime.start()
        try:
            yield
        finally:
            await runtime.close()

    app = FastAPI(
        title="Kakomi",
        version=__version__,
        description="Abstract board games, played in the browser.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        separate_input_output_schemas=False,
        lifespan=lifespan,
    )
    errors.install(app)
    app.add_middleware(GzipMiddleware)
    for module in (  # routes are matched in this order: live games come first
        socket,
        games,
        boards,
        records,
        studies,
        explorer,
        puzzles,
        reviews,
        reports,
        players,
        accounts,
        bots,
        status,
        engines,
    ):
        app.router.routes += module.router.routes  # as they are: including a router takes time at the first request
    app.router.routes += pages.router.routes  # last: it answers every address that no other router has
    app.openapi = lambda: openapi.describe(app)  # type: ignore[method-assign]
    return app


def prepare(app: FastAPI, settings: ServerSettings, forks: ForkServer | None = None) -> Runtime:
    """Open the database; errors (a newer version, no access) are raised here, before anything listens."""
    runtime = Runtime(settings, forks)
    app.state.runtime = runtime
    return runtime
