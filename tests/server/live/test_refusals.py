"""Everything a client can do wrong is answered with a code and a sentence, and changes nothing."""

from __future__ import annotations

import pytest

from tests.server.support import Chair, Server, play_on, table


def test_moves_out_of_turn_by_strangers_and_illegal_ones(server: Server) -> None:
    with table(server) as (made, ada, _, first, second):
        assert second.ask(type="move", ply=0, move="c5xd5")["code"] == "move/not-yours"
        eve = server.person()
        with eve.sit(made["id"]) as watcher:
            watcher.until("state")
            for said in (
                {"type": "move", "ply": 0, "move": "c5xd5"},
                {"type": "resign"},
                {"type": "offer", "what": "draw"},
                {"type": "answer", "what": "draw", "accept": True},
                {"type": "withdraw", "what": "draw"},
                {"type": "hint"},
            ):
                answer = watcher.ask(**said)
                assert answer["type"] == "refused"
                assert answer["code"] in ("move/not-yours", "seat/none", "hint/not-now")
        by_http = eve.act(made["id"], type="resign")
        assert (by_http.status_code, by_http.json()["code"]) == (403, "seat/none")
        refused = first.ask(type="move", ply=0, move="a1-a2")
        assert refused["code"] == "move/illegal"
        assert refused["clause"]
        assert refused["right"], "the places that would be right"
        assert first.ask(type="move", ply=0, move="castle")["code"] == "move/unreadable"
        assert first.ask(type="move", ply=0, move="x")["code"] in ("move/unreadable", "move/ambiguous")
        assert first.ask(type="move", ply=5, move="c5xd5")["code"] == "move/stale"
        assert ada.look(made["id"])["ply"] == 0


def test_a_finished_game_takes_no_more(server: Server) -> None:
    with table(server) as (made, ada, _, first, second):
        play_on((first, second), 2)
        second.ask(type="resign")
        assert first.ask(type="move", ply=2, move="c5xd5")["code"] == "move/over"
        for said in ({"type": "resign"}, {"type": "offer", "what": "draw"}, {"type": "offer", "what": "undo"}):
            assert first.ask(**said)["code"] == "game/over"
        assert ada.look(made["id"])["outcome"]["winner"] == 0


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("", "request/unreadable"),
        ("{", "request/unreadable"),
        ("null", "request/invalid"),
        ("[]", "request/invalid"),
        ('"move"', "request/invalid"),
        ("1e999", "request/unreadable"),
        ("{}", "request/invalid"),
        ('{"type":"fly"}', "request/invalid"),
        ('{"type":"move"}', "request/invalid"),
        ('{"type":"move","ply":"0","move":"c5xd5"}', "request/invalid"),
        ('{"type":"move","ply":true,"move":"c5xd5"}', "request/invalid"),
        ('{"type":"move","ply":0,"move":"c5xd5","extra":1}', "request/invalid"),
        ('{"type":"move","ply":-1,"move":"c5xd5"}', "request/invalid"),
        ('{"type":"move","ply":1e3,"move":5}', "request/invalid"),
        ('{"type":"move","ply":99999999999999999999,"move":"a"}', "request/invalid"),
        ('{"type":"ping","id":-1}', "request/invalid"),
        ('{"type":"ping","id":{}}', "request/invalid"),
        ('{"type":"explain","clicks":' + "[" * 500 + "]" * 500 + "}", "request/invalid"),
        ("[" * 2000 + "]" * 2000, "request/unreadable"),
        ('{"type":"move","ply":0,"move":"' + "a" * 100 + '"}', "request/invalid"),
        ('{"type":"move","ply":0,"move":"' + "a" * 5000 + '"}', "request/too-large"),
        (b"\xff\xfe\x00", "request/unreadable"),
        (b"", "request/unreadable"),
    ],
)
def test_what_is_no_message_is_answered(server: Server, raw: str | bytes, code: str) -> None:
    ada = server.person()
    with ada.sit(ada.make()["id"]) as chair:
        chair.until("state")
        chair.socket.send(raw)
        refused = chair.until("refused")
        assert refused["code"] == code
        assert refused["message"]
        assert chair.ask(type="ping")["type"] == "pong", "and the talk goes on"


def test_a_giant_message_closes_the_connection_with_a_reason(server: Server) -> None:
    ada = server.person()
    with ada.sit(ada.make()["id"]) as chair:
        chair.until("state")
        chair.socket.send("x" * 200_000)
        assert chair.closed()[0] == 1009


def test_who_goes_on_talking_nonsense_is_cut_off_with_a_reason(server: Server) -> None:
    ada = server.person()
    with ada.sit(ada.make()["id"]) as chair:
        for _ in range(60):
            chair.socket.send("nonsense")
        code, reason = chair.closed()
        assert code == 1008
        assert "too many invalid messages" in reason


def test_no_such_game(server: Server) -> None:
    ada = server.person()
    answer = ada.http.get("/api/games/nosuchgame22")
    assert (answer.status_code, answer.json()["code"]) == (404, "game/unknown")
    with Chair(server.url, "nosuchgame22", ada.cookie) as chair:
        assert chair.hear()["code"] == "game/unknown"
        assert chair.closed() == (4404, "game/unknown")


def test_questions_about_clicks_are_answered(server: Server) -> None:
    ada = server.person()
    with ada.sit(ada.make()["id"]) as chair:
        chair.until("state")
        told = chair.ask(type="explain", clicks=["a1"])
        assert told["type"] == "explained"
        assert told["message"]
        assert chair.ask(type="explain", clicks=["nowhere"])["right"]


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({}, 422, "request/invalid"),
        ({"game": "chess"}, 404, "name/unknown"),
        ({"rules": "wild"}, 404, "name/unknown"),
        ({"options": {"size": 5}}, 404, "name/unknown"),
        ({"game": "enclose5", "options": {"size": 5000}}, 422, "option/invalid"),
        ({"game": "enclose5", "options": {"size": 10**30}}, 422, "request/invalid"),
        ({"position": "rubbish"}, 422, "position/invalid"),
        ({"position": "6/1x4/6/6/4o1/6 x"}, 422, "position/over"),
        ({"games": 3}, 422, "option/invalid"),
        ({"games": 102}, 422, "request/invalid"),
        ({"opponent": {"kind": "computer", "level": 11}}, 422, "request/invalid"),
        ({"opponent": {"kind": "computer", "level": 1}}, 409, "engine/none"),
        ({"opponent": {"kind": "ghost"}}, 422, "request/invalid"),
        ({"seat": "third"}, 422, "request/invalid"),
        ({"clock": {"kind": "game", "seconds": 0, "increment": 0}}, 422, "request/invalid"),
        ({"clock": {"kind": "days", "days": 1000}}, 422, "request/invalid"),
        ({"surprise": 1}, 422, "request/invalid"),
    ],
)
def test_a_game_that_cannot_be_is_not_made(server: Server, asked: dict[str, object], status: int, code: str) -> None:
    ada = server.person()
    full = {} if not asked else {"game": "enso", "opponent": {"kind": "screen"}, **asked}
    answer = ada.http.post("/api/games", json=full)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["message"]


def test_bodies_that_are_too_large_or_no_json(server: Server) -> None:
    ada = server.person()
    assert ada.http.post("/api/games", content=b"x" * 100_000).status_code == 413
    chunks = (b"x" * 10_000 for _ in range(20))
    answer = ada.http.post("/api/games", content=chunks)
    assert (answer.status_code, answer.json()["code"]) == (413, "request/too-large")
    answer = ada.http.post("/api/games", content=b"\xff{", headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "request/unreadable")
    assert ada.http.delete("/api/me").json()["code"] == "method"
    assert ada.http.get("/api/nothing").json()["code"] == "not-found"
