"""For all tests: how long each took is kept for `make quick`, which leaves the slow ones out."""

from __future__ import annotations

import json
from collections import defaultdict

import pytest
from tools.quick import SECONDS

FULL_RUN = 3000  # tests: fewer are a part of the suite and say nothing about the rest

_seconds: dict[str, float] = defaultdict(float)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _seconds[report.nodeid] += report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Only the process that collects the reports of all workers has seen the whole run."""
    if not hasattr(session.config, "workerinput") and len(_seconds) >= FULL_RUN:
        SECONDS.parent.mkdir(exist_ok=True)
        SECONDS.write_text(json.dumps({name: round(value, 2) for name, value in _seconds.items()}), "utf-8")
