"""Enclose5, clause by clause; clause 5 is in test_enclose5_further, the options in test_enclose5_options."""

from __future__ import annotations

import pytest

import kakomi
from kakomi import IllegalMove
from tests.games.enclose5.boards import (
    DIAMOND,
    EXAMPLE_A,
    EXAMPLE_B,
    EXAMPLE_C,
    LINKED,
    LONG_LINK,
    STRIPES,
    coloured,
    owed,
    play,
    setup,
    turned,
    with_marks,
)

# --- 1 ----------------------------------------------------------------------------------------------------------------


def test_1_red_begins_on_an_empty_board_and_the_players_take_turns() -> None:
    match = kakomi.new("enclose5")
    assert match.board == {}
    assert len(match.legal_moves) == 441
    assert match.sides == ("Red", "Blue")
    play(match, "k11", "a1", "u21")
    assert match.board == {"k11": "r", "a1": "b", "u21": "r"}
    assert match.to_move == 1
    assert len(match.legal_moves) == 438


def test_1_a_marked_cell_cannot_be_marked() -> None:
    match = play(kakomi.new("enclose5"), "k11")
    with pytest.raises(IllegalMove) as refused:
        match.push("k11")
    assert refused.value.clause == "1"
    assert str(refused.value) == (
        "k11 holds a red mark, and a mark goes in an empty cell (1); "
        "cells that may be marked are j10, k10, l10, j11, l11, j12, k12, l12"
    )
    assert match.moves == ["k11"]


# --- 2 ----------------------------------------------------------------------------------------------------------------


def test_2_four_marks_touching_at_corners_are_a_closed_path() -> None:
    match = play(setup(DIAMOND), "d3")
    assert coloured(match) == {"d4": "R"}
    assert match.score == (1, 0)
    assert match.to_move == 1


@pytest.mark.parametrize("last", ["d3", "d5", "c4", "e4"])
def test_2_the_last_mark_may_be_any_of_the_path(last: str) -> None:
    ring = tuple({"d3", "d5", "c4", "e4"} - {last})
    assert coloured(play(setup(with_marks(7, ring)), last)) == {"d4": "R"}


def test_2_example_a_an_enemy_mark_and_an_empty_cell() -> None:
    match = play(setup(EXAMPLE_A), "d3")
    assert coloured(match) == {"d5": "R", "d4": "R"}
    assert match.score == (2, 0)


def test_2_example_b_cells_of_every_kind() -> None:
    match = play(setup(EXAMPLE_B, "Blue to move"), "d2")
    blue = {"c5": "B", "d5": "B", "e5": "B", "c4": "B", "e4": "B", "d3": "B"}
    assert coloured(match) == {"d4": "R", **blue}
    assert match.board["e3"] == "b"
    play(match, "a1", "e2")
    assert coloured(match) == {"d4": "R", **blue, "e3": "B"}
    assert match.score == (1, 7)


def test_2_only_the_mover_colours_and_an_open_path_encloses_nothing() -> None:
    match = play(setup(DIAMOND, "Blue to move"), "d3")  # a blue mark in the gap
    assert coloured(match) == {}
    match = play(setup(DIAMOND), "d2")
    assert coloured(match) == {}


def test_2_a_polygonal_of_many_marks_encloses_a_large_area() -> None:
    ring = "......... / .rrrrrrr. / .r..b..r. / .r.....r. / .r..r..r. / .r.....r. / .r..b..r. / .rrr.rrr. / ........."
    match = play(setup(ring, target="full"), "e2")
    inside = {f"{column}{row}" for column in "cdefg" for row in range(3, 8)}
    assert coloured(match) == dict.fromkeys(inside, "R")  # the red mark on e5 among them
    assert match.score == (25, 0)


def test_2_a_mark_may_close_two_areas_at_once() -> None:
    match = play(setup("....... / ....... / ..r.r.. / .r...r. / ..r.r.. / ....... / ......."), "d4")
    assert coloured(match) == {"c4": "R", "e4": "R"}


def test_2_areas_too_large_to_see_from_the_new_mark() -> None:
    size = 40
    rows = [["." for _ in range(size)] for _ in range(size)]
    for k in range(2, size - 2):
        rows[2][k] = rows[size - 3][k] = rows[k][2] = rows[k][size - 3] = "r"
    rows[20][2] = "."
    text = " / ".join("".join(row) for row in rows)
    match = play(setup(text, target="full"), "c20")
    assert match.score == (34 * 34, 0)
    open_elsewhere = [row[:] for row in rows]
    open_elsewhere[2][30] = "."
    match = play(setup(" / ".join("".join(row) for row in open_elsewhere), target="full"), "c20")
    assert match.score == (0, 0)


@pytest.mark.parametrize("last", ["o15", "g15", "g7", "o7"])
def test_2_a_large_diamond_is_closed_on_any_side(last: str) -> None:
    letters = "abcdefghijklmnopqrstu"
    ring = {f"{letters[10 + x]}{11 + y}" for x in range(-8, 9) for y in range(-8, 9) if abs(x) + abs(y) == 8}
    match = play(setup(with_marks(21, tuple(ring - {last})), target="full"), last)
    assert match.score == (1 + 2 * 7 * 8, 0)


def test_2_1_example_c_an_own_mark_whose_four_neighbours_are_walls_is_inside() -> None:
    match = play(setup(EXAMPLE_C), "d3")
    assert coloured(match) == {"d4": "R"}
    assert match.to_move == 1  # no alignment is left


def test_2_1_an_own_mark_between_walls_and_a_closed_area_is_inside() -> None:
    match = play(setup("....... / ...r... / ..rRr.. / ..rrr.. / ....... / ....... / ......."), "d3")
    assert coloured(match) == {"d5": "R", "d4": "R"}


def test_2_1_an_own_mark_with_a_neighbour_reached_is_not_inside() -> None:
    match = play(setup("....... / ....... / ...r... / ..rr... / ....... / ....... / ......."), "d3")
    assert coloured(match) == {}


@pytest.mark.parametrize("quarters", range(4))
def test_2_1_a_passage_open_at_one_end_is_not_inside_however_long(quarters: int) -> None:
    empty, wall = "." * 40, "." + "r" * 38 + "."
    rows, end = turned([empty, wall, ".+" + "." * 38, wall, *[empty] * 36], quarters)
    assert play(setup(rows, target="full"), end).score == (0, 0)


SERPENTINE = """
    ........... /
    .rrrrrrrrr. /
    .r...r...r. /
    .r.r.r.r.r. /
    .r.r.r.r.r. /
    .r.r.r.r.r. /
    .r.r.r.r.r. /
    .r.r.r.r.r. /
    .r.r...r.r. /
    .r+rrrrr.r. /
    ...........
"""


@pytest.mark.parametrize("quarters", range(4))
def test_2_1_the_walk_goes_round_every_corner(quarters: int) -> None:
    """The passage runs from i2 up, down, up and down to c2."""
    rows, last = turned("".join(SERPENTINE.split()).split("/"), quarters)
    assert play(setup(rows, target="full"), last).score == (0, 0)
    closed, last = turned("".join(SERPENTINE.replace("rrrrr.r", "rrrrrrr").split()).split("/"), quarters)
    assert play(setup(closed, target="full"), last).score == (7 * 7, 0)  # the walls within it, too


def test_2_1_the_walk_goes_through_enemy_marks_and_never_diagonally() -> None:
    walls = "....... / ....... / ..bbb.. / ..b.b.. / ..brb.. / ....... / ......."
    assert coloured(play(setup(walls, "Blue to move"), "d2")) == {"d4": "B", "d3": "B"}
    assert coloured(play(setup(walls, "Blue to move"), "c2")) == {}


def test_2_2_the_edge_closes_nothing() -> None:
    match = play(setup("....... / ....... / ....... / r...... / .r..... / .r..... / ......."), "b1")
    assert coloured(match) == {}
    match = play(setup("....... / ....... / ....... / ....... / ....... / ....... / .r....."), "a2")
    assert coloured(match) == {}


ARCH = """
    ........... /
    ........... /
    ........... /
    ........... /
    ..rrr+rrr.. /
    ..r.....r.. /
    ..r.....r.. /
    ..r.....r.. /
    ..r.....r.. /
    ..r.....r.. /
    ..r.....r..
"""


@pytest.mark.parametrize("quarters", range(4))
def test_2_2_no_edge_closes_a_path(quarters: int) -> None:
    rows, last = turned("".join(ARCH.split()).split("/"), quarters)
    assert coloured(play(setup(rows), last)) == {}


def test_2_2_a_mark_on_the_edge_has_a_neighbour_that_is_reached() -> None:
    match = play(setup("....... / ....... / ....... / ....... / ....... / ...r... / ..rr..."), "e1")
    assert coloured(match) == {}
    assert match.board["d1"] == "r"


# --- 3 ----------------------------------------------------------------------------------------------------------------


def test_3_a_coloured_cell_cannot_be_marked() -> None:
    match = play(setup(DIAMOND), "d3")
    assert "d4" not in match.legal_moves
    with pytest.raises(
        IllegalMove, match=r"d4 is coloured red and can never be marked \(3\); .* c3, e3, c5"
    ) as refused:
        match.push("d4")
    assert refused.value.clause == "3"


def test_3_a_coloured_cell_stays_blocked_after_a_turn_of_several_marks() -> None:
    rows = ".r....... / rRr...... / .r....... / ......... / ..rrrr... / ......... / ......... / ......... / ........."
    match = play(setup(rows), "g5", "a1")
    assert match.to_move == 1
    assert "b8" not in match.legal_moves


def test_3_a_coloured_cell_never_changes_colour() -> None:
    match = play(setup(EXAMPLE_B, "Blue to move"), "d2")
    assert match.board["d4"] == "R"


def test_3_a_coloured_cell_is_part_of_no_alignment() -> None:
    row = "......... / ......... / ......... / ....r.... / ..rrRrr.. / ....r.... / ......... / ......... / ........."
    match = play(setup(row), "h5")
    assert match.to_move == 1
    assert "owed" not in match.status


def test_3_an_enclosed_mark_is_no_mark_any_more() -> None:
    rows = """
        ......... / ......... / ......... / ...rb.... / ..rbr.... / ..b...... / .b....... / ......... / .........
    """.strip()
    match = play(setup(rows), "d4")
    assert coloured(match) == {"d5": "R"}
    play(match, "f7")  # with d5 it would be the fifth of a diagonal
    assert owed(match) == 0
    assert match.to_move == 0


def test_3_a_coloured_cell_is_no_mark_and_so_no_wall() -> None:
    # The line of red marks d4, e3 ... g5 ... e7, d6 has a hole in the coloured cell d5.
    assert coloured(play(setup(LINKED), "g5")) == {"c5": "B", "d5": "R", "e5": "B"}


def test_3_a_coloured_cell_is_no_wall_far_from_the_new_mark_either() -> None:
    off, on = play(setup(LONG_LINK), "j5"), play(setup(LONG_LINK, links="on"), "j5")
    assert coloured(off) == {"c5": "B", "d5": "R", "e5": "B"}
    assert on.score == (1 + 5 + 4 + 5, 2)  # from e6, from f5 and from e4 to the right


# --- 4 ----------------------------------------------------------------------------------------------------------------


def test_4_the_first_with_the_target_wins_at_once() -> None:
    match = play(setup(EXAMPLE_A, target=2), "d3")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.clause, match.outcome.score) == (0, "4", (2, 0))
    assert list(match.legal_moves) == []
    assert match.status == "Red wins (4), 2 to 0."
    with pytest.raises(IllegalMove, match=r"the game is over \(4\)"):
        match.push("a1")


def test_4_more_than_the_target_is_enough_and_less_is_not() -> None:
    assert play(setup(EXAMPLE_A, target=1), "d3").outcome is not None
    assert play(setup(EXAMPLE_A, target=3), "d3").outcome is None


def test_4_the_points_of_the_two_colours_are_not_added_up() -> None:
    match = play(setup(EXAMPLE_B, "Blue to move", target=7), "d2")
    assert (match.score, match.outcome) == ((1, 6), None)


def test_4_twenty_points_by_default() -> None:
    ring = "......... / ..rrrrr.. / .r.....r. / .r.....r. / .r.....r. / .r....r.. / ..rr.r... / ......... / ........."
    match = play(setup(ring), "e3")
    assert match.score == (19, 0)
    assert match.outcome is None
    ring = "......... / ..rrrrr.. / .r.....r. / .r.....r. / .r.....r. / .r.....r. / ..rr.rr.. / ......... / ........."
    match = play(setup(ring), "e3")
    assert match.score == (20, 0)
    assert match.outcome is not None
    assert match.outcome.clause == "4"


def test_4_a_player_may_win_in_the_middle_of_a_turn() -> None:
    rows = DIAMOND.replace("....... / .......", "rrrr... / .......", 1)
    match = play(setup(rows, target=1), "e7")
    assert match.to_move == 0
    play(match, "d3")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.clause) == (0, "4")


def test_4_colouring_wins_before_an_alignment_counts() -> None:
    rows = "....... / ....... / ...r... / ..r.r.. / rrr.rrr / ....... / ......."  # d3 makes seven in a row, too
    won = play(setup(rows, target=1), "d3")
    assert won.outcome is not None
    assert won.outcome.clause == "4"
    assert owed(won) == 0
    assert owed(play(setup(rows, target=2), "d3")) == 3


# --- 6 ----------------------------------------------------------------------------------------------------------------


def test_6_a_full_board_with_equal_points_is_drawn() -> None:
    match = play(setup(STRIPES), "a7", "a6")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.clause, match.outcome.score) == (None, "6", (0, 0))
    assert match.status == "Drawn (6), 0 to 0."


def test_6_on_a_full_board_more_points_win() -> None:
    rows = STRIPES.split(" / ")
    rows[3] = rows[5] = "rbrrrbr"
    rows[4] = "rbrRrbr"
    match = play(setup(" / ".join(rows), "Blue to move", target="full"), "a6", "a7")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.clause, match.outcome.score) == (0, "6", (1, 0))


def test_6_enclosed_marks_are_no_empty_cells_that_were_filled() -> None:
    ring = ".rrrrr. / r.....r / r..b..r / r.b.b.r / r..r..r / r.....r / .rr.rr."
    match = play(setup(ring, target="full"), "d1")
    assert match.score == (25, 0)
    for corner in ("a7", "g7", "g1"):
        play(match, corner)
        assert match.outcome is None
    assert list(match.legal_moves) == ["a1"]


def test_6_the_game_goes_on_while_an_empty_cell_is_left() -> None:
    match = play(setup(STRIPES), "a7")
    assert match.outcome is None
    assert list(match.legal_moves) == ["a6"]
