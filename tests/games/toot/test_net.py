"""TOOT as a net sees it."""

from __future__ import annotations

import pytest

import kakomi
from tests.games.nets import facts_of, number_of, planes_of, rows_of, shape_of

LATE = "tiles:0,0 hand:0,0 aside:0,1 sacrifice:br quiet:7 passes:0"
TABLE = "2r1/1br1/b+rbr+/1brb="


def corner(match: kakomi.Match, size: int) -> list[str]:
    """The lower left corner of the grid, all else being empty."""
    rows = rows_of(match)
    assert all(set(row[size:]) == {"0"} for row in rows)
    assert all(set(row) == {"0"} for row in rows[:-size])
    return [row[:size] for row in rows[-size:]]


def test_the_box_round_the_tiles_lies_in_the_corner() -> None:
    match = kakomi.new("toot")
    assert corner(match, 4) == ["0100", "1210", "1510", "0100"]
    assert planes_of(kakomi.new("toot", position=match.position.replace("@0,0", "@-7,90"))) == planes_of(match)


def test_the_tile_just_placed_is_a_state_of_its_own() -> None:
    match = kakomi.new("toot")
    match.push("1,0")
    assert corner(match, 4) == ["0100", "1210", "1581", "0110"]
    match.push("+")
    assert corner(match, 4) == ["0100", "1510", "1261", "0110"]


def test_pieces_standing_and_lying_and_what_is_off_the_table() -> None:
    match = kakomi.new("toot", tiles=4, pieces=2, position=f"{TABLE}@0,0 r turn {LATE}")
    assert corner(match, 6) == ["000100", "001210", "015210", "162531", "015271", "001110"]
    assert facts_of(match) == [0, 0, 0, 0, 0, 1, 0, 2, 2, 0, 0, 1, 18, 15, 0]


def test_a_re_entry_has_an_entry_for_the_square_and_one_for_the_tile() -> None:
    match = kakomi.new("toot", tiles=4, pieces=2, position=f"{TABLE}@0,0 r turn {LATE}")
    shape = shape_of(match)
    side, ways = shape.columns, shape.ways
    lifted, put = 4 * side + 3, 5 * side + 3  # 2,3 and 2,4, one further from the corner each way
    assert number_of(match, "entry", "2,2=2,4") == put * ways + 8
    assert number_of(match, "second_entry", "2,3=3,2") == lifted * ways + 9
    base = shape.cells * 8 + 3
    lifts = {move.split("=")[0]: move for move in match.legal_moves if "=" in move}
    ranks = {tile: (number_of(match, "index", move) - base) // shape.cells for tile, move in lifts.items()}
    assert ranks == {"2,0": 0, "2,2": 3, "2,3": 4}  # 1,1 and 3,1 are red tiles, too
    step = next(move for move in match.legal_moves if ">" in move)
    assert number_of(match, "second_entry", step) == -1


@pytest.mark.parametrize("left", [-1, -40, 55, 61, 70])
def test_tiles_may_lie_across_the_seams_of_the_torus(left: int) -> None:
    """Rows of 40 tiles a side are two words: the box may begin in either and end in the other."""
    at_zero = kakomi.new("toot", tiles=40, grid="hex")
    moves = ("1,0", "+", "2,0", "+", "3,0", "+", "-1,0", "+")
    there = kakomi.new("toot", tiles=40, grid="hex", position=at_zero.position.replace("@0,0", f"@{left},0"))
    for move in moves:
        at_zero.push(move)
        x, comma, y = move.partition(",")
        there.push(f"{int(x) + left},{y}" if comma else move)
    assert planes_of(there) == planes_of(at_zero)
    numbers = [{number_of(match, "index", move) for move in match.legal_moves} for match in (at_zero, there)]
    assert numbers[0] == numbers[1]
