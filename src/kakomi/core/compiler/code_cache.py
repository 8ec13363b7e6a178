"""Compiled code on disk: one file per function and argument types, named by a hash of everything it was compiled from.

numba's own cache goes by a function's source file and its modification time. This one replaces it for one entry at a time
(`EntryCache`); numba's settings are not changed. A file begins with a hash of the rest: a truncated or damaged one is
compiled again. The cache is optional: where no folder can be written, everything is compiled.

A file is touched when it is used. A process that has compiled something deletes the files not used for KEPT_DAYS and, if
the total exceeds MOST_BYTES, the least recently used ones. A process that loses a file in this way has already read it, or
compiles it again.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pickle
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kakomi.core.system.files import write_whole
from kakomi.core.system.folders import cache_home

ENTRY, LOCK = ".entry", ".lock"
KEPT_DAYS = 30
MOST_BYTES = 512 << 20  # an entry takes 50 to 500 KB, an inner function 5 to 100; all of the package's take 30 MB
IN_USE = 3600  # seconds: files used within the last hour are kept, whatever their size
DAY = 86400
# What reading a file can raise: it is gone, or it names modules or classes that no longer exist.
UNUSABLE = (OSError, pickle.UnpicklingError, EOFError, ImportError, AttributeError, LookupError, TypeError, ValueError)


@functools.cache
def compiled_cache() -> Path | None:
    """The folder of compiled code, or None where nothing can be written."""
    try:
        folder = cache_home() / "compiled"
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except (OSError, RuntimeError):
        return None
    return folder


class EntryCache:
    """Where numba looks for compiled code of one entry, and stores new code (`numba.core.caching._Cache`)."""

    suffix = ENTRY

    def __init__(self, folder: Path, name: str, key: str) -> None:
        self._folder, self._name, self._key = folder, name, key

    @property
    def cache_path(self) -> str:
        """The folder, for numba's statistics."""
        return str(self._folder)

    def has(self, signature: Any, context: Any) -> bool:
        """Is there a file for arguments of these types? It may still turn out to be damaged."""
        return self._file(signature, context).exists()

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The compiled code for arguments of these types, or None."""
        context.refresh()
        path = self._file(signature, context)
        try:
            whole = path.read_bytes()
            digest, data = whole[:32], whole[32:]
            if hashlib.sha256(data).digest() != digest:
                return None
            result = self._rebuild(data, context)
        except UNUSABLE:
            return None
        _touch(path)
        return result

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep what was compiled, unless the code contains addresses of this process."""
        from numba.core.serialize import dumps

        if result.lifted or result.library.has_dynamic_globals:
            return
        data = dumps(result._reduce())
        with contextlib.suppress(OSError):
            write_whole(self._file(signature, result.target_context), [hashlib.sha256(data).digest(), data])
            if self.suffix == ENTRY:
                prune(self._folder)

    @contextlib.contextmanager
    def only_one(self, signature: Any, context: Any) -> Iterator[None]:
        """Lock out other processes working on the same file; where files cannot be locked, nothing waits."""
        from filelock import FileLock

        lock = FileLock(self._file(signature, context).with_suffix(LOCK))
        with contextlib.ExitStack() as held:
            with contextlib.suppress(OSError, NotImplementedError):
                held.enter_context(lock)  # released when the process ends, however it ends
            yield

    def enable(self) -> None:
        """Does nothing: the cache is always enabled."""

    def disable(self) -> None:
        """Does nothing: the cache is always enabled."""

    def flush(self) -> None:
        """Does nothing: unused files are removed in time."""

    def _rebuild(self, data: bytes, context: Any) -> Any:
        from numba.core.compiler import CompileResult

        return CompileResult._rebuild(context, *pickle.loads(data))

    def _file(self, signature: Any, context: Any) -> Path:
        described = repr((self._key, [_describe(each) for each in signature], context.codegen().magic_tuple()))
        return self._folder / f"{self._name}-{hashlib.sha256(described.encode()).hexdigest()[:24]}{self.suffix}"


def _describe(kind: Any) -> object:
    """A numba type in words. The name of a named tuple's type does not show its fields."""
    fields = getattr(getattr(kind, "instance_class", None), "_fields", None)
    return repr(kind), fields, [_describe(each) for each in getattr(kind, "types", ())]


def _touch(path: Path) -> None:
    """Record the use of a file, at most once a day."""
    with contextlib.suppress(OSError):
        if path.stat().st_mtime < time.time() - DAY:
            os.utime(path)


def prune(folder: Path) -> None:
    """Delete files that have not been used for long and, if the total is too large, the least recently used."""
    now = time.time()
    files: list[tuple[float, int, Path]] = []
    for path in folder.iterdir():
        with contextlib.suppress(OSError):
            about = path.stat()
            files.append((about.st_mtime, about.st_size, path))
    total = sum(size for _, size, _ in files)
    for used, size, path in sorted(files):
        if used > now - IN_USE or (used > now - KEPT_DAYS * DAY and total <= MOST_BYTES):
            break
        total -= size
        if path.is_dir():  # from a version that kept its code in folders
            shutil.rmtree(path, ignore_errors=True)
        else:
            with contextlib.suppress(OSError):
                path.unlink()
