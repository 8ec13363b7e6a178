"""kakomi train: what it says, what it leaves behind, how it goes on, and how it refuses."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kakomi
from kakomi.cli.commands.train import output
from kakomi.players import make
from kakomi.search.learned import net_file
from kakomi.training.cpu.numpy_net import NumpyNet
from kakomi.training.cpu.self_play import CpuSelfPlay
from tests.cli.terminal import KAKOMI, Shell

SETTINGS = {"games": 12, "simulations": 4, "moves": 15, "ring": 60, "hidden": 16, "batch": 32, "reuse": 2}
CONTESTS = {"contest_rounds": 4, "contest_nodes": 3, "contest_games": 4}
ENSO_NET = Path(kakomi.__file__).parent / "games" / "enso" / "nets" / "standard.net"
QUICK = [word for name, value in (SETTINGS | CONTESTS).items() for word in ("--setting", f"{name}={value}")]


@pytest.fixture(autouse=True)
def _own_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KAKOMI_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(output, "SECONDS_BETWEEN_LINES", 0.0)


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


def train(shell: Shell, out: Path, *words: str) -> str:
    return shell.fine("train", "enso", "--out", str(out), *words)


def test_a_run_reports_and_leaves_its_files(shell: Shell, tmp_path: Path) -> None:
    out = tmp_path / "run"
    said = train(shell, out, "--rounds", "2", "--seed", "3", *QUICK)
    assert said.startswith(f"Training enso standard on the CPU, in {out}\n")
    assert "round 1: " in said
    for word in ("games/s", "positions/s", "policy", "value", "contest of round 2: the new net is", f"Curve: {out}"):
        assert word in said
    assert f"To continue: kakomi train enso --resume --out {out}" in said
    manifest = json.loads((out / "run.json").read_text())
    assert (manifest["seed"], manifest["rounds"], manifest["settings"]["games"]) == (3, 2, 12)
    assert {"run.json", "progress.jsonl", "curve.svg", "checkpoints", "gates", "nets"} <= {
        each.name for each in out.iterdir()
    }
    candidate = out / "nets" / "candidate.net"
    assert make(f"learned:net={candidate},nodes=3,seed=1").choose(kakomi.new("enso")) in kakomi.new("enso").legal_moves

    said = shell.fine("train", "enso", "--resume", "--out", str(out), "--rounds", "3", "--json")
    assert json.loads(said)["rounds"] == 3


def test_a_call_that_is_too_short_says_so(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(float(100 * count) for count in range(1000))
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    said = train(shell, tmp_path / "run", "--minutes", "0.1", *QUICK)
    assert "There was no time for a round, so there is no net yet." in said


def test_without_a_folder_it_is_kept_in_the_users_data(shell: Shell, tmp_path: Path) -> None:
    shell.fine("train", "enso", "--rounds", "1", *QUICK)
    assert (tmp_path / "data" / "training" / "enso-standard" / "run.json").exists()
    assert "already a run" in shell.refused("train", "enso", "--rounds", "1", *QUICK)


BAD = [
    (["enso", "--minutes", "0"], "must be minutes from 0.02"),
    (["enso", "--minutes", "nan"], "must be minutes from 0.02"),
    (["enso", "--device", "tpu"], "invalid choice"),
    (["enso", "--seed", "-1"], "whole number"),
    (["enso", "--threads", "0"], "whole number from 1"),
    (["enso", "--setting", "games"], "--setting takes NAME=VALUE"),
    (["enso", "--setting", "gamse=3"], "did you mean games?"),
    (["enso", "--setting", "games=0"], "games must be a number from 1 to 4096"),
    (["enso", "--set", "size=9"], "there is no option of enso standard 'size'"),
    (["enso", "--rules", "loose"], "there is no rule set of enso 'loose'"),
    (["enso", "--resume"], "leave out --resume to begin one"),
    (["enso", "--resume", "--seed", "3"], "leave out --seed"),
    (["enso", "--resume", "--setting", "games=3"], "leave out --setting"),
    (["enso", "--resume", "--net", "packaged"], "leave out --net"),
    (["enso", "--net", "nowhere.net"], f"a run of enso standard cannot begin with {Path('nowhere.net').absolute()}: "),
    (["enso", "--net", "packaged", "--setting", "hidden=64"], "keeps its size; leave out --setting hidden"),
    (["toot", "--net", "packaged"], "a run of toot standard cannot begin with the packaged net: there is none"),
    (["enclose5", "--set", "size=13", "--net", "packaged"], "it is for boards of any size"),
    (["iago", "--rules", "loose", "--net", str(ENSO_NET)], "it is for the game 'enso', not 'iago'"),
    (["enso", "--out", "~nobody-of-that-name/x"], "there is no such home folder"),
]


def test_a_run_begins_with_the_net_of_a_file(shell: Shell, tmp_path: Path) -> None:
    place = QUICK.index("hidden=16")
    words = ["--rounds", "1", "--against", "untrained", *QUICK[: place - 1], *QUICK[place + 1 :]]
    train(shell, tmp_path / "run", "--net", str(ENSO_NET), *words)
    assert json.loads((tmp_path / "run" / "run.json").read_text())["net"] == str(ENSO_NET)
    first = tmp_path / "run" / "nets" / "candidate.net"
    hidden = net_file.read(ENSO_NET)[1]["B"].shape
    assert net_file.read(first)[1]["B"].shape == hidden != (16, 8)
    shutil.rmtree(tmp_path / "run" / "checkpoints")  # as if it had been interrupted before the first
    (tmp_path / "run" / "checkpoints").mkdir()
    first.unlink()
    shell.fine("train", "enso", "--resume", "--out", str(tmp_path / "run"), "--rounds", "1")
    assert net_file.read(first)[1]["B"].shape == hidden


def test_a_net_whose_arrays_do_not_fit_is_refused(shell: Shell, tmp_path: Path) -> None:
    manifest, contents = net_file.read(ENSO_NET)
    del contents["B_bias"]
    net_file.write(tmp_path / "bad.net", manifest, contents)
    refused = shell.refused("train", "enso", "--net", str(tmp_path / "bad.net"), "--out", str(tmp_path / "run"))
    assert f"a run of enso standard cannot begin with {tmp_path / 'bad.net'}: " in refused
    assert "B_bias" in refused
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(("words", "reason"), BAD, ids=[" ".join(words)[:50] for words, _ in BAD])
def test_bad_input_is_refused_and_no_folder_is_made(
    shell: Shell, tmp_path: Path, words: list[str], reason: str
) -> None:
    assert reason in shell.refused("train", *words)
    assert not (tmp_path / "data").exists()


def test_a_game_without_a_net_interface_is_refused(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kakomi.training.cpu.inputs.net_for", lambda rules: None)
    refused = shell.refused("train", "enso")
    assert "enso standard has no net interface, which training needs: a file net.py" in refused
    assert not (tmp_path / "data").exists()


def test_a_run_of_something_else_is_refused(shell: Shell, tmp_path: Path) -> None:
    out = tmp_path / "run"
    train(shell, out, "--rounds", "1", *QUICK)
    resume = ["--resume", "--out", str(out)]
    assert "holds a run of enso, not of iago" in shell.refused("train", "iago", *resume)
    assert "trains on cpu; leave out --device" in shell.refused("train", "enso", *resume, "--device", "cuda")
    manifest = json.loads((out / "run.json").read_text())
    (out / "run.json").write_text(json.dumps(manifest | {"format": 7}))
    assert "has the format 7, this version of kakomi has 2" in shell.refused("train", "enso", *resume)
    (out / "run.json").write_text(json.dumps(manifest | {"rules_hash": "0"}))
    assert "has another hash of rules and net interface (0, here" in shell.refused("train", "enso", *resume)


def test_options_are_those_of_the_run(shell: Shell, tmp_path: Path) -> None:
    out = tmp_path / "run"
    words = ["train", "enclose5", "--out", str(out), "--set", "size=7"]
    # Compiling the rules takes longer than the test is worth: the run is begun and left at once.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CpuSelfPlay, "compile", _interrupt)
        status, said, _ = shell(*words, *QUICK)
    assert (status, "Interrupted. To continue: kakomi train enclose5 --resume" in said) == (130, True)
    refused = shell.refused("train", "enclose5", "--resume", "--out", str(out), "--set", "size=9")
    assert "holds a run with size 7, not 9; leave out --set" in refused


def _interrupt(play: CpuSelfPlay, net: NumpyNet) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("failure", "sentence"),
    [
        (MemoryError(), "this machine is out of memory; everything up to the last checkpoint is kept: continue with"),
        (
            RuntimeError("CUDA error: unspecified launch failure"),
            "the GPU failed (CUDA error: unspecified launch failure)",
        ),
        (None, "training stopped: the losses are not numbers"),
    ],
)
def test_what_fails_in_mid_training_is_said_and_the_run_goes_on(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: Exception | None, sentence: str
) -> None:
    out = tmp_path / "run"
    train(shell, out, "--rounds", "1", *QUICK)
    move = CpuSelfPlay.move

    def fail(play: CpuSelfPlay, net: NumpyNet) -> None:
        if play.tally().positions > 12 * 20:
            if failure is not None:
                raise failure
            play.ring.value[:] = np.full_like(play.ring.value, np.nan)
        move(play, net)

    monkeypatch.setattr(CpuSelfPlay, "move", fail)
    status, said, error = shell("train", "enso", "--resume", "--out", str(out), "--rounds", "2")
    assert (status, error.count("\n"), "Traceback" in said + error) == (1, 1, False)
    assert sentence in error
    assert "last checkpoint is kept" in error
    monkeypatch.setattr(CpuSelfPlay, "move", move)
    assert "contest of round 2" in train(shell, out, "--resume", "--rounds", "2")


def test_ctrl_c_leaves_a_run_that_goes_on(tmp_path: Path, shell: Shell) -> None:
    out = tmp_path / "run"
    words = [*KAKOMI, "train", "enso", "--out", str(out), "--setting", "contest_rounds=10000", *QUICK[:-6]]
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ))
    deadline = time.monotonic() + 300
    while not (out / "progress.jsonl").exists() and running.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    said, error = running.communicate(timeout=120)
    assert (running.returncode, error) == (130, "")
    assert f"Interrupted. To continue: kakomi train enso --resume --out {out}" in said
    assert json.loads(train(shell, out, "--resume", "--rounds", "1", "--json"))["rounds"] >= 1


# --- a net of one's own as a player -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def net(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from kakomi.training.cpu.inputs import layout_for
    from kakomi.training.net_export import write_net
    from kakomi.training.plan import TrainingPlan

    path = tmp_path_factory.mktemp("nets") / "Own.net"
    fresh = NumpyNet.fresh(layout_for(kakomi.new("enso")), (16, 8), 1)
    write_net(path, fresh, TrainingPlan("enso", "standard", {}, 1, "cpu"), {})
    return path


def test_a_net_of_ones_own_plays(shell: Shell, net: Path, tmp_path: Path) -> None:
    names = [f"learned:net={net},nodes=4", "random"]  # a capital in the file's name
    said = shell.fine("match", *names, "enso", "--games", "2", "--records", str(tmp_path / "games"), "--json")
    result: dict[str, Any] = json.loads(said)["result"]
    assert (result["games"], result["reasons"]) == (2, [])


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("learned:net=/no/such/file.net", "/no/such/file.net cannot be read: No such file"),
        ("learned:net=", "net takes the name of one file"),
        ("learned:net=a,net=b", "net takes the name of one file"),
        ("learned:net=~nobody-of-that-name/x", "is not a file name"),
        ("learned:nett=x", "there is no setting of the player learned 'nett'"),
    ],
)
def test_a_net_that_cannot_be_read_is_refused(shell: Shell, name: str, reason: str) -> None:
    with pytest.raises(kakomi.KakomiError) as refusal:
        make(name)
    assert reason in str(refusal.value)


def test_a_net_of_another_game_is_refused_at_the_board(net: Path, shell: Shell) -> None:
    status, _, error = shell("play", "iago", "--against", f"learned:net={net}")
    assert status == 1
    assert f"the net of learned:net={net} cannot be used here: it is for the game 'enso', not 'iago'" in error
