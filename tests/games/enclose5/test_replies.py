"""The search for replies: what it proves is so, its strategies hold, and it can be stopped. Nothing is compiled."""

from __future__ import annotations

import json
import random
import zlib
from functools import cache

import pytest

import kakomi
from kakomi.core.squares import set_bits
from kakomi.games.enclose5.solved import check_replies, check_reserves
from kakomi.games.enclose5.solved.board_sets import images, line_sets, smallest_walls
from kakomi.games.enclose5.solved.replies import search as search_module
from kakomi.games.enclose5.solved.replies.search import ReplySearch
from kakomi.games.enclose5.solved.replies.solver import RepliesSolver
from kakomi.solved.solver import solver_for
from tests.games.enclose5.boards import play
from tests.games.enclose5.oracle import Oracle
from tests.games.enclose5.test_certificate import oracle_value
from tests.games.enclose5.test_six_certificate import CELLS, holds, late_position, reserved, run_gain


def replies(size: int = 6) -> ReplySearch:
    return ReplySearch(size, walls(size), line_sets(size), images(size), "python")


@cache
def walls(size: int) -> list[int]:
    return smallest_walls(size)


def test_walls_and_lines_are_those_of_the_checker() -> None:
    assert walls(6) == list(check_reserves.walls())
    assert sorted(line_sets(6)) == sorted(check_reserves.lines())


def test_with_few_empty_cells_it_proves_what_is_so_and_no_more() -> None:
    chance = random.Random(11)
    proven = missed = lost = 0
    for _ in range(100):
        maker, blocker = late_position(chance, 8)
        answer, truth = replies().prove(5, maker, blocker), holds(maker, blocker)
        assert truth or not answer, (maker, blocker)
        proven += answer
        missed += truth and not answer
        lost += not truth
    assert proven >= 10
    assert lost >= 10
    assert missed == 0  # with so few empty cells


def test_the_first_rounds_on_six_by_six() -> None:
    search = replies()
    assert not search.prove(2)
    assert (search.positions, search.nodes, search.tests) == (19, 29, 6)  # so it is compiled too


# --- strategies ---------------------------------------------------------------------------------------------------------


def follow(strategy: bytes, maker: int, blocker: int) -> int:
    """Play a strategy against everything, as its certificate's checker describes it; how many positions have reserves."""
    steps, met, ends = iter(strategy), set(), 0

    def visit(maker: int, blocker: int, left: int) -> None:
        nonlocal ends
        if all(wall & blocker for wall in walls(6)):
            return
        assert not any(wall & maker == wall for wall in walls(6))
        every = [
            [sum(1 << to[cell] for cell in set_bits(cells)) for cells in (maker, blocker)]
            for to in check_replies.images()
        ]
        maker, blocker = min(every)
        if (maker, blocker, left) in met:
            return
        met.add((maker, blocker, left))
        if left == 0:
            reply = 1 << next(steps)
            assert reply < 1 << CELLS
            assert not reply & (maker | blocker)
            visit(maker, blocker | reply, 1)
        elif left == 1 and next(steps) == 1:
            ends += 1
            assert reserved(maker, blocker)
        else:
            for cell in range(CELLS):
                open_sets = [each for each in (*walls(6), *line_sets(6)) if not each & blocker]
                if any(each & ~maker & 1 << cell for each in open_sets):
                    after = maker | 1 << cell
                    further = left - 1 + run_gain(after, cell)
                    visit(after, blocker, 0 if (after | blocker) == (1 << CELLS) - 1 else further)

    visit(maker, blocker, 1)
    assert next(steps, None) is None
    return ends


# m: the maker, who is to move; b: the blocker. There are no reserves, but replies after which there are.
ANSWERED = """
    6 . . . . m .
    5 m m . . . .
    4 b . . b b m
    3 m m b b b m
    2 . b b b b m
    1 m . . m b m
"""


@cache
def answered() -> tuple[ReplySearch, int, int]:
    """The search that has proven this position, and its cells."""
    rows = [line.split()[1:] for line in reversed(ANSWERED.strip().splitlines())]
    maker, blocker = (
        sum(1 << 6 * row + column for row in range(6) for column in range(6) if rows[row][column] == symbol)
        for symbol in "mb"
    )
    search = replies()
    assert not search.prove(0, maker, blocker)
    assert search.prove(3, maker, blocker)
    return search, maker, blocker


def test_a_strategy_holds_against_everything() -> None:
    search, maker, blocker = answered()
    strategy = search.strategy(maker, blocker)
    assert follow(strategy, maker, blocker) > 5
    assert strategy == search.strategy(maker, blocker)


def test_a_changed_reply_does_not_hold() -> None:
    search, maker, blocker = answered()
    strategy = search.strategy(maker, blocker)
    with pytest.raises(AssertionError):
        follow(bytes([strategy[0], (strategy[1] + 1) % CELLS]) + strategy[2:], maker, blocker)


def test_without_a_proof_there_is_no_strategy() -> None:
    search, maker, blocker = answered()
    with pytest.raises(ValueError, match="not proven"):
        replies().strategy(maker, blocker)
    assert search.strategy(maker, blocker)


def test_a_table_grows_and_the_answer_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    search, maker, blocker = answered()
    monkeypatch.setattr(search_module, "FIRST_PLACES", 128)
    small = replies()
    assert small.prove(3, maker, blocker)
    assert small.positions == search.positions
    assert small.strategy(maker, blocker) == search.strategy(maker, blocker)


# --- the solver ---------------------------------------------------------------------------------------------------------


def test_five_by_five_is_drawn_by_this_search_too() -> None:
    match = kakomi.new("enclose5", small=5)
    solver = RepliesSolver(match, 5, small=True)
    shares: list[float] = []
    solver.prepare(shares.append)
    solution = solver.solution(match)
    assert (solution.value, len(solution.best), solution.positions) == ("draw", 25, 7)
    body, _ = solver.certificate(match, solution)
    line, packed = body[len(check_replies.MAGIC) :].split(b"\n", 1)
    assert json.loads(line)["bytes"] == len(zlib.decompress(packed)) == 1  # reserves on the empty board
    assert shares
    assert all(0 <= share < 1 for share in shares)


def test_a_search_that_is_interrupted_leaves_nothing_behind() -> None:
    match = kakomi.new("enclose5", small=5)
    solver = RepliesSolver(match, 5, small=True)

    def interrupt(_: float) -> None:
        raise KeyboardInterrupt

    solver.prepare(interrupt)
    with pytest.raises(KeyboardInterrupt):
        solver.solution(match)
    assert solver.positions == 0
    solver.prepare()
    assert solver.solution(match).value == "draw"


def test_six_by_six_has_this_solver_and_seven_none() -> None:
    assert isinstance(solver_for(kakomi.new("enclose5", small=6, target=2)), RepliesSolver)
    assert solver_for(kakomi.new("enclose5", size=7)) is None
    with pytest.raises(kakomi.KakomiError, match="small"):
        kakomi.new("enclose5", small=7)


def test_other_positions_with_many_empty_cells_are_refused() -> None:
    match = play(kakomi.new("enclose5", small=6), "a1")
    solver = solver_for(match)
    assert solver is not None
    with pytest.raises(kakomi.KakomiError, match="at most 15 empty cells; this one has 35"):
        solver.solution(match)


def test_positions_with_few_empty_cells_have_the_value_that_the_oracle_finds() -> None:
    values = []
    for seed in range(8):
        chance = random.Random(seed)
        match, oracle = kakomi.new("enclose5", small=6, target="full"), Oracle(size=6, target="full")
        while len(match.codes()) > 5:
            move = chance.choice(sorted(match.legal_moves))
            match.push(move)
            oracle.play(move)
        values.append(RepliesSolver(match, 6, small=True).solution(match).value)
        assert {"win": 1, "draw": 0, "loss": -1}[str(values[-1])] == oracle_value(oracle, {})
    assert len(set(values)) > 1
