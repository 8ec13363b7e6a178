"""Tables of solved games, kept in the user's cache folder: whole, of the right version and undamaged, or not used.

A file is a line of magic, a line of JSON (version, number of bytes, SHA-256) and the bytes. It is put
in place in one step, so that an interrupted write leaves no partial file.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import time
from pathlib import Path
from typing import Any

from kakomi.core.system.files import write_whole
from kakomi.core.system.folders import cache_home

MAGIC = b"KAKOMI TABLE\n"
LONGEST_HEADER = 1000
LONGEST_WRITING = 3600  # seconds


class Unusable(Exception):
    """A table's file exists but is not what it should be; says why."""


def load(name: str, version: str, length: int) -> Any | None:
    """The bytes of a table as an int8 array, None if there is none; Unusable, OSError or RuntimeError if it is unusable."""
    import numpy as np

    path = _path(name)
    if not path.exists():
        return None
    with open(path, "rb") as file:
        if file.readline(LONGEST_HEADER) != MAGIC:
            raise Unusable("is not a table")
        try:
            header = json.loads(file.readline(LONGEST_HEADER))
        except (ValueError, RecursionError) as error:
            raise Unusable("is not a table") from error
        if not isinstance(header, dict) or header.get("version") != version or header.get("bytes") != length:
            raise Unusable("is of another version")
        table = np.fromfile(file, np.int8, length + 1)
    if len(table) != length:
        raise Unusable("is cut short" if len(table) < length else "is longer than it should be")
    if hashlib.sha256(table.data).hexdigest() != header.get("sha256"):
        raise Unusable("is damaged")
    return table


def save(name: str, version: str, table: Any) -> None:
    """Save a table, an int8 array; OSError or RuntimeError if that fails."""
    path = _path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    header = {"version": version, "bytes": len(table), "sha256": hashlib.sha256(table.data).hexdigest()}
    _sweep(path)
    write_whole(path, (MAGIC + json.dumps(header).encode() + b"\n", table.data))


def _sweep(path: Path) -> None:
    """Remove files left by a write that was killed and so could not clean up."""
    for left in path.parent.glob(f".{path.name}.*"):
        with contextlib.suppress(OSError):
            if time.time() - left.stat().st_mtime > LONGEST_WRITING:
                left.unlink()


def _path(name: str) -> Path:
    return cache_home() / "tables" / name
