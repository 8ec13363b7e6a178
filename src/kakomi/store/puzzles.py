"""What each player has tried and solved, and their rating in the puzzles of each game."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from kakomi.store.schema import puzzle_ratings, puzzle_tries


@dataclass(frozen=True)
class TryRow:
    """A player's tries at one puzzle.

    `failed`: a wrong move, or a look at the solution, came before it was solved; `solved`: when, or None.
    """

    player: str
    game: str
    puzzle: str
    tries: int
    failed: bool
    solved: int | None
    touched: int


@dataclass(frozen=True)
class RatingRow:
    """A player's rating in the puzzles of a game, and how many puzzles counted."""

    player: str
    game: str
    rating: float
    count: int


def get_try(connection: Connection, player: str, game: str, puzzle: str) -> TryRow | None:
    """The player's tries at this puzzle."""
    same = (puzzle_tries.c.player == player, puzzle_tries.c.game == game, puzzle_tries.c.puzzle == puzzle)
    row = connection.execute(select(puzzle_tries).where(*same)).mappings().first()
    return None if row is None else TryRow(**{**row, "failed": bool(row["failed"])})


def put_try(connection: Connection, row: TryRow) -> None:
    """Store the player's tries at a puzzle, replacing what was stored."""
    key = {"player": row.player, "game": row.game, "puzzle": row.puzzle}
    same = (puzzle_tries.c.player == row.player, puzzle_tries.c.game == row.game, puzzle_tries.c.puzzle == row.puzzle)
    values = {"tries": row.tries, "failed": int(row.failed), "solved": row.solved, "touched": row.touched}
    if connection.execute(update(puzzle_tries).where(*same).values(**values)).rowcount == 0:
        connection.execute(insert(puzzle_tries).values(**key, **values))


def get_rating(connection: Connection, player: str, game: str) -> RatingRow | None:
    """The player's rating in the puzzles of a game."""
    same = (puzzle_ratings.c.player == player, puzzle_ratings.c.game == game)
    row = connection.execute(select(puzzle_ratings).where(*same)).mappings().first()
    return None if row is None else RatingRow(**row)


def put_rating(connection: Connection, row: RatingRow) -> None:
    """Store a rating, replacing what was stored."""
    same = (puzzle_ratings.c.player == row.player, puzzle_ratings.c.game == row.game)
    values = {"rating": row.rating, "count": row.count}
    if connection.execute(update(puzzle_ratings).where(*same).values(**values)).rowcount == 0:
        connection.execute(insert(puzzle_ratings).values(player=row.player, game=row.game, **values))


def tried(connection: Connection, player: str, game: str) -> dict[str, bool]:
    """The puzzles of a game that the player has tried, and whether each is solved."""
    columns = select(puzzle_tries.c.puzzle, puzzle_tries.c.solved)
    rows = connection.execute(columns.where(puzzle_tries.c.player == player, puzzle_tries.c.game == game))
    return {row.puzzle: row.solved is not None for row in rows}


def hand_over(connection: Connection, old: str, new: str) -> None:
    """Give one player's tries and ratings to another; where both have one, `_better` decides which is kept."""
    for table, key in ((puzzle_tries, ("game", "puzzle")), (puzzle_ratings, ("game",))):
        both = select(*(table.c[name] for name in key)).where(table.c.player == new)
        taken = {tuple(row) for row in connection.execute(both)}
        for row in connection.execute(select(table).where(table.c.player == old)).mappings().all():
            place = tuple(row[name] for name in key)
            same = [table.c[name] == row[name] for name in key]
            if place in taken and not _better(connection, table is puzzle_ratings, new, dict(row)):
                continue
            if place in taken:
                connection.execute(delete(table).where(table.c.player == new, *same))
            connection.execute(update(table).where(table.c.player == old, *same).values(player=new))
        connection.execute(delete(table).where(table.c.player == old))


def _better(connection: Connection, rating: bool, new: str, row: dict[str, object]) -> bool:
    """Whether the old player's row should replace the new player's: a solved try, or a rating from more puzzles."""
    if rating:
        theirs = get_rating(connection, new, str(row["game"]))
        return theirs is None or int(str(row["count"])) > theirs.count
    kept = get_try(connection, new, str(row["game"]), str(row["puzzle"]))
    return kept is None or (kept.solved is None and row["solved"] is not None)
