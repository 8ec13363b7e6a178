from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.support import LEFT_OPEN, Server, serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with one engine process and without limits."""
    with serving(tmp_path_factory.mktemp("review"), "--engines", "1", "--no-limits") as running:
        yield running
        assert not [line for line in running.log if '"level":"error"' in line]


@pytest.fixture(autouse=True)
def _tidy() -> Iterator[None]:
    yield
    while LEFT_OPEN:
        LEFT_OPEN.pop().close()
