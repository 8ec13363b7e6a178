"""The opening explorer: what games add, what it says about a board, and how its index grows."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

import kakomi
from kakomi.core.match import Match
from kakomi.core.symmetry import Orbit
from kakomi.lab.plans import plan as plans
from kakomi.lab.runs.runner import run_plan
from kakomi.players.matches.sprt import wilson
from kakomi.server import schemas
from kakomi.server.background import worker
from kakomi.server.background.fork_server import ForkServer
from kakomi.server.background.jobs import JOBS, game_counts
from kakomi.server.background.pool import BackgroundPool
from kakomi.server.content.explorer import DEEPEST, count_match, explorer_dict, place_of
from kakomi.server.content.explorer_counts import counts_of_stored, counts_of_unit
from kakomi.server.content.explorer_index import ExplorerIndex
from kakomi.server.http.limits import Limits
from kakomi.store import explorer, games, players
from kakomi.store.database import open_database
from kakomi.store.explorer import LabUnit, MoveCount
from kakomi.store.games import GameRow, MoveRow, SeatRow
from kakomi.store.players import PlayerRow
from kakomi.store.writer import Store
from tests.contract import DEFAULTS, Variant, random_match

PLAN = """
name = "small"
[[study]]
name = "equals"
game = "enclosure_chess"
rules = "5x5"
players = ["greedy", "greedy"]
games = 8
opening = 2
[[study]]
name = "random"
game = "enclosure_chess"
rules = "5x5"
players = ["random", "random"]
bulk = false
games = 4
opening = 2
"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(open_database(f"sqlite:///{tmp_path / 'kakomi.db'}"))
    yield store
    store.close()


def look(match: Match, counts: list[MoveCount]) -> schemas.ExplorerOut:
    """What the explorer says, with a store that has these counts and no other."""
    orbit = Orbit(match.rule_set, match.settings, match.state)
    here = [each for each in counts if each.place == place_of(match, orbit)]
    return schemas.ExplorerOut.model_validate(explorer_dict(match, orbit, here, None))


def count_game(
    start: Match, moves: list[str], winner: int | None, sources: tuple[str, str], skip: int = 0
) -> list[MoveCount]:
    match = start.copy()
    for move in moves:
        match.push(move)
    return count_match(match, winner, sources, skip)


def orbit_place(match: Match) -> str:
    return place_of(match, Orbit(match.rule_set, match.settings, match.state))


@pytest.mark.parametrize("variant", DEFAULTS, ids=str)
def test_a_game_and_its_mirror_image_are_counted_in_the_same_places(variant: Variant) -> None:
    match = random_match(variant, 5, 6)
    if match.ply == 0 or match.symmetries() == 1:
        return
    counts = count_game(variant.new(), match.moves, 0, ("people", "levels"))
    number = match.symmetries() - 1
    walk = variant.new()
    for ply, move in enumerate(match.moves):
        mirrored = Match(walk.game, walk.rules, walk.options, walk.transform(number))
        [again] = count_game(mirrored, [walk.transform_move(move, number)], 0, ("people", "levels"))[:1]
        assert again.source == ("people", "levels")[walk.to_move]
        assert again.place == orbit_place(walk)
        assert (again.place, again.move) in {(each.place, each.move) for each in counts}, (ply, move)
        walk.push(move)


def test_results_are_those_of_the_player_who_made_the_move() -> None:
    start = kakomi.new("enso")
    one, two = count_game(start, ["c5xd5", "c2xd2"], 1, ("people", "levels"))
    assert (one.source, one.games, one.wins, one.draws) == ("people", 1, 0, 0)
    assert (two.source, two.games, two.wins, two.draws) == ("levels", 1, 1, 0)
    drawn = count_game(start, ["c5xd5"], None, ("people", "levels"))
    assert (drawn[0].wins, drawn[0].draws) == (0, 1)
    assert start.ply == 0
    assert [each.place for each in count_game(start, ["c5xd5", "c2xd2"], 1, ("lab", "lab"), skip=1)] == [two.place]


def test_only_the_first_moves_are_counted_and_a_repetition_once() -> None:
    match = kakomi.new("toot")
    while match.ply < DEEPEST + 5:
        match.push_code(match.codes()[-1])
    counts = count_game(kakomi.new("toot"), match.moves, 0, ("people", "people"))
    assert 0 < len(counts) <= DEEPEST
    assert len({(each.place, each.move) for each in counts}) == len(counts)


def test_a_board_shows_how_often_by_whom_and_how_surely() -> None:
    start = kakomi.new("enso")
    counts: list[MoveCount] = []
    for winner, sources in ((0, "people"), (None, "people"), (1, "levels"), (0, "lab")):
        counts += count_game(start, ["c5xd5"], winner, (sources, sources))
    counts += count_game(start, ["b4xe4"], 0, ("people", "people"))
    shown = look(start, counts)
    assert shown.total == 5
    first, second = shown.moves
    assert first.by.model_dump() == {"people": 2, "levels": 1, "lab": 1}
    assert (first.games, first.score) == (4, 2.5 / 4)
    assert (first.low, first.high) == wilson(2.5 / 4, 4)
    assert (second.games, second.score, second.proven) == (1, 1.0, "")
    assert "c5xd5" in [first.move, *first.same]
    assert first.clicks == [first.move[:2], first.move[3:]]
    assert "turned or mirrored" in shown.orbit_note


def test_moves_that_mirror_one_another_share_a_line_where_the_position_is_symmetric() -> None:
    start = kakomi.new("enclosure_chess", "5x5")
    orbit = Orbit(start.rule_set, start.settings, start.state)
    assert len(orbit.symmetries) == 8
    shown = look(start, count_game(start, [start.legal_moves[0]], 0, ("lab", "lab")))
    [row] = shown.moves
    images = {start.transform_move(row.move, number) for number in range(8)}
    assert {row.move, *row.same} == images
    assert "symmetric" in shown.orbit_note
    start.push(row.move)
    assert look(start, []).moves == []


def test_proven_moves_are_listed_even_if_nobody_played_them() -> None:
    start = kakomi.new("enclosure_chess", "5x5")
    exact = [{"move": move, "proven": "loss"} for move in start.legal_moves]
    orbit = Orbit(start.rule_set, start.settings, start.state)
    counts = count_game(start, [start.legal_moves[0]], 0, ("lab", "lab"))
    shown = schemas.ExplorerOut.model_validate(explorer_dict(start, orbit, counts, exact))
    assert {each.proven for each in shown.moves} == {"loss"}
    assert sum(1 + len(each.same) for each in shown.moves) == len(start.legal_moves)
    assert [each.games for each in shown.moves] == [1] + [0] * (len(shown.moves) - 1)
    assert (shown.moves[-1].score, shown.moves[-1].low) == (None, None)


# --- the index --------------------------------------------------------------------------------------------------------


def finished(name: str, moves: list[str], **values: object) -> tuple[GameRow, list[MoveRow]]:
    row = GameRow(
        name, "enso", "standard", {}, None, "1", 1, 1, 100, ply=len(moves), turn=None, winner=0, clause="resign"
    )
    row.seats = [SeatRow("person", "ada"), SeatRow("computer", level=3)]
    for key, value in values.items():
        setattr(row, key, value)
    return row, [MoveRow(ply, ply % 2, move, 1) for ply, move in enumerate(moves)]


def add(store: Store, *stored: tuple[GameRow, list[MoveRow]]) -> None:
    def job(connection: Connection) -> None:
        if players.get(connection, "ada") is None:
            players.add(connection, PlayerRow("ada", "Ada"), 1)
        for row, moves in stored:
            games.add(connection, row)
            for move in moves:
                games.add_move(connection, row.id, move)

    asyncio.run(store.write(job))


def totals(store: Store) -> dict[str, int]:
    """How many games began from the usual start, by who moved first."""
    place = orbit_place(kakomi.new("enso"))
    counts: dict[str, int] = {}
    for each in store.read_now(lambda database: explorer.moves_at(database, place)):
        counts[each.source] = counts.get(each.source, 0) + each.games
    return counts


async def grow(store: Store, forks: ForkServer | None = None) -> ExplorerIndex:
    """Count everything; in background processes, or in threads where none can be forked."""
    pool = BackgroundPool(forks, Limits(False))
    index = ExplorerIndex(store, pool.run)
    try:
        await index.count_games()
        await index.count_lab()
    finally:
        await pool.close()
    return index


def test_the_index_grows_and_a_new_start_counts_nothing_twice(store: Store) -> None:
    add(store, finished("a", ["c5xd5", "c2xd2"]), finished("b", ["c5xd5"], winner=None, clause="agreed"))
    add(store, finished("open", ["c5xd5"], finished=None, turn=1, clause=None, winner=None))
    asyncio.run(grow(store))
    assert totals(store) == {"people": 2}
    asyncio.run(grow(store))
    assert totals(store) == {"people": 2}

    async def later() -> None:
        pool = BackgroundPool(None, Limits(False))
        index = ExplorerIndex(store, pool.run)
        await index.count_games()
        await store.write(lambda database: games.add(database, finished("c", [])[0]))
        await store.write(lambda database: database.execute(text("UPDATE games SET finished = 120 WHERE id = 'open'")))
        await index.count_games()
        await pool.close()

    asyncio.run(later())
    assert totals(store) == {"people": 3}
    seats = store.read_now(lambda database: games.load(database, "a"))
    assert seats is not None
    assert [each.source for each in counts_of_stored(*seats)] == ["people", "levels"]


def test_work_broken_off_goes_on_at_the_next_start(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    add(store, *(finished(f"g{number}", ["c5xd5"]) for number in range(5)))
    real = explorer.count
    done: list[str] = []

    def crash(database: Connection, work: str, counts: object) -> None:
        real(database, work, counts)  # type: ignore[arg-type]
        if len(done) == 2:
            raise RuntimeError("the machine goes down before the commit")
        done.append(work)

    monkeypatch.setattr(explorer, "count", crash)
    with pytest.raises(RuntimeError):
        asyncio.run(grow(store))
    assert totals(store) == {"people": 2}
    monkeypatch.setattr(explorer, "count", real)
    asyncio.run(grow(store))
    assert totals(store) == {"people": 5}


def test_a_background_process_that_dies_costs_no_game(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(store, *(finished(f"g{number}", ["c5xd5"]) for number in range(3)))
    fatal = tmp_path / "fatal"

    def die_at_the_second(row: GameRow, moves: list[MoveRow]) -> object:
        if row.id == "g1" and not fatal.exists():
            fatal.touch()
            os._exit(1)
        return game_counts(row, moves)

    monkeypatch.setitem(JOBS, "game_counts", die_at_the_second)
    with ForkServer(worker.serve) as forks:
        asyncio.run(grow(store, forks))
    assert fatal.exists()
    assert totals(store) == {"people": 3}


def test_a_game_whose_count_fails_does_not_hold_up_the_others(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    add(store, *(finished(f"g{number}", ["c5xd5"]) for number in range(3)))

    def fail_at_the_second(row: GameRow, moves: list[MoveRow]) -> object:
        if row.id == "g1":
            raise ValueError("a fault of ours")
        return game_counts(row, moves)

    monkeypatch.setitem(JOBS, "game_counts", fail_at_the_second)
    asyncio.run(grow(store))
    assert totals(store) == {"people": 2}
    monkeypatch.undo()
    asyncio.run(grow(store))  # as at the next start
    assert totals(store) == {"people": 3}


def test_games_that_cannot_be_replayed_and_forfeits_are_left_out(store: Store) -> None:
    add(store, finished("old", ["c5xd5"], version="0"), finished("gone", ["x"], game="gone"))
    add(store, finished("bad", ["c5xd5"], clause="forfeit"), finished("good", ["c5xd5"]))
    asyncio.run(grow(store))
    assert totals(store) == {"people": 1}
    counted = store.read_now(lambda database: [explorer.is_counted(database, each) for each in ("old", "bad", "good")])
    assert counted == [False, True, True]


def test_runs_of_the_lab_are_counted_without_random_moves_and_repeats(store: Store, tmp_path: Path) -> None:
    run_plan(plans.read(PLAN), tmp_path / "small", store.database, 0)
    asyncio.run(grow(store))
    rows = store.read_now(lambda database: database.execute(text("SELECT * FROM explorer_moves")).mappings().all())
    lines = [json.loads(line) for line in (tmp_path / "small" / "results.jsonl").read_text().splitlines()]
    played = [line for line in lines if line["study"] == 0]
    different = {tuple(line["moves"]): line for line in played}.values()
    start = kakomi.new("enclosure_chess", "5x5")
    wanted: dict[tuple[str, int], int] = {}
    for line in different:
        for each in count_game(start, line["moves"], line["winner"], ("lab", "lab"), 2):
            wanted[each.place, each.move] = wanted.get((each.place, each.move), 0) + 1
    assert {(row["place"], row["move"]): row["games"] for row in rows} == wanted
    assert {row["source"] for row in rows} == {"lab"}
    asyncio.run(grow(store))
    again = store.read_now(lambda database: database.execute(text("SELECT * FROM explorer_moves")).mappings().all())
    assert again == rows


def test_a_unit_of_totals_or_of_a_game_that_is_gone_adds_nothing() -> None:
    def unit(game: str, payload: object) -> LabUnit:
        plan = {"studies": [{"game": game, "rules": "standard", "options": {}, "players": ["greedy", "greedy"]}]}
        return LabUnit("r", 0, 0, json.dumps(plan), json.dumps(payload))

    line = {"moves": ["c5xd5"], "clause": "4.1", "winner": 0, "opening": 0}
    assert len(counts_of_unit(unit("enso", [line]))) == 1
    assert counts_of_unit(unit("enso", {"games": 1_000_000})) == []
    assert counts_of_unit(unit("gone", [line])) == []
    assert counts_of_unit(unit("enso", [{**line, "moves": ["a1"]}])) == []
