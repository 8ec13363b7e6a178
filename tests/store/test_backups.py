"""Backups: written while a server plays on, checked, restored to either kind of database; and upgrades from old schemas."""

from __future__ import annotations

import json
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from kakomi.store.backups.backup import back_up
from kakomi.store.backups.folder import BackupError, check
from kakomi.store.backups.restore import restore
from kakomi.store.backups.rows import count_rows
from kakomi.store.database import open_database, sole_server, upgrade
from kakomi.store.errors import StoreError
from kakomi.store.schema import REVISION
from tests.store import postgres as postgresql

SECRET = b"a key that signs cookies, 32 bytes"
OLD = "0006"  # the schema before sessions


def fill(url: str, schema: str = REVISION) -> None:
    """A database of a schema with a player, a game and two moves, written as that schema wants it."""
    engine = create_engine(url)
    with engine.begin() as connection:
        upgrade(connection, None, to=schema)
        connection.execute(text("INSERT INTO players (id, name, kind, created) VALUES ('ada', 'Ada é', 'person', 1)"))
        texts = {"id": "g1", "game": "enso", "rules": "standard", "options": "{}", "version": "1", "waiting": "person"}
        numbers = ("created", "updated", "increment", "allowance", "left_first", "left_second", "points_second")
        values = {**texts, "clock": "", **dict.fromkeys(numbers, 5), "points_first": 0.5}
        values |= {"sequence": 2, "ply": 2, "turn": 0, "series": 1, "number": 1}
        columns = ", ".join(f'"{name}"' for name in values)
        named = ", ".join(f":{name}" for name in values)
        connection.execute(text(f"INSERT INTO games ({columns}) VALUES ({named})"), values)
        for seat in (0, 1):
            connection.execute(
                text("INSERT INTO seats (game, seat, kind, player) VALUES ('g1', :seat, 'person', 'ada')"),
                {"seat": seat},
            )
            connection.execute(
                text("INSERT INTO moves (game, ply, seat, move, at) VALUES ('g1', :seat, :seat, 'c5xd5', 7)"),
                {"seat": seat},
            )
    engine.dispose()


def rows(url: str) -> dict[str, int]:
    engine = open_database(url)
    with engine.connect() as connection:
        counted = count_rows(connection)
    engine.dispose()
    return counted


def written(tmp_path: Path, schema: str = REVISION) -> Path:
    """A good backup."""
    source = tmp_path / "source.db"
    fill(f"sqlite:///{source}", schema)
    back_up(f"sqlite:///{source}", SECRET, tmp_path / "backup")
    return tmp_path / "backup"


@pytest.mark.parametrize("schema", [REVISION, OLD])
def test_a_backup_is_restored_to_either_kind(
    database: str, schema: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    fill(database, schema)
    folder = tmp_path / "backups"
    folder.mkdir()
    inventory = back_up(database, SECRET, folder / "monday")
    assert (inventory.schema, inventory.rows["moves"]) == (schema, 2)
    assert database.startswith(inventory.source)
    assert sorted(path.name for path in (folder / "monday").iterdir()) == ["backup.json", "kakomi.db", "secret"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in (folder / "monday").iterdir()} == {0o600}
    assert stat.S_IMODE((folder / "monday").stat().st_mode) == 0o700
    data = tmp_path / "new"
    there = f"sqlite:///{data / 'kakomi.db'}"
    restore(folder / "monday", there, data)
    assert (data / "secret").read_bytes() == SECRET
    other = postgresql.fresh(request.getfixturevalue("postgres")).replace("postgresql://", "postgresql+psycopg://")
    restore(folder / "monday", other, tmp_path / "elsewhere")
    for url in (there, other):
        counted = rows(url)
        assert {name: counted[name] for name in inventory.rows} == inventory.rows
        engine = create_engine(url)
        with engine.connect() as connection:
            assert connection.execute(text("SELECT name, epoch FROM players")).all() == [("Ada é", 0)]
            assert connection.execute(text("SELECT points_first, position FROM games")).all() == [(0.5, None)]
        engine.dispose()
    with pytest.raises(BackupError, match=r"not empty \(games, moves, players, seats\); create a new one"):
        restore(folder / "monday", other, tmp_path / "third")
    assert not (tmp_path / "third").exists()
    assert sorted(path.name for path in data.iterdir()) == ["kakomi.db", "kakomi.db.lock", "secret"]


def test_a_backup_overwrites_nothing_and_leaves_nothing_half_written(tmp_path: Path) -> None:
    folder = written(tmp_path)
    with pytest.raises(BackupError, match="exists already"):
        back_up(f"sqlite:///{tmp_path / 'source.db'}", SECRET, folder)
    for bad, sentence in (("none.db", "there is no database"), ("letter.db", "not a database")):
        (tmp_path / "letter.db").write_bytes(b"this is a letter " * 99)
        with pytest.raises((BackupError, StoreError), match=sentence):
            back_up(f"sqlite:///{tmp_path / bad}", SECRET, tmp_path / "second")
    with pytest.raises(BackupError, match="cannot be created"):
        back_up(f"sqlite:///{tmp_path / 'source.db'}", SECRET, tmp_path / "no" / "folder")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup", "letter.db", "source.db"]


def test_what_is_there_is_refused_or_set_aside(tmp_path: Path) -> None:
    folder, data = written(tmp_path), tmp_path / "data"
    data.mkdir()
    url = f"sqlite:///{data / 'kakomi.db'}"
    open_database(url).dispose()
    (data / "secret").write_bytes(b"old")
    with pytest.raises(BackupError, match=r"kakomi\.db exists already; .* --replace"):
        restore(folder, url, data)
    with sole_server(url), pytest.raises(StoreError, match="another Kakomi server is using"):
        restore(folder, url, data, replace=True)
    assert (rows(url)["games"], (data / "secret").read_bytes()) == (0, b"old")
    kept = restore(folder, url, data, replace=True).kept
    assert kept is not None
    assert (rows(url)["games"], rows(f"sqlite:///{kept / 'kakomi.db'}")["games"]) == (1, 0)
    assert ((data / "secret").read_bytes(), (kept / "secret").read_bytes()) == (SECRET, b"old")


def _flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 255
    path.write_bytes(data)


def _edit(path: Path, **changes: object) -> None:
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}), encoding="utf-8")


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda folder: _flip(folder / "kakomi.db"), "not the file that was backed up"),
        (lambda folder: _flip(folder / "secret"), "not the file that was backed up"),
        (lambda folder: (folder / "secret").unlink(), "cannot be read"),
        (lambda folder: (folder / "backup.json").unlink(), "is not a backup"),
        (lambda folder: (folder / "backup.json").write_text("[1]"), "is damaged"),
        (
            lambda folder: _edit(folder / "backup.json", sha256={"../../etc/passwd": "x", "kakomi.db": "x"}),
            "is damaged",
        ),
        (lambda folder: _edit(folder / "backup.json", schema="9999"), "newer version"),
        (lambda folder: _edit(folder / "backup.json", rows={"games": 7}), "does not hold what its inventory says"),
        (lambda folder: shutil.rmtree(folder), "is not a backup"),
    ],
)
def test_a_damaged_backup_is_not_restored(tmp_path: Path, damage: object, sentence: str) -> None:
    folder = written(tmp_path)
    check(folder)
    damage(folder)  # type: ignore[operator]
    with pytest.raises((BackupError, StoreError), match=sentence):
        restore(folder, f"sqlite:///{tmp_path / 'data' / 'kakomi.db'}", tmp_path / "data")
    assert not (tmp_path / "data" / "kakomi.db").exists()
    assert not (tmp_path / "data" / "secret").exists()


# --- upgrades and the way back ----------------------------------------------------------------------------------------


def test_an_old_file_is_copied_before_it_is_migrated_and_the_copy_is_the_way_back(tmp_path: Path) -> None:
    file = tmp_path / "kakomi.db"
    fill(f"sqlite:///{file}", OLD)
    assert rows(f"sqlite:///{file}")["moves"] == 2  # opened, so migrated
    copy = tmp_path / f"kakomi.db.{OLD}"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with closing(sqlite3.connect(copy)) as base:
        assert base.execute("SELECT version_num FROM alembic_version").fetchall() == [(OLD,)]
        assert base.execute("SELECT count(*) FROM moves").fetchall() == [(2,)]
    open_database(f"sqlite:///{file}").dispose()
    assert len(list(tmp_path.glob("kakomi.db.*"))) == 1  # nothing to migrate, nothing to copy
    shutil.copyfile(copy, file)
    open_database(f"sqlite:///{file}").dispose()
    assert (tmp_path / f"kakomi.db.{OLD}-2").exists()  # the first copy is not overwritten


def test_without_room_for_a_copy_nothing_is_migrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "kakomi.db"
    fill(f"sqlite:///{file}", OLD)

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("kakomi.store.database.copy_sqlite", full)
    with pytest.raises(StoreError, match="no copy of it can be kept: database or disk is full; make room"):
        open_database(f"sqlite:///{file}")
    with closing(sqlite3.connect(file)) as base:
        assert base.execute("SELECT version_num FROM alembic_version").fetchall() == [(OLD,)]
