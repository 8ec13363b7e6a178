"""Kept values: computed once, and again when a source or an argument has changed."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests import kept


def test_it_is_computed_again_only_when_something_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = ModuleType("kept_source")
    source.__file__ = str(tmp_path / "kept_source.py")
    Path(source.__file__).write_text("one", "utf-8")
    monkeypatch.setitem(sys.modules, source.__name__, source)
    monkeypatch.setattr(kept, "FOLDER", tmp_path / "kept")
    calls: list[str] = []

    def count() -> int:
        calls.append("call")
        return len(calls)

    def ask(name: str) -> int:
        return kept.keep(name, [source.__name__], count)

    assert [ask("a"), ask("a"), ask("b"), ask("a")] == [1, 1, 2, 1]
    Path(source.__file__).write_text("two", "utf-8")
    assert [ask("a"), ask("a")] == [3, 3]
