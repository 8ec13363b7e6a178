"""The wheel: what is in it, and that it works in an environment of its own, without any extra."""

from __future__ import annotations

import json
import os
import re
import sys
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest

from kakomi import games
from tests.packaging.wheels import Installed

# Further interpreters to try it with, separated by spaces: KAKOMI_PYTHONS="python3.12 python3.13".
PYTHONS = [sys.executable, *os.environ.get("KAKOMI_PYTHONS", "").split()]


@pytest.fixture(scope="module")
def contents(wheel: Path) -> zipfile.ZipFile:
    return zipfile.ZipFile(wheel)


@pytest.fixture(scope="module")
def metadata(contents: zipfile.ZipFile) -> Message:
    name = next(name for name in contents.namelist() if name.endswith(".dist-info/METADATA"))
    return message_from_bytes(contents.read(name))


def test_it_has_the_pages_and_the_notices_of_what_they_contain(contents: zipfile.ZipFile) -> None:
    names = contents.namelist()
    assert "kakomi/server/web/index.html" in names
    fonts = {name for name in names if name.endswith(".woff2")}
    assert fonts
    notices = contents.read("kakomi/server/web/THIRD_PARTY_NOTICES.txt").decode()
    assert re.search(r"^svelte \d\S* \(MIT\)$", notices, re.MULTILINE)
    for family in ("source-sans-3", "spectral"):
        assert any(family in name for name in fonts)
        assert re.search(rf"^@fontsource\S*/{family} \d\S* \(OFL-1.1\)$", notices, re.MULTILINE)
    assert notices.count("SIL OPEN FONT LICENSE Version 1.1") >= 2
    assert not {name for name in fonts if not any(family in name for family in ("source-sans-3", "spectral"))}


def test_it_has_an_engine_for_the_browser_for_every_rule_set(contents: zipfile.ZipFile) -> None:
    names = contents.namelist()
    for game in games.BUILT_IN:
        for rule_set in games.get(game).rule_sets:
            described = f"kakomi/server/web/engines/{game}-{rule_set.name}.json"
            assert described in names, "run `make web` first"
            for module in json.loads(contents.read(described))["modules"].values():
                assert f"kakomi/server/web/engines/{module}" in names
                assert contents.getinfo(f"kakomi/server/web/engines/{module}.gz").file_size <= 200_000
    assert not [name for name in names if name.endswith((".bin", ".bin.gz"))], "weights are made from the nets"


def test_it_has_no_reports_and_no_tests(contents: zipfile.ZipFile) -> None:
    names = contents.namelist()
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {
        "kakomi",
        "kakomi_start.py",
    }
    assert [name for name in names if name.endswith(".html")] == ["kakomi/server/web/index.html"]
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


def test_its_metadata_is_complete(metadata: Message) -> None:
    assert metadata["Author"] == "The Kakomi developers"
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["Keywords"]
    assert set(metadata.get_all("Provides-Extra", [])) == {"cuda", "lab", "ray", "server", "testing", "train", "wasm"}
    needed = [line for line in metadata.get_all("Requires-Dist", []) if "extra" not in line]
    assert sorted(re.match(r"[\w-]+", line)[0] for line in needed) == ["filelock", "numba", "numpy", "platformdirs"]  # type: ignore[index]


def test_its_description_has_no_link_that_leads_nowhere(metadata: Message) -> None:
    text = metadata.get_payload()
    assert isinstance(text, str)
    assert text.strip().startswith("# Kakomi")
    assert len(text) > 2000
    assert not re.findall(r"\]\((?!https?://)[^)]*\)", text)


@pytest.mark.parametrize("python", PYTHONS)
def test_it_works_without_any_extra(wheel: Path, tmp_path: Path, python: str) -> None:
    there = Installed.create(tmp_path / "environment", wheel, python)
    data = {"KAKOMI_DATA": str(tmp_path / "data")}
    listed = there.run("kakomi", "games", **data)
    assert listed.returncode == 0
    assert "enso" in listed.stdout
    counted = there.run("kakomi", "perft", "enso", "--depth", "3", **data)
    assert (counted.returncode, "14,816" in counted.stdout or "14816" in counted.stdout) == (0, True), counted
    for words, extra in [
        (("lab", "list"), "lab"),
        (("serve", "--no-browser", "--port", "0"), "server"),
    ]:
        refused = there.run("kakomi", *words, **data)
        assert refused.returncode != 0
        assert refused.stdout == ""
        assert refused.stderr.count("\n") == 1, refused.stderr
        assert f"pip install 'kakomi[{extra}]'" in refused.stderr
