"""Everything that is stored about one player, as plain data; and its deletion."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, delete, select, update

from kakomi.store import games, players, sessions
from kakomi.store import schema as tables

MOST_GAMES = 10_000
DELETED = "Deleted player"


def export(connection: Connection, player: str) -> dict[str, Any]:
    """A player with sessions, bots, games and solved puzzles. Passphrases and tokens are left out."""
    row = players.get(connection, player)
    assert row is not None
    held = select(tables.seats.c.game).where(tables.seats.c.player == player).distinct().limit(MOST_GAMES)
    tries = select(tables.puzzle_tries).where(tables.puzzle_tries.c.player == player)
    ratings = select(tables.puzzle_ratings).where(tables.puzzle_ratings.c.player == player)
    return {
        "player": {"id": row.id, "name": row.name, "account": row.account},
        "sessions": [
            {"device": each.device, "created": each.created, "seen": each.seen}
            for each in sessions.of_player(connection, player)
        ],
        "bots": [{"id": bot.id, "name": bot.name} for bot in players.bots_of(connection, player)],
        "games": [_game(connection, name, player) for name in connection.execute(held).scalars().all()],
        "puzzle_tries": [_without_player(each) for each in connection.execute(tries).mappings()],
        "puzzle_ratings": [_without_player(each) for each in connection.execute(ratings).mappings()],
    }


def _without_player(row: Any) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "player"}


def _game(connection: Connection, name: str, player: str) -> dict[str, Any]:
    row = games.get(connection, name)
    assert row is not None
    facts = ("id", "game", "rules", "options", "position", "version", "created", "finished", "winner", "clause")
    return {
        **{fact: getattr(row, fact) for fact in facts},
        "seats": [{"kind": seat.kind, "name": seat.name, "level": seat.level} for seat in row.seats],
        "yours": [place for place, seat in enumerate(row.seats) if seat.player == player],
        "moves": [asdict(move) for move in games.moves_of(connection, name)],
    }


def erase(connection: Connection, player: str, now: int) -> list[str]:
    """Delete what is known about a player; their games stay, without their name. Return the ids of their revoked bots."""
    bots = [bot.id for bot in players.bots_of(connection, player)]
    for bot in bots:
        players.change_token(connection, bot, None, None)
    gone = {"name": DELETED, "account": None, "passphrase": None, "token": None, "owner": None}
    connection.execute(update(tables.players).where(tables.players.c.owner == player).values(owner=None, name=DELETED))
    connection.execute(update(tables.players).where(tables.players.c.id == player).values(**gone))
    sessions.end_all(connection, player, now)
    for table in (tables.puzzle_tries, tables.puzzle_ratings):
        connection.execute(delete(table).where(table.c.player == player))
    return bots
