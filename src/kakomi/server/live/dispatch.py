"""Dispatches a player's message, from a WebSocket or HTTP, to the action it asks for."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson

from kakomi.core.errors import KakomiError
from kakomi.server import schemas
from kakomi.server.content.boards import explain
from kakomi.server.http.errors import Refusal, from_error
from kakomi.server.http.metrics import Metrics
from kakomi.server.live import clocks
from kakomi.server.live.computer import Computer
from kakomi.server.live.game_actions import GameActions
from kakomi.server.live.room import Room
from kakomi.store.players import PlayerRow


class Dispatcher:
    """Carries out messages."""

    def __init__(self, actions: GameActions, computer: Computer, metrics: Metrics) -> None:
        self._actions = actions
        self._computer = computer
        self._metrics = metrics

    async def act(self, room: Room, player: PlayerRow | None, message: Any, at: int) -> bytes | None:
        """Carry out a message that arrived `at`; return the answer to it, or None for a move, whose broadcast answers it."""
        who = None if player is None else player.id
        seats = room.seats_of(who)
        actions = self._actions
        match message:
            case schemas.MoveIn():
                await actions.play(room, seats, message.ply, message.move, at)
                return None
            case schemas.ResignIn():
                await actions.resign(room, seats, message.seat, at)
            case schemas.CancelIn():
                await actions.cancel(room, seats, at)
            case schemas.OfferIn():
                await actions.offer(room, seats, message.what, at)
            case schemas.AnswerIn():
                await actions.answer(room, seats, message.what, message.accept, at)
            case schemas.WithdrawIn():
                await actions.withdraw(room, seats, message.what)
            case schemas.ClicksIn():
                answer = await asyncio.to_thread(explain, room.match, message.clicks)
                fields = {"message": answer.message, "clause": answer.clause, "right": answer.right}
                return orjson.dumps({"type": "explained", "id": message.id, **fields})
            case schemas.HintIn():
                if who is None:
                    raise Refusal("hint/not-now", "only the player whose turn it is can ask for a hint", 403)
                hint, places = await self._computer.hint(room, who, seats)
                said = {"move": hint.move, "places": places, "likely": hint.likely}
                return orjson.dumps({"type": "hint", "id": message.id, **said})
            case schemas.PingIn():
                return orjson.dumps({"type": "pong", "id": message.id, "now": clocks.now()})
        return room.state(who, message.id)

    def refuse(self, error: Refusal | KakomiError, number: int | None) -> bytes:
        """The message that says why message `number` was refused."""
        refusal = error if isinstance(error, Refusal) else from_error(error)
        self._metrics.refusals[refusal.code] += 1
        return orjson.dumps({"type": "refused", "id": number, **refusal.as_dict()})
