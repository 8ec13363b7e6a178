"""Live games over HTTP: create, list, look at, join, act, download."""

from __future__ import annotations

import asyncio
import datetime
import hashlib
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Body, Path, Query, Request
from fastapi.responses import Response

from kakomi.core.records.record import Record
from kakomi.server import schemas
from kakomi.server.http.deps import SVG_POLICY, GameId, Running, SignedIn, Visitor, address_of, json_response, work_for
from kakomi.server.http.errors import Refusal
from kakomi.server.http.gzip import is_accepted, packed
from kakomi.server.live import clocks
from kakomi.server.live.lists import ListQuery
from kakomi.server.live.room import Room
from kakomi.store import games

router = APIRouter(prefix="/api/games", tags=["games"])
Ply = Annotated[int, Path(ge=0, le=1_000_000)]


@router.post("", response_model=schemas.GameView, status_code=201)
async def create(wanted: schemas.NewGame, player: SignedIn, runtime: Running) -> Response:
    """Create a game against the computer or a bot, for two on one screen, or with an invite link for a friend."""
    if isinstance(wanted.opponent, schemas.ComputerIn) and not runtime.settings.engines:
        raise Refusal(
            "engine/none",
            "this server has no engines, so the computer cannot play; play on one screen or invite a friend",
        )
    bot = await runtime.bots.opponent(wanted.opponent.name) if isinstance(wanted.opponent, schemas.BotIn) else None
    room = await runtime.actions.create(wanted, player, bot)
    return json_response(room.view(player.id), 201)


@router.get("", response_model=schemas.GameList)
async def list_games(
    request: Request,
    runtime: Running,
    player: Visitor,
    which: Annotated[Literal["live", "mine", "finished"], Query(alias="list")] = "live",
    game: Annotated[str | None, Query(max_length=64)] = None,
    state: Literal["open", "finished"] | None = None,
    before: Annotated[str | None, Query(max_length=60, pattern="^[0-9]{1,15}-[a-z0-9]{1,32}$")] = None,
) -> Response:
    """Summaries of games, newest first; `state` narrows the list `mine`."""
    who = None if player is None else player.id
    if which == "mine" and who is None:
        return json_response({"games": [], "before": None})
    cursor = None
    if before is not None:
        updated, _, last = before.partition("-")
        cursor = (int(updated), last)
    query = ListQuery(which, game, None if state is None else state == "finished", cursor)
    zipped = is_accepted(request.headers)
    body = await runtime.lists.answer(query, who, address_of(request), zipped=zipped)
    return json_response(body, headers=_encoding(zipped))


@router.get("/{game}", response_model=schemas.GameView)
async def look(game: GameId, runtime: Running, player: Visitor) -> Response:
    """The whole state of a game."""
    room = await runtime.rooms.get(game)
    return json_response(room.view(None if player is None else player.id))


@router.get("/{game}/scenes/{ply}", response_model=schemas.SceneAt)
async def scene_at(request: Request, game: GameId, ply: Ply, runtime: Running) -> Response:
    """The board after `ply` moves."""
    room = await runtime.rooms.get(game)
    _check_ply(room, ply)
    tag = _tag(room, ply)
    headers = {"etag": tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(None, 304, headers)
    move = room.moves[ply - 1].move if ply else None
    if ply == room.row.ply:
        scene = room.scene_json()
    else:
        texts = [each.move for each in room.moves[:ply]]
        scene = orjson.Fragment(await work_for(request, runtime, "game_scene", room.row, texts))
    return json_response({"scene": scene, "move": move, "ply": ply}, headers=headers)


@router.post("/{game}/join", response_model=schemas.GameView)
async def join(game: GameId, body: schemas.JoinIn, player: SignedIn, runtime: Running) -> Response:
    """Take the open seat."""
    room = await runtime.rooms.get(game)
    await runtime.actions.join(room, player, body.invite)
    return json_response(room.view(player.id))


@router.post("/{game}/actions", response_model=schemas.LiveOut)
async def action(
    request: Request, game: GameId, message: Annotated[schemas.LiveIn, Body()], player: SignedIn, runtime: Running
) -> Response:
    """Send a message over HTTP instead of the WebSocket; the answer is the message that would come there."""
    at = clocks.now()
    room = await runtime.rooms.get(game)
    if isinstance(message, schemas.HintIn | schemas.ClicksIn):
        runtime.limits.check("think", address_of(request))
    answer = await runtime.dispatcher.act(room, player, message, at)
    return json_response(room.moved() if answer is None else answer)


@router.get("/{game}/record", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def record(game: GameId, runtime: Running) -> Response:
    """The game as a record file."""
    room = await runtime.rooms.get(game)
    if room.row.clause == games.CANCELLED:
        raise Refusal("game/cancelled", "this invitation was cancelled, so there is no game to download", 404)
    names = [_name(seat) for seat in room.seat_views()]
    date = datetime.datetime.fromtimestamp(room.row.created / 1000, datetime.UTC).date()
    clock = [None if each.left is None or room.row.clock == "days" else max(0, each.left) / 1000 for each in room.moves]
    match = room.match
    if room.row.clause == games.CLOSED:  # not ended by its players: a record shows it as unfinished
        match = match.copy()
        match.pop()
    text = Record.from_match(match, first=names[0], second=names[1], date=date, clocks=clock).text()
    headers = {"content-disposition": f'attachment; filename="{room.row.game}-{game}.txt"', "cache-control": "no-cache"}
    return Response(text, headers=headers, media_type="text/plain; charset=utf-8")


@router.get("/{game}/picture.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def picture(
    request: Request, game: GameId, runtime: Running, ply: Annotated[int | None, Query(ge=0, le=1_000_000)] = None
) -> Response:
    """The board as a picture, now or after `ply` moves."""
    room = await runtime.rooms.get(game)
    ply = room.row.ply if ply is None else ply
    _check_ply(room, ply)
    tag = _tag(room, ply)
    headers = {"content-security-policy": SVG_POLICY, "cache-control": "no-cache", "etag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(None, 304, headers)
    zipped = is_accepted(request.headers)
    body = runtime.pictures.get((tag, zipped))
    if body is None:
        texts = [each.move for each in room.moves[:ply]]
        body = await work_for(request, runtime, "game_picture", room.row, texts)
        if zipped:
            body = await asyncio.to_thread(packed, body)
        runtime.pictures.keep((tag, zipped), body)
    return Response(body, headers={**headers, **_encoding(zipped)}, media_type="image/svg+xml")


def _encoding(zipped: bool) -> dict[str, str]:
    """The headers of an answer that is cached in the form in which it is sent."""
    return {"vary": "accept-encoding", **({"content-encoding": "gzip"} if zipped else {})}


def _tag(room: Room, ply: int) -> str:
    """The ETag of a board: the same moves with the same ending look the same."""
    over = room.row.clause if ply == room.row.ply else ""
    key = " ".join([room.id, str(over), *(each.move for each in room.moves[:ply])])
    return f'"{hashlib.sha256(key.encode()).hexdigest()[:20]}"'


def _check_ply(room: Room, ply: int) -> None:
    if ply > room.row.ply:
        raise Refusal("game/ply", f"the game has {room.row.ply} moves; ask for 0 to {room.row.ply}", 404)


def _name(seat: dict[str, Any]) -> str:
    """A player's name for a record."""
    return f"level:{seat['level']}" if seat["kind"] == "computer" else seat["name"] or "Open"
