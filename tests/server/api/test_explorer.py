"""The opening explorer over HTTP: a game that ends is soon in it; refusals."""

from __future__ import annotations

import time

import httpx

from kakomi.server import schemas
from tests.server.support import PATIENCE, Server

START = "xxxooo/xxxooo/xx2oo/oo2xx/oooxxx/oooxxx o"  # with White to move: no other test plays from here


def ask(http: httpx.Client, **body: object) -> httpx.Response:
    return http.post("/api/explorer", json={"game": "enso", **body})


def test_a_game_that_ends_is_soon_in_the_explorer(server: Server, http: httpx.Client) -> None:
    assert schemas.ExplorerOut.model_validate(ask(http, position=START).json()).total == 0
    ada = server.person()
    game = ada.make(position=START)
    move = game["scene"]["choices"][0]["move"]
    assert ada.act(game["id"], type="move", id=1, ply=0, move=move).status_code == 200
    assert ask(http, position=START).json()["total"] == 0, "a game that is being played is not in it"
    assert ada.act(game["id"], type="resign", id=2, seat=0).status_code == 200
    ends = time.monotonic() + PATIENCE
    while (found := ask(http, position=START).json())["total"] == 0 and time.monotonic() < ends:
        time.sleep(0.05)
    [row] = schemas.ExplorerOut.model_validate(found).moves
    assert move in [row.move, *row.same]
    assert row.by.model_dump() == {"people": 1, "levels": 0, "lab": 0}
    assert row.score == 1.0


def test_what_is_no_board_is_refused(http: httpx.Client) -> None:
    for body, status in (({"moves": ["a1"]}, 422), ({"position": "x"}, 422), ({"rules": "none"}, 404), ({"x": 1}, 422)):
        assert ask(http, **body).status_code == status
