"""Every refusal: a code, a sentence saying what would be right, an HTTP status. Handlers turn all errors into these."""

from __future__ import annotations

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
from kakomi.server.schemas import Problem

CODES: tuple[tuple[type[KakomiError], str, int], ...] = (
    (UnknownName, "name/unknown", 404),
    (OptionError, "option/invalid", 422),
    (UnreadableMove, "move/unreadable", 422),
    (AmbiguousMove, "move/ambiguous", 422),
    (IllegalMove, "move/illegal", 422),
    (PositionError, "position/invalid", 422),
    (RecordError, "record/invalid", 422),
    (EngineError, "engine/unavailable", 503),
    (KakomiError, "refused", 422),
)
WORDS = {400: "request/unreadable", 404: "not-found", 405: "method", 413: "request/too-large", 429: "rate/limited"}
ANSWERS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": "A refusal, with its code and what would be right"}
    for status in (400, 401, 403, 404, 409, 413, 422, 429, 503)
}


class Refusal(Exception):
    """Not done, and why."""

    def __init__(
        self, code: str, message: str, status: int = 409, clause: str | None = None, right: list[str] | None = None
    ) -> None:
        super().__init__(message)
        self.code, self.message, self.status, self.clause, self.right = code, message, status, clause, right

    def as_dict(self) -> dict[str, Any]:
        """As the client sees it."""
        return {"code": self.code, "message": self.message, "clause": self.clause, "right": self.right}


def from_error(error: KakomiError, right: list[str] | None = None) -> Refusal:
    """The refusal that one of the package's own errors stands for."""
    clause = error.clause if isinstance(error, MoveError) else None
    for kind, code, status in CODES:
        if isinstance(error, kind):
            return Refusal(code, str(error), status, clause, right)
    raise AssertionError("KakomiError is the root")


def from_validation(error: ValidationError | RequestValidationError) -> Refusal:
    """The first thing that is wrong with a message, in a sentence."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first.get("loc", ()) if part not in ("body", "query", "path"))
    what = str(first.get("msg", "not readable"))
    return Refusal("request/invalid", shorten(f"{where or 'the message'}: {what}", 300), 422)


def answer(refusal: Refusal) -> Response:
    """The refusal as an HTTP response."""
    return Response(orjson.dumps(refusal.as_dict()), refusal.status, media_type="application/json")


def install(app: FastAPI) -> None:
    """Handlers for all errors that a request can meet."""

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
        return answer(Refusal("server/error", "something went wrong here; try again", 500))  # the guard logs it

    @app.exception_handler(HTTPException)
    async def by_status(_: Request, error: HTTPException) -> Response:
        code = WORDS.get(error.status_code, f"http/{error.status_code}")
        made = answer(Refusal(code, str(error.detail), error.status_code))
        made.headers.update(error.headers or {})
        return made
