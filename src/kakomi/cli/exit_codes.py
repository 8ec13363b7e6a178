"""The exit codes of `kakomi`; `kakomi --help` explains them."""

from __future__ import annotations

DONE = 0
FAILED = 1  # the program could not do its work, or its answer is "no"
REFUSED = 2  # something in the request is wrong
INTERRUPTED = 130  # 128 + SIGINT, as shells report it


def killed_by(signal_number: int) -> int:
    """The code of a program that a signal ended.

    >>> killed_by(15)
    143
    """
    return 128 + signal_number
