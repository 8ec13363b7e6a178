"""Everything that an operating system may lack, in one place. Each function says what is missing where.

Everything else in the package runs on Linux, macOS and Windows alike.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from typing import Any

WINDOWS = sys.platform == "win32"

# Whether pipes can be waited for with a deadline. Not on Windows: external engines are refused there.
PIPES_CAN_BE_WAITED_FOR = not WINDOWS


def group_of_its_own() -> dict[str, Any]:
    """Arguments of Popen: Ctrl-C does not reach the new process, and `kill_group` reaches all that it starts.

    On Windows only the first half holds.
    """
    if WINDOWS:
        return {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
    return {"start_new_session": True}


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process started with `group_of_its_own` and, except on Windows, all that it started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def is_running(pid: int) -> bool:
    """Is there a process with that number on this machine? Where that cannot be known, the answer is yes."""
    if WINDOWS:  # os.kill would end it there
        return _is_running_on_windows(pid)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


def _is_running_on_windows(pid: int) -> bool:
    import ctypes

    kernel: Any = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined,unused-ignore]
    handle = kernel.OpenProcess(0x1000, False, pid & 0xFFFFFFFF)  # PROCESS_QUERY_LIMITED_INFORMATION
    if not handle:
        return bool(kernel.GetLastError() == 5)  # access denied: it is another user's
    try:
        code = ctypes.c_ulong()
        return not kernel.GetExitCodeProcess(handle, ctypes.byref(code)) or code.value == 259  # STILL_ACTIVE
    finally:
        kernel.CloseHandle(handle)


def peak_memory() -> int | None:
    """The most memory this process has used, in bytes. None on Windows."""
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024  # Linux counts in KiB


def signal_name(number: int) -> str:
    """SIGSEGV for 11, where the system has a name for it."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def hang_up_signals() -> list[signal.Signals]:
    """Signals that end a program from outside: SIGTERM, and SIGHUP, which Windows lacks."""
    return [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]


CAN_FORK = hasattr(os, "fork") and hasattr(socket, "send_fds")  # and hand open files to the forked process


def fork() -> int:
    """Fork this process; 0 in the child, the child's number here."""
    return os.fork()


def kill_child(pid: int) -> None:
    """Kill a process that this one has forked and not waited for yet, so that its number cannot have been reused."""
    os.kill(pid, signal.SIGKILL)


COMPILER = "kakomi.core.compiler.ready"  # takes two seconds to import


def make_worker(work: Callable[..., None], *args: object, daemon: bool = False) -> BaseProcess:
    """A process, not started yet, that will call a function with these arguments.

    It is forked from one that has the compiler ready, so that a second process takes milliseconds to start. On Windows
    each one imports everything again.
    """
    if not CAN_FORK:
        return multiprocessing.get_context("spawn").Process(target=work, args=args, daemon=daemon)
    context = multiprocessing.get_context("forkserver")  # a fork of this process would copy locks that its threads hold
    context.set_forkserver_preload([COMPILER])
    return context.Process(target=_work_in, args=(dict(os.environ), work, *args), daemon=daemon)


def _work_in(environment: dict[str, str], work: Callable[..., None], *args: object) -> None:
    """Work in our environment: the process that forks keeps the one it was started with, which may differ."""
    os.environ.clear()
    os.environ.update(environment)
    work(*args)
