"""Numbers that the front end's searches share with the compiled ones are the same in both sources."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

from kakomi.core import protocol
from kakomi.core.compiler import wasm
from kakomi.search import portable_math
from kakomi.search.alphabeta import arrays as alphabeta_arrays
from kakomi.search.alphabeta import search as alphabeta_search
from kakomi.search.alphabeta import transpositions
from kakomi.search.mcts import arrays as tree_arrays
from kakomi.search.mcts import kernel, storage, tree_search
from kakomi.search.page_engine import description

ENGINE = Path(__file__).parents[2] / "web" / "src" / "lib" / "engine"
NUMBER = re.compile(r"\b([A-Z][A-Z_0-9]+)(?: =|:) (-?\d+)n?\b")
OTHERS = {"DEEPEST_PATH": tree_search.DEEPEST}  # names that mean two things in Python


def numbers(text: str) -> dict[str, int]:
    return {name: int(value) for name, value in NUMBER.findall(text)}


def known(*modules: ModuleType) -> dict[str, float]:
    values = {name: value for module in modules for name, value in vars(module).items()}
    return {name: value for name, value in values.items() if isinstance(value, int | float)} | OTHERS


def test_the_places_are_those_of_the_kernels() -> None:
    text = (ENGINE / "places.ts").read_text("utf-8")
    tree, rest = text.split("// kakomi/core/protocol.py")
    simple, control = rest.split("export const CONTROL = ")
    control, settings_and_rest = control.split("export const CONTROL_LENGTH")
    settings = re.search(r"SETTINGS = (\{.*?\});", settings_and_rest)
    assert settings is not None
    rest_of_search = settings_and_rest.replace(settings[0], "")
    ours = alphabeta_arrays
    searched = known(ours, transpositions, alphabeta_search)  # where a name means two things, what the search means
    checks = [
        (tree, known(tree_arrays, kernel, storage, tree_search)),
        (simple, known(protocol, ours)),
        (control, known(ours)),
        (settings[1], known(ours)),
        (f"CONTROL_LENGTH{rest_of_search}", searched),
    ]
    assert sum(len(numbers(part)) for part, _ in checks) > 40
    for part, values in checks:
        for name, value in numbers(part).items():
            assert values[name] == value, name


def test_memory_formats_and_constants_of_the_mathematics_agree() -> None:
    module = numbers((ENGINE / "module.ts").read_text("utf-8"))
    assert (module["MOST_PAGES"], module["PAGE"], module["STACK"]) == (wasm.MOST_PAGES, wasm.PAGE, wasm.STACK)
    assert numbers((ENGINE / "thinker.ts").read_text("utf-8"))["FORMAT"] == description.FORMAT
    text = (ENGINE / "portable.ts").read_text("utf-8")
    for name in ("LN2_HIGH", "LN2_LOW", "PER_LN2", "SMALLEST"):
        value = re.search(rf"{name} = ([\d.e-]+);", text)
        assert value is not None
        assert float(value[1]) == getattr(portable_math, name)
