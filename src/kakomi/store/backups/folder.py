"""What a backup consists of, and how it is checked.

It is a data folder, so `kakomi serve --data FOLDER` can open it (which changes it: use a copy).
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine

from kakomi.core.errors import KakomiError
from kakomi.store.backups.rows import count_rows
from kakomi.store.database import is_known, revision, too_new

DATABASE, SECRET, INVENTORY = "kakomi.db", "secret", "backup.json"
LARGEST_INVENTORY = 1_000_000  # bytes
SHORTEST_SECRET = 32  # bytes


class BackupError(KakomiError):
    """A backup cannot be written, read or restored: the sentence says why and what to do."""


@dataclass(frozen=True)
class Inventory:
    """What a backup holds."""

    kakomi: str  # the version that wrote it
    created: str  # ISO 8601
    source: str  # sqlite or postgresql
    schema: str
    rows: dict[str, int]  # by table
    sha256: dict[str, str]  # by file

    def text(self) -> str:
        """The text of the file."""
        return json.dumps(asdict(self), indent=2) + "\n"


def read_inventory(folder: Path) -> Inventory:
    """The inventory of a backup; BackupError if the folder is not a backup."""
    try:
        with open(folder / INVENTORY, "rb") as file:
            fields: Any = json.loads(file.read(LARGEST_INVENTORY))
        inventory = Inventory(**fields)
        if not (set(inventory.sha256) <= {DATABASE, SECRET} and DATABASE in inventory.sha256):
            raise ValueError
    except OSError as error:
        raise BackupError(
            f"{folder} is not a backup: {INVENTORY} cannot be read ({error.strerror}); name the folder that "
            "kakomi backup wrote"
        ) from error
    except (ValueError, TypeError, AttributeError) as error:
        raise BackupError(f"{folder} is not a backup: {INVENTORY} is damaged; use another backup") from error
    return inventory


def digest(path: Path) -> str:
    """The SHA-256 of a file."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def check(folder: Path) -> Inventory:
    """Open a backup and compare it with its inventory: files, structure, schema, rows. BackupError if they differ."""
    inventory = read_inventory(folder)
    for name, expected in inventory.sha256.items():
        try:
            same = digest(folder / name) == expected
        except OSError as error:
            raise BackupError(f"{folder / name} cannot be read: {error.strerror}; use another backup") from error
        if not same:
            raise BackupError(f"{folder / name} is not the file that was backed up; use another backup")
    if not is_known(inventory.schema):
        raise too_new(inventory.schema)
    if SECRET in inventory.sha256 and (folder / SECRET).stat().st_size < SHORTEST_SECRET:
        raise BackupError(f"the secret in {folder} is too short to be one; use another backup")
    now, rows = look_into(folder / DATABASE)
    if now != inventory.schema or rows != inventory.rows:
        raise BackupError(f"the database in {folder} does not hold what its inventory says; use another backup")
    return inventory


def look_into(path: Path) -> tuple[str | None, dict[str, int]]:
    """The schema and row counts of an SQLite file that is not in use; BackupError if its structure is damaged."""
    database = create_engine("sqlite://", creator=lambda: sqlite3.connect(f"file:{path}?mode=ro", uri=True))
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as raw:
            damage = raw.execute("PRAGMA integrity_check(1)").fetchone()[0]
            orphans = raw.execute("PRAGMA foreign_key_check").fetchone()
        if damage != "ok" or orphans is not None:
            raise BackupError(
                f"the database {path} is damaged: {damage if damage != 'ok' else 'rows without a parent'}"
            )
        with database.connect() as connection:
            return revision(connection), count_rows(connection)
    except sqlite3.DatabaseError as error:
        raise BackupError(f"the database {path} is damaged: {error}") from error
    finally:
        database.dispose()
