"""Small changes are stored by the event loop's own thread where that takes no waiting, else by the writing thread."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection

from kakomi.store import games
from kakomi.store.database import open_database
from kakomi.store.errors import Busy, Conflict
from kakomi.store.games import MoveRow
from kakomi.store.writer import Store
from kakomi.store.writing.game_changes import GameChange
from tests.store.test_store import begin, row, store_of


def change(sequence: int, seen: int | None = None) -> GameChange:
    """The move that brings game g1 to this sequence number."""
    seen = sequence - 1 if seen is None else seen
    return GameChange(row("g1", sequence=sequence, ply=sequence), seen, "", MoveRow(sequence - 1, 0, "a", 1))


def thread_of(connection: Connection) -> str:
    """A job that changes nothing and tells who runs it."""
    games.heartbeat(connection, "p", 1)
    return threading.current_thread().name


async def plies(store: Store) -> list[int]:
    return [each.ply for each in await store.read(lambda connection: games.moves_of(connection, "g1"))]


def test_after_a_checkpoint_the_writing_thread_commits_first(tmp_path: Path) -> None:
    async def run(store: Store) -> None:
        here = threading.current_thread().name
        assert await store.write_soon(thread_of) == "store-writer"  # nothing was committed before
        assert await store.write_soon(thread_of) == here
        assert await store.write(thread_of) == "store-writer"
        store.checkpoint()
        assert await store.write_soon(thread_of) == "store-writer"
        assert await store.write_soon(thread_of) == here

    with store_of(f"sqlite:///{tmp_path / 'kakomi.db'}") as store:
        asyncio.run(run(store))


def test_moves_stored_at_once_are_there_for_everyone(tmp_path: Path) -> None:
    file = tmp_path / "kakomi.db"

    async def run(store: Store) -> None:
        await begin(store, "g1")
        for sequence in (1, 2, 3):
            await store.write_soon(change(sequence))
            with closing(sqlite3.connect(file)) as other:
                assert other.execute("SELECT sequence FROM games").fetchone() == (sequence,)
        assert await plies(store) == [0, 1, 2]
        with pytest.raises(Conflict):
            await store.write_soon(change(4, seen=2))
        assert await plies(store) == [0, 1, 2]
        await store.write_soon(change(4))  # nothing is left open
        assert await plies(store) == [0, 1, 2, 3]

    with store_of(f"sqlite:///{file}") as store:
        asyncio.run(run(store))


def test_while_another_program_writes_the_event_loop_goes_on_and_nothing_is_lost(tmp_path: Path) -> None:
    file = tmp_path / "kakomi.db"

    async def run(store: Store) -> None:
        await begin(store, "g1")
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            waiting = [asyncio.create_task(store.write_soon(each)) for each in (change(1), thread_of)]
            rounds = 0
            while rounds < 20:
                await asyncio.sleep(0.001)  # the loop is free: the writing thread waits for the lock
                rounds += 1
            assert not any(task.done() for task in waiting)
            other.execute("ROLLBACK")
        assert await asyncio.gather(*waiting) == [None, "store-writer"]
        assert await plies(store) == [0]
        assert await store.write_soon(thread_of) == threading.current_thread().name

    with store_of(f"sqlite:///{file}") as store:
        asyncio.run(run(store))


def test_a_job_that_fails_leaves_nothing_and_tells_why(tmp_path: Path) -> None:
    async def run(store: Store) -> None:
        await begin(store, "g1")

        def fail(connection: Connection) -> None:
            games.add_move(connection, "g1", MoveRow(0, 0, "a", 1))
            raise Busy("not now")

        with pytest.raises(Busy, match="not now"):
            await store.write_soon(fail)
        assert await plies(store) == []
        await store.write_soon(change(1))
        assert await plies(store) == [0]

    with store_of(f"sqlite:///{tmp_path / 'kakomi.db'}") as store:
        asyncio.run(run(store))


def test_with_full_synchronisation_the_writing_thread_does_all(tmp_path: Path) -> None:
    async def run(store: Store) -> None:
        for _ in range(3):
            assert await store.write_soon(thread_of) == "store-writer"

    store = Store(open_database(f"sqlite:///{tmp_path / 'kakomi.db'}", "full"))
    try:
        asyncio.run(run(store))
    finally:
        store.close()
