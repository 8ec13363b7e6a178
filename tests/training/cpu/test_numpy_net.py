"""The net in numpy: what it answers, against the formulas written out; its gradients, against differences; its optimizer."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kakomi.training.cpu.numpy_net import (
    Adam,
    InputBatch,
    NumpyNet,
    RunningMean,
    SparseGradient,
    SparseShape,
    Targets,
    choose_windows,
)
from kakomi.training.errors import LossError, TrainingError

SHAPE = SparseShape(4, (3, 2), 14, choose_windows(3, 4, 4))
HIDDEN = (6, 5)


def sample(size: int, seed: int = 1) -> tuple[InputBatch, Targets]:
    """Positions that look as if a game had been played: some rows, some moves, some of these with two entries."""
    dice = np.random.default_rng(seed)
    rows, entries, seconds, policy = [], [], [], []
    for _ in range(size):
        rows.append(np.sort(dice.choice(SHAPE.rows, dice.integers(1, 9), replace=False)))
        count = int(dice.integers(1, 6))
        entries.append(dice.choice(SHAPE.entries, count, replace=False))
        seconds.append(np.where(dice.random(count) < 0.4, dice.integers(0, SHAPE.entries, count), -1))
        policy.append(dice.dirichlet(np.ones(count)))

    def starts(lists: list[Any]) -> Any:
        return np.r_[0, np.cumsum([len(each) for each in lists])]

    batch = InputBatch(
        np.concatenate(rows), starts(rows), np.concatenate(entries), np.concatenate(seconds), starts(entries)
    )
    return batch, Targets(np.concatenate(policy), dice.dirichlet(np.ones(3), size))


def net_of(dtype: type = np.float64, seed: int = 3) -> NumpyNet:
    net = NumpyNet.fresh(SHAPE, HIDDEN, seed, dtype)
    dice = np.random.default_rng(seed)
    for weight in net.weights.values():  # biases and outputs of a fresh net are too small to show an error
        weight += (0.3 * dice.standard_normal(weight.shape)).astype(dtype)
    return net


def written_out(net: NumpyNet, batch: InputBatch, place: int) -> tuple[list[float], list[float]]:
    """Log-probabilities of the legal moves and the three results of one position, number by number."""
    weights = {name: each.tolist() for name, each in net.weights.items()}
    h1, h2 = HIDDEN
    a = list(weights["A_bias"])
    for row in batch.rows[batch.row_starts[place] : batch.row_starts[place + 1]]:
        for i in range(h1):
            a[i] += weights["A"][row][i]
    hidden = []
    for j in range(h2):
        total = weights["B_bias"][j]
        for i in range(h1):
            total += weights["B"][i][j] * max(a[i], 0.0)
        hidden.append(max(total, 0.0))

    def logit(matrix: str, row: int) -> float:
        value: float = weights[f"{matrix}_bias"][row]
        for j in range(h2):
            value += weights[matrix][row][j] * hidden[j]
        return value

    moves = []
    for k in range(batch.move_starts[place], batch.move_starts[place + 1]):
        second = int(batch.second_entries[k])
        moves.append(logit("P", int(batch.entries[k])) + (logit("P", second) if second >= 0 else 0.0))

    def logs(logits: list[float]) -> list[float]:
        total = math.log(sum(math.exp(each) for each in logits))
        return [each - total for each in logits]

    return logs(moves), logs([logit("V", k) for k in range(3)])


# --- the shape --------------------------------------------------------------------------------------------------------


def test_rows_are_laid_out_window_by_window_then_facts_then_entries() -> None:
    assert [group.shape for group in SHAPE.windows] == [(12, 1), (6, 4)]
    assert SHAPE.windows[1].tolist()[:2] == [[0, 1, 4, 5], [1, 2, 5, 6]]
    assert SHAPE.window_starts[0].tolist() == [3 * place for place in range(12)]
    assert SHAPE.window_starts[1].tolist() == [36 + 81 * place for place in range(6)]
    assert (SHAPE.fact_start, SHAPE.entry_start, SHAPE.rows) == (36 + 486, 36 + 486 + 5, 36 + 486 + 5 + 14)
    assert sorted(SHAPE.arrays()) == ["windows1", "windows4"]


def test_a_board_too_large_gets_single_cells_and_then_a_refusal() -> None:
    assert [group.shape[1] for group in choose_windows(9, 9, 7)] == [1]
    assert [group.shape[1] for group in choose_windows(1, 9, 4)] == [1]  # there is no square of four
    with pytest.raises(TrainingError, match="choose a smaller board"):
        choose_windows(300, 300, 4)
    cross = choose_windows(3, 3, 3, (((0, 0), (0, 1)),), [cell % 2 == 1 or cell == 4 for cell in range(9)])
    assert [group.tolist() for group in cross] == [[[1], [3], [4], [5], [7]], [[3, 4], [4, 5]]]


def test_weights_of_another_shape_are_refused() -> None:
    net = net_of()
    with pytest.raises(TrainingError, match=r"A has the shape .* not \(541, 6\)"):
        NumpyNet(SHAPE, net.weights | {"A": net.weights["A"][1:]})


# --- answers ----------------------------------------------------------------------------------------------------------


def test_answers_are_those_of_the_formulas() -> None:
    net, (batch, targets) = net_of(), sample(7)
    policy, chances = net.answer(batch.rows, batch.row_starts)
    losses = net.losses(batch, targets)
    policy_loss = value_loss = 0.0
    for place in range(batch.size):
        moves, results = written_out(net, batch, place)
        span = slice(batch.move_starts[place], batch.move_starts[place + 1])
        policy_loss -= sum(p * log for p, log in zip(targets.policy[span], moves, strict=True)) / batch.size
        value_loss -= sum(p * log for p, log in zip(targets.value[place], results, strict=True)) / batch.size
        assert chances[place] == pytest.approx([math.exp(each) for each in results])
        logits = policy[place, batch.entries[span]]
        for k, second in enumerate(batch.second_entries[span]):
            logits[k] += policy[place, second] if second >= 0 else 0.0
        assert logits - np.log(np.exp(logits).sum()) == pytest.approx(moves)
    assert (losses.policy, losses.value) == pytest.approx((policy_loss, value_loss))


def test_a_fresh_net_has_no_opinion() -> None:
    net, (batch, targets) = NumpyNet.fresh(SHAPE, HIDDEN, 1), sample(50)
    assert net.losses(batch, targets).value == pytest.approx(math.log(3), abs=0.05)
    assert np.abs(net.answer(batch.rows, batch.row_starts)[1] - 1 / 3).max() < 0.1
    for starts in SHAPE.window_starts:
        assert not net.weights["A"][starts].any()


# --- gradients --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["A", "A_bias", "B", "B_bias", "V", "V_bias", "P", "P_bias"])
def test_gradients_are_differences(name: str) -> None:
    net, (batch, targets) = net_of(), sample(9)
    _, gradients = net.gradients(batch, targets, value_weight=0.7)
    gradient = gradients[name]
    if isinstance(gradient, SparseGradient):
        whole = np.zeros_like(net.weights[name])
        whole[gradient.rows] = gradient.values
        gradient = whole
    weight = net.weights[name]
    nonzero = np.argwhere(gradient != 0)
    assert len(nonzero) > 0
    chosen = np.random.default_rng(2).permutation(len(nonzero))[:25]
    unused = np.argwhere(gradient == 0)[:3]
    for place in [*map(tuple, nonzero[chosen]), *map(tuple, unused)]:
        before, step = weight[place], 1e-6
        totals = []
        for value in (before + step, before - step):
            weight[place] = value
            losses = net.losses(batch, targets)
            totals.append(losses.policy + 0.7 * losses.value)
        weight[place] = before
        assert (totals[0] - totals[1]) / (2 * step) == pytest.approx(gradient[place], abs=1e-8, rel=1e-4)


def test_losses_that_are_no_numbers_are_refused() -> None:
    net, (batch, targets) = net_of(np.float32), sample(4)
    net.weights["V"][0, 0] = np.nan
    with pytest.raises(LossError, match="not numbers"):
        net.gradients(batch, targets)


# --- learning ---------------------------------------------------------------------------------------------------------


def test_adam_takes_the_textbooks_steps() -> None:
    net = net_of()
    adam = Adam(net)
    start = net.weights["V_bias"].copy()
    first, second, expected = np.zeros(3), np.zeros(3), start.copy()
    for count in range(1, 4):
        gradient = np.array([0.5, -0.1, 0.0]) * count
        adam.step({"V_bias": gradient}, 0.01)
        first, second = 0.9 * first + 0.1 * gradient, 0.999 * second + 0.001 * gradient**2
        expected -= 0.01 * (first / (1 - 0.9**count)) / (np.sqrt(second / (1 - 0.999**count)) + 1e-8)
    assert net.weights["V_bias"] == pytest.approx(expected)


def test_rows_that_a_batch_does_not_use_stay_as_they_are() -> None:
    net, (batch, targets) = net_of(), sample(3)
    before = net.weights["A"].copy()
    Adam(net).step(net.gradients(batch, targets)[1], 0.01)
    changed = np.flatnonzero((net.weights["A"] != before).any(axis=1))
    assert set(changed) == set(batch.rows.tolist())


def test_it_learns_what_it_is_shown() -> None:
    net, (batch, targets) = NumpyNet.fresh(SHAPE, (32, 16), 1), sample(24)
    targets = replace(targets, value=np.eye(3)[np.arange(24) % 3])
    adam, mean = Adam(net), RunningMean(net)
    first = net.losses(batch, targets)
    for _ in range(300):
        adam.step(net.gradients(batch, targets)[1], 0.01)
        mean.add(net)
    last = net.losses(batch, targets)
    assert last.policy < last.entropy + 0.05 < first.policy
    assert last.value < 0.05 < first.value
    assert mean.net.losses(batch, targets).value < 0.2
