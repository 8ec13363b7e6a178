"""The sparse net in numpy: its answers, its losses and their gradients, and the optimizer. It learns on any CPU.

    inputs    one row of A for each window of the board (its cells' states as digits of a code; code 0, where all
              are empty, gives none), for each value of a fact, and for each policy entry that a legal move has
    a = A_bias + the sum of the active rows of A
    h = relu(B relu(a) + B_bias)
    value     V h + V_bias: three logits, win, draw and loss of the player to move
    policy    P[entry] h + P_bias[entry]: one logit per entry; a move's logit is that of its entry plus, where it has one,
              that of its second entry; probabilities are a softmax over the legal moves

At play time compiled code computes the same (`kakomi.search.learned`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kakomi.core.net import SQUARE
from kakomi.training.errors import LossError, TrainingError

Array = NDArray[Any]
Weights = dict[str, Array]

WEIGHTS = ("A", "A_bias", "B", "B_bias", "V", "V_bias", "P", "P_bias")
RESULTS = 3  # win, draw, loss
ACTIVE = 40  # rows that are active together, roughly; a fresh net is scaled for this
MOST_ROWS = 60_000  # with 128 hidden numbers as float16 a file of 15 MiB


@dataclass(frozen=True, eq=False)
class SparseShape:
    """Where the inputs and outputs of a net are. `windows` are arrays of cells, one row per window, the smallest first."""

    states: int
    facts: tuple[int, ...]
    entries: int
    windows: tuple[Array, ...]

    @property
    def base(self) -> int:
        """The number of digits of a window's code: off the board and empty both count as 0."""
        return self.states - 1

    @cached_property
    def window_starts(self) -> tuple[Array, ...]:
        """For each group, the row of code 0 of each of its windows."""
        starts, begin = [], 0
        for group in self.windows:
            codes = self.base ** group.shape[1]
            starts.append(begin + codes * np.arange(len(group)))
            begin += codes * len(group)
        return tuple(starts)

    @property
    def fact_start(self) -> int:
        """The row of the first fact's value 0; those of the others follow."""
        return sum(len(group) * self.base ** group.shape[1] for group in self.windows)

    @property
    def entry_start(self) -> int:
        """The row of entry 0."""
        return self.fact_start + sum(self.facts)

    @property
    def rows(self) -> int:
        """All rows of A."""
        return self.entry_start + self.entries

    @property
    def places(self) -> dict[tuple[int, ...], int]:
        """The row of code 0 of each window."""
        return {
            tuple(cells): start
            for group, starts in zip(self.windows, self.window_starts, strict=True)
            for cells, start in zip(group.tolist(), starts.tolist(), strict=True)
        }

    def arrays(self) -> Weights:
        """The arrays that go into a file."""
        return {f"windows{group.shape[1]}": group.astype(np.int32) for group in self.windows}


def windows_of(arrays: Mapping[str, Array]) -> tuple[Array, ...]:
    """The windows of the net in a file."""
    groups = [np.asarray(each, np.int64) for name, each in arrays.items() if name.startswith("windows")]
    return tuple(sorted(groups, key=lambda group: int(group.shape[1])))


def choose_windows(
    rows: int,
    columns: int,
    states: int,
    patterns: Sequence[Sequence[tuple[int, int]]] = SQUARE,
    board: Sequence[bool] | None = None,
    most_rows: int = MOST_ROWS,
) -> tuple[Array, ...]:
    """The single cells of the board and, if a net of reasonable size has room for them, all places of the patterns on it.

    >>> [group.shape for group in choose_windows(6, 6, 4)]
    [(36, 1), (25, 4)]
    """
    on = set(range(rows * columns)) if board is None else {cell for cell, is_on in enumerate(board) if is_on}
    groups: dict[int, list[list[int]]] = {1: [[cell] for cell in sorted(on)]}
    singles = len(on) * (states - 1)
    if singles > most_rows:
        raise TrainingError(
            f"a board of {rows} x {columns} cells with {states} states and all its moves is too large for a net that has "
            "weights of its own for every cell; choose a smaller board"
        )
    for pattern in patterns:
        for cell in range(rows * columns):
            places = [(cell // columns + down, cell % columns + right) for down, right in pattern]
            window = [row * columns + column for row, column in places]
            inside = all(0 <= row < rows and 0 <= column < columns for row, column in places)
            if inside and on.issuperset(window):
                groups.setdefault(len(window), []).append(window)
    if sum(len(group) * (states - 1) ** size for size, group in groups.items()) > most_rows:
        groups = {1: groups[1]}
    return tuple(np.array(groups[size], np.int64) for size in sorted(groups))


@dataclass(frozen=True, eq=False)
class InputBatch:
    """Positions as the net sees them. All lists are flat: those of position i go from `starts[i]` to `starts[i + 1]`."""

    rows: Array  # the active rows of A
    row_starts: Array
    entries: Array  # of the legal moves
    second_entries: Array  # -1 where a move has none
    move_starts: Array

    @property
    def size(self) -> int:
        """The number of positions."""
        return len(self.row_starts) - 1

    @cached_property
    def owners(self) -> Array:
        """The position of each legal move."""
        return np.repeat(np.arange(self.size), np.diff(self.move_starts))


@dataclass(frozen=True, eq=False)
class Targets:
    """What the net should have answered: the probability of each legal move, and of win, draw and loss."""

    policy: Array
    value: Array


@dataclass(frozen=True)
class Losses:
    """Cross entropies in nats, means over a batch; `entropy` is what the policy's would be if the net were right."""

    policy: float
    value: float
    entropy: float


@dataclass(frozen=True, eq=False)
class SparseGradient:
    """The gradient of a few rows of a large array; all others are 0."""

    rows: Array
    values: Array


Gradients = dict[str, Array | SparseGradient]


class _Active:
    """The rows of A that a batch uses, and a matrix of which position has which: small, and so fast."""

    def __init__(self, rows: Array, row_starts: Array, dtype: np.dtype[Any]) -> None:
        self.rows, places = np.unique(rows, return_inverse=True)
        owners = np.repeat(np.arange(len(row_starts) - 1), np.diff(row_starts))
        self.matrix: Array = np.zeros((len(row_starts) - 1, len(self.rows)), dtype)
        self.matrix[owners, places] = 1


class NumpyNet:
    """The net: its shape and weights."""

    def __init__(self, shape: SparseShape, weights: Mapping[str, Array]) -> None:
        self.shape = shape
        self.weights: Weights = {name: weights[name] for name in WEIGHTS}
        h1, h2 = self.weights["B"].shape
        wanted = {"A": (shape.rows, h1), "A_bias": (h1,), "B": (h1, h2), "B_bias": (h2,)}
        wanted |= {"V": (RESULTS, h2), "V_bias": (RESULTS,), "P": (shape.entries, h2), "P_bias": (shape.entries,)}
        for name, size in wanted.items():
            if self.weights[name].shape != size:
                raise TrainingError(f"the net's array {name} has the shape {self.weights[name].shape}, not {size}")

    @classmethod
    def fresh(cls, shape: SparseShape, hidden: Sequence[int], seed: int, dtype: type = np.float32) -> NumpyNet:
        """A net that knows nothing: all moves are about equally likely, and so are all results."""
        h1, h2 = hidden
        dice = np.random.default_rng(seed)

        def normal(size: tuple[int, ...], scale: float) -> Array:
            return (dice.standard_normal(size) * scale).astype(dtype)

        weights = {
            "A": normal((shape.rows, h1), (2 / ACTIVE) ** 0.5),
            "B": normal((h1, h2), (2 / h1) ** 0.5),
            "V": normal((RESULTS, h2), 0.1 / h2**0.5),
            "P": normal((shape.entries, h2), 0.1 / h2**0.5),
            **{f"{name}_bias": np.zeros(n, dtype) for name, n in (("A", h1), ("B", h2), ("V", RESULTS))},
            "P_bias": np.zeros(shape.entries, dtype),
        }
        for group, starts in zip(shape.windows, shape.window_starts, strict=True):
            assert len(group) == len(starts)
            weights["A"][starts] = 0  # code 0: never used
        return cls(shape, weights)

    @classmethod
    def from_arrays(cls, shape: SparseShape, arrays: Mapping[str, Array]) -> NumpyNet:
        """The net of a file. Windows of the shape that it does not have begin with 0: they change nothing at first."""
        old = SparseShape(shape.states, shape.facts, shape.entries, windows_of(arrays))
        weights = {name: np.array(arrays[name], np.float32) for name in WEIGHTS}
        if len(weights["A"]) != old.rows:
            raise TrainingError(f"its array A has {len(weights['A'])} rows, not {old.rows}")
        places, own = old.places, shape.places
        if not own.keys() >= places.keys():
            raise TrainingError("it sees groups of cells that the game's net interface (net.py) no longer has")
        first = np.zeros((shape.rows, weights["A"].shape[1]), np.float32)
        first[shape.fact_start :] = weights["A"][old.fact_start :]
        for cells, start in places.items():
            codes = shape.base ** len(cells)
            first[own[cells] : own[cells] + codes] = weights["A"][start : start + codes]
        return cls(shape, weights | {"A": first})

    def answer(self, rows: Array, row_starts: Array) -> tuple[Array, Array]:
        """For each position the logits of all entries, and the chances of win, draw and loss."""
        _, hidden = self._hidden(_Active(rows, row_starts, self.weights["A"].dtype))
        weights = self.weights
        policy = hidden @ weights["P"].T + weights["P_bias"]
        return policy, softmax(hidden @ weights["V"].T + weights["V_bias"])

    def opinion(self, batch: InputBatch) -> Targets:
        """What the net answers, for another net to learn."""
        inputs = _Active(batch.rows, batch.row_starts, self.weights["A"].dtype)
        nothing = Targets(np.zeros(len(batch.entries)), np.zeros((batch.size, RESULTS)))
        _, moves, chances, _ = self._compare(inputs, batch, nothing)
        return Targets(moves, chances)

    def losses(self, batch: InputBatch, targets: Targets) -> Losses:
        """How far the net is off."""
        inputs = _Active(batch.rows, batch.row_starts, self.weights["A"].dtype)
        return self._compare(inputs, batch, targets)[0]

    def gradients(self, batch: InputBatch, targets: Targets, value_weight: float = 1.0) -> tuple[Losses, Gradients]:
        """The losses and their gradients. LossError if the losses are not finite."""
        weights, size = self.weights, batch.size
        dtype = weights["B"].dtype
        inputs = _Active(batch.rows, batch.row_starts, dtype)
        losses, moves, chances, (first, hidden) = self._compare(inputs, batch, targets)
        if not np.isfinite([losses.policy, losses.value]).all():
            raise LossError(f"the losses are not numbers (policy {losses.policy}, value {losses.value})")
        d_moves = (moves - targets.policy) / size
        places = batch.owners * self.shape.entries
        d_flat = np.bincount(places + batch.entries, d_moves, size * self.shape.entries)
        double = batch.second_entries >= 0
        if double.any():
            second = places[double] + batch.second_entries[double]
            d_flat += np.bincount(second, d_moves[double], size * self.shape.entries)
        d_policy = d_flat.reshape(size, -1).astype(dtype)
        d_value = ((chances - targets.value) * (value_weight / size)).astype(dtype)
        d_hidden = (d_policy @ weights["P"] + d_value @ weights["V"]) * (hidden > 0)
        d_first = (d_hidden @ weights["B"].T) * (first > 0)
        return losses, {
            "A": SparseGradient(inputs.rows, inputs.matrix.T @ d_first),
            "A_bias": d_first.sum(0),
            "B": first.T @ d_hidden,
            "B_bias": d_hidden.sum(0),
            "V": d_value.T @ hidden,
            "V_bias": d_value.sum(0),
            "P": d_policy.T @ hidden,
            "P_bias": d_policy.sum(0),
        }

    def copy(self) -> NumpyNet:
        """Another net with the same weights."""
        return NumpyNet(self.shape, {name: each.copy() for name, each in self.weights.items()})

    def _hidden(self, inputs: _Active) -> tuple[Array, Array]:
        """relu(a) and h."""
        weights = self.weights
        first = np.maximum(inputs.matrix @ weights["A"][inputs.rows] + weights["A_bias"], 0)
        return first, np.maximum(first @ weights["B"] + weights["B_bias"], 0)

    def _compare(
        self, inputs: _Active, batch: InputBatch, targets: Targets
    ) -> tuple[Losses, Array, Array, tuple[Array, Array]]:
        """The losses, the probabilities of moves and results, and the hidden layers."""
        between = self._hidden(inputs)
        hidden, weights, size = between[1], self.weights, batch.size
        entries = hidden @ weights["P"].T + weights["P_bias"]
        logits = entries[batch.owners, batch.entries]
        double = batch.second_entries >= 0
        if double.any():
            logits[double] += entries[batch.owners[double], batch.second_entries[double]]
        starts = batch.move_starts[:-1]
        logits = logits - np.maximum.reduceat(logits, starts)[batch.owners]
        logs = logits - np.log(np.add.reduceat(np.exp(logits), starts))[batch.owners]
        value_logits = hidden @ weights["V"].T + weights["V_bias"]
        chances = softmax(value_logits)
        losses = Losses(
            float(-(targets.policy * logs).sum(dtype=np.float64) / size),
            float(-(targets.value * log_softmax(value_logits)).sum(dtype=np.float64) / size),
            float(-(targets.policy * np.log(np.maximum(targets.policy, 1e-12))).sum(dtype=np.float64) / size),
        )
        return losses, np.exp(logs), chances, between


def softmax(logits: Array) -> Array:
    """Probabilities along the last axis."""
    result: Array = np.exp(log_softmax(logits))
    return result


def log_softmax(logits: Array) -> Array:
    """Their logarithms."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    result: Array = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return result


class Adam:
    """Adam (Kingma, Ba 2015) with decoupled weight decay. Rows of A that a batch does not use stay as they are."""

    FIRST, SECOND, SMALL = 0.9, 0.999, 1e-8
    DECAY = 1e-4  # of matrices, per unit of the learning rate

    def __init__(self, net: NumpyNet) -> None:
        self.net = net
        self.steps = 0
        self.first = {name: np.zeros_like(each) for name, each in net.weights.items()}
        self.second = {name: np.zeros_like(each) for name, each in net.weights.items()}

    def step(self, gradients: Gradients, rate: float) -> None:
        """One step against the gradients."""
        self.steps += 1
        one, two = 1 - self.FIRST**self.steps, 1 - self.SECOND**self.steps
        for name, gradient in gradients.items():
            rows: Any = slice(None)
            if isinstance(gradient, SparseGradient):
                rows, gradient = gradient.rows, gradient.values
            weight, first, second = self.net.weights[name], self.first[name], self.second[name]
            mean = self.FIRST * first[rows] + (1 - self.FIRST) * gradient
            square = self.SECOND * second[rows] + (1 - self.SECOND) * gradient * gradient
            first[rows], second[rows] = mean, square
            change = (mean / one) / (np.sqrt(square / two) + self.SMALL)
            if weight.ndim > 1:
                change = change + self.DECAY * weight[rows]
            weight[rows] -= (rate * change).astype(weight.dtype)


class RunningMean:
    """The mean of a net's weights over its last steps: steadier than the latest weights, and used to play."""

    MOST = 0.998  # how much of the mean is kept at each step, once there have been enough

    def __init__(self, net: NumpyNet) -> None:
        self.net = net.copy()
        self.steps = 0

    def add(self, net: NumpyNet) -> None:
        """Add a step to the mean."""
        self.steps += 1
        share = 1 - min(self.MOST, 1 - 1 / (1 + self.steps / 10))
        for name, mean in self.net.weights.items():
            mean += (share * (net.weights[name] - mean)).astype(mean.dtype)
