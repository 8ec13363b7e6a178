"""The example plug-in, installed beside the wheel, has everything that a built-in game has. Kakomi knows nothing of it."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.support import COMPILING, DESKTOP, window
from tests.packaging.wheels import Installed
from tests.plug_ins.conftest import EXAMPLE
from tests.server.support import serving

GAME, TITLE = "mu_torere", "Mū Tōrere"
RECORD = EXAMPLE / "tests" / "scores" / f"{GAME}-standard.kakomi"
PLAN = f"""
name = "small"
seed = 1
[[study]]
game = "{GAME}"
players = ["random", "level:1"]
games = 4
"""
# Match, copies, records and symmetries, as a program uses them.
PROGRAM = """
import pickle, sys, kakomi
from kakomi.core.records.record import Record, read
assert kakomi.games.problems() == ()
match = kakomi.new("mu_torere", limit=40)
for move in ("a-m", "h", "m-h"):
    match.push(move)
assert pickle.loads(pickle.dumps(match)) == match
[record] = read(Record.from_match(match).text())
assert record.replay(kakomi.games.get) == match
print(match.symmetries(), match.position)
"""


@pytest.fixture
def data(tmp_path: Path) -> dict[str, str]:
    return {"KAKOMI_DATA": str(tmp_path / "data")}


def output(there: Installed, *command: str, **given: str) -> str:
    """What a command prints that must end well and without complaint."""
    ended = there.run(*command, **given)
    assert (ended.returncode, ended.stderr) == (0, ""), ended
    return ended.stdout


def test_nothing_in_kakomi_names_it(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as contents:
        for name in contents.namelist():
            text = contents.read(name).decode("utf-8", errors="replace").lower()
            assert "torere" not in text, name
            assert "tōrere" not in text, name


def test_it_is_listed_shown_and_counted(there: Installed, data: dict[str, str]) -> None:
    assert f"{TITLE} ({GAME})" in output(there, "kakomi", "games", **data)
    assert "Position: xxxxoooo/. x 0" in output(there, "kakomi", "show", GAME, **data)
    assert "2.4" in output(there, "kakomi", "rules", GAME, **data)
    assert "depth 12: 324 nodes" in output(there, "kakomi", "perft", GAME, "--depth", "12", **data)


def test_a_program_plays_records_and_pickles_it(there: Installed) -> None:
    assert output(there, "python", "-c", PROGRAM) == "16 oxxxooox/. o 3\n"


def test_it_is_played_in_the_terminal(there: Installed, data: dict[str, str]) -> None:
    said = output(there, "kakomi", "play", GAME, "--against", "level:1", stdin="b-m\na-m\n", **data)
    assert "The piece on b may enter the middle only with an enemy beside it (2.4)" in " ".join(said.split())
    assert "level:1 (White) plays h-a" in said
    assert "Saved: " in said


def test_players_of_both_kinds_play_a_match(there: Installed, data: dict[str, str], tmp_path: Path) -> None:
    records = tmp_path / "match.kakomi"
    command = ["match", "level:2", "random", GAME, "--games", "2", "--records", str(records), "--json"]
    manifest = json.loads(output(there, "kakomi", *command, **data))
    assert manifest["result"]["games"] == 2
    assert f'[Game "{GAME}"]' in records.read_text()
    assert TITLE in output(there, "kakomi", "replay", str(records), **data)


def test_it_speaks_ugi(there: Installed, data: dict[str, str]) -> None:
    lines = [f"setoption name Game value {GAME}", "setoption name limit value 40", "ugi", "query perft 6"]
    lines += ["position startpos moves a-m", "go nodes 500", "query options", "quit", ""]
    said = output(there, "kakomi", "ugi", stdin="\n".join(lines), **data).splitlines()
    assert "option name limit type spin default 100 min 20 max 400" in said
    assert "response 12" in said
    assert "bestmove h-a" in said
    assert any(line.startswith(f"response Game {GAME} Rules standard ") and "limit 40" in line for line in said)


def test_the_lab_plays_it_and_reports(there: Installed, data: dict[str, str], tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN)
    manifest = json.loads(output(there, "kakomi", "lab", "run", str(plan), "--jobs", "1", "--json", **data))
    assert (manifest["complete"], manifest["studies"][0]["games"]) == (True, 4)
    assert "Report: " in output(there, "kakomi", "lab", "report", "small", **data)
    page = tmp_path / "data" / "lab" / "small" / "report.html"
    assert TITLE in page.read_text(encoding="utf-8")


def test_a_game_is_reviewed(there: Installed, data: dict[str, str]) -> None:
    said = output(there, "kakomi", "analyse", str(RECORD), "--nodes", "500", "--json", **data)
    positions = [json.loads(line) for line in said.splitlines()]
    assert len(positions) >= 42


def test_its_own_tests_pass(there: Installed, tmp_path: Path) -> None:
    said = there.run("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", str(EXAMPLE / "tests"))
    assert said.returncode == 0, said.stdout


def test_the_tests_for_any_game_pass(there: Installed) -> None:
    """Contract, fuzz, oracle, perft, scores, run modes, CUDA."""
    chosen = ["--game", GAME, "--materials", str(EXAMPLE / "tests")]
    said = there.run("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--pyargs", "kakomi.testing", *chosen)
    assert said.returncode == 0, said.stdout
    assert "skipped" not in said.stdout


def test_it_is_played_in_the_browser(there: Installed, lent: Browser, tmp_path: Path) -> None:
    """From the home page to a game against the computer, and the exercises of the rules page."""
    flags = ("--engines", "1", "--no-limits")
    with (
        serving(tmp_path, *flags, environment={"PYTHONPATH": ""}, python=str(there.python)) as server,
        window(lent, server.url, DESKTOP) as visitor,
    ):
        page = visitor.go("/")
        page.get_by_role("link", name=f"Play the computer at {TITLE}").click()
        page.get_by_role("button", name="Start game").click()
        visitor.see_link()
        view = visitor.view
        assert (view["game"], view["seats"][1]["level"]) == (GAME, 1)
        choices = view["scene"]["choices"]
        assert [choice["move"] for choice in choices] == ["a-m", "d-m"]
        visitor.play(choices[0], choices, 0)
        visitor.see_ply(2, timeout=COMPILING)
        assert visitor.view["moves"] == ["a-m", "h-a"]

        lessons = visitor.ask(f"/api/rules/{GAME}")["lessons"]
        assert len(lessons) == 2
        page = visitor.go(f"/rules/{GAME}")
        lesson = lessons[0]
        expect(page.get_by_role("heading", name=lesson["title"], exact=True)).to_be_visible()
        for place in next(each for each in lesson["scene"]["choices"] if each["move"] in lesson["goal"])["clicks"]:
            visitor.click(place)
        expect(page.locator(".stage").get_by_role("status")).to_contain_text(lesson["reply"])
        expect(page.get_by_text("1 of 2 solved")).to_be_visible()
        assert visitor.complaints == []
        assert not [line for line in server.log if '"level":"error"' in line]
