"""A real server in a process of its own, on a free port of this machine, and people who talk to it."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests import forked
from tests.forked import ForkedProcess, forkable

PATIENCE = 240.0  # seconds: the machine may be busy, and the engine compiling
COMMAND = "from kakomi.cli.main import main; raise SystemExit(main())"
Message = dict[str, Any]
LEFT_OPEN: list[httpx.Client] = []  # closed after each test


class Server:
    """`kakomi serve` with its own data folder; `start` again after `kill` goes on with the same data."""

    may_fork = True  # from a process that has imported everything: quicker to start than a new one

    def __init__(
        self, folder: Path, *flags: str, environment: dict[str, str] | None = None, python: str = sys.executable
    ) -> None:
        self.folder = folder
        self.flags = flags
        self.python = python
        self.environment = {**os.environ, "KAKOMI_DATA": str(folder), **(environment or {})}
        self.process: subprocess.Popen[str] | ForkedProcess | None = None
        self.url = ""
        self.log: list[str] = []

    def start(self) -> Server:
        self.close_streams()
        words = ["serve", "--no-browser", "--port", "0", *self.flags]
        if self.may_fork and self.python == sys.executable and forkable(self.environment):
            self.process = ForkedProcess(forked.COMMAND, words, self.environment, text=True)
            self.process.stdin.close()
        else:
            self.process = subprocess.Popen(
                [self.python, "-c", COMMAND, *words],
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.log = []
        threading.Thread(target=self._collect, args=(self.process.stderr,), daemon=True).start()
        line = self.process.stdout.readline()
        assert line.startswith("Kakomi is at http"), (line, self.process.wait(), self.log)
        self.url = line.split()[3]
        return self

    def _collect(self, stream: Any) -> None:
        with suppress(ValueError):  # closed
            for line in stream:
                self.log.append(line)

    def kill(self) -> None:
        """As a crash does: no last words."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close_streams(self) -> None:
        for stream in (self.process.stdout, self.process.stderr) if self.process else ():
            if stream is not None:
                stream.close()

    def stop(self) -> int:
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def stored(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        """Ask the SQLite file itself."""
        with sqlite3.connect(f"file:{self.folder / 'kakomi.db'}?mode=ro", uri=True) as base:
            return base.execute(question, values).fetchall()

    def person(self) -> Person:
        return Person(self.url)


@contextmanager
def serving(
    folder: Path, *flags: str, environment: dict[str, str] | None = None, python: str = sys.executable
) -> Iterator[Server]:
    server = Server(folder, *flags, environment=environment, python=python)
    try:
        yield server.start()
    finally:
        if server.process is not None and server.process.poll() is None:
            server.stop()
        server.close_streams()


class Person:
    """Someone with a browser's cookies."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=PATIENCE)
        LEFT_OPEN.append(self.http)
        self.me: Message = self.http.get("/api/me").json()

    @property
    def cookie(self) -> str:
        return f"kakomi={self.http.cookies['kakomi']}"

    def make(self, game: str = "enso", **asked: Any) -> Message:
        answer = self.http.post("/api/games", json={"game": game, "opponent": {"kind": "screen"}, **asked})
        assert answer.status_code == 201, answer.text
        made: Message = answer.json()
        return made

    def invite(self, game: str = "enso", **asked: Any) -> Message:
        return self.make(game, opponent={"kind": "friend"}, **asked)

    def join(self, game: Message) -> Message:
        answer = self.http.post(f"/api/games/{game['id']}/join", json={"invite": game["invite"].rpartition("/")[2]})
        assert answer.status_code == 200, answer.text
        made: Message = answer.json()
        return made

    def look(self, game: str) -> Message:
        answer = self.http.get(f"/api/games/{game}")
        assert answer.status_code == 200, answer.text
        made: Message = answer.json()
        return made

    def act(self, game: str, **message: Any) -> httpx.Response:
        return self.http.post(f"/api/games/{game}/actions", json=message)

    def sit(self, game: str, url: str | None = None) -> Chair:
        return Chair(url or self.url, game, self.cookie)


class Chair:
    """A WebSocket to a game. Keeps what it last heard of the game."""

    def __init__(self, url: str, game: str, cookie: str | None, **headers: str) -> None:
        more = {**headers, **({"Cookie": cookie} if cookie else {})}
        address = f"ws{url.removeprefix('http')}/api/games/{game}/live"
        self._open = ExitStack()
        how = {"additional_headers": more, "max_size": None, "open_timeout": PATIENCE}
        self.socket: ClientConnection = self._open.enter_context(connect(address, **how))  # type: ignore[arg-type]
        self.number = 0
        self.ply, self.turn, self.outcome, self.scene = 0, None, None, {}  # type: ignore[var-annotated]
        self.view: Message = {}

    def __enter__(self) -> Chair:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def hear(self) -> Message:
        """The next message."""
        message: Message = json.loads(self.socket.recv(PATIENCE))
        told = message.get("game") if message["type"] == "state" else message if message["type"] == "moved" else None
        if told is not None:
            self.ply, self.turn = told["ply"], told["turn"]
            self.scene, self.outcome = told["scene"], told["outcome"]
        if message["type"] == "state":
            self.view = message["game"]
        return message

    def until(self, what: str | Callable[[Message], bool]) -> Message:
        """The next message of that type, or for which this holds."""
        fits = what if callable(what) else lambda message: message["type"] == what
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends:
            message = self.hear()
            if fits(message):
                return message
        raise AssertionError(f"nothing like {what} came")

    def say(self, **message: Any) -> int:
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, **message}))
        return self.number

    def ask(self, **message: Any) -> Message:
        """Say it and wait for its answer, a refusal or not."""
        number = self.say(**message)
        return self.until(lambda heard: heard.get("id", heard.get("answers")) == number)

    def move(self, text: str | None = None) -> str:
        """Play (by default the first legal move) and do not wait."""
        text = text or str(self.scene["choices"][0]["move"])
        self.say(type="move", ply=self.ply, move=text)
        return text

    def closed(self) -> tuple[int, str]:
        """Wait for the other side to close; code and reason."""
        try:
            while True:
                self.socket.recv(PATIENCE)
        except ConnectionClosed as end:
            assert end.rcvd is not None
            return end.rcvd.code, end.rcvd.reason


@contextmanager
def table(server: Server, game: str = "enso", **asked: Any) -> Iterator[tuple[Message, Person, Person, Chair, Chair]]:
    """A game of two people, both at the board; who made it moves first."""
    ada, bo = server.person(), server.person()
    made = ada.invite(game, **asked)
    bo.join(made)
    with ada.sit(made["id"]) as first, bo.sit(made["id"]) as second:
        first.until("state")
        second.until("state")
        yield made, ada, bo, first, second


def play_on(chairs: tuple[Chair, Chair], moves: int = 10_000) -> list[str]:
    """Let both play first legal moves; every move is heard by both. Returns the moves."""
    made: list[str] = []
    while chairs[0].outcome is None and len(made) < moves:
        assert chairs[0].turn is not None
        made.append(chairs[chairs[0].turn].move())
        heard = [chair.until("moved") for chair in chairs]
        assert heard[0] == heard[1]
        assert heard[0]["move"] == made[-1]
    return made
