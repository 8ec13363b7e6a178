"""What every request passes through first: checks of host and origin, size and rate limits, headers. Plain ASGI."""

from __future__ import annotations

import ipaddress
import logging
import time
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kakomi.server.http.addresses import TrustedProxies, group
from kakomi.server.http.errors import Refusal, answer
from kakomi.server.http.limits import Limits
from kakomi.server.http.metrics import Metrics
from kakomi.server.http.turnstile import Turnstile
from kakomi.server.settings import ServerSettings

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'; object-src 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",  # with the line above: threads of the engine may share memory
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
RAW_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
SECURE = (b"strict-transport-security", b"max-age=31536000")
SAFE = {"GET", "HEAD", "OPTIONS"}
LOOPBACK = {"localhost", "127.0.0.1", "::1"}
LARGEST_BODY = 64_000
LARGEST_RECORD = 1_200_000  # bytes: a pasted record file, a game with its variations
RECORD_PATHS = {"/api/records", "/api/record", "/api/position", "/api/studies"}
FOREIGN_ORIGIN = 4403
log = logging.getLogger("kakomi.server.access")


class Guard:
    """The application behind its checks."""

    def __init__(self, app: ASGIApp, settings: ServerSettings, limits: Limits, metrics: Metrics) -> None:
        self.app = app
        self.limits, self.metrics = limits, metrics
        self.turnstile = Turnstile()
        self.origins, self.hosts = allowed(settings)
        self.proxies = TrustedProxies(settings.proxies) if settings.proxied else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The ASGI entry point."""
        if self.proxies is not None and scope["type"] in ("http", "websocket"):
            self.proxies.apply(scope)
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = time.perf_counter()
        status = 500
        started = False

        async def sending(message: Message) -> None:
            nonlocal status, started
            if message["type"] == "http.response.start":
                status, started = message["status"], True
                message["headers"] = [*message.get("headers", ()), *further_headers(message, scope)]
            await send(message)

        try:
            try:
                self._check(scope, Headers(scope=scope))
                await self.turnstile.enter()
                await self.app(scope, self._measured(scope, receive), sending)
            except Refusal as refusal:
                await answer(refusal)(scope, receive, sending)
        except Exception:
            self.metrics.errors += 1
            log.exception("request failed", extra={"path": scope["path"]})
            if not started:
                trouble = Refusal("server/error", "something went wrong on the server; try again", 500)
                await answer(trouble)(scope, receive, sending)
        finally:
            self.metrics.requests[status] += 1
            took = round((time.perf_counter() - begun) * 1000, 1)
            fields = {"method": scope["method"], "path": scope["path"], "status": status, "ms": took}
            log.log(logging.ERROR if status == 500 else logging.DEBUG, "request", extra=fields)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        try:
            self._check_host(headers)
            self._check_origin(scope, headers)
        except Refusal as refusal:
            await receive()
            await send({"type": "websocket.close", "code": FOREIGN_ORIGIN, "reason": refusal.code})
            return
        await self.turnstile.enter()
        await self.app(scope, receive, send)

    # --- checks -------------------------------------------------------------------------------------------------------

    def _check(self, scope: Scope, headers: Headers) -> None:
        self._check_host(headers)
        if scope["path"].startswith("/api"):
            self.limits.check("request", group(scope["client"][0]) if scope.get("client") else "")
        if scope["method"] not in SAFE:
            self._check_origin(scope, headers)
            length = headers.get("content-length", "0")
            if not (length.isascii() and length.isdigit() and len(length) < 12):
                raise Refusal("request/invalid", "Content-Length must be a number", 400)
            if int(length) > largest(scope):
                raise too_large(scope)

    def _check_host(self, headers: Headers) -> None:
        """A server on loopback answers only to loopback names: other names pointing at it are an attack (DNS rebinding)."""
        if self.hosts is not None and host_of(headers.get("host", "")) not in self.hosts:
            raise Refusal(
                "request/host", "request rejected: this server answers only as localhost; see the setting origins", 403
            )

    def _check_origin(self, scope: Scope, headers: Headers) -> None:
        """Pages of other sites must not act in the name of whoever visits them."""
        origin = headers.get("origin")
        if origin is None:
            if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
                raise Refusal("request/origin", "request rejected: it comes from a page of another site", 403)
            return
        try:
            parts = urlsplit(origin if len(origin) < 300 else "")
        except ValueError:  # such as http://[::1
            parts = urlsplit("")
        secure = scope.get("scheme") in ("https", "wss")
        same = parts.netloc == headers.get("host") and parts.scheme == ("https" if secure else "http")
        if not same and origin not in self.origins:
            raise Refusal("request/origin", "request rejected: it comes from a page of another site", 403)

    @staticmethod
    def _measured(scope: Scope, receive: Receive) -> Receive:
        """A body without Content-Length is counted as it arrives."""
        most, seen = largest(scope), 0

        async def receiving() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > most:
                raise HTTPException(413, too_large(scope).message)
            return message

        return receiving


def further_headers(message: Message, scope: Scope) -> list[tuple[bytes, bytes]]:
    """The headers that every answer gets, except those that it has already."""
    own = {name for name, _ in message.get("headers", ())}
    added = [each for each in RAW_HEADERS if each[0] not in own]
    return [*added, SECURE] if scope.get("scheme") == "https" else added


def largest(scope: Scope) -> int:
    """The largest body allowed here, in bytes."""
    return LARGEST_RECORD if scope["path"] in RECORD_PATHS else LARGEST_BODY


def too_large(scope: Scope) -> Refusal:
    """The refusal of a larger body."""
    return Refusal("request/too-large", f"the request is too large: at most {largest(scope):,} bytes are allowed", 413)


def host_of(text: str) -> str:
    """The name in a Host header, without the port."""
    try:
        return (urlsplit(f"//{text}").hostname or "") if len(text) < 300 else ""
    except ValueError:
        return ""


def allowed(settings: ServerSettings) -> tuple[set[str], set[str] | None]:
    """The origins allowed besides our own, and the hosts the server answers to (None: any)."""
    origins = {each.strip().rstrip("/") for each in settings.origins.split(",") if each.strip()}
    try:
        local = settings.host == "localhost" or ipaddress.ip_address(settings.host).is_loopback
    except ValueError:
        local = False
    return origins, LOOPBACK | {host_of(each.partition("://")[2]) for each in origins} if local else None
