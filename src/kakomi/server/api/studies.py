"""Studies shared by a link: a game with its variations, stored as a record."""

from __future__ import annotations

import contextlib
import hashlib
from typing import Annotated

from fastapi import APIRouter, Body, Path, Request
from fastapi.responses import Response

from kakomi.server import schemas
from kakomi.server.http.deps import Running, address_of, json_response, work_for
from kakomi.server.http.errors import Refusal
from kakomi.server.live import clocks
from kakomi.store import studies
from kakomi.store.errors import Conflict
from kakomi.store.studies import StudyRow

router = APIRouter(prefix="/api/studies", tags=["studies"])
ID_LENGTH = 16  # hexadecimal digits of the record's digest: the same study has the same link
StudyPath = Annotated[str, Path(min_length=1, max_length=32, pattern="^[a-z0-9]+$")]


@router.post("", response_model=schemas.StudyId, status_code=201)
async def share(request: Request, body: Annotated[schemas.StudyIn, Body()], runtime: Running) -> Response:
    """Store a study; every move is played first. The same study gets the same link."""
    runtime.limits.check("study", address_of(request))
    if isinstance(body, schemas.StudyTextIn):
        text = await work_for(request, runtime, "study_record", body.record)
    else:
        text = await work_for(request, runtime, "record", body)
    name = hashlib.sha256(text.encode()).hexdigest()[:ID_LENGTH]
    row = StudyRow(name, text, clocks.now(), clocks.now())
    with contextlib.suppress(Conflict):  # another process has just stored the same study
        await runtime.store.write(lambda database: studies.add(database, row))
    return json_response({"id": name}, 201)


@router.get("/{study}", response_model=schemas.StudyOut)
async def look(request: Request, study: StudyPath, runtime: Running) -> Response:
    """A stored study."""
    row = await runtime.store.read(lambda database: studies.get(database, study))
    if row is None:
        raise Refusal(
            "study/gone", "there is no study behind this link: it was mistyped, or the study was removed", 404
        )
    now = clocks.now()
    if now - row.opened > studies.A_DAY:
        await runtime.store.write(lambda database: studies.touch(database, study, now))
    return json_response(await work_for(request, runtime, "study", row.id, row.created, row.record))
