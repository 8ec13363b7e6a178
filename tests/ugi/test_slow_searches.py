"""UGI's `go` where something is slow or goes wrong: compiling before a search, haste, and searches that fail."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from unittest.mock import patch

import pytest

import kakomi
from kakomi.core.errors import EngineError
from kakomi.search.result import Limit, Progress, Report
from kakomi.ugi import search_job
from tests.ugi.dialogue import SEARCHERS, Dialogue, Pretender, until


@pytest.fixture
def talk() -> Dialogue:
    return Dialogue()


# --- getting ready ----------------------------------------------------------------------------------------------------


class State:
    """Whether the first search may end, and whether it has."""

    def __init__(self) -> None:
        self.may_end = threading.Event()
        self.warm = False


class Slow(Pretender):
    """Does not end its first search until the test lets it, as if it had to be compiled."""

    state: State  # of the test that is running: the search of an earlier one may still be about to end

    def search(self, match: kakomi.Match, limit: Limit, lines: int = 1, progress: Progress | None = None) -> Report:
        state = Slow.state
        if not state.warm:
            assert state.may_end.wait(60)
            state.warm = True
        return super().search(match, limit, lines, progress)


@pytest.fixture
def slow() -> Iterator[None]:
    Slow.state = State()
    with patch(SEARCHERS, Slow):
        yield


def end_soon() -> None:
    threading.Timer(0.1, Slow.state.may_end.set).start()


@pytest.mark.usefixtures("slow")
def test_isready_is_answered_when_the_game_is_compiled(talk: Dialogue) -> None:
    assert talk.say("isready") == ["readyok"]
    assert not Slow.state.warm  # no game was chosen yet
    talk.quietly("setoption name Game value iago")
    end_soon()
    assert talk.say("isready") == ["readyok"]
    assert Slow.state.warm


@pytest.mark.usefixtures("slow")
def test_a_new_game_begins_to_compile_and_go_waits_for_it(talk: Dialogue) -> None:
    assert talk.send("uginewgame") == []
    assert not Slow.state.warm
    end_soon()
    assert talk.say("go nodes 5")[-1].startswith("bestmove ")
    assert Slow.state.warm


@pytest.mark.parametrize("limits", ["p1time 200 p1inc 0", "movetime 100"])
@pytest.mark.usefixtures("slow")
def test_a_clock_does_not_wait_for_the_compiler(limits: str, talk: Dialogue) -> None:
    talk.quietly("position startpos")
    *_, why, last = talk.say(f"go {limits}")
    assert not Slow.state.warm
    Slow.state.may_end.set()
    assert why == "info string no time to wait for compiling the game (send isready before go)"
    assert last.removeprefix("bestmove ") in talk.ask("legalmoves").split()


def test_a_game_that_cannot_be_compiled_is_ready_with_a_word(talk: Dialogue) -> None:
    talk.quietly("position startpos")
    with patch(SEARCHERS, side_effect=EngineError("there is no compiler")):
        assert talk.say("isready") == ["info error there is no compiler", "readyok"]
    with patch(SEARCHERS, side_effect=ZeroDivisionError("oh\nno")):
        answers = talk.say("isready")
    assert answers == ["info error internal fault, please report it: ZeroDivisionError oh no", "readyok"]


# --- haste ------------------------------------------------------------------------------------------------------------


def test_with_hardly_any_time_the_answer_comes_before_the_next_line_is_read(talk: Dialogue) -> None:
    talk.quietly("position startpos")
    talk.say("isready")
    for limits in ("p1time 250 p1inc 10", "p1time 20"):
        assert talk.send(f"go {limits}")[-1].removeprefix("bestmove ") in talk.ask("legalmoves").split()


def test_without_a_thought_the_expected_move_is_made(talk: Dialogue) -> None:
    talk.quietly("setoption name Seed value 5")
    *_, info, last = talk.say("go nodes 20000")
    first, reply, third, *_ = info.split(" pv ")[1].split()
    assert last == f"bestmove {first}"
    talk.quietly(f"position startpos moves {first} {reply}")
    assert talk.send("go p1time 0 p2time 1000") == [f"bestmove {third}"]


# --- searches that go wrong -------------------------------------------------------------------------------------------


class Stubborn(Pretender):
    """Tells one thing and does not stop, once it is warm."""

    released = threading.Event()

    def search(self, match: kakomi.Match, limit: Limit, lines: int = 1, progress: Progress | None = None) -> Report:
        if progress is not None:
            progress(self.report(match))
            self.released.wait(30)
            progress(self.report(match))  # too late: nobody listens
        return self.report(match)


class CountedTime:
    """A clock that goes on by one tick at every look at it, however busy the machine is."""

    def __init__(self) -> None:
        self.now = time.perf_counter()

    def perf_counter(self) -> float:
        self.now += search_job.TICK
        return self.now


@pytest.mark.parametrize("command", ["go infinite", "go p1time 400", "go movetime 300"])
def test_a_search_that_does_not_stop_is_left_behind(command: str, talk: Dialogue) -> None:
    Stubborn.released.clear()
    with patch(SEARCHERS, Stubborn):
        talk.quietly("position startpos")
        talk.say("isready")
        clock = CountedTime()
        with patch.object(search_job, "time", clock):
            answers = talk.send(command)
            job = talk.session._job
            assert isinstance(job, search_job.SearchJob)
            if command == "go infinite":
                until(lambda: bool(talk.answers))
                answers, asked = list(talk.answers), clock.now
                answers += talk.send("stop")
                assert clock.now - asked < search_job.STOP_PATIENCE + 0.5
            else:
                talk.settle()
                answers = list(talk.answers)
                assert clock.now - job._order.began < 0.4
    assert "info string no time to wait for the search" in answers
    [told] = {line.split(" pv ")[1] for line in answers if line.startswith("info depth")}
    assert answers[-1] == f"bestmove {told}"  # the best that was known
    talk.answers.clear()
    Stubborn.released.set()
    time.sleep(0.1)
    assert talk.answers == []
    with patch(SEARCHERS, Pretender):
        assert talk.move("go nodes 3")


@pytest.mark.parametrize(
    ("trouble", "reason"),
    [
        (EngineError("there is no compiler"), "there is no compiler"),
        (MemoryError(), "there is no room for this search: set Hash to less"),
        (IndexError("oops"), "internal fault, please report it: IndexError oops"),
    ],
)
def test_a_search_that_fails_says_so_and_there_is_a_move(trouble: Exception, reason: str, talk: Dialogue) -> None:
    with patch(SEARCHERS, side_effect=trouble):
        said, last = talk.say("go nodes 5")
    assert said == f"info error {reason}"
    assert last.removeprefix("bestmove ") in talk.ask("legalmoves").split()


class Deepening(Pretender):
    """Knows nothing of depths, like a search by chance."""

    def search(self, match: kakomi.Match, limit: Limit, lines: int = 1, progress: Progress | None = None) -> Report:
        depth = 1
        while progress is not None and not self.stopped.wait(0.001):
            progress(self.report(match, lines, depth))
            depth += 1
        return self.report(match, lines, depth)


def test_a_depth_ends_every_search(talk: Dialogue) -> None:
    with patch(SEARCHERS, Deepening):
        *_, line, last = talk.say("go depth 6")
    assert line.startswith("info depth 7 ")
    assert last.startswith("bestmove ")


def test_a_search_with_nothing_to_show_makes_a_legal_move(talk: Dialogue) -> None:
    with patch.object(Pretender, "report", lambda *_: Report((), 0, 0.0)), patch(SEARCHERS, Pretender):
        talk.session._engine._lengths[("enso", "standard", ())] = 30.0  # it is warm
        [last] = talk.say("go nodes 1")
    assert last.removeprefix("bestmove ") in talk.ask("legalmoves").split()
