"""The messages of players, from a WebSocket or by HTTP: each is carried out and answered."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson

from kakomi.core.errors import KakomiError
from kakomi.server import schemas
from kakomi.server.content.boards import explain
from kakomi.server.http.errors import Refusal, from_error
from kakomi.server.live import clocks
from kakomi.server.live.room import Room
from kakomi.server.runtime import Context
from kakomi.store.players import Player


async def act(context: Context, room: Room, player: Player | None, message: Any, at: int) -> bytes | None:
    """Carry it out; the answer for whoever asked, None for a move, whose broadcast is the answer."""
    who = None if player is None else player.id
    seats = room.seats_of(who)
    live = context.live
    match message:
        case schemas.MoveIn():
            await live.play(room, seats, message.ply, message.move, at)
            return None
        case schemas.ResignIn():
            await live.resign(room, seats, message.seat, at)
        case schemas.OfferIn():
            await live.offer(room, seats, message.what, at)
        case schemas.AnswerIn():
            await live.answer(room, seats, message.what, message.accept, at)
        case schemas.WithdrawIn():
            await live.withdraw(room, seats, message.what)
        case schemas.ClicksIn():
            found = await asyncio.to_thread(explain, room.match, message.clicks)
            answer = {"message": found.message, "clause": found.clause, "right": found.right}
            return orjson.dumps({"type": "explained", "id": message.id, **answer})
        case schemas.HintIn():
            if who is None:
                raise Refusal("hint/not-now", "a hint is for a player of this game, in their turn", 403)
            move, places = await context.computer.hint(room, who, seats)
            return orjson.dumps({"type": "hint", "id": message.id, "move": move, "places": places})
        case schemas.PingIn():
            return orjson.dumps({"type": "pong", "id": message.id, "now": clocks.now()})
    return room.state(who, message.id)


def refused(context: Context, error: Refusal | KakomiError, number: int | None) -> bytes:
    """The message that says what was not done and why."""
    refusal = error if isinstance(error, Refusal) else from_error(error)
    context.metrics.refusals[refusal.code] += 1
    return orjson.dumps({"type": "refused", "id": number, **refusal.as_dict()})
