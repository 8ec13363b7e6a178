"""Accounts and sessions."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path
from pydantic import Field

from kakomi.server.schemas.base import In, Out

SessionId = Annotated[str, Path(min_length=1, max_length=32, pattern="^[a-z0-9]+$")]
Passphrase = Annotated[str, Field(min_length=1, max_length=1_000)]


class PassphraseOnly(In):
    """Your passphrase, to show that it is you."""

    passphrase: Passphrase


class PassphraseIn(In):
    """Your passphrase, and the one to be used from now on."""

    passphrase: Passphrase
    new: Passphrase


class SessionOut(Out):
    """A device on which you are signed in; `current` is this one."""

    id: str
    device: str
    created: int
    seen: int
    current: bool


class SessionList(Out):
    """Your sessions, the last used first."""

    sessions: list[SessionOut]
