"""`query perft`: a count that runs beside the dialogue, so that it can be stopped."""

from __future__ import annotations

import threading
from collections.abc import Callable

from kakomi.core.errors import KakomiError
from kakomi.core.match import Match
from kakomi.search.batch import perft
from kakomi.ugi.messages import CommandError, fault, refusal

DEEPEST_PERFT = 12
MOST_VISITED = 10**8  # positions that perft looks at
SPLIT_FROM = 10**5  # sequences of a level; beyond this, the next is counted move by move, and can be stopped in between


class PerftJob:
    """A running count. `done` gets its answer, once."""

    def __init__(self, match: Match, depth: int, done: Callable[[list[str]], None]) -> None:
        self._match = match.copy()
        self._depth = depth
        self._done = done
        self._cancelled = threading.Event()
        self._answer = threading.Lock()
        self._answered = False
        self._thread = threading.Thread(target=self._count, daemon=True, name="perft")
        self._thread.start()

    def stop(self) -> None:
        """Answer at once that there is no number; the thread ends after its current branch."""
        self._cancelled.set()
        self._say(refusal(f"perft {self._depth} was stopped"))

    def abandon(self) -> None:
        """Say nothing more."""
        with self._answer:
            self._answered = True
        self._cancelled.set()

    def join(self, timeout: float | None = None) -> bool:
        """Wait for the end; returns whether it has come."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def finish(self) -> None:
        """No more commands will come: count to the end."""
        self.join()

    def _count(self) -> None:
        try:
            answer = f"response {count(self._match, self._depth, self._cancelled)}"
        except KakomiError as error:
            answer = refusal(str(error))
        except Exception as error:  # noqa: BLE001  a fault of ours must not take the game away from the other side
            answer = fault(error)
        self._say(answer)

    def _say(self, answer: str) -> None:
        with self._answer:
            if not self._answered:
                self._answered = True
                self._done([answer])


def count(match: Match, depth: int, cancelled: threading.Event) -> int:
    """Perft, a level at a time: the sequences of one level are the positions that the next looks at."""
    total = 1
    for level in range(1, depth + 1):
        if total > MOST_VISITED:
            reason = f"perft {depth} would look at more than {MOST_VISITED:,} positions"
            raise CommandError(f"{reason}; the deepest here is perft {level - 1}")
        total = _split(match, level, cancelled) if total > SPLIT_FROM else perft(match, level)
    return total


def _split(match: Match, depth: int, cancelled: threading.Event) -> int:
    """Perft as the sum over the first moves."""
    total = 0
    for code in match.codes():
        if cancelled.is_set():
            return 0
        after = match.copy()
        after.push_code(code)
        total += perft(after, depth - 1)
    return total
