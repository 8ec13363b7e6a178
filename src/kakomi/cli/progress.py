"""A quiet word while a machine thinks, gone as soon as it has."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator

PATIENCE = 0.4  # seconds; what is quicker needs no word
BAR = 30  # signs


@contextlib.contextmanager
def waiting(text: str) -> Iterator[None]:
    """While the block runs, and only if it takes a while, the text on a terminal's standard error."""
    stream = sys.stderr
    if stream is None or not stream.isatty() or os.environ.get("TERM", "dumb") == "dumb":
        yield
        return
    done = threading.Event()

    def show() -> None:
        if not done.wait(PATIENCE):
            width = max(10, shutil.get_terminal_size().columns - 1)
            stream.write(f"\r\x1b[K\x1b[2m{text[:width]}\x1b[0m")
            stream.flush()
            done.wait()
            stream.write("\r\x1b[K")
            stream.flush()

    shower = threading.Thread(target=show, daemon=True)
    shower.start()
    try:
        yield
    finally:
        done.set()
        shower.join()


@contextlib.contextmanager
def bar(what: str) -> Iterator[Callable[[float], None] | None]:
    """A bar on standard error, if that is a terminal; gone when the work is."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return

    def tell(part: float) -> None:
        print(f"\r{what} {('#' * round(part * BAR)).ljust(BAR, '.')} {part:4.0%}", end="", file=sys.stderr, flush=True)

    tell(0)
    try:
        yield tell
    finally:
        print("\r" + " " * (len(what) + BAR + 6) + "\r", end="", file=sys.stderr, flush=True)
