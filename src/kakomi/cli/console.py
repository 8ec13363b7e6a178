"""Asking a person: lines from the terminal with editing and completion, or from a pipe with what was read shown."""

from __future__ import annotations

import contextlib
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator


class Console:
    """Where the typed lines come from."""

    def __init__(self) -> None:
        self.interactive = sys.stdin is not None and sys.stdin.isatty()

    def ask(self, prompt: str) -> str:
        """The next line, without surrounding blanks; EOFError when there are no more."""
        if self.interactive:
            try:
                return input(prompt).strip()
            except EOFError:
                print()
                raise
        print(prompt, end="", flush=True)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            print()
            raise EOFError
        print(line.strip())
        return line.strip()

    @property
    def height(self) -> int:
        """How many lines a list may have before it is cut into pages; a pipe takes any number."""
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
        found: list[str] = []

        def complete(text: str, state: int) -> str | None:
            if state == 0:
                found[:] = [word for word in words() if word.startswith(text)]
            return found[state] if state < len(found) else None

        before = readline.get_completer(), readline.get_completer_delims()
        readline.set_completer(complete)
        readline.set_completer_delims(" ")
        readline.parse_and_bind("tab: complete")
        try:
            yield
        finally:
            readline.set_completer(before[0])
            readline.set_completer_delims(before[1])
