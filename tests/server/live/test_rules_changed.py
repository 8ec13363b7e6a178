"""Stored games whose rules have changed or whose plug-in is gone: said when opened, and in the way of nothing else."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import httpx

from tests.server.support import PATIENCE, Message, Person, Server, serving

CHANGED = (
    "this game was played under version 7 of the rules of Enso; this server has version 1, "
    "and the same moves may mean another game"
)


def change(server: Server, game: str, column: str, value: object) -> None:
    with closing(sqlite3.connect(server.folder / "kakomi.db")) as base:
        assert base.execute(f"UPDATE games SET {column} = ? WHERE id = ?", (value, game)).rowcount == 1
        base.commit()


def listed(person: Person) -> dict[str, Message]:
    """The cards of all lists."""
    cards: dict[str, Message] = {}
    for which in ("mine", "live", "finished"):
        answer = person.http.get("/api/games", params={"list": which})
        assert answer.status_code == 200, answer.text
        cards |= {card["id"]: card for card in answer.json()["games"]}
    return cards


def refused(person: Person, path: str) -> str:
    answer = person.http.get(path)
    assert (answer.status_code, answer.json()["code"]) == (409, "game/unplayable"), answer.text
    return str(answer.json()["message"])


def test_games_that_cannot_be_replayed_are_named_and_spoil_nothing(tmp_path: Path) -> None:
    clock = {"kind": "game", "seconds": 10, "increment": 0}
    with serving(tmp_path, "--engines", "0", "--no-limits") as server:
        ada = server.person()
        good, old, gone, unfit, cut, odd = (ada.make("enso", clock=clock)["id"] for _ in range(6))
        for game in (good, old, gone, unfit, cut, odd):
            assert ada.act(game, type="move", ply=0, move="c5xd5").status_code == 200
        cookies = dict(ada.http.cookies)
        server.stop()
        change(server, old, "version", "7")
        change(server, gone, "game", "no_such_game")
        with closing(sqlite3.connect(tmp_path / "kakomi.db")) as base:
            base.execute("UPDATE moves SET move = 'a1xa9' WHERE game = ?", (unfit,))
            base.execute("DELETE FROM moves WHERE game = ?", (cut,))
            base.commit()
        change(server, odd, "options", "{")
        for game in (old, gone, unfit, cut, odd):
            change(server, game, "deadline", 1)  # a flag that has fallen must not stop the others' clocks
        change(server, good, "deadline", 2)
        server.start()
        ada = Person(server.url)
        ada.http.cookies.clear()
        ada.http.cookies.update(cookies)
        cards = listed(ada)
        assert cards.keys() == {good, old, gone, unfit, cut, odd}
        assert (cards[good]["problem"], cards[old]["problem"]) == (None, CHANGED)
        assert cards[good]["scene"]["places"]
        assert (cards[old]["scene"], cards[odd]["scene"]) == (None, None)
        assert refused(ada, f"/api/games/{old}") == CHANGED
        assert "there is no game 'no_such_game'" in refused(ada, f"/api/games/{gone}")
        assert "move 1 of this stored game, 'a1xa9', is not legal" in refused(ada, f"/api/games/{unfit}/record")
        with ada.sit(old) as chair:
            assert chair.until("refused")["message"] == CHANGED
        ends = time.monotonic() + 120  # ten seconds, on a machine that is not busy
        while (view := ada.look(good))["outcome"] is None and time.monotonic() < ends:
            time.sleep(0.1)
        assert view["outcome"]["clause"] == "time"
        assert "0 moves of this stored game are there, but it had 1" in refused(ada, f"/api/games/{cut}")
        assert refused(ada, f"/api/games/{odd}")
        for game in (old, gone, unfit, cut, odd):
            assert sum('"game left out"' in line and game in line for line in server.log) == 1
        assert not [line for line in server.log if '"level":"error"' in line]
        assert server.stored("SELECT count(*) FROM games") == [(6,)]  # nothing is lost


def test_a_game_of_the_right_version_again_goes_on(tmp_path: Path) -> None:
    with serving(tmp_path, "--engines", "0", "--no-limits") as server:
        ada = server.person()
        game = ada.make("enso")["id"]
        server.stop()
        change(server, game, "version", "7")
        server.start()
        assert refused(Person(server.url), f"/api/games/{game}") == CHANGED
        server.stop()
        change(server, game, "version", "1")
        server.start()
        assert Person(server.url).look(game)["ply"] == 0


def test_a_bot_with_a_game_that_cannot_be_replayed_hears_of_its_others(tmp_path: Path) -> None:
    with serving(tmp_path, "--engines", "0", "--no-limits") as server:
        ada = server.person()
        token = ada.http.post("/api/bots", json={"name": "Tester"}).json()["token"]
        opponent = {"kind": "bot", "name": "Tester"}
        broken, good = (ada.make("enso", opponent=opponent, seat="second")["id"] for _ in range(2))
        server.stop()
        change(server, broken, "ply", 3)
        server.start()
        headers = {"Authorization": f"Bearer {token}"}
        with httpx.stream("GET", f"{server.url}/api/bots/events", headers=headers, timeout=PATIENCE) as stream:
            events = (json.loads(line) for line in stream.iter_lines())
            assert next(events)["type"] == "hello"
            assert next(events)["game"] == good


def test_games_without_a_summary_get_one_and_broken_ones_a_mark(tmp_path: Path) -> None:
    """As after an update from a version without summaries."""
    with serving(tmp_path, "--engines", "0", "--no-limits") as server:
        ada = server.person()
        good, broken = ada.make("enso")["id"], ada.make("enso")["id"]
        for game in (good, broken):
            assert ada.act(game, type="move", ply=0, move="c5xd5").status_code == 200
        cards = {good: listed(ada)[good]}
        server.stop()
        for game in (good, broken):
            change(server, game, "summary", None)
        change(server, broken, "position", "nonsense")
        server.start()
        ends = time.monotonic() + 120  # ten seconds, on a machine that is not busy
        while server.stored("SELECT count(*) FROM games WHERE summary IS NULL AND problem IS NULL") != [(0,)]:
            assert time.monotonic() < ends
            time.sleep(0.05)
        again = {card["id"]: card for card in ada.http.get(f"{server.url}/api/games?list=mine").json()["games"]}
        assert again[good]["seats"] == cards[good]["seats"]
        assert again[good]["scene"]["marks"] == cards[good]["scene"]["marks"] != []
        assert "does not fit its rules" in again[broken]["problem"]
