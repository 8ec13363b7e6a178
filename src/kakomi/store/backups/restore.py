"""Restoring a backup: into an SQLite file that no server uses, or into an empty PostgreSQL database."""

from __future__ import annotations

import datetime
import os
import shutil
import sqlite3
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, delete
from sqlalchemy.exc import DBAPIError

from kakomi.store import games
from kakomi.store.backups.folder import DATABASE, SECRET, BackupError, Inventory, check
from kakomi.store.backups.rows import copy_rows, count_rows
from kakomi.store.database import explain, open_database, sole_server, sqlite_file
from kakomi.store.schema import processes

ALIVE = 5_000  # ms: a server heard from this recently is running
UNCOUNTED = ("processes",)  # a server that was started once on an empty database leaves a row here


@dataclass(frozen=True)
class Restored:
    """What was restored, and the folder with what was there before (None: nothing)."""

    inventory: Inventory
    kept: Path | None


def restore(folder: Path, url: str, data: Path, replace: bool = False) -> Restored:
    """Restore the database to this address and the secret to the data folder; nothing is changed if that is impossible.

    Existing files are refused or, with `replace`, set aside (SQLite and the secret; a PostgreSQL database must be
    empty). The restored database is migrated, opened, and its rows are counted.
    """
    inventory = check(folder)
    path = sqlite_file(url)
    secret = data / SECRET
    with sole_server(url):
        taken = [each for each in (path, secret if SECRET in inventory.sha256 else None) if each and each.exists()]
        if taken and not replace:
            raise BackupError(
                f"{taken[0]} exists already; choose another folder with --data, or set it aside with --replace"
            )
        with tempfile.TemporaryDirectory(dir=None if path is None else path.parent, prefix=".restore.") as draft:
            fresh = Path(draft) / DATABASE
            shutil.copyfile(folder / DATABASE, fresh)
            _migrate(fresh, inventory)
            if path is None:
                _fill(url, fresh, inventory)
            kept = _set_aside(taken, data)
            if path is not None:
                os.replace(fresh, path)
        if SECRET in inventory.sha256:
            data.mkdir(parents=True, exist_ok=True, mode=0o700)
            with os.fdopen(os.open(secret, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write((folder / SECRET).read_bytes())
    return Restored(inventory, kept)


def _set_aside(taken: list[Path], data: Path) -> Path | None:
    """Move files away, along with the files that SQLite keeps beside its database."""
    if not taken:
        return None
    kept = data / f"replaced-{datetime.datetime.now():%Y%m%d-%H%M%S}"
    kept.mkdir(parents=True, mode=0o700)
    for path in taken:
        for each in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
            if each.exists():
                shutil.move(each, kept / each.name)
    return kept


def _migrate(path: Path, inventory: Inventory) -> None:
    """Open a copy of the backup's database, which migrates it, and compare its rows with the inventory."""
    database = open_database(f"sqlite:///{path}")
    try:
        with database.begin() as connection:
            _compare(count_rows(connection), inventory)
    finally:
        database.dispose()
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA journal_mode = DELETE")  # leaves a single file


def _compare(rows: dict[str, int], inventory: Inventory) -> None:
    differing = [name for name, count in inventory.rows.items() if rows.get(name) != count]
    if differing:
        raise BackupError(f"the restored database differs from the backup in {', '.join(differing)}")


def _fill(url: str, file: Path, inventory: Inventory) -> None:
    """Copy all rows into an empty PostgreSQL database, in one transaction."""
    source, target = open_database(f"sqlite:///{file}"), open_database(url)
    try:
        with source.connect().execution_options(reading=True) as reading, target.begin() as writing:
            _check_empty(writing)
            writing.execute(delete(processes))
            copy_rows(reading, writing)
            _compare(count_rows(writing), inventory)
    except DBAPIError as error:
        raise explain(error, "the database cannot be filled") from error
    finally:
        source.dispose()
        target.dispose()


def _check_empty(connection: Connection) -> None:
    if games.living(connection, int(time.time() * 1000) - ALIVE):
        raise BackupError("a server is using this database; stop all of them first")
    full = [name for name, count in count_rows(connection).items() if count and name not in UNCOUNTED]
    if full:
        raise BackupError(
            f"the database is not empty ({', '.join(full)}); create a new one (createdb NAME) and restore into that"
        )
