"""The explorer's tables, on SQLite and on PostgreSQL: counted once, added up, found again, in pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from kakomi.store import explorer, games, lab, players
from kakomi.store.database import open_database
from kakomi.store.explorer import LabUnit, MoveCount
from kakomi.store.games import GameRow, SeatRow
from kakomi.store.players import PlayerRow


@pytest.fixture
def base(database: str) -> Iterator[Connection]:
    engine = open_database(database)
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def test_games_add_up_and_count_once(base: Connection) -> None:
    win, draw = MoveCount("p", 2**62, "people", 1, 1, 0), MoveCount("p", 2**62, "people", 1, 0, 1)
    other = MoveCount("p", 7, "lab", 1, 0, 0)
    explorer.count(base, "g1", [("g1", [win, other])])
    explorer.count(base, "g2", [("g2", [draw])])
    assert sorted(explorer.moves_at(base, "p")) == [other, MoveCount("p", 2**62, "people", 2, 1, 1)]
    assert explorer.moves_at(base, "q") == []
    assert (explorer.is_counted(base, "g1"), explorer.is_counted(base, "g3")) == (True, False)
    explorer.count(base, "g3", [])
    assert explorer.is_counted(base, "g3")
    point = base.begin_nested()
    with pytest.raises(IntegrityError):  # the writer makes it a Conflict
        explorer.count(base, "g1", [("g1", [win])])
    point.rollback()


def test_a_repeat_in_another_unit_of_the_lab_is_no_new_evidence(base: Connection) -> None:
    one, two = MoveCount("p", 1, "lab"), MoveCount("p", 2, "lab")
    explorer.count(base, "unit r/0/0", [("lab a", [one]), ("lab b", [two])])
    explorer.count(base, "unit r/0/2", [("lab a", [one]), ("lab c", [two]), ("lab c", [two])])
    assert sorted(explorer.moves_at(base, "p")) == [one, MoveCount("p", 2, "lab", 2)]


def test_finished_games_come_in_pages_without_those_counted(base: Connection) -> None:
    players.add(base, PlayerRow("ada", "Ada"), 1)
    for number, finished in enumerate((30, None, 10, 20, 20)):
        row = GameRow(f"g{number}", "enso", "standard", {}, None, "1", 1, 1, finished)
        row.seats = [SeatRow("person", "ada"), SeatRow("person", "ada")]
        games.add(base, row)
    explorer.count(base, "g3", [])
    assert explorer.uncounted_games(base, (-1, ""), 2) == (["g2"], (20, "g3"))
    assert explorer.uncounted_games(base, (20, "g3"), 2) == (["g4", "g0"], (30, "g0"))
    assert explorer.uncounted_games(base, (30, "g0"), 2) == ([], None)


def test_units_of_complete_runs_come_one_by_one(base: Connection) -> None:
    for name, manifest in (("a", None), ("b", "{}"), ("c", "{}")):
        lab.begin(base, lab.RunRow(name, f"plan {name}", "s", "me", 1, 1, manifest))
        lab.add_units(base, name, "me", [lab.UnitRow(0, first, 10, f"{name}{first}") for first in (0, 10, 20)], 2)
    start = ("", -1, -1)
    assert explorer.next_unit(base, start, 15) == LabUnit("b", 0, 0, "plan b", "b0")
    explorer.count(base, "unit b/0/0", [])
    assert explorer.next_unit(base, start, 15) == LabUnit("b", 0, 10, "plan b", "b10")
    assert explorer.next_unit(base, ("b", 0, 10), 15) == LabUnit("c", 0, 0, "plan c", "c0")
    assert explorer.next_unit(base, ("c", 0, 10), 15) is None
    assert LabUnit("b", 0, 10, "", "").id == "unit b/0/10"
