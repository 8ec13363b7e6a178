"""kakomi train on a GPU, with stand-ins for torch and what it does: kernels from a folder, several boards, refusals."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import kakomi
from kakomi.players.matches.match_score import MatchTally
from kakomi.search.learned import net_file
from kakomi.training.cpu.inputs import layout_for
from kakomi.training.cpu.numpy_net import NumpyNet
from kakomi.training.gate import Gate, GateResult
from kakomi.training.gpu import kernel_files
from kakomi.training.gpu.kernel_files import KernelSet
from kakomi.training.gpu.launch import NAMES
from kakomi.training.gpu.run import GpuSettings, Keep, SessionStart, SnapshotResult, Weights, board_shape
from kakomi.training.plan import TrainingPlan
from kakomi.training.run_folder import RunFolder
from tests.cli.terminal import Shell

GPU = ["--device", "cuda", "--minutes", "1", "--setting", "contest_nodes=2", "--setting", "contest_games=4"]
ROW = {"games": 10.0, "positions": 100.0, "seconds": 3.0, "policy": 2.0, "value": 0.7, "entropy": 1.5}
SIZES = ["--board", "size=7", "--board", "size=9"]


class StandIn:
    """A session whose teacher is one number; its net is that of a board without anything learned."""

    kind = "sparse"
    gpu = "Stand-in 9000"
    opened: list[SessionStart]

    def __init__(self, start: SessionStart, tell: Any) -> None:
        StandIn.opened.append(start)
        self._match = start.boards[0].match

    def student(self) -> Weights:
        net = NumpyNet.fresh(layout_for(self._match), (16, 8), 1)
        return {**net.shape.arrays(), **net.weights}

    def train(self, seconds: float, keep: Keep) -> None:
        keep(lambda: {"w": np.array([7.0])}, ROW, True)

    def measure(self, seconds: float) -> Iterator[SnapshotResult]:
        yield SnapshotResult(3.0, MatchTally(3, 0, 1))

    def distil(self, seconds: float) -> None:
        pass


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A machine with a GPU; its capability can be changed."""
    facts: dict[str, Any] = {"capability": (9, 0)}
    cuda = SimpleNamespace(is_available=lambda: True, get_device_capability=lambda: facts["capability"])
    StandIn.opened = []
    session = SimpleNamespace(GpuSession=StandIn)
    for name, module in (("torch", SimpleNamespace(cuda=cuda)), ("cupy", SimpleNamespace())):
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setitem(sys.modules, "kakomi.training.gpu.session", session)
    monkeypatch.setattr(Gate, "hold", lambda gate, go_on: GateResult("accepted", 10, 0.7, 150.0, 50.0, 250.0))
    return facts


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Shell:
    monkeypatch.setenv("KAKOMI_DATA", str(tmp_path / "data"))
    return Shell(capsys)


@pytest.fixture(autouse=True)
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Kernels that take no time; what was asked for."""
    asked: list[tuple[Any, ...]] = []

    def compile_one(match: kakomi.Match, shape: Any, capability: tuple[int, int]) -> dict[str, str]:
        asked.append((match.options.get("size"), capability))
        return {name: f"// {name} {match.options}" for name in NAMES}

    monkeypatch.setattr(kernel_files, "compile_kernels", compile_one)
    # The hash of their sources is that of the stand-in then: the same for all tests here.
    return asked


@pytest.fixture
def kernels(tmp_path: Path) -> str:
    board = kakomi.new("enso"), board_shape(kakomi.new("enso"), GpuSettings())
    texts = {name: f"// {name}" for name in NAMES}
    kernel_files.save(tmp_path / "kernels", [board], KernelSet((texts,), (9, 0)))
    return str(tmp_path / "kernels")


def test_kernels_are_compiled_without_a_gpu_and_used_with_one(
    shell: Shell, tmp_path: Path, compiled: list[tuple[Any, ...]], gpu: dict[str, Any]
) -> None:
    folder, out = str(tmp_path / "kernels"), tmp_path / "run"
    said = shell.fine("train", "enclose5", *SIZES, "--compile-kernels", folder, "--capability", "8.6")
    assert compiled == [(7, (8, 6)), (9, (8, 6))]
    assert f"Kernels: {folder} (13 files" in said
    assert not (tmp_path / "data").exists()

    said = shell.fine("train", "enclose5", *SIZES, *GPU, "--kernels", folder, "--out", str(out))
    assert f"To continue: kakomi train enclose5 --resume --out {out} --kernels {folder}" in said
    texts = [board.texts for board in StandIn.opened[0].boards]
    assert [each and each["step"].split("'size': ")[1][:1] for each in texts] == ["7", "9"]
    assert len(compiled) == 2  # not again

    shell.fine("train", "enclose5", "--resume", "--out", str(out), "--kernels", folder)
    assert StandIn.opened[1].kept["w"].tolist() == [7.0]
    assert [board.match.options["size"] for board in StandIn.opened[1].boards] == [7, 9]


def test_one_net_for_several_boards(shell: Shell, tmp_path: Path, gpu: dict[str, Any]) -> None:
    out = tmp_path / "run"
    said = shell.fine(
        "train", "enclose5", *SIZES, "--set", "links=on", *GPU, "--against", "untrained", "--out", str(out)
    )
    assert "Net: " in said
    assert "Elo above the untrained net" in said
    manifest = json.loads((out / "run.json").read_text())
    assert [(each["size"], each["links"]) for each in manifest["boards"]] == [(7, "on"), (9, "on")]
    net = net_file.read(out / "standard.net")[0]
    assert (net["options"]["size"], net["options"]["links"]) == ({"from": 7, "to": 9}, ["on"])
    assert "size 7 or 9" in (out / "curve.svg").read_text()
    assert [board.texts for board in StandIn.opened[0].boards] == [None, None]  # compiled there
    for words in (["--board", "size=7"], ["--against", "packaged"], ["--teacher", "x"]):
        assert f"leave out {words[0]}" in shell.refused("train", "enclose5", "--resume", "--out", str(out), *words)


def test_a_run_begins_with_the_teacher_of_another(
    shell: Shell, tmp_path: Path, gpu: dict[str, Any], kernels: str
) -> None:
    old = tmp_path / "old"
    teacher = {"teacher.stem.weight": np.ones((128, 8, 3, 3)), "teacher.blocks.5.conv1.weight": np.zeros(1)}
    with RunFolder.create(old, TrainingPlan("enso", "standard", {}, 1, "cuda", asdict(GpuSettings()))) as folder:
        folder.save(1, teacher, {})
    words = [*GPU, "--kernels", kernels, "--teacher", str(old), "--out", str(tmp_path / "run")]
    refused = shell.refused("train", "enso", *words, "--setting", "blocks=5")
    assert "has 128 channels and 6 blocks, the run 128 and 5: add --setting channels=128 --setting blocks=6" in refused
    assert not (tmp_path / "run").exists()
    shell.fine("train", "enso", *words)
    assert StandIn.opened[0].kept["teacher.stem.weight"].shape == (128, 8, 3, 3)
    assert json.loads((tmp_path / "run" / "run.json").read_text())["teacher"] == str(old)
    refused = shell.refused("train", "enso", *GPU, "--teacher", str(tmp_path), "--out", str(tmp_path / "new"))
    assert f"there is no run in {tmp_path}: --teacher takes the folder of a run on a GPU" in refused
    assert not (tmp_path / "new").exists()


BAD = [
    (["enso", *SIZES[:2]], "there is no option of enso standard 'size'"),
    (["enclose5", "--board", "size=7", "--board", "size=7"], "--board size=7 is given twice"),
    (["enclose5", "--board", "size=7", "--set", "size=9"], "--set and --board both give size; give it once"),
    (["enclose5", "--board", "size"], "takes NAME=VALUE"),
    (["enclose5", *(word for size in range(7, 16) for word in ("--board", f"size={size}"))], "at most 8 boards, not 9"),
    (["iago", "--board", "penalties=on", "--board", "penalties=off"], "serves one board only; leave out --board"),
    (["enso", "--rounds", "3"], "--rounds is for runs on the CPU"),
    (["enso", "--net", "packaged"], "--net is for runs on the CPU; a run on a GPU can begin with the --teacher"),
    (["enso", "--compile-kernels", "x", "--net", "packaged"], "--compile-kernels trains nothing; leave out --net"),
    (["enso", "--capability", "8.6"], "--capability is for --compile-kernels"),
    (["enso", "--kernels", "nowhere"], "there are no compiled kernels in"),
    (["enso", "--compile-kernels", "x", "--resume"], "--compile-kernels trains nothing; leave out --resume"),
    (
        ["enso", "--compile-kernels", "x", "--capability", "nine"],
        "must be a compute capability such as 9.0, not 'nine'",
    ),
]


@pytest.mark.parametrize(("words", "reason"), BAD, ids=[" ".join(words)[:50] for words, _ in BAD])
def test_bad_input_is_refused_and_no_folder_is_made(
    shell: Shell, tmp_path: Path, gpu: dict[str, Any], words: list[str], reason: str
) -> None:
    assert reason in shell.refused("train", *words, "--device", "cuda")
    assert not (tmp_path / "data").exists()
    assert StandIn.opened == []


def test_kernels_that_do_not_fit_are_refused_and_no_folder_is_made(
    shell: Shell, tmp_path: Path, gpu: dict[str, Any], kernels: str
) -> None:
    assert "have another game (enso, here iago)" in shell.refused("train", "iago", *GPU, "--kernels", kernels)
    gpu["capability"] = (8, 0)
    assert "this one has 8.0" in shell.refused("train", "enso", *GPU, "--kernels", kernels)
    assert "kernels in" in shell.refused("train", "enso", "--compile-kernels", kernels)
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("words", [["--kernels", "x"], ["--teacher", "x"], ["--board", "size=7"]])
def test_on_the_cpu_there_are_no_kernels_teachers_or_boards(shell: Shell, words: list[str]) -> None:
    refused = shell.refused("train", "enclose5", "--device", "cpu", *words)
    assert f"{words[0]} is for runs on a GPU; this one trains on the CPU" in refused


def test_without_torch_it_says_what_to_install(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    refused = shell.refused("train", "enso", "--device", "cuda", status=1)
    assert "training on a GPU needs cupy; to install it: pip install 'kakomi[train]'" in refused
