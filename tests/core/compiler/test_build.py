"""The compile step: what is cached, what is never stale, what is imported when."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import kakomi
from kakomi.core import protocol
from kakomi.core.bits import ctz, nth_bit, popcount
from kakomi.core.compiler.build import bind
from kakomi.core.rand import draw
from kakomi.search import perft, playout

ROOT = Path(kakomi.__file__).parent
# The rule set with the least code: it is compiled again and again.
SHORT = """
import kakomi
from kakomi.search.batch import playouts
print(playouts(kakomi.new('enclosure_chess', '5x5'), 50, seed=3).digest)
"""


def run(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, **environment}, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_importing_kakomi_and_playing_a_match_imports_neither_numba_nor_numpy() -> None:
    code = (
        "import sys, kakomi\n"
        "for name in kakomi.games.BUILT_IN:\n"
        "    match = kakomi.new(name)\n"
        "    for _ in range(5): match.push_code(match.codes()[0])\n"
        "print(sorted({'numba', 'numpy', 'llvmlite'} & set(sys.modules)))"
    )
    assert run(code) == "[]"


def test_a_second_process_compiles_nothing(tmp_path: Path) -> None:
    first = run(SHORT, KAKOMI_CACHE=str(tmp_path))
    files = sorted(path for path in tmp_path.rglob("*.entry"))
    times = [path.stat().st_mtime_ns for path in files]
    assert files
    assert run(SHORT, KAKOMI_CACHE=str(tmp_path)) == first
    assert sorted(path for path in tmp_path.rglob("*.entry")) == files
    assert [path.stat().st_mtime_ns for path in files] == times


def test_an_edited_rule_is_never_run_stale(tmp_path: Path) -> None:
    """Edit a game in a copy of the package: the cached playouts of the old rules must not be used."""
    copy = tmp_path / "copy" / "kakomi"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns("__pycache__"))
    environment = {"KAKOMI_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(copy.parent)}
    interpreted = SHORT.replace("seed=3", "seed=3, target='python'")
    before = run(SHORT, **environment)
    assert before == run(interpreted, **environment)
    rules = copy / "games" / "enclosure_chess" / "grid" / "rules.py"
    text = rules.read_text()
    assert text.count("OPEN, CLOSED = 0, 1") == 1
    rules.write_text(text.replace("OPEN, CLOSED = 0, 1", "OPEN, CLOSED = 1, 0"))  # what was open is closed
    after = run(SHORT, **environment)
    assert after != before
    assert after == run(interpreted, **environment)


def test_two_games_bound_to_one_source_stay_two() -> None:
    """Symbols of compiled code are named by qualified name: it must differ from game to game."""
    entries = [bind("cpu", perft.perft, kakomi.new(name).rule_set.rules) for name in ("enso", "iago")]
    names = {entry.compiled.py_func.__qualname__ for entry in entries}  # type: ignore[attr-defined]
    assert len(names) == 2


def test_a_function_inside_a_function_is_refused() -> None:
    number = 3

    def entry(position: list[int]) -> int:
        return position[0] + number

    with pytest.raises(kakomi.EngineError, match=r"entry uses variables of a function around it"):
        bind("python", entry, kakomi.new("enso").rule_set.rules)


def test_a_function_of_any_package_can_be_bound() -> None:
    assert bind("cpu", add_up, kakomi.new("enso").rule_set.rules)(1, 2) == 3


def add_up(x: int, y: int) -> int:
    return x + y


def test_rules_that_lack_a_function_are_refused() -> None:
    with pytest.raises(kakomi.EngineError, match="lacks the function"):
        bind("python", playout.playouts, perft)
    with pytest.raises(ValueError, match="python, cpu, cuda or wasm"):
        bind("gpu", playout.playouts, kakomi.new("enso").rule_set.rules)


def test_the_protocol_is_only_stubs() -> None:
    with pytest.raises(NotImplementedError):
        protocol.legal_moves([], [])


def test_the_generator_is_splitmix64() -> None:
    """The reference values of SplitMix64 for seed 1234567 (Vigna's C code)."""
    state = [1234567]
    assert [draw(state) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_bit_primitives_compiled_are_the_interpreted_ones() -> None:
    from kakomi.core.compiler import cpu

    for word in (1, 2, 3, 0b101100, 1 << 61, (1 << 62) - 1, 0x3F3F3F3F3F3F, 0x2AAAAAAAAAAAAAAA):
        assert cpu.ctz(word) == ctz(word)
        assert cpu.popcount(word) == popcount(word)
        for n in range(popcount(word)):
            assert cpu.nth_bit(word, n) == nth_bit(word, n)
