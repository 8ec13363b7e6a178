"""The nets that come with the games: one file for each rule set, small, and whole."""

from __future__ import annotations

from pathlib import Path

import pytest

import kakomi
from kakomi import games
from kakomi.search.learned.net_file import open_file
from kakomi.search.learned.packaged import CHOICE, FOLDER, packaged_net

# Bytes of a file: every installation and the page load it. One of all the nets may be larger.
LARGEST = 8_000_000
LARGEST_OF_ALL = 16_000_000

FOLDERS = [Path(kakomi.__file__).parent.joinpath("games", game, FOLDER) for game in games.BUILT_IN]
FILES = sorted(file for folder in FOLDERS for file in folder.glob("*") if file.name != Path(CHOICE).name)


def name_of(file: Path) -> str:
    return f"{file.parent.parent.name}-{file.name}"


def test_there_are_some_and_at_most_one_is_large() -> None:
    assert FILES
    sizes = {name_of(file): file.stat().st_size for file in FILES}
    assert max(sizes.values()) <= LARGEST_OF_ALL, sizes
    assert len([name for name, size in sizes.items() if size > LARGEST]) <= 1, sizes


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_each_is_for_the_rule_set_of_its_name_and_has_the_right_checksum(file: Path) -> None:
    assert file.suffix == ".net"
    manifest, content = open_file(file.read_bytes(), file.name)  # refuses a wrong checksum
    assert (manifest["game"], manifest["rules"]) == (file.parent.parent.name, file.stem)
    assert content
    net = packaged_net(kakomi.new(manifest["game"], manifest["rules"]))
    assert net is not None
    assert (net.file, net.manifest) == (file.name, manifest)
