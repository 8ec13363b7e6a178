"""Nets with random weights, and what they say, computed plainly with numpy in float64."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kakomi.core.compiler.build import bind
from kakomi.core.match import Match
from kakomi.core.net import net_shape
from kakomi.search.learned import kernel
from kakomi.search.learned.manifest import describe_position, make_manifest
from kakomi.search.learned.network import Net

Arrays = dict[str, Any]
HIDDEN = 32
MOST_ROWS = 100_000  # of squares


def windows_of(rows: int, columns: int, height: int, width: int) -> Any:
    """All windows of a size, cells row by row."""
    return np.array(
        [
            [(row + i) * columns + column + j for i in range(height) for j in range(width)]
            for row in range(rows - height + 1)
            for column in range(columns - width + 1)
        ],
        np.int32,
    )


def random_net(
    match: Match, kind: str, seed: int = 0, sizes: tuple[int, int] = (256, 64), squares: bool = False
) -> Net:
    """A net for the options of a match. Sizes: the layers of a sparse net; channels and blocks of the other kind."""
    make = random_sparse if kind == "sparse" else random_conv
    arrays = make(match, np.random.default_rng(seed), *sizes, *([squares] if kind == "sparse" else []))
    manifest = make_manifest(match.game, match.rule_set, kind, {}, {"seed": seed})
    return Net(
        manifest, {name: each.astype(np.float32) if each.dtype.kind == "f" else each for name, each in arrays.items()}
    )


def random_sparse(match: Match, generator: Any, first: int, second: int, squares: bool) -> Arrays:
    shape = net_shape(match.rule_set.rules, match.settings)
    windows = {"windows1": windows_of(shape.rows, shape.columns, 1, 1)}
    if squares and shape.cells * (shape.states - 1) ** 4 < MOST_ROWS:
        windows["windows4"] = windows_of(shape.rows, shape.columns, 2, 2)
    base = shape.states - 1
    rows = sum(len(each) * base ** each.shape[1] for each in windows.values()) + sum(shape.facts) + shape.entries
    normal = generator.normal
    return {
        **windows,
        "A": coarse(normal(0, 0.15, (rows, first))),
        "A_bias": coarse(normal(0, 0.15, first)),
        "B": normal(0, 0.1, (first, second)),
        "B_bias": normal(0, 0.2, second),
        "V": normal(0, 0.2, (3, second)),
        "V_bias": normal(0, 0.2, 3),
        "P": normal(0, 0.2, (shape.entries, second)),
        "P_bias": normal(0, 0.2, shape.entries),
    }


def coarse(numbers: Any) -> Any:
    """Numbers that a first layer of whole numbers has exactly."""
    return np.round(numbers * 32) / 32


def random_conv(match: Match, generator: Any, channels: int, blocks: int) -> Arrays:
    shape = net_shape(match.rule_set.rules, match.settings)
    values = sum(shape.facts)
    normal = generator.normal
    arrays = {
        "W0": normal(0, 0.2, (25, shape.states - 1, channels)),
        "b0": normal(0, 0.2, channels),
        "F0": normal(0, 0.2, (values, channels)),
        "P": normal(0, 0.3, (channels, shape.ways)),
        "P_bias": normal(0, 0.2, shape.ways),
        "E": normal(0, 0.2, (2 * channels, shape.extras)),
        "E_bias": normal(0, 0.2, shape.extras),
        "H": normal(0, 0.2, (2 * channels, HIDDEN)),
        "Fh": normal(0, 0.2, (values, HIDDEN)),
        "H_bias": normal(0, 0.2, HIDDEN),
        "V": normal(0, 0.2, (HIDDEN, 3)),
        "V_bias": normal(0, 0.2, 3),
    }
    for number in range(blocks):
        arrays[f"blocks{number}_W"] = normal(0, 0.5 / np.sqrt(9 * channels), (9, channels, channels))
        arrays[f"blocks{number}_b"] = normal(0, 0.2, channels)
        arrays[f"blocks{number}_G"] = normal(0, 0.5 / np.sqrt(channels), (channels, channels))
    return arrays


# --- the reference ----------------------------------------------------------------------------------------------------


def relu(x: Any) -> Any:
    return np.maximum(x, 0)


def evaluate(net: Net, match: Match) -> tuple[float, Any]:
    """The value of a position for the player to move, and the logit of each legal move."""
    shape = net_shape(match.rule_set.rules, match.settings)
    moves = match.codes()
    cells, entries = [0] * shape.length, [0] * (2 * len(moves))
    bind("python", describe_position, match.rule_set.rules)(match.state, moves, cells, entries)
    arrays = {name: each.astype(np.float64) if each.dtype.kind == "f" else each for name, each in net.arrays.items()}
    ask = evaluate_sparse if net.kind == "sparse" else evaluate_conv
    outcome, logits = ask(arrays, shape, cells, [each for each in entries if each >= 0])
    chances = np.exp(outcome - outcome.max())
    chances /= chances.sum()
    pairs = zip(entries[::2], entries[1::2], strict=True)
    return chances[0] - chances[2], np.array([logits[one] + (logits[two] if two >= 0 else 0) for one, two in pairs])


def evaluate_sparse(arrays: Arrays, shape: Any, planes: Sequence[int], entries: Sequence[int]) -> tuple[Any, Any]:
    base = shape.states - 1
    digits = [max(state - 1, 0) for state in planes[: shape.cells]]
    inputs = np.zeros(len(arrays["A"]))
    row = 0
    for name in sorted((name for name in arrays if name.startswith("windows")), key=lambda name: int(name[7:])):
        for window in arrays[name]:
            code = sum(digits[cell] * base**i for i, cell in enumerate(window))
            if code:
                inputs[row + code] = 1
            row += base ** len(window)
    for values, value in zip(shape.facts, planes[shape.cells :], strict=True):
        inputs[row + value] = 1
        row += values
    inputs[[row + each for each in entries]] = 1
    a = inputs @ arrays["A"] + arrays["A_bias"]
    h = relu(relu(a) @ arrays["B"] + arrays["B_bias"])
    return arrays["V"] @ h + arrays["V_bias"], arrays["P"] @ h + arrays["P_bias"]


def evaluate_conv(arrays: Arrays, shape: Any, planes: Sequence[int], entries: Sequence[int]) -> tuple[Any, Any]:
    rows, columns = shape.rows, shape.columns
    states = np.array(planes[: shape.cells]).reshape(rows, columns)
    on = states > 0
    firsts = np.cumsum([0, *shape.facts])[:-1]
    facts = [first + value for first, value in zip(firsts, planes[shape.cells :], strict=True)]
    around = np.pad(states, 2)
    x = np.zeros((rows, columns, len(arrays["b0"])))
    for row in range(rows):
        for column in range(columns):
            if on[row, column]:
                total = arrays["b0"] + sum(arrays["F0"][fact] for fact in facts)
                for offset in range(25):
                    state = around[row + offset // 5, column + offset % 5]
                    if state:
                        total = total + arrays["W0"][offset, state - 1]
                x[row, column] = relu(total)
    number = 0
    while f"blocks{number}_W" in arrays:
        mean = x[on].mean(0)
        bordered = np.pad(x, [(1, 1), (1, 1), (0, 0)])
        total = x + arrays[f"blocks{number}_b"] + mean @ arrays[f"blocks{number}_G"]
        for offset in range(9):
            row, column = divmod(offset, 3)
            total = total + bordered[row : row + rows, column : column + columns] @ arrays[f"blocks{number}_W"][offset]
        x = np.where(on[..., None], relu(total), 0)
        number += 1
    pooled = np.concatenate([x[on].mean(0), x[on].max(0)])
    hidden = relu(pooled @ arrays["H"] + sum(arrays["Fh"][fact] for fact in facts) + arrays["H_bias"])
    cells = (x @ arrays["P"] + arrays["P_bias"]).reshape(-1)
    extras = pooled @ arrays["E"] + arrays["E_bias"]
    return hidden @ arrays["V"] + arrays["V_bias"], np.concatenate([cells, extras])


# --- what is to agree with it -----------------------------------------------------------------------------------------


def on(target: str, given: Any) -> Any:
    """Arrays, or named tuples of them, for a target: interpreted code takes lists, but arrays of float32."""
    if target == "cpu" or given is None:
        return given
    if isinstance(given, tuple):
        return type(given)(*(on(target, each) for each in given))
    return given if given.dtype == np.float32 else given.tolist()


def consult(net: Net, match: Match, target: str = "cpu") -> tuple[float, Any]:
    """The value and the logits by the package's own code."""
    layout = net.lay_out(match)
    rules = match.rule_set.rules
    width = rules.max_moves(match.settings)
    out: Any = np.zeros(width, np.float32)
    room, moves = on(target, layout.make_scratch(width)), on(target, np.zeros(width, np.int64))
    position, sparse, conv = (on(target, each) for each in (np.array(match.state), layout.sparse, layout.conv))
    value = bind(target, kernel.consult, rules)(position, sparse, conv, room, moves, out)
    return float(value), out[: len(match.codes())]
