"""The commands that answer and are done: what they print, for people and for programs, and how they refuse."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

import kakomi
from kakomi.cli import files
from kakomi.cli.main import COMMANDS
from kakomi.cli.terminal import markdown, rules_page
from kakomi.cli.terminal.paint import Paint
from kakomi.core.records.record import Record, write_file
from kakomi.search import batch
from tests.cli.terminal import KAKOMI, Shell, process

RULE_SETS = [(game.name, each.name) for game in kakomi.games.all_games() for each in game.rule_sets]
ESCAPE = "\x1b["


@pytest.fixture(autouse=True)
def _quiet_surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KAKOMI_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("NO_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


# --- the command line itself ------------------------------------------------------------------------------------------


def test_the_version(shell: Shell) -> None:
    assert shell.fine("--version") == f"kakomi {kakomi.__version__}\n"


def test_the_help_documents_commands_and_exit_codes(shell: Shell) -> None:
    out = shell.fine("--help")
    for command in COMMANDS:
        assert re.search(rf"^    {command} ", out, re.M)
    for code in ("0", "1", "2", "130"):
        assert re.search(rf"^  {code} ", out, re.M)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(shell: Shell, command: str) -> None:
    out = shell.fine(command, "--help")
    assert f"example:\n  kakomi {command}" in out


def test_alone_in_a_pipe_it_guides_instead_of_waiting(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n1\n1\n"))
    out = shell.fine()
    for game in kakomi.games.all_games():
        assert game.title in out
    assert "kakomi play enso" in out


BAD = [
    (["pley"], "there is no command 'pley'; did you mean play?"),
    (["enso"], "kakomi play enso"),
    (["--colour"], "--colour"),
    (["play", "ensoo"], "there is no game 'ensoo'; did you mean enso?"),
    (["show", "chess"], "known: enso, iago"),
    (["rules", ""], "there is no game ''"),
    (["rules", "enso", "9.9"], "there is no clause of enso '9.9'"),
    (["show"], "GAME"),
    (["show", "iago", "--rules", "losse"], "did you mean loose?"),
    (["show", "enclose5", "--set", "size=99"], "size must be 7 to 40, not '99'"),
    (["show", "enclose5", "--set", "size=" + "9" * 5000], "size must be 7 to 40"),
    (["show", "enclose5", "--set", "size"], "NAME=VALUE"),
    (["show", "enclose5", "--set", "size=9", "--set", "size=9"], "size twice"),
    (["show", "enso", "--set", "size=9"], "there is no option of enso standard 'size'"),
    (["show", "enso", "--moves", "c5xd5 zz"], "'zz' is not a move"),
    (["show", "enso", "--moves", "a1xa2"], "there is White's stone on a1"),
    (["show", "enso", "--position", "nonsense"], "a position is six rows"),
    (["show", "enso", "--position", "a\nb\x1b[31m"], "a position is six rows"),
    (["show", "enso", "--position", "6/1x4/6/6/4o1/6 x", "--diagram", "x"], "--diagram and --position"),
    (["show", "enso", "--diagram", "/no/such/file"], "/no/such/file: No such file"),
    (["show", "enso", "--diagram", "a\0b"], "is not a file name"),
    (["show", "enso", "--svg", "/no/such/folder/x.svg"], "No such file or directory"),
    (["show", "enso", "--svg", "-", "--json"], "both write to standard output"),
    (["show", "enso", "--svg", "~nobody-of-that-name/x"], "there is no such home folder"),
    (["show", "enso", "--diagram", "\x1b[31m\nx"], "?[31m x: No such file"),
    (["show", "enso", "--theme", "pink"], "invalid choice"),
    (["perft", "enso"], "--depth"),
    (["perft", "enso", "--depth", "-1"], "--depth"),
    (["perft", "enso", "--depth", "²"], "a whole number from 0 to 99"),
    (["perft", "enso", "--depth", "1" * 5000], "a whole number from 0 to 99"),
    (["bench", "--rules", "loose"], "need a GAME"),
    (["bench", "enso", "--seconds", "nan"], "seconds from 0.01"),
    (["bench", "enso", "--threads", "0"], "a whole number from 1 to 256"),
    (["replay", "/no/such/file"], "'/no/such/file' cannot be read: No such file"),
    (["play"], "say which game"),
    (["play", "enso", "--against", "rando"], "did you mean random?"),
    (["play", "enso", "--against", "random:seed=x"], "seed must be a whole number"),
    (["play", "enso", "--as", "second"], "--against random"),
    (["play", "enso", "--games", "3"], "an even number of games"),
    (["play", "enso", "--games", "²"], "an even number of games"),
    (["play", "enso", "--games", "2", "--moves", "c5xd5"], "leave out --position and --moves"),
    (["play", "--resume", "/no/such/file"], "cannot be read"),
    (["play", "--resume", "x", "--rules", "standard"], "leave out --rules"),
    (["play", "enso", "--save", "/no/such/folder/x"], "there is no folder /no/such/folder"),
    (["ugi", "enso"], "unrecognized arguments: enso"),
]


@pytest.mark.parametrize(("words", "reason"), BAD, ids=[" ".join(words)[:50] for words, _ in BAD])
def test_bad_input_is_refused_in_one_sentence(shell: Shell, words: list[str], reason: str) -> None:
    assert reason in shell.refused(*words)


def test_names_are_forgiven_capitals_blanks_and_hyphens(shell: Shell) -> None:
    wanted = shell.fine("show", "enclosure_chess", "--rules", "5x5")
    assert shell.fine("show", "Enclosure Chess", "--rules", " 5X5 ") == wanted
    assert shell.fine("show", "ENCLOSURE-CHESS") == wanted


def test_games_added_later_are_known_to_the_parser(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kakomi.games, "names", lambda: ("added", *kakomi.games.BUILT_IN))
    assert "one of added, enso" in shell.fine("show", "--help")
    assert "kakomi show added --svg" in shell.fine("show", "--help")
    assert "kakomi play added" in shell.refused("added")


@pytest.mark.parametrize("action", ["run", "repeat", "list", "compare", "fair", "report", "index", "tournament"])
def test_every_action_of_the_lab_has_help_with_an_example(shell: Shell, action: str) -> None:
    assert f"example:\n  kakomi lab {action}" in shell.fine("lab", action, "--help")


# --- games and rules --------------------------------------------------------------------------------------------------


def test_games_names_each_with_designer_rule_sets_and_ranges(shell: Shell) -> None:
    out = " ".join(shell.fine("games").split())
    for game in kakomi.games.all_games():
        assert f"{game.title} ({game.name}) - {game.by}" in out
        for rule_set in game.rule_sets:
            for option in rule_set.options:
                assert f"{option.name}={option.default} {option.range}: {option.help}" in out


def test_games_names_the_plug_ins_that_were_left_out(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = shell.fine("games", "--json")
    sentence = "the game 'broken' is left out: it has no function play"
    monkeypatch.setattr(kakomi.games, "problems", lambda: (sentence,))
    assert shell("games", "--json") == (0, wanted, f"kakomi: {sentence}\n")


def test_games_for_programs(shell: Shell) -> None:
    listed = json.loads(shell.fine("games", "--json"))
    assert [game["name"] for game in listed] == list(kakomi.games.BUILT_IN)
    sizes = [o for g in listed for r in g["rule_sets"] for o in r["options"] if o["name"] == "size"]
    assert [(o["default"], o["low"], o["high"], o["range"]) for o in sizes] == [(21, 7, 40, "7 to 40")]


def test_games_needs_neither_numba_nor_numpy() -> None:
    code = (
        "import sys; from kakomi.cli.main import main; main(['games']);"
        "sys.exit([name for name in ('numba', 'numpy') if name in sys.modules] or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("name", kakomi.games.BUILT_IN)
def test_rules_has_all_of_the_page_and_ends_with_rule_sets_and_options(shell: Shell, name: str) -> None:
    out = shell.fine("rules", name)
    assert ESCAPE not in out
    game = kakomi.games.get(name)
    words = set(re.findall(r"[A-Za-z]{4,}", out))
    assert set(re.findall(r"[A-Za-z]{4,}", game.rules_page())) <= words
    ending = " ".join(out.split("Rule sets and options\n")[1].split())
    for rule_set in game.rule_sets:
        assert f"{rule_set.name} {rule_set.help}" in ending
        for option in rule_set.options:
            assert f"{option.name}={option.default} {option.range}" in ending


def test_rules_in_colour_wraps_to_the_window(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    out = shell.fine("rules", "enso", "--color", "always")
    assert f"{ESCAPE}1m3 Moving{ESCAPE}0m" in out
    assert "```" not in out
    assert "**" not in out
    assert max(markdown.display_width(line) for line in out.splitlines()) <= 50


def test_one_clause_alone(shell: Shell) -> None:
    assert shell.fine("rules", "enso", "3.3") == "- 3.3 A stone alone cannot move.\n"
    assert shell.fine("rules", "enso", "(5)").startswith("5 No draws\n")


def test_rules_for_programs(shell: Shell) -> None:
    page = json.loads(shell.fine("rules", "enso", "--json"))
    assert page["page"] == kakomi.games.get("enso").rules_page()
    assert page["by"] == "Dieter Stein, 2025"


def test_every_clause_that_ends_a_game_can_be_looked_up() -> None:
    for game in kakomi.games.all_games():
        for rule_set in game.rule_sets:
            for clause in rule_set.rules.CLAUSES:
                assert rules_page.clause(game, clause, Paint())


# --- show -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "rule_set"), RULE_SETS)
def test_show_prints_diagram_status_position_and_count(shell: Shell, game: str, rule_set: str) -> None:
    match = kakomi.new(game, rule_set)
    out = shell.fine("show", game, "--rules", rule_set)
    assert match.diagram() in out
    assert match.status in out
    assert f"Position: {match.position}\n" in out
    assert f"Legal moves: {len(match.legal_moves)}\n" in out


def test_show_from_moves_position_and_diagram_agree(shell: Shell, tmp_path: Path) -> None:
    match = kakomi.new("enso")
    match.push("c5xd5")
    file = tmp_path / "diagram.txt"
    file.write_text(match.diagram(), encoding="utf-8")
    wanted = shell.fine("show", "enso", "--moves", "c5xd5")
    assert "White to move." in wanted
    assert shell.fine("show", "enso", "--position", match.position) == wanted
    assert shell.fine("show", "enso", "--diagram", str(file)) == wanted


def test_show_a_finished_game(shell: Shell) -> None:
    out = shell.fine("show", "enso", "--position", "6/1x4/6/6/4o1/6 x")
    assert "White wins: both sides have a lone stone, and White moved (4.2).\n" in out
    assert "Legal moves: 0\n" in out


def test_show_gives_the_scene_to_programs(shell: Shell) -> None:
    scene = json.loads(shell.fine("show", "enso", "--json"))
    assert scene == json.loads(json.dumps(kakomi.new("enso").scene().as_dict()))
    assert len(scene["choices"]) == 24


def test_show_writes_a_picture_and_says_where(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    file.write_text("old", encoding="utf-8")
    out = shell.fine("show", "enso", "--svg", str(file), "--theme", "light")
    assert out.endswith(f"Written: {file}\n")
    assert ElementTree.parse(file).getroot().tag.endswith("svg")
    assert os.listdir(tmp_path) == ["board.svg"]
    assert shell.fine("show", "enso", "--svg", "-", "--theme", "light").rstrip() == file.read_text("utf-8").rstrip()
    assert json.loads(shell.fine("show", "enso", "--json", "--svg", str(file)))["game"] == "enso"


def test_a_picture_that_cannot_be_written_leaves_nothing(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    assert "folder: Is a directory" in shell.refused("show", "enso", "--svg", str(tmp_path / "folder"))
    assert os.listdir(tmp_path) == ["folder"]


@pytest.mark.parametrize("text", [b"\xff\xfe\x00", b"x" * (files.LARGEST_FILE + 1)])
def test_a_diagram_file_that_is_none(shell: Shell, tmp_path: Path, text: bytes) -> None:
    file = tmp_path / "diagram.txt"
    file.write_bytes(text)
    assert str(file) in shell.refused("show", "enso", "--diagram", str(file))


# --- perft and bench --------------------------------------------------------------------------------------------------


def _perft_table() -> list[int]:
    lines = Path(__file__).parents[1].joinpath("games", "enso", "perft.txt").read_text("utf-8").splitlines()
    [start] = [line for line in lines if line.startswith("standard :")]
    return [int(count) for count in start.partition(":")[2].split()]


def test_perft_counts_what_the_oracle_counts(shell: Shell) -> None:
    counts = _perft_table()
    assert f"depth 3: {counts[2]} nodes in " in shell.fine("perft", "enso", "--depth", "3")
    assert f"depth 2: {counts[1]} nodes in " in shell.fine("perft", "enso", "--depth", "2", "--target", "python")
    assert "depth 0: 1 nodes in " in shell.fine("perft", "enso", "--depth", "0")


def test_perft_divided_adds_up(shell: Shell) -> None:
    counts = _perft_table()
    lines = shell.fine("perft", "enso", "--depth", "2", "--divide").splitlines()
    parts = dict(line.split() for line in lines[:-2])
    assert sorted(parts) == sorted(kakomi.new("enso").legal_moves)
    assert sum(map(int, parts.values())) == counts[1]
    report = json.loads(shell.fine("perft", "enso", "--depth", "2", "--divide", "--json"))
    assert report["nodes"] == counts[1]
    assert {move: str(count) for move, count in report["divide"].items()} == parts
    assert report["nodes_per_s"] > 0


def test_perft_of_a_finished_game_is_nothing(shell: Shell) -> None:
    out = shell.fine("perft", "enso", "--depth", "2", "--position", "6/1x4/6/6/4o1/6 x", "--json")
    assert json.loads(out)["nodes"] == 0


def test_bench_prints_one_object(shell: Shell) -> None:
    report = json.loads(shell.fine("bench", "iago", "--rules", "loose", "--seconds", "0.05", "--json"))
    assert list(report) == ["iago/loose"]
    assert report["iago/loose"].keys() == {"moves_per_s", "playouts_per_s"}
    assert report["iago/loose"]["moves_per_s"] > report["iago/loose"]["playouts_per_s"] > 0


def test_bench_for_people_goes_through_every_rule_set(shell: Shell) -> None:
    out = shell.fine("bench", "enclosure-chess", "--seconds", "0.05", "--threads", "2")
    names = [each.name for each in kakomi.games.get("enclosure_chess").rule_sets]
    assert [line.split()[0] for line in out.splitlines()] == [f"enclosure_chess/{name}" for name in names]
    assert all(line.endswith(" playouts/s") for line in out.splitlines())


def test_bench_measures_no_engine_that_plays_otherwise(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    true_playouts = batch.playouts

    def wrong(
        match: kakomi.Match, games: int, seed: int = 0, threads: int = 1, target: str = "cpu"
    ) -> batch.PlayoutTally:
        tally = true_playouts(match, games, seed, threads, "python")
        return replace(tally, digest=tally.digest ^ 1) if target == "cpu" else tally

    monkeypatch.setattr(batch, "playouts", wrong)
    assert "the compiled games differ" in shell.refused("bench", "enso", "--json", status=1)


# --- replay -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = kakomi.new("enso")
    for move in ("c5xd5", "e5xd5", "d2xd5"):
        match.push(move)
    match.resign()
    file = tmp_path / "game.kakomi"
    Record.from_match(match, first="Ada", second="Bo", date="2026-11-14", comments=["bold"]).write(file)
    return file


def test_replay_shows_the_game_and_its_end(shell: Shell, record: Path) -> None:
    out = shell.fine("replay", str(record))
    assert "Ada against Bo, 2026-11-14" in out
    assert "1. c5xd5 {bold} e5xd5 2. d2xd5 1-0" in out
    assert "White resigned. Black wins." in out


def test_replay_shows_any_position_of_it(shell: Shell, record: Path, tmp_path: Path) -> None:
    out = shell.fine("replay", str(record), "--to", "1", "--svg", str(tmp_path / "1.svg"))
    match = kakomi.new("enso")
    match.push("c5xd5")
    assert f"Position: {match.position}\n" in out
    assert "White to move." in out
    assert ElementTree.parse(tmp_path / "1.svg").getroot().tag.endswith("svg")
    assert "beyond its end" in shell.refused("replay", str(record), "--to", "4")


def test_replay_step_by_step(shell: Shell, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    out = shell.fine("replay", str(record), "--step")
    assert re.findall(r"^Move \d: \S+", out, re.M) == ["Move 1: c5xd5", "Move 2: e5xd5", "Move 3: d2xd5"]
    assert out.count("Position: ") == 4


def test_replay_for_programs(shell: Shell, record: Path) -> None:
    report = json.loads(shell.fine("replay", str(record), "--to", "2", "--json"))
    assert report["moves"] == ["c5xd5", "e5xd5", "d2xd5"]
    assert (report["result"], report["clause"], report["ply"]) == ("1-0", "resign", 2)
    assert report["status"] == "Black to move."


def test_replay_of_a_file_with_several_games(shell: Shell, tmp_path: Path) -> None:
    matches = [kakomi.new("enso"), kakomi.new("iago", "loose")]
    matches[1].push("d4")
    file = tmp_path / "games.kakomi"
    write_file(file, [Record.from_match(match) for match in matches])
    out = shell.fine("replay", str(file))
    assert [line[:8] for line in out.splitlines()[:2]] == ["1  Enso ", "2  Iago,"]
    assert "1. d4 *" in shell.fine("replay", str(file), "--game", "2")
    assert [each["game"] for each in json.loads(shell.fine("replay", str(file), "--json"))] == ["enso", "iago"]
    assert "there is no game 3" in shell.refused("replay", str(file), "--game", "3")
    assert "--game N" in shell.refused("replay", str(file), "--to", "1")


SPOILED = [
    ("2. d2xd5", "2. d2xd4", "line 11: move 3, 'd2xd4'"),
    ('[Result "1-0"]', '[Result "0-1"]', "line 11: the moves end with 1-0, but the tag Result says 0-1"),
    ('[Game "enso"]', '[Game "ensoo"]', "line 1: there is no game 'ensoo'; did you mean enso?"),
    ('[Clause "resign"]', '[Clause "4.1"]', "Clause"),
    (" 1-0\n", "\n", "without a result"),
    ("", "\0", "line 1: this is not a text"),
]


@pytest.mark.parametrize(("before", "after", "reason"), SPOILED)
def test_replay_refuses_a_record_that_does_not_fit(
    shell: Shell, record: Path, before: str, after: str, reason: str
) -> None:
    text = record.read_text("utf-8")
    assert before in text
    record.write_text(text.replace(before, after, 1) if before else after + text, encoding="utf-8")
    assert reason in shell.refused("replay", str(record))


def test_replay_reads_standard_input(record: Path) -> None:
    done = process("replay", "-", "--json", input=record.read_bytes())
    assert json.loads(done.stdout)["result"] == "1-0"
    assert process("replay", "-", input=b"").returncode == 2


# --- pipes ------------------------------------------------------------------------------------------------------------


def test_a_reader_who_goes_away_ends_it_quietly() -> None:
    first = subprocess.Popen([*KAKOMI, "rules", "enso"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert first.stdout is not None
    assert first.stderr is not None
    first.stdout.close()
    assert first.wait(60) == 0
    assert first.stderr.read() == b""
    first.stderr.close()


def test_output_that_cannot_be_written_is_a_failure() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*KAKOMI, "games"], stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
    assert done.returncode == 1
    assert done.stderr == b"kakomi: No space left on device\n"


def test_closed_standard_streams_are_no_disaster() -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" <&- >&-', "sh", *KAKOMI, "play", "enso"], capture_output=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_ugi_speaks_with_programs() -> None:
    done = process("ugi", input=b"ugi\nisready\nquit\n")
    assert done.returncode == 0
    answers = done.stdout.split(b"\n")
    assert b"ugiok" in answers
    assert b"readyok" in answers
