"""Training on the CPU: it repeats itself, goes on as if it had not been interrupted, stops at nonsense, and learns."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kakomi
from kakomi.core.errors import EngineError, OptionError, UnknownName
from kakomi.core.symmetry import image
from kakomi.players.matches.match_score import Standing
from kakomi.search.learned import net_file
from kakomi.training import arrays
from kakomi.training.cpu import run as cpu_run
from kakomi.training.cpu.inputs import active_rows, layout_for
from kakomi.training.cpu.numpy_net import Adam, InputBatch, NumpyNet, Targets
from kakomi.training.cpu.run import CpuRun, CpuSettings
from kakomi.training.cpu.self_play import CpuSelfPlay
from kakomi.training.errors import LossError, TrainingError
from kakomi.training.gate import Gate, GateResult
from kakomi.training.net_export import read_digest, read_net, write_net
from kakomi.training.plan import UNTRAINED, TrainingPlan
from kakomi.training.run_folder import RunFolder
from kakomi.training.state import LEAF, META

SMALL = CpuSettings(
    games=12,
    simulations=4,
    moves=15,
    ring=60,
    hidden=16,
    batch=32,
    reuse=2,
    contest_rounds=3,
    contest_nodes=3,
    contest_games=4,
)


def play_of(seed: int = 1, threads: int = 1) -> tuple[CpuSelfPlay, NumpyNet]:
    match = kakomi.new("enso")
    layout = layout_for(match)
    play = CpuSelfPlay(match, layout, arrays.shape_for(match, 12, 4, 60, 4), seed, threads)
    return play, NumpyNet.fresh(layout, (16, 8), 3)


def plan_of(settings: CpuSettings = SMALL, seed: int = 5) -> TrainingPlan:
    return TrainingPlan("enso", "standard", {}, seed, "cpu", asdict(settings), against=UNTRAINED)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[RunFolder]:
    with RunFolder.create(tmp_path / "run", plan_of()) as created:
        yield created


def reopened(path: Path) -> RunFolder:
    return RunFolder.open(path, kakomi.games.get("enso"), None, {})


# --- self-play --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played() -> tuple[CpuSelfPlay, NumpyNet]:
    play, net = play_of()
    for _ in range(50):
        play.move(net)
    return play, net


def test_games_depend_on_the_seed_and_not_on_the_threads(played: tuple[CpuSelfPlay, NumpyNet]) -> None:
    kept = played[0].arrays()
    for seed, threads, same in ((1, 3, True), (2, 1, False)):
        other, net = play_of(seed, threads)
        for _ in range(50):
            other.move(net)
        equal = [np.array_equal(array, kept[name]) for name, array in other.arrays().items()]
        assert all(equal) == same
    tally = played[0].tally()
    assert tally.positions == 12 * 50
    assert 10 < tally.games == np.sign(tally.plies) * tally.games < 100
    assert (tally.drawn, tally.given_up) == (0, 0)
    assert 0 < tally.first_won < tally.games


def test_the_compiled_net_answers_as_numpys(played: tuple[CpuSelfPlay, NumpyNet]) -> None:
    """What it said about the last leaf of every game."""
    play, net = played
    shape, trees, leaves = play.shape, play.trees, play.leaves
    nodes = np.asarray(play.games.meta).reshape(-1, META)[:, LEAF]
    asked = [g for g in range(shape.games) if nodes[g] >= 0]
    assert len(asked) > shape.games // 2
    for g in asked:
        node = g * shape.nodes + nodes[g]
        begin = g * shape.edges + trees.first[node]
        entries = np.asarray(trees.entry)[begin : begin + trees.edge_count[node]]
        cells = np.asarray(leaves.cells).reshape(shape.games, -1)[g]
        none = np.full_like(entries, -1)
        rows = active_rows(play.layout, cells[None], np.zeros((1, 0), np.int64), entries[None], none[None])
        policy, chances = net.answer(*rows)
        logits = np.asarray(leaves.logits).reshape(shape.games, -1)[g]
        assert logits[entries] == pytest.approx(policy[0][entries], abs=1e-5)
        value, drawn = leaves.values[2 * g : 2 * g + 2]
        assert (value, drawn) == pytest.approx((chances[0][0] - chances[0][2], chances[0][1]), abs=1e-5)


def test_training_positions_are_images_of_what_was_played(played: tuple[CpuSelfPlay, NumpyNet]) -> None:
    play, _ = played
    dice = np.random.default_rng(4)
    inputs, targets = play.draw(40, dice, 0.0)
    dice = np.random.default_rng(4)
    chosen, symmetry = dice.choice(play.finished, 40), dice.integers(0, 1 << 20, 40)
    match = kakomi.new("enso")
    own = play.layout.windows[0].size  # rows of single cells, three each
    seen = set()
    for place, (slot, number) in enumerate(zip(chosen.tolist(), (symmetry % 8).tolist(), strict=True)):
        state = np.asarray(play.ring.state).reshape(-1, play.shape.length)[slot].tolist()
        shown = image(match.rule_set, state, number)
        rows = inputs.rows[inputs.row_starts[place] : inputs.row_starts[place + 1]]
        stones = {(int(row) // 3, int(row) % 3) for row in rows if row < 3 * own}
        bits = [(column + 6 * row, 1 << column + 8 * row) for row in range(6) for column in range(6)]
        expected = {(cell, kind + 1) for cell, bit in bits for kind in (0, 1) if shown[kind] & bit}
        assert stones == expected
        seen.add(number)
        span = slice(inputs.move_starts[place], inputs.move_starts[place + 1])
        assert span.stop - span.start == play.ring.move_count[slot]
        assert targets.policy[span].sum() == pytest.approx(1)
        assert targets.value[place].tolist() in ([1, 0, 0], [0, 0, 1])
    assert len(seen) > 5


def test_positions_off_the_games_and_what_another_net_thinks_of_them(played: tuple[CpuSelfPlay, NumpyNet]) -> None:
    play, net = played
    strays = play.draw_strays(200, np.random.default_rng(2))
    games = play.draw(200, np.random.default_rng(2), 0.0)[0]
    assert strays.size == 200
    assert np.diff(strays.move_starts).min() > 0  # no game is over
    assert not np.array_equal(strays.rows, games.rows)
    other = NumpyNet.fresh(play.layout, (24, 12), 8)
    other.weights["P"] *= 20
    wanted = other.opinion(strays)
    assert np.add.reduceat(wanted.policy, strays.move_starts[:-1]) == pytest.approx(1)
    policy, chances = other.answer(strays.rows, strays.row_starts)
    assert wanted.value == pytest.approx(chances, abs=1e-6)
    assert [wanted.policy[span].argmax() for span in spans(strays)] == [
        policy[place][strays.entries[span]].argmax() for place, span in enumerate(spans(strays))
    ]
    learner = net.copy()
    before = learner.losses(strays, wanted)
    adam = Adam(learner)
    for _ in range(60):
        adam.step(learner.gradients(strays, wanted)[1], 0.01)
    after = learner.losses(strays, wanted)
    assert after.policy - after.entropy < 0.5 * (before.policy - before.entropy)


def spans(batch: InputBatch) -> list[slice]:
    return [slice(*batch.move_starts[place : place + 2]) for place in range(batch.size)]


# --- a run ------------------------------------------------------------------------------------------------------------


def trained(run: CpuRun) -> dict[str, Any]:
    """All that a run has come to, times apart."""
    rows = [
        {name: value for name, value in row.items() if "_s" not in name and name != "minutes"}
        for row in run.folder.rows
    ]
    state = (run.round, run.contests.state(), run.adam.steps, run.mean.steps)
    kept = {
        f"{part}.{name}": each.tobytes() for part, weights in run._parts().items() for name, each in weights.items()
    }
    kept |= {name: each.tobytes() for name, each in run.play.arrays().items()}
    return {"rows": rows, "state": state, "kept": kept}


def test_a_run_that_was_interrupted_learns_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with RunFolder.create(tmp_path / "whole", plan_of()) as folder:
        whole = CpuRun(folder)
        assert whole.run(10, rounds=5)
        expected = trained(whole)
    with RunFolder.create(tmp_path / "parts", plan_of()) as folder:
        first = CpuRun(folder)
        monkeypatch.setattr(cpu_run, "CHECKPOINT_SECONDS", 0.0)
        learn = first._learn

        def interrupted(dice: np.random.Generator) -> Any:
            if first.round == 1:
                raise KeyboardInterrupt
            return learn(dice)

        monkeypatch.setattr(first, "_learn", interrupted)
        with pytest.raises(KeyboardInterrupt):  # in the middle of round 2
            first.run(10, rounds=5)
    with reopened(tmp_path / "parts") as folder:
        second = CpuRun(folder)
        assert second.round == 1
        monkeypatch.setattr(time, "monotonic", _Jump(time.monotonic, 3, second))
        assert not second.run(10, rounds=5)  # time is up in the contest of round 3
        monkeypatch.undo()
        assert (second.round, second.contests.contested) == (3, 0)
        assert folder.gate_file(3).read_text().count("\n") == 1 + 2
    with reopened(tmp_path / "parts") as folder:
        third = CpuRun(folder)
        assert third.run(10, rounds=5)
        assert trained(third) == expected
        assert folder.notes == []
        manifest = json.loads((folder.path / "run.json").read_text())
    assert (manifest["rounds"], manifest["positions"]) == (5, 12 * 15 * 5)
    assert manifest["games"] > 20
    assert 0 < manifest["minutes"] < 10
    assert (tmp_path / "parts" / "curve.svg").exists()


class _Jump:
    """A clock that leaps ahead once two games of a contest have been played."""

    def __init__(self, clock: Any, contest: int, run: CpuRun) -> None:
        self._clock, self._file = clock, run.folder.gate_file(contest)

    def __call__(self) -> float:
        late = self._file.exists() and self._file.read_text().count("\n") >= 3
        return float(self._clock()) + (3600 if late else 0)


def test_a_run_begins_with_a_net_and_keeps_its_size_and_what_it_knew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opinions: list[int] = []
    original = NumpyNet.opinion

    def opinion(self: NumpyNet, batch: InputBatch) -> Targets:
        opinions.append(batch.size)
        assert all(np.array_equal(each, begun[name]) for name, each in self.weights.items())
        return original(self, batch)

    monkeypatch.setattr(NumpyNet, "opinion", opinion)
    with RunFolder.create(tmp_path / "run", plan_of()) as folder:
        first = read_net("packaged", folder.plan)
        assert first.weights["B"].shape != (16, 8)
        begun = {name: each.copy() for name, each in first.weights.items()}
        run = CpuRun(folder, first=first)
        assert run.contests.in_use == 0
        in_use = net_file.read(folder.net_file(0))[1]
        assert all(np.array_equal(in_use[name], each.astype(in_use[name].dtype)) for name, each in begun.items())
        run.run(10, rounds=2)
        learned = trained(run)["kept"]
    assert not np.array_equal(run.net.weights["B"], begun["B"])
    assert opinions == [SMALL.batch // 2] * (run.adam.steps // 2)
    assert opinions
    with reopened(tmp_path / "run") as folder:
        again = CpuRun(folder)
        assert trained(again)["kept"] == learned
        opinions.clear()
        again.run(10, rounds=3)
        assert opinions


def test_another_seed_learns_something_else(tmp_path: Path) -> None:
    results = []
    for seed in (5, 6):
        with RunFolder.create(tmp_path / str(seed), plan_of(seed=seed)) as folder:
            run = CpuRun(folder)
            run._round()
            results.append(trained(run)["kept"]["games.state"])
    assert results[0] != results[1]


def test_losses_that_are_no_numbers_stop_the_run_and_the_last_checkpoint_stays(folder: RunFolder) -> None:
    run = CpuRun(folder)
    run.run(10, rounds=2)
    good = trained(run)["kept"]
    run.net.weights["B"][0, 0] = np.nan
    with pytest.raises(LossError, match="not numbers"):
        run.run(10, rounds=4)
    folder.close()
    with reopened(folder.path) as again:
        assert trained(CpuRun(again))["kept"] == good


def test_an_accepted_net_becomes_the_net_in_use(folder: RunFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    verdicts = iter(["refused", "accepted", "undecided"])

    def hold(gate: Gate, go_on: Any) -> GateResult:
        go_on(Standing(gate.plan))
        return GateResult(next(verdicts), 10, 0.7, 150.0, 50.0, 250.0)

    monkeypatch.setattr(Gate, "hold", hold)
    run = CpuRun(folder)
    for rounds, in_use in ((3, 0), (6, 6), (9, 6)):
        assert run.run(10, rounds=rounds)
        assert (run.contests.in_use, folder.result_file.exists()) == (in_use, in_use > 0)
    assert [row["gate"]["verdict"] for row in folder.rows if "gate" in row] == ["refused", "accepted", "undecided"]
    assert run.contests.elo == 150.0
    manifest, contents = net_file.read(folder.result_file)
    assert (manifest["game"], manifest["rules"], manifest["kind"]) == ("enso", "standard", "sparse")
    assert manifest["training"]["seed"] == 5
    assert manifest["training"]["contest"]["verdict"] == "accepted"
    assert set(contents) == {
        "windows1",
        "windows3",
        "windows4",
        "A",
        "A_bias",
        "B",
        "B_bias",
        "V",
        "V_bias",
        "P",
        "P_bias",
    }
    assert read_digest(folder.net_file(6)) == read_digest(folder.result_file) != read_digest(folder.net_file(0))
    assert folder.manifest["in_use"] == 6


def test_a_net_written_later_is_the_same_net(tmp_path: Path) -> None:
    net = NumpyNet.fresh(layout_for(kakomi.new("enso")), (16, 8), 1)
    for name in ("one", "two"):
        write_net(tmp_path / name, net, plan_of(), {"minutes": len(list(tmp_path.iterdir()))})
    assert (tmp_path / "one").read_bytes() != (tmp_path / "two").read_bytes()
    assert read_digest(tmp_path / "one") == read_digest(tmp_path / "two")


def test_large_nets_are_written_with_half_the_digits_and_too_large_ones_not_at_all(tmp_path: Path) -> None:
    layout = layout_for(kakomi.new("enso"))
    write_net(tmp_path / "half.net", NumpyNet.fresh(layout, (512, 8), 1), plan_of(), {})
    assert (tmp_path / "half.net").stat().st_size < 6 * 2**20
    with pytest.raises(TrainingError, match="larger than 16 MiB"):
        write_net(tmp_path / "large.net", NumpyNet.fresh(layout, (4000, 8), 1), plan_of(), {})
    assert not (tmp_path / "large.net").exists()


# --- settings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"games": "0"}, "games must be a number from 1 to 4096, not '0'"),
        ({"rate": "nan"}, "rate must be a number from 1e-06 to 1, not 'nan'"),
        ({"batch": "x"}, "batch must be a whole number, not 'x'"),
        ({"games": "1.5"}, "games must be a whole number"),
        ({"contest_games": "5"}, "must be even"),
        ({"simulation": "5"}, "did you mean simulations?"),
    ],
)
def test_settings_are_checked(given: dict[str, str], reason: str) -> None:
    with pytest.raises((OptionError, UnknownName)) as refusal:
        CpuSettings.read(given)
    assert reason in str(refusal.value)


def test_settings_of_another_version_are_refused(tmp_path: Path) -> None:
    plan = TrainingPlan("enso", "standard", {}, 1, "cpu", {"games": 12, "colour": 1})
    with (
        RunFolder.create(tmp_path, plan) as folder,
        pytest.raises(TrainingError, match=r"settings .* another version"),
    ):
        CpuRun(folder)


def test_no_memory_is_said_with_what_to_do() -> None:
    from kakomi.training.errors import failures_said

    class OutOfMemoryError(RuntimeError):
        """As torch's."""

    failures = [
        (MemoryError(), "this machine is out of memory; .*checkpoint is kept: go on"),
        (OutOfMemoryError("CUDA out of memory. Tried to allocate"), r"the GPU is out of memory \(CUDA out.*: go on"),
        (RuntimeError("CUDA error: device unavailable\nmore"), r"the GPU failed \(CUDA error: device unavailable\);"),
        (LossError("the losses are not numbers"), "training stopped: the losses are not numbers; .* lower rate"),
    ]
    for failure, sentence in failures:
        with pytest.raises(EngineError, match=sentence), failures_said("go on"):
            raise failure
    with pytest.raises(RuntimeError, match="something else"), failures_said("go on"):
        raise RuntimeError("something else")
