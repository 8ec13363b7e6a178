"""kakomi analyse, and hints at the table: what they print, for people and for programs, and how they refuse."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import kakomi
from kakomi.cli.terminal import hints
from kakomi.cli.terminal.analysis_text import sentence
from kakomi.cli.terminal.saved_game import make_seats
from kakomi.core.records.record import Record, write_file
from kakomi.search.result import AnalysisLine, Limit
from tests.cli.terminal import Shell, Table, Terminal, saved, typed_in

FEW = ("--nodes", "300")
POSITION = "x2o1o/2x1o1/3o1o/x2xx1/6/o1x1o1 o"
MOVES = "d4xe3 c5xe5 e3xe5"  # the last one throws a win away (e3xd3, 4.1) and gives Black one


@pytest.fixture(autouse=True)
def data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("KAKOMI_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(hints, "LIMIT", Limit(nodes=300))
    return tmp_path / "data" / "games"


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


@pytest.fixture
def table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(capsys, monkeypatch)


@pytest.fixture
def record(tmp_path: Path) -> str:
    match = kakomi.new("enso", position=POSITION)
    for move in MOVES.split():
        match.push(move)
    path = tmp_path / "thrown.kakomi"
    Record.from_match(match, first="Ada", second="Bo").write(path)
    return str(path)


# --- a position -------------------------------------------------------------------------------------------------------


def test_the_best_lines_of_a_start(shell: Shell) -> None:
    out = shell.fine("analyse", "enso", *FEW)
    assert re.search(r"^\S+ looks best: Black's winning chance is \d+%\.$", out, re.M)
    assert re.search(r"^ +chance  visits  policy$", out, re.M)
    rows = re.findall(r"^  (\d)  +(\d+)%  +([\d,]+)  +(?:\d+|<1)%  (\S.*)$", out, re.M)
    assert [row[0] for row in rows] == ["1", "2", "3"]
    match = kakomi.new("enso")
    assert all(row[3].split()[0] in match.legal_moves for row in rows)
    likely = re.search(r"^Most likely moves at first sight: (\S+) \((\d+)%, with 3 more by symmetry\)", out, re.M)
    assert likely is not None
    assert likely[1] in match.legal_moves
    assert "learned: 300 nodes" in out


def test_a_proven_win_is_called_so(shell: Shell) -> None:
    out = shell.fine("analyse", "enso", "--position", POSITION, "--moves", MOVES, "--at", "2", *FEW, "--lines", "1")
    assert "\ne3xd3 wins for certain.\n" in out
    assert re.search(r"^  1  +wins  +([\d,]+  +)?(\d+|<1)%  e3xd3$", out, re.M)


def test_a_solved_position_is_shown_as_proven(shell: Shell) -> None:
    out = shell.fine("analyse", "Enclosure Chess", "--rules", "5x5", *FEW)
    assert "that is proven." in out
    assert "From the table of all positions: proven, not estimated." in out


def test_a_position_for_programs(shell: Shell) -> None:
    out = shell.fine("analyse", "enso", "--position", POSITION, *FEW, "--lines", "2", "--json")
    made = json.loads(out)
    assert (made["id"], made["turnNumber"], made["position"]) == ("enso", 0, POSITION)
    assert [each["order"] for each in made["moveInfos"]] == [0, 1]
    assert made["rootInfo"]["currentPlayer"] == "White"
    assert all(0 < each["prior"] < 1 for each in made["moveInfos"])
    likely = made["rootInfo"]["likely"]
    assert [each["prior"] for each in likely] == sorted((each["prior"] for each in likely), reverse=True)
    moves = kakomi.new("enso", position=POSITION).legal_moves
    assert all(each["move"] in moves for each in likely)


def test_the_same_question_has_the_same_answer(shell: Shell) -> None:
    one, two = (shell.fine("analyse", "enso", *FEW, "--seed", "3", "--json") for _ in range(2))
    assert one == two


# --- a game -----------------------------------------------------------------------------------------------------------


def test_a_record_is_reviewed(shell: Shell, record: str) -> None:
    out = shell.fine("analyse", record, *FEW)
    assert "Ada against Bo" in out
    assert "Black wins: Black's stone on " in out
    assert re.search(r"^ *2\.\.\. e3xe5 +100% [=━]{20} +100%  blunder, better e3xd3$", out, re.M)
    turning = out.partition("Turning point")[2]
    assert "2... e3xe5, White's blunder: from a win to a loss. Better was e3xd3." in turning
    assert re.search(r"^  White \(Bo\) found the best move .*blunder", turning, re.M)
    assert "looks best" not in out  # the game is over


def test_moves_are_reviewed_and_an_unfinished_game_goes_on(shell: Shell) -> None:
    out = shell.fine("analyse", "enso", "--position", POSITION, "--moves", " ".join(MOVES.split()[:2]), *FEW)
    assert re.search(r"^ *1\.\.\. d4xe3 ", out, re.M)
    assert re.search(r"^ +2\. c5xe5 ", out, re.M)
    assert out.partition("The players")[2].count("e3xd3 wins for certain.") == 1


def test_a_review_for_programs(shell: Shell, record: str) -> None:
    lines = [json.loads(line) for line in shell.fine("analyse", record, *FEW, "--json").splitlines()]
    assert [each.get("turnNumber") for each in lines] == [0, 1, 2, 3, None]
    assert {each["id"] for each in lines} == {"thrown.kakomi"}
    assert [each["played"]["move"] for each in lines[:3]] == MOVES.split()
    assert lines[2]["played"]["word"] == "blunder"
    assert lines[3]["moveInfos"] == []
    assert 3 in lines[4]["summary"]["turningPoints"]


def test_a_review_is_plotted(shell: Shell, record: str, tmp_path: Path) -> None:
    path = tmp_path / "course.svg"
    out = shell.fine("analyse", record, *FEW, "--plot", str(path), "--theme", "dark")
    assert f"Written: {path}" in out
    words = " ".join(ElementTree.parse(path).getroot().itertext())
    assert "Ada" in words
    assert "2... e3xe5" in words


def test_a_resigned_game_is_reviewed(shell: Shell, tmp_path: Path) -> None:
    match = kakomi.new("enso")
    match.push("e2-c4")
    match.resign()
    kakomi.save(match, tmp_path / "short.kakomi")
    out = shell.fine("analyse", str(tmp_path / "short.kakomi"), *FEW)
    assert "White resigned. Black wins." in out
    assert re.search(r"^ +1\. e2-c4 ", out, re.M)


def test_one_game_of_several(shell: Shell, tmp_path: Path) -> None:
    records = []
    for move in ("e2-c4", "b4xa3"):
        match = kakomi.new("enso")
        match.push(move)
        records.append(Record.from_match(match))
    path = tmp_path / "two.kakomi"
    write_file(path, records)
    assert "the file holds 2 games; choose one with --number N" in shell.refused("analyse", str(path))
    assert "there is no game 3" in shell.refused("analyse", str(path), "--number", "3")
    assert re.search(r"^ +1\. b4xa3 ", shell.fine("analyse", str(path), "--number", "2", *FEW), re.M)


def test_a_review_can_be_interrupted(record: str) -> None:
    terminal = Terminal("analyse", record, "--seconds", "300")
    terminal.wait_for(r"analysing \.\.\.")
    os.kill(terminal.process.pid, signal.SIGINT)
    assert terminal.end() == 130
    assert "Traceback" not in terminal.text
    assert "Fatal" not in terminal.text


# --- refusals ---------------------------------------------------------------------------------------------------------


def test_neither_file_nor_game(shell: Shell, tmp_path: Path) -> None:
    assert "there is neither a file nor a game 'chess'" in shell.refused("analyse", "chess")
    assert "cannot be read" in shell.refused("analyse", str(tmp_path / "none.kakomi"))


def test_an_empty_record(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "empty.kakomi").write_text("")
    assert "there is no record in this text" in shell.refused("analyse", str(tmp_path / "empty.kakomi"))
    kakomi.save(kakomi.new("enso"), tmp_path / "none.kakomi")
    refusal = shell.refused("analyse", str(tmp_path / "none.kakomi"))
    assert "has no moves, so there is nothing to review" in refusal


def test_an_illegal_record(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "bad.kakomi").write_text('[Game "enso"]\n\n1. a1-a1 *\n')
    assert re.search(r"bad\.kakomi, line 3: move 1", shell.refused("analyse", str(tmp_path / "bad.kakomi")))
    assert "zz" in shell.refused("analyse", "enso", "--moves", "zz")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--nodes", "0"), "a whole number from 1 to"),
        (("--nodes", "many"), "a whole number from 1 to"),
        (("--nodes", "²"), "a whole number from 1 to"),
        (("--seconds", "0"), "a number greater than 0"),
        (("--seconds", "-1"), "a number greater than 0"),
        (("--seconds", "nan"), "a number greater than 0"),
        (("--seconds", "inf"), "a number greater than 0"),
        (("--seconds", "9" * 400), "a number greater than 0"),
        (("--lines", "0"), "a whole number from 1 to 1000"),
        (("--nodes", "5", "--seconds", "1"), "not allowed with"),
        (("--at", "4"), "is beyond its end"),
        (("--plot", "x.svg"), "there are no moves to draw here"),
        (("--number", "2"), "--number chooses a game in a file"),
    ],
)
def test_impossible_limits_and_questions(shell: Shell, words: tuple[str, ...], reason: str) -> None:
    assert reason in shell.refused("analyse", "enso", *words)


def test_a_record_speaks_for_itself(shell: Shell, record: str) -> None:
    for words in (("--rules", "standard"), ("--set", "a=1"), ("--position", POSITION), ("--moves", "a1")):
        refusal = shell.refused("analyse", record, *words)
        assert refusal == f"the record already says this about its game; leave out {words[0]}"


def test_a_game_that_is_over_has_no_best_move(shell: Shell, record: str) -> None:
    assert "the game is over (4.1): there is no move to look for" in shell.refused("analyse", record, "--at", "3")


def test_a_plot_that_cannot_be_written(shell: Shell, record: str, tmp_path: Path) -> None:
    code, _, err = shell("analyse", record, *FEW, "--plot", str(tmp_path / "no" / "course.svg"))
    assert code == 2
    assert "No such file or directory" in err


# --- hints and machines at the table ----------------------------------------------------------------------------------


def test_a_hint_names_the_move_and_changes_nothing(table: Table) -> None:
    out = table(f"{MOVES.split()[0]}\n{MOVES.split()[1]}\nhint\nquit\n", "enso", "--position", POSITION)
    answer = typed_in(out, "hint")
    assert answer.startswith("e3xd3 wins for certain.\nAlternatives: ")


def test_a_hint_may_be_an_estimate(table: Table, data: Path) -> None:
    out = table("hint\nhint\ne2-c4\nquit\n", "enso")
    answer = typed_in(out, "hint")
    assert re.match(r"\S+ looks best: Black's winning chance is \d+%\.\n", answer)
    assert re.search(r"^Most likely moves at first sight: \S+ \(\d+%, with 3 more by symmetry\)", answer, re.M)
    assert saved(data).moves == ["e2-c4"]


def test_the_help_knows_hints(table: Table) -> None:
    assert "hint " in typed_in(table("help\nquit\n", "enso"), "help")
    assert "hint takes nothing after it" in table("hint me\nquit\n", "enso").lower()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (AnalysisLine("a1", 1.0, proven="win"), "**a1** wins for certain."),
        (
            AnalysisLine("a1", 1.0, proven="win", distance=7),
            "**a1** wins for certain (the next capture or the end within 7 moves).",
        ),
        (AnalysisLine("a1", 0.5, proven="draw"), "**a1** draws, and no move wins; that is proven."),
        (AnalysisLine("a1", 0.0, proven="loss"), "Every move loses against best play; **a1** is as good as any."),
        (AnalysisLine("a1", 1.0, proven="win", points=1), "With **a1** Black wins by 1 point; that is proven."),
        (
            AnalysisLine("a1", 0.0, proven="loss", points=-2),
            "With **a1** Black loses by only 2 points; that is proven.",
        ),
        (AnalysisLine("a1", 0.5, proven="draw", points=0), "With **a1** Black draws; that is proven."),
        (AnalysisLine("a1", 0.62), "**a1** looks best: Black's winning chance is 62%."),
    ],
)
def test_sentences(line: AnalysisLine, said: str) -> None:
    assert sentence(kakomi.new("enso"), line) == said


@pytest.mark.parametrize("against", ["mcts:nodes=50", "level:1", "LEVEL:2"])
def test_any_player_can_be_played_against(table: Table, data: Path, against: str) -> None:
    out = table("resign\n", "enso", "--against", against, "--as", "second")
    assert f"You are White (o); {against.lower()} is Black (x)." in out
    assert re.search(rf"^{re.escape(against.lower())} \(Black\) plays \S+$", out, re.M)
    assert len(saved(data).moves) == 1


def test_capitals_of_a_command_are_kept() -> None:
    machine = make_seats(f"ugi:{sys.executable} -m Kakomi.UGI", "second")[0]
    assert machine.name.endswith("-m Kakomi.UGI")


def test_a_thinking_machine_can_be_interrupted_and_the_game_is_saved(data: Path) -> None:
    terminal = Terminal("play", "enso", "--against", "mcts:time=600")
    terminal.wait_for("Black> ")
    terminal.type("e2-c4")
    terminal.wait_for(r"mcts:time=600 is thinking \.\.\.")
    os.kill(terminal.process.pid, signal.SIGINT)
    assert terminal.end() == 130
    assert "Traceback" not in terminal.text
    assert saved(data).moves == ["e2-c4"]
