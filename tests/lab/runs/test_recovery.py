"""What can go wrong: a full disk, a store in use, damaged files, engines that cheat or hang, processes that die."""

from __future__ import annotations

import errno
import json
import os
import re
import resource
import shlex
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Engine

from kakomi.lab.files import LabError, write_text
from kakomi.lab.plans.plan import RunPlan, read
from kakomi.lab.results import BULK, MANIFEST, RESULTS, load
from kakomi.lab.runs import run_lock
from kakomi.lab.runs.local_backend import DEATHS, LocalBackend
from kakomi.lab.runs.runner import run_plan
from kakomi.lab.runs.units import Unit
from kakomi.store.database import open_database
from kakomi.store.errors import Busy
from tests.lab.conftest import PLAN, Run, contents


@contextmanager
def files_up_to(size: int) -> Iterator[None]:
    """No file may grow beyond so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def hidden(folder: Path) -> list[Path]:
    return [path for path in folder.rglob(".*") if path.is_file()]


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_text(path, "before")
    with files_up_to(1000), pytest.raises(LabError, match="cannot be written: File too large; free some space"):
        write_text(path, "x" * 5000)
    assert path.read_text(encoding="utf-8") == "before"
    assert hidden(tmp_path) == []


def test_a_disk_that_fills_up_leaves_nothing_half_written(
    tmp_path: Path, carried_out: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    carried_out("whole")
    real = os.fsync
    written: list[int] = []

    def full(handle: int) -> None:
        written.append(handle)
        if len(written) > 2:  # the plan and the first manifest still went in
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(handle)

    folder = tmp_path / "lab" / "full"
    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        with pytest.raises(
            LabError, match=r"results.jsonl cannot be written: No space left on device; free some space"
        ):
            carried_out("full")
    assert sorted(path.name for path in folder.iterdir()) == [MANIFEST, "plan.toml"]
    with pytest.raises(LabError, match="is not complete"):
        load(folder)
    carried_out("full")
    assert contents(folder) == contents(tmp_path / "lab" / "whole")


def test_a_store_that_cannot_grow_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    code = "import sys; from kakomi.cli.main import main; sys.exit(main(sys.argv[1:]))"
    ended = subprocess.run(
        [sys.executable, "-c", code, "lab", "run", str(tmp_path / "plan.toml"), "--jobs", "1"],
        env={**os.environ, "KAKOMI_DATA": str(tmp_path / "data")},
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000)),
    )
    assert ended.returncode == 2
    assert ended.stderr.startswith("kakomi: ")
    assert ended.stderr.count("\n") == 1
    assert not (tmp_path / "data" / "lab" / "small" / RESULTS).exists()


# --- the store --------------------------------------------------------------------------------------------------------


def test_a_run_that_another_process_is_at_is_refused(engine: Engine, plan: RunPlan, carried_out: Run) -> None:
    held = run_lock.RunLock(engine, "mine", plan)
    with pytest.raises(LabError, match=rf"the run mine is being played by process {os.getpid()} on .*; wait for it"):
        carried_out("mine")
    assert [each.state for each in run_lock.list_runs(engine)] == ["running"]
    held.close()
    carried_out("mine")
    assert [each.state for each in run_lock.list_runs(engine)] == ["complete"]


def test_a_holder_elsewhere_is_believed_until_it_has_been_silent(
    engine: Engine, plan: RunPlan, carried_out: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("socket.gethostname", lambda: "elsewhere")
        run_lock.RunLock(engine, "far", plan)
    with pytest.raises(LabError, match="on elsewhere"):
        carried_out("far")
    monkeypatch.setattr(run_lock, "SILENCE", -1)
    carried_out("far")


def test_a_run_taken_over_by_another_is_given_up(tmp_path: Path, engine: Engine, plan: RunPlan) -> None:
    held = run_lock.RunLock(engine, "mine", plan)
    with sqlite3.connect(tmp_path / "store.db") as raw:
        raw.execute("UPDATE lab_runs SET holder = 'someone else'")
    with pytest.raises(Exception, match="has been taken over by another process"):
        held.flush()


def test_a_name_that_another_plan_has_is_refused(tmp_path: Path, engine: Engine, carried_out: Run) -> None:
    carried_out("taken")
    other = read(PLAN.replace("seed = 7", "seed = 8"))
    with pytest.raises(LabError, match="the run taken exists and is of another plan; give this run another name"):
        run_plan(other, tmp_path / "lab" / "taken", engine, 0)


def test_a_run_begun_with_another_version_is_not_continued(
    engine: Engine, plan: RunPlan, carried_out: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(run_lock, "source_hash", lambda _: "0123456789abcdef")
        run_lock.RunLock(engine, "old", plan).close()
    with pytest.raises(LabError, match=r"another version of Kakomi \(sources 0123456789abcdef, here"):
        carried_out("old")


def test_a_locked_store_is_said_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plan: RunPlan) -> None:
    monkeypatch.setattr("kakomi.store.database.WAIT_FOR_LOCK", 0)
    engine = open_database(f"sqlite:///{tmp_path / 'locked.db'}")
    other = sqlite3.connect(tmp_path / "locked.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Busy, match="it is locked by another program; try again"):
        run_plan(plan, tmp_path / "lab" / "locked", engine, 0)
    other.execute("ROLLBACK")
    other.close()
    assert not (tmp_path / "lab" / "locked").exists()
    engine.dispose()


# --- files ------------------------------------------------------------------------------------------------------------


def test_damaged_files_are_refused(tmp_path: Path, carried_out: Run) -> None:
    carried_out("bad")
    folder = tmp_path / "lab" / "bad"
    whole = (folder / RESULTS).read_text(encoding="utf-8")
    for text in ("{", "[]\n", '{"study": 0}\n', whole.replace('"study":2', '"study":7'), "\x00"):
        (folder / RESULTS).write_text(text, encoding="utf-8")
        with pytest.raises(LabError, match="damaged"):
            load(folder)
    (folder / RESULTS).write_text("".join(whole.splitlines(keepends=True)[:-1]), encoding="utf-8")
    with pytest.raises(LabError, match="has 7 games, but its manifest says 8"):
        load(folder)
    (folder / RESULTS).write_bytes(b"\xff")
    with pytest.raises(LabError, match="UTF-8"):
        load(folder)
    (folder / RESULTS).write_text(whole, encoding="utf-8")
    (folder / BULK).write_text('{"0": {"games": 1}}', encoding="utf-8")
    with pytest.raises(LabError, match="damaged"):
        load(folder)
    (folder / BULK).unlink()
    with pytest.raises(LabError, match="cannot be read"):
        load(folder)
    for text in ("[", "[]", json.dumps({"complete": True})):
        (folder / MANIFEST).write_text(text, encoding="utf-8")
        with pytest.raises(LabError):
            load(folder)
    with pytest.raises(LabError, match="there is no run in"):
        load(tmp_path)


# --- players and processes --------------------------------------------------------------------------------------------

ENGINE = """
import sys, time
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi":
        print("ugiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        {answer}
"""


@pytest.mark.parametrize(
    ("answer", "patience", "reason"),
    [
        ('print("bestmove a1xf6", flush=True)', 20, "it answered 'a1xf6'"),
        ("time.sleep(1000)", 1, "it hangs|did not answer"),
        ("sys.exit(3)", 20, "ended|closed|status"),
    ],
)
def test_an_engine_that_cheats_hangs_or_dies_forfeits(
    tmp_path: Path, engine: Engine, answer: str, patience: int, reason: str
) -> None:
    script = tmp_path / "engine.py"
    script.write_text(ENGINE.format(answer=answer), encoding="utf-8")
    command = f"ugi:{shlex.quote(sys.executable)} -S {shlex.quote(str(script))}"
    study = f"[[study]]\ngame = 'enso'\nplayers = [{json.dumps(command)}, 'random']\ngames = 2\nunit = 2\n"
    made = run_plan(read(f'name = "bad"\npatience = {patience}\n{study}'), tmp_path / "bad", engine, 1)
    games = load(tmp_path / "bad").studies[0].games
    assert made["repeatable"] is False
    assert [(game.winner, game.clause, game.forfeited) for game in games] == [
        (1, "forfeit", True),
        (0, "forfeit", True),
    ]
    for game in games:
        assert re.search(reason, game.reason), game.reason


class Hopeless(LocalBackend):
    """None of its processes lives to tell."""

    def submit(self, unit: Unit) -> None:
        super().submit(unit)
        for process in self.pids:
            os.kill(process, signal.SIGKILL)


def test_a_unit_that_nobody_survives_ends_the_run(carried_out: Run, engine: Engine) -> None:
    with pytest.raises(LabError, match=rf"games 1 to 5 of study 1 were tried {DEATHS} times, .* died \(status -9\)"):
        carried_out("hopeless", jobs=1, make_backend=Hopeless)
    assert [each.state for each in run_lock.list_runs(engine)] == ["interrupted"]


class Farewell(LocalBackend):
    """Breaks when it is closed, as a cluster may that has just lost a node."""

    def close(self) -> None:
        super().close()
        raise OSError("the cluster is gone")


def test_what_breaks_at_the_end_costs_no_results(tmp_path: Path, carried_out: Run, engine: Engine) -> None:
    carried_out("here")
    with pytest.raises(OSError, match="the cluster is gone"):
        carried_out("farewell", jobs=1, make_backend=Farewell)
    assert {each.state for each in run_lock.list_runs(engine)} == {"complete"}
    assert contents(tmp_path / "lab" / "farewell") == contents(tmp_path / "lab" / "here")


def test_an_opening_that_ends_the_game_is_refused(tmp_path: Path, engine: Engine) -> None:
    study = (
        "[[study]]\ngame = 'enclosure_chess'\nrules = '5x5'\nplayers = ['random', 'random']\ngames = 2\nopening = 150\n"
    )
    plan = read(f'name = "long"\n{study}')
    for jobs in (0, 1):
        with pytest.raises(Exception, match="after 150 random moves the game is over; choose a shorter opening"):
            run_plan(plan, tmp_path / "long", engine, jobs)
