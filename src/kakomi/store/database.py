"""Opening a database: SQLite in WAL mode or PostgreSQL, migrated to the current schema."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError

from kakomi.core.errors import OptionError, shorten
from kakomi.store.errors import Busy, StoreError
from kakomi.store.schema import REVISION, metadata

WAIT_FOR_LOCK = 3  # seconds
SQLITE_CACHE = 8_000  # kB


ADDRESS_FORMS = "postgresql://USER:PASSWORD@HOST/NAME or sqlite:///FILE"


def with_driver(url: str) -> str:
    """A database address with its driver named; OptionError for anything but PostgreSQL and SQLite.

    >>> with_driver("postgres://ada@localhost/games")
    'postgresql+psycopg://ada@localhost/games'
    """
    for short in ("postgresql://", "postgres://"):
        if url.startswith(short):
            return "postgresql+psycopg://" + url.removeprefix(short)
    if url.startswith(("sqlite:///", "postgresql+psycopg://")):
        return url
    raise OptionError(f"database must be {ADDRESS_FORMS}")


def open_database(url: str, synchronous: str = "normal") -> Engine:
    """Open the database at this address, created or migrated if need be; StoreError if it cannot be used."""
    try:
        address = make_url(url)
    except ArgumentError as error:
        raise StoreError(f"a database address is {ADDRESS_FORMS}") from error
    if address.get_backend_name() == "sqlite":
        database = _sqlite(url, address.database, synchronous)
    else:
        database = create_engine(url, pool_size=6, max_overflow=10, pool_pre_ping=True)
    try:
        with database.begin() as connection:
            migrate(connection)
    except DBAPIError as error:
        database.dispose()
        raise explain(error, f"the database {address.render_as_string()} cannot be opened") from error
    except BaseException:
        database.dispose()
        raise
    return database


def _sqlite(url: str, path: str | None, synchronous: str) -> Engine:
    if not path or path == ":memory:":
        raise StoreError("an SQLite database needs a file: sqlite:///FILE")
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        keep_private(Path(path))
    except OSError as error:
        raise StoreError(f"the folder of the database cannot be created: {error.strerror}") from error
    database = create_engine(url, connect_args={"timeout": WAIT_FOR_LOCK, "check_same_thread": False}, pool_size=6)

    @event.listens_for(database, "connect")
    def prepare(raw: Any, _: Any) -> None:
        raw.isolation_level = None  # BEGIN is sent explicitly: see below
        raw.execute("PRAGMA journal_mode = WAL")
        raw.execute(f"PRAGMA synchronous = {synchronous.upper()}")
        raw.execute("PRAGMA foreign_keys = ON")
        raw.execute(f"PRAGMA cache_size = -{SQLITE_CACHE}")

    @event.listens_for(database, "begin")
    def begin(connection: Connection) -> None:
        # A writing transaction takes the lock at once: one that began with a read could not wait for it.
        options = connection.get_execution_options()
        connection.exec_driver_sql("BEGIN" if options.get("reading") else "BEGIN IMMEDIATE")

    return database


def keep_private(path: Path) -> None:
    """Let only the owner read the database: it holds hashes of passphrases and invite links. SQLite's other files follow."""
    with contextlib.suppress(OSError):  # not ours to create or to change: SQLite will say so
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    for each in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
        with contextlib.suppress(OSError):
            if each.stat().st_mode & 0o077:
                each.chmod(0o600)


def migrate(connection: Connection) -> None:
    """Migrate the schema inside the connection's transaction; StoreError for a database of a newer version."""
    now = None
    if inspect(connection).has_table("alembic_version"):
        now = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if now == REVISION:
        return
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(7421001)"))  # two processes may start at once
    if inspect(connection).get_table_names():
        upgrade(connection, now)
    else:
        _create(connection)


def upgrade(connection: Connection, now: str | None) -> None:
    """Run the migrations that come after revision `now`; all of them in an empty database."""
    from alembic.config import Config  # not above: slow to import and rarely needed
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    scripts = ScriptDirectory.from_config(config)
    if now is not None and now not in {script.revision for script in scripts.walk_revisions()}:
        raise StoreError(
            f"the database was made by a newer version of Kakomi (schema {shorten(now)}); "
            "update Kakomi, or choose another database"
        )
    with EnvironmentContext(config, scripts, fn=lambda revision, _: scripts._upgrade_revs("head", revision)) as running:
        running.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
        running.run_migrations()


def _create(connection: Connection) -> None:
    """The tables of an empty database, as the migrations would leave them: a test compares the two."""
    metadata.create_all(connection)
    connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
    connection.execute(text("INSERT INTO alembic_version VALUES (:revision)"), {"revision": REVISION})


def explain(error: DBAPIError, what: str) -> StoreError:
    """A driver's error as a sentence; Busy if trying again may help."""
    reason = str(error.orig).strip().splitlines()[0] if str(error.orig).strip() else type(error.orig).__name__
    if "locked" in reason or "busy" in reason:
        return Busy(f"{what}: it is locked by another program; try again, or close that program")
    if "full" in reason:
        return Busy(f"{what}: the disk is full; free some space and try again")
    if isinstance(error, OperationalError) and error.connection_invalidated:
        return Busy(f"{what}: the connection was lost; it will be opened again automatically")
    if "not a database" in reason:
        return StoreError(f"{what}: the file is not an SQLite database; choose another one")
    return StoreError(f"{what}: {shorten(reason, 200)}")
