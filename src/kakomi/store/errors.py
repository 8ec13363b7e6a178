"""What the store refuses."""

from __future__ import annotations

from kakomi.core.errors import KakomiError


class StoreError(KakomiError):
    """The database cannot be used: the sentence says why and what to do."""


class Busy(StoreError):
    """The database could not take a change just now; nothing has been changed and it can be tried again."""


class Conflict(StoreError):
    """Someone else has changed this game since it was read, or a name is taken; nothing has been changed."""
