"""What makes another fingerprint, and what does not."""

from __future__ import annotations

import importlib
import itertools
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import kakomi
from kakomi.core.compiler.fingerprint import Description, NotDescribable, game_hash, package_hash

SOURCE = '''
import math
from enum import IntEnum
from typing import NamedTuple
from kakomi.core.bits import inline

SIZE = 7
TABLE = (1, 2, 3)
NESTED = ((1, 2.5), ["a", b"b"], {"k": True}, frozenset({"x", "y", "z"}))

class Arrays(NamedTuple):
    visits: int
    values: int = 3

class Colour(IntEnum):
    RED = 1
    BLUE = 2

FIRST = Arrays(1, 2)

@inline
def helper(x, y=5):
    """Help."""
    return x * SIZE + y

def recursive(n):
    return 0 if n == 0 else recursive(n - 1) + helper(n)

def entry(x):
    """Do it."""
    total = recursive(x) + TABLE[1] + FIRST.visits + Colour.RED
    pairs = [each * 3 for each in range(x)]
    return total + len(pairs) + math.sqrt(4) + len(NESTED) + Arrays(1).values

def unused(x):
    return x + 1
'''
numbers = itertools.count()


def fingerprint(source: str, name: str = "entry") -> str:
    """The fingerprint of a function of this source, in a module as if imported from a file."""
    module = types.ModuleType(f"somewhere{next(numbers)}")
    sys.modules[module.__name__] = module
    exec(compile(source, f"/nowhere/{module.__name__}.py", "exec"), module.__dict__)
    description = Description()
    description.add(getattr(module, name))
    return description.hexdigest()


@pytest.fixture(autouse=True)
def modules() -> Iterator[None]:
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if name.startswith("somewhere"):
            del sys.modules[name]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("SIZE = 7", "SIZE = 8"),
        ("SIZE = 7", "SIZE = 7.0"),
        ("SIZE = 7", "SIZE = True"),
        ("(1, 2, 3)", "(1, 2, 4)"),
        ("(1, 2, 3)", "(1, 2, 3, 0)"),
        ("(1, 2, 3)", "[1, 2, 3]"),
        ("2.5", "2.25"),
        ('"a"', '"c"'),
        ('"k": True', '"k": False'),
        ('"z"', '"w"'),
        ("visits: int\n    values: int = 3", "values: int\n    visits: int = 3"),
        ("values: int = 3", "values: int = 4"),
        ("BLUE = 2", "BLUE = 3"),
        ("Arrays(1, 2)", "Arrays(1, 3)"),
        ("@inline\n", ""),
        ("y=5", "y=6"),
        ("x * SIZE", "x + SIZE"),
        ("each * 3", "each * 4"),
        ("n - 1", "n - 2"),
        ("math.sqrt", "math.floor"),
        ("def helper(x, y=5)", "def helper(x, *, y=5)"),
    ],
)
def test_another_meaning_is_another_fingerprint(old: str, new: str) -> None:
    assert SOURCE.count(old) == 1
    assert fingerprint(SOURCE.replace(old, new)) != fingerprint(SOURCE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("SIZE = 7", "# a comment\n\n\nSIZE = 7"),
        ("    return x * SIZE", "\n    # why\n    return x * SIZE"),
        ('"""Help."""', '"""Help in other words."""'),
        ('"""Do it."""', '"""Do it now: 7."""'),
        ("x + 1", "x + 2"),
        ('{"x", "y", "z"}', '{"z", "y", "x"}'),
    ],
)
def test_comments_docstrings_and_what_is_not_reached_do_not_count(old: str, new: str) -> None:
    assert SOURCE.count(old) == 1
    assert fingerprint(SOURCE.replace(old, new)) == fingerprint(SOURCE)


def test_a_docstring_that_the_code_returns_counts() -> None:
    source = 'def entry():\n    "one"\n    return "one"\n'
    assert fingerprint(source) != fingerprint(source.replace("one", "two"))


def test_constants_of_another_module_count() -> None:
    table = types.ModuleType("somewhere_table")
    sys.modules["somewhere_table"] = table
    source = "import somewhere_table as t\ndef entry(x):\n    return t.SIZE + x\n"
    results = set()
    for size in (1, 2):
        table.SIZE = size  # type: ignore[attr-defined]
        results.add(fingerprint(source))
    assert len(results) == 2


def test_arrays_count_by_their_contents() -> None:
    source = "import numpy as np\nTABLE = np.arange(4, dtype=np.{})\ndef entry(x):\n    return TABLE[x]\n"
    assert fingerprint(source.format("int32")) == fingerprint(source.format("int32"))
    assert fingerprint(source.format("int32")) != fingerprint(source.format("uint32"))
    assert fingerprint(source.format("int32")) != fingerprint(source.format("int32").replace("(4", "(1, 5"))


def test_functions_that_numba_has_compiled_count_by_their_code() -> None:
    source = "from numba import njit\n@njit\ndef inner(x):\n    return x + 1\ndef entry(x):\n    return inner(x)\n"
    assert fingerprint(source) == fingerprint(source)
    assert fingerprint(source) != fingerprint(source.replace("+ 1", "+ 2"))
    assert fingerprint(source) != fingerprint(source.replace("@njit", "@njit(fastmath=True)"))


def test_of_an_unknown_kind_of_value_nothing_is_claimed() -> None:
    with pytest.raises(NotDescribable, match="Thing"):
        fingerprint("class Thing: pass\nTHING = Thing()\ndef entry():\n    return THING\n")


OUTSIDE = {
    "somewhere_game/__init__.py": (
        "from kakomi.core.game import Game, RuleSet\nfrom somewhere_game import rules\n"
        "GAME = Game('outside', 'Outside', '', '', (RuleSet('standard', '', rules, None),), package='somewhere_game')"
    ),
    "somewhere_game/rules.py": (
        "from somewhere_shared import double\nfrom somewhere_table import SIZE\ndef play(x): return double(x) + SIZE"
    ),
    "somewhere_game/levels.toml": "depth = 1",
    "somewhere_game/notes.txt": "nothing that plays",
    "somewhere_shared.py": "def double(x): return 2 * x",
    "somewhere_table.py": "SIZE = 1",
    "somewhere_else.py": "SIZE = 1",
}


@pytest.fixture
def hash_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], str]:
    """The hash of a game outside the package, after one of its files was changed."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "somewhere_game").mkdir()

    def write(file: str, text: str) -> str:
        for name, content in {**OUTSIDE, file: text}.items():
            (tmp_path / name).write_text(content)
        for name in [name for name in sys.modules if name.startswith("somewhere")]:
            del sys.modules[name]
        importlib.invalidate_caches()
        return game_hash(importlib.import_module("somewhere_game").GAME)

    return write


@pytest.mark.parametrize(
    ("file", "text", "same"),
    [
        ("somewhere_game/rules.py", "def play(x): return x", False),
        ("somewhere_game/levels.toml", "depth = 2", False),
        ("somewhere_game/evaluation.py", "WEIGHTS = (1,)", False),
        ("somewhere_shared.py", "def double(x): return x + x", False),
        ("somewhere_table.py", "SIZE = 2", False),
        ("somewhere_game/notes.txt", "", True),
        ("somewhere_else.py", "SIZE = 2", True),
    ],
)
def test_the_hash_of_a_game_follows_its_sources_wherever_they_are(
    hash_with: Callable[[str, str], str], file: str, text: str, same: bool
) -> None:
    before = hash_with("somewhere_else.py", OUTSIDE["somewhere_else.py"])
    assert (hash_with(file, text) == before) == same


def test_the_package_s_games_have_hashes_of_their_own() -> None:
    hashes = [game_hash(game) for game in kakomi.games.all_games()]
    assert len(set(hashes)) == len(hashes)
    assert hashes == [game_hash(game) for game in kakomi.games.all_games()]
    assert len(package_hash()) == 16
