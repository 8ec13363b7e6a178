"""What players have solved, on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection

from kakomi.store import players, puzzles
from kakomi.store.database import open_database
from kakomi.store.players import PlayerRow
from kakomi.store.puzzles import RatingRow, TryRow


@pytest.fixture
def base(database: str) -> Iterator[Connection]:
    engine = open_database(database)
    with engine.begin() as connection:
        for name in ("ada", "bo"):
            players.add(connection, PlayerRow(name, name.title()), 1)
        yield connection
    engine.dispose()


def test_tries_and_ratings_are_stored_and_replaced(base: Connection) -> None:
    assert puzzles.get_try(base, "ada", "x", "p1") is None
    assert puzzles.get_rating(base, "ada", "x") is None
    first = TryRow("ada", "x", "p1", 1, True, None, 1_000)
    puzzles.put_try(base, first)
    assert puzzles.get_try(base, "ada", "x", "p1") == first
    then = TryRow("ada", "x", "p1", 2, True, 2_000, 2_000)
    puzzles.put_try(base, then)
    puzzles.put_try(base, TryRow("ada", "x", "p2", 1, True, None, 1))
    puzzles.put_try(base, TryRow("bo", "x", "p3", 1, False, 3, 3))
    assert puzzles.get_try(base, "ada", "x", "p1") == then
    assert puzzles.tried(base, "ada", "x") == {"p1": True, "p2": False}
    assert puzzles.tried(base, "ada", "y") == {}
    for row in (RatingRow("ada", "x", 1_048.5, 1), RatingRow("ada", "x", 1_100.25, 2)):
        puzzles.put_rating(base, row)
        assert puzzles.get_rating(base, "ada", "x") == row


def test_an_account_takes_over_what_was_solved_without_it(base: Connection) -> None:
    for row in (
        TryRow("bo", "x", "both", 3, True, None, 1),  # not solved by the account, but by the visitor
        TryRow("ada", "x", "both", 1, False, 9, 9),
        TryRow("bo", "x", "kept", 1, False, 5, 5),  # solved by the account, not by the visitor
        TryRow("ada", "x", "kept", 2, True, None, 9),
        TryRow("ada", "x", "new", 1, False, 9, 9),
    ):
        puzzles.put_try(base, row)
    puzzles.put_rating(base, RatingRow("bo", "x", 1_500, 20))
    puzzles.put_rating(base, RatingRow("ada", "x", 900, 2))
    puzzles.put_rating(base, RatingRow("ada", "y", 1_200, 4))
    players.hand_over(base, "ada", "bo")
    assert puzzles.tried(base, "bo", "x") == {"both": True, "kept": True, "new": True}
    assert puzzles.get_try(base, "bo", "x", "kept") == TryRow("bo", "x", "kept", 1, False, 5, 5)
    assert puzzles.get_rating(base, "bo", "x") == RatingRow("bo", "x", 1_500, 20)
    assert puzzles.get_rating(base, "bo", "y") == RatingRow("bo", "y", 1_200, 4)
    assert puzzles.tried(base, "ada", "x") == {}
    assert puzzles.get_rating(base, "ada", "x") is None
