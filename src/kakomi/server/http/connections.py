"""Connection limits that hold for any HTTP parser of uvicorn: size and duration of a request, connections per address.

A parser keeps what it has received of a request until its head is complete, however long that takes. The classes here stand
in front of it: they count bytes and seconds, answer 408, 413, 429 or 431, and close.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import orjson

from kakomi.server.http.addresses import group
from kakomi.server.http.errors import Refusal

LONGEST_HEAD = 32_768  # bytes: request line and headers, as much as common proxies pass on
LONGEST_BODY = 2_000_000  # bytes: above every limit that the application itself enforces
HEAD_TIME = 10.0  # seconds from the first byte of a request, or from opening, until its head is complete
BODY_TIME = 60.0  # seconds until its body is complete
STALL_TIME = 60.0  # seconds in which a client reads nothing of its answer
PIECE = 16_384  # bytes given to the parser at a time
MOST_PIPELINED = 16  # requests that wait for the answers to earlier ones on the same connection
PER_ADDRESS = 250  # connections, WebSockets included

TOO_LONG = Refusal("request/too-large", f"the head of a request can have at most {LONGEST_HEAD:,} bytes", 431)
TOO_MUCH = Refusal("request/too-large", f"a request can have at most {LONGEST_BODY:,} bytes", 413)
TOO_SLOW = Refusal("request/timeout", "the request was not complete in time; send it again", 408)
TOO_MANY = Refusal("rate/connections", f"at most {PER_ADDRESS} connections per address are allowed; close some", 429)
PHRASES = {
    408: "Request Timeout",
    413: "Content Too Large",
    429: "Too Many Requests",
    431: "Request Header Fields Too Large",
}


class Census:
    """The number of open connections per address; `most` 0 counts without a limit."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.open: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count a connection; return whether it is one too many."""
        self.open[address] += 1
        return bool(self.most) and self.open[address] > self.most

    def leave(self, address: str) -> None:
        """Stop counting a connection that has closed."""
        self.open[address] -= 1
        if self.open[address] <= 0:
            del self.open[address]


def guarded_http(parser: type[asyncio.Protocol], census: Census) -> type[asyncio.Protocol]:
    """uvicorn's HTTP protocol behind the limits."""
    return type("GuardedHttp", (_HttpLimits, parser), {"census": census})


def guarded_websocket(parser: type[asyncio.Protocol], census: Census) -> type[asyncio.Protocol]:
    """uvicorn's WebSocket protocol, counted: it takes over a connection that was HTTP before."""
    return type("GuardedWebSocket", (_CountedWebSocket, parser), {"census": census})


class _HttpLimits(asyncio.Protocol):
    """Mixed in before uvicorn's class, whose attributes `cycle`, `transport`, `loop` and `client` it uses."""

    census: Census
    cycle: Any
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    client: tuple[str, int] | None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._head = self._body = 0  # bytes received
        self._served: Any = None  # the request whose head is complete
        self._stage = ""
        self._timer: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None
        self._address = group(self.client[0]) if self.client else ""
        if self.census.enter(self._address):
            self._refuse(TOO_MANY)
        else:
            self._enter("head")

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        self.census.leave(self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return  # what follows a WebSocket's handshake before its answer is not a request
            piece = data[start : start + PIECE]
            if self._stage == "head" and self._head + len(piece) > LONGEST_HEAD and b"\r\n\r\n" not in piece:
                self._refuse(TOO_LONG)
                return
            super().data_received(piece)
            self._count(len(piece))

    def handle_websocket_upgrade(self, *event: Any) -> None:
        """A WebSocket has its own limits: frames by size, and pings."""
        self._stop()
        super().handle_websocket_upgrade(*event)  # type: ignore[misc]
        self.census.leave(self._address)  # its protocol counts it now

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(STALL_TIME, self.transport.abort)

    def resume_writing(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
        super().resume_writing()

    def _count(self, count: int) -> None:
        """Bytes belong to the head of the next request, unless the body of the last one is still coming."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        cycle: Any = self.cycle
        if cycle is not self._served:
            self._served, self._head, self._body = cycle, 0, 0
        elif cycle is not None and cycle.more_body:
            self._body += count
        else:
            self._head += count
        if self._body > LONGEST_BODY:
            self._refuse(TOO_MUCH)
        elif len(getattr(self, "pipeline", ())) > MOST_PIPELINED:
            self.transport.abort()
        elif cycle is not None and cycle.more_body:
            self._enter("body")
        else:
            self._enter("head" if self._head or cycle is None else "")

    def _enter(self, stage: str) -> None:
        """Set what to wait for: the rest of a head or of a body, or nothing ("": uvicorn's keep-alive timeout applies)."""
        if stage == self._stage:
            return
        self._stage = stage
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if stage:
            seconds = HEAD_TIME if stage == "head" else BODY_TIME
            self._timer = self.loop.call_later(seconds, self._refuse, TOO_SLOW)

    def _stop(self) -> None:
        for timer in (self._timer, self._stalled):
            if timer is not None:
                timer.cancel()
        self._timer = self._stalled = None

    def _refuse(self, refusal: Refusal) -> None:
        """Answer, unless an answer is on its way, and close at once, without waiting for anything more."""
        if self.transport.is_closing():
            return
        cycle = self.cycle
        if cycle is not None and cycle.response_started and not cycle.response_complete:
            self.transport.abort()
            return
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True  # the application hears that the client has gone
            cycle.message_event.set()
        body = orjson.dumps(refusal.as_dict())
        head = (
            f"HTTP/1.1 {refusal.status} {PHRASES[refusal.status]}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()


class _CountedWebSocket(asyncio.Protocol):
    census: Census
    client: tuple[str, int] | None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._address = group(self.client[0]) if self.client else ""
        self.census.enter(self._address)

    def connection_lost(self, exc: Exception | None) -> None:
        self.census.leave(self._address)
        super().connection_lost(exc)
