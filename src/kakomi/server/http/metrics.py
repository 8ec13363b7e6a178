"""Counts and times, in the format of Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds


class Metrics:
    """Figures since the start."""

    def __init__(self) -> None:
        self.connections = 0
        self.moves = 0
        self.messages = 0
        self.refusals: Counter[str] = Counter()
        self.requests: Counter[int] = Counter()
        self.errors = 0
        self._times = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0

    def move_took(self, seconds: float) -> None:
        """Count a move, with the time from its arrival to its broadcast."""
        self.moves += 1
        self._seconds += seconds
        self._times[bisect_left(BOUNDS, seconds)] += 1

    def text(self, further: dict[str, float]) -> str:
        """The figures as text; `further` are gauges read now."""
        lines = ["# TYPE kakomi_move_seconds histogram"]
        total = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self._times, strict=True):
            total += count
            lines.append(f'kakomi_move_seconds_bucket{{le="{bound}"}} {total}')
        lines += [f"kakomi_move_seconds_sum {self._seconds:.6f}", f"kakomi_move_seconds_count {total}"]
        counted = {"moves_total": self.moves, "messages_total": self.messages, "errors_total": self.errors}
        for name, value in counted.items():
            lines += [f"# TYPE kakomi_{name} counter", f"kakomi_{name} {value}"]
        lines.append("# TYPE kakomi_refusals_total counter")
        lines += [f'kakomi_refusals_total{{code="{code}"}} {count}' for code, count in sorted(self.refusals.items())]
        lines.append("# TYPE kakomi_requests_total counter")
        lines += [f'kakomi_requests_total{{status="{code}"}} {count}' for code, count in sorted(self.requests.items())]
        for name, gauge in {"connections": float(self.connections), **further}.items():
            lines += [f"# TYPE kakomi_{name} gauge", f"kakomi_{name} {gauge:.10g}"]
        return "\n".join(lines) + "\n"
