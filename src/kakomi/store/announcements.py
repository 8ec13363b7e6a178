"""Announcements of changes between processes. On PostgreSQL the commit sends them (NOTIFY), and every process listens.

An SQLite file has a single server, which announces nothing to itself. A command that changes the file while it runs
(`kakomi admin`) leaves an announcement in a table that the server polls every second.
"""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, text

from kakomi.store.schema import announcements

CHANNEL = "kakomi"
KEPT = 3_600_000  # ms that an announcement stays in the table: far longer than a server sleeps between two polls

Event = dict[str, Any]


def notify(connection: Connection, event: Event) -> None:
    """Notify the other processes at the commit (PostgreSQL only)."""
    connection.execute(text("SELECT pg_notify(:channel, :message)"), {"channel": CHANNEL, "message": json.dumps(event)})


def announce(connection: Connection, event: Event, now: int) -> None:
    """Tell the servers of this database, of either kind, at the commit."""
    if connection.dialect.name == "postgresql":
        notify(connection, event)
        return
    connection.execute(delete(announcements).where(announcements.c.at < now - KEPT))
    connection.execute(insert(announcements).values(at=now, event=json.dumps(event)))


def last(connection: Connection) -> int:
    """The number of the last announcement in the table."""
    number: int | None = connection.execute(select(func.max(announcements.c.id))).scalar_one()
    return number or 0


def since(connection: Connection, number: int) -> list[tuple[int, Event]]:
    """The announcements in the table with numbers after this one."""
    query = select(announcements).where(announcements.c.id > number).order_by(announcements.c.id)
    return [(row.id, json.loads(row.event)) for row in connection.execute(query)]
