"""The engine protocol fed anything: lines that are no command, streams, and real processes."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kakomi
from kakomi.ugi import counting, serve
from kakomi.ugi import session as session_module
from tests.talk import SEARCHERS, Dialogue, Pretender

ONE_MOVE = "6/5o/6/6/o5/x5 x"  # Enso: a1 is in contact and can only take a2 (3.1)


@pytest.fixture
def talk() -> Dialogue:
    return Dialogue()


# --- whatever comes in ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["", " ", "\n", "\t \r\n", b"", b"\r\n"])
def test_empty_lines_are_passed_over(line: str | bytes, talk: Dialogue) -> None:
    assert talk.say(line) == []


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("uci", "there is no command 'uci'"),
        ("UGI", "there is no command 'UGI'"),
        ("isready now", "isready stands alone"),
        ("uginewgame 3", "uginewgame stands alone"),
        (b"\xff\xfe", "not text in UTF-8"),
        (b"query position\x00", "cannot be printed"),
        ("query\x0bposition", "cannot be printed"),
        ("query position\nquit", "cannot be printed"),
        ("query\u2028position", "cannot be printed"),
        ("\ud800", "cannot be printed"),
        ("x" * 1_000_001, "longer than 1,000,000"),
        ("x" * 999_999, "there is no command"),
    ],
)
def test_lines_that_are_no_command(line: str | bytes, reason: str, talk: Dialogue) -> None:
    answer = talk.refused(line)
    assert reason in answer
    assert len(answer) < 500


def test_a_fault_in_a_game_does_not_end_the_session(talk: Dialogue) -> None:
    with patch.object(counting, "perft", side_effect=ZeroDivisionError("oh\nno")):
        assert talk.refused("query perft 1") == "internal fault, please report it: ZeroDivisionError oh no"


SILENT = ("setoption", "position", "uginewgame", "stop", "go")
KINDS = (
    "info error ",
    "info string",
    "info depth ",
    "id ",
    "option name ",
    "ugiok",
    "readyok",
    "bestmove ",
    "response ",
)
COMMANDS = [
    *(
        "ugi",
        "isready",
        "uginewgame",
        "stop",
        "go",
        "go infinite",
        "go depth 3",
        "go p1time 100 p2time 100 p1inc 1 p2inc 1",
    ),
    *(f"query {what}" for what in session_module.QUERIES),
    *("query perft 1", "show", "position startpos", "position startpos moves c5xd5 c2xd2", f"position fen {ONE_MOVE}"),
    *("position startpos moves k11 l12", "position startpos moves 1,0 + -1,1 +", "position startpos moves e4 e6 d5"),
    *(f"setoption name Game value {name}" for name in kakomi.games.BUILT_IN),
    *(f"setoption name Rules value {rules}" for rules in ("loose", "simple", "six", "7x7")),
    *("setoption name tiles value 4", "setoption name pieces value 12", "setoption name size value 7"),
    *("setoption name opening value swap2", "setoption name target value full", "setoption name Seed value 7"),
    *("setoption name MultiPV value 3", "setoption name Threads value 2", "setoption name Hash value 1"),
]


@st.composite
def damaged_commands(draw: st.DrawFn) -> str:
    line = draw(st.sampled_from(COMMANDS))
    for _ in range(draw(st.integers(0, 3))):
        begin = draw(st.integers(0, len(line)))
        words = st.sampled_from(
            [" ", "moves", " value ", " name ", "9", "-", "\x00", "\n", "é", "²", "fen ", ",", "\ud800", ""]
        )
        line = line[:begin] + draw(words) + line[begin + draw(st.integers(0, 4)) :]
    return line


lines = st.sampled_from(COMMANDS) | damaged_commands() | st.text(max_size=60) | st.binary(max_size=60)


@settings(max_examples=250, deadline=None)
@given(script=st.lists(lines, max_size=14))
def test_every_line_is_answered_and_an_error_changes_nothing(script: list[str | bytes]) -> None:
    talk = Dialogue()
    with patch.object(counting, "perft", lambda match, depth: 30**depth), patch(SEARCHERS, Pretender):
        for line in script:
            before = talk.state()
            talk.answers.clear()
            goes_on = talk.session.handle(line)
            talk.settle()
            answers = list(talk.answers)
            words = line.split() if isinstance(line, str) else line.decode("utf-8", "replace").split()
            if not goes_on:
                assert words[0] == "quit"
                return
            assert answers or not words or words[0] in SILENT, line
            for answer in answers:
                assert answer.startswith(KINDS)
                assert answer.isprintable()
                assert "internal fault" not in answer
            if any(answer.startswith("info error") for answer in answers):
                assert talk.state() == before
        talk.say("stop")
        assert talk.say("isready")[-1] == "readyok"


# --- streams and processes --------------------------------------------------------------------------------------------


def served(data: bytes) -> list[str]:
    out = io.BytesIO()
    assert serve(io.BytesIO(data), out) == 0
    return out.getvalue().decode().splitlines()


def test_a_line_too_long_is_left_unread_and_the_next_is_answered() -> None:
    for length in (1_000_001, 2_000_000, 5_000_000):
        first, *rest = served(b"isready" * (length // 7 + 1) + b"\nisready\n")
        assert first.startswith("info error the line is longer than")
        assert rest == ["readyok"]


def test_the_last_line_may_lack_its_end() -> None:
    assert served(b"isready\r\nisready") == ["readyok", "readyok"]
    assert served(b"isready\nquit") == ["readyok"]
    assert served(b"x" * 1_500_000)[0].startswith("info error the line is longer")
    assert served(b"quit\nisready\n") == []
    assert served(b"") == []


def engine(**how: int) -> subprocess.Popen[bytes]:
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **how}
    return subprocess.Popen([sys.executable, "-m", "kakomi.ugi"], **streams)  # type: ignore[call-overload, no-any-return]


def test_a_real_process_answers_line_by_line() -> None:
    with engine() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None

        def say(line: bytes) -> None:
            assert process.stdin is not None
            process.stdin.write(line)
            process.stdin.flush()

        def hear() -> str:
            assert process.stdout is not None
            return process.stdout.readline().decode().rstrip("\n")

        say(b"ugi\n")
        heard = [hear()]
        while heard[-1] != "ugiok":
            heard.append(hear())
        assert heard[0] == f"id name Kakomi {kakomi.__version__}"
        say(b"\x80\x81\n\x00\nposition startpos moves zz\n")
        assert [hear().split()[:2] for _ in range(3)] == [["info", "error"]] * 3
        say(b"isrea")
        say(b"dy\r\n")
        assert hear() == "readyok"
        say(b"go infinite\n")
        say(b"stop\n")
        while not (answer := hear()).startswith("bestmove "):
            assert answer.startswith(KINDS)
        say(b"quit\n")
        assert process.wait(30) == 0
        assert process.stdout.read() == b""
        assert process.stderr.read() == b""


def test_the_end_of_the_input_ends_the_process() -> None:
    with engine() as process:
        out, err = process.communicate(b"query p1tu", 30)
    assert out.startswith(b"info error a query asks for one of")
    assert (process.returncode, err) == (0, b"")


def test_a_reader_who_goes_away_ends_the_process_quietly() -> None:
    with engine() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(b"ugi\n")
        process.stdin.flush()
        assert process.wait(30) == 0
        assert process.stderr.read() == b""


class FullDisk(io.BytesIO):
    def flush(self) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_at_the_other_end_is_a_failure() -> None:
    assert serve(io.BytesIO(b"ugi\n"), FullDisk()) == 1
