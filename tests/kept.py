"""What takes tests long to compute and depends on nothing but files they name: computed once, for all processes and runs.

It is kept in build/kept under a hash of those files, so a changed oracle is asked again.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from filelock import FileLock

from kakomi.core.system.files import write_whole

FOLDER = Path(__file__).parents[1] / "build" / "kept"
T = TypeVar("T")


def keep(name: str, sources: list[str], compute: Callable[[], T]) -> T:
    """What `compute` returns. It depends on modules with these names, and on its arguments, which `name` tells."""
    said = hashlib.sha256(f"{name} {sys.version}".encode())
    for source in [__name__, *sources]:
        path = sys.modules[source].__file__
        assert path is not None
        said.update(Path(path).read_bytes())
    file = FOLDER / f"{said.hexdigest()[:24]}.pickle"
    FOLDER.mkdir(parents=True, exist_ok=True)
    with FileLock(file.with_suffix(".lock")):
        if not file.exists():
            write_whole(file, [pickle.dumps(compute())])
        kept: T = pickle.loads(file.read_bytes())
    return kept
