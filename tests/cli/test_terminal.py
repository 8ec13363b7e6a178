"""kakomi in a real terminal: keys, signals, and games that are not lost."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

import kakomi
from tests.cli.terminal import Terminal, only_file, saved


@pytest.fixture(autouse=True)
def data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("KAKOMI_DATA", str(tmp_path / "data"))
    return tmp_path / "data" / "games"


def test_ctrl_c_saves_the_game_and_it_can_be_resumed(data: Path) -> None:
    terminal = Terminal("play", "enso")
    terminal.wait_for("Black> ")
    terminal.type("c5xd5")
    terminal.wait_for("White> ")
    os.write(terminal.master, b"e5x")  # in the middle of a line
    os.kill(terminal.process.pid, signal.SIGINT)
    assert terminal.end() == 130
    file = only_file(data)
    assert f"kakomi play --resume {file}" in terminal.text
    assert "Traceback" not in terminal.text
    terminal = Terminal("play", "--resume", str(file))
    terminal.wait_for("White> ")
    terminal.type("e5xd5")
    terminal.wait_for("Black> ")
    terminal.type("resign")
    assert terminal.end() == 0
    match = saved(data)
    assert match.moves == ["c5xd5", "e5xd5"]
    assert match.outcome == kakomi.Outcome(1, "resign")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_closed_terminal_loses_no_game(data: Path, number: signal.Signals) -> None:
    terminal = Terminal("play", "enso")
    terminal.wait_for("Black> ")
    terminal.type("c5xd5")
    terminal.wait_for("White> ")
    os.kill(terminal.process.pid, number)
    assert terminal.end() == 128 + number
    assert saved(data).moves == ["c5xd5"]


def test_a_terminal_has_colour_and_a_dumb_one_has_none() -> None:
    for term, coloured in (("xterm-256color", True), ("dumb", False)):
        terminal = Terminal("play", "enso", term=term)
        terminal.wait_for("Black> ")
        terminal.type("quit")
        assert terminal.end() == 0
        assert ("\x1b[" in terminal.text.split("Black> ")[0]) is coloured


def test_the_chooser_asks_for_game_rules_and_opponent() -> None:
    terminal = Terminal(term="dumb")
    terminal.wait_for("Which game.*> ")
    terminal.type("chess")
    terminal.wait_for("Type a number from 1 to 5, a name, or quit.(.|\n)*Which game")
    terminal.type("Enclosure")
    terminal.wait_for("Which rules.*> ")
    terminal.type("3")
    terminal.wait_for("Against whom.*> ")
    terminal.type("")
    terminal.wait_for("You are Red(.|\n)*Red> ")
    terminal.type("quit")
    assert terminal.end() == 0


def test_the_chooser_can_be_left_and_interrupted() -> None:
    terminal = Terminal(term="dumb")
    terminal.wait_for("Which game.*> ")
    terminal.type("quit")
    assert terminal.end() == 0
    terminal = Terminal(term="dumb")
    terminal.wait_for("Which game.*> ")
    os.kill(terminal.process.pid, signal.SIGINT)
    assert terminal.end() == 130
    assert "Traceback" not in terminal.text


def test_ctrl_c_stops_a_long_count() -> None:
    terminal = Terminal("perft", "enso", "--depth", "30")
    terminal.wait_for("Compiling Enso")
    time.sleep(0.5)
    os.kill(terminal.process.pid, signal.SIGINT)
    assert terminal.end() == 130
    assert "Traceback" not in terminal.text
