"""Files of nets: what is written is read, what is wrong is refused with the reason, and the game is played all the same."""

from __future__ import annotations

import json
import logging
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kakomi
from kakomi import games
from kakomi.core.match import Match
from kakomi.players.search_player import SearchPlayer, searcher_for, searcher_of
from kakomi.search.evaluation import evaluation_for
from kakomi.search.learned import manifest as manifests
from kakomi.search.learned import packaged
from kakomi.search.learned.net_file import MARK, NetFileError, checksum, decode, read, write
from kakomi.search.learned.network import Net
from kakomi.search.learned.search import LearnedSearch
from kakomi.search.result import Limit
from tests.search.learned.nets import random_net

GAME = "enso"


@pytest.fixture
def match() -> Match:
    return kakomi.new(GAME)


@pytest.fixture
def net(match: Match) -> Net:
    return random_net(match, "sparse", 1, (16, 16))


@pytest.fixture
def file(net: Net, tmp_path: Path) -> Path:
    path = tmp_path / "standard.net"
    write(path, net.manifest, net.arrays)
    return path


def test_what_is_written_is_read(net: Net, file: Path) -> None:
    manifest, arrays = read(file)
    assert {name: manifest[name] for name in net.manifest} == net.manifest
    assert list(arrays) == list(net.arrays)
    for name, array in arrays.items():
        assert array.tolist() == net.arrays[name].tolist()
    halves = {name: each.astype(np.float16) if each.dtype.kind == "f" else each for name, each in net.arrays.items()}
    write(file, net.manifest, halves)
    again = read(file)[1]["A"]
    assert again.dtype == np.float16
    assert again.tolist() == halves["A"].tolist()


def test_damage_is_noticed(file: Path) -> None:
    data = file.read_bytes()
    for cut in (0, 5, len(MARK), len(MARK) + 40, len(data) // 2, len(data) - 1):
        with pytest.raises(NetFileError, match=r"not a net|damaged"):
            decode(data[:cut], "a.net")
    start = data.index(b"\n", len(MARK)) + 1
    for at in (3, len(MARK) + 2, start, start + 1000, len(data) - 1):
        changed = bytearray(data)
        changed[at] ^= 4
        with pytest.raises(NetFileError, match=r"not a net|damaged|another format"):
            decode(bytes(changed), "a.net")
    with pytest.raises(NetFileError, match="not a net"):
        decode(b"GIF89a", "a.net")
    with pytest.raises(NetFileError, match="another format, 'kakomi-net 2'"):
        decode(b"kakomi-net 2\n{}\n", "a.net")
    with pytest.raises(NetFileError, match="cannot be read: No such file"):
        read(file.with_name("none.net"))


def rewritten(file: Path, **changes: Any) -> bytes:
    """The file with another manifest."""
    data = file.read_bytes()
    end = data.index(b"\n", len(MARK))
    manifest = {**json.loads(data[len(MARK) : end]), **changes}
    manifest["sha256"] = checksum(manifest, data[end + 1 :])
    return MARK + json.dumps(manifest).encode() + data[end:]


@pytest.mark.parametrize(
    "arrays",
    [
        7,
        [{"name": "A"}],
        [{"name": "A", "dtype": "<f4", "shape": [10**9], "offset": 0}],
        [{"name": "A", "dtype": "<f4", "shape": [4], "offset": -16}],
        [{"name": "A", "dtype": "object", "shape": [1], "offset": 0}],
        [{"name": "A", "dtype": "<f4", "shape": [-1], "offset": 0}],
    ],
)
def test_a_manifest_that_does_not_fit_its_arrays_is_refused(file: Path, arrays: Any) -> None:
    with pytest.raises(NetFileError, match="damaged"):
        decode(rewritten(file, arrays=arrays), "a.net")


def test_numbers_that_are_none_are_refused(net: Net, file: Path) -> None:
    write(file, net.manifest, {"A": np.array([1.0, np.nan])})
    with pytest.raises(NetFileError, match="not finite"):
        read(file)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"game": "another"}, "for the game 'another', not"),
        ({"rules": "loose"}, "for the rules 'loose', not 'standard'"),
        ({"rules_version": "0"}, "for the rules version '0', not"),
        ({"interface": "1234"}, "another net interface"),
        ({"kind": "recurrent"}, "of the kind 'recurrent'"),
        ({"options": {"size": [9, 11]}}, "for size = 9 or 11, not None"),
    ],
)
def test_a_net_for_something_else_is_refused(net: Net, match: Match, changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(NetFileError, match=reason):
        replace(net, manifest={**net.manifest, **changes}).lay_out(match)


def test_a_net_is_for_certain_options() -> None:
    match = kakomi.new("enclose5", size=9)
    net = random_net(match, "conv", 1, (16, 1))
    for allowed, fits in (
        ([9, 11], True),
        ({"from": 7, "to": 40}, True),
        ([13], False),
        ({"from": 10, "to": 40}, False),
    ):
        wanted = replace(net, manifest={**net.manifest, "options": {"size": allowed}})
        if fits:
            wanted.lay_out(match)
        else:
            with pytest.raises(NetFileError, match=r"it is for size = .*, not 9"):
                wanted.lay_out(match)
    net.lay_out(kakomi.new("enclose5", size=40))


def test_a_layout_is_kept_for_the_same_options_only() -> None:
    small, large = (kakomi.new("enclose5", size=size) for size in (9, 13))
    net = random_net(small, "conv", 1, (16, 1))
    net = replace(net, manifest={**net.manifest, "options": {"size": [9, 11]}})
    first = net.lay_out(small)
    assert net.lay_out(kakomi.new("enclose5", size=9)) is first
    with pytest.raises(NetFileError, match="not 13"):
        net.lay_out(large)
    assert net.lay_out(kakomi.new("enclose5", size=11)).shape != first.shape
    assert net.lay_out(small).shape == first.shape


@pytest.mark.parametrize("name", ["A", "A_bias", "B", "P", "V_bias", "windows1"])
def test_arrays_that_are_missing_or_of_another_shape_are_refused(net: Net, match: Match, name: str) -> None:
    without = {each: array for each, array in net.arrays.items() if each != name}
    with pytest.raises(NetFileError, match=r"lacks the array|is .*, where the game needs"):
        Net(net.manifest, without).lay_out(match)
    larger = {**net.arrays, name: np.concatenate([net.arrays[name], net.arrays[name]])}
    with pytest.raises(NetFileError, match="where the game needs"):
        Net(net.manifest, larger).lay_out(match)


def test_windows_beyond_the_board_are_refused(net: Net, match: Match) -> None:
    beyond = net.arrays["windows1"].copy()
    beyond[-1] = 36
    with pytest.raises(NetFileError, match="beyond the 36"):
        Net(net.manifest, {**net.arrays, "windows1": beyond}).lay_out(match)


def test_the_interface_is_what_it_says_not_how_it_is_written(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    hashes = {
        manifests.interface_hash(game, rule_set)
        for game in (games.get(name) for name in ("enso", "iago"))
        for rule_set in game.rule_sets
    }
    assert len(hashes) >= 2
    before = manifests.interface_hash(match.game, match.rule_set)
    interface = sys.modules[match.rule_set.rules.__name__.replace("rules", "net")]
    manifests._interface_hash.cache_clear()
    assert manifests.interface_hash(match.game, match.rule_set) == before
    monkeypatch.setattr(interface, "STATES", 5)
    manifests._interface_hash.cache_clear()
    assert manifests.interface_hash(match.game, match.rule_set) != before
    manifests._interface_hash.cache_clear()


# --- nets that come with a game ---------------------------------------------------------------------------------------


@pytest.fixture
def nets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, match: Match) -> Iterator[Path]:
    """A folder for the nets of the game, as if it were in its package."""
    folder = tmp_path / "game" / "nets"
    folder.mkdir(parents=True)
    monkeypatch.setattr("kakomi.search.learned.packaged.resources.files", lambda package: folder.parent)
    monkeypatch.setattr(type(match.game), "data_file", lambda self, name: _text(folder.parent / name))
    caches = (packaged._load, packaged._choice)
    for each in caches:
        each.cache_clear()
    packaged._said.clear()
    yield folder
    for each in caches:
        each.cache_clear()
    packaged._said.clear()


def _text(path: Path) -> str | None:
    return path.read_text() if path.is_file() else None


def test_a_packaged_net_is_used_where_it_is_declared_strongest(nets: Path, file: Path, match: Match) -> None:
    assert searcher_for(match, exact=False).name == evaluation_for(match.rule_set.rules).strongest
    shutil.copy(file, nets / "standard.net")
    packaged._load.cache_clear()
    assert searcher_for(match, exact=False).name == evaluation_for(match.rule_set.rules).strongest
    assert isinstance(searcher_of("learned", match), LearnedSearch)
    (nets / "play.toml").write_text("[standard]\nstrongest = true\nexplore = 2.5\n")
    packaged._choice.cache_clear()
    searcher = searcher_for(match, exact=False)
    assert isinstance(searcher, LearnedSearch)
    assert searcher.settings.explore == 2.5
    assert SearchPlayer("learned", Limit(nodes=50), kind="learned").choose(match) in match.legal_moves


@pytest.mark.parametrize("damage", ["none", "truncated", "flipped", "foreign", "interface"])
def test_without_a_net_that_can_be_used_the_game_is_searched_without_one_and_that_is_said_once(
    nets: Path, file: Path, match: Match, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    data = file.read_bytes()
    content = {
        "truncated": data[:-7],
        "flipped": data[:-7] + bytes([data[-7] ^ 1]) + data[-6:],
        "foreign": rewritten(file, game="another"),
        "interface": rewritten(file, interface="older"),
    }
    if damage in content:
        (nets / "standard.net").write_bytes(content[damage])
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            assert searcher_of("learned", match).name == evaluation_for(match.rule_set.rules).strongest
    assert len(caplog.records) == 1
    said = caplog.records[0].getMessage()
    reasons = {"none": "there is none", "foreign": "'another'", "interface": "another net interface"}
    assert reasons.get(damage, "damaged or incomplete") in said
    assert "the search goes on without it" in said


def test_a_choice_that_cannot_be_read_is_an_error(nets: Path, match: Match) -> None:
    for text in ("[standard", "[standard]\nexplor = 2\n"):
        (nets / "play.toml").write_text(text)
        packaged._choice.cache_clear()
        with pytest.raises(kakomi.EngineError, match=r"nets/play\.toml of enso cannot be used"):
            searcher_for(match, exact=False)


def test_games_without_a_net_interface_have_no_nets(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kakomi.core.net.net_for", lambda rules: None)
    manifests._interface_hash.cache_clear()
    with pytest.raises(NetFileError, match="has no net interface"):
        manifests.check_manifest(
            {"game": match.game.name, "rules": match.rules, "rules_version": match.game.version, "kind": "conv"}, match
        )
