from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import postgres as postgresql
from tests.server.support import LEFT_OPEN, Server, serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without engines and without limits, shared by many tests."""
    with serving(tmp_path_factory.mktemp("server"), "--engines", "0", "--no-limits") as running:
        yield running
        assert not [line for line in running.log if '"level":"error"' in line]


@pytest.fixture(autouse=True)
def _tidy() -> Iterator[None]:
    yield
    while LEFT_OPEN:
        LEFT_OPEN.pop().close()


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running PostgreSQL."""
    with postgresql.running(tmp_path_factory.mktemp("pg")) as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'kakomi.db'}"
    return postgresql.fresh(request.getfixturevalue("postgres")).replace("postgresql://", "postgresql+psycopg://")
