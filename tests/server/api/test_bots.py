"""Bots, at a real server: tokens, streams, and the example bot playing whole games in a process of its own."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

import kakomi
from kakomi.server.schemas.bots import bot_event
from tests.server.support import PATIENCE, Person, Server

EXAMPLE = Path(__file__).parents[3] / "examples" / "bot.py"


def made(person: Person, name: str) -> dict[str, Any]:
    answer = person.http.post("/api/bots", json={"name": name})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@pytest.mark.parametrize(
    ("game", "options"), [("enso", {}), ("toot", {"tiles": 4, "pieces": 2}), ("enclosure_chess", {})]
)
def test_the_example_bot_plays_a_whole_game(server: Server, game: str, options: dict[str, Any]) -> None:
    person = server.person()
    bot = made(person, f"Example {game}")
    process = subprocess.Popen(
        [sys.executable, str(EXAMPLE), server.url, bot["token"]],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        view = person.make(game, options=options, opponent={"kind": "bot", "name": bot["name"]}, seat="second")
        assert [seat["kind"] for seat in view["seats"]] == ["bot", "person"]
        chance = random.Random(1)
        until = time.monotonic() + PATIENCE
        while view["outcome"] is None:
            assert time.monotonic() < until, view
            assert process.poll() is None
            if view["turn"] in view["you"]:
                move = chance.choice(view["scene"]["choices"])["move"]
                assert person.act(view["id"], type="move", ply=view["ply"], move=move).status_code == 200
            else:
                time.sleep(0.01)
            view = person.look(view["id"])
        played = kakomi.new(game, **options)
        for move in view["moves"]:
            played.push(move)
        assert played.outcome is not None
        assert {0, 1} == set(view["movers"])
        assert process.stdout is not None
        assert f"{game} against" in process.stdout.readline()
        assert played.status in process.stdout.readline()
    finally:
        process.kill()
        process.communicate()


def test_the_example_is_short() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 32


def test_a_stream_begins_with_the_games_that_wait_and_tells_what_happens(server: Server) -> None:
    person = server.person()
    bot = made(person, "Listener")
    waiting = person.make("enso", opponent={"kind": "bot", "name": "listener"}, seat="second")
    address = f"ws{server.url.removeprefix('http')}/api/bots/stream"
    with connect(address, additional_headers=bearer(bot["token"]), max_size=None) as socket:

        def heard() -> dict[str, Any]:
            event: dict[str, Any] = json.loads(socket.recv(PATIENCE))
            bot_event.validate_python(event)
            return event if event["type"] != "ping" else heard()

        assert heard()["bot"] == {"id": bot["id"], "name": "Listener"}
        start, turn = heard(), heard()
        assert (start["type"], start["game"], start["seats"]) == ("start", waiting["id"], [0])
        assert (turn["type"], turn["ply"], len(turn["legal"])) == ("turn", 0, 24)
        assert turn["position"] == kakomi.new("enso").position

        with httpx.Client(base_url=server.url, headers=bearer(bot["token"])) as program:
            path = f"/api/games/{waiting['id']}/actions"
            wrong = program.post(path, json={"type": "move", "ply": 0, "move": "c5xc4"})
            assert (wrong.status_code, wrong.json()["clause"]) == (422, "3.1")
            assert program.post(path, json={"type": "move", "ply": 0, "move": "c5xd5"}).status_code == 200
            stale = program.post(path, json={"type": "move", "ply": 0, "move": "c5xd5"})
            assert (stale.status_code, stale.json()["code"]) == (409, "move/stale")
            early = program.post(path, json={"type": "move", "ply": 1, "move": "e6xd5"})
            assert early.json()["code"] == "move/not-yours"
        person.act(waiting["id"], type="move", ply=1, move="e6xd5")
        turn = heard()
        assert (turn["type"], turn["ply"], turn["last"]) == ("turn", 2, "e6xd5")
        person.act(waiting["id"], type="offer", what="draw")
        assert heard() == {"type": "offer", "game": waiting["id"], "what": "draw"}
        person.act(waiting["id"], type="resign")
        over = heard()
        assert (over["type"], over["you"], over["outcome"]["clause"]) == ("over", "won", "resign")


def test_a_token_is_worth_something_until_it_is_revoked(server: Server) -> None:
    person, stranger = server.person(), server.person()
    bot = made(person, "Brief")
    token = bot["token"]
    assert person.http.get("/api/bots").json() == {"bots": [{"id": bot["id"], "name": "Brief"}]}
    assert token not in person.http.get("/api/bots").text
    assert not [row for row in server.stored("SELECT * FROM players") if token in row]
    assert httpx.get(f"{server.url}/api/me", headers=bearer(token)).json()["name"] == "Brief"
    taken = stranger.http.post("/api/bots", json={"name": " brief "})
    assert (taken.status_code, taken.json()["code"]) == (409, "bot/name-taken")
    assert stranger.http.delete(f"/api/bots/{bot['id']}").status_code == 404
    assert stranger.http.post(f"/api/bots/{bot['id']}/token").status_code == 404
    assert httpx.post(f"{server.url}/api/bots", json={"name": "Child"}, headers=bearer(token)).status_code == 403

    fresh = person.http.post(f"/api/bots/{bot['id']}/token").json()["token"]
    assert httpx.get(f"{server.url}/api/me", headers=bearer(token)).status_code == 401
    assert httpx.get(f"{server.url}/api/me", headers=bearer(fresh)).status_code == 200

    game = stranger.make("enso", opponent={"kind": "bot", "name": "Brief"})
    assert person.http.delete(f"/api/bots/{bot['id']}").json() == {"bots": []}
    assert httpx.get(f"{server.url}/api/me", headers=bearer(fresh)).status_code == 401
    assert stranger.look(game["id"])["outcome"]["clause"] == "resign"
    gone = stranger.http.post("/api/games", json={"game": "enso", "opponent": {"kind": "bot", "name": "Brief"}})
    assert (gone.status_code, gone.json()["code"]) == (404, "bot/unknown")


@pytest.mark.parametrize("headers", [{}, bearer("nonsense"), {"Authorization": "Basic x"}, bearer("ü" * 10)])
def test_events_are_for_bots(server: Server, headers: dict[str, str]) -> None:
    sent = [(name.encode(), value.encode()) for name, value in headers.items()]
    refused = httpx.get(f"{server.url}/api/bots/events", headers=sent)
    assert refused.status_code == 401
    assert refused.json()["message"]


def test_people_get_no_events_and_a_bot_not_too_many_streams(server: Server) -> None:
    person = server.person()
    assert person.http.get("/api/bots/events").json()["code"] == "bot/token"
    bot = made(person, "Greedy")
    address = f"ws{server.url.removeprefix('http')}/api/bots/stream"
    with ExitStack() as stack:
        first = []
        for _ in range(6):
            socket = stack.enter_context(connect(address, additional_headers=bearer(bot["token"])))
            first.append(json.loads(socket.recv(PATIENCE))["type"])
        assert first == ["hello"] * 5 + ["refused"]
    until = time.monotonic() + PATIENCE
    while True:  # the others have gone: there is room again
        with connect(address, additional_headers=bearer(bot["token"])) as socket:
            if json.loads(socket.recv(PATIENCE))["type"] == "hello":
                break
        assert time.monotonic() < until
    for number in range(9):
        made(person, f"Greedy {number}")
    assert person.http.post("/api/bots", json={"name": "One more"}).json()["code"] == "bot/too-many"


def test_a_bot_cannot_be_flooded_with_games(server: Server) -> None:
    owner, ada = server.person(), server.person()
    assert owner.http.post("/api/bots", json={"name": "Much loved"}).status_code == 201
    asked = {"game": "enso", "opponent": {"kind": "bot", "name": "Much loved"}}
    answers = [ada.http.post("/api/games", json=asked) for _ in range(11)]
    assert [each.status_code for each in answers] == [201] * 10 + [409]
    assert answers[-1].json()["code"] == "bot/too-many"
    assert server.person().http.post("/api/games", json=asked).status_code == 201
