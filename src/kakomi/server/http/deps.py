"""What the routes of the API depend on: the running server, who sends the request, and how answers are written."""

from __future__ import annotations

from typing import Annotated, Any

import orjson
from fastapi import Depends, FastAPI, Path, Request
from fastapi.responses import Response
from starlette.requests import HTTPConnection

from kakomi.server.http.addresses import group
from kakomi.server.runtime import Runtime
from kakomi.store.players import PlayerRow

GameId = Annotated[str, Path(min_length=1, max_length=32, pattern="^[a-z0-9]+$")]
SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


def runtime_of(connection: HTTPConnection) -> Runtime:
    """The running server that a request or WebSocket belongs to."""
    app: FastAPI = connection.app
    runtime: Runtime = app.state.runtime
    return runtime


async def running(connection: HTTPConnection) -> Runtime:
    """The same as a dependency; one that is not async would be called in a thread."""
    return runtime_of(connection)


Running = Annotated[Runtime, Depends(running)]


async def signed_in(request: Request, runtime: Running) -> PlayerRow:
    """The player who asks for a change; Refusal without a cookie or token."""
    runtime.limits.check("write", address_of(request))
    return await runtime.identity.require(request)


async def visitor(request: Request, runtime: Running) -> PlayerRow | None:
    """The player who looks at something, if they have a cookie or token."""
    return await runtime.identity.who(request)


SignedIn = Annotated[PlayerRow, Depends(signed_in)]
Visitor = Annotated[PlayerRow | None, Depends(visitor)]


def address_of(connection: HTTPConnection) -> str:
    """The network address that a request or WebSocket comes from, for limits: IPv6 by its network."""
    return group(connection.client.host) if connection.client else ""


async def work_for(request: Request, runtime: Runtime, job: str, *arguments: Any) -> Any:
    """The result of a background job on behalf of a request, which ends when the client hangs up."""
    return await runtime.background.run_for(request, job, *arguments, address=address_of(request))


def json_response(content: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A JSON response that is not cached unless the headers say so."""
    body = content if isinstance(content, bytes) else orjson.dumps(content)
    return Response(body, status, {"cache-control": "no-store", **(headers or {})}, "application/json")
