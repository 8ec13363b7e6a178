from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from benchmarks.load.serving import Measured

from tests.server.support import LEFT_OPEN, PATIENCE, Server, serving
from tests.store.conftest import postgres

__all__ = ["postgres"]

Measured.may_fork = True  # a new process is for figures; a forked one is attacked as well


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without engines and without limits, shared by many tests."""
    with serving(tmp_path_factory.mktemp("server"), "--engines", "0", "--no-limits") as running:
        yield running
        assert not [line for line in running.log if '"level":"error"' in line]


@pytest.fixture
def http(server: Server) -> Iterator[httpx.Client]:
    """A client without cookies."""
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        yield client


@pytest.fixture(autouse=True)
def _tidy() -> Iterator[None]:
    yield
    while LEFT_OPEN:
        LEFT_OPEN.pop().close()
