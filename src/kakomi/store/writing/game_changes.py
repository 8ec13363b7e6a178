"""Changes of games, mostly moves: those that arrive together are stored in a few statements.

A thread releases the interpreter's lock at every statement, and has to wait for it again while another thread computes.
With hundreds of games, a writing thread that used a statement for each row could not keep up with the moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Connection

from kakomi.store.errors import Conflict
from kakomi.store.games import CHANGING, GameRow, MoveRow, add_move, save
from kakomi.store.writing.many_rows import placeholders, portions

COLUMNS = (*CHANGING, "sequence")
MOVE_COLUMNS = ("game", "ply", "seat", "move", "at", "left")


@dataclass(frozen=True)
class GameChange:
    """A job: the changed row of a game last seen with sequence number `seen`, and the move that changed it, if one did."""

    row: GameRow
    seen: int
    process: str = ""
    move: MoveRow | None = None

    def __call__(self, connection: Connection) -> None:
        """Store it; Conflict if the game has changed in the meantime."""
        save(connection, self.row, self.seen, self.process)
        if self.move is not None:
            add_move(connection, self.row.id, self.move)


def store_changes(connection: Connection, changes: Sequence[GameChange]) -> None:
    """Store changes of different games; Conflict if one of these has changed in the meantime."""
    if connection.dialect.name == "sqlite":
        store_rows(connection.exec_driver_sql, changes)
        return
    for each in changes:  # PostgreSQL is another process, and needs types and notices
        each(connection)


def store_rows(execute: Callable[[str, tuple[Any, ...]], Any], changes: Sequence[GameChange]) -> None:
    """The same with SQLite's own statements; `execute` is that of a cursor or connection, whose result has `rowcount`."""
    for some in portions(changes):
        if execute(_update(len(some)), tuple(_row_values(some))).rowcount != len(some):
            raise Conflict("a game has changed in the meantime; load it again")
    for moving in portions([each for each in changes if each.move is not None]):
        execute(_insert(len(moving)), tuple(_move_values(moving)))


def _row_values(changes: Sequence[GameChange]) -> Iterator[Any]:
    for each in changes:
        yield each.row.id
        yield each.seen
        for name in COLUMNS:
            yield getattr(each.row, name)


def _move_values(changes: Sequence[GameChange]) -> Iterator[Any]:
    for each in changes:
        move = each.move
        assert move is not None
        yield from (each.row.id, move.ply, move.seat, move.move, move.at, move.left)


@cache
def _update(count: int) -> str:
    rows = placeholders(count, 2 + len(COLUMNS))
    settings = ", ".join(f'"{name}" = new.column{number}' for number, name in enumerate(COLUMNS, 3))
    return (  # it must begin with UPDATE, or Python's driver does not count the rows
        f"UPDATE games SET {settings} FROM (VALUES {rows}) AS new "
        "WHERE games.id = new.column1 AND games.sequence = new.column2"
    )


@cache
def _insert(count: int) -> str:
    names = ", ".join(f'"{name}"' for name in MOVE_COLUMNS)
    return f"INSERT INTO moves ({names}) VALUES {placeholders(count, len(MOVE_COLUMNS))}"
