"""Text files of the lab: read and written whole, with errors that say what to do."""

from __future__ import annotations

from pathlib import Path

from kakomi.core.errors import KakomiError
from kakomi.core.system import files


class LabError(KakomiError):
    """A run that cannot be made, continued or read: the message says why, and what would be right."""


def read_text(path: Path) -> str:
    """The text of a file."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise LabError(f"{path} is not UTF-8 text") from error
    except OSError as error:
        raise LabError(f"{path} cannot be read: {error.strerror}") from error


def write_text(path: Path, text: str) -> None:
    """Write a file completely or not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        files.write_whole(path, [text.encode()])
    except OSError as error:
        raise LabError(
            f"{path} cannot be written: {error.strerror}; free some space, or set KAKOMI_DATA to another folder, "
            "and run the command again"
        ) from error
