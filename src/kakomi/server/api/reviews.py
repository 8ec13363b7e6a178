"""Reviews by HTTP: asking for one starts it; looking tells how far it has come, and then what it says."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from kakomi.server import schemas
from kakomi.server.api.games import Asking, GameId, Here, address, json
from kakomi.server.content.boards import ASIDE, BOARDS
from kakomi.server.content.reviews import name_of
from kakomi.server.engines.pool import MatchSpec
from kakomi.server.http.errors import Refusal
from kakomi.server.runtime import Context

router = APIRouter(prefix="/api", tags=["reviews"])
BEING_MADE: dict[int | str, dict[str, Any]] = {202: {"model": schemas.ReviewState, "description": "It is being made"}}


@router.get("/games/{game}/review", response_model=schemas.ReviewState, responses=BEING_MADE)
async def look(game: GameId, context: Here) -> Response:
    """Where the review of a finished game stands; nothing is started by looking."""
    spec = await _finished(context, game)
    return _answer(await context.reviews.look(name_of(spec)))


@router.post("/games/{game}/review", response_model=schemas.ReviewState, responses=BEING_MADE)
async def ask(request: Request, game: GameId, context: Here, _: Asking) -> Response:
    """Have a finished game judged move by move, once; anyone who sees the game may ask."""
    return await _ask(request, context, await _finished(context, game), game)


@router.post("/review", response_model=schemas.ReviewState, responses=BEING_MADE)
async def ask_for(request: Request, asked: schemas.ReviewIn, context: Here, _: Asking) -> Response:
    """The same for a game from elsewhere; asked again, it says how far the review has come."""

    def replay() -> MatchSpec:
        return MatchSpec.of(BOARDS.replay(asked.game, asked.rules, asked.options, asked.position, asked.moves))

    return await _ask(request, context, await ASIDE.run(replay), None)


async def _finished(context: Context, game: str) -> MatchSpec:
    room = await context.hub.room(game)
    if room.row.clause is None:
        raise Refusal("game/going", "a game is reviewed when it is over")
    return MatchSpec.of(room.match)


async def _ask(request: Request, context: Context, spec: MatchSpec, game: str | None) -> Response:
    if not spec.moves:
        raise Refusal("review/empty", "no move was made, so there is nothing to review")
    name = name_of(spec)
    found = await context.reviews.look(name)
    if found["state"] in ("none", "failed"):
        if not context.settings.engines:
            raise Refusal("engine/none", "this server has no engines to review the game")
        context.limits.check("review", address(request))
        found = await context.reviews.begin(name, spec, game)
    return _answer(found)


def _answer(state: dict[str, Any]) -> Response:
    return json(state, 202 if state["state"] == "waiting" else 200)
