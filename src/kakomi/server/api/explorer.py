"""The opening explorer."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from kakomi.server import schemas
from kakomi.server.http.deps import Running, json_response, work_for
from kakomi.store import explorer as store

router = APIRouter(prefix="/api", tags=["studies"])


@router.post("/explorer", response_model=schemas.ExplorerOut)
async def explorer(request: Request, body: schemas.BoardIn, runtime: Running) -> Response:
    """What has been played in a position: how often, by whom, and with which results."""
    place = await work_for(request, runtime, "explorer_place", body)
    counts = await runtime.store.read(lambda database: store.moves_at(database, place))
    return json_response(await work_for(request, runtime, "explorer", body, counts))
