"""What `kakomi train` prints: its progress and its result."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from kakomi.cli.progress import ProgressLine

if TYPE_CHECKING:
    from kakomi.training.run_folder import RunFolder

SECONDS_BETWEEN_LINES = 5.0


class Reporter:
    """Progress: a line that is overwritten, and lines that stay."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._line = ProgressLine()
        self._told = time.monotonic()

    def __enter__(self) -> Reporter:
        return self

    def __exit__(self, *_: object) -> None:
        self._line.clear()

    def show(self, text: str) -> None:
        """Show progress; now and then the line stays."""
        self._line.show(text)
        if time.monotonic() - self._told >= SECONDS_BETWEEN_LINES:
            self.tell(text)

    def tell(self, text: str) -> None:
        """Print a line that stays."""
        self._told = time.monotonic()
        self._line.clear()
        if not self._quiet:
            print(text, flush=True)


def print_result(folder: RunFolder, decided: bool, command: str) -> None:
    """Print the result, and where it is."""
    if folder.result_file.exists():
        print(f"\nNet:   {folder.result_file} (round {folder.manifest.get('in_use')}, {_elo(folder)})")
        print(f"Play:  kakomi play {folder.plan.game} --against learned:net={folder.result_file}")
    elif folder.candidate_file.exists():
        print(f"\nNo net has been accepted yet; the newest is {folder.candidate_file}")
        print(f"Play:  kakomi play {folder.plan.game} --against learned:net={folder.candidate_file}")
    else:
        print("\nThere was no time for a round, so there is no net yet.")
    if folder.rows:
        print(f"Curve: {folder.path / 'curve.svg'}")
    if not decided:
        print("The last contest is not decided.")
    print(f"To continue: {command}")


def _elo(folder: RunFolder) -> str:
    return f"{folder.manifest.get('elo', 0.0):+.0f} Elo above the {folder.manifest.get('first_net')} net"
