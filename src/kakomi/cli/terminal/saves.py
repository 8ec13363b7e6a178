"""The file a game is saved to: written whole or not at all, and never over somebody else's file."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from kakomi.cli.files import data_folder, free_record_name
from kakomi.core.errors import RecordError
from kakomi.core.records.record import Record, write_file


def resume_command(path: Path) -> str:
    """What to type to continue a saved game."""
    return f"kakomi play --resume {shlex.quote(str(path))}"


class SaveFile:
    """One game (or one series) in one file. Without a path, a name is chosen when it is first saved."""

    def __init__(self, game: str, path: Path | None = None, resumed: bool = False) -> None:
        self.path = path
        self._game = game
        self._last = (
            path.read_bytes() if path is not None and resumed else None
        )  # what we last read from or wrote to the file
        if path is not None and not resumed:
            self._refuse_taken(path)

    @staticmethod
    def _refuse_taken(path: Path) -> None:
        try:
            taken, folder = os.path.lexists(path), path.parent.is_dir()
        except OSError as error:
            raise _unwritable(path, error) from error
        if taken:
            raise RecordError(f"{path} already exists; choose another name, or continue that game with --resume")
        if not folder:
            raise RecordError(f"there is no folder {path.parent} to save in")

    def save(self, records: list[Record], path: Path | None = None) -> Path:
        """Write the records to the path, if one is given, else where they were saved before."""
        if path is not None and path != self.path:
            self._refuse_taken(path)
            _reserve(path)
            self.path = path
        elif self.path is None or not self._unchanged():
            self.path = self._free_name()
        try:
            write_file(self.path, records)
        except RecordError:
            if self.path.stat().st_size == 0:  # the empty file that reserved the name
                self.path.unlink()
            raise
        self._last = self.path.read_bytes()
        return self.path

    def _unchanged(self) -> bool:
        """Whether the file is as we left it or does not exist yet; a file that somebody else has changed is left alone."""
        assert self.path is not None
        try:
            return self.path.read_bytes() == self._last
        except FileNotFoundError:
            _reserve(self.path)
            return True
        except OSError:
            return False

    def _free_name(self) -> Path:
        path = free_record_name(data_folder("games"), self._game)
        _reserve(path)
        return path


def _reserve(path: Path) -> None:
    """Reserve the name with an empty file; an error if it is taken."""
    try:
        with open(path, "x", encoding="utf-8"):
            pass
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> RecordError:
    return RecordError(f"{path} cannot be written: {error.strerror}")
