"""Lines that a person types, with editing and completion in a terminal; lines from a pipe are echoed."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator


class Console:
    """Where typed lines come from."""

    def __init__(self) -> None:
        self.interactive = sys.stdin is not None and sys.stdin.isatty()

    def ask(self, prompt: str) -> str:
        """The next line, without surrounding spaces; EOFError when there are no more."""
        with _signals_delivered():
            if self.interactive:
                try:
                    return input(prompt).strip()
                except EOFError:
                    print()
                    raise
            print(prompt, end="", flush=True)
            line = sys.stdin.readline() if sys.stdin is not None else ""
        print(line.strip())
        if not line:
            raise EOFError
        return line.strip()

    @property
    def height(self) -> int:
        """How many lines of a list fit on one page; in a pipe, any number."""
        return shutil.get_terminal_size().lines - 6 if self.interactive else 1_000_000

    @contextlib.contextmanager
    def completing(self, words: Callable[[], Iterable[str]]) -> Iterator[None]:
        """Tab completes these words while the block runs."""
        if not self.interactive:
            yield
            return
        try:
            import readline
        except ImportError:
            yield
            return
        candidates: list[str] = []

        def complete(text: str, state: int) -> str | None:
            if state == 0:
                candidates[:] = [word for word in words() if word.startswith(text)]
            return candidates[state] if state < len(candidates) else None

        before = readline.get_completer(), readline.get_completer_delims()
        readline.set_completer(complete)
        readline.set_completer_delims(" ")
        readline.parse_and_bind("tab: complete")
        try:
            yield
        finally:
            readline.set_completer(before[0])
            readline.set_completer_delims(before[1])


@contextlib.contextmanager
def _signals_delivered() -> Iterator[None]:
    """While a line is read, no signal has to wait for a key press.

    Python handles a signal when it interrupts the wait for input. One that arrives just before the wait begins would
    not be handled until something is typed, so it is sent again until the block ends.
    """
    main = threading.main_thread()
    if threading.current_thread() is not main or not hasattr(signal, "pthread_kill"):
        yield
        return
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    ended = threading.Event()

    def watch() -> None:
        number = os.read(reading, 1)
        while number and not ended.wait(0.05):
            signal.pthread_kill(main.ident or 0, number[0])

    watcher = threading.Thread(target=watch, daemon=True)
    before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    watcher.start()
    try:
        yield
    finally:
        ended.set()
        signal.set_wakeup_fd(before)
        os.close(writing)
        watcher.join()
        os.close(reading)
