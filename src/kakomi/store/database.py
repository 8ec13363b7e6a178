"""Opening a database: SQLite in WAL mode or PostgreSQL, migrated to the current schema."""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError

from kakomi.core.errors import OptionError, shorten
from kakomi.store.errors import Busy, StoreError
from kakomi.store.schema import REVISION, metadata

WAIT_FOR_LOCK = 3  # seconds
SQLITE_CACHE = 8_000  # kB
LONGEST_WAL = 10_000  # pages of 4 kB after which a commit itself must checkpoint; a server does so earlier
DAMAGE = ("not a database", "malformed", "invalid page")  # what SQLite and PostgreSQL say of damaged files
log = logging.getLogger(__name__)


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
    """Open the database at this address, created or migrated if need be; StoreError if it cannot be used.

    An SQLite file is copied beside itself before it is migrated, so that the previous version can still use the copy.
    """
    database = _connect(url, synchronous)
    with _explained(database):
        path = database.url.database if database.dialect.name == "sqlite" else None
        with database.connect().execution_options(reading=True) as connection:
            now = revision(connection)
        if path is not None and now not in (None, REVISION) and is_known(now):
            kept = keep_copy(Path(path), now)
            log.warning("database copied before it is migrated", extra={"copy": kept.name, "schema": now})
        with database.begin() as connection:
            migrate(connection)
    return database


def open_existing(url: str) -> Engine:
    """Open a database that a server of this version has created, without changing it; StoreError for any other."""
    path = sqlite_file(url)
    if path is not None and not path.is_file():
        raise StoreError(f"there is no database {path}; choose its folder with --data, or its address with --database")
    database = _connect(url, "normal")
    with _explained(database), database.connect().execution_options(reading=True) as connection:
        now = revision(connection)
        if now is None:
            raise StoreError("this database holds no games; a server creates what it needs when it starts")
        if not is_known(now):
            raise too_new(now)
        if now != REVISION:
            raise StoreError(
                f"the database has schema {now}, and this version of Kakomi uses {REVISION}; "
                "start the server once to migrate it, or use the version that made it"
            )
    return database


def sqlite_file(url: str) -> Path | None:
    """The file of an SQLite database; None for another kind. StoreError for an invalid address."""
    try:
        address = make_url(url)
    except ArgumentError as error:
        raise StoreError(f"a database address is {ADDRESS_FORMS}") from error
    if address.get_backend_name() != "sqlite":
        return None
    if not address.database or address.database == ":memory:":
        raise StoreError("an SQLite database needs a file: sqlite:///FILE")
    return Path(address.database)


def _connect(url: str, synchronous: str) -> Engine:
    path = sqlite_file(url)
    if path is not None:
        return _sqlite(url, path, synchronous)
    return create_engine(url, pool_size=6, max_overflow=10, pool_pre_ping=True)


@contextlib.contextmanager
def _explained(database: Engine) -> Iterator[None]:
    """Turn driver errors into sentences, and close the database after any error."""
    try:
        yield
    except DBAPIError as error:
        database.dispose()
        raise explain(error, f"the database {database.url.render_as_string()} cannot be opened") from error
    except BaseException:
        database.dispose()
        raise


def _sqlite(url: str, path: Path, synchronous: str) -> Engine:
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        keep_private(path)
    except OSError as error:
        raise StoreError(f"the folder of the database cannot be created: {error.strerror}") from error
    database = create_engine(url, connect_args={"timeout": WAIT_FOR_LOCK, "check_same_thread": False}, pool_size=6)

    @event.listens_for(database, "connect")
    def prepare(raw: Any, _: Any) -> None:
        raw.isolation_level = None  # BEGIN is sent explicitly: see below
        raw.execute("PRAGMA journal_mode = WAL")
        raw.execute(f"PRAGMA synchronous = {synchronous.upper()}")
        raw.execute("PRAGMA foreign_keys = ON")
        raw.execute(f"PRAGMA wal_autocheckpoint = {LONGEST_WAL}")
        raw.execute(f"PRAGMA cache_size = -{SQLITE_CACHE}")

    @event.listens_for(database, "begin")
    def begin(connection: Connection) -> None:
        # A writing transaction takes the lock at once: one that began with a read could not wait for it.
        options = connection.get_execution_options()
        connection.exec_driver_sql("BEGIN" if options.get("reading") else "BEGIN IMMEDIATE")

    return database


def keep_private(path: Path) -> None:
    """Let only the owner read the database and SQLite's files beside it: it holds passphrase hashes and invite links."""
    with contextlib.suppress(OSError):  # not ours to create or change: SQLite will report it
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    for each in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
        with contextlib.suppress(OSError):
            if each.stat().st_mode & 0o077:
                each.chmod(0o600)


@contextlib.contextmanager
def sole_server(url: str) -> Iterator[None]:
    """One server at a time per SQLite file: a second would not see the changes of the first. StoreError if one runs."""
    file = sqlite_file(url)
    if file is None:
        yield
        return
    path = file.with_name(file.name + ".lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}; choose another folder with --data") from error
    try:
        lock = FileLock(path, timeout=0).acquire()
    except Timeout as error:
        raise StoreError(
            f"another Kakomi server is using {file}; stop it, or choose another database (PostgreSQL can be shared)"
        ) from error
    with lock:
        yield


# --- migrations -------------------------------------------------------------------------------------------------------


def revision(connection: Connection) -> str | None:
    """The schema's revision; None if there is none."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    now: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return now


def is_known(now: str) -> bool:
    """Whether this version of Kakomi has the migration that leads to a revision."""
    return any((Path(__file__).parent / "migrations" / "versions").glob(f"v{now}_*.py")) if now.isalnum() else False


def too_new(now: str) -> StoreError:
    """The error for a database with an unknown revision."""
    return StoreError(
        f"the database was made by a newer version of Kakomi (schema {shorten(now)}); "
        "update Kakomi, or choose another database"
    )


def keep_copy(path: Path, now: str) -> Path:
    """Copy an SQLite file about to be migrated from revision `now`; return the copy, which replaces no other file."""
    number = 1
    while (copy := path.with_name(f"{path.name}.{now}{'' if number == 1 else f'-{number}'}")).exists():
        number += 1
    try:
        copy_sqlite(path, copy)
    except (OSError, sqlite3.Error) as error:
        copy.unlink(missing_ok=True)
        raise StoreError(
            f"the database must be migrated from schema {now}, and no copy of it can be kept: {error}; "
            "make room beside it and start again"
        ) from error
    return copy


def copy_sqlite(path: Path, copy: Path) -> None:
    """A consistent copy of an SQLite file that may be in use, as one file that only its owner can read."""
    os.close(os.open(copy, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    with contextlib.closing(sqlite3.connect(path)) as source, contextlib.closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")  # a single file, without journal files


def migrate(connection: Connection) -> None:
    """Migrate the schema inside the connection's transaction; StoreError for a database of a newer version."""
    now = revision(connection)
    if now == REVISION:
        return
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(7421001)"))  # two processes may start at once
    if inspect(connection).get_table_names():
        upgrade(connection, revision(connection))
    else:
        _create(connection)


def upgrade(connection: Connection, now: str | None, to: str = "head") -> None:
    """Run the migrations that come after revision `now`; all of them for an empty database."""
    from alembic.config import Config  # not above: slow to import and rarely needed
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    if now is not None and not is_known(now):
        raise too_new(now)
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    scripts = ScriptDirectory.from_config(config)
    with EnvironmentContext(config, scripts, fn=lambda before, _: scripts._upgrade_revs(to, before)) as running:
        running.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
        running.run_migrations()


def _create(connection: Connection) -> None:
    """Create the tables of an empty database as the migrations would leave them: a test compares the two."""
    metadata.create_all(connection)
    connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
    connection.execute(text("INSERT INTO alembic_version VALUES (:revision)"), {"revision": REVISION})


def explain(error: DBAPIError, what: str) -> StoreError:
    """A driver's error as a sentence; Busy if trying again may help."""
    reason = str(error.orig).strip().splitlines()[0] if str(error.orig).strip() else type(error.orig).__name__
    if "locked" in reason or "busy" in reason:
        return Busy(f"{what}: it is locked by another program; try again, or close that program", "locked")
    if "full" in reason or "No space left" in reason:
        return Busy(f"{what}: the disk is full; free some space and try again", "full")
    if "disk I/O error" in reason:
        return Busy(f"{what}: the disk cannot be written or read; look after it and try again", "disk")
    if isinstance(error, OperationalError) and error.connection_invalidated:
        return Busy(f"{what}: the connection was lost; it will be opened again automatically", "lost")
    if any(word in reason for word in DAMAGE):
        return StoreError(f"{what}: the file is damaged, or not an SQLite database; restore a backup", "damaged")
    return StoreError(f"{what}: {shorten(reason, 200)}")
