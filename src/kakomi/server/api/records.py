"""Pasted records, checked by replaying them; positions and diagrams; trees of moves as records."""

from __future__ import annotations

import orjson
from fastapi import APIRouter
from fastapi.responses import Response

from kakomi.server import schemas
from kakomi.server.content.boards import BACKGROUND
from kakomi.server.content.trees import (
    build_tree,
    read_anything,
    read_trees,
    record_text,
    recorded_game_dict,
    tree_dict,
)

router = APIRouter(prefix="/api", tags=["records"])


@router.post("/records", response_model=schemas.Records)
async def records(body: schemas.RecordIn) -> Response:
    """Check a pasted record by replaying every game; a refusal says which line is wrong and why."""

    def work() -> bytes:
        return orjson.dumps({"games": [recorded_game_dict(tree) for tree in read_trees(body.text)]})

    return Response(await BACKGROUND.run(work), media_type="application/json")


@router.post("/position", response_model=schemas.PositionOut)
async def position(body: schemas.PositionIn) -> Response:
    """Read a text that is a position, a diagram or a record; a refusal says what is wrong with it as each of them."""

    def work() -> bytes:
        kind, tree = read_anything(body.game, body.rules, body.options, body.text)
        return orjson.dumps({"kind": kind, **tree_dict(tree)})

    return Response(await BACKGROUND.run(work), media_type="application/json")


@router.post("/record", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def record(body: schemas.TreeIn) -> Response:
    """A game with its variations as a record file."""
    text = await BACKGROUND.run(lambda: record_text(build_tree(body)))
    headers = {"content-disposition": f'attachment; filename="{body.game}-study.txt"'}
    return Response(text, headers=headers, media_type="text/plain; charset=utf-8")
