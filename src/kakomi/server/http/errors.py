"""Refusals: a code, a sentence that says what would be right, an HTTP status. Handlers turn all errors into these."""

from __future__ import annotations

import logging
from typing import Any

import orjson
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from kakomi.core.errors import (
    AmbiguousMove,
    EngineError,
    IllegalMove,
    KakomiError,
    MoveError,
    OptionError,
    PositionError,
    RecordError,
    UnknownName,
    UnreadableMove,
    shorten,
)
from kakomi.puzzles.collection import UnknownPuzzle
from kakomi.puzzles.judge import OffTheLine
from kakomi.server.schemas import Problem
from kakomi.store.errors import Busy, Conflict, StoreError, Unplayable

log = logging.getLogger(__name__)
CODES: tuple[tuple[type[KakomiError], str, int], ...] = (
    (UnknownName, "name/unknown", 404),
    (OptionError, "option/invalid", 422),
    (UnreadableMove, "move/unreadable", 422),
    (AmbiguousMove, "move/ambiguous", 422),
    (IllegalMove, "move/illegal", 422),
    (PositionError, "position/invalid", 422),
    (RecordError, "record/invalid", 422),
    (UnknownPuzzle, "puzzle/unknown", 404),
    (OffTheLine, "puzzle/off-line", 409),
    (EngineError, "engine/unavailable", 503),
    (Busy, "store/busy", 503),
    (Conflict, "store/conflict", 409),
    (Unplayable, "game/unplayable", 409),
    (StoreError, "store/failed", 503),
    (KakomiError, "refused", 422),
)
HTTP_CODES = {400: "request/unreadable", 404: "not-found", 405: "method", 413: "request/too-large", 429: "rate/limited"}
ANSWERS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": "A refusal: its code, and what would be right"}
    for status in (400, 401, 403, 404, 409, 413, 422, 429, 503)
}


class Refusal(Exception):
    """A request was refused, and why."""

    def __init__(
        self, code: str, message: str, status: int = 409, clause: str | None = None, right: list[str] | None = None
    ) -> None:
        super().__init__(message)
        self.code, self.message, self.status, self.clause, self.right = code, message, status, clause, right

    def as_dict(self) -> dict[str, Any]:
        """The refusal as the client gets it."""
        return {"code": self.code, "message": self.message, "clause": self.clause, "right": self.right}


def from_error(error: KakomiError, right: list[str] | None = None) -> Refusal:
    """One of the package's own errors as a refusal."""
    clause = error.clause if isinstance(error, MoveError) else None
    if type(error) is StoreError:  # its sentence may name hosts and paths: for the log only
        log.error("database error", extra={"reason": str(error)})
        return Refusal(
            "store/failed", "the database cannot be used right now; nothing was changed, try again later", 503
        )
    for kind, code, status in CODES:
        if isinstance(error, kind):
            return Refusal(code, str(error), status, clause, right)
    raise AssertionError("KakomiError is the root")


def from_validation(error: ValidationError | RequestValidationError) -> Refusal:
    """The first error in a message, as a sentence."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first.get("loc", ()) if part not in ("body", "query", "path"))
    what = str(first.get("msg", "not readable"))
    return Refusal("request/invalid", shorten(f"{where or 'the message'}: {what}", 300), 422)


def answer(refusal: Refusal) -> Response:
    """The refusal as an HTTP response."""
    return Response(orjson.dumps(refusal.as_dict()), refusal.status, media_type="application/json")


def install(app: FastAPI) -> None:
    """Install handlers for all errors a request can run into."""

    @app.exception_handler(Refusal)
    async def refused(_: Request, error: Refusal) -> Response:
        return answer(error)

    @app.exception_handler(KakomiError)
    async def by_rules(_: Request, error: KakomiError) -> Response:
        return answer(from_error(error))

    @app.exception_handler(RequestValidationError)
    async def unreadable(_: Request, error: RequestValidationError) -> Response:
        return answer(from_validation(error))

    @app.exception_handler(Exception)
    async def failed(_: Request, __: Exception) -> Response:
        return answer(
            Refusal("server/error", "something went wrong on the server; try again", 500)
        )  # the guard logs it

    @app.exception_handler(HTTPException)
    async def by_status(_: Request, error: HTTPException) -> Response:
        code = HTTP_CODES.get(error.status_code, f"http/{error.status_code}")
        response = answer(Refusal(code, str(error.detail), error.status_code))
        response.headers.update(error.headers or {})
        return response
