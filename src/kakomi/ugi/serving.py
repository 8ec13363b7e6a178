"""A dialogue as a process: lines in, lines out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import BinaryIO

from kakomi.ugi.session import LONGEST_LINE, Session


def serve(stdin: BinaryIO | None = None, stdout: BinaryIO | None = None) -> int:
    """Answer the lines of a stream until `quit`, its end, or a reader who has gone; the exit status.

    Standard input and output, as bytes, unless other streams are given.
    """
    source = stdin or (sys.stdin.buffer if sys.stdin else None)
    sink = stdout or (sys.stdout.buffer if sys.stdout else None)
    if source is None or sink is None:  # closed before we began: there is nobody to talk to
        return 0

    def write(answer: str) -> None:
        sink.write(answer.encode() + b"\n")
        sink.flush()

    session = Session(write)
    try:
        for line in _lines(source):
            if not session.handle(line):
                break
    except BrokenPipeError:
        return 0
    except OSError:
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream, of one that is too long only enough to see it; the last may lack its end."""
    while line := source.readline(LONGEST_LINE + 1):
        rest = line
        while len(line) > LONGEST_LINE and rest and not rest.endswith(b"\n"):
            rest = source.readline(LONGEST_LINE)
        yield line
