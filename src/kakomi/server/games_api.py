"""Live games by HTTP: make, list, look at, join, act, download."""

from __future__ import annotations

import datetime
import hashlib
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Body, Depends, Path, Query, Request
from fastapi.responses import Response

from kakomi.core.record import Record
from kakomi.server import clocks, models
from kakomi.server.actions import act
from kakomi.server.bots import opponent
from kakomi.server.context import Context, context_of
from kakomi.server.refusals import Refusal
from kakomi.server.room import Room
from kakomi.store import games
from kakomi.store.players import Player

router = APIRouter(prefix="/api/games", tags=["games"])
PAGE = 20
LATELY = 600_000  # ms: two who sat down to a game since then are about to begin it
SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
GameId = Annotated[str, Path(min_length=1, max_length=32, pattern="^[a-z0-9]+$")]
Ply = Annotated[int, Path(ge=0, le=1_000_000)]


def json(content: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A JSON response."""
    body = content if isinstance(content, bytes) else orjson.dumps(content)
    return Response(body, status, {"cache-control": "no-store", **(headers or {})}, "application/json")


def address(request: Request) -> str:
    """Where the request comes from."""
    return request.client.host if request.client else ""


Here = Annotated[Context, Depends(context_of)]


async def asking(request: Request, context: Here) -> Player:
    """Who asks for a change."""
    context.limits.check("write", address(request))
    return await context.identity.need(request)


async def looking(request: Request, context: Here) -> Player | None:
    """Who looks on, if it is anyone known."""
    return await context.identity.who(request)


Asking = Annotated[Player, Depends(asking)]
Looking = Annotated[Player | None, Depends(looking)]


@router.post("", response_model=models.GameView, status_code=201)
async def make(asked: models.NewGame, player: Asking, context: Here) -> Response:
    """Make a game against the computer, at one screen, or with an invite link for a friend."""
    if isinstance(asked.opponent, models.ComputerIn) and not context.settings.engines:
        raise Refusal("engine/none", "this server has no engines; play at one screen or invite a friend")
    bot = await opponent(context, asked.opponent.name) if isinstance(asked.opponent, models.BotIn) else None
    room = await context.live.make(asked, player, bot)
    return json(room.view(player.id), 201)


@router.get("", response_model=models.GameList)
async def list_games(
    context: Here,
    player: Looking,
    which: Annotated[Literal["live", "mine", "finished"], Query(alias="list")] = "live",
    game: Annotated[str | None, Query(max_length=64)] = None,
    before: Annotated[str | None, Query(max_length=60, pattern="^[0-9]{1,15}-[a-z0-9]{1,32}$")] = None,
) -> Response:
    """Games in short, the latest first."""
    who = None if player is None else player.id
    if which == "mine" and who is None:
        return json({"games": [], "before": None})
    cursor = None
    if before is not None:
        updated, _, last = before.partition("-")
        cursor = (int(updated), last)
    lately = clocks.now() - LATELY
    rows = await context.store.read(lambda base: games.listing(base, which, who, game, cursor, PAGE, lately))
    rooms = [await context.hub.room(row.id) for row in rows]
    following = f"{rows[-1].updated}-{rows[-1].id}" if len(rows) == PAGE else None
    return json({"games": [room.card(who) for room in rooms], "before": following})


@router.get("/{game}", response_model=models.GameView)
async def look(game: GameId, context: Here, player: Looking) -> Response:
    """All of a game."""
    room = await context.hub.room(game)
    return json(room.view(None if player is None else player.id))


@router.get("/{game}/scenes/{ply}", response_model=models.SceneAt)
async def scene_at(request: Request, game: GameId, ply: Ply, context: Here) -> Response:
    """The board after so many moves."""
    room = await context.hub.room(game)
    _check_ply(room, ply)
    over = room.row.clause if ply == room.row.ply else ""
    key = " ".join([game, str(over), *(each.move for each in room.moves[:ply])])
    tag = f'"{hashlib.sha256(key.encode()).hexdigest()[:20]}"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(None, 304, headers)
    move = room.moves[ply - 1].move if ply else None
    return json({"scene": room.match_at(ply).scene(), "move": move, "ply": ply}, headers=headers)


@router.post("/{game}/join", response_model=models.GameView)
async def join(game: GameId, asked: models.JoinIn, player: Asking, context: Here) -> Response:
    """Take the open seat."""
    room = await context.hub.room(game)
    await context.live.join(room, player, asked.invite)
    return json(room.view(player.id))


@router.post("/{game}/actions", response_model=models.LiveOut)
async def action(
    request: Request, game: GameId, asked: Annotated[models.LiveIn, Body()], player: Asking, context: Here
) -> Response:
    """Do what could be done on the WebSocket; the answer is the message that would come there."""
    at = clocks.now()
    room = await context.hub.room(game)
    if isinstance(asked, models.HintIn | models.ClicksIn):
        context.limits.check("think", address(request))
    answer = await act(context, room, player, asked, at)
    return json(room.moved() if answer is None else answer)


@router.get("/{game}/record", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def record(game: GameId, context: Here) -> Response:
    """The game as a record, to be replayed anywhere."""
    room = await context.hub.room(game)
    names = [_name(seat) for seat in room.seat_views()]
    made = datetime.datetime.fromtimestamp(room.row.created / 1000, datetime.UTC).date()
    clock = [None if each.left is None or room.row.clock == "days" else max(0, each.left) / 1000 for each in room.moves]
    text = Record.from_match(room.match, first=names[0], second=names[1], date=made, clocks=clock).text()
    headers = {"content-disposition": f'attachment; filename="{room.row.game}-{game}.txt"', "cache-control": "no-cache"}
    return Response(text, headers=headers, media_type="text/plain; charset=utf-8")


@router.get("/{game}/picture.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def picture(
    game: GameId, context: Here, ply: Annotated[int | None, Query(ge=0, le=1_000_000)] = None
) -> Response:
    """The board as a picture, now or after so many moves."""
    room = await context.hub.room(game)
    ply = room.row.ply if ply is None else ply
    _check_ply(room, ply)
    headers = {"content-security-policy": SVG_POLICY, "cache-control": "no-cache"}
    return Response(room.match_at(ply).svg(), headers=headers, media_type="image/svg+xml")


def _check_ply(room: Room, ply: int) -> None:
    if ply > room.row.ply:
        raise Refusal("game/ply", f"the game has {room.row.ply} moves; ask for 0 to {room.row.ply}", 404)


def _name(seat: dict[str, Any]) -> str:
    """A name as records can keep it."""
    return f"level:{seat['level']}" if seat["kind"] == "computer" else seat["name"] or "Open"
