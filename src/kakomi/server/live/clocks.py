"""Clocks, by the server's time. A clock is a few numbers in a game's row; these functions read and change them.

A *game* clock starts to run with the first move, which is free; then the clock of whoever is to move runs. A player's
time goes down by what passes from the moment it became their turn to the moment their move arrived here, and up by the
increment when the turn passes to the opponent. With *days* each turn has its own allowance, which runs from the moment both
seats are taken. Neither runs while no server does (`store.games.forgive_downtime`).
"""

from __future__ import annotations

import time
from typing import Any

from kakomi.store.games import GameRow

_WALL, _STEADY = time.time_ns(), time.monotonic_ns()
DAY = 86_400_000


def now() -> int:
    """Milliseconds since 1970; never goes back within a process."""
    return (_WALL + time.monotonic_ns() - _STEADY) // 1_000_000


def left(row: GameRow, seat: int, at: int) -> int:
    """The time a seat has left at that moment, in ms; may be negative."""
    remaining = (row.left_first, row.left_second)[seat]
    if row.started is not None and row.turn == seat:
        remaining -= max(0, at - row.started)
    return remaining


def fallen(row: GameRow, at: int) -> bool:
    """Whether the player to move has run out of time."""
    return row.started is not None and row.turn is not None and left(row, row.turn, at) <= 0


def begin(row: GameRow, at: int) -> None:
    """Both seats are taken: a clock with days per move starts."""
    if row.clock == "days":
        _run(row, at)


def charge(row: GameRow, at: int) -> None:
    """Take the time used from the player to move, and stop the clock."""
    if row.started is not None and row.turn is not None:
        _set(row, row.turn, left(row, row.turn, at))
    row.started = row.deadline = None


def press(row: GameRow, mover: int, turn: int | None, at: int) -> None:
    """The mover has moved and it is now the turn of `turn` (None: the game is over). Sets the row's turn."""
    if row.clock:
        ran = row.started is not None
        charge(row, at)
        if turn != mover:
            remaining = row.allowance if row.clock == "days" else left(row, mover, at) + row.increment * ran
            _set(row, mover, remaining)
    row.turn = turn
    if row.clock and turn is not None:
        _run(row, at)


def back(row: GameRow, turn: int, at: int) -> None:
    """A move was taken back: it is the turn of `turn` again."""
    ran = row.started is not None
    charge(row, at)
    row.turn = turn
    if ran:
        if row.clock == "days":
            _set(row, turn, row.allowance)
        _run(row, at)


def view(row: GameRow, at: int) -> dict[str, Any] | None:
    """The clocks as clients see them."""
    if not row.clock:
        return None
    running = row.turn if row.started is not None else None
    both = [max(0, left(row, seat, at)) for seat in (0, 1)]
    return {"kind": row.clock, "left": both, "increment": row.increment, "running": running, "now": at}


def _set(row: GameRow, seat: int, value: int) -> None:
    if seat == 0:
        row.left_first = value
    else:
        row.left_second = value


def _run(row: GameRow, at: int) -> None:
    assert row.turn is not None
    row.started = at
    row.deadline = at + (row.left_first, row.left_second)[row.turn]
