"""The WebSocket of a live game: messages come in one after another; state, moves and answers go out."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

import orjson
from fastapi import APIRouter, WebSocket
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect

from kakomi.core.errors import KakomiError
from kakomi.server import schemas
from kakomi.server.http.deps import address_of, runtime_of
from kakomi.server.http.errors import Refusal, from_error, from_validation
from kakomi.server.live import clocks
from kakomi.server.live.connection import Connection
from kakomi.server.live.game_actions import Stale
from kakomi.server.live.room import Room
from kakomi.server.runtime import Runtime
from kakomi.store.players import PlayerRow

LONGEST_MESSAGE = 4_096  # bytes
MOST_BAD = 50  # invalid messages before the connection is closed
BAD, WRONG_IDENTITY, FORBIDDEN, NO_GAME, TOO_MANY = 1008, 4401, 4403, 4404, 4429
SLOW = (schemas.HintIn, schemas.ClicksIn)  # answered when ready, without holding up later messages
CHANGING = (
    schemas.ResignIn,
    schemas.OfferIn,
    schemas.AnswerIn,
    schemas.WithdrawIn,
)  # answered by the state sent to everyone

router = APIRouter()
log = logging.getLogger(__name__)


@router.websocket("/api/games/{game}/live")
async def live(socket: WebSocket, game: str) -> None:
    """Play or watch. LiveIn and LiveOut in the description are the messages."""
    runtime = runtime_of(socket)
    await socket.accept()
    try:
        runtime.limits.check("connect", address_of(socket))
        player = await runtime.identity.who(socket)
        room = await runtime.rooms.get(game[:32])
    except (Refusal, KakomiError) as error:
        refusal = error if isinstance(error, Refusal) else from_error(error)
        code = {401: WRONG_IDENTITY, 403: FORBIDDEN, 404: NO_GAME, 429: TOO_MANY}.get(refusal.status, BAD)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.send({"type": "websocket.send", "text": runtime.dispatcher.refuse(refusal, None).decode()})
            await socket.close(code, refusal.code)
        return
    await SocketSession(runtime, socket, room, player).run()


class SocketSession:
    """The messages of one connection."""

    def __init__(self, runtime: Runtime, socket: WebSocket, room: Room, player: PlayerRow | None) -> None:
        self.runtime, self.socket, self.room, self.player = runtime, socket, room, player
        self.who = None if player is None else player.id
        claim = runtime.identity.claim_of(socket)
        self.connection = Connection(socket, self.who, "" if claim is None else claim.session)
        self.slow: set[asyncio.Task[None]] = set()
        self.bad = 0

    async def run(self) -> None:
        """Read and answer messages until the client disconnects."""
        self.runtime.rooms.enter(self.room, self.connection)
        try:
            while True:
                event = await self.socket.receive()
                if event["type"] == "websocket.disconnect":
                    return
                await self.handle(event.get("text") or event.get("bytes") or "")
                await self.connection.wait_until_read()
        except (WebSocketDisconnect, RuntimeError):  # RuntimeError: closed by the server
            return
        finally:
            self.runtime.rooms.leave(self.room, self.connection)
            for task in self.slow:
                task.cancel()
            await self.connection.end()

    async def handle(self, raw: str | bytes) -> None:
        """Read one message, carry it out and answer."""
        at = clocks.now()
        runtime, connection = self.runtime, self.connection
        runtime.metrics.messages += 1
        if not runtime.limits.allow("message", str(id(connection))):
            self.reject(Refusal("rate/limited", "too many messages; wait a second", 429), None)
            return
        number: int | None = None
        try:
            if len(raw) > LONGEST_MESSAGE:
                raise Refusal("request/too-large", f"a message can have at most {LONGEST_MESSAGE} bytes", 413)
            data, number = read(raw)
            message = parse(data)
        except Refusal as refusal:
            self.reject(refusal, number)
            return
        if isinstance(message, SLOW):
            if not runtime.limits.allow("think", self.who or str(id(connection))) or len(self.slow) >= 4:
                self.reject(
                    Refusal("rate/limited", "too many requests at once; wait for the answers first", 429), number
                )
                return
            task = asyncio.create_task(self.carry_out(message, number, at))
            self.slow.add(task)
            task.add_done_callback(self.slow.discard)
        else:
            await self.carry_out(message, number, at)

    async def carry_out(self, message: Any, number: int | None, at: int) -> None:
        """Carry out a message and answer."""
        connection, changing = self.connection, isinstance(message, CHANGING)
        if changing:
            connection.answering = number
        try:
            answer = await self.runtime.dispatcher.act(self.room, self.player, message, at)
            if answer is not None:
                connection.send(answer)
            if changing:
                connection.missed = False
        except (Refusal, KakomiError) as error:
            connection.send(self.runtime.dispatcher.refuse(error, number))
            if isinstance(error, Stale):
                connection.send(self.room.state(self.who, number))
        except Exception:  # whatever went wrong, the client gets an answer
            self.runtime.metrics.errors += 1
            log.exception("message failed", extra={"game": self.room.id})
            refusal = Refusal(
                "server/error", "something went wrong on the server, and nothing was changed; try again", 500
            )
            connection.send(self.runtime.dispatcher.refuse(refusal, number))
        finally:
            if changing:
                connection.answering = None
                if connection.missed:
                    connection.missed = False
                    connection.send(self.room.state(self.who))

    def reject(self, refusal: Refusal, number: int | None) -> None:
        """Refuse a message that cannot be read; after too many, close the connection."""
        self.connection.send(self.runtime.dispatcher.refuse(refusal, number))
        self.bad += 1
        if self.bad >= MOST_BAD:
            self.connection.close(BAD, "too many invalid messages")


def read(raw: str | bytes) -> tuple[Any, int | None]:
    """The JSON value of a message, and its id if it has one; Refusal if it is not JSON."""
    try:
        data = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise Refusal(
            "request/unreadable", 'a message must be a JSON object such as {"type":"ping","id":1}', 400
        ) from error
    number = data.get("id") if isinstance(data, dict) else None
    return data, number if isinstance(number, int) and not isinstance(number, bool) else None


def parse(data: Any) -> Any:
    """The message; Refusal if it is not valid."""
    try:
        return schemas.live_in.validate_python(data)
    except ValidationError as error:
        raise from_validation(error) from error
