"""Games, seats and moves. Every change names the sequence number it is based on; Conflict if that is outdated."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    tuple_,
    update,
)

from kakomi.core.options import Value
from kakomi.store.announcements import notify
from kakomi.store.errors import Conflict, Unplayable
from kakomi.store.schema import games, moves, players, processes, seats

DAMAGED = "the options of this stored game cannot be read"
CANCELLED = "cancelled"  # the clause of a game whose invitation was withdrawn before anybody accepted it
CLOSED = "closed"  # the clause of a game ended by an administrator, without a winner


@dataclass
class SeatRow:
    """A seat as stored, with the player's name at the time it was read."""

    kind: str
    player: str | None = None
    name: str = ""
    level: int | None = None


@dataclass
class MoveRow:
    """A move as stored."""

    ply: int
    seat: int
    move: str
    at: int
    left: int | None = None


@dataclass
class GameRow:
    """A game as stored; see the schema for the fields."""

    id: str
    game: str
    rules: str
    options: dict[str, Value]
    position: str | None
    version: str
    created: int
    updated: int
    finished: int | None = None
    sequence: int = 0
    ply: int = 0
    turn: int | None = 0
    invite: str | None = None
    clock: str = ""
    increment: int = 0
    allowance: int = 0
    left_first: int = 0
    left_second: int = 0
    started: int | None = None
    deadline: int | None = None
    offer_draw: int | None = None
    offer_undo: int | None = None
    offer_rematch: int | None = None
    winner: int | None = None
    clause: str | None = None
    score_first: float | None = None
    score_second: float | None = None
    series: int = 1
    number: int = 1
    points_first: float = 0
    points_second: float = 0
    next: str | None = None
    summary: str | None = None
    problem: str | None = None
    seats: list[SeatRow] = field(default_factory=list)

    @property
    def waiting(self) -> str:
        """The kind of the seat to move, "" when the game is over; servers search the store by it."""
        return "" if self.turn is None else self.seats[self.turn].kind

    def copy(self) -> GameRow:
        """An independent copy."""
        copy = object.__new__(GameRow)
        copy.__dict__.update(self.__dict__)
        copy.seats = [SeatRow(seat.kind, seat.player, seat.name, seat.level) for seat in self.seats]
        return copy

    def columns(self) -> dict[str, Any]:
        """The row of the table."""
        values = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "seats"}
        values["options"] = json.dumps(self.options)
        values["waiting"] = self.waiting
        return values


FIXED = ("id", "game", "rules", "options", "position", "version", "created", "seats", "sequence", "problem")
CHANGING = (*(each.name for each in fields(GameRow) if each.name not in FIXED), "waiting")
_UPDATE = (
    update(games)
    .where(games.c.id == bindparam("the_id"), games.c.sequence == bindparam("seen"))
    .values({name: bindparam(f"new_{name}") for name in (*CHANGING, "sequence")})
)
# statements that are executed often are built once
_INSERT_MOVE = insert(moves)
_INSERT_GAME = insert(games)
_INSERT_SEAT = insert(seats)
_TAKE_SEAT = (
    update(seats)
    .where(seats.c.game == bindparam("the_game"), seats.c.seat == bindparam("the_seat"), seats.c.kind == "open")
    .values(player=bindparam("new_player"), kind=bindparam("new_kind"))
)
_OPEN_GAMES = (
    select(func.count())
    .select_from(seats.join(games, seats.c.game == games.c.id))
    .where(seats.c.player == bindparam("the_player"), games.c.finished.is_(None))
)


def add(connection: Connection, row: GameRow) -> None:
    """Store a new game with its seats."""
    connection.execute(_INSERT_GAME, row.columns())
    connection.execute(
        _INSERT_SEAT,
        [
            {"game": row.id, "seat": place, "kind": seat.kind, "player": seat.player, "level": seat.level}
            for place, seat in enumerate(row.seats)
        ],
    )


def save(connection: Connection, row: GameRow, seen: int, process: str = "") -> None:
    """Store the changed row of a game last seen with sequence number `seen`; the commit notifies other processes."""
    values: dict[str, Any] = {f"new_{name}": getattr(row, name) for name in CHANGING}
    values |= {"new_sequence": row.sequence, "the_id": row.id, "seen": seen}
    if connection.execute(_UPDATE, values).rowcount != 1:
        raise Conflict("the game has changed in the meantime; load it again")
    if connection.dialect.name == "postgresql":
        notify(connection, {"game": row.id, "sequence": row.sequence, "process": process})


def touch(connection: Connection, game: str, process: str) -> None:
    """Have everyone read the game again: something has changed that is not in its row."""
    changed = update(games).where(games.c.id == game).values(sequence=games.c.sequence + 1).returning(games.c.sequence)
    sequence = connection.execute(changed).scalar()
    if sequence is not None and connection.dialect.name == "postgresql":
        notify(connection, {"game": game, "sequence": sequence, "process": process})


def add_move(connection: Connection, game: str, move: MoveRow) -> None:
    """Store a move; UNIQUE(game, ply) allows only one per ply."""
    connection.execute(
        _INSERT_MOVE,
        {"game": game, "ply": move.ply, "seat": move.seat, "move": move.move, "at": move.at, "left": move.left},
    )


def drop_moves(connection: Connection, game: str, ply: int) -> None:
    """Delete the moves from `ply` on."""
    connection.execute(delete(moves).where(moves.c.game == game, moves.c.ply >= ply))


def take_seat(connection: Connection, game: str, seat: int, player: str, kind: str) -> None:
    """Put a player in the open seat; Conflict if it is no longer open."""
    changed = connection.execute(
        _TAKE_SEAT, {"the_game": game, "the_seat": seat, "new_player": player, "new_kind": kind}
    )
    if changed.rowcount != 1:
        raise Conflict("someone else has taken the seat")


# --- queries ----------------------------------------------------------------------------------------------------------


def get(connection: Connection, game: str) -> GameRow | None:
    """A game with its seats."""
    rows = _rows(connection, [game])
    return rows[0] if rows else None


def moves_of(connection: Connection, game: str, start: int = 0) -> list[MoveRow]:
    """The game's moves from ply `start` on."""
    query = select(moves).where(moves.c.game == game, moves.c.ply >= start).order_by(moves.c.ply)
    return [MoveRow(row.ply, row.seat, row.move, row.at, row.left) for row in connection.execute(query)]


def load(connection: Connection, game: str) -> tuple[GameRow, list[MoveRow]] | None:
    """A game and its moves, read consistently."""
    for _ in range(5):
        row = get(connection, game)
        if row is None:
            return None
        if row.problem == DAMAGED:
            raise Unplayable(DAMAGED)
        played = moves_of(connection, game)
        if len(played) == row.ply:  # under READ COMMITTED a move may arrive between the two queries
            return row, played
        again = get(connection, game)
        if again is not None and again.sequence == row.sequence:
            raise Unplayable(f"{len(played)} moves of this stored game are there, but it had {row.ply}")
    raise Conflict("the game is changing too fast to be read; try again")


def _rows(connection: Connection, ids: Sequence[str]) -> list[GameRow]:
    by_id: dict[str, GameRow] = {}
    for row in connection.execute(select(games).where(games.c.id.in_(ids))).mappings():
        values = dict(row)
        try:
            values["options"] = dict(json.loads(values["options"]))
        except (ValueError, TypeError):  # one damaged game must not hide the others
            values["options"], values["problem"] = {}, DAMAGED
        del values["waiting"]  # follows from the turn and the seats
        by_id[values["id"]] = GameRow(**values, seats=[SeatRow("open"), SeatRow("open")])
    query = select(seats, players.c.name).outerjoin(players, seats.c.player == players.c.id)
    for row in connection.execute(query.where(seats.c.game.in_(list(by_id)))).mappings():
        by_id[row["game"]].seats[row["seat"]] = SeatRow(row["kind"], row["player"], row["name"] or "", row["level"])
    return [by_id[each] for each in ids if each in by_id]


def listing(
    connection: Connection,
    which: str,
    player: str | None = None,
    game: str | None = None,
    before: tuple[int, str] | None = None,
    limit: int = 20,
    lately: int = 0,
    finished: bool | None = None,
) -> list[GameRow]:
    """Games, newest first: those being played (`live`), those of a player (`mine`), or `finished` ones.

    A game counts as being played if something has happened in it since `lately` or its clock gives days per move, and if
    it is between two different players, or against the computer with at least one move made. `finished` narrows `mine`.
    Cancelled invitations are left out.
    """
    query = select(games.c.id).order_by(games.c.updated.desc(), games.c.id.desc()).limit(limit)
    query = query.where(or_(games.c.clause.is_(None), games.c.clause != CANCELLED))
    if which == "live":
        query = query.where(games.c.finished.is_(None), games.c.invite.is_(None))
        query = query.where(or_(games.c.updated > lately, games.c.clock == "days"))
        query = query.where(or_(_between_two(), and_(games.c.ply > 0, _against_computer())))
    elif which == "finished":
        query = query.where(games.c.finished.is_not(None))
    else:
        query = query.where(games.c.id.in_(select(seats.c.game).where(seats.c.player == player)))
        if finished is not None:
            query = query.where(games.c.finished.is_not(None) if finished else games.c.finished.is_(None))
    if game is not None:
        query = query.where(games.c.game == game)
    if before is not None:
        query = query.where(tuple_(games.c.updated, games.c.id) < tuple_(before[0], before[1]))
    return _rows(connection, [row.id for row in connection.execute(query)])


def every(connection: Connection, player: str | None, finished: bool | None, limit: int) -> list[GameRow]:
    """Games for an administrator, last changed first: of one player or all; finished, unfinished or both (None)."""
    query = select(games.c.id).order_by(games.c.updated.desc(), games.c.id.desc()).limit(limit)
    if player is not None:
        query = query.where(games.c.id.in_(select(seats.c.game).where(seats.c.player == player)))
    if finished is not None:
        query = query.where(games.c.finished.is_not(None) if finished else games.c.finished.is_(None))
    return _rows(connection, [row.id for row in connection.execute(query)])


def _between_two() -> ColumnElement[bool]:
    """Two different people or bots hold the seats of the game."""
    first, second = seats.alias(), seats.alias()
    same = and_(first.c.game == games.c.id, first.c.seat == 0, second.c.game == games.c.id, second.c.seat == 1)
    return exists().where(same, first.c.player != second.c.player)


def _against_computer() -> ColumnElement[bool]:
    return exists().where(seats.c.game == games.c.id, seats.c.kind == "computer")


def flagged(connection: Connection, now: int, limit: int = 100) -> list[str]:
    """Games whose deadline has passed, earliest deadline first; those that cannot be replayed are left out."""
    query = select(games.c.id).where(games.c.deadline < now, games.c.problem.is_(None))
    return [row.id for row in connection.execute(query.order_by(games.c.deadline).limit(limit))]


def waiting_for(connection: Connection, kind: str, before: int, limit: int = 10_000) -> list[str]:
    """Games in which a seat of this kind is to move and nothing has happened since `before`."""
    query = select(games.c.id).where(games.c.waiting == kind, games.c.updated <= before, games.c.problem.is_(None))
    query = query.limit(limit)
    return [row.id for row in connection.execute(query)]


def counts(connection: Connection) -> dict[str, int]:
    """The numbers of unfinished games and of all moves."""
    live = connection.execute(select(func.count()).select_from(games).where(games.c.finished.is_(None))).scalar_one()
    return {"live": live, "moves": connection.execute(select(func.count()).select_from(moves)).scalar_one()}


def unfinished_of(connection: Connection, player: str, limit: int = 1_000) -> list[str]:
    """The ids of a player's unfinished games."""
    query = select(games.c.id).join(seats, seats.c.game == games.c.id).distinct()
    query = query.where(seats.c.player == player, games.c.finished.is_(None)).order_by(games.c.id).limit(limit)
    return [row.id for row in connection.execute(query)]


def open_games_of(connection: Connection, player: str) -> int:
    """The number of a player's unfinished games."""
    return int(connection.execute(_OPEN_GAMES, {"the_player": player}).scalar_one())


def open_games_between(connection: Connection, one: str, two: str) -> int:
    """The number of unfinished games of two players with one another."""
    first, second = seats.alias(), seats.alias()
    both = games.join(first, first.c.game == games.c.id).join(second, second.c.game == games.c.id)
    query = select(func.count(games.c.id.distinct())).select_from(both)
    return int(
        connection.execute(
            query.where(first.c.player == one, second.c.player == two, games.c.finished.is_(None))
        ).scalar_one()
    )


# --- summaries, and games that cannot be replayed ---------------------------------------------------------------------


def without_summary(connection: Connection, after: str, limit: int = 100) -> list[str]:
    """The next games after this id that have no summary yet, in order of id."""
    query = select(games.c.id).where(games.c.summary.is_(None), games.c.problem.is_(None), games.c.id > after)
    return [row.id for row in connection.execute(query.order_by(games.c.id).limit(limit))]


def put_summary(connection: Connection, game: str, sequence: int, summary: str) -> None:
    """Store the summary of a game, unless the game has changed since."""
    connection.execute(update(games).where(games.c.id == game, games.c.sequence == sequence).values(summary=summary))


def mark_problem(connection: Connection, game: str, problem: str) -> None:
    """Mark a game that cannot be replayed: its clock and its computer's moves are no longer handled."""
    connection.execute(update(games).where(games.c.id == game).values(problem=problem[:500]))


def clear_problems(connection: Connection) -> None:
    """Clear the marks at a start: a plug-in or the rules may be back."""
    connection.execute(update(games).where(games.c.problem.is_not(None)).values(problem=None))


# --- processes --------------------------------------------------------------------------------------------------------


def heartbeat(connection: Connection, process: str, now: int) -> None:
    """Record that this process is alive."""
    if connection.execute(update(processes).where(processes.c.id == process).values(alive=now)).rowcount == 0:
        connection.execute(insert(processes).values(id=process, alive=now))


def farewell(connection: Connection, process: str, now: int) -> None:
    """Record when this process ends, and delete processes that ended long ago."""
    heartbeat(connection, process, now)
    connection.execute(delete(processes).where(processes.c.alive < now - 60_000))


def last_alive(connection: Connection) -> int | None:
    """When any process was last known to be alive."""
    alive: int | None = connection.execute(select(func.max(processes.c.alive))).scalar_one()
    return alive


def living(connection: Connection, since: int) -> set[str]:
    """The processes known to be alive at `since` or later."""
    return set(connection.execute(select(processes.c.id).where(processes.c.alive >= since)).scalars())


def forgive_downtime(connection: Connection, alive: int, now: int) -> None:
    """Clocks stop while no server runs: give running clocks back the time that has passed since `alive`."""
    gone = case((games.c.started <= alive, now - alive), else_=now - games.c.started)
    later = {"started": games.c.started + gone, "deadline": games.c.deadline + gone}
    connection.execute(update(games).where(games.c.started.is_not(None), games.c.started < now).values(later))
