"""Starts processes in milliseconds: one process with everything imported, which forks the others on request.

It is forked from the server before the server has threads or an event loop, so that its children inherit neither. It also
kills them: it knows which of its children still exist, so a process id is never mistaken for another process.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import socket
import struct
from collections.abc import Callable
from types import TracebackType
from typing import Any

from kakomi.core.system import processes

AVAILABLE = processes.CAN_FORK
POLITENESS = 5  # added to the nice value: live games come first
SIZE = struct.Struct("!I")


class ForkServer:
    """The server's side. `serve` is what each process runs on its socket until the socket is closed."""

    def __init__(self, serve: Callable[[socket.socket], None]) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        pid = processes.fork()
        if pid == 0:
            with contextlib.suppress(BaseException):
                ours.close()
                _run(theirs, serve)
            os._exit(0)
        theirs.close()
        self._control, self._pid = ours, pid

    def start(self, channel: socket.socket) -> None:
        """Start a process that serves the other end of this channel; OSError if the request cannot be sent."""
        socket.send_fds(self._control, [b"start"], [channel.fileno()])

    def kill(self, pid: int) -> None:
        """Kill a process."""
        with contextlib.suppress(OSError):
            self._control.send(b"kill %d" % pid)

    def close(self) -> None:
        """Stop; the processes end when their channels are closed."""
        self._control.close()
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self._pid, 0)

    def __enter__(self) -> ForkServer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _run(control: socket.socket, serve: Callable[[socket.socket], None]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes our socket
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    children: set[int] = set()
    while True:
        message, files, _, _ = socket.recv_fds(control, 64, 1)
        if not message:
            return  # the server has ended, in whatever way
        while children and (ended := os.waitpid(-1, os.WNOHANG)[0]):
            children.discard(ended)
        if message == b"start" and files:
            pid = processes.fork()
            if pid == 0:
                control.close()
                with contextlib.suppress(OSError):
                    os.nice(POLITENESS)
                with socket.socket(fileno=files[0]) as channel:
                    serve(channel)
                os._exit(0)
            children.add(pid)
        elif message.startswith(b"kill ") and int(message[5:]) in children:
            processes.kill_child(int(message[5:]))
        for each in files:
            os.close(each)


def send(channel: socket.socket, message: Any) -> None:
    """Send a message, preceded by its length."""
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    channel.sendall(SIZE.pack(len(body)) + body)


def receive(channel: socket.socket) -> Any:
    """The next message; EOFError at the end."""
    (length,) = SIZE.unpack(_exactly(channel, SIZE.size))
    return pickle.loads(_exactly(channel, length))


def _exactly(channel: socket.socket, count: int) -> bytes:
    pieces: list[bytes] = []
    while count:
        piece = channel.recv(min(count, 1 << 20))
        if not piece:
            raise EOFError
        pieces.append(piece)
        count -= len(piece)
    return b"".join(pieces)
