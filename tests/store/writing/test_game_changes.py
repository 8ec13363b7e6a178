"""Changes of games that come together are stored together, all of them and exactly; a wrong one fails alone."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace

import pytest

from kakomi.store import games
from kakomi.store.errors import Conflict
from kakomi.store.games import MoveRow
from kakomi.store.writer import Store
from kakomi.store.writing.game_changes import GameChange
from tests.store.test_store import begin, row, store_of


@pytest.mark.parametrize("count", [1, 2, 45])
def test_many_changes_are_stored_as_single_ones_would_be(database: str, count: int) -> None:
    names = [f"g{number:02}" for number in range(count)]

    async def run(store: Store) -> None:
        await begin(store, *names)
        changes = []
        for number, name in enumerate(names):
            changed = row(
                name,
                sequence=1,
                ply=1,
                turn=1,
                updated=2_000 + number,
                left_first=number,
                deadline=None if number % 2 else 9_000,
                winner=number % 2,
                clause="it's over" if number % 3 == 0 else None,
                score_first=number / 2,
                summary=f'{{"before":"{name}"}}',
                next=f"n{number}",
            )
            move = None if number % 5 == 4 else MoveRow(0, 0, f"a{number}-ü", 5, number)
            changes.append(GameChange(changed, 0, "", move))
        hold = threading.Event()
        held = asyncio.create_task(store.write(lambda _: hold.wait(10)))
        await asyncio.sleep(0)
        jobs = [asyncio.create_task(store.write(each)) for each in changes]
        await asyncio.sleep(0)  # all are queued, behind the one that holds the writer up
        before = store.batches
        hold.set()
        await asyncio.gather(held, *jobs)
        assert store.batches - before <= 2
        for each in changes:
            name = each.row.id
            stored = await store.read(lambda connection: games.get(connection, name))  # noqa: B023
            assert stored is not None
            assert replace(stored, seats=[]) == replace(each.row, seats=[])
            played = await store.read(lambda connection: games.moves_of(connection, name))  # noqa: B023
            assert played == ([] if each.move is None else [each.move])

    with store_of(database) as store:
        asyncio.run(run(store))


def test_a_change_that_comes_too_late_fails_alone_and_leaves_no_move(database: str) -> None:
    async def run(store: Store) -> None:
        await begin(store, "g1", "g2", "g3")
        changes = [
            GameChange(row(name, sequence=1, ply=1), 0, "", MoveRow(0, 0, "a", 1)) for name in ("g1", "g2", "g3")
        ]
        changes[1] = replace(changes[1], seen=7)
        results = await asyncio.gather(*(store.write(each) for each in changes), return_exceptions=True)
        assert [type(each) for each in results] == [type(None), Conflict, type(None)]
        counts = [
            len(await store.read(lambda connection: games.moves_of(connection, each.row.id)))  # noqa: B023
            for each in changes
        ]
        assert counts == [1, 0, 1]

    with store_of(database) as store:
        asyncio.run(run(store))
