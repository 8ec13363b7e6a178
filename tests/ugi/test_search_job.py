"""UGI's `go`: searches beside the dialogue, their limits and lines, the engine's settings, and counts."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from unittest.mock import patch

import pytest

import kakomi
from kakomi.search.result import Limit, Report
from kakomi.ugi import perft_job, search_job
from tests.contract import DEFAULTS, Variant
from tests.ugi.dialogue import SEARCHERS, Dialogue, Pretender, until

ONE_MOVE = "6/5o/6/6/o5/x5 x"  # Enso: a1 is in contact and can only take a2 (3.1), which wins (4.3)
INFO = re.compile(
    r"info depth \d+ nodes (\d+) nps \d+ time (\d+) "
    r"score (wp 0\.\d{4}|wp 1\.0000|(?:win|draw|loss)(?: points -?\d+)?(?: distance \d+)?)"
    r"(?: policy (?:0\.\d{4}|1\.0000))? multipv (\d+) pv (.+)"
)


@pytest.fixture
def talk() -> Dialogue:
    return Dialogue()


@pytest.fixture
def pretending() -> Iterator[list[Pretender]]:
    """Searchers that take any move, as they are made."""
    made: list[Pretender] = []

    def make(*how: object) -> Pretender:
        made.append(Pretender(*how))  # type: ignore[arg-type]
        return made[-1]

    with patch(SEARCHERS, make):
        yield made


# What a search may take is counted in the seconds that this process works: others may keep the machine busy.

# --- real searches ----------------------------------------------------------------------------------------------------


def test_a_search_without_memory_for_more_nodes_says_so(talk: Dialogue) -> None:
    talk.quietly("setoption name Hash value 1")
    assert "info string the memory for nodes is full: set Hash to more" in talk.say("go nodes 20000")
    talk.quietly("setoption name Hash value 256")
    assert not any("full" in line for line in talk.say("go nodes 100"))


@pytest.mark.parametrize("variant", DEFAULTS, ids=str)
def test_go_answers_with_a_legal_move_and_what_it_expects(variant: Variant, talk: Dialogue) -> None:
    talk.quietly(f"setoption name Game value {variant.game}", f"setoption name Rules value {variant.rules}")
    talk.quietly("setoption name MultiPV value 2")
    *lines, last = talk.say("go nodes 1200")
    found = [INFO.fullmatch(line) for line in lines[-2:]]
    assert [line and line[4] for line in found] == ["1", "2"]
    for line in found:
        assert line is not None
        match = variant.new()
        for move in line[5].split():
            match.push(move)  # a line is playable
        assert 0 < int(line[1]) <= 1200
    assert found[0] is not None
    assert last == f"bestmove {found[0][5].split()[0]}"


def test_what_is_proven_is_called_so(talk: Dialogue) -> None:
    talk.quietly(f"position fen {ONE_MOVE}")
    *lines, last = talk.say("go nodes 100")
    assert " score win policy 1.0000 multipv 1 pv a1xa2" in lines[-1]
    assert last == "bestmove a1xa2"


def test_the_only_move_is_made_at_once_on_the_clock(talk: Dialogue, pretending: list[Pretender]) -> None:
    talk.quietly(f"position fen {ONE_MOVE}")
    assert talk.send("go p1time 1000 p2time 1000") == ["bestmove a1xa2"]
    assert pretending == []


def test_everything_is_answered_while_it_thinks(talk: Dialogue) -> None:
    talk.quietly("position startpos moves c5xd5")
    talk.say("isready")
    assert talk.send("go infinite") == []
    until(lambda: bool(talk.answers))
    assert INFO.fullmatch(talk.answers[0])  # told on the way
    for line, answer in (("isready", "readyok"), ("query p1turn", "response false"), ("stop it", "bestmove ")):
        answers = talk.send(line)
        assert any(each.startswith(answer) for each in answers), line
    assert talk.say("stop") == []
    talk.quietly("position startpos")


@pytest.mark.parametrize(
    "line", ["go", "position startpos", "uginewgame", "setoption name Seed value 3", "query perft 2"]
)
@pytest.mark.usefixtures("pretending")
def test_what_would_change_the_position_waits_for_stop(line: str, talk: Dialogue) -> None:
    talk.quietly("position startpos moves c5xd5", "go infinite")
    assert talk.refused(line).startswith("a search is going on; send stop before ")
    assert talk.say("ugi")[-1] == "ugiok"
    assert talk.say("show")
    assert talk.move("stop") in talk.ask("legalmoves").split()
    if line.startswith("position"):  # it was not set, so there is no move in it
        assert talk.move("go nodes 5") == "none"


def test_stop_is_heard_at_whatever_moment_it_comes(talk: Dialogue) -> None:
    talk.quietly("position startpos")
    assert talk.say("isready") == ["readyok"]
    for delay in range(20):
        talk.send("go infinite")
        time.sleep(delay / 2000)
        began = time.process_time()
        assert talk.send("stop")[-1].startswith("bestmove ")
        assert time.process_time() - began < search_job.STOP_PATIENCE


def test_a_search_that_is_done_before_stop_waits_for_it(talk: Dialogue) -> None:
    talk.quietly(f"position fen {ONE_MOVE}")
    talk.say("isready")
    talk.send("go infinite")
    until(lambda: bool(talk.answers))
    time.sleep(0.05)
    assert [line for line in talk.answers if line.startswith("bestmove")] == []
    assert talk.say("stop")[-1] == "bestmove a1xa2"
    assert talk.say("stop") == []


@pytest.mark.parametrize("milliseconds", [0, 1, 30, 300])
def test_movetime_is_kept(milliseconds: int, talk: Dialogue) -> None:
    talk.quietly("position startpos")
    talk.say("isready")
    began, worked = time.monotonic(), time.process_time()
    assert talk.move(f"go movetime {milliseconds}") in talk.ask("legalmoves").split()
    assert time.process_time() - worked < milliseconds / 1000 + 0.25
    assert time.monotonic() - began > milliseconds / 2000


def moves_of_a_game(talk: Dialogue, limits: str) -> list[str]:
    """The moves with what the search says of each, if it does: a strong one often plays the same with another seed."""
    moves: list[str] = []
    thoughts: list[str] = []
    for _ in range(8):
        talk.quietly(f"position startpos moves {' '.join(moves)}")
        *information, last = talk.say(f"go {limits}")
        moves.append(last.removeprefix("bestmove "))
        thoughts += [re.sub(r"nps \d+ time \d+ ", "", line) for line in information[-1:]] + moves[-1:]
    return thoughts


@pytest.mark.parametrize(("level", "limits"), [(0, "nodes 300"), (2, "movetime 20000")])
def test_a_seed_repeats_the_moves(level: int, limits: str) -> None:
    first, second, other = Dialogue(), Dialogue(), Dialogue()
    for talk, seed in ((first, 7), (second, 7), (other, 8)):
        talk.quietly(f"setoption name Level value {level}", f"setoption name Seed value {seed}")
    once = moves_of_a_game(first, limits)
    assert moves_of_a_game(second, limits) == once
    assert moves_of_a_game(other, limits) != once
    first.say("uginewgame")
    assert moves_of_a_game(first, limits) == once


def test_a_level_can_be_stopped(talk: Dialogue) -> None:
    talk.quietly("setoption name Level value 10", "position startpos")
    talk.say("isready")
    talk.send("go infinite")
    time.sleep(0.1)
    began = time.process_time()
    assert talk.move("stop") in talk.ask("legalmoves").split()
    assert time.process_time() - began < search_job.STOP_PATIENCE


# --- limits and settings ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ("nodes 70", Limit(nodes=70, every_node=True)),
        ("nodes 1000000000000000000", Limit(nodes=10**14, every_node=True)),
        ("depth 3 nodes 100", Limit(nodes=100, depth=3, every_node=True)),
        ("nodes 100 mate 3", Limit(nodes=100, every_node=True)),
        ("infinite p1time 5", Limit()),
    ],
)
def test_limits_reach_the_search(limits: str, expected: Limit, talk: Dialogue, pretending: list[Pretender]) -> None:
    told: list[Limit] = []
    search = Pretender.search

    def listen(self: Pretender, match: kakomi.Match, limit: Limit, *rest: object) -> Report:
        told.append(limit)
        return search(self, match, limit, *rest)  # type: ignore[arg-type]

    talk.say("isready")
    with patch.object(Pretender, "search", listen):
        talk.say(f"go {limits}")
        talk.say("stop")
    assert told[-1] == expected


@pytest.mark.parametrize(
    ("limits", "least", "most"),
    [
        ("", 0.9, 1.0),
        ("p2time 10", 0.9, 1.0),  # the other player's clock
        ("movetime 5000", 4.5, 5.0),
        ("p1time 60000", 0.3, 6.0),
        ("p1time 60000 movetime 200", 0.1, 0.2),
        ("p1time 200", 0.0, 0.002),
    ],
)
def test_times_reach_the_search(
    limits: str, least: float, most: float, talk: Dialogue, pretending: list[Pretender]
) -> None:
    told: list[Limit] = []
    search = Pretender.search

    def listen(self: Pretender, match: kakomi.Match, limit: Limit, *rest: object) -> Report:
        told.append(limit)
        return search(self, match, limit, *rest)  # type: ignore[arg-type]

    talk.quietly("position startpos")
    talk.say("isready")
    with patch.object(Pretender, "search", listen):
        talk.say(f"go {limits}")
    seconds = told[-1].seconds
    assert seconds is not None
    assert least <= seconds <= most
    assert (told[-1].nodes, told[-1].depth) == (None, None)


def test_settings_reach_the_search(talk: Dialogue, pretending: list[Pretender]) -> None:
    talk.quietly("setoption name threads value 3", "setoption name Hash value 17", "setoption name Seed value 5")
    talk.quietly("setoption name MultiPV value 4")
    lines = talk.say("go nodes 9")
    assert pretending[-1].made_with == (3, 17, 5)
    assert [line.split(" multipv ")[1][0] for line in lines[:-1]] == ["1", "2", "3", "4"]
    talk.say("go nodes 9")
    kept = pretending[-1]
    for line in ("uginewgame", "setoption name Seed value 6", "setoption name Hash value 18"):
        talk.say(line)
        talk.say("go nodes 9")
        assert pretending[-1] is not kept  # a new game or setting, a new search
        kept = pretending[-1]
    talk.say("setoption name MultiPV value 1")
    talk.say("go nodes 9")
    assert pretending[-1] is kept


def test_setting_the_engine_leaves_the_position(talk: Dialogue) -> None:
    talk.quietly(f"position fen {ONE_MOVE}")
    for name in ("Level", "Threads", "Hash", "Seed", "MultiPV"):
        talk.quietly(f"setoption name {name} value 5")
        assert talk.ask("legalmoves") == "a1xa2"
    assert "Level 5 Threads 5 Hash 5 Seed 5 MultiPV 5" in talk.ask("options")


@pytest.mark.parametrize(
    ("words", "limit", "reason"),
    [
        ("faster nodes 9", Limit(nodes=9, every_node=True), "go knows p1time, p2time,"),
        ("searchmoves a1 nodes 9 b2", Limit(nodes=9, every_node=True), "ignored: 'searchmoves', 'a1', 'b2'"),
        ("depth nodes 9", Limit(nodes=9, every_node=True), "depth needs a whole number from 1 to 1000: ignored"),
        ("nodes 9 depth", Limit(nodes=9, every_node=True), "depth needs a whole number from 1 to 1000: ignored"),
        ("depth 0", Limit(depth=1), "depth must be 1 to 1000, not '0': taken as 1"),
        ("depth 1001", Limit(depth=1000), "depth must be 1 to 1000, not '1001': taken as 1000"),
        ("depth 3 depth 4", Limit(depth=4), "go has depth twice: the last one counts"),
        ("nodes 9 p2time 1e3", Limit(nodes=9, every_node=True), "not '1e3': ignored"),
        ("nodes ④ depth 2", Limit(depth=2), "not '④': ignored"),
        (f"nodes {'9' * 5000}", Limit(nodes=10**14, every_node=True), ": taken as 100000000000000"),
        (" ".join("abcdefghijkl") + " depth 2", Limit(depth=2), "'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h' and 4 more"),
    ],
)
def test_what_is_not_understood_is_said_and_the_rest_counts(
    words: str, limit: Limit, reason: str, talk: Dialogue, pretending: list[Pretender]
) -> None:
    limits: list[Limit] = []
    search = Pretender.search

    def listen(self: Pretender, match: kakomi.Match, limit: Limit, *rest: object) -> Report:
        limits.append(limit)
        return search(self, match, limit, *rest)  # type: ignore[arg-type]

    talk.say("isready")
    with patch.object(Pretender, "search", listen):
        said, *_, last = talk.say(f"go {words}")
    assert said.startswith("info string ")
    assert reason in said
    assert last.startswith("bestmove ")
    assert limits[-1] == limit


def test_a_clock_that_has_run_out_is_a_clock_at_zero(talk: Dialogue) -> None:
    talk.quietly("position startpos")
    said, last = talk.send("go p1time -250 p2time 1000")
    assert said == "info string p1time must be 0 to 1000000000000, not '-250': taken as 0"
    assert last.removeprefix("bestmove ") in talk.ask("legalmoves").split()


def test_nobody_moves_in_a_game_that_is_over(talk: Dialogue) -> None:
    talk.quietly(f"position fen {ONE_MOVE} moves a1xa2")
    for limits in ("infinite", "nodes 5"):
        assert talk.say(f"go {limits}") == [
            "info string the game is over (4.3); set another position, or send uginewgame",
            "bestmove none",
        ]
    assert talk.say("stop") == []


@pytest.mark.parametrize("game", ["enso", "toot"])  # a tree search and alpha-beta
@pytest.mark.parametrize("nodes", [1, 2, 255, 1000, 4321])
@pytest.mark.parametrize("threads", [1, 3])
def test_go_nodes_runs_that_many(game: str, nodes: int, threads: int, talk: Dialogue) -> None:
    talk.quietly(f"setoption name Game value {game}", f"setoption name Threads value {threads}")
    for _ in range(2):  # also on top of what is known already
        *_, info, last = talk.say(f"go nodes {nodes}")
        line = INFO.fullmatch(info)
        assert line is not None
        assert int(line[1]) == nodes
        assert last.startswith("bestmove ")


@pytest.mark.parametrize(("limits", "unused"), [("nodes 5", "nodes"), ("depth 2 nodes 5", "nodes and depth")])
def test_a_level_says_that_it_has_its_own_limit(limits: str, unused: str, talk: Dialogue) -> None:
    talk.quietly("setoption name Level value 1")
    said, last = talk.say(f"go {limits}")
    assert said == f"info string level 1 searches as far as its level says: {unused} not used"
    assert last.removeprefix("bestmove ") in talk.ask("legalmoves").split()


# --- counts -----------------------------------------------------------------------------------------------------------


def test_a_count_can_be_stopped_and_other_commands_wait_for_it(talk: Dialogue) -> None:
    going_on = threading.Event()

    def forever(match: kakomi.Match, depth: int) -> int:
        going_on.wait(30)
        return 24

    with patch.object(perft_job, "perft", forever):
        assert talk.send("query perft 1") == []
        assert talk.send("isready") == ["readyok"]
        assert talk.send("stop") == ["info error perft 1 was stopped"]
        assert talk.send("stop") == []
        assert talk.ask("p1turn") == "true"
        assert talk.send("query perft 1") == []
        threading.Timer(0.2, going_on.set).start()
        assert talk.send("query p1turn")[-2:] == ["response 24", "response true"]


def test_a_long_count_is_counted_move_by_move(talk: Dialogue) -> None:
    calls: list[int] = []

    def counted(match: kakomi.Match, depth: int) -> int:
        calls.append(depth)
        return int(24**depth)

    with patch.object(perft_job, "perft", counted):
        assert talk.ask("perft 5") == str(24**5)
    assert calls == [1, 2, 3, 4, *[4] * 24]
