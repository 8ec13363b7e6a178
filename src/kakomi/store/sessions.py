"""Sessions: on which devices a player is signed in. A cookie names its session, so the session can be ended here."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from kakomi.store.schema import players, sessions

MOST_SESSIONS = 50  # per player; the least recently used are ended
_GET = select(sessions).where(sessions.c.id == bindparam("the_id"))


@dataclass(frozen=True)
class SessionRow:
    """A session as stored; see the schema for the fields."""

    id: str
    player: str
    device: str
    created: int
    seen: int


def add(connection: Connection, row: SessionRow) -> None:
    """Store a new session; beyond MOST_SESSIONS, the player's least recently used ones are deleted."""
    connection.execute(insert(sessions).values(**row.__dict__))
    newest = select(sessions.c.id).where(sessions.c.player == row.player)
    newest = newest.order_by(sessions.c.seen.desc(), sessions.c.id == row.id).limit(MOST_SESSIONS)
    kept = [each.id for each in connection.execute(newest)]
    if len(kept) == MOST_SESSIONS:
        connection.execute(delete(sessions).where(sessions.c.player == row.player, sessions.c.id.not_in(kept)))


def get(connection: Connection, session: str) -> SessionRow | None:
    """The session with this id."""
    row = connection.execute(_GET, {"the_id": session}).mappings().first()
    return None if row is None else SessionRow(**row)


def of_player(connection: Connection, player: str) -> list[SessionRow]:
    """A player's sessions, last used first."""
    query = (
        select(sessions).where(sessions.c.player == player).order_by(sessions.c.seen.desc(), sessions.c.created.desc())
    )
    return [SessionRow(**row) for row in connection.execute(query).mappings()]


def touch(connection: Connection, session: str, now: int) -> None:
    """Record that the session is in use."""
    connection.execute(update(sessions).where(sessions.c.id == session).values(seen=now))


def end(connection: Connection, player: str, session: str) -> bool:
    """End one session; return whether there was one."""
    chosen = delete(sessions).where(sessions.c.player == player, sessions.c.id == session)
    return connection.execute(chosen).rowcount == 1


def end_unnamed(connection: Connection, player: str, now: int) -> None:
    """Make cookies that name no session void."""
    connection.execute(update(players).where(players.c.id == player).values(epoch=now))


def end_all(connection: Connection, player: str, now: int, but: str = "") -> None:
    """End all of a player's sessions but one, and make cookies without a session void."""
    connection.execute(delete(sessions).where(sessions.c.player == player, sessions.c.id != but))
    end_unnamed(connection, player, now)
