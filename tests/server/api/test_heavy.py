"""Requests that cost much: done elsewhere, kept, and given up when the client hangs up."""

from __future__ import annotations

import json
import socket
import time
from contextlib import closing
from pathlib import Path

import httpx

from tests.server.support import Server, serving


def metric(server: Server, name: str) -> float:
    text = httpx.get(f"{server.url}/metrics").text
    return float(next(line for line in text.splitlines() if line.startswith(f"kakomi_{name} ")).split()[1])


def test_a_list_loads_no_games(tmp_path: Path) -> None:
    with serving(tmp_path, "--engines", "0", "--no-limits") as server:
        ada = server.person()
        for _ in range(3):
            game = ada.make("enso")["id"]
            ada.act(game, type="move", ply=0, move="c5xd5")
            ada.act(game, type="resign", seat=None)
        before = ada.http.get("/api/games?list=finished").json()["games"]
        server.stop()
        server.start()
        after = httpx.get(f"{server.url}/api/games?list=finished").json()["games"]
        assert metric(server, "rooms") == 0
        assert [card["outcome"] for card in after] == [card["outcome"] for card in before]
        for one, two in zip(after, before, strict=True):
            assert one["scene"] | {"choices": [], "shortcuts": []} == two["scene"] | {"choices": [], "shortcuts": []}


def test_a_picture_is_drawn_once_by_a_background_process(server: Server) -> None:
    ada = server.person()
    game = ada.make("enclose5", options={"size": 19})["id"]
    jobs = metric(server, "background_jobs")
    first = ada.http.get(f"/api/games/{game}/picture.svg")
    assert first.text.startswith("<svg")
    assert metric(server, "background_jobs") == jobs + 1
    assert ada.http.get(f"/api/games/{game}/picture.svg").text == first.text
    same = ada.http.get(f"/api/games/{game}/picture.svg", headers={"If-None-Match": first.headers["etag"]})
    assert same.status_code == 304
    assert metric(server, "background_jobs") == jobs + 1


def test_pictures_for_a_client_that_has_hung_up_are_given_up(server: Server) -> None:
    host, _, port = server.url.removeprefix("http://").partition(":")
    jobs = metric(server, "background_cancelled")
    connections = []
    for theme in ("auto", "light", "dark") * 2:
        asked = {"game": "enclose5", "options": {"size": 40}, "moves": [], "theme": theme}
        body = json.dumps(asked).encode()
        head = f"POST /api/picture HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
        head += f"Content-Length: {len(body)}\r\n\r\n"
        connections.append(socket.create_connection((host, int(port))))
        connections[-1].sendall(head.encode() + body)
    for each in connections:
        with closing(each):
            pass
    ends = time.monotonic() + 60
    while (
        metric(server, "background_cancelled") == jobs
        or metric(server, "background_waiting")
        or metric(server, "background_busy")
    ):
        assert time.monotonic() < ends
        time.sleep(0.01)
    answer = httpx.post(f"{server.url}/api/board", json={"game": "enso", "moves": []}, timeout=60)
    assert answer.status_code == 200
