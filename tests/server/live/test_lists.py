"""Lists that a crowd asks for are made once a second; who is listed is always current, and each sees their own seats."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import orjson
import pytest

from kakomi.server.http.errors import Refusal
from kakomi.server.http.limits import Limits
from kakomi.server.live import clocks, lists
from kakomi.server.live.lists import ListQuery, Lists
from kakomi.store import games, players
from kakomi.store.database import open_database
from kakomi.store.games import GameRow, SeatRow
from kakomi.store.players import PlayerRow
from kakomi.store.writer import Store

LIVE = ListQuery("live", None, None, None)


class FewWords:
    """Cards with nothing but the id and the viewer's seats."""

    async def of(self, rows: list[GameRow], player: str | None, _: str) -> list[dict[str, Any]]:
        return [{"id": row.id, "you": [n for n, seat in enumerate(row.seats) if seat.player == player]} for row in rows]


class Change:
    """What an observer hears of: a room."""

    def __init__(self, row: GameRow) -> None:
        self.row = row


def row(name: str) -> GameRow:
    now = clocks.now()
    seats = [SeatRow("person", "ada"), SeatRow("person", "bo")]
    return GameRow(name, "enso", "standard", {}, None, "1", now, now, ply=2, seats=seats)


def with_lists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, test: Callable[[Store, Lists], Coroutine[None, None, None]]
) -> None:
    monkeypatch.setattr(lists, "KEPT_FOR", 1e9)  # the second does not end
    store = Store(open_database(f"sqlite:///{tmp_path / 'kakomi.db'}"))

    async def run() -> None:
        def begin(connection: Any) -> None:
            for name in ("ada", "bo"):
                players.add(connection, PlayerRow(name, name), 1)
            games.add(connection, row("one"))

        await store.write(begin)
        await test(store, Lists(store, FewWords(), Limits()))  # type: ignore[arg-type]

    try:
        asyncio.run(run())
    finally:
        store.close()


def ids(body: bytes) -> list[str]:
    return [card["id"] for card in orjson.loads(body)["games"]]


def test_a_crowd_gets_one_list_and_players_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(_: Store, served: Lists) -> None:
        for viewer in (None, "cy", "di", None):
            body = await served.answer(LIVE, viewer, "192.0.2.1", zipped=False)
            assert orjson.loads(body)["games"] == [{"id": "one", "you": []}]
        assert served.made == 1
        for _again in range(2):
            body = await served.answer(LIVE, "bo", "192.0.2.1", zipped=False)
            assert orjson.loads(body)["games"] == [{"id": "one", "you": [1]}]
        assert served.made == 2
        zipped = [await served.answer(LIVE, "cy", "192.0.2.1", zipped=True) for _again in range(2)]
        assert ids(gzip.decompress(zipped[1])) == ["one"]
        assert served.made == 3

    with_lists(tmp_path, monkeypatch, test)


def test_a_game_that_begins_or_ends_is_seen_at_once_and_own_lists_are_never_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(store: Store, served: Lists) -> None:
        assert ids(await served.answer(LIVE, None, "192.0.2.1", zipped=False)) == ["one"]
        new = row("two")
        await store.write(lambda connection: games.add(connection, new))
        served.room_changed(Change(new))  # type: ignore[arg-type]
        assert ids(await served.answer(LIVE, None, "192.0.2.1", zipped=False)) == ["one"]  # a move: may wait a second
        new.ply = 1
        served.room_changed(Change(new))  # type: ignore[arg-type]
        assert set(ids(await served.answer(LIVE, None, "192.0.2.1", zipped=False))) == {"one", "two"}
        made = served.made
        old = row("three")
        old.clause, old.updated = "resign", clocks.now() - 60_000
        served.room_changed(Change(old))  # type: ignore[arg-type]
        await served.answer(LIVE, None, "192.0.2.1", zipped=False)
        assert served.made == made  # an old game was only loaded
        for _ in range(2):
            await served.answer(ListQuery("mine", None, None, None), "ada", "192.0.2.1", zipped=False)
        assert served.made == made + 2

    with_lists(tmp_path, monkeypatch, test)


def test_whoever_has_spent_their_work_gets_kept_lists_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(_: Store, served: Lists) -> None:
        await served.answer(LIVE, None, "192.0.2.1", zipped=False)
        served._limits.spend("work", "192.0.2.1", 1_000)
        await served.answer(LIVE, None, "192.0.2.1", zipped=False)
        with pytest.raises(Refusal, match="too much work"):
            await served.answer(ListQuery("finished", None, None, (1, "x")), None, "192.0.2.1", zipped=False)
        await served.answer(ListQuery("finished", None, None, (1, "x")), None, "192.0.2.2", zipped=False)

    with_lists(tmp_path, monkeypatch, test)
