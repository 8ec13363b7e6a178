"""Bots: players that are programs. A person makes one and gets its token; the program hears events and posts moves."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path, Request, WebSocket
from fastapi.responses import Response, StreamingResponse
from sqlalchemy import Connection
from starlette.websockets import WebSocketDisconnect

from kakomi.core.errors import KakomiError
from kakomi.server.api.games import Asking, Here, address, json
from kakomi.server.http.errors import Refusal, from_error
from kakomi.server.http.identity import clean_name, make_id, token_hash
from kakomi.server.live import clocks
from kakomi.server.live.bots import active, events, handle, owned, streams
from kakomi.server.runtime import Context, context_of
from kakomi.server.schemas import bots
from kakomi.store import games, players
from kakomi.store.players import Player

MOST_BOTS = 10  # of one person
MOST_STREAMS = 5  # of one bot
LINES = "application/x-ndjson"
BAD, WRONG_IDENTITY, TOO_MANY = 1008, 4401, 4429
BotId = Annotated[str, Path(min_length=1, max_length=32, pattern="^[a-z0-9]+$")]

router = APIRouter(prefix="/api/bots", tags=["bots"])


# --- making and unmaking ----------------------------------------------------------------------------------------------


@router.post("", response_model=bots.BotToken, status_code=201)
async def make(asked: bots.BotNameIn, player: Asking, context: Here) -> Response:
    """Make a bot. Its token is in the answer and nowhere else."""
    if player.kind != "person":
        raise Refusal("bot/owner", "bots are made by people; send a person's cookie, not a bot's token", 403)
    name = clean_name(asked.name)
    token = f"kakomi-{secrets.token_urlsafe(32)}"
    bot = Player(make_id(16), name, "bot", player.id, handle(name))

    def job(connection: Connection) -> None:
        if len(active(connection, player.id)) >= MOST_BOTS:
            raise Refusal("bot/too-many", f"you have {MOST_BOTS} bots; revoke one first")
        if players.by_account(connection, handle(name)) is not None:
            raise Refusal("bot/name-taken", "a bot of this name exists already; choose another name")
        players.add(connection, bot, clocks.now(), token_hash(token))

    await context.store.write(job)
    return json({"id": bot.id, "name": name, "token": token}, 201)


@router.get("", response_model=bots.Bots)
async def mine(player: Asking, context: Here) -> Response:
    """Your bots."""
    found = await context.store.read(lambda connection: active(connection, player.id))
    return json({"bots": [{"id": bot.id, "name": bot.name} for bot in found]})


@router.post("/{bot}/token", response_model=bots.BotToken)
async def renew(bot: BotId, player: Asking, context: Here) -> Response:
    """A new token; the old one is worth nothing from now on."""
    token = f"kakomi-{secrets.token_urlsafe(32)}"

    def job(connection: Connection) -> Player:
        found = owned(connection, bot, player)
        players.change_token(connection, bot, token_hash(token), found.account)
        return found

    found = await context.store.write(job)
    context.identity.forget(bot)
    return json({"id": bot, "name": found.name, "token": token})


@router.delete("/{bot}", response_model=bots.Bots)
async def revoke(bot: BotId, player: Asking, context: Here) -> Response:
    """Revoke a bot: its token is worth nothing, its name is free, and it resigns the games it is in."""

    def job(connection: Connection) -> list[str]:
        owned(connection, bot, player)
        players.change_token(connection, bot, None, None)
        return games.unfinished_of(connection, bot)

    left = await context.store.write(job)
    context.identity.forget(bot)
    for game in left:
        with contextlib.suppress(Refusal):  # it has ended meanwhile
            room = await context.hub.room(game)
            await context.live.resign(room, room.seats_of(bot), room.seats_of(bot)[0], clocks.now())
    return await mine(player, context)


# --- events -----------------------------------------------------------------------------------------------------------


@router.get("/events", response_class=StreamingResponse, responses={200: {"content": {LINES: {}}}})
async def lines(request: Request, context: Here) -> StreamingResponse:
    """The bot's events, one JSON object a line, for as long as the connection lasts."""
    context.limits.check("connect", address(request))
    bot = await known_bot(context, request)

    async def written() -> AsyncIterator[bytes]:
        async for event in events(context, bot):
            yield orjson.dumps(event) + b"\n"

    return StreamingResponse(written(), media_type=LINES, headers={"cache-control": "no-store"})


@router.websocket("/stream")
async def stream(socket: WebSocket) -> None:
    """The bot's events, one a message. What the bot sends here is not read: moves are posted."""
    context = context_of(socket)
    await socket.accept()
    try:
        context.limits.check("connect", socket.client.host if socket.client else "")
        bot = await known_bot(context, socket)
    except (Refusal, KakomiError) as error:
        refusal = error if isinstance(error, Refusal) else from_error(error)
        code = {401: WRONG_IDENTITY, 429: TOO_MANY}.get(refusal.status, BAD)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_text(orjson.dumps({"type": "refused", **refusal.as_dict()}).decode())
            await socket.close(code, refusal.code)
        return
    telling = asyncio.create_task(_tell(socket, context, bot))
    hearing = asyncio.create_task(_hear(socket))
    await asyncio.wait({telling, hearing}, return_when=asyncio.FIRST_COMPLETED)
    for task in (telling, hearing):
        task.cancel()
    await asyncio.gather(telling, hearing, return_exceptions=True)


async def _tell(socket: WebSocket, context: Context, bot: Player) -> None:
    async for event in events(context, bot):
        await socket.send_text(orjson.dumps(event).decode())
    await socket.close(1012, "the stream has ended; connect again")


async def _hear(socket: WebSocket) -> None:
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


async def known_bot(context: Context, asking: Any) -> Player:
    """The bot whose token was sent; Refusal for everyone else, and for a bot that listens too often."""
    player = await context.identity.need(asking)
    if player.kind != "bot":
        raise Refusal("bot/token", "events are for bots: send Authorization: Bearer TOKEN", 401)
    if streams[player.id] >= MOST_STREAMS:
        raise Refusal("bot/streams", f"a bot has at most {MOST_STREAMS} streams; close one", 429)
    return player
