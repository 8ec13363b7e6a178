"""What is missing is said, never skipped."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.browser import support


def test_a_missing_browser_is_a_failure_that_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(AssertionError, match="apt install chromium"):
        support.chromium()


def test_pages_that_are_not_built_are_a_failure_that_says_how_to_build_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "web").mkdir()
    shutil.copy(support.ROOT / "web" / "build.py", tmp_path / "web")
    monkeypatch.setattr(support, "ROOT", tmp_path)
    with pytest.raises(AssertionError, match="make web"):
        support.require_pages()
    built = tmp_path / "src" / "kakomi" / "server" / "web" / "index.html"
    built.parent.mkdir(parents=True)
    built.touch()
    support.require_pages()
    later = built.stat().st_mtime + 10
    os.utime(tmp_path / "web" / "build.py", (later, later))
    with pytest.raises(AssertionError, match="make web"):
        support.require_pages()
