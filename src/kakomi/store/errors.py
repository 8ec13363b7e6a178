"""Errors of the store."""

from __future__ import annotations

from kakomi.core.errors import KakomiError


class StoreError(KakomiError):
    """The database cannot be used: the sentence says why and what to do, `cause` is a word for programs."""

    def __init__(self, message: str, cause: str = "failed") -> None:
        super().__init__(message)
        self.cause = cause


class Busy(StoreError):
    """The database cannot store a change right now; nothing has been changed, and trying again may help."""


class Unplayable(StoreError):
    """A stored game that cannot be replayed: its game is not installed, or the rules have changed since."""


class Conflict(StoreError):
    """Someone else has changed the same thing since it was read, or a name is taken; nothing has been changed."""
