"""Hooks for schemathesis: most requests that name a game name one that exists, so that they get past the front door."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import schemathesis

from kakomi.games import BUILT_IN


@schemathesis.hook
def map_body(context: Any, body: Any) -> Any:
    """The body to send; it depends on the given body alone, so that failures can be repeated."""
    if not isinstance(body, dict) or "game" not in body:
        return body
    lot = crc32(repr(body).encode("utf-8", "replace"))
    if lot % 8 == 0:
        return body
    changed = {**body, "game": BUILT_IN[lot % len(BUILT_IN)]}
    for name, share in (("rules", 2), ("options", 3), ("moves", 5), ("position", 7)):
        if name in changed and lot // 8 % share:
            del changed[name]
    return changed
