"""The shape of the package: what each layer may import (docs/contribute/architecture.md), names, sizes of folders."""

from __future__ import annotations

import ast
import functools
import re
from collections import Counter
from pathlib import Path

import pytest

import kakomi

ROOT = Path(kakomi.__file__).parent
WEB = Path(__file__).parents[1] / "web"
MOST_FILES = 15  # source files per folder
LAYERS = (
    *("core", "games", "search", "solved", "players", "training", "puzzles", "testing", "new_game"),
    *("ugi", "store", "lab", "server", "cli"),
)


@functools.cache
def statements(path: Path) -> list[ast.Import | ast.ImportFrom | ast.ClassDef]:
    """What tests here look at in a source file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom | ast.ClassDef)]


def imports(path: Path) -> set[str]:
    found = set()
    for node in statements(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide the layer"
            found.add(node.module or "")
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name.removeprefix("kakomi.") for name in found if name.startswith("kakomi.")}


def layer_of(parts: tuple[str, ...]) -> str:
    """The layer a file belongs to. In a game's folder, what search and solvers load on demand belongs to them."""
    if parts[0] == "games" and "solved" in parts:
        return "solved"
    if parts[0] == "games" and parts[-1] == "evaluation.py":
        return "search"
    return parts[0]


@pytest.mark.parametrize("path", sorted(ROOT.rglob("*.py")), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_layer_imports_only_what_stands_above_it(path: Path) -> None:
    parts = path.relative_to(ROOT).parts
    if len(parts) == 1:
        return  # the package's own face may import anything
    room = layer_of(parts)
    assert room in LAYERS, f"{room} is not in the table"
    allowed = LAYERS[: LAYERS.index(room) + 1]
    for name in imports(path):
        layer = name.split(".")[0]
        if layer in LAYERS:
            assert layer in allowed, f"{'/'.join(parts)} imports kakomi.{name}"


def text_files() -> list[Path]:
    """The text files of the package outside games/ (server/web is built from the front end) and of the front end."""
    parts = {path: path.relative_to(ROOT).parts for path in ROOT.rglob("*") if path.is_file()}
    package = [path for path, at in parts.items() if at[0] != "games" and at[:2] != ("server", "web")]
    package = [path for path in package if path.suffix != ".pyc"]
    return [*package, *(path for path in (WEB / "src").rglob("*") if path.is_file()), WEB / "index.html"]


def test_no_game_is_named_outside_its_folder() -> None:
    titles = {kakomi.games.get(name).title for name in kakomi.games.BUILT_IN}
    names = "|".join(re.escape(name) for name in {*kakomi.games.BUILT_IN, *titles})
    named = re.compile(rf"(?<![A-Za-z0-9])({names})(?![A-Za-z0-9])", re.IGNORECASE)  # also in snake_case and kebab-case
    files = text_files()
    assert {ROOT / "py.typed", WEB / "index.html", ROOT / "core" / "match.py"} <= set(files)
    assert {".py", ".template", ".toml", ".ts", ".svelte", ".css"} <= {path.suffix for path in files}
    hits = [(str(path), hit) for path in files for hit in named.findall(path.read_text(encoding="utf-8"))]
    assert hits == []


def test_no_two_classes_share_a_name() -> None:
    found = [node for path in ROOT.rglob("*.py") for node in statements(path)]
    names = Counter(node.name for node in found if isinstance(node, ast.ClassDef))
    assert len(names) > 200
    assert [name for name, count in names.items() if count > 1] == []


def test_folders_are_small() -> None:
    web = [path for path in (WEB / "src").rglob("*") if path.suffix in (".ts", ".svelte")]
    sources = [*ROOT.rglob("*.py"), *(path for path in web if path.name != "openapi.d.ts")]  # which is generated
    folders = Counter(path.parent for path in sources)
    assert {ROOT / "core", WEB / "src" / "lib"} <= set(folders)
    assert {str(folder): count for folder, count in folders.items() if count > MOST_FILES} == {}
