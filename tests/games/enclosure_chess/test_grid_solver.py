"""Enclosure Chess on 5x5 and 7x7, solved: the table against plain minimax over the oracle, play out of it, its file."""

from __future__ import annotations

import errno
import functools
import os
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import kakomi
from kakomi.games.enclosure_chess.grid.solved import solver as exact_grid
from kakomi.games.enclosure_chess.grid.solved.solver import GridSolver
from kakomi.search.result import Limit, Report
from kakomi.solved import solver as exact
from kakomi.solved import tables
from tests.games.enclosure_chess.exhaustive import SOURCES, Minimax, whole
from tests.games.enclosure_chess.oracle import SHARED, Oracle
from tests.kept import keep

OPTIONS = ("open", "closed")
BOTH = pytest.mark.parametrize("vacated", OPTIONS)


def new(rules: str, vacated: str) -> kakomi.Match:
    return kakomi.new("enclosure_chess", rules, vacated=vacated)


@functools.cache
def shared_solver(rules: str, vacated: str) -> GridSolver:
    """One for all tests that only ask."""
    return fresh_solver(new(rules, vacated))


def fresh_solver(match: kakomi.Match) -> GridSolver:
    """One that has read nothing yet."""
    exact_grid._solver.cache_clear()
    solver = exact.solver_for(match)
    assert isinstance(solver, GridSolver)
    return solver


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of tables, new for each test."""
    monkeypatch.setenv("KAKOMI_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "tables"


def margins(match: kakomi.Match, solver: GridSolver) -> dict[str, int]:
    """What each move is worth from now on, as the oracle would say it."""
    assert match.score is not None
    ahead = match.score[match.to_move] - match.score[1 - match.to_move]
    text = match.rule_set.view.move_text
    return {text(match.state, move): margin - ahead for move, margin in solver.margins(match.state)}


# --- the values -------------------------------------------------------------------------------------------------------


@BOTH
def test_5x5_has_the_value_and_the_best_moves_of_plain_minimax(vacated: str) -> None:
    oracle = Oracle("5x5", vacated=vacated)
    wanted = whole("5x5", vacated).margins(oracle)
    solution = shared_solver("5x5", vacated).solution(new("5x5", vacated))
    assert solution.value == max(wanted.values())
    assert set(solution.best) == {move for move, margin in wanted.items() if margin == solution.value}


@BOTH
def test_5x5_knows_every_move_of_random_games(vacated: str) -> None:
    solver, chance = shared_solver("5x5", vacated), random.Random(5)
    for _ in range(150):
        match, oracle = new("5x5", vacated), Oracle("5x5", vacated=vacated)
        while oracle.moves():
            wanted = whole("5x5", vacated).margins(oracle)
            assert margins(match, solver) == wanted
            first, second = oracle.score()
            best = max(wanted.values())
            assert solver.value(match) == first - second + (best if oracle.to_move == 0 else -best)
            move = chance.choice(oracle.moves())
            oracle.play(move)
            match.push(move)
        assert solver.margins(match.state) == []
        assert solver.value(match) == oracle.score()[0] - oracle.score()[1]


def near_the_end(vacated: str) -> list[tuple[list[str], dict[str, int]]]:
    """Games of 7x7 with four pieces to be placed, and what each move comes to by plain minimax."""
    chance = random.Random(7)
    found = []
    for _ in range(20):
        oracle, moves = Oracle("7x7", vacated=vacated), []
        for _ in range(SHARED["7x7"] - 4):
            moves.append(chance.choice(oracle.moves()))
            oracle.play(moves[-1])
        found.append((moves, Minimax().margins(oracle)))
    return found


@BOTH
def test_7x7_knows_every_move_near_the_end(vacated: str) -> None:
    solver = shared_solver("7x7", vacated)
    waits = 0
    for moves, wanted in keep(f"near the end, {vacated}", [*SOURCES, __name__], lambda: near_the_end(vacated)):
        match = new("7x7", vacated)
        for move in moves:
            match.push(move)
        assert margins(match, solver) == wanted
        waits += sum(1 for move in wanted if (ord(move[0]) + int(move[1])) % 2 == 0)  # on the colour of a1
    assert (waits > 0) == (vacated == "open")


@BOTH
def test_7x7_is_worth_the_same_whichever_way_the_board_is_turned(vacated: str) -> None:
    solver = shared_solver("7x7", vacated)
    start = margins(new("7x7", vacated), solver)
    for move, margin in start.items():
        column, row = "abcdefg".index(move[0]), int(move[1]) - 1
        assert start["abcdefg"[row] + str(column + 1)] == margin
        assert start["abcdefg"[6 - column] + str(row + 1)] == margin
    assert solver.value(new("7x7", vacated)) == max(start.values())


@BOTH
def test_compiled_and_interpreted_make_the_same_table_and_certificate(cache: Path, vacated: str) -> None:
    plain = fresh_solver(new("5x5", vacated))
    plain.prepare()
    [file] = cache.iterdir()
    data = file.read_bytes()
    file.unlink()
    compiled = fresh_solver(new("5x5", vacated))
    compiled._target = "cpu"
    compiled.prepare()
    assert file.read_bytes() == data
    match = new("5x5", vacated)
    assert compiled.certificate(match, None) == plain.certificate(match, None)


# --- play out of the table --------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("rules", ["5x5", "7x7"])
def test_a_report_is_proven_and_its_lines_end_as_they_say(rules: str, vacated: str) -> None:
    solver, match = shared_solver(rules, vacated), new(rules, vacated)
    match.push(next(iter(match.legal_moves)))
    told: list[Report] = []
    report = solver.search(match, Limit(seconds=0.001), 100, told.append)
    assert told == [report]
    assert report.source == "table"
    assert sorted(line.move for line in report.lines) == sorted(match.legal_moves)
    assert [line.points for line in report.lines] == sorted((line.points for line in report.lines), reverse=True)  # type: ignore[type-var]
    for line in report.lines:
        ending = match.copy()
        for move in line.variation:
            ending.push(move)
        assert line.variation[0] == line.move
        assert ending.outcome is not None
        assert ending.score is not None
        assert ending.score[match.to_move] - ending.score[1 - match.to_move] == line.points
        result = {None: "draw", match.to_move: "win", 1 - match.to_move: "loss"}[ending.outcome.winner]
        assert (line.proven, line.value) == (result, {"draw": 0.5, "win": 1.0, "loss": 0.0}[result])
    assert report.best.points == -solver.value(match)
    assert len(solver.search(match, Limit(), 3).lines) == 3


@BOTH
@pytest.mark.parametrize("rules", ["5x5", "7x7"])
def test_nobody_gets_more_than_the_value_from_the_table(rules: str, vacated: str) -> None:
    solver, chance = shared_solver(rules, vacated), random.Random(1)
    value = solver.value(new(rules, vacated))
    for game in range(40):
        match, side = new(rules, vacated), game % 2
        while match.outcome is None:
            if match.to_move == side:
                match.push(solver.search(match, Limit()).best.move)
            else:
                match.push(chance.choice(list(match.legal_moves)))
        assert match.score is not None
        margin = match.score[0] - match.score[1]
        assert margin >= value if side == 0 else margin <= value


def test_an_answer_takes_microseconds() -> None:
    solver, match = shared_solver("7x7", "open"), new("7x7", "open")
    solver.prepare()
    times = []
    for _ in range(200):
        began = time.perf_counter()
        solver.margins(match.state)
        times.append(time.perf_counter() - began)
    assert min(times) < 200e-6  # about 15 on a quiet machine, all 24 moves


def test_games_that_are_not_solved_have_no_solver() -> None:
    assert exact.solver_for(kakomi.new("enso")) is None


# --- the table's file -------------------------------------------------------------------------------------------------


@pytest.fixture
def kept(cache: Path) -> Path:
    """The file of a table that was made."""
    fresh_solver(new("5x5", "open")).prepare()
    [file] = cache.iterdir()
    return file


def test_a_kept_table_is_read_and_not_made(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solver = fresh_solver(new("5x5", "open"))
    monkeypatch.setattr(GridSolver, "_made", lambda *_: pytest.fail("it was made again"))
    assert solver.ready
    assert solver.notices == []
    assert margins(new("5x5", "open"), solver) == margins(new("5x5", "open"), shared_solver("5x5", "open"))


SPOILED: list[tuple[Callable[[bytes], bytes], str]] = [
    (lambda data: data[:-1], "is cut short"),
    (lambda data: data[:60], "is not a table"),
    (lambda data: b"", "is not a table"),
    (lambda data: data + b"\0", "is longer than it should be"),
    (lambda data: data[:-1000] + bytes([data[-1000] ^ 1]) + data[-999:], "is damaged"),
    (lambda data: data.replace(b'"version": "', b'"version": "0', 1), "is of another version"),
    (lambda data: data.replace(b'"sha256": "', b'"sha255": "', 1), "is damaged"),
    (lambda data: tables.MAGIC + b"[" * 900 + b"\n" + data, "is not a table"),
    (lambda data: tables.MAGIC + b"[]\n" + data, "is of another version"),
]


@pytest.mark.parametrize("spoil", range(len(SPOILED)))
def test_a_damaged_table_is_built_again_with_a_notice(kept: Path, spoil: int) -> None:
    change, reason = SPOILED[spoil]
    data = kept.read_bytes()
    kept.write_bytes(change(data))
    solver = fresh_solver(new("5x5", "open"))
    assert margins(new("5x5", "open"), solver) == whole("5x5", "open").margins(Oracle("5x5", vacated="open"))
    assert solver.notices == [f"{kept.name} in the cache {reason}; it is built again"]
    assert kept.read_bytes() == data


def test_a_table_of_other_rules_is_not_used(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact_grid, "_sources", lambda: "other")
    solver = fresh_solver(new("5x5", "open"))
    solver.prepare()
    assert "of another version" in solver.notices[0]


def test_the_options_have_tables_of_their_own(kept: Path) -> None:
    fresh_solver(new("5x5", "closed")).prepare()
    assert len(list(kept.parent.iterdir())) == 2


def test_without_a_folder_it_works_in_memory_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("KAKOMI_CACHE", str(tmp_path / "file"))
    solver = fresh_solver(new("5x5", "open"))
    assert solver.value(new("5x5", "open")) == 0
    assert "cannot be kept in the cache (Not a directory); it serves from memory" in solver.notices[-1]


def test_without_room_it_works_in_memory_and_leaves_nothing(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    solver = fresh_solver(new("5x5", "open"))
    assert solver.value(new("5x5", "open")) == 0
    [notice] = solver.notices
    assert "(No space left on device); it serves from memory" in notice
    assert list(cache.iterdir()) == []


def test_what_is_broken_off_leaves_nothing_and_can_be_begun_again(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(part: float) -> None:
        if part > 0.5:
            raise KeyboardInterrupt

    def interrupt_writing(handle: int) -> None:
        raise KeyboardInterrupt

    solver = fresh_solver(new("5x5", "open"))
    with pytest.raises(KeyboardInterrupt):
        solver.prepare(interrupt)
    assert not cache.exists()
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", interrupt_writing)
        with pytest.raises(KeyboardInterrupt):
            fresh_solver(new("5x5", "open")).prepare()
    assert list(cache.iterdir()) == []
    assert solver.value(new("5x5", "open")) == 0
    assert len(list(cache.iterdir())) == 1


def test_what_a_killed_process_left_is_swept_away(kept: Path) -> None:
    old, new_one = kept.with_name(f".{kept.name}.old"), kept.with_name(f".{kept.name}.new")
    old.touch()
    new_one.touch()
    os.utime(old, (0, 0))
    kept.unlink()
    fresh_solver(new("5x5", "open")).prepare()
    assert {each.name for each in kept.parent.iterdir()} == {kept.name, new_one.name}


def test_progress_goes_from_nothing_to_all() -> None:
    parts: list[float] = []
    fresh_solver(new("5x5", "closed")).prepare(parts.append)
    assert parts == sorted(parts)
    assert parts[-1] == 1


def test_the_page_on_solved_games_tells_the_truth() -> None:
    page = Path(__file__).parents[3] / "docs" / "research" / "exact.md"
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in page.read_text("utf-8").splitlines() if "|" in line
    ]
    told = {(row[0], row[1]): row[2:] for row in rows if row[0] in ("5x5", "7x7")}
    for (rules, vacated), (value, best, positions) in told.items():
        solution = shared_solver(rules, vacated).solution(new(rules, vacated))
        assert value.split(",")[0] == str(solution.value)
        assert best in (" ".join(solution.best), f"all {len(solution.best)} alike")
        assert positions == f"{solution.positions:,}"
    assert len(told) == 4
