"""What operating systems lack, and that nothing else is touched where it is missing."""

from __future__ import annotations

import ast
import multiprocessing
import os
import subprocess
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

import kakomi
from kakomi.core.system import processes
from kakomi.players.external_process import Conversation, EngineFault

ROOT = Path(kakomi.__file__).parent
PRIVATE = ("fcntl", "resource", "termios", "tty", "pty", "pwd", "grp", "select", "msvcrt", "winreg")
CALLS = ("kill", "killpg", "setsid", "fork", "getuid", "geteuid", "getpgid")


def test_only_one_module_uses_what_some_systems_lack() -> None:
    for path in sorted(ROOT.rglob("*.py")):
        if path == ROOT / "core" / "system" / "processes.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert not {alias.name for alias in node.names} & set(PRIVATE), path
            elif isinstance(node, ast.ImportFrom):
                assert node.module not in PRIVATE, path
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "os":
                assert node.attr not in CALLS, f"{path}: os.{node.attr}"


def test_everything_can_be_imported_where_these_modules_are_missing() -> None:
    code = (
        "import sys\n"
        f"for name in {PRIVATE!r}:\n"
        "    if name not in ('select', 'msvcrt', 'winreg', 'pwd', 'grp'): sys.modules[name] = None\n"
        "import kakomi.cli.main, kakomi.players.external_process, kakomi.lab.runs.runner, kakomi.lab.runs.run_lock\n"
        "from kakomi.core.system import processes; assert processes.peak_memory() is None\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_process_runs_until_it_has_ended() -> None:
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    assert processes.is_running(process.pid)
    assert process.poll() is None  # asking did it no harm
    process.communicate(b"\n")
    assert not processes.is_running(process.pid)
    assert processes.is_running(os.getpid())


def test_a_group_is_killed_with_all_it_started() -> None:
    code = (
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'input()'], stdin=0)\n"
        "print(child.pid, flush=True)\n"
        "child.wait()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        **processes.group_of_its_own(),
    )
    assert process.stdout is not None
    grandchild = int(process.stdout.readline())
    processes.kill_group(process)
    process.wait()
    process.communicate()
    deadline = time.monotonic() + 30
    while _is_alive(grandchild):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    processes.kill_group(process)  # once more is no error


def _is_alive(pid: int) -> bool:
    """A process that has ended but that nobody has waited for does not count."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return processes.is_running(pid) if not Path("/proc/self").exists() else False


def test_where_pipes_cannot_be_waited_for_external_engines_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "PIPES_CAN_BE_WAITED_FOR", False)
    with pytest.raises(EngineFault, match="external engines do not run on Windows"):
        Conversation([sys.executable, "-c", ""])


def test_memory_is_counted_in_bytes() -> None:
    peak = processes.peak_memory()
    assert peak is not None
    assert 5_000_000 < peak < 100_000_000_000


def test_signals_have_names() -> None:
    assert processes.signal_name(11) == "SIGSEGV"
    assert processes.signal_name(250) == "signal 250"


def tell(pipe: Connection) -> None:
    pipe.send(os.environ["KAKOMI_WORD"])


@pytest.mark.parametrize("forks", [True, False])
def test_a_worker_has_the_environment_of_its_start(monkeypatch: pytest.MonkeyPatch, forks: bool) -> None:
    monkeypatch.setattr(processes, "CAN_FORK", forks)
    for word in ("first", "second"):  # the process that forks is there before the second
        monkeypatch.setenv("KAKOMI_WORD", word)
        ours, theirs = multiprocessing.Pipe()
        worker = processes.make_worker(tell, theirs)
        worker.start()
        theirs.close()
        assert ours.recv() == word
        worker.join()
        assert worker.exitcode == 0
        ours.close()
