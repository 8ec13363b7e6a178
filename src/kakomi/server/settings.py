"""Settings of the server: from flags, else from the environment (KAKOMI_NAME), else the defaults here."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from kakomi.core.errors import OptionError, shorten
from kakomi.core.system.folders import data_home
from kakomi.server.http.addresses import TrustedProxies
from kakomi.store.database import with_driver

SWITCHES = {"1": True, "on": True, "yes": True, "true": True, "0": False, "off": False, "no": False, "false": False}
SECRET_BYTES = 32
LOG_LEVELS = ("debug", "info", "warning", "error")
RENAMED = {"KAKOMI_LEVEL": "KAKOMI_LOG_LEVEL"}  # variables that have a new name


def _note(text: str) -> dict[str, str]:
    return {"help": text}


@dataclass(frozen=True)
class ServerSettings:
    """What can be set. Each field is a flag (--log-level) and an environment variable (KAKOMI_LOG_LEVEL)."""

    host: str = field(default="127.0.0.1", metadata=_note("the address to listen on"))
    port: int = field(default=8421, metadata=_note("the port to listen on; 0 takes a free one"))
    database: str = field(default="", metadata=_note("postgresql://... or sqlite:///FILE (a file in the data folder)"))
    data: str = field(default="", metadata=_note("the folder for the database and the secret"))
    reports: str = field(default="", metadata=_note("a folder with reports of the lab (default: those included)"))
    origins: str = field(
        default="", metadata=_note("further origins of pages, such as https://play.example, separated by commas")
    )
    engines: int = field(default=1, metadata=_note("worker processes that search for the computer's moves"))
    takeover: int = field(
        default=60, metadata=_note("seconds until another server process takes over a computer's move")
    )
    log_level: str = field(default="info", metadata=_note("how much is logged: debug, info, warning or error"))
    synchronous: str = field(default="normal", metadata=_note("SQLite: normal survives a crash, full a power cut too"))
    limits: bool = field(default=True, metadata=_note("limit the number of requests per address"))
    proxied: bool = field(default=False, metadata=_note("behind a proxy that sets X-Forwarded-For and -Proto"))
    proxies: str = field(
        default="127.0.0.1,::1",
        metadata=_note("with proxied: the addresses or networks of the proxies, or how many there are"),
    )

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65535:
            raise OptionError(f"port must be 0 to 65535, not {self.port}")
        if not 0 <= self.engines <= 64:
            raise OptionError(f"engines must be 0 to 64, not {self.engines}")
        if not 1 <= self.takeover <= 3600:
            raise OptionError(f"takeover must be 1 to 3600 seconds, not {self.takeover}")
        TrustedProxies(self.proxies)
        if self.synchronous not in ("normal", "full"):
            raise OptionError(f"synchronous must be normal or full, not {shorten(self.synchronous)!r}")
        if self.log_level not in LOG_LEVELS:
            raise OptionError(f"log-level must be debug, info, warning or error, not {shorten(self.log_level)!r}")

    @property
    def folder(self) -> Path:
        """The data folder."""
        return Path(self.data) if self.data else data_home()

    @property
    def url(self) -> str:
        """The database's address, with its driver."""
        return with_driver(self.database) if self.database else f"sqlite:///{self.folder / 'kakomi.db'}"

    def secret(self) -> bytes:
        """The key that signs cookies: KAKOMI_SECRET, else a file created at the first start that only its owner can read."""
        if not os.environ.get("KAKOMI_SECRET"):
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            with (
                contextlib.suppress(FileExistsError),
                os.fdopen(os.open(self.secret_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file,
            ):
                file.write(secrets.token_bytes(SECRET_BYTES))
        key = self.existing_secret()
        assert key is not None
        return key

    @property
    def secret_file(self) -> Path:
        """The file with the key that signs cookies, unless the environment has one."""
        return self.folder / "secret"

    def existing_secret(self) -> bytes | None:
        """The key that signs cookies; None if no server has created one."""
        chosen = os.environ.get("KAKOMI_SECRET")
        if chosen:
            if len(chosen) < SECRET_BYTES:
                raise OptionError(f"KAKOMI_SECRET must have at least {SECRET_BYTES} characters")
            return chosen.encode()
        try:
            key = self.secret_file.read_bytes()
        except FileNotFoundError:
            return None
        if len(key) < SECRET_BYTES:
            raise OptionError(f"{self.secret_file} is damaged: delete it, and everyone will get a new cookie")
        return key


def from_environment(environment: Mapping[str, str] = os.environ, **flags: object) -> ServerSettings:
    """The settings; flags that are None were not given.

    >>> from_environment({"KAKOMI_PORT": "9000", "KAKOMI_LIMITS": "off"}, host="::1", port=None).port
    9000
    """
    for old, new in RENAMED.items():
        if old in environment:
            raise OptionError(f"{old} is now called {new}; rename it in the environment")
    values: dict[str, object] = {}
    for each in fields(ServerSettings):
        text = environment.get(f"KAKOMI_{each.name.upper()}")
        if text is not None:
            values[each.name] = _read(each.name, type(each.default), text)
    values |= {name: value for name, value in flags.items() if value is not None}
    return replace(ServerSettings(), **values)  # type: ignore[arg-type]


def _read(name: str, kind: type, text: str) -> object:
    if kind is bool:
        if text.lower() not in SWITCHES:
            raise OptionError(f"KAKOMI_{name.upper()} must be on or off, not {shorten(text)!r}")
        return SWITCHES[text.lower()]
    if kind is int:
        if not (text.isascii() and text.isdigit() and len(text) <= 5):
            raise OptionError(f"KAKOMI_{name.upper()} must be a number, not {shorten(text)!r}")
        return int(text)
    return text
