"""Sessions, passphrases, export and deletion of accounts."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from kakomi.server.http.errors import Refusal
from kakomi.server.http.identity import Identity, clean_name, fold
from kakomi.server.live import clocks
from tests.server.support import Person, Server, serving

PASSPHRASE = "engines weave algebra"


def sign_up(person: Person, name: str, passphrase: str = PASSPHRASE) -> None:
    answer = person.http.post("/api/account", json={"name": name, "passphrase": passphrase})
    assert answer.status_code == 201, answer.text


def log_in(person: Person, name: str, passphrase: str = PASSPHRASE) -> int:
    return person.http.post("/api/login", json={"name": name, "passphrase": passphrase}).status_code


def with_cookie(server: Server, cookie: str, path: str = "/api/me") -> httpx.Response:
    return httpx.get(server.url + path, headers={"cookie": cookie})


def test_a_cookie_ends_with_its_session(server: Server) -> None:
    ada = server.person()
    sign_up(ada, "Ends One")
    stolen, game = ada.cookie, ada.make()["id"]
    with ada.sit(game) as chair:
        chair.until("state")
        assert ada.http.post("/api/logout").status_code == 204
        assert chair.closed()[0] == 4401  # nobody goes on playing through an old connection
    assert with_cookie(server, stolen).json()["id"] != ada.me["id"]
    answer = httpx.post(
        f"{server.url}/api/games/{game}/actions", json={"type": "resign", "seat": 0}, headers={"cookie": stolen}
    )
    assert (answer.status_code, answer.json()["code"]) == (401, "identity/ended")


def test_a_cookie_without_a_session_gets_one_and_ends_at_logout(server: Server) -> None:
    ada = server.person()
    identity = Identity(None, (server.folder / "secret").read_bytes())  # type: ignore[arg-type]
    old = f"kakomi={identity.sign(ada.me['id'], clocks.now() - 1000)}"
    answer = with_cookie(server, old)
    assert answer.json()["id"] == ada.me["id"]
    assert answer.headers["set-cookie"].partition(";")[0].count(".") == 3
    httpx.post(f"{server.url}/api/logout", headers={"cookie": old})
    assert with_cookie(server, old).json()["id"] != ada.me["id"]
    assert with_cookie(server, ada.cookie).json()["id"] == ada.me["id"]  # another session goes on


def test_sessions_are_listed_and_ended_one_by_one_or_all(server: Server) -> None:
    laptop, phone, desk = server.person(), server.person(), server.person()
    sign_up(laptop, "Many Devices")
    phone.http.headers["user-agent"] = "Mozilla/5.0 (Linux; Android 14) Chrome/120.0 Mobile Safari/537.36"
    assert log_in(phone, "Many Devices") == log_in(desk, "Many Devices") == 200
    listed = laptop.http.get("/api/sessions").json()["sessions"]
    assert [each["current"] for each in listed].count(True) == 1
    [android] = [each for each in listed if each["device"] == "Chrome on Android"]
    left = laptop.http.delete(f"/api/sessions/{android['id']}").json()["sessions"]
    assert len(left) == len(listed) - 1
    assert phone.http.get("/api/games?list=mine").status_code == 401
    assert desk.http.get("/api/games?list=mine").status_code == 200
    assert len(laptop.http.post("/api/sessions/end").json()["sessions"]) == 1
    assert desk.http.get("/api/games?list=mine").status_code == 401
    assert laptop.http.get("/api/me").json()["id"] == laptop.me["id"]
    assert laptop.http.delete("/api/sessions/22222222").json()["code"] == "session/unknown"


def test_a_new_passphrase_logs_everyone_else_out(server: Server) -> None:
    ada, thief = server.person(), server.person()
    sign_up(ada, "Changes Hers")
    assert log_in(thief, "Changes Hers") == 200
    wrong = ada.http.post("/api/account/passphrase", json={"passphrase": "not this one", "new": "a better one"})
    assert (wrong.status_code, wrong.json()["code"]) == (401, "account/wrong")
    right = ada.http.post("/api/account/passphrase", json={"passphrase": PASSPHRASE, "new": "a better one"})
    assert right.json()["id"] == ada.me["id"]
    assert thief.http.get("/api/games?list=mine").status_code == 401
    assert ada.http.get("/api/games?list=mine").status_code == 200
    assert log_in(server.person(), "Changes Hers") == 401
    assert log_in(server.person(), "Changes Hers", "a better one") == 200
    nobody = server.person().http.post("/api/account/passphrase", json={"passphrase": "x", "new": "a better one"})
    assert (nobody.status_code, nobody.json()["code"]) == (409, "account/none")


def test_bots_made_before_a_login_come_along(server: Server) -> None:
    ada, later = server.person(), server.person()
    sign_up(ada, "Has Bots")
    token = later.http.post("/api/bots", json={"name": "Comes along"}).json()["token"]
    assert log_in(later, "Has Bots") == 200
    [bot] = ada.http.get("/api/bots").json()["bots"]
    assert bot["name"] == "Comes along"
    headers = {"authorization": f"Bearer {token}"}
    assert httpx.get(f"{server.url}/api/me", headers=headers).json()["id"] == bot["id"]
    renamed = httpx.patch(f"{server.url}/api/me", json={"name": "Ada"}, headers=headers)
    assert (renamed.status_code, renamed.json()["code"]) == (403, "bot/name")


def test_everything_stored_about_a_player_can_be_had_and_deleted(server: Server) -> None:
    ada, bo = server.person(), server.person()
    sign_up(ada, "Leaves Us")
    game = ada.invite()
    bo.join(game)
    assert ada.act(game["id"], type="move", ply=0, move="c5xd5").status_code == 200
    bot = ada.http.post("/api/bots", json={"name": "Goes too"}).json()
    data = ada.http.get("/api/account/export").json()
    assert (data["player"]["name"], data["bots"][0]["name"]) == ("Leaves Us", "Goes too")
    assert [move["move"] for move in data["games"][0]["moves"]] == ["c5xd5"]
    assert "passphrase" not in str(data)
    wrong = ada.http.post("/api/account/delete", json={"passphrase": "no"})
    assert (wrong.status_code, wrong.json()["code"]) == (401, "account/wrong")
    cookie = ada.cookie
    assert ada.http.post("/api/account/delete", json={"passphrase": PASSPHRASE}).status_code == 204
    assert with_cookie(server, cookie).json()["id"] != ada.me["id"]
    assert log_in(server.person(), "Leaves Us") == 401
    view = bo.look(game["id"])
    assert view["outcome"]["clause"] == "resign"
    assert view["seats"][0]["name"] == "Deleted player"
    refused = httpx.get(f"{server.url}/api/me", headers={"authorization": f"Bearer {bot['token']}"})
    assert refused.status_code == 401
    kept = server.stored("SELECT name, account, passphrase FROM players WHERE id = ?", ada.me["id"])
    assert kept == [("Deleted player", None, None)]
    sign_up(server.person(), "Leaves Us")  # the name is free again


def test_a_clock_that_was_set_back_makes_no_cookie_void() -> None:
    identity = Identity(None, b"x" * 32)  # type: ignore[arg-type]
    later = clocks.now() + 3_600_000
    assert identity.read(identity.sign("ada", later, "s")).issued == later


def test_a_lost_secret_that_comes_back_brings_the_games_back(tmp_path: Path) -> None:
    with serving(tmp_path, "--engines", "0", "--no-limits") as server:
        ada = server.person()
        first = ada.make()["id"]
        jar = dict(ada.http.cookies)
        server.stop()
        secret = tmp_path / "secret"
        kept = secret.rename(tmp_path / "kept")
        server.start()
        with httpx.Client(base_url=server.url, cookies=jar) as browser:
            other = browser.get("/api/me").json()
            assert other["id"] != ada.me["id"]
            jar = {cookie.name: str(cookie.value) for cookie in browser.cookies.jar}
        server.stop()
        kept.rename(secret)
        server.start()
        with httpx.Client(base_url=server.url, cookies=jar) as browser:
            assert browser.get("/api/me").json()["id"] == ada.me["id"]
            assert browser.get(f"/api/games/{first}").json()["you"] == [0, 1]


@pytest.mark.parametrize(
    ("one", "two"), [("Ada", "\u0410da"), ("Otto", "\u041etto"), ("Ada", "A\u2060da"), ("Ann B", "annb")]
)
def test_names_that_look_alike_are_one_account(one: str, two: str) -> None:
    assert fold(clean_name(one)) == fold(clean_name(two))


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "\uffa0", "\ufdfa" * 20])
def test_names_that_show_nothing_or_unfold_endlessly_are_refused(name: str) -> None:
    with pytest.raises(Refusal):
        clean_name(name)
