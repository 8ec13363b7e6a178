"""The WebAssembly target: what it makes, what it refuses, what it says without a linker. Engines: see tests/search."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError

import pytest
from numba import types

from kakomi.core.compiler import wasm
from kakomi.core.compiler.build import bind, bind_together
from kakomi.core.errors import EngineError

INTS = types.Array(types.int64, 1, "C")
# A module of two functions, made in a process with the settings for it; node then calls both.
MAKE = """
import sys
from numba import types
from kakomi import games
from kakomi.core.compiler import wasm
from kakomi.core.compiler.build import bind_together
from tests.core.compiler.small import total, total_of_roots
INTS = types.Array(types.int64, 1, "C")
rules = games.get(games.BUILT_IN[0]).rule_set().rules
entries = bind_together("wasm", (total, total_of_roots), rules)
functions = [wasm.Function(entry.compiled.py_func.__name__, entry, (INTS,)) for entry in entries]
one, several = wasm.make_modules(functions)
assert one != several
sys.stdout.buffer.write(one)
"""
RUN = """
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const { instance } = await WebAssembly.instantiate(Buffer.concat(chunks), {});
const { memory, __heap_base, total, total_of_roots } = instance.exports;
memory.grow(1);
new BigInt64Array(memory.buffer, __heap_base.value, 3).set([4n, 9n, 2n ** 62n]);
console.log(String(total(__heap_base.value, 3)), String(total_of_roots(__heap_base.value, 2)));
"""


def test_a_module_computes_what_the_source_says() -> None:
    from tests.search.page_engine.node import ROOT, node

    path = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    environment = {**os.environ, **wasm.ENVIRONMENT, "PYTHONPATH": path}
    made = subprocess.run([sys.executable, "-c", MAKE], env=environment, capture_output=True, check=False)
    assert made.returncode == 0, made.stderr.decode()
    ran = subprocess.run(
        [node(), "--input-type=module", "-e", RUN], input=made.stdout, capture_output=True, check=False
    )
    assert ran.stdout.decode().split() == [str(4 + 9 + 2**62), "5"], ran.stderr.decode()


def test_the_settings_must_be_in_force_when_the_compiler_is_imported() -> None:
    with pytest.raises(EngineError, match=r"wasm\.ENVIRONMENT"):
        wasm.make_modules([])


def test_what_a_browser_does_not_have_is_refused() -> None:
    with pytest.raises(EngineError, match="calls what a browser does not have: tanh"):
        wasm._check("declare double @tanh(double)\ndeclare double @llvm.sqrt.f64(double)\n", "guided")


def test_arrays_kept_in_memory_are_refused() -> None:
    wasm._check("  %x = alloca i64\n  %y = alloca [4 x i64]\n", "uct")
    with pytest.raises(EngineError, match="keeps arrays in memory"):
        wasm._check("  %x = alloca { ptr, i64 }\n", "uct")


@pytest.mark.parametrize("kind", [types.Array(types.int64, 3, "C"), types.Array(types.int64, 1, "A"), types.int32])
def test_arguments_that_cannot_be_handed_over_are_refused(kind: object) -> None:
    with pytest.raises(EngineError, match="cannot take"):
        wasm._Caller().add(kind)


def test_without_the_linker_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(wasm, "version", missing)
    wasm.versions.cache_clear()
    with pytest.raises(EngineError, match=r"pip install 'kakomi\[wasm\]'"):
        wasm.versions()


def test_entries_bound_together_share_what_they_reach_and_answer_as_alone() -> None:
    import kakomi
    from kakomi.search.perft import perft

    rules = kakomi.games.get(kakomi.games.BUILT_IN[0]).rule_set().rules
    counted, listed = bind_together("python", (perft, rules.legal_moves), rules)
    state = kakomi.new(kakomi.games.BUILT_IN[0]).state
    width = rules.max_moves([])
    alone = bind("python", perft, rules)
    rooms = [[list(state), list(state)], [[0] * width, [0] * width], [0, 0], [0, 0]]
    assert counted(*rooms, 1) == listed(state, [0] * width) == alone(*rooms, 1)
