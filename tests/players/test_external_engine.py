"""Foreign engines as players: whole matches with our own engine as a process, and engines that mean no good."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import kakomi
from kakomi import players
from kakomi.core.errors import OptionError
from kakomi.players.external_engine import UgiEngine
from kakomi.players.external_process import Conversation, EngineFault
from kakomi.players.matches.clock import Allowance, TimeControl
from kakomi.players.matches.match_score import Standing
from kakomi.players.matches.referee import Plan, Played
from kakomi.players.matches.workers import play

PYTHON = shlex.quote(sys.executable)
OURS = f"ugi:{PYTHON} -m kakomi.ugi"
QUICK = f"ugi:{PYTHON} {shlex.quote(str(Path(__file__).with_name('quick_engine.py')))}"
COMPILING = 500.0  # seconds of patience: it compiles its games first, perhaps on a busy machine

# An engine that plays by the book, up to where a test makes it do otherwise. {} is what it does instead.
SCRIPT = """
import os, sys, time
open(sys.argv[1], "a").write(f"{os.getpid()}\\n")
def say(text):
    print(text, flush=True)
def hang():
    time.sleep(1000)
BEFORE
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi":
        UGI
        say("id name Tester"); say("ugiok")
    elif word == "isready":
        READY
        say("readyok")
    elif word == "position":
        POSITION
    elif word == "go":
        GO
    elif word == "quit":
        QUIT
"""


class Workshop:
    """Makes engines out of scripts, and knows their processes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.log = folder / "pids"
        self.log.touch()

    def engine(self, **parts: str) -> str:
        """The name of a player whose script does these things."""
        text = SCRIPT
        for place in ("BEFORE", "UGI", "READY", "POSITION", "GO", "QUIT"):
            text = text.replace(place, parts.get(place, "break" if place == "QUIT" else "pass"), 1)
        path = self._folder / f"engine{len(list(self._folder.iterdir()))}.py"
        path.write_text(text, encoding="utf-8")
        return f"ugi:{PYTHON} {shlex.quote(str(path))} {shlex.quote(str(self.log))}"

    def pids(self) -> list[int]:
        return [int(line) for line in self.log.read_text("utf-8").split()]


@pytest.fixture
def workshop(tmp_path: Path) -> Iterator[Workshop]:
    made = Workshop(tmp_path)
    yield made
    for pid in made.pids():
        with pytest.raises(ProcessLookupError):  # nothing stays behind, whatever the test was about
            os.kill(pid, 0)


def contest(plan: Plan, jobs: int = 1) -> tuple[list[Played], Standing]:
    standing = Standing(plan)
    return list(play(plan, standing, jobs)), standing


# --- our own engine on the other side of the pipe ---------------------------------------------------------------------

RULE_SETS: list[tuple[str, str | None, dict[str, int | str]]] = [
    ("enso", None, {}),
    ("toot", None, {"tiles": 8, "pieces": 3, "quiet": 10}),
    ("enclosure_chess", "7x7", {"vacated": "closed"}),
]


@pytest.mark.parametrize(("game", "rules", "options"), RULE_SETS, ids=[game for game, _, _ in RULE_SETS])
def test_a_whole_match_against_our_own_engine(game: str, rules: str | None, options: dict[str, int | str]) -> None:
    plan = Plan((QUICK, "random"), game, rules, options, games=4, patience=COMPILING)
    games, standing = contest(plan)
    assert [each.reason for each in games] == [""] * 4
    assert standing.total.games == 4
    for each in games:
        match = each.record(plan).replay(kakomi.games.get)
        assert match.outcome is not None
        assert (match.outcome.winner, match.outcome.clause) == (each.winner, each.clause)


def test_our_own_engine_as_it_is() -> None:
    """It thinks for a second a move, so the game begins near its end."""
    plan = Plan(("random", OURS), "enso", games=2, opening=18, patience=COMPILING)
    games, _ = contest(plan)
    assert [each.reason for each in games] == ["", ""]


def test_an_engine_with_a_seed_repeats_itself_in_any_number_of_processes() -> None:
    plan = Plan((QUICK, QUICK), "enso", games=4, patience=COMPILING)
    once = contest(plan)[0]
    assert not any(each.reason for each in once)
    assert [each.moves for each in once] == [each.moves for each in contest(plan, jobs=2)[0]]
    assert len({each.moves for each in once}) >= 2  # both games of an opening may be the same, the engines being so


def test_an_engine_is_kept_between_games(workshop: Workshop) -> None:
    plan = Plan(("random", workshop.engine(GO="say('bestmove none')")), "enso", games=6)
    assert all("answered 'none'" in each.reason for each in contest(plan)[0])
    assert len(workshop.pids()) == 1


@pytest.mark.parametrize("control", [TimeControl(base=20.0, increment=0.1), TimeControl(movetime=5.0)])
def test_clocks_go_over_the_wire(workshop: Workshop, control: TimeControl) -> None:
    told = workshop.log.with_name("told")
    name = workshop.engine(GO=f"open({str(told)!r}, 'a').write(line); say('bestmove none')")
    played = contest(Plan(("random", name), "enso", games=2, control=control, opening=0))[0]
    assert [each.clause for each in played] == ["forfeit", "forfeit"]
    words = told.read_text("utf-8").splitlines()[-1].split()  # B, moving first
    if control.movetime is not None:
        assert words == ["go", "movetime", "5000"]
    else:
        given = dict(zip(words[1::2], map(int, words[2::2]), strict=True))
        assert given.keys() == {"p1time", "p2time", "p1inc", "p2inc"}
        assert 15_000 < given["p1time"] <= given["p2time"] == 20_000
        assert given["p1inc"] == given["p2inc"] == 100


def test_an_engine_is_told_what_it_declares(workshop: Workshop) -> None:
    told = workshop.log.with_name("told")
    declared = "say('option name GAME type combo default x var enclose5'); say('option name Size type spin max 99')"
    name = workshop.engine(UGI=declared, BEFORE=f"heard = open({str(told)!r}, 'a')", READY="heard.flush()")
    source = Path(shlex.split(name)[1]).read_text("utf-8")
    Path(shlex.split(name)[1]).write_text(source.replace("word = ", "heard.write(line); word = "), encoding="utf-8")
    engine = players.make(name)
    assert isinstance(engine, UgiEngine)
    match = kakomi.new("enclose5", size=9)
    engine.begin(match, 4)
    match.push(next(iter(match.legal_moves)))
    engine.begin(match, 5)
    engine.close()
    assert told.read_text("utf-8").splitlines() == [
        "ugi",
        "setoption name GAME value enclose5",
        "setoption name Size value 9",
        "uginewgame",
        "isready",
        "uginewgame",
        "isready",
        "quit",
    ]


# --- engines that mean no good ----------------------------------------------------------------------------------------

FLOOD = "while True: print('info string ' + 'x' * 500)"
BAD = {
    "hangs at start": ({"BEFORE": "hang()"}, "did not answer ugi with ugiok in 1.5 s"),
    "never says ugiok": ({"UGI": "continue"}, "did not answer ugi with ugiok in 1.5 s"),
    "dies at start": ({"BEFORE": "sys.exit('no licence')"}, "it ended with status 1: no licence"),
    "hangs when asked whether it is ready": ({"READY": "hang()"}, "did not answer isready with readyok"),
    "hangs at go": ({"GO": "hang()"}, "it hangs: no move in 2.5 s"),
    "dies at go": ({"GO": "sys.exit(3)"}, "it ended with status 3"),
    "is killed at go": ({"GO": "os.kill(os.getpid(), 11)"}, "it was ended by SIGSEGV"),
    "raises at go": ({"GO": "1 / 0"}, "ZeroDivisionError: division by zero"),
    "floods with lines": ({"GO": FLOOD}, "it floods its output: more than 16 MB"),
    "floods at start": ({"BEFORE": FLOOD}, "it floods its output: more than 16 MB"),
    "floods without a line": ({"GO": "while True: sys.stdout.write('x' * 5000)"}, "a line longer than 65,536 bytes"),
    "floods standard error": (
        {"GO": "for _ in range(9000): print('x' * 100, file=sys.stderr)\n        say('bestmove none')"},
        "answered 'none'",
    ),
    "closes its output": ({"GO": "os.close(1); hang()"}, "it closed its output"),
    "closes its input": ({"GO": "os.close(0); hang()"}, "it hangs: no move in 2.5 s"),
    "answers nonsense": ({"GO": "say('bestmove ' + chr(9786) * 3)"}, "is not a move"),
    "answers bytes": ({"GO": "os.write(1, b'bestmove \\xff\\xfe\\n')"}, "answered"),
    "answers nothing": ({"GO": "say('bestmove')"}, "bestmove without a move"),
    "plays an illegal move": ({"GO": "say('bestmove a1xf6')"}, "answered 'a1xf6'"),
    "refuses": ({"GO": "say('info error I do not feel like it')"}, "it refused: I do not feel like it"),
    "plays another game": ({"UGI": "say('option name Game type combo default go var go')"}, "it does not play enso"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_engine_forfeits_and_the_match_goes_on(workshop: Workshop, kind: str) -> None:
    parts, reason = BAD[kind]
    brief = 5.0 if "READY" in parts else 1.5  # seconds; before it is asked whether it is ready, it must have started
    plan = Plan(
        ("random", workshop.engine(**parts)),
        "enso",
        games=2,
        patience=brief if "hang" in str(parts) or "never" in kind else 20,
    )
    games, standing = contest(plan)
    assert [(each.clause, each.points) for each in games] == [("forfeit", 1), ("forfeit", 1)]
    for each in games:
        assert reason in each.reason
        assert each.reason.startswith(plan.players[1][:50])
    assert standing.forfeits == [0, 2]


def test_a_bad_engine_on_a_clock_loses_on_time(workshop: Workshop) -> None:
    plan = Plan((workshop.engine(GO="hang()"), "random"), "enso", games=2, control=TimeControl(base=0.4), patience=20)
    games, _ = contest(plan)
    assert [(each.clause, each.points) for each in games] == [("time", 0), ("time", 0)]
    told = [re.search(r"lost on time: ([0-9.]+)", each.reason) for each in games]
    assert all(seconds is not None and float(seconds[1]) >= 0.4 for seconds in told)


def test_two_bad_engines_and_several_processes(workshop: Workshop) -> None:
    names = workshop.engine(GO="sys.exit(1)"), workshop.engine(GO="hang()")
    games, standing = contest(Plan(names, "enso", games=4, patience=1.0, opening=0), jobs=2)
    assert [each.winner for each in games] == [1, 1, 1, 1]  # who is first to move is first to fail
    assert standing.forfeits == [2, 2]


def test_an_engine_that_never_reads_cannot_hold_us_up() -> None:
    """Its input is full; what we send waits, we do not."""
    talk = Conversation([sys.executable, "-c", "import time; time.sleep(1000)"])
    for _ in range(5):
        talk.send("x" * 1_000_000)
        with pytest.raises(EngineFault, match="in time") as caught:
            talk.line(time.monotonic() + 0.2)
        assert caught.value.late
    assert talk._process.poll() is None  # nobody waited until it ended
    talk.close()


def test_stale_answers_are_not_taken_for_new_ones(workshop: Workshop) -> None:
    """A move announced before it was asked for does not count."""
    name = workshop.engine(POSITION="say('bestmove a1xf6')", GO="say('bestmove c5xd5')")
    engine = players.make(name)
    assert engine.choose(kakomi.new("enso")) == "c5xd5"
    assert isinstance(engine, UgiEngine)
    engine.close()


def test_what_an_engine_started_goes_with_it(workshop: Workshop) -> None:
    child = (
        "import subprocess; p = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(1000)']);"
        " open(sys.argv[1], 'a').write(f'{p.pid}\\n')"
    )
    engine = players.make(workshop.engine(BEFORE=child, QUIT="hang()"))
    assert isinstance(engine, UgiEngine)
    engine.begin(kakomi.new("enso"))
    leader, grandchild = workshop.pids()
    os.kill(leader, 0)
    os.kill(grandchild, 0)
    engine.close()
    engine.close()  # again does no harm
    with pytest.raises(ProcessLookupError):
        os.kill(leader, 0)
    deadline = time.monotonic() + 5
    while Path(f"/proc/{grandchild}").exists() and time.monotonic() < deadline:
        if Path(f"/proc/{grandchild}/stat").read_text().split()[2] == "Z":  # dead; its new parent has yet to notice
            workshop.log.write_text(f"{leader}\n", encoding="utf-8")
            return
        time.sleep(0.05)


def test_an_engine_nobody_closed_is_gone_with_python(workshop: Workshop) -> None:
    name = workshop.engine(QUIT="hang()", BEFORE="import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)")
    code = (
        f"import kakomi; from kakomi.players import make; e = make({name!r}); e.begin(kakomi.new('enso'));"
        "raise SystemExit(7)"
    )
    done = subprocess.run([sys.executable, "-c", code], timeout=60, check=False, capture_output=True)
    assert done.returncode == 7
    assert len(workshop.pids()) == 1


def test_a_player_without_a_contest_gets_a_second(workshop: Workshop) -> None:
    told = workshop.log.with_name("told")
    engine = players.make(workshop.engine(GO=f"open({str(told)!r}, 'w').write(line); say('bestmove c5xd5')"))
    assert engine.choose(kakomi.new("enso")) == "c5xd5"
    assert told.read_text("utf-8") == "go movetime 1000\n"
    assert isinstance(engine, UgiEngine)
    engine.allot(Allowance(movetime=0.25))
    engine.choose(kakomi.new("enso", position="6/5o/6/6/o5/x5 x"))
    assert told.read_text("utf-8") == "go movetime 250\n"
    engine.close()


# --- names ------------------------------------------------------------------------------------------------------------

NAMES = [
    ("ugi:", "is followed by the command"),
    ("ugi:   ", "is followed by the command"),
    ("ugi:/no/such/program --x", "there is no program '/no/such/program'"),
    ("ugi:'unclosed", "cannot be read"),
    ("ugi:" + "x" * 5000, "at most 2000 characters"),
    ("ugi:a\nb", "one line"),
    ("ugi:a\0b", "one line"),
]


@pytest.mark.parametrize(("name", "reason"), NAMES)
def test_a_command_that_is_none(name: str, reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
        players.make(name)


def test_a_program_that_is_none(tmp_path: Path) -> None:
    path = tmp_path / "engine"
    path.write_bytes(b"\x7fELF")
    path.chmod(0o755)
    plan = Plan((f"ugi:{shlex.quote(str(path))}", "random"), "enso", games=2)
    assert all("could not be started" in each.reason for each in contest(replace(plan, opening=0))[0])


def test_opening_a_record_runs_no_command() -> None:
    """A record names its players; a command among them is a name and nothing more."""
    assert not any(name.startswith("ugi") for name in players.NAMES)
