"""Files that are written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path


def write_whole(path: Path, pieces: Iterable[bytes]) -> None:
    """Write a file under another name and rename it in one step: if that is interrupted, the old file stays.

    A device or a pipe cannot be replaced in that way: it is written to directly.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        with open(path, "wb") as there:
            there.writelines(pieces)
        return
    handle, fresh = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(fresh, 0o666 & ~mask)  # mkstemp makes files for the owner alone
        os.replace(fresh, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(fresh)
        raise
