"""The engines that run in the page."""

from __future__ import annotations

from kakomi.core.match import Match


def engine_url(match: Match) -> str | None:
    """Where the page finds the engine of the match's rule set; None where none has been built."""
    return None
