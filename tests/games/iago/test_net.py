"""Iago as a net sees it."""

from __future__ import annotations

from collections import Counter

import pytest

import kakomi
from tests.games.nets import facts_of, number_of, planes_of, rows_of


def test_the_hexagon_lies_in_a_square() -> None:
    rows = rows_of(kakomi.new("iago"))
    assert [row.count("1") for row in rows] == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert rows[0] == "111110000"
    assert rows[-1] == "000011111"


@pytest.mark.parametrize(
    ("position", "states"),
    [
        ("5/6/7/DDDdLLll/9/8/7/6/5 D", {2: 3, 4: 1, 3: 2, 5: 2}),
        ("5/6/7/8/DDDddLlll/8/7/6/5 L", {2: 1, 4: 3, 3: 3, 5: 2}),
    ],
)
def test_each_kind_of_disk_is_a_state(position: str, states: dict[int, int]) -> None:
    match = kakomi.new("iago", position=position)
    assert Counter(state for state in planes_of(match)[:81] if state > 1) == states


def test_a_miss_is_a_fact_and_a_claim_a_way() -> None:
    match = kakomi.new("iago", penalties="on", position="5/4D1/7/1D6/1LL4D1/5L2/7/1L2D1/5 D !")
    assert facts_of(match) == [1]
    claims = [move for move in match.legal_moves if move.startswith("!")]
    plain = [move for move in match.legal_moves if f"!{move}" in claims]
    assert plain
    for move in plain:
        assert number_of(match, "index", f"!{move}") == number_of(match, "index", move) + 1
    match.push(claims[0])
    assert facts_of(match) == [0]
