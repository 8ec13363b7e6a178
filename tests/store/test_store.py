"""The store itself, on SQLite and on PostgreSQL: migrations, group commit, and databases that cannot be used."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from kakomi.store import games, players, schema
from kakomi.store.database import open_database, upgrade
from kakomi.store.errors import Busy, Conflict, StoreError
from kakomi.store.games import GameRow, MoveRow, SeatRow
from kakomi.store.players import PlayerRow
from kakomi.store.schema import metadata
from kakomi.store.writer import Store


@contextmanager
def store_of(url: str) -> Iterator[Store]:
    store = Store(open_database(url))
    try:
        yield store
    finally:
        store.close()


def row(name: str, **values: object) -> GameRow:
    made = GameRow(
        name, "enso", "standard", {}, None, "1", 1_000, 1_000, seats=[SeatRow("person", "ada"), SeatRow("open")]
    )
    for key, value in values.items():
        setattr(made, key, value)
    return made


async def begin(store: Store, *names: str) -> None:
    def job(connection: Connection) -> None:
        if players.get(connection, "ada") is None:
            players.add(connection, PlayerRow("ada", "Ada"), 1)
        for name in names:
            games.add(connection, row(name))

    await store.write(job)


def test_the_schema_names_the_last_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(schema.__file__).parent / "migrations"))
    assert ScriptDirectory.from_config(config).get_current_head() == schema.REVISION


def described(connection: Connection) -> dict[str, object]:
    """Every table with its columns, keys and indexes, as the database itself tells it."""
    eye = inspect(connection)

    def columns(table: str) -> list[tuple[str, str, bool]]:
        return [(each["name"], str(each["type"]), each["nullable"]) for each in eye.get_columns(table)]

    def sorted_by_columns(things: list[Any]) -> list[list[Any]]:
        return sorted(
            [each.get("column_names", each.get("constrained_columns")), each.get("unique")] for each in things
        )

    return {
        table: (
            sorted(columns(table)),
            eye.get_pk_constraint(table)["constrained_columns"],
            sorted_by_columns(eye.get_foreign_keys(table)),
            sorted_by_columns(eye.get_unique_constraints(table)),
            sorted_by_columns(eye.get_indexes(table)),
        )
        for table in sorted(eye.get_table_names())
    }


def test_migrations_make_the_schema_that_a_new_database_gets(database: str) -> None:
    engine = open_database(database)
    with engine.begin() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        created = described(connection)
        metadata.drop_all(connection)
        connection.execute(text("DROP TABLE alembic_version"))
        upgrade(connection, None)
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        assert described(connection) == created
    engine.dispose()
    open_database(database).dispose()


def test_games_that_go_on_and_processes_that_live(database: str) -> None:
    async def run(store: Store) -> None:
        ada, bo, level = SeatRow("person", "ada"), SeatRow("person", "bo"), SeatRow("computer", level=3)
        made = [
            row("two", seats=[ada, bo]),
            row("alone", seats=[ada, ada]),
            row("computer", seats=[level, bo]),
            row("moved", seats=[level, bo], ply=1),
            row("screen", seats=[ada, ada], ply=1),
            row("days", seats=[ada, bo], ply=1, clock="days", updated=5),
            row("abandoned", seats=[ada, bo], ply=1, updated=5),
            row("cancelled", seats=[ada, SeatRow("open")], finished=1_000, clause="cancelled"),
            row("invited", seats=[ada, SeatRow("open")], invite="x"),
            row("over", seats=[ada, bo], ply=9, finished=1_000),
        ]

        def fill(connection: Connection) -> None:
            for name in ("ada", "bo"):
                players.add(connection, PlayerRow(name, name), 1)
            for each in made:
                games.add(connection, each)
            games.heartbeat(connection, "late", 1_000)
            games.heartbeat(connection, "early", 1_000)
            games.heartbeat(connection, "late", 2_000)

        await store.write(fill)

        def look(connection: Connection) -> None:
            for lately, found in ((999, {"two", "moved", "days"}), (1_000, {"days"})):
                assert {each.id for each in games.listing(connection, "live", lately=lately)} == found
            assert {each.id for each in games.listing(connection, "finished")} == {"over"}
            own = [games.listing(connection, "mine", "ada", finished=over) for over in (None, True, False)]
            assert [len(each) for each in own] == [7, 1, 6]
            for since, living in ((1_000, {"early", "late"}), (1_001, {"late"}), (2_001, set())):
                assert games.living(connection, since) == living

        await store.read(look)

    with store_of(database) as store:
        asyncio.run(run(store))


def test_what_is_written_is_read_again(database: str) -> None:
    async def run(store: Store) -> None:
        await begin(store, "g1")
        made = row("g1", sequence=1, ply=1, turn=1, clause=None, offer_draw=0, next="g2")
        move = MoveRow(0, 0, "c5xd5", 5, 900)

        def job(connection: Connection) -> None:
            games.save(connection, made, 0)
            games.add_move(connection, "g1", move)

        await store.write(job)
        found = await store.read(lambda connection: games.load(connection, "g1"))
        assert found is not None
        assert found[1] == [move]
        made.seats[0].name = "Ada"
        assert found[0] == made
        assert await store.read(lambda connection: games.load(connection, "none")) is None

    with store_of(database) as store:
        asyncio.run(run(store))


def test_only_one_move_gets_a_ply_and_only_who_saw_the_last_change_may_change(database: str) -> None:
    async def run(store: Store) -> None:
        await begin(store, "g1")
        await store.write(lambda connection: games.add_move(connection, "g1", MoveRow(0, 0, "a", 1)))
        with pytest.raises(Conflict):
            await store.write(lambda connection: games.add_move(connection, "g1", MoveRow(0, 1, "b", 2)))
        await store.write(lambda connection: games.save(connection, row("g1", sequence=1), 0))
        with pytest.raises(Conflict):
            await store.write(lambda connection: games.save(connection, row("g1", sequence=1), 0))

    with store_of(database) as store:
        asyncio.run(run(store))


def test_changes_that_arrive_together_are_committed_together_and_fail_alone(database: str) -> None:
    async def run(store: Store) -> None:
        await begin(store, "g1")
        before = store.batches

        def job_of(ply: int) -> asyncio.Task[None]:
            move = MoveRow(ply, 0, str(ply), 1)
            return asyncio.create_task(store.write(lambda connection: games.add_move(connection, "g1", move)))

        hold = threading.Event()
        held = asyncio.create_task(store.write(lambda _: hold.wait(10)))
        tasks = [job_of(ply) for ply in (*range(50), 7, *range(50, 60))]
        await asyncio.sleep(0)  # all are queued, behind the one that holds the writer up
        hold.set()
        results = await asyncio.gather(held, *tasks, return_exceptions=True)
        assert [type(result) for result in results if isinstance(result, BaseException)] == [Conflict]
        assert store.batches - before <= 3
        moves = await store.read(lambda connection: games.moves_of(connection, "g1"))
        assert [each.ply for each in moves] == list(range(60))

    with store_of(database) as store:
        asyncio.run(run(store))


def test_a_database_of_a_newer_version_is_left_alone(database: str) -> None:
    engine = open_database(database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(StoreError, match=r"newer version of Kakomi \(schema 9999\); update Kakomi"):
        open_database(database)


def test_clocks_do_not_run_while_no_server_does(database: str) -> None:
    async def run(store: Store) -> None:
        await begin(store)

        def job(connection: Connection) -> None:
            games.add(connection, row("before", started=5_000, deadline=65_000))
            games.add(connection, row("after", started=9_500, deadline=69_500))
            games.add(connection, row("still"))
            games.heartbeat(connection, "p", 9_000)
            alive = games.last_alive(connection)
            assert alive == 9_000
            games.forgive_downtime(connection, alive, 100_000)

        await store.write(job)

        def look(connection: Connection) -> list[tuple[int | None, int | None]]:
            found = [games.get(connection, name) for name in ("before", "after", "still")]
            return [(each.started, each.deadline) for each in found if each is not None]

        assert await store.read(look) == [(96_000, 156_000), (100_000, 160_000), (None, None)]

    with store_of(database) as store:
        asyncio.run(run(store))


# --- SQLite files that cannot be used ---------------------------------------------------------------------------------


def test_a_locked_file_is_busy_and_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "kakomi.db"

    async def run(store: Store) -> None:
        await begin(store, "g1")
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Busy, match="locked by another program"):
                await store.write(lambda connection: games.add_move(connection, "g1", MoveRow(0, 0, "a", 1)))
            assert await store.read(lambda connection: games.moves_of(connection, "g1")) == []
            other.execute("ROLLBACK")
        await store.write(lambda connection: games.add_move(connection, "g1", MoveRow(0, 0, "a", 1)))

    with store_of(f"sqlite:///{file}") as store:
        asyncio.run(run(store))


def test_a_full_disk_is_told_and_loses_nothing(tmp_path: Path) -> None:
    async def run(store: Store) -> None:
        await begin(store, "g1")

        def fill(connection: Connection) -> None:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
            for ply in range(3_000):
                games.add_move(connection, "g1", MoveRow(ply, 0, "x" * 60, 1))

        with pytest.raises(Busy, match="disk is full"):
            await store.write(fill)
        assert await store.read(lambda connection: games.moves_of(connection, "g1")) == []

    with store_of(f"sqlite:///{tmp_path / 'kakomi.db'}") as store:
        asyncio.run(run(store))


def test_what_is_no_database_is_refused_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "kakomi.db"
    file.write_bytes(b"this is a letter and no database at all " * 50)
    with pytest.raises(StoreError, match="not an SQLite database"):
        open_database(f"sqlite:///{file}")
    with pytest.raises(StoreError, match="needs a file"):
        open_database("sqlite:///:memory:")
    with pytest.raises(StoreError, match="postgresql://"):
        open_database("rubbish")
    with pytest.raises(StoreError, match="cannot be opened"):
        open_database("postgresql+psycopg://nobody@127.0.0.1:1/none")


def test_damage_is_found_by_looking_at_every_page_and_is_not_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "kakomi.db"

    async def run(store: Store) -> None:
        await begin(store, "g1")

        def play(connection: Connection) -> None:
            for ply in range(2_000):
                games.add_move(connection, "g1", MoveRow(ply, 0, "x" * 60, 1))

        await store.write(play)
        store.probe()
        store.examine()
        assert store.condition == ""
        with closing(sqlite3.connect(file)) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with open(file, "r+b") as there:
            there.seek(40 * 4096)
            there.write(bytes(4096))  # a page of moves
        with closing(sqlite3.connect(file)) as other, other:
            other.execute("UPDATE players SET name = 'Ada L'")  # connections notice that the file has changed
        store.probe()
        assert store.condition == ""  # the first rows of every table are as they were
        with suppress(StoreError):
            store.examine()
        assert store.condition == "damaged"
        await store.write(lambda connection: players.rename(connection, "ada", "Ada"))
        assert store.condition == "damaged"  # though a change could be stored

    with store_of(f"sqlite:///{file}") as store:
        asyncio.run(run(store))


def test_the_cause_of_a_failure_is_known_until_a_change_is_stored(tmp_path: Path) -> None:
    async def run(store: Store) -> None:
        await begin(store, "g1")

        def fill(connection: Connection) -> None:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
            try:
                for ply in range(3_000):
                    games.add_move(connection, "g1", MoveRow(ply, 0, "x" * 60, 1))
            finally:
                connection.exec_driver_sql("PRAGMA max_page_count = 1000000")

        with pytest.raises(Busy):
            await store.write(fill)
        assert store.condition == "full"
        await store.write(lambda connection: games.add_move(connection, "g1", MoveRow(0, 0, "a", 1)))
        assert store.condition == ""

    with store_of(f"sqlite:///{tmp_path / 'kakomi.db'}") as store:
        asyncio.run(run(store))


def test_too_little_room_on_the_disk_is_trouble_before_it_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with store_of(f"sqlite:///{tmp_path / 'kakomi.db'}") as store:
        store.probe()
        assert store.condition == ""
        monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(total=10**9, free=1_000_000))
        store.probe()
        assert store.condition == "full"


def test_what_was_written_is_brought_into_the_file_by_the_checkpoint_and_not_by_a_commit(tmp_path: Path) -> None:
    file, log = tmp_path / "kakomi.db", tmp_path / "kakomi.db-wal"

    async def run(store: Store) -> None:
        await begin(store, "g1")
        store.checkpoint()
        size = file.stat().st_size

        def play(connection: Connection) -> None:
            for ply in range(2_000):  # 1,500 pages: more than the 1,000 of SQLite's own limit
                games.add_move(connection, "g1", MoveRow(ply, 0, "x" * 3_000, 1))

        await store.write(play)
        assert file.stat().st_size == size
        assert 1_000 * 4_096 < log.stat().st_size < 10_000 * 4_096
        store.checkpoint()
        assert file.stat().st_size > 1_000 * 4_096
        assert len(await store.read(lambda connection: games.moves_of(connection, "g1"))) == 2_000
        assert store.condition == ""

    with store_of(f"sqlite:///{file}") as store:
        asyncio.run(run(store))
