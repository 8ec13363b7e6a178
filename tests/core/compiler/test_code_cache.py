"""Compiled code on disk: never stale, made once, and never in the way. The game under test is in no package of Kakomi's."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from kakomi.core.compiler import code_cache
from tests import forked

RULES = """
from elsewhere.tables import TABLE
from elsewhere.counting import weigh

LIMIT = 10

def legal_moves(position, out):
    \"\"\"One move or none.\"\"\"
    if position[0] >= LIMIT:
        return 0
    out[0] = TABLE[position[0] % 3]
    return 1

def play(position, move):
    position[0] += weigh(move)

def to_move(position): return 0
def winner(position): return 0
def ending(position): return 0
def score(position, player): return 0
"""
FILES = {
    "elsewhere/__init__.py": "",
    "elsewhere/tables.py": "TABLE = (1, 2, 1)\n",
    "elsewhere/counting.py": "def weigh(move):\n    return move\n",
    "elsewhere/rules.py": RULES,
    "elsewhere/other.py": RULES.replace("LIMIT = 10", "LIMIT = 20"),
    "elsewhere/entry.py": """
from typing import NamedTuple
from kakomi.core.protocol import legal_moves, play

class Numbers(NamedTuple):
    least: int
    most: int

def count(position, out, numbers):
    moves = 0
    while legal_moves(position, out) > 0:
        play(position, out[0])
        moves += 1
    return 1000 * numbers.least + moves

def advance(position, out):
    legal_moves(position, out)
    play(position, out[0])
    return position[0]
""",
}
PLAY = """
import json, sys
import numpy as np
from kakomi.core.compiler.build import bind
from elsewhere import entry, rules, other

answers = {}
for module in (rules, other):
    played = {}
    for target, make in (("python", list), ("cpu", lambda items: np.array(items, np.int64))):
        bound = bind(target, entry.count, module)
        played[target] = int(bound(make([0]), make([0]), entry.Numbers(3, 4)))
    played["compilations"] = sum(bound.compiled.stats.cache_misses.values())
    answers[module.__name__.partition(".")[2]] = played
print(json.dumps(answers))
"""


ADVANCE = """
import json
import numpy as np
from kakomi.core.compiler.build import bind
from elsewhere import entry, rules

bound = bind("cpu", entry.advance, rules)
after = int(bound(np.array([1]), np.array([0])))
inner = [bound.compiled.py_func.__globals__[name] for name in ("legal_moves", "play")]
print(json.dumps([after, [sum(each.stats.cache_misses.values()) for each in inner]]))
"""


class Outside:
    """A package of two games in a folder of its own, and a cache."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.cache = folder, folder / "cache"
        (folder / "elsewhere").mkdir()
        for name, text in FILES.items():
            (folder / name).write_text(text)

    def edit(self, name: str, old: str, new: str) -> None:
        path = self.folder / "elsewhere" / name
        assert path.read_text().count(old) == 1
        path.write_text(path.read_text().replace(old, new))

    def run(self, code: str = PLAY, **more: str) -> str:
        """What the code prints in a new process, which imports the games of the folder."""
        environment = {**os.environ, "KAKOMI_CACHE": str(self.cache), **more}
        code = f"import sys; sys.dont_write_bytecode = True; sys.path.insert(0, {str(self.folder)!r})\n{code}"
        if forked.forkable(environment):
            done = forked.run(forked.CODE, [code], environment=environment)
        else:
            done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.decode()

    def play(self, **more: str) -> dict[str, Any]:
        """What both games count in a new process: interpreted, compiled, and how often something had to be compiled."""
        answers: dict[str, Any] = json.loads(self.run(**more))
        for answer in answers.values():
            assert answer["cpu"] == answer["python"]
        return answers

    def entries(self) -> list[Path]:
        return sorted((self.cache / "compiled").glob("*.entry"))

    def inner(self) -> list[Path]:
        return sorted((self.cache / "compiled").glob("*.inner"))

    def advance(self) -> list[Any]:
        """What another entry returns in a new process, and how often each of the rules it calls had to be compiled."""
        answer: list[Any] = json.loads(self.run(ADVANCE))
        return answer


@pytest.fixture
def outside(tmp_path: Path) -> Outside:
    return Outside(tmp_path)


def compilations(answers: dict[str, Any]) -> tuple[int, int]:
    return answers["rules"]["compilations"], answers["other"]["compilations"]


def test_edits_of_a_game_outside_the_package_recompile_what_they_touch(outside: Outside) -> None:
    first = outside.play()
    assert compilations(first) == (1, 1)
    assert compilations(outside.play()) == (0, 0)
    outside.edit("rules.py", "LIMIT = 10", "# how far\n\nLIMIT = 10")
    outside.edit("rules.py", "One move or none.", "One move, or none at the end.")
    outside.edit("entry.py", "    moves = 0", "    # none yet\n    moves = 0")
    assert compilations(outside.play()) == (0, 0)
    for file, old, new, expected in [
        ("rules.py", "LIMIT = 10", "LIMIT = 12", (1, 0)),  # a constant
        ("other.py", "return 1\n", "return 2\n", (0, 1)),  # code
        ("counting.py", "return move", "return move + 1", (1, 1)),  # a function of another module
        ("tables.py", "(1, 2, 1)", "(1, 3, 1)", (1, 1)),  # a table of another module
    ]:
        outside.edit(file, old, new)
        assert compilations(outside.play()) == expected, file
    last = outside.play()
    assert compilations(last) == (0, 0)
    assert last["rules"]["cpu"] != first["rules"]["cpu"]


def test_the_fields_of_a_named_tuple_among_the_arguments_count(outside: Outside) -> None:
    assert outside.play()["rules"]["cpu"] // 1000 == 3
    outside.edit("entry.py", "least: int\n    most: int", "most: int\n    least: int")
    assert outside.play()["rules"]["cpu"] // 1000 == 4


def test_settings_of_the_compiler_count(outside: Outside) -> None:
    outside.play()
    assert compilations(outside.play(NUMBA_BOUNDSCHECK="1")) == (1, 1)
    assert compilations(outside.play()) == (0, 0)


def test_a_damaged_file_is_compiled_again(outside: Outside) -> None:
    outside.play()
    path = outside.entries()[0]
    whole = path.read_bytes()
    changed = bytearray(whole)
    changed[len(whole) // 2] ^= 1
    for damaged in (whole[:-5], b"", bytes(changed), b"x" * 500):
        path.write_bytes(damaged)
        assert sum(compilations(outside.play())) == 1
        assert path.read_bytes() != damaged
    assert compilations(outside.play()) == (0, 0)


def test_of_processes_that_start_together_one_compiles(outside: Outside) -> None:
    with ThreadPoolExecutor(3) as callers:
        answers = [json.loads(output) for output in callers.map(lambda _: outside.run(), range(3))]
    assert len({json.dumps(answer["rules"]["cpu"]) for answer in answers}) == 1
    assert [sum(compilations(answer)[game] for answer in answers) for game in (0, 1)] == [1, 1]


def test_rules_that_one_entry_has_compiled_serve_the_next(outside: Outside) -> None:
    outside.play()
    kept = outside.inner()
    assert {path.name.partition("-")[0] for path in kept} == {"legal_moves", "play", "weigh"}
    assert outside.advance() == [3, [0, 0]]
    assert outside.inner() == kept
    for file, old, new, expected in [
        ("counting.py", "return move", "return move + 1", [4, [0, 1]]),  # what `play` calls
        ("tables.py", "(1, 2, 1)", "(1, 3, 1)", [5, [1, 0]]),  # what `legal_moves` reads
    ]:
        outside.edit(file, old, new)
        assert outside.advance() == expected, file


def test_a_damaged_file_of_a_rule_is_compiled_again(outside: Outside) -> None:
    outside.play()
    (path,) = (each for each in outside.inner() if each.name.startswith("weigh"))
    for each in (*outside.entries(), *outside.inner()):
        each.write_bytes(each.read_bytes()[:-5])
    damaged = path.read_bytes()
    assert compilations(outside.play()) == (1, 1)
    assert path.read_bytes() != damaged
    assert outside.advance() == [3, [0, 0]]


def test_a_user_s_own_cached_functions_stay_where_numba_puts_them(outside: Outside) -> None:
    (outside.folder / "mine.py").write_text(
        "from numba import njit\n@njit(cache=True)\ndef own(x):\n    return x + 1\n"
    )
    code = f"{PLAY}\nimport mine, numba; assert mine.own(1) == 2; assert not numba.config.CACHE_DIR"
    outside.run(code)
    assert list((outside.folder / "__pycache__").glob("mine.own*.nbi"))
    assert not list(outside.cache.rglob("*mine*"))
    assert not list(outside.cache.rglob("*.nbi"))


def test_a_value_of_an_unknown_kind_means_no_cache(outside: Outside) -> None:
    """Nothing can be said about such a value, so the code is compiled each time rather than run stale."""
    outside.edit("entry.py", "class Numbers", "class Unknown: pass\nleast = Unknown()\n\nclass Numbers")
    assert compilations(outside.play()) == (1, 1)
    assert compilations(outside.play()) == (1, 1)
    assert not outside.entries()
    assert outside.inner()  # what is known all the same


def test_without_a_folder_to_write_to_it_still_runs(outside: Outside) -> None:
    outside.cache.write_text("not a folder")
    assert compilations(outside.play()) == (1, 1)


# --- clearing away ----------------------------------------------------------------------------------------------------


def put(folder: Path, name: str, days: float, size: int = 10) -> Path:
    path = folder / name
    path.write_bytes(b"x" * size)
    used = time.time() - days * code_cache.DAY
    os.utime(path, (used, used))
    return path


def test_what_has_not_been_used_for_long_is_cleared_away(tmp_path: Path) -> None:
    old, new = put(tmp_path, "old.entry", 31), put(tmp_path, "new.entry", 29)
    folder = tmp_path / "0123456789abcdef"
    folder.mkdir()
    put(folder, "old.nbi", 40)
    os.utime(folder, (0, 0))
    code_cache.prune(tmp_path)
    assert new.exists()
    assert not old.exists()
    assert not folder.exists()


def test_the_longest_unused_goes_where_there_is_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_cache, "MOST_BYTES", 250)
    files = [put(tmp_path, f"{days}.entry", days, 100) for days in (4, 3, 2, 0.01)]
    code_cache.prune(tmp_path)
    assert [path.exists() for path in files] == [False, False, True, True]
    monkeypatch.setattr(code_cache, "MOST_BYTES", 10)
    code_cache.prune(tmp_path)
    assert [path.exists() for path in files] == [False, False, False, True]  # what is in use stays


def test_use_is_noted(outside: Outside) -> None:
    outside.play()
    path = outside.entries()[0]
    os.utime(path, (0, 0))
    outside.play()
    assert path.stat().st_mtime > time.time() - 600
