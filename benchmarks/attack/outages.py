"""The server killed, restarted and hanging during live games: no acknowledged move is lost, nobody loses on time."""

from __future__ import annotations

import asyncio
import signal
import time
from typing import Any

import uvloop
from tests.server.support import Chair

from benchmarks.load.kill import rounds
from benchmarks.load.serving import Measured, measured

EVERY = 1.0  # seconds between two moves of a game
ATTEMPTS = 60  # to make a move after a hang: it is refused while the clocks are corrected


def end_again_and_again(how: str, games: int, times: int) -> dict[str, Any]:
    """Kill the server (`kill`), or stop it as an administrator does (`restart`), and start it again."""
    with (
        measured("--no-limits", "--engines", "0") as server,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        end = server.kill if how == "kill" else server.stop
        found = runner.run(rounds(server, games, EVERY, times, 1.0, 1, end))
    return {"outage": how, "times": times, "moves": found.acknowledged, "trouble": found.trouble[:5]}


def hang(games: int, seconds: float) -> dict[str, Any]:
    """Freeze the server for longer than its players have left on the clock, then let them continue."""
    trouble: list[str] = []
    moves = 0
    with measured("--no-limits", "--engines", "0") as server:
        people = [server.person() for _ in range(games)]
        clock = {"kind": "game", "seconds": max(2, int(seconds) - 1), "increment": 0}
        made = [person.make("enso", clock=clock)["id"] for person in people]
        chairs = [person.sit(game) for person, game in zip(people, made, strict=True)]
        try:
            for chair in chairs:
                chair.until("state")
                for _ in range(2):
                    _move(chair)
                    moves += 1
            _stand_still(server, seconds)
            for game, chair in zip(made, chairs, strict=True):
                if _move(chair) == "moved":
                    moves += 1
                else:
                    trouble.append(f"{game}: does not go on")
        finally:
            for chair in chairs:
                chair.__exit__()
        stored = server.moves()
        trouble += [f"{game}: {len(stored.get(game, []))} moves stored" for game in made if len(stored[game]) != 3]
        trouble += [f"{game}: {over}" for game, over in zip(made, _endings(server, made), strict=True) if over]
    return {"outage": "hang", "times": 1, "moves": moves, "trouble": trouble[:5]}


def _move(chair: Chair) -> str:
    """Make a move, again if it is refused because nothing can be stored; returns the type of the last answer."""
    for _ in range(ATTEMPTS):
        text = str(chair.scene["choices"][0]["move"])
        chair.say(type="move", ply=chair.ply, move=text)
        heard = chair.until(lambda message: message["type"] in ("moved", "refused"))
        if heard["type"] == "moved" or heard["code"] != "store/busy":
            return str(heard["type"])
        time.sleep(0.1)
    return "refused"


def _stand_still(server: Measured, seconds: float) -> None:
    assert server.process is not None
    server.process.send_signal(signal.SIGSTOP)
    time.sleep(seconds)
    server.process.send_signal(signal.SIGCONT)


def _endings(server: Measured, made: list[str]) -> list[str]:
    ends = dict(server.stored("SELECT id, clause FROM games"))
    return [ends[game] or "" for game in made]
