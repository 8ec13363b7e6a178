"""What the net reads: rows by the book, the same in compiled code and in numpy, and targets."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import kakomi
from kakomi.core.compiler.build import bind
from kakomi.core.match import Match
from kakomi.core.net import net_shape
from kakomi.core.protocol import Moves, Position, entry, planes, second_entry
from kakomi.training import arrays
from kakomi.training.cpu import inputs as inputs_module
from kakomi.training.cpu.compiled_net import evaluate, layers_for, weights_of
from kakomi.training.cpu.inputs import active_rows, layout_for, training_batch, value_targets
from kakomi.training.cpu.numpy_net import NumpyNet, SparseShape, choose_windows
from kakomi.training.errors import TrainingError
from kakomi.training.kernels import begin
from kakomi.training.state import DRAWN, EDGES_USED, LEAF, LOST, META, WON, Batch

GAMES = [("enso", "standard"), ("iago", "standard"), ("iago", "simple")]


def describe(position: Position, moves: Moves, cells: list[int], entries: list[int]) -> None:
    planes(position, cells)
    for i in range(len(moves)):
        entries[2 * i] = entry(position, moves[i])
        entries[2 * i + 1] = second_entry(position, moves[i])


def positions(game: str, rules: str, count: int) -> list[Match]:
    """Positions of random games that are not over."""
    dice = random.Random(3)
    found: list[Match] = []
    while len(found) < count:
        match = kakomi.new(game, rules)
        for _ in range(dice.randrange(20)):
            if match.outcome is None:
                match.push_code(dice.choice(match.codes()))
        if match.outcome is None:
            found.append(match)
    return found


def by_the_book(layout: SparseShape, cells: list[int], facts: list[int], entries: list[int]) -> set[int]:
    rows, begin_row = set(), 0
    base = layout.states - 1
    for group in layout.windows:
        for window in group.tolist():
            code = sum(max(cells[cell] - 1, 0) * base**place for place, cell in enumerate(window))
            if code:
                rows.add(begin_row + code)
            begin_row += base ** len(window)
    for values, fact in zip(layout.facts, facts, strict=True):
        assert 0 <= fact < values
        rows.add(begin_row + fact)
        begin_row += values
    return rows | {begin_row + each for each in entries if each >= 0}


@pytest.mark.parametrize(("game", "rules"), GAMES)
def test_rows_are_by_the_book_and_answers_in_self_play_are_those_of_numpy(game: str, rules: str) -> None:
    matches = positions(game, rules, 6)
    layout = layout_for(matches[0])
    look = bind("python", describe, matches[0].rule_set.rules)
    cell_count = net_shape(matches[0].rule_set.rules, matches[0].settings).cells
    lines: list[tuple[list[int], list[int], list[int], list[int]]] = []
    for match in matches:
        cells, entries = [0] * (cell_count + len(layout.facts)), [0] * (2 * len(match.codes()))
        look(match.state, match.codes(), cells, entries)
        lines.append((cells[:cell_count], cells[cell_count:], entries[::2], entries[1::2]))
    widest = max(len(line[2]) for line in lines)

    def padded(place: int) -> Any:
        return np.array([line[place] + [-1] * (widest - len(line[place])) for line in lines])

    facts = np.array([line[1] for line in lines]).reshape(len(lines), -1)
    rows, starts = active_rows(layout, np.array([line[0] for line in lines]), facts, padded(2), padded(3))
    for place, (cells, own_facts, entries, seconds) in enumerate(lines):
        part = rows[starts[place] : starts[place + 1]].tolist()
        assert len(set(part)) == len(part)
        assert set(part) == by_the_book(layout, cells, own_facts, entries + seconds)
    net = NumpyNet.fresh(layout, (24, 12), 5)
    dice = np.random.default_rng(4)
    for weight in net.weights.values():
        weight += 0.1 * dice.standard_normal(weight.shape).astype(np.float32)
    policy, chances = net.answer(rows, starts)
    for place, match in enumerate(matches):
        logits, value, drawn = interpreted(match, net)
        entries = lines[place][2]
        assert logits[entries] == pytest.approx(policy[place][entries], abs=1e-4)
        assert value == pytest.approx(chances[place][0] - chances[place][2], abs=1e-4)
        assert drawn == pytest.approx(chances[place][1], abs=1e-4)


def test_a_net_with_fewer_windows_says_the_same_with_more() -> None:
    matches = positions("enso", "standard", 6)
    layout = layout_for(matches[0])
    small = SparseShape(layout.states, layout.facts, layout.entries, choose_windows(6, 6, layout.states, ()))
    assert len(layout.windows) > len(small.windows) == 1
    old = NumpyNet.fresh(small, (24, 12), 5)
    new = NumpyNet.from_arrays(layout, small.arrays() | old.weights)
    look = bind("python", describe, matches[0].rule_set.rules)
    for match in matches:
        cells, entries = [0] * 36, [0] * (2 * len(match.codes()))
        look(match.state, match.codes(), cells, entries)
        none = np.zeros((1, 0), np.int64)
        seen = np.array([cells]), none, np.array([entries[::2]]), np.array([entries[1::2]])
        assert len(active_rows(layout, *seen)[0]) > len(active_rows(small, *seen)[0])
        for one, other in zip(
            old.answer(*active_rows(small, *seen)), new.answer(*active_rows(layout, *seen)), strict=True
        ):
            assert one == pytest.approx(other, abs=1e-5)
    with pytest.raises(
        TrainingError, match=r"sees groups of cells that the game's net interface \(net.py\) no longer has"
    ):
        NumpyNet.from_arrays(small, layout.arrays() | new.weights)
    with pytest.raises(TrainingError, match=f"has {layout.rows} rows, not {small.rows}"):
        NumpyNet.from_arrays(layout, small.arrays() | new.weights)


def interpreted(match: Match, net: NumpyNet) -> tuple[Any, float, float]:
    """The answers of the functions that self-play compiles, interpreted: the root of a tree is a leaf."""
    shape = arrays.shape_for(match, 1, 2, 2, 1)._replace(widest=200, edges=400)

    def zeros(count: int, kind: str) -> Any:
        return [0.0 if kind.startswith("float") else 0] * count

    def fill(target: Any, values: list[int]) -> None:
        target[:] = values

    games = arrays.make_games(shape, list(match.state), [1], zeros, fill)
    trees, leaves = arrays.make_trees(shape, zeros), arrays.make_leaves(shape, zeros)
    rules = match.rule_set.rules
    room = arrays.make_scratch(shape, zeros)
    bind("python", begin, rules)(0, shape, games, trees, leaves, room)
    assert games.meta[LEAF] == 0
    assert games.meta[EDGES_USED] == len(match.codes())
    assert len(games.meta) == META
    bind("python", evaluate, rules)(0, shape, games, trees, leaves, weights_of(net), layers_for(net))
    return np.asarray(leaves.logits), leaves.values[0], leaves.values[1]


def test_a_game_without_a_net_interface_is_told_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs_module, "net_for", lambda rules: None)
    with pytest.raises(TrainingError, match=r"has no net interface, .*net\.py beside its rules with STATES, .* planes"):
        layout_for(kakomi.new("enso"))


def test_windows_are_the_patterns_of_the_game_on_its_board() -> None:
    hexagon = layout_for(kakomi.new("iago"))
    assert [group.shape for group in hexagon.windows] == [(61, 1), (129, 3)]  # 43 in each of three directions
    assert hexagon.rows < 20_000
    growing = layout_for(kakomi.new("enclose5", size=7))
    assert [group.shape for group in growing.windows] == [(49, 1), (36, 4)]


def test_a_board_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    small, large = kakomi.new("enclose5", size=7), kakomi.new("enclose5", size=40)
    monkeypatch.setattr(inputs_module, "MOST_ROWS", 5000)
    layout_for(small)
    with pytest.raises(TrainingError, match=r"40 x 40 cells .* choose a smaller board"):
        layout_for(large)


# --- targets ----------------------------------------------------------------------------------------------------------


def batch_of(results: list[int], values: list[float], drawn: list[float]) -> Any:
    size = len(results)
    return Batch(
        cells=np.ones(size, np.uint8),  # type: ignore[arg-type]
        facts=np.zeros(1, np.int32),  # type: ignore[arg-type]
        entry=np.array([0, 1, -1] * size),  # type: ignore[arg-type]
        second=np.array([-1, 2, -1] * size),  # type: ignore[arg-type]
        policy=np.array([0.2, 0.6, 0.0] * size),  # type: ignore[arg-type]
        result=np.array(results),  # type: ignore[arg-type]
        value=np.array(values),  # type: ignore[arg-type]
        drawn=np.array(drawn),  # type: ignore[arg-type]
    )


def test_the_value_to_learn_is_result_and_search_together() -> None:
    batch = batch_of([WON, DRAWN, LOST, LOST], [0.5, 0.0, -1.0, 1.2], [0.2, 1.0, 0.3, 0.0])
    assert value_targets(batch, 0.0).tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 1]]
    search = value_targets(batch, 1.0)
    assert search == pytest.approx(np.array([[0.65, 0.2, 0.15], [0, 1, 0], [0, 0, 1], [1, 0, 0]]))
    assert value_targets(batch, 0.4).sum(axis=1) == pytest.approx(np.ones(4))


def test_moves_behind_the_last_are_left_out() -> None:
    layout = SparseShape(2, (), 3, (np.array([[0]]),))
    shape = arrays.shape_for(kakomi.new("enso"), 1, 2, 2, 1)._replace(widest=3, facts=0, cells=1)
    inputs, targets = training_batch(layout, shape, batch_of([WON, LOST], [0, 0], [0, 0]), 0.0)
    assert inputs.entries.tolist() == [0, 1, 0, 1]
    assert inputs.second_entries.tolist() == [-1, 2, -1, 2]
    assert inputs.move_starts.tolist() == [0, 2, 4]
    assert targets.policy == pytest.approx(np.array([0.25, 0.75] * 2))
    assert inputs.rows.tolist() == [1, 2, 3] * 2  # the entries' rows come after the only cell's
