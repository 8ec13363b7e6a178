"""Rate limits per address: token buckets in memory, a rate per second and a burst."""

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
}
REMEMBERED = 10_000


class Limits:
    """The buckets of all addresses."""

    def __init__(self, on: bool = True) -> None:
        self.on = on
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def allow(self, kind: str, who: str) -> bool:
        """Count one request; whether it is within the limit."""
        if not self.on:
            return True
        rate, most = RATES[kind]
        now = time.monotonic()
        filled, at = self._buckets.get((kind, who), (most, now))
        filled = min(most, filled + (now - at) * rate)
        allowed = filled >= 1
        self._buckets[kind, who] = (filled - 1 if allowed else filled, now)
        self._buckets.move_to_end((kind, who))
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return allowed

    def check(self, kind: str, who: str) -> None:
        """Count one request; Refusal if it exceeds the limit."""
        if not self.allow(kind, who):
            raise Refusal("rate/limited", "too many requests; wait a few seconds and try again", 429)
