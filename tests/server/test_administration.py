"""kakomi admin beside a running server, on SQLite and on PostgreSQL: what it changes, players see at once."""

from __future__ import annotations

import json
import socket
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from kakomi.server.administration import Administration
from kakomi.server.settings import ServerSettings
from kakomi.store.database import open_database
from tests.cli.terminal import Shell
from tests.server.support import Person, Server, serving
from tests.store import postgres as postgresql

PASSPHRASE = "engines weave algebra"


class Desk:
    """A running server, and `kakomi admin` on its database."""

    def __init__(self, server: Server, shell: Shell, flags: tuple[str, ...]) -> None:
        self.server, self.shell, self._flags = server, shell, flags

    def __call__(self, action: str, *words: str) -> Any:
        return json.loads(self.shell.fine("admin", action, *words, *self._flags, "--json"))

    def plain(self, action: str, *words: str) -> str:
        return self.shell.fine("admin", action, *words, *self._flags)

    def refused(self, action: str, *words: str) -> str:
        return self.shell.refused("admin", action, *words, *self._flags)

    def account(self, name: str) -> Person:
        person = self.server.person()
        answer = person.http.post("/api/account", json={"name": name, "passphrase": PASSPHRASE})
        assert answer.status_code == 201, answer.text
        return person


@pytest.fixture(scope="module")
def on_postgres(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, str]]:
    address = postgresql.fresh(request.getfixturevalue("postgres"))
    with serving(tmp_path_factory.mktemp("admin"), "--engines", "0", "--no-limits", "--database", address) as running:
        yield running, address


@pytest.fixture(params=["sqlite", "postgresql"])
def desk(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> Desk:
    if request.param == "sqlite":
        server: Server = request.getfixturevalue("server")
        return Desk(server, Shell(capsys), ("--data", str(server.folder)))
    server, address = request.getfixturevalue("on_postgres")
    return Desk(server, Shell(capsys), ("--database", address))


def test_a_new_name_is_shown_in_the_game_at_once(desk: Desk) -> None:
    ada = desk.account("Rude Word")
    game = ada.make()["id"]
    with ada.sit(game) as chair:
        chair.until("state")
        assert desk("rename", "rude word", "Ada L")["player"]["name"] == "Ada L"
        seats = chair.until("seats")["seats"]
        assert {seat["name"] for seat in seats} == {"Ada L"}
    assert ada.http.get("/api/me").json()["name"] == "Ada L"
    assert "at most" in desk.refused("rename", "rude word", "x" * 60)
    assert "lists them" in desk.refused("rename", "nobody at all", "Ada")
    assert desk("rename", ada.me["id"], "Ada M")["player"]["id"] == ada.me["id"]  # by id, too


def test_a_banned_player_is_out_with_their_bots_until_the_ban_is_lifted(desk: Desk) -> None:
    ada = desk.account("Banned One")
    bot = ada.http.post("/api/bots", json={"name": "Banned Bot"}).json()
    bearer = {"Authorization": f"Bearer {bot['token']}"}
    made = ada.invite()
    desk.server.person().join(made)
    with ada.sit(made["id"]) as chair:
        chair.until("state")
        change = desk("ban", "Banned One", "--reason", "insults  players", "--resign")
        assert (change["player"]["banned"], change["bots"]) == ("insults players", [bot["id"]])
        assert change["resigned"] == [made["id"]]
        assert chair.closed()[0] == 4401
    with ada.sit(made["id"]) as chair:
        assert "insults players" in chair.hear()["message"]
        assert chair.closed() == (4403, "identity/banned")
    for answer in (
        ada.http.get("/api/games?list=mine"),
        desk.server.person().http.post("/api/login", json={"name": "Banned One", "passphrase": PASSPHRASE}),
        httpx.get(f"{desk.server.url}/api/me", headers=bearer),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "identity/banned")
        assert "insults players" in answer.json()["message"]
    stranger = desk.server.person()
    challenge = {"game": "enso", "opponent": {"kind": "bot", "name": "Banned Bot"}}
    assert stranger.http.post("/api/games", json=challenge).status_code == 404
    with stranger.sit(made["id"]) as watching:  # the server hears of the ban first, of the games a moment later
        ended = watching.until(lambda heard: heard["type"] == "state" and heard["game"]["outcome"])["game"]
    assert (ended["outcome"]["clause"], ended["outcome"]["winner"]) == ("resign", 1)
    assert "already banned" in desk.refused("ban", "Banned One", "--reason", "again")
    assert [each["id"] for each in desk("players", "--banned", "--kind", "person")] == [ada.me["id"]]
    desk("unban", "Banned One")
    assert "not banned" in desk.refused("unban", "Banned One")
    assert ada.http.get("/api/games?list=mine").status_code == 200
    assert httpx.get(f"{desk.server.url}/api/me", headers=bearer).status_code == 200


def test_a_closed_game_ends_for_everyone_without_a_winner_and_without_a_next(desk: Desk) -> None:
    ada, bo = desk.server.person(), desk.server.person()
    made = ada.invite(games=4)
    bo.join(made)
    with ada.sit(made["id"]) as chair:
        chair.until("state")
        chair.move()
        chair.until("moved")
        assert desk("close", made["id"])["game"]["clause"] == "closed"
        told = chair.until(lambda heard: heard["type"] == "state" and heard["game"]["outcome"])["game"]
        assert (told["outcome"]["winner"], told["next"], told["turn"]) == (None, None, None)
        assert told["outcome"]["sentence"] == "The game was closed by an administrator."
        assert chair.ask(type="move", ply=1, move="e3xd3")["code"] == "move/over"
    record = ada.http.get(f"/api/games/{made['id']}/record")
    assert (record.status_code, "Result" in record.text, "closed" in record.text) == (200, True, False)
    assert "is over already" in desk.refused("close", made["id"])
    assert "there is no game" in desk.refused("close", "nosuchgame")
    listed = {each["id"]: each for each in desk("games", "--player", ada.me["id"], "--which", "finished")}
    assert listed[made["id"]]["ply"] == 1
    assert desk("games", "--player", ada.me["id"], "--which", "live") == []


def test_a_deleted_player_leaves_games_without_their_name(desk: Desk) -> None:
    ada, bo = desk.account("Deleted One"), desk.server.person()
    made = ada.invite(games=2)
    bo.join(made)
    with bo.sit(made["id"]) as chair:
        chair.until("state")
        assert "--yes" in desk.refused("delete", "Deleted One")  # nobody is there to be asked
        exported = json.loads(desk.plain("export", "Deleted One"))
        assert [game["id"] for game in exported["games"]] == [made["id"]]
        assert "passphrase" not in json.dumps(exported)
        assert desk("delete", "Deleted One", "--yes")["resigned"] == [made["id"]]
        told = chair.until(lambda heard: heard["type"] == "state" and heard["game"]["outcome"])["game"]
        assert (told["outcome"]["clause"], told["next"]) == ("resign", None)
        while chair.view["seats"][0]["name"] != "Deleted player":
            chair.view["seats"] = chair.until("seats")["seats"]
    assert ada.http.get("/api/games?list=mine").status_code == 401
    assert "there is no player" in desk.refused("export", "Deleted One")


def test_lists_for_people(desk: Desk) -> None:
    ada = desk.account("Listed 100%_One")
    game = ada.make()["id"]
    line = desk.plain("players", "--search", "100%_o")
    assert line.startswith(ada.me["id"])
    assert "1 games  Listed 100%_One (account listed100%_one)" in line
    assert desk.plain("players", "--search", "100x_o") == "No such player.\n"  # no pattern
    assert desk.plain("games", "--player", ada.me["id"]).startswith(f"{game}  20")
    assert "0 moves, live: Listed 100%_One - Listed 100%_One" in desk.plain("games", "--player", ada.me["id"])
    assert len(desk("players", "--limit", "1")) == 1


def test_a_backup_beside_a_running_server_brings_players_and_cookies_back(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shell, ada = Shell(capsys), server.person()
    game = ada.make()["id"]
    with ada.sit(game) as chair:
        chair.until("state")
        chair.move()
        chair.until("moved")
        out = json.loads(shell.fine("backup", str(tmp_path / "backup"), "--data", str(server.folder), "--json"))
        assert out["rows"]["moves"] >= 1
        chair.move()  # the server plays on
        chair.until("moved")
    assert "exists already" in shell.refused("backup", str(tmp_path / "backup"), "--data", str(server.folder))
    words = ("restore", str(tmp_path / "backup"), "--data")
    assert "another Kakomi server is using" in shell.refused(*words, str(server.folder), "--replace")
    assert shell.fine(*words, str(tmp_path / "data")).startswith("Restored: ")
    assert "exists already" in shell.refused(*words, str(tmp_path / "data"))
    with serving(tmp_path / "data", "--engines", "0") as restored:
        headers = {"cookie": ada.cookie}
        view = httpx.get(f"{restored.url}/api/games/{game}", headers=headers).json()
        assert (view["ply"], view["you"]) == (1, [0, 1])  # as it was at the backup, and still hers


def test_a_game_that_cannot_be_replayed_can_be_closed(tmp_path: Path) -> None:
    url = ServerSettings(data=str(tmp_path)).url
    with serving(tmp_path, "--engines", "0") as server:
        game = server.person().make()["id"]
        server.stop()
    with closing(sqlite3.connect(tmp_path / "kakomi.db")) as base, base:
        base.execute("UPDATE games SET version = 'another'")
    with Administration.opened(url) as administration:
        row = administration.close(game)
        assert (row.clause, row.turn, row.finished is not None) == ("closed", None, True)


@pytest.mark.parametrize("words", [["players"], ["ban", "x", "--reason", "y"], ["close", "x"]])
def test_what_is_no_database_of_this_version_is_left_alone(
    tmp_path: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    shell, where = Shell(capsys), ("--data", str(tmp_path))
    assert "there is no database" in shell.refused("admin", *words, *where)
    assert list(tmp_path.iterdir()) == []
    open_database(f"sqlite:///{tmp_path / 'kakomi.db'}").dispose()
    with closing(sqlite3.connect(tmp_path / "kakomi.db")) as base, base:
        base.execute("UPDATE alembic_version SET version_num = '0007'")
    assert "start the server once to migrate it" in shell.refused("admin", *words, *where)


def test_a_password_on_the_command_line_is_pointed_out(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = Shell(capsys)("admin", "players", "--database", "postgresql://ada:hush@127.0.0.1:1/none")
    assert status == 2
    assert "~/.pgpass" in err
    assert "hush" not in err


def test_the_password_comes_from_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A server that asks for the password as PostgreSQL does, and hangs up."""
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    heard: list[bytes] = []

    def ask() -> None:
        while not heard:
            with closing(listening.accept()[0]) as there:
                first = there.recv(1_000)
                if first[4:8] == b"\x04\xd2\x16\x2f":  # may we use TLS? no
                    there.sendall(b"N")
                    first = there.recv(1_000)
                there.sendall(b"R\0\0\0\x08\0\0\0\x03")
                answer = there.recv(1_000)
                if answer:
                    heard.append(answer)

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    passwords = tmp_path / "passwords"
    passwords.write_text(f"127.0.0.1:{port}:games:ada:from a file\n", encoding="utf-8")
    passwords.chmod(0o600)
    monkeypatch.setenv("PGPASSFILE", str(passwords))
    Shell(capsys).refused(
        "admin", "players", "--database", f"postgresql://ada@127.0.0.1:{port}/games?gssencmode=disable"
    )
    thread.join(10)
    listening.close()
    assert heard[0][5:] == b"from a file\0"
