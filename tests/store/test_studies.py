"""Stored studies, on SQLite and on PostgreSQL; and a database from before there were any."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, text

from kakomi.store import schema, studies
from kakomi.store.database import open_database
from kakomi.store.studies import StudyRow


@pytest.fixture
def base(database: str) -> Iterator[Connection]:
    engine = open_database(database)
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def test_a_study_is_stored_once_and_found_again(base: Connection) -> None:
    row = StudyRow("a1", '[Game "x"]\n\n{囲み} *\n', 1_000, 1_000)
    studies.add(base, row)
    assert studies.get(base, "a1") == row
    studies.add(base, StudyRow("a1", row.record, 5_000, 5_000))
    assert studies.get(base, "a1") == StudyRow("a1", row.record, 1_000, 5_000)
    studies.touch(base, "a1", 9_000)
    assert studies.get(base, "a1") == StudyRow("a1", row.record, 1_000, 9_000)
    assert studies.get(base, "b2") is None


def test_those_not_opened_for_longest_go_when_there_are_too_many(base: Connection) -> None:
    for number in range(110):
        studies.add(base, StudyRow(f"s{number}", "*", number, number), most=110)
    studies.touch(base, "s0", 1_000)
    studies.add(base, StudyRow("new", "*", 1, 1), most=110)
    left = [number for number in range(110) if studies.get(base, f"s{number}") is not None]
    assert left == [0, *range(101, 110)]
    assert studies.get(base, "new") is not None


def test_a_database_from_before_keeps_what_it_has(database: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(schema.__file__).parent / "migrations"))
    scripts = ScriptDirectory.from_config(config)
    engine = create_engine(database)
    with (
        engine.begin() as connection,
        EnvironmentContext(config, scripts, fn=lambda now, _: scripts._upgrade_revs("0003", now)) as running,
    ):
        running.configure(connection=connection, target_metadata=schema.metadata)
        running.run_migrations()
        connection.execute(text("INSERT INTO players (id, name, kind, created) VALUES ('ada', 'Ada', 'person', 1)"))
        assert not inspect(connection).has_table("studies")
    engine.dispose()
    engine = open_database(database)
    with engine.begin() as connection:
        assert connection.execute(text("SELECT name FROM players")).scalar_one() == "Ada"
        studies.add(connection, StudyRow("a1", "*", 1, 1))
    engine.dispose()
