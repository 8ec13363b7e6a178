"""Ctrl-C, requests to end and closed terminals: long work stops at once, and nothing is lost."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TypeVar

from kakomi.core.system.processes import hang_up_signals

T = TypeVar("T")


class Hangup(BaseException):
    """The terminal was closed, or the system is shutting down."""

    def __init__(self, signal_number: int) -> None:
        super().__init__()
        self.signal_number = signal_number


def interruptible(compute: Callable[[], T]) -> T:
    """The result of a long computation in compiled code, which itself never checks for Ctrl-C."""
    results: list[T] = []
    failures: list[BaseException] = []

    def work() -> None:
        try:
            results.append(compute())
        except BaseException as error:  # noqa: BLE001 - raised again in the thread that waits
            failures.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.1)
    if failures:
        raise failures[0]
    return results[0]


@contextlib.contextmanager
def sigterm_like_ctrl_c() -> Iterator[None]:
    """While the block runs, SIGTERM raises KeyboardInterrupt: external engines are stopped, and the games are kept."""
    with _handling([signal.SIGTERM], signal.default_int_handler):
        yield


@contextlib.contextmanager
def hangups() -> Iterator[None]:
    """While the block runs, a closed terminal and SIGTERM raise Hangup."""

    def hang_up(number: int, frame: FrameType | None) -> None:
        raise Hangup(number)

    with _handling(hang_up_signals(), hang_up):
        yield


@contextlib.contextmanager
def ctrl_c_ignored() -> Iterator[None]:
    """While the block runs, a second Ctrl-C does not stop what the first one started."""
    with _handling([signal.SIGINT], signal.SIG_IGN):
        yield


@contextlib.contextmanager
def _handling(
    numbers: list[signal.Signals], handler: Callable[[int, FrameType | None], object] | signal.Handlers
) -> Iterator[None]:
    """Handlers can be set in the main thread only; elsewhere the block just runs."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = [signal.signal(number, handler) for number in numbers]
    try:
        yield
    finally:
        for number, previous in zip(numbers, before, strict=True):
            signal.signal(number, previous)
