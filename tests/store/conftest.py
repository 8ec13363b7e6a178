from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store import postgres as postgresql


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a running PostgreSQL."""
    with postgresql.running() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'kakomi.db'}"
    return postgresql.fresh(request.getfixturevalue("postgres")).replace("postgresql://", "postgresql+psycopg://")
