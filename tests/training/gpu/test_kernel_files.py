"""Compiled kernels in a folder: what comes back, and what is refused with the reason. Nothing is compiled here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import kakomi
from kakomi.core.match import Match
from kakomi.training.errors import TrainingError
from kakomi.training.gpu import kernel_files
from kakomi.training.gpu.kernel_files import KernelSet
from kakomi.training.gpu.launch import NAMES, sizes_for
from kakomi.training.state import Shape

OTHER = "compile them again: kakomi train enclose5 --compile-kernels FOLDER"


def board_of(size: int) -> tuple[Match, Shape]:
    """A board, with sizes as `shape_for` would find them, but for nothing."""
    match = kakomi.new("enclose5", size=size)
    shape = Shape(*[1] * len(Shape._fields))._replace(length=len(match.state), grid=size * size, widest=8)
    return match, shape


BOARDS = [board_of(9), board_of(13)]
TEXTS = [{name: f"// {name} {number}" for name in NAMES} for number in (1, 2)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    kernel_files.save(tmp_path / "kernels", BOARDS, KernelSet(tuple(TEXTS), (9, 0)))
    return tmp_path / "kernels"


def edit(folder: Path, **changes: Any) -> None:
    file = folder / "kernels.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | changes))


def test_kernels_come_back_in_the_order_of_the_boards(folder: Path) -> None:
    assert kernel_files.load(folder, BOARDS) == KernelSet(tuple(TEXTS), (9, 0))
    assert kernel_files.load(folder, BOARDS[::-1]).texts == tuple(TEXTS[::-1])
    assert kernel_files.load(folder, BOARDS[1:]).texts == (TEXTS[1],)
    manifest = json.loads((folder / "kernels.json").read_text())
    assert {"kakomi", "game", "rules", "rules_hash", "kernels_hash", "isa", "capability"} <= manifest.keys()
    assert [row["options"]["size"] for row in manifest["boards"]] == [9, 13]


def test_boards_of_equal_sizes_share_their_kernels(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What differs is in the position, not in the kernel."""
    compiled: list[int] = []

    def compile_one(match: Match, shape: Shape, capability: tuple[int, int]) -> dict[str, str]:
        compiled.append(int(str(match.options["size"])))
        return TEXTS[0]

    monkeypatch.setattr(kernel_files, "compile_kernels", compile_one)
    twin = kakomi.new("enclose5", size=9, links="on"), BOARDS[0][1]
    boards = [BOARDS[0], twin, BOARDS[1]]
    kernels = kernel_files.compile_for(boards, (9, 0), lambda text: None)
    assert compiled == [9, 13]
    assert len(kernel_files.save(tmp_path, boards, kernels)) == 2 * len(NAMES) + 1
    assert len(kernel_files.load(tmp_path, boards).texts) == 3


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"kakomi": "0.0"}, r"have another version of kakomi \(0\.0, here "),
        ({"game": "enso"}, r"have another game \(enso, here enclose5\)"),
        ({"rules": "loose"}, r"have another rule set \(loose, here standard\)"),
        ({"rules_version": "0"}, "another version of the rules"),
        ({"rules_hash": "0123"}, "another hash of rules and net interface"),
        ({"kernels_hash": "0123"}, "another hash of the kernels' sources"),
        ({"isa": "7.0"}, r"another version of PTX \(7\.0, here "),
    ],
)
def test_kernels_of_something_else_are_refused(folder: Path, changes: dict[str, Any], reason: str) -> None:
    edit(folder, **changes)
    with pytest.raises(TrainingError, match=f"{reason}.*{OTHER}"):
        kernel_files.load(folder, BOARDS)


def test_kernels_for_other_options_or_sizes_are_refused(folder: Path) -> None:
    with pytest.raises(TrainingError, match=r"are for size 9, .*; size 13, .*; not for size 21, .*" + OTHER):
        kernel_files.load(folder, [board_of(21)])
    match, shape = BOARDS[0]
    with pytest.raises(
        TrainingError, match=r"for enclose5 standard, size 9.* have other sizes .*'widest': 8.*" + OTHER
    ):
        kernel_files.load(folder, [(match, shape._replace(widest=16))])


def test_what_may_differ_does_not_matter(folder: Path) -> None:
    """Games, simulations and the like are no part of a kernel."""
    match, shape = BOARDS[0]
    other = shape._replace(games=77, simulations=5, nodes=7, edges=99, ring=3, openings=2, longest=9)
    assert sizes_for(match, other) == sizes_for(match, shape)
    assert kernel_files.load(folder, [(match, other)]).texts == (TEXTS[0],)


def test_damaged_or_missing_files_are_refused(folder: Path, tmp_path: Path) -> None:
    (folder / "2-step.ptx").write_text("// other")
    with pytest.raises(TrainingError, match=r"2-step\.ptx is damaged"):
        kernel_files.load(folder, BOARDS)
    (folder / "2-step.ptx").unlink()
    with pytest.raises(TrainingError, match=r"2-step\.ptx cannot be read: No such file"):
        kernel_files.load(folder, BOARDS)
    with pytest.raises(TrainingError, match="there are no compiled kernels in"):
        kernel_files.load(tmp_path / "nowhere", BOARDS)
    for text in ("{", "[]", "{}"):
        (folder / "kernels.json").write_text(text)
        with pytest.raises(TrainingError, match=r"not (the|a) manifest of compiled kernels"):
            kernel_files.load(folder, BOARDS)


def test_a_manifest_without_its_parts_is_refused(folder: Path) -> None:
    edit(folder, capability=["x"])
    with pytest.raises(TrainingError, match="is not the manifest of compiled kernels"):
        kernel_files.load(folder, BOARDS)
    edit(folder, boards=7)
    with pytest.raises(TrainingError, match="is not the manifest of compiled kernels"):
        kernel_files.load(folder, BOARDS)


def test_kernels_are_not_overwritten(folder: Path) -> None:
    with pytest.raises(TrainingError, match=r"there are compiled kernels in .* already"):
        kernel_files.save(folder, BOARDS, KernelSet(tuple(TEXTS), (9, 0)))


def test_an_older_gpu_is_refused() -> None:
    kernels = KernelSet(tuple(TEXTS), (9, 0))
    for newer in ((9, 0), (10, 0), (12, 1)):
        kernel_files.refuse_other_gpu(kernels, newer)
    with pytest.raises(
        TrainingError, match=r"compute capability 9\.0 or later, this one has 8\.6; .*--capability 8\.6"
    ):
        kernel_files.refuse_other_gpu(kernels, (8, 6))
