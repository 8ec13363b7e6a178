"""Where games are saved: a file that is the game's own, written whole or not at all, never over another."""

from __future__ import annotations

import datetime
import os
import shlex
from pathlib import Path

from kakomi.core.errors import RecordError
from kakomi.core.record import Record, write_file
from kakomi.core.system.folders import data_home


def resume_command(path: Path) -> str:
    """What to type to go on with a saved game."""
    return f"kakomi play --resume {shlex.quote(str(path))}"


class Keeper:
    """Keeps one game (or one series) in one file. Without a path, a name is chosen when it is first saved."""

    def __init__(self, game: str, path: Path | None = None, resumed: bool = False) -> None:
        self.path = path
        self._game = game
        self._last = path.read_bytes() if path is not None and resumed else None  # what we know to be in the file
        if path is not None and not resumed:
            self._refuse_taken(path)

    @staticmethod
    def _refuse_taken(path: Path) -> None:
        try:
            taken, folder = os.path.lexists(path), path.parent.is_dir()
        except OSError as error:
            raise _unwritable(path, error) from error
        if taken:
            raise RecordError(f"{path} exists already; choose another name, or go on with --resume")
        if not folder:
            raise RecordError(f"there is no folder {path.parent} to save in")

    def save(self, records: list[Record], path: Path | None = None) -> Path:
        """Write the records to the path, if one is given, else to where they were kept before."""
        if path is not None and path != self.path:
            self._refuse_taken(path)
            _claim(path)
            self.path = path
        elif self.path is None or not self._ours():
            self.path = self._free_name()
        try:
            write_file(self.path, records)
        except RecordError:
            if self.path.stat().st_size == 0:  # the name we made ours a moment ago
                self.path.unlink()
            raise
        self._last = self.path.read_bytes()
        return self.path

    def _ours(self) -> bool:
        """Whether the file is as we left it, or is still to be made; what somebody else wrote there is left to them."""
        assert self.path is not None
        try:
            return self.path.read_bytes() == self._last
        except FileNotFoundError:
            _claim(self.path)
            return True
        except OSError:
            return False

    def _free_name(self) -> Path:
        folder = data_home() / "games"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RecordError(f"the folder {folder} cannot be made: {error.strerror}") from error
        stem = f"{self._game}-{datetime.datetime.now():%Y%m%d-%H%M%S}"
        number = 1
        while True:
            path = folder / f"{stem}{'' if number == 1 else f'-{number}'}.kakomi"
            number += 1
            if not path.exists():
                _claim(path)
                return path


def _claim(path: Path) -> None:
    """Make the name ours, unless it is taken."""
    try:
        with open(path, "x", encoding="utf-8"):
            pass
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> RecordError:
    return RecordError(f"{path} cannot be written: {error.strerror}")
