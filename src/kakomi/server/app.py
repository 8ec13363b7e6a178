"""The application: routers, handlers and what lives as long as the server does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from kakomi import __version__
from kakomi.server.api import boards, bots, games, players, records, reports, reviews, socket, status
from kakomi.server.http import errors, openapi, pages
from kakomi.server.http.gzip import Packing
from kakomi.server.runtime import Context
from kakomi.server.settings import Settings


def make_app(settings: Settings) -> FastAPI:
    """The application; nothing is opened or started before its lifespan begins or `prepare` is called."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        if not hasattr(app.state, "context"):
            prepare(app, settings)
        context: Context = app.state.context
        await context.start()
        try:
            yield
        finally:
            await context.close()

    app = FastAPI(
        title="Kakomi",
        version=__version__,
        description="Five board games of surrounding and isolation, played in the browser.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        separate_input_output_schemas=False,
        responses=errors.ANSWERS,
        lifespan=lifespan,
    )
    errors.install(app)
    app.add_middleware(Packing)
    for module in (boards, records, games, reviews, reports, players, bots, status):
        app.include_router(module.router)
    app.include_router(socket.router)
    app.include_router(pages.router)  # the last: it answers every address that nobody else has
    app.openapi = lambda: openapi.describe(app)  # type: ignore[method-assign]
    return app


def prepare(app: FastAPI, settings: Settings) -> Context:
    """Open the database; refusals (a newer version, no access) come from here, before anything listens."""
    context: Context = Context(settings)
    app.state.context = context
    return context
