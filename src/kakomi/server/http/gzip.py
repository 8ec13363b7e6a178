"""Compression of answers: a scene shrinks to a fifth. Streams of events are sent as they are, so that nothing is delayed."""

from __future__ import annotations

import asyncio
import gzip

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

KINDS = ("application/json", "image/svg+xml", "text/")
SMALLEST = 1_000  # bytes: below this it is not worthwhile
LARGE = 20_000  # bytes: above this it is done in a thread, where zlib holds up nobody
LEVEL = 4


def is_accepted(headers: Headers) -> bool:
    """Whether a client accepts compressed answers."""
    return "gzip" in headers.get("accept-encoding", "")


def packed(body: bytes) -> bytes:
    """The compressed body, the same bytes every time."""
    return gzip.compress(body, LEVEL, mtime=0)


class GzipMiddleware:
    """The application with JSON, pictures and texts compressed for clients that accept it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The ASGI entry point."""
        if scope["type"] != "http" or not is_accepted(Headers(scope=scope)):
            await self.app(scope, receive, send)
            return
        head: Message | None = None

        async def sending(message: Message) -> None:
            nonlocal head
            if message["type"] == "http.response.start":
                head = message
                return
            if head is not None:
                start, head = head, None
                large = len(message.get("body", b"")) > LARGE
                message = await asyncio.to_thread(compress, start, message) if large else compress(start, message)
                await send(start)
            await send(message)

        await self.app(scope, receive, sending)


def compress(start: Message, message: Message) -> Message:
    """The first piece of the body, compressed if it is the only one; `start` then gets the headers for it."""
    headers = MutableHeaders(raw=start["headers"])
    body = message.get("body", b"")
    whole = message["type"] == "http.response.body" and not message.get("more_body", False)
    if not whole or len(body) < SMALLEST or "content-encoding" in headers:
        return message
    if not headers.get("content-type", "").startswith(KINDS):
        return message
    compressed = packed(body)
    headers["content-encoding"] = "gzip"
    headers["content-length"] = str(len(compressed))
    headers.add_vary_header("accept-encoding")
    start["headers"] = headers.raw
    return {**message, "body": compressed}
