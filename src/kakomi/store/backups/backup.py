"""Writing a backup while servers run.

SQLite is copied page by page as a snapshot (its own online backup). From PostgreSQL every row is read in one
REPEATABLE READ transaction, which sees a snapshot too, and written into an SQLite file of the same schema.
"""

from __future__ import annotations

import datetime
import os
import shutil
import sqlite3
import tempfile
from pathlib import Path

from sqlalchemy import create_engine
from sqlalchemy.exc import DBAPIError

from kakomi import __version__
from kakomi.store.backups.folder import DATABASE, INVENTORY, SECRET, BackupError, Inventory, check, digest, look_into
from kakomi.store.backups.rows import copy_rows
from kakomi.store.database import copy_sqlite, explain, is_known, revision, sqlite_file, too_new, upgrade
from kakomi.store.errors import StoreError


def back_up(url: str, secret: bytes | None, folder: Path) -> Inventory:
    """Write a new folder and check it; it appears complete or, with BackupError, not at all."""
    if folder.exists():
        raise BackupError(f"{folder} exists already; name a folder that does not, so that nothing is overwritten")
    try:
        draft = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}."))  # only its owner can look inside
    except OSError as error:
        raise BackupError(f"{folder} cannot be created: {error.strerror}") from error
    try:
        _write(url, secret, draft)
        inventory = check(draft)
        os.rename(draft, folder)
    except OSError as error:
        raise BackupError(f"{folder} cannot be written: {error.strerror}") from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return inventory


def _write(url: str, secret: bytes | None, folder: Path) -> None:
    path = sqlite_file(url)
    if path is None:
        _copy_postgresql(url, folder / DATABASE)
    elif path.is_file():
        try:
            copy_sqlite(path, folder / DATABASE)
        except sqlite3.Error as error:
            raise BackupError(f"{path} cannot be copied: {error}") from error
    else:
        raise StoreError(f"there is no database {path}; choose its folder with --data, or its address with --database")
    now, rows = look_into(folder / DATABASE)
    if now is None:
        raise BackupError("this database holds no games; there is nothing to back up")
    if not is_known(now):
        raise too_new(now)
    if secret is not None:
        _write_private(folder / SECRET, secret)
    names = (DATABASE, *(() if secret is None else (SECRET,)))
    created = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    source = "postgresql" if path is None else "sqlite"
    inventory = Inventory(__version__, created, source, now, rows, {name: digest(folder / name) for name in names})
    _write_private(folder / INVENTORY, inventory.text().encode())


def _write_private(path: Path, data: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _copy_postgresql(url: str, path: Path) -> None:
    source = create_engine(url, isolation_level="REPEATABLE READ")
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    target = create_engine(f"sqlite:///{path}")
    try:
        with source.connect() as reading, target.begin() as writing:
            reading.exec_driver_sql("SET TRANSACTION READ ONLY")
            now = revision(reading)
            if now is None:
                raise BackupError("this database holds no games; there is nothing to back up")
            if not is_known(now):
                raise too_new(now)
            upgrade(writing, None, to=now)
            copy_rows(reading, writing)
    except DBAPIError as error:
        raise explain(error, "the database cannot be read") from error
    finally:
        source.dispose()
        target.dispose()
