"""The search with a net in WebAssembly, run by node on arrays that this process makes."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from kakomi.core.compiler import wasm
from kakomi.core.compiler.fingerprint import package_hash
from kakomi.core.system.files import write_whole
from tests.search.page_engine.node import ROOT, node

MAKE = """
import sys
from kakomi import games
from kakomi.core.compiler import wasm
from kakomi.search.page_engine.exports import learned_function
rules = games.get(sys.argv[1]).rule_set().rules
sys.stdout.buffer.write(wasm.make_modules([learned_function(rules, kind) for kind in sys.argv[2:]]).one)
"""


@cache
def make_module(game: str, *kinds: str) -> bytes:
    """A module with the search for each kind of net, kept as long as none of the package's sources has changed."""
    name = "-".join(("module", game, *kinds, package_hash(), *wasm.versions()))
    kept = ROOT / "build" / "modules" / f"{hashlib.sha256(name.encode()).hexdigest()[:24]}.wasm"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        write_whole(kept, [link_module(game, *kinds)])
    return kept.read_bytes()


def link_module(game: str, *kinds: str) -> bytes:
    """It is made in a process with the settings for it."""
    path = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    environment = {**os.environ, **wasm.ENVIRONMENT, "PYTHONPATH": path}
    command = [sys.executable, "-c", MAKE, game, *kinds]
    made = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert made.returncode == 0, made.stderr.decode()
    return made.stdout


def flat(given: Any) -> Iterator[Any]:
    """The arrays of arguments that are arrays, named tuples of arrays, or None."""
    if isinstance(given, tuple | list):
        for each in given:
            yield from flat(each)
    elif given is not None:
        yield given


def call(module: bytes, name: str, given: list[Any], times: int = 1) -> float:
    """Call a function, which changes the arrays it is given; the seconds it took, the quickest time."""
    arrays = list(flat(given))
    job = {
        "module": base64.b64encode(module).decode(),
        "name": name,
        "arrays": [base64.b64encode(each.tobytes()).decode() for each in arrays],
        "sizes": [each.itemsize for each in arrays],
        "times": times,
    }
    command = [node(), str(Path(__file__).with_name("call.mjs"))]
    ran = subprocess.run(command, input=json.dumps(job), capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    answer = json.loads(ran.stdout)
    for array, result in zip(arrays, answer["results"], strict=True):
        array[...] = np.frombuffer(base64.b64decode(result), array.dtype).reshape(array.shape)
    return float(answer["seconds"])
