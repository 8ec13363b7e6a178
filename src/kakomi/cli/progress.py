"""Progress on a terminal's standard error: one line, overwritten as work proceeds and removed at the end."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator

PATIENCE = 0.4  # seconds; shorter work needs no progress line
BAR_WIDTH = 30  # characters


class ProgressLine:
    """The line itself. If standard error is not a terminal, nothing is shown."""

    def __init__(self) -> None:
        terminal = sys.stderr is not None and sys.stderr.isatty()
        self.visible = terminal and os.environ.get("TERM", "dumb") != "dumb"

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def show(self, text: str, style: str = "") -> None:
        """Replace the line by this text, cut to the window; `style` is an SGR code."""
        if self.visible:
            text = text[: max(10, shutil.get_terminal_size().columns - 1)]
            sys.stderr.write(f"\r\x1b[K\x1b[{style}m{text}\x1b[0m" if style else f"\r\x1b[K{text}")
            sys.stderr.flush()

    def clear(self) -> None:
        """Remove the line."""
        self.show("")


def bar(share: float, width: int = BAR_WIDTH) -> str:
    """A bar for a share from 0 to 1.

    >>> bar(0.25, width=8)
    '##......'
    """
    return ("#" * round(width * share)).ljust(width, ".")


@contextlib.contextmanager
def progress_bar(what: str) -> Iterator[Callable[[float], None] | None]:
    """A bar while the block runs, which reports its progress by calling the function; None without a terminal."""
    with ProgressLine() as line:
        if not line.visible:
            yield None
            return

        def report(share: float) -> None:
            line.show(f"{what} {bar(share)} {share:4.0%}")

        report(0)
        yield report


@contextlib.contextmanager
def waiting(text: str) -> Iterator[None]:
    """Show the text while the block runs, if that takes a moment."""
    line = ProgressLine()
    if not line.visible:
        yield
        return
    done = threading.Event()

    def show() -> None:
        if not done.wait(PATIENCE):
            line.show(text, style="2")
            done.wait()
            line.clear()

    thread = threading.Thread(target=show, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def note(text: str) -> None:
    """Print a line that stays, on standard error, if that is a terminal."""
    if sys.stderr is not None and sys.stderr.isatty():
        print(text, file=sys.stderr, flush=True)


def duration(seconds: float) -> str:
    """A time for people.

    >>> duration(42), duration(600), duration(7300)
    ('42 s', '10 min', '2 h 2 min')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"
