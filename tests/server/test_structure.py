"""Imports inside the server go one way: what is inside knows nothing of the addresses or of how it is put together."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import kakomi.server

FOLDER = Path(kakomi.server.__file__).parent
OUTSIDE = {
    "kakomi.server.api",
    "kakomi.server.app",
    "kakomi.server.run",
    "kakomi.server.runtime",
    "kakomi.server.http.deps",
}
# what each part of a move's journey may import of the others: always towards the store and the connections, never back
JOURNEY = {
    "live/room.py": set(),
    "live/feeds.py": {"room"},
    "live/rooms.py": {"room", "feeds"},
    "live/pg_notify.py": set(),
    "live/game_actions.py": {"room", "rooms"},
    "live/flag_timers.py": {"room", "game_actions"},
    "live/computer.py": {"room", "game_actions"},
    "live/dispatch.py": {"room", "game_actions", "computer"},
}


def imports(file: Path) -> set[str]:
    """The modules a file imports, `from a.b import c` both as a.b and a.b.c."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names


INNER = [
    file for folder in ("schemas", "content", "engines", "live") for file in sorted((FOLDER / folder).glob("*.py"))
]


@pytest.mark.parametrize("file", INNER, ids=[f"{file.parent.name}/{file.name}" for file in INNER])
def test_inner_parts_do_not_know_the_outer_ones(file: Path) -> None:
    outer = {name for name in imports(file) if any(name == each or name.startswith(f"{each}.") for each in OUTSIDE)}
    assert not outer


@pytest.mark.parametrize(("name", "allowed"), JOURNEY.items())
def test_the_journey_of_a_move_goes_one_way(name: str, allowed: set[str]) -> None:
    parts = {Path(each).stem for each in JOURNEY}
    used = {each.removeprefix("kakomi.server.live.").partition(".")[0] for each in imports(FOLDER / name)}
    assert used & parts <= allowed
