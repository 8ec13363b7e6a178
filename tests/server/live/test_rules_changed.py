"""Stored games whose rules have changed or whose plug-in is gone: said when opened, and in the way of nothing else."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from tests.server.support import Person, Server, serving

CHANGED = (
    "this game was played under version 7 of the rules of Enso; this server has version 1, "
    "and the same moves may mean another game"
)


def change(server: Server, game: str, column: str, value: object) -> None:
    with closing(sqlite3.connect(server.folder / "kakomi.db")) as base:
        assert base.execute(f"UPDATE games SET {column} = ? WHERE id = ?", (value, game)).rowcount == 1
        base.commit()


def listed(person: Person, which: str) -> set[str]:
    answer = person.http.get("/api/games", params={"list": which})
    assert answer.status_code == 200, answer.text
    return {card["id"] for card in answer.json()["games"]}


def refused(person: Person, path: str) -> str:
    answer = person.http.get(path)
    assert (answer.status_code, answer.json()["code"]) == (409, "game/unplayable"), answer.text
    return str(answer.json()["message"])


def test_games_that_cannot_be_replayed_are_named_and_spoil_nothing(tmp_path: Path) -> None:
    clock = {"kind": "game", "seconds": 30, "increment": 0}
    with serving(tmp_path, "--engines", "0", "--no-limits") as server:
        ada = server.person()
        good, old, gone, unfit = (ada.make("enso", clock=clock)["id"] for _ in range(4))
        for game in (good, old, gone, unfit):
            assert ada.act(game, type="move", ply=0, move="c5xd5").status_code == 200
        cookies = dict(ada.http.cookies)
        server.stop()
        change(server, old, "version", "7")
        change(server, gone, "game", "no_such_game")
        with closing(sqlite3.connect(tmp_path / "kakomi.db")) as base:
            base.execute("UPDATE moves SET move = 'a1xa9' WHERE game = ?", (unfit,))
            base.commit()
        change(server, old, "deadline", 1)  # a flag that has fallen must not stop the others' clocks
        change(server, good, "deadline", 2)
        server.start()
        ada = Person(server.url)
        ada.http.cookies.clear()
        ada.http.cookies.update(cookies)
        assert listed(ada, "mine") | listed(ada, "live") | listed(ada, "finished") == {good}
        assert refused(ada, f"/api/games/{old}") == CHANGED
        assert "there is no game 'no_such_game'" in refused(ada, f"/api/games/{gone}")
        assert "move 1 of this stored game, 'a1xa9', is not legal" in refused(ada, f"/api/games/{unfit}/record")
        with ada.sit(old) as chair:
            assert chair.until("refused")["message"] == CHANGED
        ends = time.monotonic() + 30
        while (view := ada.look(good))["outcome"] is None and time.monotonic() < ends:
            time.sleep(0.1)
        assert view["outcome"]["clause"] == "time"
        for game in (old, gone, unfit):
            assert sum('"game left out"' in line and game in line for line in server.log) == 1
        assert not [line for line in server.log if '"level":"error"' in line]
        assert server.stored("SELECT count(*) FROM games") == [(4,)]  # nothing is lost


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
