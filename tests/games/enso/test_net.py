"""Enso as a net sees it."""

from __future__ import annotations

import kakomi
from tests.games.nets import number_of, rows_of, shape_of


def test_the_player_to_move_sees_own_stones_as_2() -> None:
    match = kakomi.new("enso")
    start = ["222333", "222333", "221133", "331122", "333222", "333222"]
    assert rows_of(match) == start
    match.push("c5xd5")
    assert rows_of(match) == ["333222", "331322", "331122", "221133", "222333", "222333"]


def test_a_move_is_its_target_and_the_line_along_which_the_stone_comes() -> None:
    match = kakomi.new("enso")
    assert shape_of(match).entries == shape_of(match).actions == 36 * 8
    d5 = 4 * 6 + 3
    assert number_of(match, "index", "c5xd5") == number_of(match, "entry", "c5xd5") == 8 * d5  # one to the right
    assert number_of(match, "index", "c6xd5") // 8 == d5
    assert number_of(match, "index", "c6xd5") != 8 * d5
    assert number_of(match, "second_entry", "c5xd5") == -1
