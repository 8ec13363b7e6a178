"""A dialogue as a process: lines in, lines out."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO

from kakomi.ugi.messages import LONGEST_LINE
from kakomi.ugi.session import Session


def serve(
    stdin: BinaryIO | None = None,
    stdout: BinaryIO | None = None,
    settings: Sequence[str] = (),
    leave: Callable[[int], None] | None = None,
) -> int:
    """Answer the lines of a stream until `quit`, its end, or until the reader has gone; returns the exit status.

    At `quit` and at the end, work with a limit is finished and answered, and work without one is stopped and answered.

    Standard input and output, as bytes, unless other streams are given. `settings` are options set beforehand, each
    NAME=VALUE. `leave` is called with the status when the reader turns out to have gone while we wait for a line.
    """
    source = stdin or (sys.stdin.buffer if sys.stdin else None)
    sink = stdout or (sys.stdout.buffer if sys.stdout else None)
    if source is None or sink is None:  # closed before we began: there is nobody to talk to
        return 0

    def write(answer: str) -> None:
        sink.write(answer.encode() + b"\n")
        sink.flush()

    session = Session(write, None if leave is None else lambda error: leave(_status(error)))
    try:
        session.set_beforehand(settings)
        for line in _lines(source):
            if not session.handle(line):
                return 0
        session.finish()
    except OSError as error:
        return _status(error)
    except KeyboardInterrupt:
        return 130
    finally:
        session.close()
    return 0


def run(settings: Sequence[str] = ()) -> int:
    """Serve as this process; ends it directly if a thread is still compiling or counting and cannot be stopped."""
    import threading

    status = serve(settings=settings, leave=os._exit)
    if threading.active_count() > 1:
        os._exit(status)
    return status


def _status(error: OSError) -> int:
    return 0 if isinstance(error, BrokenPipeError) else 1


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream, cut just beyond the limit if they are too long; the last may lack its line end."""
    while line := source.readline(LONGEST_LINE + 1):
        rest = line
        while len(line) > LONGEST_LINE and rest and not rest.endswith(b"\n"):
            rest = source.readline(LONGEST_LINE)
        yield line
