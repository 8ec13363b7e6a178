"""Bots: players that are programs. A person creates one and gets its token; the program receives events and posts moves."""

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
from kakomi.server.http.deps import Running, SignedIn, address_of, json_response, runtime_of
from kakomi.server.http.errors import Refusal, from_error
from kakomi.server.http.identity import clean_name, make_id, token_hash
from kakomi.server.live import clocks
from kakomi.server.live.bots import active, handle, owned
from kakomi.server.runtime import Runtime
from kakomi.server.schemas import bots
from kakomi.store import players
from kakomi.store.players import PlayerRow

MOST_BOTS = 10  # per person
MOST_STREAMS = 5  # per bot
LINES = "application/x-ndjson"
BAD, WRONG_IDENTITY, TOO_MANY = 1008, 4401, 4429
BotId = Annotated[str, Path(min_length=1, max_length=32, pattern="^[a-z0-9]+$")]

router = APIRouter(prefix="/api/bots", tags=["bots"])


# --- creating and revoking --------------------------------------------------------------------------------------------


@router.post("", response_model=bots.BotToken, status_code=201)
async def create(body: bots.BotNameIn, player: SignedIn, runtime: Running) -> Response:
    """Create a bot. Its token is shown in this answer only."""
    if player.kind != "person":
        raise Refusal("bot/owner", "only people can create bots; send a person's cookie, not a bot's token", 403)
    name = clean_name(body.name)
    token = f"kakomi-{secrets.token_urlsafe(32)}"
    bot = PlayerRow(make_id(16), name, "bot", player.id, handle(name))

    def job(connection: Connection) -> None:
        if len(active(connection, player.id)) >= MOST_BOTS:
            raise Refusal("bot/too-many", f"you already have {MOST_BOTS} bots; revoke one first")
        if players.by_account(connection, handle(name)) is not None:
            raise Refusal("bot/name-taken", "a bot of this name already exists; choose another name")
        players.add(connection, bot, clocks.now(), token_hash(token))

    await runtime.store.write(job)
    return json_response({"id": bot.id, "name": name, "token": token}, 201)


@router.get("", response_model=bots.Bots)
async def mine(player: SignedIn, runtime: Running) -> Response:
    """Your bots."""
    own = await runtime.store.read(lambda database: active(database, player.id))
    return json_response({"bots": [{"id": bot.id, "name": bot.name} for bot in own]})


@router.post("/{bot}/token", response_model=bots.BotToken)
async def renew(bot: BotId, player: SignedIn, runtime: Running) -> Response:
    """A new token; the old one stops working."""
    token = f"kakomi-{secrets.token_urlsafe(32)}"

    def job(connection: Connection) -> PlayerRow:
        own = owned(connection, bot, player)
        players.change_token(connection, bot, token_hash(token), own.account)
        return own

    renewed = await runtime.store.write(job)
    runtime.identity_changed(bot)
    return json_response({"id": bot, "name": renewed.name, "token": token})


@router.delete("/{bot}", response_model=bots.Bots)
async def revoke(bot: BotId, player: SignedIn, runtime: Running) -> Response:
    """Revoke a bot: its token stops working, its name is free again, and it resigns its games."""

    def job(connection: Connection) -> None:
        owned(connection, bot, player)
        players.change_token(connection, bot, None, None)

    await runtime.store.write(job)
    runtime.identity_changed(bot, ended="*")
    await runtime.resign_all(bot)
    return await mine(player, runtime)


# --- events -----------------------------------------------------------------------------------------------------------


@router.get("/events", response_class=StreamingResponse, responses={200: {"content": {LINES: {}}}})
async def lines(request: Request, runtime: Running) -> StreamingResponse:
    """The bot's events, one JSON object per line, until the connection closes."""
    runtime.limits.check("connect", address_of(request))
    bot = await known_bot(runtime, request)

    async def chunks() -> AsyncIterator[bytes]:
        async for event in runtime.bots.events(bot):
            yield orjson.dumps(event) + b"\n"

    return StreamingResponse(chunks(), media_type=LINES, headers={"cache-control": "no-store"})


@router.websocket("/stream")
async def stream(socket: WebSocket) -> None:
    """The bot's events, one per message. Messages from the bot are ignored: it posts its moves."""
    runtime = runtime_of(socket)
    await socket.accept()
    try:
        runtime.limits.check("connect", address_of(socket))
        bot = await known_bot(runtime, socket)
    except (Refusal, KakomiError) as error:
        refusal = error if isinstance(error, Refusal) else from_error(error)
        code = {401: WRONG_IDENTITY, 429: TOO_MANY}.get(refusal.status, BAD)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_text(orjson.dumps({"type": "refused", **refusal.as_dict()}).decode())
            await socket.close(code, refusal.code)
        return
    sending = asyncio.create_task(_send_events(socket, runtime, bot))
    receiving = asyncio.create_task(_wait_for_close(socket))
    await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
    for task in (sending, receiving):
        task.cancel()
    await asyncio.gather(sending, receiving, return_exceptions=True)


async def _send_events(socket: WebSocket, runtime: Runtime, bot: PlayerRow) -> None:
    async for event in runtime.bots.events(bot):
        await socket.send_text(orjson.dumps(event).decode())
    await socket.close(1012, "the stream has ended; connect again")


async def _wait_for_close(socket: WebSocket) -> None:
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


async def known_bot(runtime: Runtime, connection: Any) -> PlayerRow:
    """The bot whose token was sent; Refusal for anyone else, and for a bot with too many streams."""
    player = await runtime.identity.require(connection)
    if player.kind != "bot":
        raise Refusal("bot/token", "only bots have event streams: send Authorization: Bearer TOKEN", 401)
    if runtime.bots.open[player.id] >= MOST_STREAMS:
        raise Refusal("bot/streams", f"a bot can have at most {MOST_STREAMS} streams; close one first", 429)
    return player
