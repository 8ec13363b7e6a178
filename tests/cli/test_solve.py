"""kakomi solve and kakomi verify."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

import kakomi
from kakomi.cli.exit_codes import INTERRUPTED
from kakomi.games.enclosure_chess.grid.solved import solver
from tests.cli.terminal import Shell, Terminal

GAME = ("enclosure_chess", "--rules", "5x5")


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The cache folder; solvers that know tables from another one are forgotten."""
    monkeypatch.setenv("KAKOMI_CACHE", str(tmp_path / "cache"))
    solver._solver.cache_clear()
    return tmp_path / "cache"


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


@pytest.mark.parametrize(
    ("vacated", "value"), [("open", 0), ("closed", 1)]
)  # from the oracle: tests/games/enclosure_chess/test_grid_solver.py
def test_solve_for_programs(shell: Shell, vacated: str, value: int) -> None:
    report = json.loads(shell.fine("solve", *GAME, "--set", f"vacated={vacated}", "--json"))
    assert (report["game"], report["rules"], report["options"]) == ("enclosure_chess", "5x5", {"vacated": vacated})
    assert (report["value"], report["best"], report["proven"]) == (value, ["c3"], True)
    assert report["positions"] > 4096
    assert report["seconds"] >= 0


def test_solve_for_people(shell: Shell) -> None:
    out = shell.fine("solve", *GAME, "--set", "vacated=closed")
    assert "Value: 1, proven: with perfect play First wins by 1 capture.\nBest moves: c3\n" in out
    assert "Value: 0, proven: with perfect play the game is drawn.\n" in shell.fine("solve", *GAME)


def test_solve_a_position(shell: Shell) -> None:
    match = kakomi.new("enclosure_chess", "5x5")
    for move in ("b1", "a2"):  # Second takes the corner
        match.push(move)
    by_moves = json.loads(shell.fine("solve", *GAME, "--moves", "b1 a2", "--json"))
    by_text = json.loads(shell.fine("solve", *GAME, "--position", match.position, "--json"))
    assert by_moves | {"seconds": 0} == by_text | {"seconds": 0}
    assert by_moves["position"] == match.position
    while match.outcome is None:
        match.push(next(iter(match.legal_moves)))
    assert match.score is not None
    ended = json.loads(shell.fine("solve", *GAME, "--position", match.position, "--json"))
    assert (ended["value"], ended["best"]) == (match.score[0] - match.score[1], [])


def test_solve_writes_what_verify_accepts(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "proof"
    out = shell.fine("solve", *GAME, "--certificate", str(file))
    assert out.endswith(f"Written: {file}\n")
    assert json.loads(shell.fine("solve", *GAME, "--certificate", str(file), "--json"))["certificate"] == str(file)
    shown = shell.fine("verify", str(file))
    assert shown.startswith("True. Proven for 5x5, vacated open:\nValue: 0 for the first player\nBest moves: c3\n")
    report = json.loads(shell.fine("verify", str(file), "--json"))
    assert (report["rules"], report["vacated"], report["value"], report["best"]) == ("5x5", "open", 0, ["c3"])


def test_verify_refuses_with_the_reason(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "proof"
    shell.fine("solve", *GAME, "--certificate", str(file))
    text = file.read_text("utf-8")
    file.write_text(text.replace('"value": 0', '"value": 1'), encoding="utf-8")
    assert shell.refused("verify", str(file)) == f"{file} is rejected: it is damaged: the checksum is wrong"
    file.write_text(text[:1000], encoding="utf-8")
    assert "cut short" in shell.refused("verify", str(file))
    file.write_bytes(b"\xff\xfe")
    assert "does not begin like the certificate of any solved game" in shell.refused("verify", str(file))
    assert "No such file" in shell.refused("verify", str(tmp_path / "none"))
    assert "Is a directory" in shell.refused("verify", str(tmp_path))


def test_solve_refuses(shell: Shell, tmp_path: Path) -> None:
    refusal = shell.refused("solve", "enso")
    assert "enso standard is not solved; solved games: iago standard (side=3 or side=4 with penalties=off), " in refusal
    assert "enclosure_chess 5x5, enclosure_chess 7x7" in refusal
    file = str(tmp_path / "proof")
    assert "from its start" in shell.refused("solve", *GAME, "--moves", "b1", "--certificate", file)
    assert "No such file" in shell.refused("solve", *GAME, "--certificate", "/no/such/folder/x")
    assert "Is a directory" in shell.refused("solve", *GAME, "--certificate", str(tmp_path))
    assert "vacated" in shell.refused("solve", *GAME, "--set", "vacated=ajar")


def test_what_is_solved_is_said_before_anything_is_searched(shell: Shell) -> None:
    six = ("enclose5", "--set", "small=6")
    assert "No such file" in shell.refused("solve", *six, "--certificate", "/no/such/folder/x")  # not after minutes
    assert "at most 15 empty cells; this one has 35" in shell.refused("solve", *six, "--moves", "c3")
    refusal = shell.refused("solve", "enclose5", "--set", "small=7")
    assert "small must be 3 to 6 or off, not '7'; solved is no more than enclose5 standard (small=3, " in refusal
    assert "size=7 target=20 opening=none links=off small=off is not solved" in shell.refused(
        "solve", "enclose5", "--set", "size=7"
    )


def test_a_table_that_cannot_be_kept_or_used_is_spoken_of(shell: Shell, cache: Path) -> None:
    shell.fine("solve", *GAME)
    [file] = (cache / "tables").iterdir()
    file.write_bytes(file.read_bytes()[:-5])
    solver._solver.cache_clear()
    status, out, err = shell("solve", *GAME)
    assert (status, err) == (0, f"kakomi: {file.name} in the cache is cut short; it is built again\n")
    assert "Value: 0" in out


def test_a_solve_broken_off_leaves_nothing(cache: Path) -> None:
    terminal = Terminal("solve", "enclosure_chess", "--rules", "7x7")
    terminal.wait_for(r"Solving \.+ +0%")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end() == INTERRUPTED
    assert "Traceback" not in terminal.text
    folder = cache / "tables"
    assert not folder.exists() or not list(folder.iterdir())


def test_a_result_is_proven_by_search_where_there_is_no_table(shell: Shell, tmp_path: Path, cache: Path) -> None:
    file = tmp_path / "proof"
    small = ("iago", "--rules", "loose", "--set", "side=3")
    report = json.loads(shell.fine("solve", *small, "--certificate", str(file), "--json"))
    assert (report["value"], report["best"], report["options"]) == (
        "win",
        ["b2", "b3", "c2", "c4", "d2", "d3"],
        {"side": 3},
    )
    assert not (cache / "tables").exists()
    shown = shell.fine("verify", str(file))
    assert shown.startswith("True. Proven for loose, side 3:\nValue: a win for the first player\n")
    assert json.loads(shell.fine("verify", str(file), "--json"))["value"] == "win"
    out = shell.fine("solve", *small, "--moves", "c2 c4")
    assert "Value: win, proven: with perfect play Dark wins.\nBest moves: b2, d2\nSearch: " in out
    file.write_bytes(file.read_bytes()[:-40])
    assert f"{file} is rejected: its second line is not whole as JSON: it is cut short" in shell.refused(
        "verify", str(file)
    )
    assert "iago standard penalties=off side=5 is not solved" in shell.refused("solve", "iago")
