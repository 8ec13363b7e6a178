"""The sparse net on the weights of `numpy_net`, compiled: self-play on the CPU evaluates leaves with it.

At play time `kakomi.search.learned` does the same with weights laid out for speed. Here the weights keep changing.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from kakomi.training.cpu.numpy_net import NumpyNet
from kakomi.training.state import LEAF, META, Games, Ints, Leaves, Shape, Trees


class NetArrays(NamedTuple):
    """A net's weights, and where its inputs are."""

    a: Any
    a_bias: Any
    b: Any
    b_bias: Any
    v: Any
    v_bias: Any
    p: Any
    p_bias: Any
    windows: Ints  # for each: its first row, how many cells it has, and their numbers
    facts: Ints  # the first row of each fact
    entry_start: int
    base: int


class Layers(NamedTuple):
    """Scratch space of one thread."""

    first: Any
    second: Any
    marks: Ints  # the number of the last evaluation that met each entry; at the end, the current number


def evaluate(g: int, shape: Shape, games: Games, trees: Trees, leaves: Leaves, net: NetArrays, layers: Layers) -> None:
    """The net's answer about the leaf of game g, for the kernels to take in."""
    leaf = games.meta[g * META + LEAF]
    if leaf < 0:
        return
    at = g * shape.nodes + leaf
    base = g * shape.edges + trees.first[at]
    add_inputs(g, base, trees.edge_count[at], shape, trees, leaves, net, layers)
    first, second = layers.first, layers.second
    for j in range(len(second)):
        second[j] = net.b_bias[j]
    for i in range(len(first)):
        x = first[i]
        if x > 0:
            for j in range(len(second)):
                second[j] += x * net.b[i, j]
    for j in range(len(second)):
        second[j] = max(second[j], 0)
    logits = g * shape.entries
    for i in range(base, base + trees.edge_count[at]):
        leaves.logits[logits + trees.entry[i]] = output(net.p, net.p_bias, trees.entry[i], layers)
        if trees.second[i] >= 0:
            leaves.logits[logits + trees.second[i]] = output(net.p, net.p_bias, trees.second[i], layers)
    win = output(net.v, net.v_bias, 0, layers)
    draw = output(net.v, net.v_bias, 1, layers)
    loss = output(net.v, net.v_bias, 2, layers)
    most = max(win, draw, loss)
    won = math.exp(win - most)
    drawn = math.exp(draw - most)
    lost = math.exp(loss - most)
    leaves.values[2 * g] = (won - lost) / (won + drawn + lost)
    leaves.values[2 * g + 1] = drawn / (won + drawn + lost)


def add_inputs(
    g: int, base: int, count: int, shape: Shape, trees: Trees, leaves: Leaves, net: NetArrays, layers: Layers
) -> None:
    """The first layer before its nonlinearity: the sum of the rows of all inputs that are 1."""
    for i in range(len(layers.first)):
        layers.first[i] = net.a_bias[i]
    at = 0
    while at < len(net.windows):
        size = net.windows[at + 1]
        code = 0
        for k in range(at + 1 + size, at + 1, -1):
            code = code * net.base + max(leaves.cells[g * shape.cells + net.windows[k]] - 1, 0)
        if code > 0:
            add_row(net.windows[at] + code, net, layers)
        at += 2 + size
    for fact in range(shape.facts):
        add_row(net.facts[fact] + leaves.facts[g * shape.facts + fact], net, layers)
    now = len(layers.marks) - 1
    layers.marks[now] += 1
    for i in range(base, base + count):
        add_entry(trees.entry[i], net, layers)
        if trees.second[i] >= 0:
            add_entry(trees.second[i], net, layers)


def add_entry(place: int, net: NetArrays, layers: Layers) -> None:
    """Add the policy entry of a legal move; once, however many moves share it."""
    now = layers.marks[len(layers.marks) - 1]
    if layers.marks[place] != now:
        layers.marks[place] = now
        add_row(net.entry_start + place, net, layers)


def add_row(row: int, net: NetArrays, layers: Layers) -> None:
    for i in range(len(layers.first)):
        layers.first[i] += net.a[row, i]


def output(matrix: Any, bias: Any, row: int, layers: Layers) -> float:
    """One number of the last layer."""
    total: float = bias[row]
    for j in range(len(layers.second)):
        total += matrix[row, j] * layers.second[j]
    return total


# --- interpreted ------------------------------------------------------------------------------------------------------


def weights_of(net: NumpyNet) -> NetArrays:
    """The weights of a net as the compiled code reads them: the same arrays, which change as the net learns."""
    import numpy as np

    layout = net.shape
    windows: list[int] = []
    for group, starts in zip(layout.windows, layout.window_starts, strict=True):
        for cells, start in zip(group.tolist(), starts.tolist(), strict=True):
            windows += [start, len(cells), *cells]
    facts = [layout.fact_start + sum(layout.facts[:place]) for place in range(len(layout.facts))]
    ints: list[Any] = [np.array(each, np.int64) for each in (windows, facts or [0])]
    weights = [net.weights[name] for name in ("A", "A_bias", "B", "B_bias", "V", "V_bias", "P", "P_bias")]
    return NetArrays._make([*weights, *ints, layout.entry_start, layout.base])


def layers_for(net: NumpyNet) -> Layers:
    """Scratch space for a net."""
    import numpy as np

    h1, h2 = net.weights["B"].shape
    dtype = net.weights["B"].dtype
    marks: Any = np.zeros(net.shape.entries + 1, np.int64)
    return Layers(np.zeros(h1, dtype), np.zeros(h2, dtype), marks)
