"""The description, lists, past boards, downloads, pages, health."""

from __future__ import annotations

import json
import subprocess
import sys

import httpx
import pytest

from tests.server.support import Server, play_on, table


def test_the_description_has_the_sockets_messages() -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "kakomi.server.http.openapi"], capture_output=True, text=True, check=True
    ).stdout
    described = json.loads(printed)
    schemas = described["components"]["schemas"]
    assert {"LiveIn", "LiveOut", "GameView", "SceneOut", "MoveIn", "MovedOut", "Problem"} <= set(schemas)
    assert "/api/games/{game}/actions" in described["paths"]
    text = json.dumps(described)
    for name in {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}:
        assert name in schemas, name


def test_the_server_never_imports_the_engine() -> None:
    code = "import sys, kakomi.server.app, kakomi.server.run; print(bool({'numba', 'numpy'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_lists_are_short_newest_first_and_go_on(server: Server) -> None:
    ada = server.person()
    made = [ada.make("enso")["id"] for _ in range(23)]
    first = ada.http.get("/api/games?list=mine").json()
    assert [game["id"] for game in first["games"]] == made[:2:-1]
    rest = ada.http.get(f"/api/games?list=mine&before={first['before']}").json()
    assert [game["id"] for game in rest["games"]] == made[2::-1]
    assert rest["before"] is None
    assert first["games"][0]["scene"]["places"]
    ada.act(made[0], type="resign")
    finished = ada.http.get("/api/games?list=finished&game=enso").json()["games"]
    assert finished[0]["id"] == made[0]
    assert made[0] not in [game["id"] for game in ada.http.get("/api/games?list=live").json()["games"]]
    assert httpx.get(server.url + "/api/games?list=mine").json() == {"games": [], "before": None}
    assert ada.http.get("/api/games?before=rubbish").status_code == 422


def test_a_game_goes_on_when_a_move_was_made_or_two_have_sat_down(server: Server) -> None:
    ada, bo = server.person(), server.person()

    def live() -> list[str]:
        return [game["id"] for game in ada.http.get("/api/games?list=live").json()["games"]]

    alone, invited = ada.make()["id"], ada.invite()
    assert not {alone, invited["id"]} & set(live())
    assert {alone, invited["id"]} <= {game["id"] for game in ada.http.get("/api/games?list=mine").json()["games"]}
    bo.join(invited)
    assert live()[0] == invited["id"]
    move = ada.look(alone)["scene"]["choices"][0]["move"]
    assert ada.act(alone, type="move", ply=0, move=move).status_code == 200
    assert alone not in live()  # one person on one screen: nobody to watch
    ada.act(alone, type="resign")
    for state, listed in (("open", [invited["id"]]), ("finished", [alone])):
        mine = ada.http.get(f"/api/games?list=mine&state={state}").json()["games"]
        assert [game["id"] for game in mine] == listed


def test_an_invitation_can_be_cancelled_until_it_is_accepted(server: Server) -> None:
    ada, bo = server.person(), server.person()
    made = ada.invite()
    secret = made["invite"].rpartition("/")[2]
    assert bo.act(made["id"], type="cancel").json()["code"] == "seat/none"
    with ada.sit(made["id"]) as chair:
        chair.until("state")
        assert ada.act(made["id"], type="cancel").status_code == 200
        over = chair.until(lambda heard: heard["type"] == "state" and heard["game"]["outcome"] is not None)
        assert over["game"]["outcome"]["sentence"] == "The invitation was cancelled."
    joined = bo.http.post(f"/api/games/{made['id']}/join", json={"invite": secret})
    assert (joined.status_code, joined.json()["code"]) == (409, "seat/cancelled")
    assert ada.act(made["id"], type="offer", what="rematch").json()["code"] == "seat/open"
    assert ada.act(made["id"], type="cancel").json()["code"] == "game/over"
    assert ada.http.get(f"/api/games/{made['id']}/record").json()["code"] == "game/cancelled"
    for listed in ("mine", "finished"):
        assert made["id"] not in [game["id"] for game in ada.http.get(f"/api/games?list={listed}").json()["games"]]
    begun = ada.invite()
    bo.join(begun)
    assert ada.act(begun["id"], type="cancel").json()["code"] == "game/begun"


def test_a_game_can_be_stepped_through(server: Server) -> None:
    with table(server) as (made, ada, _, first, second):
        start = first.scene
        moves = play_on((first, second), 3)
        address = f"/api/games/{made['id']}/scenes"
        then = ada.http.get(f"{address}/0")
        assert then.json() == {"scene": start, "move": None, "ply": 0}
        last = ada.http.get(f"{address}/3").json()
        assert (last["move"], last["scene"]) == (moves[-1], first.scene)
        same = ada.http.get(f"{address}/0", headers={"if-none-match": then.headers["etag"]})
        assert (same.status_code, same.content) == (304, b"")
        assert ada.http.get(f"{address}/4").json()["code"] == "game/ply"
        first.ask(type="resign", seat=0)
        assert ada.http.get(f"{address}/2").json()["scene"]["to_move"] == "first"


def test_downloads(server: Server) -> None:
    ada = server.person()
    ada.http.patch("/api/me", json={"name": '"Ada" \\ <b>'})
    game = ada.make(clock={"kind": "game", "seconds": 60, "increment": 0})
    text = ada.http.get(f"/api/games/{game['id']}/record")
    assert 'attachment; filename="enso-' in text.headers["content-disposition"]
    assert '[First "\\"Ada\\" \\\\ <b>"]' in text.text
    picture = ada.http.get(f"/api/games/{game['id']}/picture.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert "sandbox" in picture.headers["content-security-policy"]
    assert picture.text.startswith("<svg")
    assert ada.http.get(f"/api/games/{game['id']}/picture.svg?ply=1").json()["code"] == "game/ply"
    assert ada.http.get(f"/api/games/{game['id']}/review").json()["code"] == "game/going"


def test_health_metrics_and_versions(server: Server) -> None:
    assert httpx.get(server.url + "/healthz").json()["status"] == "ok"
    assert "kakomi_moves_total" in httpx.get(server.url + "/metrics").text
    assert set(httpx.get(server.url + "/api/about").json()["rules"]) >= {"enso", "iago"}


@pytest.mark.parametrize(
    "path", ["/", "/new/enso", "/api/me", "/assets/none.js", "/../secret", "/%2e%2e/secret", "/x%00y"]
)
def test_every_answer_has_the_strict_headers(server: Server, path: str) -> None:
    answer = httpx.get(server.url + path)
    policy = answer.headers["content-security-policy"]
    assert (
        "script-src 'self' 'wasm-unsafe-eval';" in policy
    )  # WebAssembly may be compiled, text may not become a script
    assert policy.count("unsafe") == 1
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert answer.headers["cross-origin-embedder-policy"] == "require-corp"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.status_code in (200, 404, 503)
    assert (server.folder / "secret").read_bytes() not in answer.content
