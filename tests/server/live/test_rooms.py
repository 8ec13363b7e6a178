"""Rooms in memory are bounded by number and by size."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kakomi.core.match import Match
from kakomi.games import get
from kakomi.server.http.metrics import Metrics
from kakomi.server.live import rooms as module
from kakomi.server.live.rooms import Rooms
from kakomi.store.games import GameRow, MoveRow, SeatRow


def row(name: str) -> GameRow:
    match = Match(get("enso"))
    seats = [SeatRow("person", "ada", "Ada"), SeatRow("person", "bo", "Bo")]
    return GameRow(name, "enso", match.rules, match.options, None, match.game.version, 1, 1, seats=seats)


async def never(*_: Any) -> Match:
    raise AssertionError("nothing long is replayed here")


def test_large_rooms_that_nobody_uses_are_dropped_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        rooms = Rooms(None, "", Metrics(), lambda _: None, never)  # type: ignore[arg-type]
        one = rooms.add(row("one"), [])
        monkeypatch.setattr(module, "MOST_NUMBERS", 2 * one.weight)
        for name in ("two", "three", "four"):
            rooms.add(row(name), [])
        assert [room.id for room in rooms] == ["three", "four"]

    asyncio.run(test())


def test_small_rooms_stay_until_they_have_rested(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        rooms = Rooms(None, "", Metrics(), lambda _: None, never)  # type: ignore[arg-type]
        monkeypatch.setattr(module, "IDLE_ROOMS", 2)
        for name in ("one", "two", "three"):
            rooms.add(row(name), [])
        assert len(rooms) == 3
        monkeypatch.setattr(module, "REST", -1.0)
        rooms.add(row("four"), [])
        assert [room.id for room in rooms] == ["three", "four"]

    asyncio.run(test())


def test_a_room_that_has_grown_counts_for_what_it_is_now(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        rooms = Rooms(None, "", Metrics(), lambda _: None, never)  # type: ignore[arg-type]
        one = rooms.add(row("one"), [])
        monkeypatch.setattr(module, "MOST_NUMBERS", 4 * one.weight)
        for name in ("two", "three"):
            rooms.add(row(name), [])
        match, moves = one.match.copy(), []
        for ply in range(6):
            moves.append(MoveRow(ply, match.to_move, match.legal_moves[0], 1))
            match.push(moves[-1].move)
        one.advance(one.row, moves, match)
        rooms.announce(one, b"")
        assert len(rooms) == 3  # a new room makes place, nothing else does
        rooms.add(row("four"), [])
        assert [room.id for room in rooms] == ["two", "three", "four"]
        rooms.add(row("five"), [])
        assert len(rooms) == 4
        rooms.drop(rooms.held("two") or one)
        rooms.add(row("six"), [])
        assert [room.id for room in rooms] == ["three", "four", "five", "six"]

    asyncio.run(test())
