"""Who sends a request: a signed cookie for people, a token for bots; clean names; passphrases.

The cookie is `PLAYER.ISSUED.SESSION.SIGNATURE`, signed with the server's secret (HMAC-SHA256); it is HttpOnly and
SameSite=Lax. It only says which player this is; what a player may do depends on the seats they hold. It is valid as long as
its session is stored. Cookies of earlier versions name no session; they are valid if issued after the player's epoch.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import secrets
import time
import unicodedata
from collections import OrderedDict
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from sqlalchemy import Connection
from starlette.requests import HTTPConnection
from starlette.responses import Response

from kakomi.server.http.errors import Refusal
from kakomi.server.live import clocks
from kakomi.server.schemas import LONGEST_NAME
from kakomi.store import players, sessions
from kakomi.store.players import PlayerRow
from kakomi.store.sessions import SessionRow
from kakomi.store.writer import Store

COOKIE = "kakomi"
KEPT_COOKIE = "kakomi_kept"  # a cookie that cannot be read now, but perhaps later: the secret was lost or replaced
LIFETIME = 400 * clocks.DAY  # the longest that browsers keep a cookie
RENEWED_AFTER = 30 * clocks.DAY
REMEMBERED = 5_000
KNOWN_FOR = 5.0  # seconds a player is cached: another process may change them, and its notice may be lost
LONGEST_FOLD = 200  # characters, as the store has room for
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("Chrom", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)
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


BLANKS = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and symbols that show nothing
# letters of other alphabets that look like Latin ones, in the order of the two lines
LOOK_ALIKE = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u051d\u0432\u043a\u043c\u043d\u0442"
    "\u03b1\u03bf\u03c1\u03bd\u03b9\u03ba\u03c5\u03c7\u0131\u0585\u057d\u0570",
    "aeopcyxijshdqwbkmhtaopvikuxiouh",
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
        if character in BLANKS:
            continue
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
    if len(fold(name)) > LONGEST_FOLD:
        raise Refusal(
            "name/invalid", "this name is too long once its ligatures are written out; use plain letters", 422
        )
    if not any(unicodedata.category(character)[0] in "LNSP" for character in name):
        raise Refusal("name/invalid", "a name needs at least one visible character", 422)
    if len(name) > LONGEST_NAME:
        raise Refusal("name/invalid", f"a name can have at most {LONGEST_NAME} characters", 422)
    return name


def fold(name: str) -> str:
    """A name in a form that is the same for names that look alike: they are the same account.

    >>> fold("\u0410da L") == fold("ada l")
    True
    """
    plain = unicodedata.normalize("NFKC", name).casefold().translate(LOOK_ALIKE)
    return "".join(character for character in plain if character not in " \u200d")


def token_hash(token: str) -> str:
    """The hash of a bot's token, which is all that is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(frozen=True)
class Claim:
    """What a cookie says."""

    player: str
    issued: int
    session: str


class Identity:
    """Reads and writes cookies; caches players."""

    def __init__(self, store: Store, secret: bytes) -> None:
        self._store = store
        self._key = hmac.digest(secret, b"kakomi cookie 1", "sha256")
        self._known: OrderedDict[str, tuple[float, PlayerRow]] = OrderedDict()  # until when, and who
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)  # OWASP's figures
        self._nobody = ""  # a hash to check against for an account that does not exist
        self._hashing = asyncio.Semaphore(2)  # each needs 19 MB

    # --- cookies ------------------------------------------------------------------------------------------------------

    def _signature(self, body: str) -> str:
        return base64.urlsafe_b64encode(hmac.digest(self._key, body.encode(), "sha256")).decode().rstrip("=")

    def sign(self, player: str, issued: int, session: str = "") -> str:
        """The cookie's value."""
        body = ".".join([player, str(issued), *([session] if session else [])])
        return f"{body}.{self._signature(body)}"

    def read(self, value: str) -> Claim:
        """What the cookie says; Refusal for one that is forged, damaged or too old.

        A cookie that seems to be from the future is still ours: the clock has been set back since.
        """
        body, _, signature = value.rpartition(".")
        player, issued, session = (*body.split("."), "", "")[:3]
        right = len(value) < 200 and value.isascii() and hmac.compare_digest(signature, self._signature(body))
        if not right or not (issued.isdigit() and len(issued) < 16):
            raise Refusal("identity/invalid", "invalid cookie; GET /api/me sets a new one", 401)
        if clocks.now() - int(issued) > LIFETIME:
            raise Refusal("identity/expired", "expired cookie; GET /api/me sets a new one", 401)
        return Claim(player, int(issued), session)

    def set_cookie(self, response: Response, player: str, session: str, secure: bool, name: str = COOKIE) -> None:
        """Set the cookie that says who this is."""
        value = self.sign(player, clocks.now(), session)
        set_plain_cookie(response, name, value, secure)

    async def who(self, connection: HTTPConnection) -> PlayerRow | None:
        """The player behind a request; None without cookie or token; Refusal for a wrong one."""
        authorization = connection.headers.get("authorization")
        if authorization is not None:
            return await self._bot(authorization)
        value = cookie_of(connection)
        if value is None:
            return None
        return await self.verify(self.read(value))

    async def verify(self, claim: Claim) -> PlayerRow:
        """The player of a cookie; Refusal if the player no longer exists or the session has ended."""
        key = f"{claim.player} {claim.session} {0 if claim.session else claim.issued}"
        known = self._recall(key)
        if known is not None:
            return known

        def job(database: Connection) -> tuple[PlayerRow | None, bool]:
            player = players.get(database, claim.player)
            if player is None or not claim.session:
                return player, player is not None and claim.issued >= player.epoch
            session = sessions.get(database, claim.session)
            return player, session is not None and session.player == player.id

        player, good = await self._store.read(job)
        if player is None:
            raise Refusal("identity/unknown", "this player no longer exists; GET /api/me sets a new cookie", 401)
        if not good:
            raise Refusal("identity/ended", "this session has ended; sign in again", 401)
        check_ban(player)
        self._remember(key, player)
        return player

    def claim_of(self, connection: HTTPConnection) -> Claim | None:
        """What a valid cookie says; None for a request without one, or with a bot's token."""
        value = cookie_of(connection)
        if value is None or "authorization" in connection.headers:
            return None
        try:
            return self.read(value)
        except Refusal:
            return None

    async def require(self, connection: HTTPConnection) -> PlayerRow:
        """The player behind a request; Refusal without cookie or token."""
        player = await self.who(connection)
        if player is None:
            raise Refusal("identity/missing", "not signed in; GET /api/me first to get a cookie", 401)
        return player

    async def _bot(self, authorization: str) -> PlayerRow:
        scheme, _, token = authorization.partition(" ")
        hashed = token_hash(token.strip())
        known = self._recall(hashed)
        if known is not None and scheme.lower() == "bearer":
            return known
        found = await self._store.read(lambda database: players.by_token(database, hashed))
        if found is None or scheme.lower() != "bearer":
            raise Refusal("identity/invalid", "invalid bot token; send Authorization: Bearer TOKEN", 401)
        check_ban(found)
        self._remember(hashed, found)
        return found

    # --- players ------------------------------------------------------------------------------------------------------

    async def find(self, player: str) -> PlayerRow | None:
        """The player with this id."""
        known = self._recall(player)
        if known is None:
            known = await self._store.read(lambda database: players.get(database, player))
            if known is not None:
                self._remember(player, known)
        return known

    def _recall(self, key: str) -> PlayerRow | None:
        until, known = self._known.get(key, (0.0, None))
        return known if until > time.monotonic() else None

    def _remember(self, key: str, player: PlayerRow) -> None:
        self._known.pop(key, None)
        self._known[key] = (time.monotonic() + KNOWN_FOR, player)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    def forget(self, player: str) -> None:
        """Drop a player from the cache, after a change."""
        for key in [key for key, (_, known) in self._known.items() if known.id == player]:
            del self._known[key]

    def forget_all(self) -> None:
        """Empty the cache, after notices of other processes may have been lost."""
        self._known.clear()

    async def make_anonymous(self, device: str) -> tuple[PlayerRow, SessionRow]:
        """A new player with a random name, and their session."""
        player = PlayerRow(make_id(16), f"{secrets.choice(QUALITIES)} {secrets.choice(CREATURES)}")
        session = new_session(player.id, device)

        def job(database: Connection) -> None:
            players.add(database, player, clocks.now())
            sessions.add(database, session)

        await self._store.write_soon(job)
        return player, session

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
        async with self._hashing:
            self._nobody = self._nobody or await asyncio.to_thread(self._hasher.hash, "nobody's passphrase")
            kept = player.passphrase if player is not None and player.passphrase else self._nobody
            try:
                right = await asyncio.to_thread(self._hasher.verify, kept, _plain(passphrase))
            except (Argon2Error, InvalidHashError):
                return False
        return right and player is not None


def _plain(passphrase: str) -> str:
    return unicodedata.normalize("NFKC", passphrase).encode("utf-8", "replace").decode()


def check_ban(player: PlayerRow) -> None:
    """Refuse a banned player, giving the reason."""
    if player.banned is not None:
        raise Refusal("identity/banned", f"you are banned from this server: {player.banned}", 403)


def new_session(player: str, device: str) -> SessionRow:
    """A session that begins now."""
    return SessionRow(make_id(20), player, device, clocks.now(), clocks.now())


def device_of(connection: HTTPConnection) -> str:
    """What a browser says it is, in a few words."""
    agent = connection.headers.get("user-agent", "")
    browser = next((name for sign, name in BROWSERS if sign in agent), "")
    system = next((name for sign, name in SYSTEMS if sign in agent), "")
    return " on ".join(part for part in (browser, system) if part) or "A program"


def set_plain_cookie(response: Response, name: str, value: str, secure: bool) -> None:
    """Set a cookie that scripts cannot read, for as long as browsers keep one."""
    response.set_cookie(name, value, max_age=LIFETIME // 1000, httponly=True, samesite="lax", secure=secure, path="/")


def cookie_of(connection: HTTPConnection, name: str = COOKIE) -> str | None:
    """The value of the cookie that was sent."""
    try:
        morsel = SimpleCookie(connection.headers.get("cookie", "")).get(name)
    except CookieError:
        return None
    return None if morsel is None else morsel.value
