"""Broken plug-ins: each is named in one clear sentence and left out, and the other games go on."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import kakomi
from kakomi import GameError, games
from kakomi.core.records.record import read
from tests.plug_ins.broken import Damage, install
from tests.server.support import serving

BROKEN, GOOD = "broken_plug_in", "good_plug_in"
RENAMED = Damage("__init__.py", 'name="mu_torere"', 'name="good_game"')


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of plug-ins with a good one in it, before a catalogue that has loaded none."""
    install(tmp_path, GOOD, RENAMED, Damage("view.py", 'game="mu_torere"', 'game="good_game"'), entry="good_game")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(games, "_added", {})
    monkeypatch.setattr(games, "_broken", {})
    monkeypatch.setattr(games, "_plug_ins_loaded", False)
    yield tmp_path
    for name in [each for each in sys.modules if each.startswith((BROKEN, GOOD))]:
        del sys.modules[name]


def init(old: str, new: str) -> Damage:
    return Damage("__init__.py", old, new)


STARTED = "def legal_moves(position: Position, out: Moves) -> int:\n"
TEXT = "def move_text(position: list[int], move: int) -> str:\n"
POSITION = "SYMBOLS.index(read[3]), int(read[4])"
DIAGRAM = "return _position(symbols, turn, made, settings)"
IMPORT_FAILS = {
    "a missing module": (
        init("from kakomi.core.game", "import no_such_module\nfrom kakomi.core.game"),
        "ModuleNotFoundError: No module named 'no_such_module'",
    ),
    "no Python": (init("GAME = Game(", "GAME = = Game("), "SyntaxError: invalid syntax"),
    "an error of several lines": (
        init("GAME = Game(", 'raise ValueError("first\\n\\n  second")\nGAME = Game('),
        "ValueError: first second",
    ),
    "an exit": (init("GAME = Game(", 'raise SystemExit("enough")\nGAME = Game('), "SystemExit: enough"),
    "no GAME": (init("GAME = Game(", "THE_GAME = Game("), "has no attribute 'GAME'"),
}
BREAKS = {
    "not a game": (init("GAME = Game(", "GAME = dict("), "it must be a kakomi.core.game.Game, not dict"),
    "no rule set": (
        init("rule_sets=(RuleSet(", "rule_sets=() and (RuleSet("),
        "it must have at least one rule set",
    ),
    "no function in the rules": (
        Damage("rules.py", "def winner(", "def loser("),
        "the function winner is missing in the rules of its rule set standard",
    ),
    "no function in the view": (
        Damage("view.py", "def why_not(", "def because("),
        "the function why_not is missing in the view of its rule set standard",
    ),
    "no clauses": (Damage("rules.py", "CLAUSES = (", "ENDINGS = ("), "need CLAUSES, a tuple of the clauses"),
    "no rules page": (Damage("rules.md"), "there is no rules.md in its package broken_plug_in"),
    "no package": (init("package=__name__", 'package=""'), "it must say its package (package=__name__)"),
    "data that is no TOML": (
        Damage("lessons.toml", "[[lesson]]", "[[lesson"),
        "a file of its package broken_plug_in cannot be read",
    ),
    "a bad name": (init('"mu_torere"', '"Mu-Torere"'), "'Mu-Torere' cannot be a game's name"),
    "the name of a built-in game": (
        init('"mu_torere"', '"enso"'),
        "there is already a game enso; choose another name",
    ),
    "the name of another plug-in": (
        init('"mu_torere"', '"good_game"'),
        "there is already a game good_game; choose another name",
    ),
    "no legal move at the start": (
        Damage("rules.py", STARTED, f"{STARTED}    return 0\n"),
        "in its rule set standard there is no legal move at the start",
    ),
    "more moves than it said": (
        Damage("rules.py", "    return 4\n", "    return 1\n"),
        "in its rule set standard the first move fails with IndexError",
    ),
    "move texts that collide": (
        Damage("view.py", TEXT, f'{TEXT}    return "a-m"\n'),
        "in its rule set standard two legal moves have the same text",
    ),
    "a move text that is not read": (
        Damage("view.py", TEXT, f'{TEXT}    return f"move{{move}}"\n'),
        "in its rule set standard the first move cannot be played: 'move",
    ),
    "position texts that do not read back": (
        Damage("view.py", POSITION, f"{POSITION} + 2"),
        "in its rule set standard position texts do not read back as what was written",
    ),
    "diagrams that do not read back": (
        Damage("view.py", DIAGRAM, DIAGRAM.replace("made", "made + 2")),
        "in its rule set standard diagrams do not read back as what was written",
    ),
    "a scene that fails": (
        Damage("view.py", "    owners = dict(", "    owners = {}[position[0]]\n    owners = dict("),
        "in its rule set standard the first move fails with KeyError",
    ),
    "half a net interface": (
        Damage("net.py", "def move_at(", "def move_of("),
        "in its rule set standard net.py cannot be used: the net interface broken_plug_in.net lacks the function move_at",
    ),
    "a net interface without its sizes": (
        Damage("net.py", "WAYS = 1\n", "\n"),
        "in its rule set standard net.py cannot be used: the net interface broken_plug_in.net is not whole",
    ),
    "a net interface of nothing": (
        Damage("net.py", "    return SIZE, SIZE", "    return 0, SIZE"),
        "in its rule set standard the sizes of net.py must be positive",
    ),
}


def the_problem(reason: str) -> str:
    """The one sentence there is, once it has been seen that everything else works."""
    [sentence] = games.problems()
    assert "(plug-in broken_plug_in) is left out: " in sentence
    assert reason in sentence
    assert "\n" not in sentence
    assert len(sentence) < 400
    assert games.names() == (*games.BUILT_IN, "good_game")
    match = kakomi.new("good_game")
    match.push("a-m")
    assert list(match.legal_moves) == ["h-a"]
    return sentence


@pytest.mark.parametrize("name", IMPORT_FAILS)
def test_a_plug_in_that_cannot_be_imported_is_left_out(name: str, folder: Path) -> None:
    damage, reason = IMPORT_FAILS[name]
    install(folder, BROKEN, damage)
    sentence = the_problem(reason)
    with pytest.raises(GameError) as refused:
        kakomi.new("mu_torere")
    assert str(refused.value) == sentence


@pytest.mark.parametrize("name", BREAKS)
def test_a_plug_in_that_breaks_the_contract_is_left_out(name: str, folder: Path) -> None:
    damage, reason = BREAKS[name]
    install(folder, BROKEN, damage)
    sentence = the_problem(reason)
    broken = importlib.import_module(BROKEN).GAME
    with pytest.raises(GameError) as refused:  # a program that registers it gets the same reason
        games.register(broken)
    assert sentence.endswith(str(refused.value))
    assert games.names() == (*games.BUILT_IN, "good_game")


def test_an_entry_point_of_another_name_is_left_out(folder: Path) -> None:
    install(folder, BROKEN, entry="torere")
    assert "it is called mu_torere, but its entry point torere" in the_problem("the two must be the same")


def test_a_broken_plug_in_does_not_take_the_name_from_a_game(folder: Path) -> None:
    install(folder, BROKEN, init("GAME = Game(", "GAME = None and Game("), entry="enso")
    the_problem("it must be a kakomi.core.game.Game, not NoneType")
    assert kakomi.new("enso").game.title == "Enso"


def test_all_of_several_broken_plug_ins_are_named(folder: Path) -> None:
    for number, (damage, _) in enumerate([BREAKS["no clauses"], BREAKS["no rules page"], BREAKS["a scene that fails"]]):
        install(folder, f"{BROKEN}_{number}", damage, entry=f"game_{number}")
    assert len(games.problems()) == 3
    assert games.names() == (*games.BUILT_IN, "good_game")


def test_a_good_game_can_be_registered_once_and_taken_out_again(folder: Path) -> None:
    install(folder, BROKEN)
    (folder / f"{BROKEN}-1.0.dist-info" / "entry_points.txt").unlink()
    assert games.problems() == ()
    importlib.invalidate_caches()
    game = importlib.import_module(BROKEN).GAME
    games.register(game)
    assert games.names()[-1] == "mu_torere"
    with pytest.raises(GameError, match="there is already a game mu_torere"):
        games.register(game)
    games.unregister("mu_torere")
    with pytest.raises(kakomi.UnknownName):
        kakomi.new("mu_torere")


def test_the_command_line_and_the_server_name_it_and_go_on(folder: Path, tmp_path: Path) -> None:
    damage, reason = BREAKS["no clauses"]
    install(folder, BROKEN, damage)
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "kakomi", "games"]
    listed = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    assert listed.returncode == 0
    assert "(good_game)" in listed.stdout
    assert "(mu_torere)" not in listed.stdout
    assert listed.stderr.startswith("kakomi: the game mu_torere (plug-in broken_plug_in) is left out: ")
    assert (listed.stderr.count("\n"), reason in listed.stderr) == (1, True)
    with serving(tmp_path / "data", "--engines", "0", environment={"PYTHONPATH": path}) as server:
        catalogue = server.person().http.get("/api/catalogue").json()
        assert [game["name"] for game in catalogue["games"]] == [*games.BUILT_IN, "good_game"]
    assert sum('"plug-in left out"' in line and reason in line for line in server.log) == 1


def test_a_record_of_another_version_of_the_rules_is_refused(folder: Path) -> None:
    """The game that was recorded is not guessed at: the sentence names both versions."""
    install(folder, BROKEN, init("package=__name__,", 'package=__name__,\n    version="2",'))
    text = '[Game "mu_torere"]\n[RulesVersion "{}"]\n\na-m h-a *\n'
    [old] = read(text.format(1))
    with pytest.raises(kakomi.RecordError, match="version '1' of the rules of mu_torere; only version '2'"):
        old.replay(games.get)
    [new] = read(text.format(2))
    assert new.replay(games.get).moves == ["a-m", "h-a"]
