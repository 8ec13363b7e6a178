"""What a net prefers to begin with: moves that a symmetry turns into one another count as one."""

from __future__ import annotations

import math
from typing import Any

import pytest

import kakomi
from kakomi.core.net import net_functions, net_shape
from kakomi.training import arrays
from kakomi.training.kernels import UNSEEN
from kakomi.training.opening import FirstMoves


def first_moves(game: str, window: int = 0, **options: Any) -> tuple[kakomi.Match, FirstMoves, int]:
    match = kakomi.new(game, **options)
    shape = arrays.shape_for(match, 8, 4, 16, 4, window)
    return match, FirstMoves(match, shape), shape.entries


def test_a_net_without_preferences_likes_orbits_by_their_size() -> None:
    """On an empty board of 7 x 7 there are ten cells that no symmetry turns into one another; the centre is alone."""
    match, first, entries = first_moves("enclose5", size=7)
    chances = first.preferences([0.0] * entries)
    placed = {name: chance for name, chance in chances.items() if name != "swap"}
    sizes = sorted(round(chance * len(match.legal_moves)) for chance in placed.values())
    assert sizes == [1, 4, 4, 4, 4, 4, 4, 8, 8, 8]
    assert sum(chances.values()) == pytest.approx(1, abs=1e-4)
    assert set(chances) <= set(match.legal_moves)


def test_preferences_follow_the_logits() -> None:
    match, first, entries = first_moves("enso")
    index = net_functions(match.rule_set.rules)["index"]  # in Enso the entry is the same
    favourite = match.codes()[3]
    logits = [0.0] * entries
    logits[index(match.state, favourite)] = math.log(1000.0)
    chances = first.preferences(logits)
    name, chance = next(iter(chances.items()))
    assert chance > 0.95
    images = {match.transform_move(name, number) for number in (0, 3, 4, 7)}  # those that keep the position
    assert match.rule_set.view.move_text(match.state, favourite) in images | {name}
    assert list(chances.values()) == sorted(chances.values(), reverse=True)


def test_the_position_is_described_as_the_net_sees_it() -> None:
    match, first, _ = first_moves("toot", window=12)
    shape = net_shape(match.rule_set.rules, match.settings)
    whole = [0] * shape.length
    net_functions(match.rule_set.rules)["planes"](match.state, whole)
    rows = range(12)
    assert first.cells == [whole[row * shape.columns + column] for row in rows for column in range(12)]
    assert first.facts == whole[shape.cells :]
    assert sum(first.preferences([UNSEEN] * (12 * 12 * shape.ways + shape.extras)).values()) == pytest.approx(
        1, abs=1e-3
    )
