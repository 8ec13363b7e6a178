"""`kakomi lab` from the command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kakomi.cli.commands.lab.runs import progress_text
from kakomi.cli.main import main
from kakomi.cli.progress import ProgressLine, duration
from kakomi.lab.results import MANIFEST, load
from kakomi.lab.runs.runner import RunProgress
from tests.lab.conftest import PLAN


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAKOMI_DATA", str(tmp_path))
    monkeypatch.delenv("KAKOMI_DATABASE", raising=False)


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "plan.toml"
    path.write_text(PLAN, encoding="utf-8")
    return str(path)


def test_run_list_and_repeat(tmp_path: Path, file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "list"]) == 0
    assert "There are no runs yet" in capsys.readouterr().out
    assert main(["lab", "run", file, "--jobs", "2"]) == 0
    said = capsys.readouterr().out
    assert "24 games  enso standard: random - random" in said
    assert "stopped early by its stopping rule  stops" in said
    assert str(tmp_path / "lab" / "small") in said
    assert main(["lab", "run", file, "--jobs", "1", "--json"]) == 0
    manifest = json.loads(capsys.readouterr().out)
    assert manifest == json.loads((tmp_path / "lab" / "small" / MANIFEST).read_text(encoding="utf-8"))
    assert manifest["complete"] is True
    assert main(["lab", "list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [(each["name"], each["state"]) for each in listed] == [("small", "complete")]
    assert main(["lab", "list"]) == 0
    assert "complete" in capsys.readouterr().out
    assert main(["lab", "repeat", "small", "--jobs", "1"]) == 0
    assert capsys.readouterr().out.startswith("Identical: ")
    assert main(["lab", "repeat", str(tmp_path / "lab" / "small"), "--jobs", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["identical"] is True


def test_compare_report_and_tournament(tmp_path: Path, file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "run", file, "--jobs", "1"]) == 0
    Path(file).write_text(PLAN.replace("seed = 7", "seed = 8").replace('"small"', '"other"'), encoding="utf-8")
    assert main(["lab", "run", file, "--jobs", "1"]) == 0
    capsys.readouterr()
    assert main(["lab", "compare", "small", "other", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["a"] == "small"
    assert main(["lab", "compare", "small", "other"]) == 0
    assert "measures, corrected together" in capsys.readouterr().out
    assert main(["lab", "compare", "small", "other", "--markdown"]) == 0
    assert "| players | measure | A | B | B - A | p |" in capsys.readouterr().out
    assert main(["lab", "report", "small", "--out", str(tmp_path / "page.html")]) == 0
    assert (tmp_path / "page.html").read_text(encoding="utf-8").startswith("<!")
    capsys.readouterr()
    words = ["enclosure_chess", "random", "greedy", "--rules", "5x5", "--games", "2", "--jobs", "1"]
    assert main(["lab", "tournament", *words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)
    assert main(["lab", "tournament", "enso", "random", "nobody"]) == 2
    assert "there is no player 'nobody'" in capsys.readouterr().err


FIRST_MOVES = """
name = "firsts"
[[study]]
name = "in turn"
game = "enclosure_chess"
rules = "5x5"
players = ["greedy", "greedy"]
start = "first moves"
games = 40

[[study]]
name = "their own"
game = "enclosure_chess"
rules = "5x5"
players = ["greedy", "greedy"]
games = 10
"""


def test_fair_and_index(tmp_path: Path, file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "run", file, "--jobs", "1"]) == 0
    Path(file).write_text(FIRST_MOVES, encoding="utf-8")
    assert main(["lab", "run", file, "--jobs", "1"]) == 0
    capsys.readouterr()
    picture = tmp_path / "fair.svg"
    assert main(["lab", "fair", "firsts", "--out", str(picture)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("in turn: 40 games of greedy against itself.\nFirst moves within 5% of a half: ")
    assert f"Picture: {picture}" in said
    assert ElementTree.parse(picture).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert main(["lab", "fair", "firsts", "--study", "in turn", "--band", "0.2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["study"], found["band"]) == ("in turn", 0.2)
    assert sum(each["n"] for each in found["moves"]) == 40
    for words, refusal in (
        (["firsts", "--study", "their own"], 'its players chose the first move themselves; set start = "first moves"'),
        (["firsts", "--study", "nobody"], "there is no study of the run firsts 'nobody'"),
        (["firsts", "--band", "0.7"], "the band must be more than 0 and less than 0.5"),
        (["firsts", "--band", "nan"], "the band must be more than 0 and less than 0.5"),
        (["firsts", "--band", "wide"], "must be a number like 0.05, not 'wide'"),
        (["firsts", "--out", "fair.png"], "--out takes a file name that ends in .svg, not fair.png"),
        (["small"], "the run small has no study that shows which first moves are fair"),
    ):
        assert main(["lab", "fair", *words]) == 2
        complaint = capsys.readouterr().err
        assert complaint.count("\n") == 1
        assert refusal in complaint
    assert main(["lab", "report", "firsts", "--out", str(tmp_path / "pages" / "firsts.html")]) == 0
    page = tmp_path / "pages" / "index.html"
    assert main(["lab", "index", "firsts", "--out", str(page)]) == 0
    assert f"Index: {page}" in capsys.readouterr().out
    assert '<a href="firsts.html">Enclosure Chess 5x5</a>' in page.read_text(encoding="utf-8")
    assert json.loads(page.with_suffix(".json").read_text(encoding="utf-8"))["games"][0]["run"] == "firsts"
    assert main(["lab", "index", "firsts", "firsts", "--out", str(page)]) == 2
    assert "an index takes each rule set once" in capsys.readouterr().err


def test_a_difference_is_an_exit_code(tmp_path: Path, file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "run", file, "--name", "other", "--jobs", "1"]) == 0
    results = tmp_path / "lab" / "other" / "results.jsonl"
    results.write_text(results.read_text(encoding="utf-8").replace('"plies":', '"plies":1', 1), encoding="utf-8")
    capsys.readouterr()
    assert main(["lab", "repeat", "other", "--jobs", "1"]) == 1
    assert "Different: study 1 (enso standard: random - random), game 1: plies was 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ([], "ACTION"),
        (["run"], "PLAN"),
        (["run", "none.toml"], "cannot be read"),
        (["run", "FILE", "--jobs", "0"], "from 1 to 256"),
        (["run", "FILE", "--name", "A B"], "--name takes up to 64 lower-case letters"),
        (["run", "FILE", "--database", "nowhere"], "database must be postgresql://"),
        (["repeat", "nothing"], "there is no run in"),
        (["repeat", "no/thing"], "there is no run in"),
        (["repeat", "a\0b"], "is not a file name"),
        (["fair", "nothing"], "there is no run in"),
        (["index", "nothing", "--out", "index.html"], "there is no run in"),
        (["index", "nothing"], "--out"),
    ],
)
def test_refusals_are_one_line(words: list[str], refusal: str, file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", *(file if word == "FILE" else word for word in words)]) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert refusal in said.err


def test_ctrl_c_keeps_what_was_played(tmp_path: Path, file: str) -> None:
    Path(file).write_text(PLAN.replace("games = 24", "games = 100000"), encoding="utf-8")
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "  # a job in the background has none
        "from kakomi.cli.main import main; sys.exit(main(sys.argv[1:]))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, "lab", "run", file, "--jobs", "1"], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            deadline = time.monotonic() + 60
            while not (tmp_path / "lab" / "small" / MANIFEST).exists() and time.monotonic() < deadline:
                time.sleep(0.05)
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            said, _ = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 130
    assert f"Interrupted. To continue: kakomi lab run {file}" in said
    assert not any(name.startswith(".") for name in os.listdir(tmp_path / "lab" / "small"))
    with pytest.raises(Exception, match="is not complete"):
        load(tmp_path / "lab" / "small")


def test_progress_shows_how_much_is_left(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    text = progress_text(RunProgress(50, 200, "a study", 30.0, 90.0))
    line = ProgressLine()
    line.show(text)
    assert capsys.readouterr().err == ""  # no terminal, nothing shown
    line.visible = True
    line.show(text)
    assert capsys.readouterr().err == "\r\x1b[K[#####...............] 50 of 200 games, 90 s left  a study"
    assert duration(100_000) == "27 h 47 min"
