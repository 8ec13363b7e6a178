"""Where Kakomi keeps its files."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from kakomi.core.system.folders import cache_home, data_home


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("KAKOMI_CACHE", "KAKOMI_DATA", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.mark.skipif(sys.platform != "linux", reason="the places are the operating system's own")
def test_on_linux_the_folders_are_those_of_xdg(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache_home() == home / ".cache" / "kakomi"
    assert data_home() == home / ".local" / "share" / "kakomi"
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "c"))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "d"))
    assert cache_home() == home / "c" / "kakomi"
    assert data_home() == home / "d" / "kakomi"


def test_the_environment_names_others(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAKOMI_CACHE", str(home / "x"))
    monkeypatch.setenv("KAKOMI_DATA", str(home / "y"))
    assert (cache_home(), data_home()) == (home / "x", home / "y")


def test_an_empty_variable_names_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    default = cache_home(), data_home()
    monkeypatch.setenv("KAKOMI_CACHE", "")
    monkeypatch.setenv("KAKOMI_DATA", "")
    assert (cache_home(), data_home()) == default
