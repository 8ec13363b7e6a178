"""kakomi puzzles make and check."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import kakomi
from kakomi.cli.exit_codes import DONE, FAILED, INTERRUPTED, REFUSED
from kakomi.puzzles.checker import prover
from kakomi.puzzles.collection import puzzles_of
from kakomi.puzzles.maker import make
from kakomi.puzzles.maker.make import PuzzleMaker
from kakomi.puzzles.puzzle import read_puzzles, write_puzzles
from tests.cli.terminal import Shell

GAME = ("enclosure_chess", "--rules", "5x5", "--set", "vacated=closed")


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.setattr(prover, "TARGET", "python")
    monkeypatch.setattr(make, "CHECK_NODES", 500)  # what takes longer to prove is left out
    return Shell(capsys)


def test_make_goes_on_where_it_stopped_and_check_confirms(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "here.jsonl"
    words = ("puzzles", "make", *GAME, "--out", str(file), "--count")
    assert "2 puzzles of these rules and options, 2 of them new; 2 in" in shell.fine(*words, "2")
    before = file.read_bytes()
    assert "2 puzzles of these rules and options, 0 of them new" in shell.fine(*words, "2")
    assert "3 puzzles of these rules and options, 1 of them new; 3 in" in shell.fine(*words, "3")
    assert file.read_bytes().startswith(before)
    status, out, _ = shell("puzzles", "check", "enclosure_chess", "--file", str(file))
    assert status == DONE
    assert out.startswith("enclosure_chess: 3 of 3 puzzles confirmed; ")
    report = json.loads(shell.fine("puzzles", "check", "enclosure_chess", "--file", str(file), "--json"))
    assert report["faults"] == []
    assert report["games"]["enclosure_chess"]["kinds"] == {"5x5 vacated=closed": 3}


def test_a_wrong_puzzle_fails_the_check_and_is_named(shell: Shell, tmp_path: Path) -> None:
    right = min(puzzles_of(kakomi.games.get("enclosure_chess")), key=lambda each: each.nodes)
    other = next(text for text in right.match().legal_moves if text != right.solution)
    file = tmp_path / "wrong.jsonl"
    file.write_bytes(write_puzzles("enclosure_chess", [replace(right, line=(other,), rest=())]))
    status, out, _ = shell("puzzles", "check", "enclosure_chess", "--file", str(file))
    assert status == FAILED
    assert "0 of 1 puzzles confirmed" in out
    assert f"enclosure_chess {right.id} (kakomi.new(" in out
    assert f"{other} does not reach the goal" in out


def test_what_is_interrupted_is_kept(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = puzzles_of(kakomi.games.get("enclosure_chess"))[0]

    def interrupt(self: PuzzleMaker, *_: object) -> None:
        report = _[2]
        report(self.progress, puzzle)  # type: ignore[operator]
        raise KeyboardInterrupt

    monkeypatch.setattr(PuzzleMaker, "make", interrupt)
    file = tmp_path / "here.jsonl"
    status, out, _ = shell("puzzles", "make", *GAME, "--out", str(file))
    assert status == INTERRUPTED
    assert out.startswith(f"Interrupted; 1 puzzles are kept in {file}.")
    assert read_puzzles(file.read_text(), "") == [puzzle]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("make", "nim"), "there is no game 'nim'"),
        (("make", "enso", "--rules", "quick"), "there is no rule set of enso 'quick'"),
        (("make", "enso", "--set", "size=9"), "there is no option of enso standard 'size'"),
        (("make", "enso", "--count", "0"), "must be a whole number from 1 to 100000, not '0'"),
        (("check", "nim"), "there is no game 'nim'"),
        (("check", "--file", "x"), "--file needs the game's name as well"),
        (("check", "enso", "--file", "/there/is/none"), "/there/is/none"),
    ],
)
def test_bad_arguments_are_refused_in_one_sentence(shell: Shell, words: tuple[str, ...], said: str) -> None:
    status, _, error = shell("puzzles", *words)
    assert status == REFUSED
    assert said in error
    assert error.count("\n") == 1


def test_a_file_of_another_game_is_refused_and_left_as_it_is(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "other.jsonl"
    file.write_bytes(write_puzzles("enclosure_chess", puzzles_of(kakomi.games.get("enclosure_chess"))[:1]))
    before = file.read_bytes()
    status, _, error = shell("puzzles", "make", "enso", "--out", str(file))
    assert status == REFUSED
    assert "has puzzles of enclosure_chess; give another file for those of enso" in error
    assert file.read_bytes() == before
