"""Pasted records, checked by replaying them; positions and diagrams; trees of moves as records."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from kakomi.server import schemas
from kakomi.server.http.deps import Running, work_for

router = APIRouter(prefix="/api", tags=["records"])


@router.post("/records", response_model=schemas.Records)
async def records(request: Request, body: schemas.RecordIn, runtime: Running) -> Response:
    """Check a pasted record by replaying every game; a refusal says which line is wrong and why."""
    return Response(await work_for(request, runtime, "records", body.text), media_type="application/json")


@router.post("/position", response_model=schemas.PositionOut)
async def position(request: Request, body: schemas.PositionIn, runtime: Running) -> Response:
    """Read a text that is a position, a diagram or a record; a refusal says what is wrong with it as each of them."""
    return Response(await work_for(request, runtime, "position", body), media_type="application/json")


@router.post("/record", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def record(request: Request, body: schemas.TreeIn, runtime: Running) -> Response:
    """A game with its variations as a record file."""
    text = await work_for(request, runtime, "record", body)
    headers = {"content-disposition": f'attachment; filename="{body.game}-study.txt"'}
    return Response(text, headers=headers, media_type="text/plain; charset=utf-8")
