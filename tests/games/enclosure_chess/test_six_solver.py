"""The six-piece game solved: the index, the values against the oracle's rules, play by the table, and its files.

The tables here go up to four pieces a side, which is built in seconds; the sweeps are the same for six.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from math import comb
from pathlib import Path

import pytest

import kakomi
from kakomi.cli.main import main
from kakomi.core.compiler.code_cache import compiled_cache
from kakomi.core.errors import EngineError
from kakomi.core.match import Match
from kakomi.games.enclosure_chess.six import rules
from kakomi.games.enclosure_chess.six.solved.index import index, symmetries
from kakomi.games.enclosure_chess.six.solved.solver import SixSolver
from kakomi.games.enclosure_chess.six.solved.table import BEYOND, Kind, SixTable
from kakomi.search.result import Limit
from kakomi.solved.solver import solver_for
from tests.games.enclosure_chess import oracle
from tests.games.enclosure_chess.oracle import JOINED, Oracle
from tests.kept import keep

JOINS = JOINED["six"]
WORTH = {"loss": -1, "draw": 0, "win": 1}
WAYS = symmetries()
ROWS = ((0,), (-1, 0, 1), (-2, 0, 2), (-3, -2, -1, 0, 1, 2, 3), (-2, 0, 2), (-1, 0, 1), (0,))
PLACES = [(x, 3 - row) for row, columns in enumerate(ROWS) for x in columns]  # of the points, as the board is drawn
KINDS = [Kind(win, depth, 4) for win in (0, 1) for depth in (BEYOND, 20)]

LIMIT = 100  # of moves without a capture, beyond any win

Value = tuple[str, int]


@pytest.fixture(scope="module")
def solvers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[Kind, SixSolver]]:
    """Solvers for up to four pieces, their tables built from nothing in a cache of their own."""
    compiled_cache()  # the compiled code stays where it is
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KAKOMI_CACHE", str(tmp_path_factory.mktemp("cache")))
        made = {kind: SixSolver(kind) for kind in KINDS}
        for solver in made.values():
            assert not solver.ready
            solver.prepare()
            assert solver.ready
        yield made


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    compiled_cache()
    monkeypatch.setenv("KAKOMI_CACHE", str(tmp_path))
    return tmp_path / "tables"


def masks(size: int, without: int = 0) -> Iterator[int]:
    free = [point for point in range(21) if not without >> point & 1]
    return (sum(1 << point for point in points) for points in combinations(free, size))


def bits(points: int) -> Iterator[int]:
    while points:
        yield (points & -points).bit_length() - 1
        points &= points - 1


@cache
def moved(way: tuple[int, ...], points: int) -> int:
    return sum(1 << way[point] for point in bits(points))


@cache
def unchanged(size: int) -> list[int]:
    """The sets of so many points that some symmetry leaves alone."""
    return [points for points in masks(size) if sum(moved(way, points) == points for way in WAYS) > 1]


# --- the index --------------------------------------------------------------------------------------------------------


def test_the_symmetries_are_the_turns_and_reflections_of_the_drawing() -> None:
    drawn = set()
    for turns, reflected in product(range(4), (False, True)):
        way = []
        for x, y in PLACES:
            at = (-x, y) if reflected else (x, y)
            for _ in range(turns):
                at = (at[1], -at[0])
            way.append(PLACES.index(at))
        drawn.add(tuple(way))
    assert set(WAYS) == drawn


@pytest.mark.parametrize("pair", [(1, 1), (1, 2), (2, 1), (2, 2), (1, 3)])
def test_every_place_is_one_position_up_to_symmetry(pair: tuple[int, int]) -> None:
    own_size, enemy_size = pair
    at: dict[int, set[tuple[int, int]]] = {}
    for own in masks(own_size):
        for enemy in masks(enemy_size, own):
            least = min((moved(way, own), moved(way, enemy)) for way in WAYS)
            at.setdefault(index().place(own, enemy), set()).add(least)
    assert sorted(at) == list(range(index().size(own_size, enemy_size)))
    assert all(len(positions) == 1 for positions in at.values())


def test_there_are_as_many_orbits_as_burnside_counts() -> None:
    """The mean number of sets that a symmetry leaves alone: unions of its cycles."""
    for size in range(1, 7):
        alone = 0
        for way in WAYS:
            ways = [1] + [0] * size  # to fill so many points with whole cycles
            left = set(range(21))
            while left:
                cycle = [left.pop()]
                while way[cycle[-1]] in left:
                    left.remove(way[cycle[-1]])
                    cycle.append(way[cycle[-1]])
                ways = [n + (ways[k - len(cycle)] if k >= len(cycle) else 0) for k, n in enumerate(ways)]
            alone += ways[size]
        assert index().orbits[size] * 8 == alone
        assert index().size(size, 6) == alone // 8 * comb(21 - size, 6)


# --- values, against the oracle's rules -------------------------------------------------------------------------------


def board_of(red: int, black: int) -> dict[str, str]:
    names = rules.POINT_NAMES
    pieces = {names[point]: "r" for point in range(21) if red >> point & 1}
    return pieces | {names[point]: "b" for point in range(21) if black >> point & 1}


def masks_of(oracle: Oracle) -> tuple[int, int]:
    """The pieces of the player to move and the other's."""
    sides = {"r": 0, "b": 0}
    for name, side in oracle.board().items():
        sides[side] |= 1 << rules.POINT_NAMES.index(name)
    return (sides["r"], sides["b"]) if oracle.to_move == 0 else (sides["b"], sides["r"])


def enclosed(mine: int, theirs: int) -> bool:
    return bool(Oracle.from_board(board_of(mine, theirs), 0, "six")._enclosed("r"))


def by_brute_force(most_in_all: int) -> dict[tuple[int, int], Value]:
    """Every position of so many pieces or fewer, win=all and no limit: sweep forward until a sweep decides nothing more."""
    near = [sum(1 << rules.POINT_NAMES.index(name) for name in JOINS[point]) for point in rules.POINT_NAMES]

    def captured(pieces: int, taken: int) -> int:
        left, gone = pieces, 0
        while left:
            group, edge = left & -left, left & -left
            while edge:
                grown = group
                for point in bits(edge):
                    grown |= near[point] & pieces
                edge, group = grown & ~group, grown
            if all(near[point] & ~taken == 0 for point in bits(group)):
                gone |= group
            left &= ~group
        return gone

    def moves(mine: int, theirs: int) -> list[tuple[int, int, bool]]:
        """What is left of the other's and of one's own pieces after each move, and whether it captures."""
        found = []
        for origin in bits(mine):
            for target in bits(near[origin] & ~(mine | theirs)):
                now = mine ^ 1 << origin ^ 1 << target
                gone = captured(theirs, now | theirs)
                found.append((theirs ^ gone, now, gone != 0))
        return found

    value: dict[tuple[int, int], Value] = {}
    for fewer, more in sorted(((a, b) for a in range(1, 4) for b in range(a, 4) if a + b <= most_in_all), key=sum):
        after = {
            (mine, theirs): moves(mine, theirs)
            for own_size, enemy_size in {(fewer, more), (more, fewer)}
            for mine in masks(own_size)
            for theirs in masks(enemy_size, mine)
            if not captured(mine, mine | theirs)
        }
        fresh: dict[tuple[int, int], Value] = {}
        sweeps = 0
        while fresh or sweeps < 2:
            fresh = {}
            for position, each in after.items():
                losses = [
                    1 if capture else value[own, enemy][1] + 1
                    for own, enemy, capture in each
                    if own == 0 or value.get((own, enemy), ("draw", 0))[0] == "loss"
                ]
                if losses:
                    fresh[position] = "win", min(losses)
                elif all(value.get((own, enemy), ("draw", 0))[0] == "win" for own, enemy, _ in each):
                    lasting = [1 if capture else value[own, enemy][1] + 1 for own, enemy, capture in each]
                    fresh[position] = "loss", max(lasting, default=0)
            value |= fresh
            sweeps += 1
            for position in fresh:
                del after[position]
        value |= dict.fromkeys(after, ("draw", 0))
    return value


def test_small_classes_are_as_brute_force_finds_them(solvers: dict[Kind, SixSolver]) -> None:
    table = solvers[KINDS[0]].table()
    points = " ".join(rules.POINT_NAMES)
    found = keep(f"small classes {points}", [__name__, oracle.__name__], lambda: by_brute_force(4))
    assert {result for result, _ in found.values()} == {"win", "draw", "loss"}
    for (mine, theirs), value in found.items():
        assert table.value(mine, theirs) == value
    for pair in [(1, 3), (3, 1), (2, 2)]:
        here = [value for (mine, theirs), value in found.items() if (mine.bit_count(), theirs.bit_count()) == pair]
        count = table.count(pair)
        assert [count.wins, count.draws, count.losses] == [
            sum(result == wanted for result, _ in here) for wanted in ("win", "draw", "loss")
        ]
        assert max(count.longest_win, count.longest_loss) == max(distance for _, distance in here)


def from_the_moves(solver: SixSolver, oracle: Oracle, quiet_moves: int, limit: int) -> Value:
    """The value of a position from those of the positions after each move, by the oracle's rules.

    A table that agrees with this everywhere is right: wins and losses by induction on the distance, and whoever is in a
    drawn position can always move to another and never to a lost one.
    """
    outcome = oracle.outcome()
    if outcome is not None:
        return ("draw", 0) if outcome[0] is None else ("loss", 0)
    options = []
    for move in oracle.moves():
        after = oracle.copy()
        after.play(move)
        capture = len(after.board()) < len(oracle.board())
        mine, theirs = masks_of(after)
        quiet = 0 if capture else quiet_moves + 1
        result, distance = solver.outcome([mine, theirs, after.to_move, quiet, solver.kind.win, limit])
        own = {"loss": "win", "draw": "draw", "win": "loss"}[result]
        options.append((own, 0 if own == "draw" else 1 if capture else distance + 1))
    best = max(WORTH[result] for result, _ in options)
    distances = [distance for result, distance in options if WORTH[result] == best]
    name = next(result for result, worth in WORTH.items() if worth == best)
    return name, min(distances) if name == "win" else max(distances)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_every_value_follows_from_those_after_each_move(solvers: dict[Kind, SixSolver], kind: Kind) -> None:
    solver = solvers[kind]
    limit = 400 if kind.depth == BEYOND else kind.depth
    chance = random.Random(7)
    seen = set()
    for trial in range(2000):
        own_size, enemy_size = chance.randint(2 * kind.win + 1, 4), chance.randint(2 * kind.win + 1, 4)
        points = chance.sample(range(21), own_size + enemy_size)
        mine = sum(1 << point for point in points[:own_size])
        if trial % 3 == 0 and own_size > 2:  # where counting up to symmetry could go wrong
            mine = chance.choice(unchanged(own_size))
        theirs = 0
        while theirs.bit_count() < enemy_size:
            theirs |= (1 << chance.randrange(21)) & ~mine
        if enclosed(mine, theirs):
            continue
        quiet_moves = chance.choice((0, 0, 1, limit // 2, limit - 1, limit))
        board, win = board_of(mine, theirs), ("all", "two")[kind.win]
        oracle = Oracle.from_board(board, 0, "six", quiet_moves=quiet_moves, win=win, quiet=limit)
        expected = from_the_moves(solver, oracle, quiet_moves, limit)
        assert solver.outcome([mine, theirs, 0, quiet_moves, kind.win, limit]) == expected, (mine, theirs, quiet_moves)
        seen.add(expected[0])
    assert seen == {"win", "draw", "loss"}


def test_images_of_a_position_have_one_value_and_each_place_of_it_too(solvers: dict[Kind, SixSolver]) -> None:
    table = solvers[KINDS[0]].table()
    chance = random.Random(3)
    for _ in range(300):
        points = chance.sample(range(21), 7)
        mine, theirs = (sum(1 << point for point in part) for part in (points[:4], points[4:]))
        assert len({table.value(moved(way, mine), moved(way, theirs)) for way in WAYS}) == 1
    cross = rules.point_set("C1 C2 C3 C4")  # unchanged by all eight
    for theirs in masks(3, cross):
        places = {index().place(cross, moved(way, theirs)) for way in WAYS}
        assert len({int(table.part((4, 3))[place]) for place in places}) == 1


# --- play -------------------------------------------------------------------------------------------------------------


def match_from(red: int, black: int, win: str = "all") -> Match:
    """Red to move, and no limit that matters."""
    match = kakomi.new("enclosure_chess", "six", win=win, quiet=LIMIT)
    text = match.rule_set.view.position_text([red, black, 0, 0, *match.settings])
    return kakomi.new("enclosure_chess", "six", position=text, win=win, quiet=LIMIT)


@pytest.mark.parametrize("win", [0, 1])
def test_play_by_the_table_keeps_what_it_has(solvers: dict[Kind, SixSolver], win: int) -> None:
    """Against random moves and against the table's own defence: a win is won, each capture in its time; a draw is held."""
    solver = solvers[Kind(win, BEYOND, 4)]
    chance = random.Random(win)
    tried = {"win": 0, "draw": 0}
    while min(tried.values()) < 4:
        points = chance.sample(range(21), 8)
        mine, theirs = (sum(1 << point for point in part) for part in (points[:4], points[4 : chance.choice((7, 8))]))
        result, _ = solver.outcome([mine, theirs, 0, 0, win, LIMIT])
        if enclosed(mine, theirs) or enclosed(theirs, mine) or result == "loss" or tried[result] == 4:
            continue
        tried[result] += 1
        match = match_from(mine, theirs, ("all", "two")[win])
        due, pieces = None, 0  # once there is a win: when the next capture must have come, and from how many pieces
        while match.outcome is None and (due is not None or len(match.moves) < 60):
            best = solver.search(match, Limit(nodes=1)).best
            if match.to_move == 0:
                assert best.proven in (result, "win")
                if best.proven == "win" and len(match.board) != pieces:
                    assert best.distance is not None
                    due, pieces = len(match.moves) + best.distance, len(match.board)
                assert due is None or len(match.moves) < due
                match.push(best.move)
                result = best.proven
            else:
                match.push(best.move if sum(tried.values()) % 2 else chance.choice(list(match.legal_moves)))
        if result == "win":
            assert match.outcome is not None
            assert match.outcome.winner == 0


def test_a_report_ranks_the_moves_and_shows_the_way_to_the_capture(solvers: dict[Kind, SixSolver]) -> None:
    solver = solvers[KINDS[0]]
    match = match_from(rules.point_set("S1 S2 S4 C3"), rules.point_set("N1 N2"))
    report = solver.search(match, Limit(seconds=1), lines=50)
    assert sorted(line.move for line in report.lines) == sorted(match.legal_moves)
    assert report.source == "table"
    assert {line.proven for line in report.lines} == {"win"}
    distances = [line.distance or 0 for line in report.lines]
    assert distances == sorted(distances)
    assert report.depth == distances[0] == len(report.best.variation)
    for move in report.best.variation:
        assert len(match.board) == 6
        match.push(move)
    assert len(match.board) < 6
    solution = solver.solution(match_from(rules.point_set("N1 N2"), rules.point_set("S1 S2 S4 C3")))
    assert solution.value == -1
    assert "Black wins" in solution.sentence
    assert sorted(solution.best) == ["N1-N3", "N1-N4", "N2-N3", "N2-W1"]  # all lose


def test_a_win_too_late_for_the_limit_is_a_draw(solvers: dict[Kind, SixSolver]) -> None:
    """Three against one, the longest: 39 moves; with 20 moves allowed it is none."""
    slow, quick = solvers[KINDS[0]], solvers[KINDS[1]]
    assert slow.table().count((3, 1)).longest_win == 39
    assert quick.table().count((3, 1)).longest_win <= 20
    far = [
        (mine, theirs)
        for mine in masks(3)
        for theirs in masks(1, mine)
        if slow.table().value(mine, theirs) == ("win", 39)
    ]
    mine, theirs = far[0]
    assert slow.outcome([mine, theirs, 0, 0, 0, 39])[0] == "win"
    assert slow.outcome([mine, theirs, 0, 1, 0, 39])[0] == "draw"
    assert quick.outcome([mine, theirs, 0, 0, 0, 20])[0] == "draw"


# --- files ------------------------------------------------------------------------------------------------------------

SMALL = Kind(0, BEYOND, 2)


def test_the_game_has_its_solver_which_needs_a_table(tables: Path) -> None:
    match = kakomi.new("enclosure_chess", "six", win="two", quiet=33)
    solver = solver_for(match)
    assert isinstance(solver, SixSolver)
    assert solver.kind == Kind(1, 33)
    assert solver_for(match) is solver
    assert not solver.ready
    with pytest.raises(EngineError, match="kakomi solve"):
        solver.search(match, Limit(nodes=1))
    assert not tables.exists()


def test_limits_beyond_the_longest_win_share_a_table() -> None:
    assert Kind.of(0, 400) == Kind.of(0, 100)
    assert Kind.of(0, 60) != Kind.of(0, 400)


@pytest.mark.parametrize(
    ("harm", "word"),
    [
        (lambda data: data[:-1], "cut short"),
        (lambda data: data + b"x", "longer"),
        (lambda data: data[:-1] + bytes([data[-1] ^ 1]), "damaged"),
        (lambda data: data.replace(b'"version": "', b'"version": "x'), "another version"),
        (lambda data: b"", "not a table"),
    ],
)
def test_a_bad_file_is_built_again_with_a_notice(tables: Path, harm: object, word: str) -> None:
    first = SixTable(SMALL)
    first.build()
    assert first.notices == []
    path = tables / SMALL.file((2, 1))
    good = path.read_bytes()
    path.write_bytes(harm(good))  # type: ignore[operator]
    assert not SixTable(SMALL).read()
    again = SixTable(SMALL)
    again.build()
    assert len(again.notices) == 1
    assert word in again.notices[0]
    assert path.read_bytes() == good
    assert (again.bytes == first.bytes).all()
    assert SixTable(SMALL).read()


def test_a_build_broken_off_goes_on_where_it_was(tables: Path) -> None:
    def give_up(part: float) -> None:
        if part > 0.1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        SixTable(SMALL).build(give_up)
    kept = {path.name: path.stat().st_mtime_ns for path in tables.iterdir()}
    assert 0 < len(kept) < len(SMALL.classes())
    parts: list[float] = []
    table = SixTable(SMALL)
    table.build(parts.append)
    assert parts == sorted(parts)
    assert parts[-1] == 1
    assert all((tables / name).stat().st_mtime_ns == when for name, when in kept.items())
    assert len(list(tables.iterdir())) == len(SMALL.classes())
    assert SixTable(SMALL).read()


def test_where_nothing_can_be_kept_the_table_serves_from_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled_cache()
    (tmp_path / "blocked").write_text("a file, no folder")
    monkeypatch.setenv("KAKOMI_CACHE", str(tmp_path / "blocked"))
    solver = SixSolver(SMALL)
    solver.prepare()
    assert solver.ready
    assert all("memory" in notice or "cannot be read" in notice for notice in solver.notices)
    assert solver.notices


# --- the command ------------------------------------------------------------------------------------------------------


def test_solve_shows_what_the_table_knows(
    tables: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the part of the table for up to three pieces a side: three against one, of which the longest takes 39 moves."""
    monkeypatch.setattr(Kind, "of", classmethod(lambda cls, win, quiet: cls(win, min(quiet, BEYOND), 3)))
    match = match_from(rules.point_set("N1 N2 N3"), rules.point_set("S3"))
    command = ["solve", "enclosure_chess", "--rules", "six", "--set", f"quiet={LIMIT}", "--position", match.position]
    assert main([*command, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["value"], report["result"], report["proven"]) == (1, "win", True)
    assert 0 < report["distance"] <= 39
    assert sorted(report["best"]) == sorted(match.legal_moves)
    assert report["classes"]["3x1"]["longest_win"] == 39
    assert report["positions"] == Kind(0, BEYOND, 3).size()
    assert main(command) == 0
    assert f"Red wins; the next capture comes within {report['distance']} moves" in capsys.readouterr().out
    assert len(list(tables.iterdir())) == len(Kind(0, BEYOND, 3).classes())
