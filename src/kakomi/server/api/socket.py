"""The WebSocket of a live game: messages in, one after another; state, moves and answers out."""

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
from kakomi.server.http.errors import Refusal, from_error, from_validation
from kakomi.server.live.connection import Connection
from kakomi.server.live.dispatch import act, refused
from kakomi.server.live.game_actions import Stale, clocks
from kakomi.server.live.room import Room
from kakomi.server.runtime import Context, context_of
from kakomi.store.players import Player

LONGEST_MESSAGE = 4_096  # bytes
MOST_BAD = 50  # messages that are not understood before the connection is closed
BAD, WRONG_IDENTITY, NO_GAME, TOO_MANY = 1008, 4401, 4404, 4429
SLOW = (schemas.HintIn, schemas.ClicksIn)  # answered when they are ready, without holding up what follows
CHANGING = (
    schemas.ResignIn,
    schemas.OfferIn,
    schemas.AnswerIn,
    schemas.WithdrawIn,
)  # the state sent to all is the answer

router = APIRouter()
log = logging.getLogger(__name__)


@router.websocket("/api/games/{game}/live")
async def live(socket: WebSocket, game: str) -> None:
    """Play or watch. See LiveIn and LiveOut in the description for the messages."""
    context = context_of(socket)
    address = socket.client.host if socket.client else ""
    await socket.accept()
    try:
        context.limits.check("connect", address)
        player = await context.identity.who(socket)
        room = await context.hub.room(game[:32])
    except (Refusal, KakomiError) as error:
        refusal = error if isinstance(error, Refusal) else from_error(error)
        code = {401: WRONG_IDENTITY, 404: NO_GAME, 429: TOO_MANY}.get(refusal.status, BAD)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.send({"type": "websocket.send", "text": refused(context, refusal, None).decode()})
            await socket.close(code, refusal.code)
        return
    await Talk(context, socket, room, player).run()


class Talk:
    """One connection's messages."""

    def __init__(self, context: Context, socket: WebSocket, room: Room, player: Player | None) -> None:
        self.context, self.socket, self.room, self.player = context, socket, room, player
        self.who = None if player is None else player.id
        self.connection = Connection(socket, self.who)
        self.slow: set[asyncio.Task[None]] = set()
        self.bad = 0

    async def run(self) -> None:
        """Until the other side goes."""
        self.context.hub.enter(self.room, self.connection)
        try:
            while True:
                event = await self.socket.receive()
                if event["type"] == "websocket.disconnect":
                    return
                await self.take(event.get("text") or event.get("bytes") or "")
                await self.connection.calm()
        except (WebSocketDisconnect, RuntimeError):  # RuntimeError: it was closed on our side
            return
        finally:
            self.context.hub.leave(self.room, self.connection)
            for task in self.slow:
                task.cancel()
            await self.connection.end()

    async def take(self, raw: str | bytes) -> None:
        """One message: understood, carried out, answered."""
        at = clocks.now()
        context, connection = self.context, self.connection
        context.metrics.messages += 1
        if not context.limits.allow("message", str(id(connection))):
            self.complain(Refusal("rate/limited", "these are too many messages; wait a second", 429), None)
            return
        number: int | None = None
        try:
            if len(raw) > LONGEST_MESSAGE:
                raise Refusal("request/too-large", f"a message has at most {LONGEST_MESSAGE} bytes", 413)
            data, number = read(raw)
            message = understand(data)
        except Refusal as refusal:
            self.complain(refusal, number)
            return
        if isinstance(message, SLOW):
            if not context.limits.allow("think", self.who or str(id(connection))) or len(self.slow) >= 4:
                self.complain(Refusal("rate/limited", "one question after another, please; wait a moment", 429), number)
                return
            task = asyncio.create_task(self.carry_out(message, number, at))
            self.slow.add(task)
            task.add_done_callback(self.slow.discard)
        else:
            await self.carry_out(message, number, at)

    async def carry_out(self, message: Any, number: int | None, at: int) -> None:
        """Do it and answer."""
        connection, changing = self.connection, isinstance(message, CHANGING)
        if changing:
            connection.answering = number
        try:
            answer = await act(self.context, self.room, self.player, message, at)
            if answer is not None:
                connection.send(answer)
            if changing:
                connection.missed = False
        except (Refusal, KakomiError) as error:
            connection.send(refused(self.context, error, number))
            if isinstance(error, Stale):
                connection.send(self.room.state(self.who, number))
        except Exception:  # whatever it was, whoever asked gets an answer
            self.context.metrics.errors += 1
            log.exception("message failed", extra={"game": self.room.id})
            trouble = Refusal("server/error", "something went wrong here, and nothing was changed; try again", 500)
            connection.send(refused(self.context, trouble, number))
        finally:
            if changing:
                connection.answering = None
                if connection.missed:
                    connection.missed = False
                    connection.send(self.room.state(self.who))

    def complain(self, refusal: Refusal, number: int | None) -> None:
        """Answer what is not understood; who goes on like that is cut off."""
        self.connection.send(refused(self.context, refusal, number))
        self.bad += 1
        if self.bad >= MOST_BAD:
            self.connection.close(BAD, "too many messages that are not understood")


def read(raw: str | bytes) -> tuple[Any, int | None]:
    """The JSON value of a message, and the message's id where it has one; Refusal where it is no JSON."""
    try:
        data = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise Refusal("request/unreadable", 'a message is a JSON object such as {"type":"ping","id":1}', 400) from error
    number = data.get("id") if isinstance(data, dict) else None
    return data, number if isinstance(number, int) and not isinstance(number, bool) else None


def understand(data: Any) -> Any:
    """The message; Refusal where it is none."""
    try:
        return schemas.live_in.validate_python(data)
    except ValidationError as error:
        raise from_validation(error) from error
