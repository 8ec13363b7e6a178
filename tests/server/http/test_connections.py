"""Requests that never end: cut off by size and by time, with either parser."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from kakomi.server.http import connections
from kakomi.server.http.connections import Census, guarded_http
from tests.server.support import Server

PARSERS = [HttpToolsProtocol, H11Protocol]


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answers with the length of the body."""
    length, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        length, more = length + len(message["body"]), message["more_body"]
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"6")]})
    await send({"type": "http.response.body", "body": b"%6d" % length})


@asynccontextmanager
async def listening(parser: type[asyncio.Protocol], census: Census | None = None) -> AsyncIterator[int]:
    http = guarded_http(parser, census or Census(0))
    config = uvicorn.Config(application, http=http, ws="none", lifespan="off", log_config=None)
    config.load()
    state = uvicorn.server.ServerState()
    loop = asyncio.get_running_loop()
    make = lambda: http(config=config, server_state=state, app_state={})  # type: ignore[call-arg] # noqa: E731
    server = await loop.create_server(make, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


async def exchange(port: int, *pieces: bytes) -> bytes:
    """Everything that comes back until the server closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
        return await asyncio.wait_for(reader.read(), 30)
    except ConnectionError:
        return b""
    finally:
        writer.close()


@pytest.mark.parametrize("parser", PARSERS)
def test_an_endless_header_is_cut_off(parser: type[asyncio.Protocol]) -> None:
    async def attack() -> tuple[bytes, int]:
        async with listening(parser) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET / HTTP/1.1\r\nHost: a\r\nX-A: ")
            sent = 0
            try:
                while sent < 4_000_000 and not writer.is_closing():
                    writer.write(b"a" * 8192)
                    await writer.drain()
                    await asyncio.sleep(0)
                    sent += 8192
            except ConnectionError:
                pass
            try:
                answer = await asyncio.wait_for(reader.read(), 10)
            except ConnectionError:
                answer = b""
            writer.close()
            return answer, sent

    answer, sent = asyncio.run(attack())
    assert sent < 4_000_000
    assert answer == b"" or b" 431 " in answer or b" 400 " in answer  # a reset may overtake the answer


@pytest.mark.parametrize("parser", PARSERS)
def test_half_a_request_is_answered_by_a_timeout(
    parser: type[asyncio.Protocol], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEAD_TIME", 0.05)
    monkeypatch.setattr(connections, "BODY_TIME", 0.05)
    head = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n"

    async def attack() -> list[bytes]:
        async with listening(parser) as port:
            pieces: list[tuple[bytes, ...]] = [(), (b"GET / HT",), (head[:-2],), (head,), (head, b"12345")]
            return [await exchange(port, *each) for each in pieces]

    for answer in asyncio.run(attack()):
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "request/timeout"


@pytest.mark.parametrize("parser", PARSERS)
def test_bytes_after_an_answer_are_a_new_request_with_its_own_time(
    parser: type[asyncio.Protocol], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEAD_TIME", 0.05)

    async def attack() -> bytes:
        async with listening(parser) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n12")
            assert (await reader.readuntil(b"     2")).startswith(b"HTTP/1.1 200 ")
            writer.write(b"GET / HT")
            answer = await asyncio.wait_for(reader.read(), 3)  # uvicorn's own patience between requests is longer
            writer.close()
            return answer

    assert asyncio.run(attack()).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("parser", PARSERS)
def test_an_endless_body_is_cut_off(parser: type[asyncio.Protocol], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "LONGEST_BODY", 100_000)
    head = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\n"

    async def attack() -> bytes:
        async with listening(parser) as port:
            return await exchange(port, head, *[b"a" * 20_000] * 8)

    answer = asyncio.run(attack())
    assert answer == b"" or b" 413 " in answer


def test_requests_sent_in_one_go_are_bounded() -> None:
    async def attack() -> bytes:
        async with listening(HttpToolsProtocol) as port:
            return await exchange(port, b"GET / HTTP/1.1\r\nHost: a\r\n\r\n" * 2_000)

    assert asyncio.run(attack()).count(b"HTTP/1.1 200") < 2_000


def test_connections_are_counted_per_address() -> None:
    async def attack() -> tuple[bytes, int]:
        census = Census(2)
        async with listening(HttpToolsProtocol, census) as port:
            held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
            third = await exchange(port)
            for _, writer in held:
                writer.close()
                await writer.wait_closed()
            while census.open:
                await asyncio.sleep(0.001)
            answer = await exchange(port, b"GET / HTTP/1.0\r\nHost: a\r\n\r\n")
            assert answer.startswith(b"HTTP/1.1 200 ")
            return third, len(census.open)

    third, left = asyncio.run(attack())
    assert third.startswith(b"HTTP/1.1 429 ")
    assert left == 0


def test_the_server_itself_cuts_an_endless_header_off(server: Server) -> None:
    """And a request with an ordinary head goes through, on a connection of its own."""

    async def attack(port: int) -> bytes:
        return await exchange(port, b"GET /api/about HTTP/1.1\r\nHost: localhost\r\nX-A: ", *[b"a" * 20_000] * 3)

    answer = asyncio.run(attack(int(server.url.rpartition(":")[2])))
    assert answer == b"" or b" 431 " in answer
