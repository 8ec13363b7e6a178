"""The files of the engines that run in the browser."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from kakomi.server.content import engines
from kakomi.server.http.errors import Refusal
from kakomi.server.http.pages import FOREVER, file_answer

router = APIRouter(include_in_schema=False)
NONE = "there is no engine of that name, or it was made from other rules; `kakomi engines` builds them"


@router.api_route("/engines/{name}.json", methods=["GET", "HEAD"])
def description(request: Request, name: str) -> Response:
    """What a page must know to run an engine; options that are not at their defaults are in the query."""
    described = engines.engine_description(name, dict(request.query_params))
    if described is None:
        raise Refusal("not-found", NONE, 404)
    return JSONResponse(described, headers={"cache-control": "no-cache"})


@router.api_route("/engines/{name}.wasm", methods=["GET", "HEAD"])
def module(request: Request, name: str) -> Response:
    """A module, whose name changes with what it contains."""
    return _file(request, f"{name}.wasm", "application/wasm")


@router.api_route("/engines/{name}.bin", methods=["GET", "HEAD"])
def weights(request: Request, name: str) -> Response:
    """The weights of a net, likewise."""
    return _file(request, f"{name}.bin", "application/octet-stream")


def _file(request: Request, name: str, kind: str) -> Response:
    file = engines.engine_file(name)
    if file is None:
        raise Refusal("not-found", NONE, 404)
    return file_answer(request, file, kind, FOREVER)
