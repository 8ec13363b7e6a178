"""The types of the pages are checked when a source or a package has changed, and again until they are right."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

BUILD = Path(__file__).parents[2] / "web" / "build.py"


def test_sources_that_were_found_sound_are_not_checked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, packages = tmp_path / "web" / "src" / "page.ts", tmp_path / "web" / "node_modules" / ".package-lock.json"
    for file in (source, packages):
        file.parent.mkdir(parents=True)
        file.write_text("1", "utf-8")
    spec = importlib.util.spec_from_file_location("web_build", shutil.copy(BUILD, tmp_path / "web"))
    assert spec is not None
    assert spec.loader is not None
    build = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, build)
    spec.loader.exec_module(build)
    asked: list[str] = []
    wrong = False

    class Npm:
        def run(self, *words: str) -> None:
            asked.append(words[-1])
            if wrong and words[-1] == "check-sources":
                raise subprocess.CalledProcessError(1, "npm")

    monkeypatch.setattr(build, "prepared", Npm)

    def checked() -> list[str]:
        asked.clear()
        build.check()
        return list(asked)

    both = ["check-sources", "check-server"]
    assert [checked(), checked()] == [both, both[1:]]
    for file in (source, packages):
        file.write_text("2", "utf-8")
        assert [checked(), checked()] == [both, both[1:]]
    source.write_text("3", "utf-8")
    wrong = True
    for _ in range(2):
        with pytest.raises(subprocess.CalledProcessError):
            build.check()
    wrong = False
    assert checked() == both
