"""Reviews over HTTP: POST starts one, GET shows its progress and then the review."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from kakomi.server import schemas
from kakomi.server.content.reviews import name_of
from kakomi.server.engines.pool import MatchSpec
from kakomi.server.http.deps import GameId, Running, SignedIn, address_of, json_response, work_for
from kakomi.server.http.errors import Refusal
from kakomi.server.runtime import Runtime

router = APIRouter(prefix="/api", tags=["reviews"])
IN_PROGRESS: dict[int | str, dict[str, Any]] = {
    202: {"model": schemas.ReviewState, "description": "The review is in progress"}
}


@router.get("/games/{game}/review", response_model=schemas.ReviewState, responses=IN_PROGRESS)
async def look(game: GameId, runtime: Running) -> Response:
    """The state of a finished game's review; GET does not start one."""
    spec = await _finished(runtime, game)
    return _answer(await runtime.reviews.look(name_of(spec)))


@router.post("/games/{game}/review", response_model=schemas.ReviewState, responses=IN_PROGRESS)
async def start(request: Request, game: GameId, runtime: Running, _: SignedIn) -> Response:
    """Start the review of a finished game, or show its state; anyone who can see the game may ask."""
    return await _start(request, runtime, await _finished(runtime, game), game)


@router.post("/review", response_model=schemas.ReviewState, responses=IN_PROGRESS)
async def start_for(request: Request, body: schemas.ReviewIn, runtime: Running, _: SignedIn) -> Response:
    """The same for a game not stored here; repeat the request to see the progress."""
    return await _start(request, runtime, await work_for(request, runtime, "match_spec", body), None)


async def _finished(runtime: Runtime, game: str) -> MatchSpec:
    room = await runtime.rooms.get(game)
    if room.row.clause is None:
        raise Refusal("game/going", "a game can be reviewed once it is over")
    return MatchSpec.of(room.match)


async def _start(request: Request, runtime: Runtime, spec: MatchSpec, game: str | None) -> Response:
    if not spec.moves:
        raise Refusal("review/empty", "the game has no moves, so there is nothing to review")
    name = name_of(spec)
    state = await runtime.reviews.look(name)
    if state["state"] in ("none", "failed"):
        if not runtime.settings.engines:
            raise Refusal("engine/none", "this server has no engines, so it cannot review games")
        runtime.limits.check("review", address_of(request))
        state = await runtime.reviews.begin(name, spec, game)
    return _answer(state)


def _answer(state: dict[str, Any]) -> Response:
    return json_response(state, 202 if state["state"] == "waiting" else 200)
