"""Crashes, restarts, and databases in trouble while people play."""

from __future__ import annotations

import resource
import sqlite3
import stat
import time
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

import kakomi.store
from kakomi.store.database import open_database
from tests import forked
from tests.server.support import PATIENCE, Message, Person, Server, play_on, serving, table


def test_after_a_crash_every_acknowledged_move_is_there_and_clocks_are_fair(tmp_path: Path) -> None:
    with serving(tmp_path, "--engines", "0", "--no-limits") as server:
        clock = {"kind": "game", "seconds": 100, "increment": 0}
        with table(server, clock=clock) as (made, ada, bo, first, second):
            moves = play_on((first, second), 7)
            time.sleep(1.5)
            looked = time.monotonic()
            before = ada.look(made["id"])["clock"]["left"]
            server.kill()
            ran = time.monotonic() - looked
        time.sleep(3)
        cookies = [dict(person.http.cookies) for person in (ada, bo)]
        started = time.monotonic()
        server.start()
        again = [Person(server.url), Person(server.url)]
        for person, cookie in zip(again, cookies, strict=True):
            person.http.cookies.clear()
            person.http.cookies.update(cookie)
        view = again[0].look(made["id"])
        assert view["moves"] == moves
        assert view["you"] == [0]
        lost = before[view["turn"]] - view["clock"]["left"][view["turn"]]
        ran += time.monotonic() - started
        assert -1_500 < lost < 1_000 * ran + 500, "the three seconds without a server are nobody's"
        with again[0].sit(made["id"]) as first, again[1].sit(made["id"]) as second:
            first.until("state")
            second.until("state")
            play_on((first, second), 3)
        assert server.stored("SELECT count(*) FROM moves WHERE game = ?", made["id"]) == [(10,)]


def test_a_crash_under_way_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    with serving(tmp_path, "--engines", "0", "--no-limits") as server:
        for pause in (0.05, 0.15, 0.3):
            ada = server.person()
            made = ada.make("toot")
            acknowledged = 0
            with ada.sit(made["id"]) as chair:
                chair.until("state")
                ends = time.monotonic() + pause
                while chair.outcome is None and time.monotonic() < ends:
                    chair.move()
                    acknowledged = chair.until("moved")["ply"]
                if chair.outcome is None:
                    chair.move()  # on its way when the server dies
                server.kill()
            server.start()
            kept = Person(server.url).look(made["id"])
            assert kept["ply"] in (acknowledged, acknowledged + 1)
            assert acknowledged > 0


def test_the_flag_of_a_days_clock_falls(tmp_path: Path) -> None:
    """Nobody waits for days: while the server is stopped, the turn is made to have begun three days and an hour earlier."""
    earlier = 73 * 3_600_000
    with serving(tmp_path, "--engines", "0", "--no-limits") as server:
        with table(server, clock={"kind": "days", "days": 3}) as (made, _, bo, first, second):
            play_on((first, second), 3)
            assert bo.look(made["id"])["clock"]["left"][1] > 2.9 * 86_400_000
        server.stop()
        with closing(sqlite3.connect(tmp_path / "kakomi.db")) as base, base:
            base.execute("UPDATE games SET started = started - ?, deadline = deadline - ?", (earlier, earlier))
        server.start()
        ends = time.monotonic() + PATIENCE
        while (view := server.person().look(made["id"]))["outcome"] is None:
            assert time.monotonic() < ends
            time.sleep(0.2)
        assert (view["outcome"]["clause"], view["outcome"]["winner"]) == ("time", 0)  # the second player was to move
        assert server.stored("SELECT count(*) FROM moves WHERE game = ?", made["id"]) == [(3,)]


def test_a_days_clock_that_has_not_run_out_goes_on_over_a_restart(tmp_path: Path) -> None:
    earlier = 71 * 3_600_000
    with serving(tmp_path, "--engines", "0", "--no-limits") as server:
        with table(server, clock={"kind": "days", "days": 3}) as (made, _, _, first, second):
            play_on((first, second), 3)
        server.stop()
        with closing(sqlite3.connect(tmp_path / "kakomi.db")) as base, base:
            base.execute("UPDATE games SET started = started - ?, deadline = deadline - ?", (earlier, earlier))
        server.start()
        time.sleep(2.5)  # twice it is looked whether a flag has fallen
        view = server.person().look(made["id"])
        assert view["outcome"] is None
        assert 0.9 < view["clock"]["left"][1] / 3_600_000 < 1


def test_a_graceful_end_tells_the_players(tmp_path: Path) -> None:
    with serving(tmp_path, "--engines", "0") as server:
        ada = server.person()
        made = ada.make()
        with ada.sit(made["id"]) as chair:
            chair.until("state")
            chair.move()
            chair.until("moved")
            assert server.process is not None
            server.process.terminate()
            code, reason = chair.closed()
            assert code == 1012
            assert "connect again" in reason
        assert server.stop() in (0, -15)
        assert '"event":"stopped"' in server.log[-1]


def test_a_locked_database_is_told_to_the_mover_who_tries_again(tmp_path: Path) -> None:
    with serving(tmp_path, "--engines", "0", "--no-limits") as server, table(server) as (made, _, _, first, second):
        play_on((first, second), 2)
        with closing(sqlite3.connect(tmp_path / "kakomi.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            text = str(first.scene["choices"][0]["move"])
            refused = first.ask(type="move", ply=2, move=text)
            assert refused["code"] == "store/busy"
            assert "locked" in refused["message"]
            assert first.ask(type="sync")["game"]["ply"] == 2
            other.execute("ROLLBACK")
        first.move(text)
        assert second.until("moved")["ply"] == 3
        assert server.stored("SELECT count(*) FROM moves WHERE game = ?", made["id"]) == [(3,)]


def test_two_servers_on_one_file_are_refused(server: Server) -> None:
    second = Server(server.folder, "--engines", "0")
    with pytest.raises(AssertionError, match="another Kakomi server is using"):
        second.start()
    second.close_streams()


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (("--database", "mysql://x"), "database must be postgresql://"),
        (("--port", "70000"), "port must be 0 to 65535"),
        (("--takeover", "0"), "takeover must be 1 to 3600 seconds"),
        (("--data", "/dev/null/x"), "cannot be"),
        (("--host", "203.0.113.7"), "cannot be used"),
    ],
)
def test_settings_that_cannot_be_are_refused_in_a_sentence(
    tmp_path: Path, flags: tuple[str, ...], sentence: str
) -> None:
    done = forked.run(forked.COMMAND, ["serve", "--no-browser", "--data", str(tmp_path), *flags])
    assert done.returncode == 2
    assert sentence in done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_nobody_loses_on_time_while_nothing_can_be_stored(tmp_path: Path) -> None:
    clock = {"kind": "game", "seconds": 5, "increment": 0}
    with (
        serving(tmp_path, "--engines", "0", "--no-limits") as server,
        table(server, clock=clock) as (made, ada, _, first, second),
    ):
        play_on((first, second), 2)
        text = str(first.scene["choices"][0]["move"])
        with closing(sqlite3.connect(tmp_path / "kakomi.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            number = first.say(type="move", ply=2, move=text)  # in time
            ends = time.monotonic() + 8  # longer than the clock has, and than a move is held
            while time.monotonic() < ends and httpx.get(server.url + "/healthz").status_code == 200:
                time.sleep(0.1)
            answer = httpx.get(server.url + "/healthz")
            assert answer.status_code == 503
            assert answer.json()["database"] in (
                "store/busy",
                "store/locked",
            )  # before and after the first attempt ends
            refused = first.until(lambda heard: heard.get("id") == number)
            assert refused["code"] == "store/busy"
            time.sleep(max(0.0, ends - time.monotonic()))
            other.execute("ROLLBACK")
        heard: Message = {"type": "refused", "code": "store/busy"}
        while heard["type"] == "refused" and time.monotonic() < ends + PATIENCE:  # again, until the outage is over
            assert heard["code"] == "store/busy"
            first.move(text)
            heard = first.until(lambda message: message["type"] in ("moved", "refused"))
            time.sleep(0.1)
        assert heard["type"] == "moved"
        assert ada.look(made["id"])["outcome"] is None
        assert ada.look(made["id"])["clock"]["left"][0] > 1_000


def test_a_move_is_held_through_a_short_outage(tmp_path: Path) -> None:
    with serving(tmp_path, "--engines", "0", "--no-limits") as server, table(server) as (_, _, _, first, second):
        play_on((first, second), 2)
        with closing(sqlite3.connect(tmp_path / "kakomi.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            first.move()
            time.sleep(3.5)  # longer than a single attempt waits
            other.execute("ROLLBACK")
        assert second.until(lambda heard: heard["type"] in ("moved", "refused"))["type"] == "moved"


def test_data_can_be_read_by_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with serving(folder, "--engines", "0", "--no-limits") as server:
        server.person()
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
        assert modes["kakomi.db"] == modes["secret"] == 0o600
        assert all(mode & 0o077 == 0 for mode in modes.values()), modes
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


# --- another version ----------------------------------------------------------------------------------------------------


def migrate_back(file: Path, schema: str) -> None:
    """As an earlier version would have left the database."""
    config = Config()
    config.set_main_option("script_location", str(Path(kakomi.store.__file__).parent / "migrations"))
    scripts = ScriptDirectory.from_config(config)
    engine = create_engine(f"sqlite:///{file}")
    with (
        engine.begin() as connection,
        EnvironmentContext(config, scripts, fn=lambda now, _: scripts._downgrade_revs(schema, now)) as running,
    ):
        running.configure(connection=connection, render_as_batch=True)
        running.run_migrations()
    engine.dispose()


def test_a_server_goes_on_with_the_database_of_an_earlier_version(tmp_path: Path) -> None:
    with serving(tmp_path, "--engines", "0", "--no-limits") as server:
        ada = server.person()
        game = ada.make()["id"]
        with ada.sit(game) as chair:
            chair.until("state")
            for _ in range(5):
                chair.move()
                chair.until("moved")
        moves = ada.look(game)["moves"]
        cookie = f"kakomi={ada.http.cookies['kakomi']}"
        server.stop()
        migrate_back(tmp_path / "kakomi.db", "0005")
        server.start()
        view = httpx.get(f"{server.url}/api/games/{game}").json()
        assert view["moves"] == moves
        assert any('"copy":"kakomi.db.0005"' in line for line in server.log)
        with Person(server.url).sit(game) as chair:
            assert chair.until("state")["game"]["ply"] == 5
        assert httpx.get(f"{server.url}/api/me", headers={"cookie": cookie}).json()["id"] != ada.me["id"]  # no sessions
    # the way back: the earlier version finds its database as it was
    with closing(sqlite3.connect(tmp_path / "kakomi.db.0005")) as copy:
        assert copy.execute("SELECT version_num FROM alembic_version").fetchall() == [("0005",)]
        assert copy.execute("SELECT count(*) FROM moves").fetchall() == [(5,)]


def test_an_earlier_version_refuses_the_database_of_a_later_one(tmp_path: Path) -> None:
    open_database(f"sqlite:///{tmp_path / 'kakomi.db'}").dispose()
    with closing(sqlite3.connect(tmp_path / "kakomi.db")) as base, base:
        base.execute("UPDATE alembic_version SET version_num = '9999'")
    before = (tmp_path / "kakomi.db").read_bytes()
    done = forked.run(forked.COMMAND, ["serve", "--no-browser", "--port", "0", "--data", str(tmp_path)])
    assert done.returncode == 2
    assert b"made by a newer version of Kakomi (schema 9999); update Kakomi, or choose another database" in done.stderr
    assert (tmp_path / "kakomi.db").read_bytes() == before


# --- what /healthz says of databases in trouble -----------------------------------------------------------------------


def health(server: Server, code: str) -> Message:
    """What /healthz says once the database has this condition."""
    ends = time.monotonic() + PATIENCE
    while True:
        answer = httpx.get(f"{server.url}/healthz")
        body: Message = answer.json()
        if body["database"] == code:
            assert answer.status_code == (200 if code == "ok" else 503)
            assert str(server.folder) not in answer.text
            return body
        assert time.monotonic() < ends, body
        time.sleep(0.1)


def test_a_disk_that_takes_nothing_more_is_told_and_got_over(tmp_path: Path) -> None:
    with serving(tmp_path, "--engines", "0", "--no-limits") as server, table(server) as (made, _, _, first, second):
        assert server.process is not None
        play_on((first, second), 2)
        health(server, "ok")
        limit = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4_096, limit[1]))
        health(server, "store/disk")
        refused = first.ask(type="move", ply=2, move=str(first.scene["choices"][0]["move"]))
        assert refused["code"] == "store/busy"
        assert str(tmp_path) not in refused["message"]
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limit)
        health(server, "ok")
        play_on((first, second), 1)
        assert server.stored("SELECT count(*) FROM moves WHERE game = ?", made["id"]) == [(3,)]


def test_a_file_that_was_overwritten_or_is_gone_is_told(tmp_path: Path) -> None:
    with serving(tmp_path, "--engines", "0") as server:
        server.person().make()
        health(server, "ok")
        aside = tmp_path / "aside"
        (tmp_path / "kakomi.db").rename(aside)
        health(server, "store/unreadable")
        aside.rename(tmp_path / "kakomi.db")
        health(server, "ok")
        with closing(sqlite3.connect(tmp_path / "kakomi.db")) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with open(tmp_path / "kakomi.db", "r+b") as file:
            file.write(b"\xa5" * (tmp_path / "kakomi.db").stat().st_size)
        health(server, "store/damaged")
        server.kill()  # what it could still write into such a file is nobody's concern
