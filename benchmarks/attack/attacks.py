"""The attacks: what one stranger can do within the limits of one address. Each ends by itself; all go to 127.0.0.1."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import httpx

import kakomi
from kakomi.core.match import Match
from kakomi.server.live import clocks
from kakomi.store import games, players
from kakomi.store.database import open_database
from kakomi.store.games import GameRow, MoveRow, SeatRow
from kakomi.store.players import PlayerRow

PATIENCE = 60.0  # seconds
ATTACKER = "192.0.2.1"  # as a proxy would report it: the players have other addresses
RATE = 40  # requests per second: the limit of an address
LARGE = {"game": "enclose5", "options": {"size": 40}}
LONGEST = 1_860  # moves
HALF_SENT = 200  # connections
MANY = httpx.Limits(max_connections=100)
Answers = Counter[str]


@dataclass(frozen=True)
class Attack:
    """`run` attacks until a given time; `fill` puts games into the database before the server starts."""

    run: Callable[[str, float, Answers], Coroutine[None, None, None]]
    fill: Callable[[Path], None] = lambda _: None

    @property
    def name(self) -> str:
        return self.run.__name__


async def nothing(url: str, ends: float, answers: Answers) -> None:
    """No attack, for comparison."""
    await asyncio.sleep(max(0.0, ends - time.monotonic()))


# --- connections ------------------------------------------------------------------------------------------------------


async def _connect(url: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, _, port = url.removeprefix("http://").partition(":")
    return await asyncio.open_connection(host, int(port))


async def endless_header(url: str, ends: float, answers: Answers) -> None:
    """One connection after another with a header that never ends."""
    while time.monotonic() < ends:
        reader, writer = await _connect(url)
        with suppress(ConnectionError):
            writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ")
            while time.monotonic() < ends and not writer.is_closing():
                writer.write(b"a" * 65_536)
                await asyncio.wait_for(writer.drain(), 5)
                await asyncio.sleep(0)
        if time.monotonic() >= ends:
            writer.close()
            return
        try:
            answers[(await asyncio.wait_for(reader.read(12), 5)).decode()[9:] or "reset"] += 1
        except ConnectionError:  # the close of the connection overtook the answer
            answers["reset"] += 1
        except TimeoutError:
            answers["not cut off"] += 1
        writer.close()


async def half_requests(url: str, ends: float, answers: Answers) -> None:
    """Many connections that begin a request and never finish it."""
    open_ones = [await _connect(url) for _ in range(HALF_SENT)]
    for _, writer in open_ones:
        writer.write(b"POST /api/board HTTP/1.1\r\nHost: localhost\r\nX-A: a")
    while time.monotonic() < ends:
        await asyncio.sleep(min(1.0, max(0.0, ends - time.monotonic())))
        for _, writer in open_ones:
            if not writer.is_closing():
                with suppress(ConnectionError):
                    writer.write(b"a")
    for reader, writer in open_ones:
        answers["408" if reader.at_eof() or writer.is_closing() else "open"] += 1
        writer.close()


# --- requests ---------------------------------------------------------------------------------------------------------


async def flood(
    url: str, ends: float, answers: Answers, ask: Callable[[httpx.AsyncClient, int], Awaitable[httpx.Response]]
) -> None:
    """Forty requests per second, as the limit of requests allows, without waiting for answers."""
    headers = {"X-Forwarded-For": ATTACKER}
    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=PATIENCE, limits=MANY) as client:
        await client.get("/api/me")
        tasks: set[asyncio.Task[None]] = set()

        async def one(number: int) -> None:
            with suppress(httpx.HTTPError):
                answers[str((await ask(client, number)).status_code)] += 1

        number = 0
        while time.monotonic() < ends:
            tasks.add(asyncio.create_task(one(number)))
            number += 1
            await asyncio.sleep(1 / RATE)
        if tasks and not answers:
            await asyncio.wait(tasks, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def pictures(url: str, ends: float, answers: Answers) -> None:
    """Pictures of a large board, a different one each time."""
    body = {**LARGE, "position": None}
    board = httpx.post(f"{url}/api/board", json={**body, "moves": []}, timeout=PATIENCE).json()
    texts = [choice["move"] for choice in board["scene"]["choices"]]
    await flood(
        url,
        ends,
        answers,
        lambda client, n: client.post(
            "/api/picture", json={**body, "theme": "light", "moves": [texts[n % len(texts)]]}
        ),
    )


async def game_pictures(url: str, ends: float, answers: Answers) -> None:
    """The picture of a large live game at each of its plies."""
    headers = {"X-Forwarded-For": ATTACKER}
    with httpx.Client(base_url=url, headers=headers, timeout=PATIENCE) as client:
        client.get("/api/me")
        view = client.post("/api/games", json={**LARGE, "opponent": {"kind": "screen"}}).json()
        name, scene = view["id"], view["scene"]
        for ply in range(10):
            move = {"type": "move", "ply": ply, "move": scene["choices"][ply]["move"]}
            scene = client.post(f"/api/games/{name}/actions", json=move).json()["scene"]
    await flood(
        url, ends, answers, lambda client, n: client.get(f"/api/games/{name}/picture.svg", params={"ply": n % 11})
    )


async def live_list(url: str, ends: float, answers: Answers) -> None:
    """The list of live games, many of them on large boards."""
    await flood(url, ends, answers, lambda client, _: client.get("/api/games?list=live"))


async def finished_list(url: str, ends: float, answers: Answers) -> None:
    """The list of finished games, including long ones that no process has seen since the start."""
    await flood(url, ends, answers, lambda client, _: client.get("/api/games?list=finished"))


async def long_boards(url: str, ends: float, answers: Answers) -> None:
    """Boards after very many moves."""
    moves = _random_moves("toot", LONGEST, 2)
    await flood(
        url,
        ends,
        answers,
        lambda client, n: client.post("/api/board", json={"game": "toot", "moves": moves[: len(moves) - n % 100]}),
    )


async def forged_logins(url: str, ends: float, answers: Answers) -> None:
    """Wrong passphrases, each time from a different forged address: the proxy appends the real one."""
    wrong = {"name": "ada", "passphrase": "not the right one"}
    await flood(
        url,
        ends,
        answers,
        lambda client, n: client.post(
            "/api/login", json=wrong, headers={"X-Forwarded-For": f"198.51.100.{n % 250}, {ATTACKER}"}
        ),
    )


# --- games in the database beforehand ---------------------------------------------------------------------------------


def _random_moves(game: str, longest: int, seed: int, **options: int) -> list[str]:
    chance, match = random.Random(seed), Match(kakomi.games.get(game), None, options)
    while match.outcome is None and match.ply < longest:
        match.push_code(chance.choice(match.codes()))
    return match.moves


def _fill(folder: Path, count: int, game: str, moves: list[str], finished: bool, **options: int) -> None:
    """Add games as an earlier version would have left them: without the data that lists show."""
    match = Match(kakomi.games.get(game), None, options)
    now = clocks.now()
    movers = []
    for text in moves:
        movers.append(match.to_move)
        match.push(text)
    database = open_database(f"sqlite:///{folder / 'kakomi.db'}")
    with database.begin() as connection:
        pair = (f"{game}1", f"{game}2")
        for name in pair:
            players.add(connection, PlayerRow(name, name), now)
        for number in range(count):
            row = GameRow(f"{game}{number}", game, match.rules, dict(match.options), None, match.game.version, now, now)
            row.seats = [SeatRow("person", name) for name in pair]
            row.ply, row.turn = len(moves), match.to_move
            if finished:
                row.turn, row.finished, row.winner, row.clause = None, now, 0, "resign"
            games.add(connection, row)
            for ply, (text, mover) in enumerate(zip(moves, movers, strict=True)):
                games.add_move(connection, row.id, MoveRow(ply, mover, text, now))
    database.dispose()


def large_games(folder: Path) -> None:
    """Twenty live games on large boards."""
    options = {"size": 40}
    _fill(folder, 20, "enclose5", _random_moves("enclose5", 40, 3, **options), finished=False, **options)


def long_games(folder: Path) -> None:
    """Six long finished games."""
    _fill(folder, 6, "toot", _random_moves("toot", LONGEST, 2), finished=True)


ATTACKS = (
    Attack(nothing),
    Attack(endless_header),
    Attack(half_requests),
    Attack(pictures),
    Attack(game_pictures),
    Attack(live_list, large_games),
    Attack(finished_list, long_games),
    Attack(long_boards),
    Attack(forged_logins),
)


def run(name: str, url: str, ends: float) -> Answers:
    """Attack in this process, until a time on the system's monotonic clock; returns the answers."""
    answers: Answers = Counter()
    attack = next(each for each in ATTACKS if each.name == name)
    asyncio.run(attack.run(url, ends, answers))
    return answers
