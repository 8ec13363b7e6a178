"""Pasted records, checked by replaying them."""

from __future__ import annotations

import time
from typing import Any

import orjson
from fastapi import APIRouter
from fastapi.responses import Response

from kakomi import games
from kakomi.core.errors import RecordError
from kakomi.core.match import Match
from kakomi.core.records.record import Record, read
from kakomi.server import schemas
from kakomi.server.content.boards import BACKGROUND, movers, outcome_dict
from kakomi.server.http.errors import Refusal

LARGEST = 262_144  # bytes
MOST_GAMES = 100
MOST_MOVES = 2_000  # of one game, as everywhere
LONGEST_REPLAY = 5.0  # seconds for all games together

router = APIRouter(prefix="/api", tags=["records"])


@router.post("/records", response_model=schemas.Records)
async def records(body: schemas.RecordIn) -> Response:
    """Check a pasted record by replaying every game; a refusal says which line is wrong and why."""

    def work() -> bytes:
        return orjson.dumps({"games": [record_dict(record, match) for record, match in replayed(body.text)]})

    return Response(await BACKGROUND.run(work), media_type="application/json")


def replayed(text: str) -> list[tuple[Record, Match]]:
    """The games of a record file, replayed; RecordError with the line, or Refusal if it is too large."""
    if len(text) > LARGEST or len(text.encode("utf-8", "replace")) > LARGEST:
        raise Refusal(
            "record/too-large", f"a pasted record can have at most {LARGEST // 1024} kB; paste fewer games", 413
        )
    if any(0xD800 <= ord(character) < 0xE000 for character in text):
        raise RecordError("this is not valid text: records are written in UTF-8")
    records = read(text)
    if len(records) > MOST_GAMES:
        raise Refusal(
            "record/too-long", f"a pasted record can have at most {MOST_GAMES} games, not {len(records)}", 413
        )
    began = time.monotonic()
    games_played: list[tuple[Record, Match]] = []
    for number, record in enumerate(records, 1):
        if len(record.moves) > MOST_MOVES:
            raise Refusal("record/too-long", f"a game can have at most {MOST_MOVES} moves; game {number} has more", 413)
        if time.monotonic() - began > LONGEST_REPLAY:
            raise Refusal("record/too-long", f"replaying takes too long: paste at most {number - 1} games at once", 413)
        games_played.append((record, record.replay(games.get)))
    return games_played


def record_dict(record: Record, match: Match) -> dict[str, Any]:
    """A game as schemas.RecordedGame."""
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
