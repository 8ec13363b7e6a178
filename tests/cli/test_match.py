"""kakomi match: what it prints, keeps and refuses, and how it is broken off."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import kakomi
from kakomi.core.records.record import read_file
from kakomi.search.learned.network import Net
from tests.cli.terminal import KAKOMI, Shell, Terminal, process

QUICK = (
    f"ugi:{shlex.quote(sys.executable)} {shlex.quote(str(Path(__file__).parents[1] / 'players' / 'quick_engine.py'))}"
)


@pytest.fixture(autouse=True)
def _own_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KAKOMI_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


def test_a_table_and_a_file_of_games(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "games.kakomi"
    words = ["match", "random", QUICK, "enso", "--games", "6", "--records", str(file), "--patience", "500"]
    out = shell.fine(*words)
    assert out.startswith(f"A  random\nB  {QUICK}\nenso standard; no clock; 2 random plies; seed 1\n")
    [row] = re.findall(r"^all games +6 +(\d+) +(\d+) +(\d+) +[\d.]+ % \([\d.]+ to [\d.]+\)$", out, re.M)
    assert sum(map(int, row)) == 6
    assert re.search(r"^A moving first +3 ", out, re.M)
    assert re.search(r"^A moving second +3 ", out, re.M)
    assert re.search(r"^Elo of A over B: [-+]", out, re.M)
    assert f"Games:    {file}\nManifest: {file}.json\n" in out
    results = [record.replay(kakomi.games.get).outcome for record in read_file(file)]
    wins = sum(outcome is not None and outcome.winner == number % 2 for number, outcome in enumerate(results))
    assert wins == int(row[0])


def test_without_a_file_name_the_games_are_kept_all_the_same(shell: Shell, tmp_path: Path) -> None:
    shell.fine("match", "random", "random", "enso", "--games", "2")
    shell.fine("match", "random", "random", "enso", "--games", "2")
    kept = sorted((tmp_path / "data" / "matches").iterdir())
    assert len(kept) == 4
    assert len(read_file(kept[0])) == 2


def test_for_programs(shell: Shell, tmp_path: Path) -> None:
    words = [
        "match",
        "random",
        "random",
        "Enclosure-Chess",
        "--rules",
        "5X5",
        "--set",
        "vacated=closed",
        "--games",
        "4",
    ]
    report = json.loads(shell.fine(*words, "--seed", "9", "--json", "--records", str(tmp_path / "x")))
    assert report == json.loads((tmp_path / "x.json").read_text("utf-8"))
    plan = report["plan"]
    assert (plan["game"], plan["rules"], plan["options"]["vacated"]) == ("enclosure_chess", "5x5", "closed")
    assert (plan["players"], plan["seed"], plan["games"]) == (["random", "random"], 9, 4)
    assert report["result"]["games"] == 4
    assert report["complete"] is True
    again = json.loads(shell.fine(*words, "--seed", "9", "--json", "--jobs", "2", "--records", str(tmp_path / "y")))
    assert again["result"] == report["result"]
    assert (tmp_path / "x").read_bytes() == (tmp_path / "y").read_bytes()


def test_the_manifest_names_the_nets(shell: Shell) -> None:
    words = ["iago", "--games", "2", "--json"]
    for names in (("random", "copycat:random"), ("level:1", "greedy")):
        nets = json.loads(shell.fine("match", *names, *words, "--set", "side=4"))["nets"]
        assert nets == {"a": None, "b": None}  # it is no board of the net
    for game, *rules in (("toot",), ("enclosure-chess", "--rules", "5x5")):  # where level 1 does not search at all
        report = json.loads(shell.fine("match", "level:1", "random", game, *rules, "--games", "2", "--json"))
        assert report["nets"] == {"a": None, "b": None}
        assert report["result"]["games"] == 2
    mine = f"learned:net={NET},nodes=2"
    found = json.loads(shell.fine("match", "copycat:level:1", mine, *words))["nets"]
    digest = Net.load(Path(NET)).manifest["sha256"]
    assert found["a"] == found["b"] == {"file": "standard.net", "sha256": digest}


def test_a_sequential_test_ends_by_itself(shell: Shell) -> None:
    out = shell.fine("match", "random", "random", "enso", "--sprt", "-500", "-250")
    assert "Sequential test -500 or -250: A is more than -500 stronger (H1); LLR " in out
    report = json.loads(shell.fine("match", "random", "random", "enso", "--sprt", "250", "500", "--json"))
    assert report["result"]["sprt"]["verdict"] == "H0"
    assert report["result"]["games"] < 200


def test_a_test_with_too_few_games_says_so(shell: Shell) -> None:
    out = shell.fine("match", "random", "random", "enso", "--sprt", "0", "5", "--games", "2")
    assert "Sequential test 0 or 5: undecided; LLR " in out


def test_clocks(shell: Shell) -> None:
    assert "; 9+0.1 s; " in shell.fine("match", "random", "random", "enso", "--games", "2", "--time", "9+0.1")
    assert "; 5 s a move; " in shell.fine("match", "random", "random", "enso", "--games", "2", "--movetime", "5")


def quitter(folder: Path) -> str:
    """An engine that is ready, and ends when it is to move."""
    script = folder / "quitter.py"
    script.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    word = line.split()[0]\n"
        "    if word == 'go': sys.exit(5)\n"
        "    print({'ugi': 'ugiok', 'isready': 'readyok'}.get(word, ''), flush=True)\n",
        encoding="utf-8",
    )
    return f"ugi:{shlex.quote(sys.executable)} {shlex.quote(str(script))}"


def test_forfeits_are_listed_with_their_reason(shell: Shell, tmp_path: Path) -> None:
    out = shell.fine("match", quitter(tmp_path), "random", "enso", "--games", "2")
    assert "Forfeited: 2 by A, 0 by B.\n" in out
    assert out.count("it ended with status 5") == 2
    assert re.search(r"^ended by forfeit +2 +0 +0 +2 ", out, re.M)


NET = str(Path(kakomi.__file__).parent / "games" / "iago" / "nets" / "standard.net")

REFUSED = [
    (["learned:nodes=9", "random", "toot"], "learned:nodes=9 needs a net, and toot standard has none"),
    (["random", "copycat:learned-alphabeta:nodes=9", "toot"], "name a file with net=FILE, or another player"),
    (
        [f"learned:net={NET}", "random", "iago", "--set", "side=4"],
        "cannot be used here: it is for side = 5, not 4; name",
    ),
    ([f"learned:net={NET}", "random", "iago", "--rules", "loose"], "it is for the rules 'standard', not 'loose'; name"),
    (
        [f"ugi:{shlex.quote(sys.executable)} -c 'raise SystemExit(5)'", "random", "enso"],
        "cannot play enso standard: it ended with status 5",
    ),
    (["random", "rando", "enso"], "did you mean random?"),
    (["random", "random"], "GAME"),
    (["random", "random", "ensoo"], "did you mean enso?"),
    (["random", "ugi:/no/such/engine", "enso"], "there is no program '/no/such/engine'"),
    (["ugi:", "random", "enso"], "is followed by the command"),
    (["random", "random", "enso", "--games", "3"], "an even number of games"),
    (["random", "random", "enso", "--games", "²"], "a whole number from 2"),
    (["random", "random", "enso", "--sprt", "0"], "--sprt"),
    (["random", "random", "enso", "--sprt", "x", "5"], "two Elo differences"),
    (["random", "random", "enso", "--sprt", "nan", "5"], "two Elo differences"),
    (["random", "random", "enso", "--sprt", "5", "5"], "less than the second"),
    (["random", "random", "enso", "--time", "1", "--movetime", "1"], "not allowed with"),
    (["random", "random", "enso", "--time", "soon"], "a time is a number of seconds"),
    (["random", "random", "enso", "--movetime", "-1"], "a time is a number of seconds"),
    (["random", "random", "enso", "--movetime", "0"], "a time is a number of seconds"),
    (["random", "random", "enso", "--jobs", "0"], "a whole number from 1 to 256"),
    (["random", "random", "enso", "--opening", "200"], "take fewer"),
    (["random", "random", "enso", "--set", "size=3"], "there is no option of enso standard 'size'"),
    (["random", "random", "enso", "--records", "/no/such/folder/x"], "there is no folder"),
    (["random", "random", "enso", "--records", ""], "--records takes a file name"),
]


@pytest.mark.parametrize(("words", "reason"), REFUSED, ids=[" ".join(words)[:50] for words, _ in REFUSED])
def test_bad_input_is_refused_in_one_sentence(shell: Shell, words: list[str], reason: str) -> None:
    assert reason in shell.refused("match", *words)


def test_what_is_refused_leaves_no_file(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "x"
    shell.refused("match", "random", "random", "enso", "--opening", "200", "--records", str(file))
    shell.refused("match", "random", "rando", "enso", "--records", str(file))
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_exists_is_left_alone(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.write_text("mine", encoding="utf-8")
    assert "exists already" in shell.refused("match", "random", "random", "enso", "--records", str(file))
    assert file.read_text("utf-8") == "mine"


def slow_engine(folder: Path, delay: float = 0.1) -> str:
    """Plays a legal move after a while, and would not leave by itself."""
    script = folder / "slow.py"
    script.write_text(
        "import os, sys, time, signal, kakomi\n"
        "open(sys.argv[1], 'a').write(f'{os.getpid()}\\n')\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN); signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "for line in sys.stdin:\n"
        "    words = line.split()\n"
        "    if words[0] == 'ugi': print('ugiok', flush=True)\n"
        "    if words[0] == 'isready': print('readyok', flush=True)\n"
        "    if words[0] == 'position': moves = words[3:]\n"
        "    if words[0] == 'go':\n"
        "        match = kakomi.new('enso')\n"
        "        for move in moves: match.push(move)\n"
        f"        time.sleep({delay}); print('bestmove', list(match.legal_moves)[0], flush=True)\n"
        "time.sleep(1000)\n",
        encoding="utf-8",
    )
    return f"ugi:{shlex.quote(sys.executable)} {shlex.quote(str(script))} {shlex.quote(str(folder / 'pids'))}"


def gone(pid: int) -> bool:
    """Whether the process has ended, at the latest in a few seconds."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            if Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] == "Z":
                return True
        except (FileNotFoundError, ProcessLookupError):  # the second where it ends between opening and reading
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize(
    ("number", "jobs"), [(signal.SIGINT, "1"), (signal.SIGINT, "2"), (signal.SIGTERM, "1"), (signal.SIGTERM, "2")]
)
def test_broken_off_it_keeps_what_was_played(tmp_path: Path, number: signal.Signals, jobs: str) -> None:
    file = tmp_path / "x.kakomi"
    words = [
        "match",
        "random",
        slow_engine(tmp_path),
        "enso",
        "--games",
        "1000",
        "--jobs",
        jobs,
        "--records",
        str(file),
    ]
    running = subprocess.Popen([*KAKOMI, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 90
    while not file.exists() and time.monotonic() < deadline:
        time.sleep(0.1)
    running.send_signal(number)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert b"Traceback" not in err
    assert re.search(rb"^Stopped after \d+ of 1000 games\.$", out, re.M)
    records = read_file(file)
    assert records
    for record in records:
        assert record.replay(kakomi.games.get).outcome is not None
    manifest = json.loads((tmp_path / "x.kakomi.json").read_text("utf-8"))
    assert (manifest["complete"], manifest["result"]["games"]) == (False, len(records))
    assert all(gone(int(pid)) for pid in (tmp_path / "pids").read_text("utf-8").split())


def test_killed_outright_it_leaves_no_engine_behind(tmp_path: Path) -> None:
    words = ["match", "random", slow_engine(tmp_path, 1000), "enso", "--jobs", "2", "--records", str(tmp_path / "x")]
    running = subprocess.Popen([*KAKOMI, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    pids = tmp_path / "pids"
    deadline = time.monotonic() + 90
    while not (pids.exists() and len(pids.read_text("utf-8").split()) == 3) and time.monotonic() < deadline:
        time.sleep(0.1)
    running.kill()
    running.wait()
    found = [int(pid) for pid in pids.read_text("utf-8").split()]
    assert len(found) == 3  # the first only to see whether it can play
    assert all(gone(pid) for pid in found)


def test_progress_is_one_line_that_goes_away() -> None:
    screen = Terminal("match", "random", "random", "enso", "--games", "10", "--sprt", "-20", "20")
    assert screen.end() == 0
    progress, _, rest = screen.text.rpartition("\r\x1b[K")
    assert re.search(r"\r\x1b\[KLLR [-+][\d.]+ in -2.94 .. 2.94; 10 of 10: \+\d+ =0 -\d+, ", progress)
    assert "\n" not in progress
    assert rest.startswith("A  random")


def test_in_a_pipe_there_is_no_progress() -> None:
    done = process("match", "random", "random", "enso", "--games", "2")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\r" not in done.stdout
