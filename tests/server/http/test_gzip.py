"""Answers are compressed for those who ask, once, and never a stream."""

import asyncio
import gzip
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from kakomi.server.http.gzip import SMALLEST, GzipMiddleware

LONG = b'{"words":"' + b"stone " * SMALLEST + b'"}'


def ask(pieces: list[bytes], accept: str = "gzip, br", **headers: str) -> tuple[dict[str, str], list[bytes]]:
    """What an application that sends these pieces is seen to send."""

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        shown = {"content-type": "application/json", "content-length": str(sum(map(len, pieces)))}
        shown.update({name.replace("_", "-"): value for name, value in headers.items()})
        raw = [(name.encode(), value.encode()) for name, value in shown.items()]
        await send({"type": "http.response.start", "status": 200, "headers": raw})
        for place, body in enumerate(pieces, 1):
            await send({"type": "http.response.body", "body": body, "more_body": place < len(pieces)})

    seen: list[Message] = []

    async def run() -> None:
        async def send(message: Message) -> None:
            seen.append(message)

        async def receive() -> Message:
            return {"type": "http.request"}

        scope: dict[str, Any] = {"type": "http", "headers": [(b"accept-encoding", accept.encode())]}
        await GzipMiddleware(application)(scope, receive, send)

    asyncio.run(run())
    found = {name.decode(): value.decode() for name, value in seen[0]["headers"]}
    return found, [message["body"] for message in seen[1:]]


def test_a_long_answer_is_compressed_and_says_so() -> None:
    headers, (body,) = ask([LONG])
    assert gzip.decompress(body) == LONG
    assert len(body) < len(LONG) / 5
    assert headers["content-encoding"] == "gzip"
    assert headers["content-length"] == str(len(body))
    assert "accept-encoding" in headers["vary"].lower()


@pytest.mark.parametrize(
    ("pieces", "accept", "headers"),
    [
        ([LONG], "identity", {}),
        ([b"{}"], "gzip", {}),
        ([LONG, LONG], "gzip", {}),
        ([LONG], "gzip", {"content_encoding": "br"}),
        ([LONG], "gzip", {"content_type": "font/woff2"}),
    ],
    ids=["not asked for", "short", "a stream", "already packed", "no text"],
)
def test_what_is_left_as_it_is(pieces: list[bytes], accept: str, headers: dict[str, str]) -> None:
    found, bodies = ask(pieces, accept, **headers)
    assert bodies == pieces
    assert found.get("content-encoding") == headers.get("content_encoding")
    assert found["content-length"] == str(sum(map(len, pieces)))
