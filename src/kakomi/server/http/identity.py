"""Who sends a request: a signed cookie for people, a token for bots; clean names; passphrases.

The cookie is `PLAYER.ISSUED.SIGNATURE`, signed with the server's secret (HMAC-SHA256); it is HttpOnly and SameSite=Lax.
It only says which player this is; what a player may do depends on the seats they hold.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import secrets
import unicodedata
from collections import OrderedDict
from http.cookies import CookieError, SimpleCookie

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from starlette.requests import HTTPConnection
from starlette.responses import Response

from kakomi.server.http.errors import Refusal
from kakomi.server.live import clocks
from kakomi.server.schemas import LONGEST_NAME
from kakomi.store import players
from kakomi.store.players import PlayerRow
from kakomi.store.writer import Store

COOKIE = "kakomi"
LIFETIME = 400 * clocks.DAY  # the longest that browsers keep a cookie
RENEWED_AFTER = 30 * clocks.DAY
REMEMBERED = 5_000
SHORTEST_PASSPHRASE = 8
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
QUALITIES = ("Quiet", "Bright", "Early", "Green", "Patient", "Swift", "Gentle", "Clever", "Northern", "Silver", "Brave")
CREATURES = (
    "Heron",
    "Otter",
    "Finch",
    "Hare",
    "Badger",
    "Crane",
    "Marten",
    "Plover",
    "Newt",
    "Swallow",
    "Lynx",
    "Wren",
)


def make_id(length: int = 12) -> str:
    """A random id, without characters that look alike."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def clean_name(text: str) -> str:
    """A name that is safe to show: no control or direction characters, no stacked accents; Refusal if nothing is left.

    >>> clean_name("  Ada  \\u202eevol\\x07 ")
    'Ada evol'
    """
    clean: list[str] = []
    stacked = 0
    for character in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(character)
        if kind in ("Mn", "Me"):
            stacked += 1
            if stacked > 2 or not clean:
                continue
        else:
            stacked = 0
        if kind[0] == "Z" or character in "\t\r\n":
            clean.append(" ")
        elif kind[0] != "C" or (
            character == "\u200d" and clean
        ):  # the joiner inside emoji is the only harmless Cf character
            clean.append(character)
    name = " ".join("".join(clean).split()).strip("\u200d ")
    if not any(unicodedata.category(character)[0] in "LNSP" for character in name):
        raise Refusal("name/invalid", "a name needs at least one visible character", 422)
    if len(name) > LONGEST_NAME:
        raise Refusal("name/invalid", f"a name can have at most {LONGEST_NAME} characters", 422)
    return name


def fold(name: str) -> str:
    """Names that look alike are the same account."""
    return unicodedata.normalize("NFKC", name).casefold().replace(" ", "")


def token_hash(token: str) -> str:
    """The hash of a bot's token, which is all that is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


class Identity:
    """Reads and writes cookies; caches players."""

    def __init__(self, store: Store, secret: bytes) -> None:
        self._store = store
        self._key = hmac.digest(secret, b"kakomi cookie 1", "sha256")
        self._known: OrderedDict[str, PlayerRow] = OrderedDict()
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)  # OWASP's figures
        self._nobody = self._hasher.hash("nobody's passphrase")
        self._hashing = asyncio.Semaphore(2)  # each needs 19 MB

    # --- cookies ------------------------------------------------------------------------------------------------------

    def _signature(self, body: str) -> str:
        return base64.urlsafe_b64encode(hmac.digest(self._key, body.encode(), "sha256")).decode().rstrip("=")

    def sign(self, player: str, issued: int) -> str:
        """The cookie's value."""
        body = f"{player}.{issued}"
        return f"{body}.{self._signature(body)}"

    def read(self, value: str) -> tuple[str, int]:
        """The player and when the cookie was issued; Refusal for a cookie that is forged, damaged or too old."""
        body, _, signature = value.rpartition(".")
        player, _, issued = body.partition(".")
        right = len(value) < 200 and value.isascii() and hmac.compare_digest(signature, self._signature(body))
        if not right or not (issued.isdigit() and len(issued) < 16):
            raise Refusal("identity/invalid", "invalid cookie; GET /api/me sets a new one", 401)
        if not -60_000 <= clocks.now() - int(issued) <= LIFETIME:
            raise Refusal("identity/expired", "expired cookie; GET /api/me sets a new one", 401)
        return player, int(issued)

    def set_cookie(self, response: Response, player: str, secure: bool) -> None:
        """Set the cookie that tells who this is."""
        response.set_cookie(
            COOKIE,
            self.sign(player, clocks.now()),
            max_age=LIFETIME // 1000,
            httponly=True,
            samesite="lax",
            secure=secure,
            path="/",
        )

    async def who(self, connection: HTTPConnection) -> PlayerRow | None:
        """The player behind a request; None without cookie or token; Refusal for a wrong one."""
        authorization = connection.headers.get("authorization")
        if authorization is not None:
            return await self._bot(authorization)
        value = _cookie(connection)
        if value is None:
            return None
        player = await self.find(self.read(value)[0])
        if player is None:
            raise Refusal("identity/unknown", "this player no longer exists; GET /api/me sets a new cookie", 401)
        return player

    def wants_renewal(self, connection: HTTPConnection) -> bool:
        """Whether the cookie is valid but old enough to be renewed."""
        value = _cookie(connection)
        return value is not None and clocks.now() - self.read(value)[1] > RENEWED_AFTER

    async def require(self, connection: HTTPConnection) -> PlayerRow:
        """The player behind a request; Refusal without cookie or token."""
        player = await self.who(connection)
        if player is None:
            raise Refusal("identity/missing", "not signed in; GET /api/me first to get a cookie", 401)
        return player

    async def _bot(self, authorization: str) -> PlayerRow:
        scheme, _, token = authorization.partition(" ")
        hashed = token_hash(token.strip())
        known = self._known.get(hashed)
        if known is not None and scheme.lower() == "bearer":
            return known
        found = await self._store.read(lambda database: players.by_token(database, hashed))
        if found is None or scheme.lower() != "bearer":
            raise Refusal("identity/invalid", "invalid bot token; send Authorization: Bearer TOKEN", 401)
        self._remember(hashed, found)
        return found

    # --- players ------------------------------------------------------------------------------------------------------

    async def find(self, player: str) -> PlayerRow | None:
        """The player of that id."""
        known = self._known.get(player)
        if known is None:
            known = await self._store.read(lambda database: players.get(database, player))
            if known is not None:
                self._remember(player, known)
        return known

    def _remember(self, key: str, player: PlayerRow) -> None:
        self._known[key] = player
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    def forget(self, player: str) -> None:
        """Drop a player from the cache, after a change."""
        for key in [key for key, known in self._known.items() if known.id == player]:
            del self._known[key]

    async def make_anonymous(self) -> PlayerRow:
        """A new player with a random name."""
        player = PlayerRow(make_id(16), f"{secrets.choice(QUALITIES)} {secrets.choice(CREATURES)}")
        await self._store.write(lambda database: players.add(database, player, clocks.now()))
        self._remember(player.id, player)
        return player

    # --- passphrases --------------------------------------------------------------------------------------------------

    async def hash_passphrase(self, passphrase: str) -> str:
        """The hash of a passphrase, which is all that is stored."""
        if len(passphrase) < SHORTEST_PASSPHRASE:
            raise Refusal(
                "account/passphrase",
                f"use at least {SHORTEST_PASSPHRASE} characters for the passphrase; a few words are best",
                422,
            )
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, _plain(passphrase))

    async def check_passphrase(self, player: PlayerRow | None, passphrase: str) -> bool:
        """Whether it is the player's passphrase. Takes as long for an account that does not exist."""
        kept = player.passphrase if player is not None and player.passphrase else self._nobody
        async with self._hashing:
            try:
                right = await asyncio.to_thread(self._hasher.verify, kept, _plain(passphrase))
            except (Argon2Error, InvalidHashError):
                return False
        return right and player is not None


def _plain(passphrase: str) -> str:
    return unicodedata.normalize("NFKC", passphrase).encode("utf-8", "replace").decode()


def _cookie(connection: HTTPConnection) -> str | None:
    try:
        morsel = SimpleCookie(connection.headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return None
    return None if morsel is None else morsel.value
