"""The import table: each layer may import only what stands above it (docs/contribute/architecture.md)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import kakomi

ROOT = Path(kakomi.__file__).parent
LAYERS = ("core", "games", "search", "solved", "players", "testing", "new_game", "ugi", "store", "lab", "server", "cli")


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
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


def test_no_game_is_named_outside_its_folder() -> None:
    names = kakomi.games.BUILT_IN
    for path in ROOT.rglob("*.py"):
        parts = path.relative_to(ROOT).parts
        if parts[0] in ("core", "search", "solved", "players", "testing", "new_game", "ugi"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            docs = {id(node.body[0].value) for node in ast.walk(tree) if _has_docstring(node)}  # type: ignore[attr-defined]
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
                    assert node.value not in names, f"{path} names {node.value}"


def _has_docstring(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
        and bool(node.body)
        and isinstance(node.body[0], ast.Expr)
    )
