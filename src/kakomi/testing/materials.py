"""What a game's author provides for its tests: an oracle, perft counts and whole games, in one folder."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from typing import Any

from kakomi.testing.variants import Variant

ORACLE, PERFT, SCORES = "oracle.py", "perft.txt", "scores"


def folder_of(game: str, root: Path, given: Path | None = None) -> Path | None:
    """The folder of a game's materials: the given one, else ROOT/tests/games/GAME or ROOT/tests; or None."""
    if given is not None:
        return given
    for folder in (root / "tests" / "games" / game, root / "tests"):
        if (folder / ORACLE).is_file():
            return folder
    return None


@cache
def _oracle_class(path: Path) -> Any:
    name = f"kakomi_oracle_{abs(hash(path))}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module.Oracle


def oracle(folder: Path, variant: Variant) -> Any:
    """A new game of the variant, as the oracle plays it."""
    return _oracle_class(folder / ORACLE)(variant.rules, **variant.options)


def perft_lines(folder: Path) -> list[str]:
    """The entries of the table: `RULES [name=value ...] [| moves m1 m2 ...] : counts for depth 1, 2, 3 ...`."""
    path = folder / PERFT
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return [line for line in lines if line.strip() and not line.startswith("#")]
