"""Pasted records, checked by replay."""

from __future__ import annotations

import time
from typing import Any

import orjson
from fastapi import APIRouter
from fastapi.responses import Response

from kakomi import games
from kakomi.core.errors import RecordError
from kakomi.core.match import Match
from kakomi.core.record import Record, read
from kakomi.server import schemas
from kakomi.server.content.boards import ASIDE, movers, outcome_dict
from kakomi.server.http.errors import Refusal

LARGEST = 262_144  # bytes
MOST_GAMES = 100
MOST_MOVES = 2_000  # of one game, as everywhere
LONGEST_REPLAY = 5.0  # seconds for all games together

router = APIRouter(prefix="/api", tags=["records"])


@router.post("/records", response_model=schemas.Records)
async def records(asked: schemas.RecordIn) -> Response:
    """A pasted record, every game of it checked by replay; a refusal says which line is wrong and why."""

    def work() -> bytes:
        return orjson.dumps({"games": [record_dict(record, match) for record, match in checked(asked.text)]})

    return Response(await ASIDE.run(work), media_type="application/json")


def checked(text: str) -> list[tuple[Record, Match]]:
    """The games of a record file, played through; RecordError with the line, or Refusal where it is too much."""
    if len(text) > LARGEST or len(text.encode("utf-8", "replace")) > LARGEST:
        raise Refusal("record/too-large", f"a pasted record has at most {LARGEST // 1024} kB; paste fewer games", 413)
    if any(0xD800 <= ord(sign) < 0xE000 for sign in text):
        raise RecordError("this is not a text: records are written in UTF-8")
    written = read(text)
    if len(written) > MOST_GAMES:
        raise Refusal("record/too-long", f"at most {MOST_GAMES} games are read at once, not {len(written)}", 413)
    began = time.monotonic()
    found = []
    for number, record in enumerate(written, 1):
        if len(record.moves) > MOST_MOVES:
            raise Refusal("record/too-long", f"a game has at most {MOST_MOVES} moves; game {number} has more", 413)
        if time.monotonic() - began > LONGEST_REPLAY:
            raise Refusal("record/too-long", f"this takes too long: paste at most {number - 1} games at once", 413)
        found.append((record, record.replay(games.get)))
    return found


def record_dict(record: Record, match: Match) -> dict[str, Any]:
    """A game as models.RecordedGame has it."""
    return {
        "tags": record.tags,
        "game": match.game.name,
        "rules": match.rules,
        "options": match.options,
        "position": match.start_position,
        "moves": match.moves,
        "movers": movers(match),
        "outcome": outcome_dict(match),
    }
