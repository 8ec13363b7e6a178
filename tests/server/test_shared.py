"""Two server processes on one PostgreSQL, a player on each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.server import postgres as postgresql
from tests.server.support import Person, Server, play_on, serving

KEY = {"KAKOMI_SECRET": "the same secret for both processes, of course"}


@pytest.fixture(scope="module")
def address(postgres: str) -> str:
    return postgresql.fresh(postgres)


@pytest.fixture(scope="module")
def pair(address: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    flags = ("--engines", "0", "--no-limits", "--database", address)
    one: Path = tmp_path_factory.mktemp("one")
    two: Path = tmp_path_factory.mktemp("two")
    with serving(one, *flags, environment=KEY) as first, serving(two, *flags, environment=KEY) as second:
        yield first, second


def test_a_player_on_each_process(pair: tuple[Server, Server], address: str) -> None:
    ada, bo = Person(pair[0].url), Person(pair[1].url)
    made = ada.invite(clock={"kind": "game", "seconds": 300, "increment": 2})
    with ada.sit(made["id"]) as first:
        first.until("state")
        bo.join(made)
        first.until(lambda heard: heard["type"] == "state" and heard["game"]["invite"] is None)
        with bo.sit(made["id"]) as second:
            second.until("state")
            first.until(lambda heard: heard["type"] == "seats" and heard["seats"][1]["online"])
            moves = []
            while first.outcome is None:
                chair = (first, second)[first.turn or 0]
                moves.append(chair.move())
                heard = [each.until("moved") for each in (first, second)]
                for part in ("ply", "move", "by", "turn", "outcome", "sequence", "scene"):
                    assert heard[0][part] == heard[1][part]
            with psycopg.connect(address) as base:
                kept = base.execute("SELECT move FROM moves WHERE game = %s ORDER BY ply", (made["id"],)).fetchall()
            assert [move for (move,) in kept] == moves
            second.say(type="offer", what="rematch")
            first.until(lambda heard: heard["type"] == "state" and heard["game"]["offers"]["rematch"] == 1)
            first.say(type="answer", what="rematch", accept=True)
            told = second.until(lambda heard: heard["type"] == "state" and heard["game"]["next"])
            assert bo.look(told["game"]["next"])["you"] == [0]
        first.until(lambda heard: heard["type"] == "seats" and not heard["seats"][1]["online"])


def test_a_cookie_is_good_on_every_process(pair: tuple[Server, Server]) -> None:
    ada = Person(pair[0].url)
    there = Person(pair[1].url)
    there.http.cookies.clear()
    there.http.cookies.update(dict(ada.http.cookies))
    assert there.http.get("/api/me").json() == ada.me
    made = ada.make()
    with ada.sit(made["id"]) as here, there.sit(made["id"]) as other:
        here.until("state")
        assert other.until("state")["game"]["you"] == [0, 1]
        play_on((here, other), 6)


def test_when_one_process_dies_the_other_goes_on(address: str, pair: tuple[Server, Server], tmp_path: Path) -> None:
    flags = ("--engines", "0", "--no-limits", "--database", address)
    with serving(tmp_path, *flags, environment=KEY) as third:
        ada = Person(third.url)
        made = ada.make()
        with ada.sit(made["id"]) as chair:
            chair.until("state")
            for _ in range(4):
                chair.move()
                chair.until("moved")
            third.kill()
    again = Person(pair[0].url)
    again.http.cookies.clear()
    again.http.cookies.update(dict(ada.http.cookies))
    with again.sit(made["id"]) as chair:
        assert chair.until("state")["game"]["ply"] == 4
        chair.move()
        assert chair.until("moved")["ply"] == 5
