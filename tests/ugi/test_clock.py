"""Time: how long a move may take, and games on real clocks through real processes."""

from __future__ import annotations

import random
import time

import pytest
from benchmarks import clock as arbiter
from hypothesis import given
from hypothesis import strategies as st

import kakomi
from kakomi.players.matches.clock import TimeControl
from kakomi.players.time_management import GRACE, PANIC, RESERVE, Lag, for_one_move, moves_left, on_the_clock
from kakomi.ugi.main_loop import serve
from tests.forked import ENGINE, ForkedProcess

seconds = st.floats(0, 1e6)


@given(left=seconds, increment=seconds, played=st.integers(0, 5000), usual=st.floats(1, 5000), lag=st.floats(0, 2))
def test_a_plan_fits_on_the_clock(left: float, increment: float, played: int, usual: float, lag: float) -> None:
    budget = on_the_clock(left, increment, moves_left(played, usual), lag, lag)
    assert 0 <= budget.soft <= budget.hard
    assert budget.soft > 0 or left < PANIC
    if left > 2 * (RESERVE + lag):
        assert budget.soft < left / 3  # never all on one move
        assert budget.hard + GRACE + lag < left
    assert for_one_move(left).soft <= for_one_move(left).hard <= max(left, 0.001)


@pytest.mark.parametrize("usual", [10, 30, 200])
@pytest.mark.parametrize("length", [5, 30, 100, 1000])
@pytest.mark.parametrize("seed", range(5))
def test_no_game_is_lost_on_time_on_paper(usual: int, length: int, seed: int) -> None:
    """1 s + 0.01 s a move: each answer costs some milliseconds more than planned, one in fifty a tenth of a second."""
    dice = random.Random(f"{usual} {length} {seed}")
    left, lag = 1.0, Lag()
    moves: list[str] = []
    lowest = left
    for number in range(length):
        lag.observe(moves, 0, left, 0.01)
        budget = on_the_clock(left, 0.01, moves_left(2 * number, usual), lag.usual, lag.worst)
        hiccup = 0.1 if dice.random() < 0.02 else 0.0
        lag.plan(budget.soft)
        left -= budget.soft + dice.uniform(0.001, 0.004) + hiccup
        lowest = min(lowest, left)
        left += 0.01
        moves += ["mine", "theirs"]
    assert lowest > 0
    assert lowest < 0.9 or 2 * length < usual or length == 5  # and the time is used


def test_a_slow_line_is_noticed_and_reckoned_with() -> None:
    """Each move costs 0.3 s between us and the clock, of which we see nothing but the clock."""
    left, lag = 20.0, Lag()
    for number in range(60):
        lag.observe(["x"] * (2 * number), 0, left, 0.35)
        budget = on_the_clock(left, 0.35, moves_left(2 * number, 60), lag.usual, lag.worst)
        lag.plan(budget.soft)
        left -= budget.soft + 0.3
        assert left > 0
        left += 0.35


def test_another_game_s_clock_says_nothing_of_the_lag() -> None:
    lag = Lag()
    lag.observe(["a"], 0, 10.0, 0.0)
    lag.plan(1.0)
    lag.observe(["b", "c", "d"], 0, 8.0, 0.0)  # another game
    lag.plan(1.0)
    lag.observe(["b", "c", "d", "e"], 1, 6.5, 0.0)  # the other player
    lag.observe(["b", "c", "d", "e"], 1, 6.0, 0.0)  # asked again
    lag.observe(["b", "c", "d", "e", "f"], 1, 60.0, 0.0)  # a clock set again
    lag.observe(["b", "c", "d", "e", "f", "g"], 1, 50.0, 0.0)
    assert (lag.usual, lag.worst) == (0.0, 0.0)


CLOCK_GAMES = [("enso", "standard"), ("iago", "standard")]  # where a move is searched for, not looked up


def test_games_on_a_clock_of_one_second_are_not_lost_on_time() -> None:
    """On a machine that gives a process no time when it wants it a game may be lost once, but not in every contest."""
    for _ in range(3):
        tables = arbiter.contest(6, TimeControl.read("1+0.01"), which=CLOCK_GAMES)
        if all(table.lost_on_time == 0 for table in tables.values()):
            break
    assert sum(table.games for table in tables.values()) == 6
    for table in tables.values():
        assert table.broken_off == []
        assert table.lost_on_time == 0
        assert table.lowest > 0
        assert table.moves >= 10
        assert table.lowest < 0.9  # it did think


def test_the_arbiter_notices_a_clock_that_has_run_out() -> None:
    class Sleeper(arbiter.Seat):
        def __init__(self) -> None:
            pass

        def begin(self, match: kakomi.Match, seed: int) -> None:
            pass

        def move(self, position: str, limits: str, deadline: float) -> str:
            time.sleep(0.03)
            return "c5xd5"

    table = arbiter.play(kakomi.new("enso"), (Sleeper(), Sleeper()), TimeControl.read("0.02"), 1)
    assert (table.games, table.moves, table.lost_on_time) == (1, 1, 1)
    assert 0.005 < table.overshoot < 5


# --- processes --------------------------------------------------------------------------------------------------------


def engine(*settings: str) -> ForkedProcess:
    return ForkedProcess(ENGINE, settings)


def test_a_reader_who_goes_away_during_a_search_ends_the_process() -> None:
    with engine() as process:
        process.stdin.write(b"position startpos\nisready\ngo infinite\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"readyok\n"
        process.stdout.close()
        assert process.wait(60) == 0
        assert process.stderr.read() == b""


def test_lines_are_written_whole_while_it_thinks() -> None:
    """Many long lines from the search, and answers in between: every line is one or the other."""
    questions = b"query legalmoves\n" * 200
    with engine("MultiPV=24") as process:
        out, _ = process.communicate(b"position startpos\nisready\ngo nodes 120000\n" + questions, 120)
    lines = out.decode().splitlines()
    answer = "response " + " ".join(kakomi.new("enso").legal_moves)
    assert lines.count(answer) == 200
    told = [line for line in lines if line.startswith("info depth ")]
    assert len(told) % 24 == 0
    assert len(told) >= 24
    assert len(lines) == 200 + len(told) + 2  # readyok and bestmove
    assert [int(line.split(" multipv ")[1].split()[0]) for line in told] == [*range(1, 25)] * (len(told) // 24)


def test_a_stream_that_breaks_during_a_search_is_found_out() -> None:
    import io

    class Breaking(io.BytesIO):
        def write(self, data: object) -> int:
            if bytes(data).startswith(b"bestmove"):  # type: ignore[call-overload]
                raise BrokenPipeError
            return len(bytes(data))  # type: ignore[call-overload]

    left: list[int] = []
    assert serve(io.BytesIO(b"go nodes 50\n"), Breaking(), leave=left.append) == 0
    assert left == [0]
