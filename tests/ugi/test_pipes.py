"""Dialogues piped into a real process at once: every command has its answer before the process ends."""

from __future__ import annotations

import itertools
import re

import pytest

import kakomi
from tests import forked

ENDS = pytest.mark.parametrize("end", ["quit\n", ""], ids=["quit", "end of input"])


def piped(text: str, *settings: str) -> list[str]:
    """The answers of a process that gets the whole text at once and ends well."""
    done = forked.run(forked.ENGINE, settings, text.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode().splitlines()


@ENDS
def test_work_with_a_limit_is_answered_before_the_end(end: str) -> None:
    lines = piped("query perft 4\ngo nodes 5000\n" + end)
    assert lines[0] == "response 378824"
    info, last = lines[-2:]
    assert " nodes 5000 " in info
    assert last == f"bestmove {info.split(' pv ')[1].split()[0]}"
    assert sum(line.startswith("bestmove") for line in lines) == 1


def test_a_count_alone_is_answered_before_the_end() -> None:
    assert piped("query perft 3\nquit\n") == ["response 14816"]


@ENDS
def test_a_search_without_a_limit_is_stopped_and_answered(end: str) -> None:
    lines = piped("position startpos\nisready\ngo infinite\n" + end)
    assert lines[0] == "readyok"
    assert lines[-1].removeprefix("bestmove ") in kakomi.new("enso").legal_moves


def test_the_end_does_not_wait_for_the_compiler() -> None:
    lines = piped("go infinite\nquit\n", "Game=toot")
    assert lines[-1].removeprefix("bestmove ") in kakomi.new("toot").legal_moves


def test_a_refused_position_has_no_move_and_the_next_one_has() -> None:
    lines = piped("position startpos moves zz\ngo nodes 50\nposition startpos moves c5xd5\ngo nodes 50 btime 7\nquit\n")
    assert lines[0].startswith("info error move 1 of 1, 'zz': ")
    assert lines[1].startswith("info string no move: the last position was refused (move 1 of 1, 'zz': ")
    assert lines[2] == "bestmove none"
    assert lines[3].endswith("ignored: 'btime', '7'")
    match = kakomi.new("enso")
    match.push("c5xd5")
    assert lines[-1].removeprefix("bestmove ") in match.legal_moves


def test_options_in_every_order() -> None:
    """All orders in one process, each followed by a use of the game."""
    four = [("vacated", "closed"), ("Rules", "7x7"), ("Hash", 64), ("Game", "enclosure_chess")]
    reset = "setoption name Game value enso\nposition startpos\n"
    orders = list(itertools.permutations(four))
    text = "".join(
        reset + "".join(f"setoption name {name} value {value}\n" for name, value in order) + "query options\n"
        for order in orders
    )
    answers = [line for line in piped(text + "quit\n") if not line.startswith("info string ")]
    expected = "Game enclosure_chess Rules 7x7 Level 0 Threads 1 Hash 64 Seed 0 MultiPV 1 vacated closed"
    assert answers == [f"response {expected}"] * len(orders)


def test_options_may_be_set_on_the_command_line() -> None:
    first, second, options = piped("query options\nquit\n", "Level=3", "Game=iago", "nonsense", "Threads=0")
    assert first.startswith("info error an option is set like this: setoption name Game value ")
    assert second == "info error Threads must be 1 to 256, not '0'"
    assert options.startswith("response Game iago Rules standard Level 3 Threads 1 ")


def test_options_on_the_command_line_do_not_mix_with_those_of_another_game() -> None:
    sent = "setoption name quiet value 30\nsetoption name Rules value six\nsetoption name Game value enclosure_chess\n"
    answers = piped(sent + "query options\nquit\n", "Game=toot")
    assert re.search(r" Rules six .* quiet 30$", answers[-1])
