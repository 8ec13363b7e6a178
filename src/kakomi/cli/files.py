"""Files that a command reads and writes, and JSON on standard output."""

from __future__ import annotations

import datetime
import errno
import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path

from kakomi.cli.arguments import UsageError
from kakomi.core.errors import PositionError, RecordError, shorten
from kakomi.core.system import files
from kakomi.core.system.folders import data_home

LARGEST_FILE = 4_000_000  # bytes: far beyond any diagram that a person keeps


def print_json(value: object) -> None:
    """One JSON value on standard output."""
    print(json.dumps(value, indent=2))


# --- files the user names ---------------------------------------------------------------------------------------------


def user_path(name: str) -> Path:
    """The path a person means: ~ is the home folder."""
    try:
        path = Path(name).expanduser()
    except RuntimeError as error:  # ~nobody
        raise UsageError(f"{shorten(name)!r} is not a file name: there is no such home folder") from error
    if "\0" in name:
        raise UsageError(f"{shorten(name)!r} is not a file name")
    return path


def read_text(name: str) -> str:
    """The text of a file, or of standard input for `-`."""
    if name == "-":
        data = sys.stdin.buffer.read(LARGEST_FILE + 1) if sys.stdin is not None else b""
    else:
        with open(user_path(name), "rb") as file:
            data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise PositionError(f"{name} is larger than {LARGEST_FILE // 1_000_000} MB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PositionError(f"{name} is not a UTF-8 text file") from error


def write_text(name: str, text: str) -> Path:
    """Write a text to a file, whole or not at all, and return its path."""
    return write_bytes(name, [text.encode()])


def write_bytes(name: str, pieces: Iterable[bytes]) -> Path:
    """Write a file whole or not at all, and return its path."""
    path = user_path(name)
    try:
        files.write_whole(path, pieces)
    except OSError as error:
        raise OSError(error.errno, error.strerror, name) from error
    return path


def check_place(name: str) -> None:
    """OSError if a file of this name cannot be written: checked before long work, not after it."""
    path = user_path(name)
    if path.is_dir():
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), name)
    if not path.parent.is_dir():
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), name)
    if not os.access(path.parent, os.W_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES), name)


# --- the user's data --------------------------------------------------------------------------------------------------


def data_folder(name: str) -> Path:
    """A folder in the user's data, made if it is missing."""
    folder = data_home() / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RecordError(f"the folder {folder} cannot be created: {error.strerror}") from error
    return folder


def free_record_name(folder: Path, game: str, companion: str = "") -> Path:
    """A free name for a new record; the name with the suffix `companion` is free as well."""
    stem = f"{game}-{datetime.datetime.now():%Y%m%d-%H%M%S}"
    number = 1
    while True:
        path = folder / f"{stem}{'' if number == 1 else f'-{number}'}.kakomi"
        if not path.exists() and not (companion and path.with_name(f"{path.name}{companion}").exists()):
            return path
        number += 1
