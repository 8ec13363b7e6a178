"""Cookies, names, accounts, origins, limits, the secret."""

from __future__ import annotations

import stat
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from kakomi.server.http.errors import Refusal
from kakomi.server.http.identity import clean_name
from tests.server.support import Chair, Person, Server, serving


def test_a_visitor_gets_a_name_and_a_cookie_that_scripts_cannot_read(server: Server) -> None:
    answer = httpx.get(server.url + "/api/me")
    cookie = answer.headers["set-cookie"]
    for word in ("HttpOnly", "SameSite=lax", "Path=/", "Max-Age="):
        assert word in cookie
    assert answer.json()["name"]
    assert answer.json()["account"] is False
    again = httpx.get(server.url + "/api/me", headers={"cookie": cookie.partition(";")[0]})
    assert again.json() == answer.json()
    assert "set-cookie" not in again.headers


def test_forged_expired_and_swapped_cookies_act_for_nobody(server: Server) -> None:
    ada, bo = server.person(), server.person()
    game = ada.make()
    player, issued, session, signature = ada.http.cookies["kakomi"].split(".")
    other = bo.http.cookies["kakomi"].split(".")[0]
    wrong = {
        "identity/invalid": [
            f"{other}.{issued}.{session}.{signature}",
            f"{player}.{int(issued) + 1}.{session}.{signature}",
            f"{player}.{issued}.{'2' * 20}.{signature}",
            f"{player}.{issued}.{session}.{'A' * 43}",
            f"{player}.{issued}.{signature}",
            f"{player}.{issued}",
            "x",
            "",
            "a.b.c.d",
            "%00",
        ],
        "identity/missing": ["é"],
        "identity/expired": [_signed(server, player, 1_000)],
        "identity/unknown": [_signed(server, "nobody22", int(issued))],
        "identity/ended": [_signed(server, player, int(issued), "2" * 20)],
    }
    for code, values in wrong.items():
        for value in values:
            headers = {b"cookie": f"kakomi={value}".encode()}
            answer = httpx.post(
                f"{server.url}/api/games/{game['id']}/actions", json={"type": "resign"}, headers=headers
            )
            assert (answer.status_code, answer.json()["code"]) == (401, code), value
            fresh = httpx.get(server.url + "/api/me", headers=headers)
            assert fresh.json()["id"] not in (player, other)
            assert "set-cookie" in fresh.headers
    with Chair(server.url, game["id"], f"kakomi={other}.{issued}.{session}.{signature}") as chair:
        assert chair.hear()["code"] == "identity/invalid"
        assert chair.closed() == (4401, "identity/invalid")
    nobody = httpx.post(f"{server.url}/api/games/{game['id']}/actions", json={"type": "resign"})
    assert (nobody.status_code, nobody.json()["code"]) == (401, "identity/missing")
    bot = httpx.get(server.url + "/api/me", headers={"authorization": "Bearer nonsense"})
    assert (bot.status_code, bot.json()["code"]) == (401, "identity/invalid")
    assert ada.look(game["id"])["outcome"] is None


def _signed(server: Server, player: str, issued: int, session: str = "") -> str:
    from kakomi.server.http.identity import Identity

    identity = Identity(None, (server.folder / "secret").read_bytes())  # type: ignore[arg-type]
    return identity.sign(player, issued, session)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ada", "Ada"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("\u202eevil\u202c", "evil"),
        ("a\u200bb\ufeffc", "abc"),
        ("👩\u200d👩\u200d👧 & co", "👩\u200d👩\u200d👧 & co"),
        ("Z̷̢̛a̸l̵g̶o", "Z̷̢a̸l̵g̶o"),
        ("  many \t\n blanks  ", "many blanks"),
        ("عمر", "عمر"),
    ],
)
def test_names_are_made_fit_to_be_shown(server: Server, given: str, shown: str) -> None:
    ada = server.person()
    answer = ada.http.patch("/api/me", json={"name": given})
    assert answer.status_code == 200
    assert answer.json()["name"] == shown
    assert ada.make()["seats"][0]["name"] == shown
    assert ada.http.get("/api/me").headers["content-type"] == "application/json"


@pytest.mark.parametrize("name", ["", " ", "\u200d", "\u202e", "x" * 41, "\x00"])
def test_names_that_cannot_be_shown_are_refused(server: Server, name: str) -> None:
    answer = server.person().http.patch("/api/me", json={"name": name})
    assert answer.status_code == 422
    assert answer.json()["code"] in ("name/invalid", "request/invalid")
    with pytest.raises(Refusal):
        clean_name(name)


def test_an_account_carries_games_to_another_device(server: Server) -> None:
    phone = server.person()
    first = phone.make()
    answer = phone.http.post("/api/account", json={"name": "Ada L", "passphrase": "engines weave algebra"})
    assert answer.status_code == 201
    assert answer.json() == {"id": phone.me["id"], "name": "Ada L", "account": True}
    laptop = server.person()
    second = laptop.make("iago")
    wrong = laptop.http.post("/api/login", json={"name": "Ada L", "passphrase": "engines weave"})
    assert (wrong.status_code, wrong.json()["code"]) == (401, "account/wrong")
    nobody = laptop.http.post("/api/login", json={"name": "Nobody", "passphrase": "engines weave algebra"})
    assert nobody.json() == wrong.json(), "whether a name has an account is not told"
    assert (
        laptop.http.post("/api/login", json={"name": "ada l", "passphrase": "engines weave algebra"}).status_code == 200
    )
    mine = {game["id"] for game in laptop.http.get("/api/games?list=mine").json()["games"]}
    assert mine == {first["id"], second["id"]}
    assert laptop.look(second["id"])["you"] == [0, 1], "games of the anonymous player came along"
    taken = server.person().http.post("/api/account", json={"name": "ADA  L", "passphrase": "another passphrase"})
    assert (taken.status_code, taken.json()["code"]) == (409, "account/taken")
    short = server.person().http.post("/api/account", json={"name": "Bo", "passphrase": "short"})
    assert (short.status_code, short.json()["code"]) == (422, "account/passphrase")
    assert laptop.http.post("/api/logout").status_code == 204
    assert laptop.http.get("/api/me").json()["id"] not in (phone.me["id"], laptop.me["id"])
    [[kept]] = server.stored("SELECT passphrase FROM players WHERE id = ?", phone.me["id"])
    assert kept.startswith("$argon2id$")


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://localhost:1", "http://127.0.0.1", "x" * 400, "http://[::1"]
)
def test_pages_of_other_sites_cannot_act(server: Server, origin: str) -> None:
    ada = server.person()
    game = ada.make()
    answer = ada.http.post(f"/api/games/{game['id']}/actions", json={"type": "resign"}, headers={"origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "request/origin")
    with pytest.raises(InvalidStatus) as refused:
        Chair(server.url, game["id"], ada.cookie, Origin=origin)
    assert refused.value.response.status_code == 403
    assert ada.look(game["id"])["outcome"] is None
    own = ada.act(game["id"], type="ping")
    assert own.status_code == 200
    with Chair(server.url, game["id"], ada.cookie, Origin=server.url) as chair:
        assert chair.until("state")["game"]["you"] == [0, 1]


def test_other_names_pointed_at_this_machine_are_not_answered(server: Server) -> None:
    answer = httpx.get(server.url + "/api/me", headers={"host": "evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (403, "request/host")


def test_the_secret_is_the_owners_alone(server: Server) -> None:
    mode = (server.folder / "secret").stat().st_mode
    assert stat.S_IMODE(mode) == 0o600


def test_who_asks_too_often_is_told_to_wait(tmp_path: Path) -> None:
    with serving(tmp_path, "--engines", "0") as server:
        ada = Person(server.url)
        statuses = [
            ada.http.post("/api/login", json={"name": "A", "passphrase": "wrong one"}).status_code for _ in range(12)
        ]
        assert statuses.count(401) >= 10
        assert statuses[-1] == 429
        game = ada.make()
        with ada.sit(game["id"]) as chair:
            chair.until("state")
            for _ in range(200):
                chair.say(type="ping")
            assert chair.until("refused")["code"] == "rate/limited"
