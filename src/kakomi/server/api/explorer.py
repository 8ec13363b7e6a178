"""The opening explorer."""

from __future__ import annotations

import orjson
from fastapi import APIRouter
from fastapi.responses import Response

from kakomi.core.symmetry import Orbit
from kakomi.server import schemas
from kakomi.server.content.boards import BACKGROUND, BOARDS
from kakomi.server.content.exact import exact_moves
from kakomi.server.content.explorer import explorer_dict, place_of
from kakomi.server.http.deps import Running, json_response
from kakomi.store import explorer as store

router = APIRouter(prefix="/api", tags=["studies"])


@router.post("/explorer", response_model=schemas.ExplorerOut)
async def explorer(body: schemas.BoardIn, runtime: Running) -> Response:
    """What has been played in a position: how often, by whom, and with which results."""

    def work() -> bytes:
        match = BOARDS.replay(body.game, body.rules, body.options, body.position, body.moves)
        orbit = Orbit(match.rule_set, match.settings, match.state)
        counts = runtime.store.read_now(lambda database: store.moves_at(database, place_of(match, orbit)))
        return orjson.dumps(explorer_dict(match, orbit, counts, exact_moves(match)))

    return json_response(await BACKGROUND.run(work))
