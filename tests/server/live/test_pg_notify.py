"""Two server processes on one PostgreSQL, a player on each."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import psycopg
import pytest
from websockets.sync.client import connect

from tests.server.support import PATIENCE, Message, Person, Server, play_on, serving
from tests.store import postgres as postgresql

KEY = {"KAKOMI_SECRET": "the same secret for both processes, of course"}


def at(person: Person, server: Server) -> Person:
    """The same person, at another process."""
    there = Person(server.url)
    there.http.cookies.clear()
    there.http.cookies.update(dict(person.http.cookies))
    return there


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
    there = at(ada, pair[1])
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
    with at(ada, pair[0]).sit(made["id"]) as chair:
        assert chair.until("state")["game"]["ply"] == 4
        chair.move()
        assert chair.until("moved")["ply"] == 5


def test_whoever_was_there_by_way_of_a_process_that_died_is_shown_as_away(
    address: str, pair: tuple[Server, Server], tmp_path: Path
) -> None:
    bo = Person(pair[0].url)
    flags = ("--engines", "0", "--no-limits", "--database", address)
    with serving(tmp_path, *flags, environment=KEY) as third:
        ada, cleo = Person(third.url), Person(third.url)
        made = ada.invite()
        bo.join(made)
        with bo.sit(made["id"]) as second, ada.sit(made["id"]) as first, cleo.sit(made["id"]) as watching:
            first.until("state")
            watching.until("state")
            assert second.until(lambda heard: heard["type"] == "watchers")["count"] == 1
            assert bo.look(made["id"])["seats"][0]["online"]
            time.sleep(12)  # as long as a process lives, silence of its players means nothing
            assert bo.look(made["id"])["seats"][0]["online"]
            third.kill()
            second.until(lambda heard: heard["type"] == "seats" and not heard["seats"][0]["online"])
            assert second.until(lambda heard: heard["type"] == "watchers")["count"] == 0
            with at(ada, pair[1]).sit(made["id"]) as again:
                again.until("state")
                second.until(lambda heard: heard["type"] == "seats" and heard["seats"][0]["online"])


def test_a_process_that_only_slept_has_its_players_shown_again(
    address: str, pair: tuple[Server, Server], tmp_path: Path
) -> None:
    bo = Person(pair[0].url)
    flags = ("--engines", "0", "--no-limits", "--database", address)
    with serving(tmp_path, *flags, environment=KEY) as third:
        ada = Person(third.url)
        made = ada.invite()
        bo.join(made)
        with bo.sit(made["id"]) as second, ada.sit(made["id"]) as first:
            first.until("state")
            second.until(lambda heard: heard["type"] == "seats" and heard["seats"][0]["online"])
            assert third.process is not None
            third.process.send_signal(signal.SIGSTOP)
            second.until(lambda heard: heard["type"] == "seats" and not heard["seats"][0]["online"])
            third.process.send_signal(signal.SIGCONT)
            second.until(lambda heard: heard["type"] == "seats" and heard["seats"][0]["online"])


def test_a_computers_move_is_taken_up_by_another_process(address: str, tmp_path: Path) -> None:
    """The process that has to think dies right after it got the move; the other takes over, not sooner than it was told."""
    flags = ("--engines", "1", "--no-limits", "--database", address, "--takeover", "3")
    with (
        serving(tmp_path / "one", *flags, environment=KEY) as one,
        serving(tmp_path / "two", *flags, environment=KEY) as two,
    ):
        ada = Person(one.url)
        made = ada.make(opponent={"kind": "computer", "level": 1})
        assert one.process is not None
        children = Path(f"/proc/{one.process.pid}/task/{one.process.pid}/children").read_text().split()
        assert children
        for child in children:  # they never answer, so the move is still to be made when the process dies
            os.kill(int(child), signal.SIGSTOP)
        with ada.sit(made["id"]) as chair:
            chair.until("state")
            chair.move()
            chair.until("moved")
        moved = time.monotonic()
        one.kill()
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(int(child), signal.SIGKILL)
        with psycopg.connect(address, autocommit=True) as base:  # whoever asked the other process would wake it
            while base.execute("SELECT ply FROM games WHERE id = %s", (made["id"],)).fetchone() == (1,):
                assert time.monotonic() - moved < PATIENCE
                time.sleep(0.1)
        assert time.monotonic() - moved > 2.5
        view = at(ada, two).look(made["id"])
        assert (view["movers"], view["turn"]) == ([0, 1], 0)


def test_a_bot_listens_at_one_process_and_its_opponent_plays_at_the_other(pair: tuple[Server, Server]) -> None:
    ada = Person(pair[0].url)
    bot = ada.http.post("/api/bots", json={"name": "Between two"}).json()
    key = {"Authorization": f"Bearer {bot['token']}"}
    with (
        connect(
            f"ws{pair[1].url.removeprefix('http')}/api/bots/stream", additional_headers=key, max_size=None
        ) as stream,
        httpx.Client(base_url=pair[1].url, headers=key, timeout=PATIENCE) as program,
    ):

        def heard(kind: str) -> Message:
            while (event := json.loads(stream.recv(PATIENCE)))["type"] != kind:
                assert event["type"] in ("hello", "ping")
            found: Message = event
            return found

        heard("hello")
        asked = time.monotonic()
        made = ada.make(opponent={"kind": "bot", "name": "Between two"}, seat="second")
        assert heard("start")["game"] == made["id"]
        with ada.sit(made["id"]) as chair:
            chair.until("state")
            for ply in range(0, 10, 2):
                turn = heard("turn")
                assert (turn["game"], turn["ply"]) == (made["id"], ply)
                path = f"/api/games/{made['id']}/actions"
                sent = {"type": "move", "ply": ply, "move": turn["legal"][0]}
                assert program.post(path, json=sent).status_code == 200
                assert chair.until("moved")["move"] == turn["legal"][0]
                if ply < 8:
                    chair.move()
                    chair.until("moved")
            chair.say(type="resign")
            assert heard("over")["you"] == "won"
        assert (
            time.monotonic() - asked < 30
        )  # by announcements: a ping would make up for each move, but after ten seconds


# --- who is who, at every process ------------------------------------------------------------------------------------


SOON = 3.0  # seconds: less than a process would believe its cache without a notice


def soon(condition: Callable[[], bool]) -> bool:
    ends = time.monotonic() + SOON
    while not condition() and time.monotonic() < ends:
        time.sleep(0.02)
    return condition()


def test_a_revoked_token_stops_working_at_the_other_process(pair: tuple[Server, Server]) -> None:
    ada = Person(pair[0].url)
    bot = ada.http.post("/api/bots", json={"name": "Revoked"}).json()
    headers = {"Authorization": f"Bearer {bot['token']}"}
    assert httpx.get(f"{pair[1].url}/api/me", headers=headers).status_code == 200
    ada.http.delete(f"/api/bots/{bot['id']}")
    assert soon(lambda: httpx.get(f"{pair[1].url}/api/me", headers=headers).status_code == 401)


def test_after_a_login_the_games_belong_to_the_account_everywhere(pair: tuple[Server, Server]) -> None:
    account, visitor = Person(pair[0].url), Person(pair[0].url)
    words = {"name": "Everywhere", "passphrase": "engines weave algebra"}
    assert account.http.post("/api/account", json=words).status_code == 201
    game = visitor.make()["id"]
    there = at(visitor, pair[1])
    assert there.look(game)["you"] == [0, 1]  # the other process has the game in memory
    assert visitor.http.post("/api/login", json=words).status_code == 200
    owner = at(account, pair[1])
    assert soon(lambda: owner.look(game)["you"] == [0, 1])
    assert there.act(game, type="move", ply=0, move="c5xd5").status_code == 403
    assert owner.act(game, type="move", ply=0, move="c5xd5").status_code == 200


def test_games_of_an_account_are_not_moved_by_a_process_that_thinks_it_anonymous(pair: tuple[Server, Server]) -> None:
    ada, bo = Person(pair[0].url), Person(pair[0].url)
    there = at(ada, pair[1])
    game = ada.make()["id"]
    assert there.http.get("/api/me").json()["account"] is False  # now in the cache of the other process
    assert bo.http.post("/api/account", json={"name": "Bo Two", "passphrase": "another fine one"}).status_code == 201
    assert ada.http.post("/api/account", json={"name": "Ada Two", "passphrase": "quite a secret"}).status_code == 201
    there.http.post("/api/login", json={"name": "Bo Two", "passphrase": "another fine one"})
    assert ada.look(game)["you"] == [0, 1]
    assert bo.look(game)["you"] == []


def test_a_session_ended_at_one_process_is_closed_at_the_other(pair: tuple[Server, Server]) -> None:
    ada = Person(pair[0].url)
    game = ada.make()["id"]
    there = at(ada, pair[1])
    with there.sit(game) as chair:
        chair.until("state")
        ada.http.post("/api/logout")
        assert chair.closed()[0] == 4401
    assert there.http.get("/api/games?list=mine").status_code == 401
