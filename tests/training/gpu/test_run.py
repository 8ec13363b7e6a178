"""A run on a GPU, with a stand-in for the GPU: what is kept when, and how it goes on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kakomi
from kakomi.players.matches.match_score import MatchTally
from kakomi.search.learned import net_file
from kakomi.search.learned.network import Net
from kakomi.search.learned.packaged import packaged_net
from kakomi.training import contests
from kakomi.training.cpu.inputs import layout_for
from kakomi.training.cpu.numpy_net import NumpyNet
from kakomi.training.errors import LossError, TrainingError
from kakomi.training.gate import Gate, GateResult
from kakomi.training.gpu import run as gpu_run
from kakomi.training.gpu.run import (
    GpuRun,
    GpuSettings,
    Keep,
    SessionStart,
    SnapshotResult,
    TrainingBoard,
    Weights,
)
from kakomi.training.net_export import read_digest
from kakomi.training.plan import UNTRAINED, TrainingPlan
from kakomi.training.run_folder import RunFolder
from kakomi.training.state import Shape

SETTINGS = GpuSettings(contest_nodes=2, contest_games=4)
BOARDS = [TrainingBoard(kakomi.new("enso"), Shape(*[1] * len(Shape._fields)), {"begin": ""})]


@dataclass
class StandIn:
    """A GPU whose teacher is one number, which grows, and whose small net is a fresh one."""

    reports: int = 2
    fails: Exception | None = None
    opened: list[SessionStart] = field(default_factory=list)
    kind: str = "sparse"
    gpu: str = "Stand-in 9000"
    snapshots: Sequence[SnapshotResult] = ()

    def open(self, start: SessionStart, tell: Callable[[str], None]) -> StandIn:
        self.opened.append(start)
        self.teacher = float(start.kept["w"][0]) if start.kept else 0.0
        return self

    def student(self) -> Weights:
        net = NumpyNet.fresh(layout_for(kakomi.new("enso")), (16, 8), int(self.teacher))
        return {**net.shape.arrays(), **net.weights}

    def train(self, seconds: float, keep: Keep) -> None:
        for number in range(1, self.reports + 1):
            self.teacher += 1
            row = {"policy": 2.0, "value": 0.7, "entropy": 1.5, "games_per_s": 9.0, "positions_per_s": 99.0}
            row |= {"games": 10.0 * number, "positions": 100.0 * number, "seconds": 3.0 * number}
            keep(lambda: {"w": np.array([self.teacher])}, row, number == self.reports)
        if self.fails is not None:
            raise self.fails

    def measure(self, seconds: float) -> Iterator[SnapshotResult]:
        assert seconds > 0
        yield from self.snapshots

    def distil(self, seconds: float) -> None:
        pass


def nothing(text: str) -> None:
    pass


def run_of(folder: RunFolder, gpu: StandIn, teacher: Weights | None = None) -> GpuRun:
    return GpuRun(folder, gpu.open, BOARDS, nothing, nothing, teacher)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[RunFolder]:
    plan = TrainingPlan("enso", "standard", {}, 5, "cuda", asdict(SETTINGS), against=UNTRAINED)
    with RunFolder.create(tmp_path / "run", plan) as created:
        yield created


def again(folder: RunFolder) -> RunFolder:
    folder.close()
    return RunFolder.open(folder.path, kakomi.games.get("enso"), None, {})


@pytest.fixture
def verdicts(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """What the next contests say; None: time is up."""
    coming: list[str | None] = []

    def hold(gate: Gate, go_on: Any) -> GateResult | None:
        verdict = coming.pop(0)
        return None if verdict is None else GateResult(verdict, 10, 0.7, 150.0, 50.0, 250.0)

    monkeypatch.setattr(Gate, "hold", hold)
    return coming


def test_a_call_trains_distils_and_plays_a_contest(folder: RunFolder, verdicts: list[str | None]) -> None:
    verdicts += ["accepted"]
    gpu = StandIn()
    run = run_of(folder, gpu)
    assert run.run(1.0)
    assert (run.number, run.candidate, run.contests.in_use) == (2, 2, 2)
    manifest = json.loads((folder.path / "run.json").read_text())
    assert (manifest["rounds"], manifest["games"], manifest["positions"], manifest["in_use"]) == (2, 20, 200, 2)
    assert [row["value"] for row in folder.rows] == [0.7, 0.7]
    assert folder.rows[-1]["gate"]["verdict"] == "accepted"
    result = net_file.read(folder.result_file)[0]
    assert (result["training"]["device"], result["training"]["elo"]) == ("cuda", 150.0)
    assert net_file.read(folder.net_file(0))[0]["training"]["rounds"] == 0


def test_the_manifest_says_which_gpu_and_for_how_long(
    folder: RunFolder, verdicts: list[str | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Self-play by its own figures, distillation by the clock; what comes before, between and after does not count."""
    verdicts += ["refused", "refused"]
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])

    class Slow(StandIn):
        def open(self, start: SessionStart, tell: Callable[[str], None]) -> StandIn:
            now[0] += 7.0
            return super().open(start, tell)

        def distil(self, seconds: float) -> None:
            now[0] += 9.0

    run_of(folder, Slow()).run(1.0)
    manifest = json.loads((folder.path / "run.json").read_text())
    assert (manifest["gpu"], manifest["gpu_minutes"]) == ("Stand-in 9000", 0.25)  # 6 and 9 seconds
    with again(folder) as reopened:
        run_of(reopened, Slow()).run(1.0)
        assert (reopened.manifest["gpu"], reopened.manifest["gpu_minutes"]) == ("Stand-in 9000", 0.5)
    verdicts += ["refused"]
    with again(folder) as reopened:
        run_of(reopened, Slow(gpu="Another")).run(1.0)
        assert (reopened.manifest["gpu"], reopened.manifest["gpu_minutes"]) == ("Stand-in 9000, Another", 0.75)


def test_the_next_call_goes_on_with_the_teacher(folder: RunFolder, verdicts: list[str | None]) -> None:
    verdicts += ["refused", "refused"]
    gpu = StandIn()
    run_of(folder, gpu).run(1.0)
    with again(folder) as reopened:
        run = run_of(reopened, gpu)
        run.run(1.0)
        assert (run.number, run.games, run.positions) == (4, 40, 400)
    assert (gpu.opened[0].seed, gpu.opened[0].kept, gpu.opened[0].trained) == (5, {}, 0.0)
    start = gpu.opened[1]
    assert (start.seed, start.kept["w"].tolist(), start.trained) == (7, [2.0], 6.0)
    assert start.boards == BOARDS
    assert not folder.result_file.exists()


def test_the_strength_of_the_teacher_adds_up_over_calls(folder: RunFolder, verdicts: list[str | None]) -> None:
    verdicts += ["refused", "refused"]
    gpu = StandIn(
        snapshots=[SnapshotResult(15.0, MatchTally(300, 0, 100)), SnapshotResult(30.0, MatchTally(200, 0, 200))]
    )
    run_of(folder, gpu).run(1.0)
    assert [point["elo"] for point in folder.rows[-1]["teacher"]] == [190.8, 190.8]  # 75 % is 190.8 Elo, by the formula
    first = folder.rows[-1]["teacher"][0]
    assert (first["wins"], first["draws"], first["losses"]) == (300, 0, 100)
    assert first["low"] < 190.8 < first["high"]
    assert first["minutes"] == pytest.approx(0.25, abs=0.05)
    spans = [point["high"] - point["low"] for point in folder.rows[-1]["teacher"]]
    assert 40 < spans[0] < spans[1]  # errors add up
    with again(folder) as reopened:
        run_of(reopened, gpu).run(1.0)
        assert [point["elo"] for point in reopened.rows[-1]["teacher"]] == [381.7, 381.7]
        assert reopened.manifest["teacher_elo"] == 381.7
        picture = (reopened.path / "curve.svg").read_text()
    assert picture.count("300 won, 0 drawn, 100 lost against the teacher before") == 2
    assert "teacher: Elo above the one that the run began with" in picture


def test_a_teacher_that_won_every_game_is_not_infinitely_stronger() -> None:
    elo, low, high = SnapshotResult(1.0, MatchTally(512, 0, 0)).elo
    assert low < elo == high < 1300


def test_without_snapshots_nothing_is_measured(tmp_path: Path, verdicts: list[str | None]) -> None:
    verdicts += ["refused"]
    settings = asdict(replace(SETTINGS, snapshots=0))
    gpu = StandIn(snapshots=[SnapshotResult(15.0, MatchTally(1, 0, 0))])
    with RunFolder.create(tmp_path / "run", TrainingPlan("enso", "standard", {}, 5, "cuda", settings)) as folder:
        run_of(folder, gpu).run(1.0)
        assert not any("teacher" in row for row in folder.rows)


def test_a_contest_that_was_interrupted_comes_first(folder: RunFolder, verdicts: list[str | None]) -> None:
    verdicts += [None]
    gpu = StandIn()
    assert not run_of(folder, gpu).run(1.0)
    digest = read_digest(folder.candidate_file)
    verdicts += [None]
    with again(folder) as reopened:
        assert not run_of(reopened, gpu).run(1.0)
        assert len(gpu.opened) == 1
    verdicts += ["accepted", "undecided"]
    with again(folder) as reopened:
        run = run_of(reopened, gpu)
        assert run.run(1.0)
        assert (run.contests.in_use, run.contests.contested, len(gpu.opened)) == (2, 4, 2)
    assert read_digest(folder.net_file(2)) == digest


@pytest.mark.parametrize("failure", [LossError("not numbers"), RuntimeError("CUDA error: gone")])
def test_a_gpu_that_fails_leaves_the_teacher(folder: RunFolder, verdicts: list[str | None], failure: Exception) -> None:
    gpu = StandIn(fails=failure)
    with pytest.raises(type(failure)):
        run_of(folder, gpu).run(1.0)
    verdicts += ["accepted"]
    gpu.fails = None
    with again(folder) as reopened:
        run = run_of(reopened, gpu)
        assert run.number == 2
        assert run.run(1.0)
    assert gpu.opened[1].kept["w"].tolist() == [2.0]


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_weights_that_are_no_numbers_are_never_kept(
    folder: RunFolder, verdicts: list[str | None], monkeypatch: pytest.MonkeyPatch, bad: float
) -> None:
    """The losses of the last report may still have been numbers."""
    monkeypatch.setattr(gpu_run, "CHECKPOINT_SECONDS", 0.0)

    class Diverging(StandIn):
        def train(self, seconds: float, keep: Keep) -> None:
            row = {"games": 10.0, "positions": 100.0, "seconds": 3.0}
            keep(lambda: {"w": np.array([5.0]), "steps": np.array(7)}, row, False)
            keep(lambda: {"w": np.array([5.0]), "moments": np.array([1.0, bad])}, row | {"seconds": 6.0}, True)

    with pytest.raises(LossError, match=r"the teacher's weights are no longer numbers \(moments\)"):
        run_of(folder, Diverging()).run(1.0)
    verdicts += ["refused"]
    gpu = StandIn()
    with again(folder) as reopened:
        run = run_of(reopened, gpu)
        assert (run.number, [row["round"] for row in reopened.rows]) == (1, [1])
        run.run(1.0)
    assert gpu.opened[0].kept["w"].tolist() == [5.0]


def test_a_small_net_that_is_no_numbers_is_never_written(folder: RunFolder, verdicts: list[str | None]) -> None:
    class Diverging(StandIn):
        def distil(self, seconds: float) -> None:
            self.student = lambda: {"A": np.array([np.nan])}  # type: ignore[method-assign]

    with pytest.raises(LossError, match=r"the small net's weights are no longer numbers \(A\)"):
        run_of(folder, Diverging()).run(1.0)
    assert not folder.candidate_file.exists()
    verdicts += ["refused"]
    gpu = StandIn()
    with again(folder) as reopened:
        assert run_of(reopened, gpu).run(1.0)
    assert gpu.opened[0].kept["w"].tolist() == [2.0]


def test_between_reports_a_checkpoint_is_written_now_and_then(
    folder: RunFolder, verdicts: list[str | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failure in between costs what came after the last one."""
    gpu = StandIn(reports=5, fails=RuntimeError("CUDA error: gone"))
    monkeypatch.setattr(gpu_run, "CHECKPOINT_SECONDS", 1e9)
    with pytest.raises(RuntimeError):
        run_of(folder, gpu).run(1.0)
    assert [each.name for each in (folder.path / "checkpoints").iterdir()] == ["000005"]  # the last report's
    monkeypatch.setattr(gpu_run, "CHECKPOINT_SECONDS", 0.0)
    with again(folder) as reopened, pytest.raises(RuntimeError):
        run_of(reopened, gpu).run(1.0)
    assert sorted(each.name for each in (folder.path / "checkpoints").iterdir()) == ["000009", "000010"]


def test_an_end_right_after_the_last_report_is_no_new_round(folder: RunFolder, verdicts: list[str | None]) -> None:
    class Punctual(StandIn):
        def train(self, seconds: float, keep: Keep) -> None:
            row = {"games": 10.0, "positions": 100.0, "seconds": 3.0}
            for last in (False, True):
                keep(lambda: {"w": np.array([5.0])}, row, last)

    verdicts += ["refused"]
    run = run_of(folder, Punctual())
    run.run(1.0)
    assert (run.number, run.trained, [row["round"] for row in folder.rows]) == (1, 3.0, [1])
    checkpoint = folder.load()
    assert checkpoint is not None
    assert (checkpoint.number, checkpoint.arrays["w"].tolist()) == (1, [5.0])


def test_a_run_begins_with_a_teacher_that_is_handed_to_it(folder: RunFolder, verdicts: list[str | None]) -> None:
    verdicts += ["refused"]
    gpu = StandIn()
    run_of(folder, gpu, {"w": np.array([40.0])}).run(1.0)
    assert gpu.opened[0].kept["w"].tolist() == [40.0]
    assert gpu.teacher == 42.0


def test_a_teacher_is_kept_even_if_the_first_call_fails(folder: RunFolder) -> None:
    gpu = StandIn(reports=0, fails=RuntimeError("CUDA error: gone"))
    with pytest.raises(RuntimeError):
        run_of(folder, gpu, {"w": np.array([40.0])}).run(1.0)
    with again(folder) as reopened, pytest.raises(RuntimeError):
        run_of(reopened, gpu).run(1.0)
    assert gpu.opened[1].kept["w"].tolist() == [40.0]


def test_without_time_nothing_is_trained(folder: RunFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opening takes what there was: the first net in use is there, and the run can go on."""
    clock = iter(float(10 * count) for count in range(1000))
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    gpu, said = StandIn(), list[str]()
    assert GpuRun(folder, gpu.open, BOARDS, nothing, said.append).run(0.3)
    assert said == ["There was no time left to train; give the next call more --minutes."]
    assert (len(gpu.opened), folder.rows) == (1, [])
    assert folder.net_file(0).exists()


def test_the_first_net_in_use_is_the_one_that_comes_with_the_game(
    tmp_path: Path, verdicts: list[str | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    verdicts += ["refused", "refused"]
    plan = TrainingPlan("enso", "standard", {}, 5, "cuda", asdict(SETTINGS))
    packaged = packaged_net(kakomi.new("enso"))
    assert packaged is not None
    with RunFolder.create(tmp_path / "run", plan) as folder:
        run_of(folder, StandIn()).run(1.0)
        first = Net.load(folder.net_file(0))
        assert (first.manifest["sha256"], folder.manifest["first_net"]) == (packaged.manifest["sha256"], "packaged")
        assert "Elo above the packaged net" in (folder.path / "curve.svg").read_text()
    monkeypatch.setattr(contests, "packaged_net", lambda match: None)  # damaged, or for other options
    with RunFolder.create(tmp_path / "other", plan) as folder:
        run_of(folder, StandIn()).run(1.0)
        assert folder.manifest["first_net"] == "untrained"
        assert net_file.read(folder.net_file(0))[0]["training"]["rounds"] == 0


@pytest.mark.parametrize("seconds", [0.0, 0.01])
def test_a_real_contest_is_played_at_equal_nodes_or_time(tmp_path: Path, seconds: float) -> None:
    settings = replace(SETTINGS, contest_seconds=seconds, contest_games=2)
    plan = TrainingPlan("enso", "standard", {}, 5, "cuda", asdict(settings), against=UNTRAINED)
    with RunFolder.create(tmp_path / "run", plan) as folder:
        run = run_of(folder, StandIn())
        assert run.run(10.0)
        assert run.contests.contested == 2
        lines = folder.gate_file(2).read_text().splitlines()
    assert len(lines) == 1 + 2
    assert json.loads(lines[0])["plan"]["control"]["movetime"] == (seconds or None)
    game = json.loads(lines[1])
    moves, thought = len(game[2]) - game[1], sum(game[-1])
    assert moves > 4
    assert thought >= 2 * seconds  # a move that is forced or proven takes no time


def test_settings_are_checked() -> None:
    assert GpuSettings.read({"channels": "64"}).channels == 64
    with pytest.raises(kakomi.KakomiError, match="did you mean channels"):
        GpuSettings.read({"chanels": "64"})
    with pytest.raises(TrainingError, match="another version"):
        GpuSettings.restore({"channels": 1})
