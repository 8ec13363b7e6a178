"""The computer's seats while the engines are busy: clocks wait for them, and nothing is searched for nobody."""

from __future__ import annotations

import asyncio
from typing import Any

from kakomi.core.match import Match
from kakomi.games import get
from kakomi.server.live import clocks
from kakomi.server.live.computer import Computer
from kakomi.server.live.game_actions import GameActions
from kakomi.server.live.room import Room
from kakomi.store.games import GameRow, SeatRow


class Engines:
    """An engine pool that begins on command."""

    def __init__(self) -> None:
        self.free = asyncio.Event()
        self.asked = 0
        self.cancelled = 0

    async def choose(self, spec: Any, *_: Any, on_start: Any, **__: Any) -> str:
        self.asked += 1
        try:
            await self.free.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        on_start()
        return str(next(iter(Match(get(spec.game)).legal_moves)))


class NoRooms:
    """What the actions need of the rooms."""

    process = ""

    def announce(self, room: Room, message: bytes | None) -> None:
        """Nobody is there."""

    def __init__(self) -> None:
        self.stored = 0

    async def write_soon(self, job: Any) -> None:
        self.stored += 1


def game(seconds: float) -> Room:
    match = Match(get("enso"))
    now = clocks.now()
    row = GameRow(
        "game", "enso", match.rules, match.options, None, "1", now, now, clock="game", allowance=int(seconds * 1000)
    )
    row.left_first = row.left_second = row.allowance
    row.seats = [SeatRow("computer", level=1), SeatRow("person", "ada", "Ada")]
    row.started, row.deadline = now, now + row.allowance
    return Room(row, [], match)


def setting() -> tuple[Engines, NoRooms, GameActions, Computer]:
    from kakomi.server.http.metrics import Metrics

    engines, rooms = Engines(), NoRooms()
    actions = GameActions(rooms, rooms, Metrics(), lambda: True)  # type: ignore[arg-type]
    return engines, rooms, actions, Computer(actions, engines)  # type: ignore[arg-type]


def test_a_computer_that_waits_for_an_engine_does_not_lose_on_time() -> None:
    async def test() -> None:
        engines, rooms, actions, computer = setting()
        room = game(seconds=0.15)
        computer.room_changed(room)
        await asyncio.sleep(0.25)  # longer than its clock
        await actions.flag(room)
        assert (room.row.clause, rooms.stored) == (None, 0)
        engines.free.set()
        assert room.thinking is not None
        await room.thinking
        assert (room.row.clause, room.row.ply) == (None, 1)
        assert room.row.left_first > 100  # of 150 ms: the wait was not counted
        assert room.row.started is not None
        assert clocks.now() - room.row.started < 100  # nor was it taken from the other player

    asyncio.run(test())


def test_a_search_ends_with_its_game() -> None:
    async def test() -> None:
        engines, _, actions, computer = setting()
        room = game(seconds=60)
        computer.room_changed(room)
        await asyncio.sleep(0)
        await actions.resign(room, [1], 1, clocks.now())
        computer.room_changed(room)
        await asyncio.sleep(0.01)
        assert (engines.asked, engines.cancelled, room.thinking) == (1, 1, None)

    asyncio.run(test())
