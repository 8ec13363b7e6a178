"""What a background process does: one job after another, each answered, until its channel is closed."""

from __future__ import annotations

import os
import socket
import traceback
from typing import Any

from kakomi.core.errors import KakomiError
from kakomi.server.background.fork_server import receive, send
from kakomi.server.background.jobs import JOBS
from kakomi.server.http.errors import Refusal, from_error

GROWN = 200 * 2**20  # bytes: a process that has grown by more ends after its job, and another takes its place


def serve(channel: socket.socket) -> None:
    """Answer jobs as (kind of answer, content)."""
    send(channel, os.getpid())
    began = memory()  # what it was forked with is shared
    while True:
        try:
            name, arguments = receive(channel)
        except (EOFError, OSError):
            return
        send(channel, answer(name, arguments))
        if memory() - began > GROWN:
            return


def answer(name: str, arguments: tuple[Any, ...]) -> tuple[str, Any]:
    """The result of a job, or why there is none."""
    try:
        return "ok", JOBS[name](*arguments)
    except Refusal as refusal:
        return "refused", parts(refusal)
    except KakomiError as error:
        return "refused", parts(from_error(error))
    except Exception:  # noqa: BLE001  the server logs it
        return "failed", traceback.format_exc()


def parts(refusal: Refusal) -> tuple[Any, ...]:
    """The arguments from which the server rebuilds the refusal."""
    return refusal.code, refusal.message, refusal.status, refusal.clause, refusal.right


def memory() -> int:
    """The bytes this process holds in memory; 0 if unknown."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0
