"""Games against the computer, with a real engine process."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.support import Chair, Person, Server, serving

LEVEL = {"kind": "computer", "level": 1}


@pytest.fixture(scope="module")
def thinking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("thinking"), "--engines", "1", "--no-limits") as server:
        yield server


def play_turn(chair: Chair, seat: int) -> None:
    """Wait until it is this seat's turn (or the end), then move."""
    while chair.turn != seat and chair.outcome is None:
        chair.until("moved")
    if chair.outcome is None:
        chair.move()
        chair.until("moved")


def test_the_computer_begins_plays_and_ends_the_game(thinking: Server) -> None:
    ada = thinking.person()
    made = ada.make(opponent=LEVEL, seat="second")
    assert made["seats"][0] == {"kind": "computer", "name": "Level 1", "level": 1, "online": True, "label": ""}
    with ada.sit(made["id"]) as chair:
        chair.until("state")
        play_turn(chair, 1)
        assert chair.ask(type="offer", what="draw")["code"] == "offer/declined"
        while chair.outcome is None:
            play_turn(chair, 1)
        view = ada.look(made["id"])
        assert view["outcome"]["clause"] not in ("resign", "time")
        assert set(view["movers"]) == {0, 1}
        chair.say(type="offer", what="rematch")
        following = chair.until(lambda heard: heard["type"] == "state" and heard["game"]["next"])["game"]["next"]
    assert ada.look(following)["you"] == [0]


def test_a_move_against_the_computer_is_taken_back_with_its_answer(thinking: Server) -> None:
    ada = thinking.person()
    made = ada.make(opponent=LEVEL)
    with ada.sit(made["id"]) as chair:
        chair.until("state")
        hint = chair.ask(type="hint")
        assert hint["move"] in [choice["move"] for choice in chair.scene["choices"]]
        assert hint["places"]
        likely = hint["likely"]
        assert {each["move"] for each in likely} <= {choice["move"] for choice in chair.scene["choices"]}
        assert 0 < sum(each["policy"] for each in likely) <= 1
        assert likely[0]["images"] == 3  # the start is symmetric
        chair.move(hint["move"])
        chair.until(lambda heard: heard["type"] == "moved" and heard["ply"] == 2)
        chair.say(type="offer", what="undo")
        assert chair.until("state")["game"]["moves"] == []
        play_turn(chair, 0)


def test_a_dead_engine_process_loses_no_game(thinking: Server) -> None:
    ada = thinking.person()
    made = ada.make(opponent=LEVEL)
    assert thinking.process is not None
    children = Path(f"/proc/{thinking.process.pid}/task/{thinking.process.pid}/children").read_text().split()
    assert children
    with ada.sit(made["id"]) as chair:
        chair.until("state")
        for child in children:
            os.kill(int(child), signal.SIGKILL)
        play_turn(chair, 0)
        chair.until(lambda heard: heard["type"] == "moved" and heard["by"] == 1)


def test_after_a_crash_the_computer_takes_its_move_up_again(tmp_path: Path) -> None:
    with serving(tmp_path, "--engines", "1", "--no-limits") as server:
        ada = server.person()
        made = ada.make(opponent=LEVEL)
        with ada.sit(made["id"]) as chair:
            chair.until("state")
            chair.move()
            chair.until("moved")
            server.kill()
        server.start()
        again = Person(server.url)
        again.http.cookies.clear()
        again.http.cookies.update(dict(ada.http.cookies))
        with again.sit(made["id"]) as chair:
            if chair.until("state")["game"]["ply"] < 2:
                chair.until(lambda heard: heard["type"] == "moved" and heard["by"] == 1)
            assert chair.ply >= 2
