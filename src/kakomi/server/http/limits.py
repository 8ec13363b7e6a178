"""Limits per address: token buckets in memory, a rate per second and a burst. A token is a request, or a second of work."""

from __future__ import annotations

import time
from collections import OrderedDict

from kakomi.server.http.errors import Refusal

# kind: requests per second, and how many at once
RATES = {
    "request": (40.0, 200.0),
    "write": (5.0, 60.0),  # games created, names changed, actions over HTTP
    "player": (0.5, 30.0),  # new anonymous players
    "passphrase": (0.1, 10.0),
    "connect": (5.0, 60.0),  # WebSockets
    "message": (20.0, 80.0),  # on one WebSocket
    "think": (1.0, 20.0),  # hints, explanations
    "study": (0.2, 30.0),  # studies shared
    "review": (0.05, 5.0),  # reviews of games
    "export": (0.02, 5.0),  # of everything about a player
    "work": (0.5, 15.0),  # seconds of the background processes: boards, pictures, replays
}
REMEMBERED = 10_000


class Limits:
    """The buckets of all addresses."""

    def __init__(self, on: bool = True) -> None:
        self.on = on
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def allow(self, kind: str, who: str) -> bool:
        """Count one request; return whether it is within the limit."""
        if not self.on:
            return True
        filled, now = self._filled(kind, who)
        allowed = filled >= 1
        self._fill(kind, who, filled - 1 if allowed else filled, now)
        return allowed

    def check_budget(self, kind: str, who: str) -> None:
        """Refusal if nothing is left to spend; what something costs is known only afterwards (`spend`)."""
        if self.on and self._filled(kind, who)[0] <= 0:
            raise Refusal("rate/limited", "too much work was asked for; wait a few seconds and try again", 429)

    def spend(self, kind: str, who: str, amount: float) -> None:
        """Count what something has cost; this may leave a debt."""
        if self.on:
            filled, now = self._filled(kind, who)
            self._fill(kind, who, filled - amount, now)

    def _filled(self, kind: str, who: str) -> tuple[float, float]:
        """The bucket's level now, and the current time."""
        rate, most = RATES[kind]
        now = time.monotonic()
        filled, at = self._buckets.get((kind, who), (most, now))
        return min(most, filled + (now - at) * rate), now

    def _fill(self, kind: str, who: str, filled: float, now: float) -> None:
        self._buckets[kind, who] = (filled, now)
        self._buckets.move_to_end((kind, who))
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)

    def check(self, kind: str, who: str) -> None:
        """Count one request; Refusal if it exceeds the limit."""
        if not self.allow(kind, who):
            raise Refusal("rate/limited", "too many requests; wait a few seconds and try again", 429)
