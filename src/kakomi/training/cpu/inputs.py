"""The sparse net's inputs, from what the self-play kernels write: rows of its first layer, for many positions at once."""

from __future__ import annotations

import numpy as np

from kakomi.core.compiler.build import bind
from kakomi.core.match import Match
from kakomi.core.net import SQUARE, net_for, net_shape
from kakomi.core.protocol import Moves, Position, planes
from kakomi.training.cpu.numpy_net import MOST_ROWS, RESULTS, Array, InputBatch, SparseShape, Targets, choose_windows
from kakomi.training.errors import TrainingError
from kakomi.training.state import DRAWN, LOST, WON, Batch, Shape

NEEDED = "STATES, WAYS, EXTRAS, grid, facts, planes, index and move_at"


def layout_for(match: Match) -> SparseShape:
    """The inputs and outputs of a net for the match's rules and options; TrainingError if it cannot have one."""
    refuse_without_interface(match)
    rules = match.rule_set.rules
    net = net_for(rules)
    shape = net_shape(rules, match.settings)
    cells = [0] * shape.length
    bind("python", look, rules)(match.state, cells)
    others = sum(shape.facts) + shape.entries
    patterns = getattr(net, "PATTERNS", SQUARE)
    fixed = getattr(net, "KIND", "sparse") == "sparse"  # else the board may grow over cells that are off it now
    board = [not fixed or state > 0 for state in cells[: shape.cells]]
    windows = choose_windows(shape.rows, shape.columns, shape.states, patterns, board, MOST_ROWS - others)
    return SparseShape(shape.states, shape.facts, shape.entries, windows)


def refuse_without_interface(match: Match) -> None:
    """Raise TrainingError if the game has no net interface."""
    if net_for(match.rule_set.rules) is None:
        raise TrainingError(
            f"{match.game.name} {match.rules} has no net interface, which training needs: a file net.py beside its rules "
            f"with {NEEDED} (docs/design/add-a-game.md)"
        )


def look(position: Position, cells: Moves) -> None:
    """Write what the net interface says about a position."""
    planes(position, cells)


def active_rows(layout: SparseShape, cells: Array, facts: Array, entries: Array, seconds: Array) -> tuple[Array, Array]:
    """The rows that are 1 in each position, one after another, and where those of each begin.

    `cells` and `facts` have one line per position, as `planes` writes them. So do `entries` and `seconds`: the policy
    entries of the legal moves, -1 where there is none.
    """
    count = len(cells)
    digits = np.maximum(cells.astype(np.int64) - 1, 0)
    rows, masks = [], []
    for group, starts in zip(layout.windows, layout.window_starts, strict=True):
        codes = np.zeros((count, len(group)), np.int64)
        for place in range(group.shape[1] - 1, -1, -1):
            codes = codes * layout.base + digits[:, group[:, place]]
        rows.append(starts + codes)
        masks.append(codes > 0)
    if layout.facts:
        fact_starts = layout.fact_start + np.r_[0, np.cumsum(layout.facts)[:-1]]
        rows.append(fact_starts + facts)
        masks.append(np.ones_like(rows[-1], bool))
    marks = np.zeros((count, layout.entries + 1), bool)  # the last column is for those that are -1
    lines = np.arange(count)[:, None]
    marks[lines, entries] = True
    marks[lines, seconds] = True
    rows.append(np.broadcast_to(layout.entry_start + np.arange(layout.entries), (count, layout.entries)))
    masks.append(marks[:, :-1])
    mask = np.concatenate(masks, axis=1)
    return np.concatenate(rows, axis=1)[mask], np.r_[0, np.cumsum(mask.sum(axis=1))]


def inputs_of(layout: SparseShape, shape: Shape, batch: Batch) -> InputBatch:
    """The positions of a batch, for the net."""
    size = len(batch.result)
    entries, seconds = (np.asarray(each).reshape(size, shape.widest) for each in (batch.entry, batch.second))
    cells, facts = np.asarray(batch.cells).reshape(size, -1), np.asarray(batch.facts)[: size * shape.facts]
    rows, row_starts = active_rows(layout, cells, facts.reshape(size, -1), entries, seconds)
    legal = entries >= 0
    return InputBatch(rows, row_starts, entries[legal], seconds[legal], np.r_[0, np.cumsum(legal.sum(axis=1))])


def training_batch(layout: SparseShape, shape: Shape, batch: Batch, mix: float) -> tuple[InputBatch, Targets]:
    """The output of `samples.sample`, for the net; `mix` is the search's share in the value target, beside the result."""
    inputs = inputs_of(layout, shape, batch)
    policy = np.asarray(batch.policy)[np.asarray(batch.entry) >= 0]
    totals = np.add.reduceat(policy, inputs.move_starts[:-1])  # 1, but for rounding
    return inputs, Targets(policy / totals[inputs.owners], value_targets(batch, mix))


def value_targets(batch: Batch, mix: float) -> Array:
    """Win, draw and loss: the game's result, mixed with the search's value of the position."""
    result = np.asarray(batch.result)
    outcome = np.stack([result == each for each in (WON, DRAWN, LOST)], axis=1).astype(np.float32)
    value = np.clip(np.asarray(batch.value), -1, 1)
    drawn = np.clip(np.asarray(batch.drawn), 0, 1 - np.abs(value))
    search = np.stack([(1 - drawn + value) / 2, drawn, (1 - drawn - value) / 2], axis=1)
    assert outcome.shape == search.shape == (len(result), RESULTS)
    mixed: Array = (1 - mix) * outcome + mix * search
    return mixed
