"""Enclose5, clause by clause. Most boards are 7 x 7 or 9 x 9, written from the top row down."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kakomi
from kakomi import IllegalMove, Match, OptionError
from kakomi.core.squares import cell_name

# The examples of the rules, each with an empty row and column all round: (row, column) = (4, 3) is d3.
EXAMPLE_A = "....... / ..rrb.. / ..rbr.. / ..r.r.. / .....b. / ....b.. / ......."
EXAMPLE_B = "....... / ..bbb.. / .b.r.b. / .brRrb. / ..brbb. / ....... / ......."
EXAMPLE_C = "....... / ...r... / ...r... / ..rrr.. / ....... / ...r... / ......."
DIAMOND = "....... / ....... / ...r... / ..r.r.. / ....... / ....... / ......."  # d3 closes it round d4
FOUR = "......... / ......... / ......... / ......... / ..rrrr... / ......... / ......... / ......... / ........."
# Blue's areas to both sides of the red d5 leave it as the only link between d4 and d6.
LINKED = "......... / ......... / ....rr... / ..brb.r.. / .bBRBb... / ..brb.r.. / ....rr... / ......... / ........."
# The same with a line too long to be seen from its other end, j5.
LONG_LINK = """
    ............. / ............. / ............. / ............. / ............. / .............
    / ....rrrrr.... / ..brb....r... / .bBRBb....... / ..brb....r... / ....rrrrr.... / ............. / .............
"""
# Stripes from edge to edge enclose nothing, whatever the number of marks.
STRIPES = ".brbrbr / .brbrbr / rbrbrbr / rbrbrbr / rbrbrbr / rbrbrbr / rbrbrbr"


def setup(rows: str, beside: str = "Red to move", **options: Any) -> Match:
    return kakomi.from_diagram("enclose5", f"{rows}\n{beside}", size=rows.count("/") + 1, **options)


def coloured(match: Match) -> dict[str, str]:
    return {name: symbol for name, symbol in match.board.items() if symbol in "RB"}


def play(match: Match, *moves: str) -> Match:
    for move in moves:
        match.push(move)
    return match


def turned(rows: list[str], quarters: int) -> tuple[str, str]:
    """A board turned to the right, its cell + now empty, and where that cell is."""
    for _ in range(quarters):
        rows = ["".join(row) for row in zip(*rows[::-1], strict=True)]
    text = " / ".join(rows).replace("+", ".")
    return text, next(cell_name(row.index("+"), len(rows) - 1 - i) for i, row in enumerate(rows) if "+" in row)


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


# --- 5 ----------------------------------------------------------------------------------------------------------------


def owed(match: Match) -> int:
    """The number of further moves owed, from the position's text."""
    return int(match.position.split()[3])


@pytest.mark.parametrize(
    ("cells", "last"),
    [
        (("c5", "d5", "e5", "f5"), "g5"),
        (("e2", "e3", "e5", "e6"), "e4"),
        (("b2", "c3", "d4", "e5"), "f6"),
        (("b8", "c7", "d6", "f4"), "e5"),
        (("a9", "b8", "c7", "d6"), "e5"),
        (("f1", "g1", "h1", "i1"), "e1"),
    ],
)
def test_5_five_in_a_row_column_or_diagonal_give_one_further_move(cells: tuple[str, ...], last: str) -> None:
    match = play(setup(with_marks(9, cells)), last)
    assert owed(match) == 1
    assert match.to_move == 0
    assert match.status.startswith("Red to move. One further mark is owed (5.1).")


def with_marks(size: int, cells: tuple[str, ...], symbol: str = "r") -> str:
    rows = [["." for _ in range(size)] for _ in range(size)]
    for cell in cells:
        rows[size - int(cell[1:])]["abcdefghijklmnopqrstuvwxyz".index(cell[0])] = symbol
    return " / ".join("".join(row) for row in rows)


def test_5_four_are_no_alignment() -> None:
    match = play(setup(with_marks(9, ("c5", "d5", "e5", "h5"))), "f5")
    assert owed(match) == 0
    assert match.to_move == 1


@pytest.mark.parametrize(("length", "further"), [(6, 2), (7, 3), (9, 5)])
def test_5_n_marks_give_n_minus_4_further_moves(length: int, further: int) -> None:
    columns = "abcdefghi"[:length]
    cells = tuple(f"{column}5" for column in columns if column != "c")
    match = play(setup(with_marks(9, cells)), "c5")
    assert owed(match) == further
    assert match.to_move == 0


def test_5_runs_in_several_directions_add_up() -> None:
    right = ("c2", "d2", "e2", "f2", "g2")
    up = ("b3", "b4", "b5", "b6")
    slanting = ("c3", "d4", "e5", "f6")
    match = play(setup(with_marks(9, (*right, *up, *slanting))), "b2")
    assert owed(match) == 2 + 1 + 1


def test_5_enemy_marks_end_a_run() -> None:
    row = "......... / ......... / ......... / ......... / brrrr..r. / ......... / ......... / ......... / ........."
    match = play(setup(row), "f5")
    assert owed(match) == 1
    match = play(setup(row), "g5")
    assert owed(match) == 0


def test_5_colouring_comes_first() -> None:
    assert owed(play(setup(EXAMPLE_C), "d3")) == 0


def test_5_1_further_moves_are_compulsory_and_played_one_after_another() -> None:
    cells = tuple(f"{column}5" for column in "abcdef")
    match = play(setup(with_marks(9, cells)), "g5")
    players = []
    for move in ("a1", "c1", "e1"):
        players.append(match.to_move)
        play(match, move)
    assert players == [0, 0, 0]
    assert match.to_move == 1


def test_5_1_what_is_owed_lapses_when_every_empty_cell_is_barred() -> None:
    match = setup(STRIPES.replace(".br", "bbr", 1).replace("rbrbrbr", ".brbrbr", 1), target="full")
    assert sorted(match.legal_moves) == ["a5", "a6"]
    play(match, "a5")  # a1 to a5, and a6 is barred
    assert match.to_move == 1
    assert owed(match) == 0
    assert list(match.legal_moves) == ["a6"]


def test_5_1_what_is_owed_is_played_while_a_single_cell_is_left_for_it() -> None:
    rows = STRIPES.replace(".br", "bbr", 1).replace("rbrbrbr", ".brbrbr", 1)[:-1] + "."
    match = play(setup(rows, target="full"), "a5")  # a6 is barred
    assert match.to_move == 0
    assert list(match.legal_moves) == ["g1"]


def test_5_2_the_cells_beyond_the_ends_are_barred_for_the_turn() -> None:
    match = play(setup(FOUR), "g5")
    assert "b5" not in match.legal_moves
    assert "h5" not in match.legal_moves
    with pytest.raises(IllegalMove) as refused:
        match.push("h5")
    assert refused.value.clause == "5.2"
    assert str(refused.value).startswith(
        "h5 is barred for this turn: it would lengthen an alignment made in it (5.2); cells that may be marked are g4, "
    )
    assert match.status == "Red to move. One further mark is owed (5.1). b5, h5 are barred (5.2)."


def test_5_2_a_run_of_four_bars_nothing() -> None:
    match = play(setup(with_marks(9, ("c5", "d5", "e5", "f5", "g2", "g3", "g4"))), "g5")
    assert {"g1", "g6"} <= set(match.legal_moves)


def test_5_2_the_bar_is_gone_when_the_turn_is_over() -> None:
    match = play(setup(FOUR), "g5", "a1")
    assert match.to_move == 1
    assert {"b5", "h5"} <= set(match.legal_moves)
    play(match, "b5", "h5")
    assert match.board["h5"] == "r"


def test_5_2_only_alignments_of_the_same_turn_bar_cells() -> None:
    old = with_marks(9, ("a2", "b2", "c2", "d2", "e2", "c5", "d5", "e5", "f5"))
    match = play(setup(old), "g5")
    assert "f2" in match.legal_moves
    assert "h5" not in match.legal_moves


def test_5_2_the_bar_stays_when_the_alignment_is_broken_later_in_the_turn() -> None:
    match = play(setup(with_marks(9, ("b5", "c5", "d5", "e5", "f5", "e6"))), "g5")
    assert owed(match) == 2
    play(match, "e4")  # the fourth wall round e5
    assert coloured(match) == {"e5": "R"}
    assert owed(match) == 1
    assert not {"a5", "h5"} & set(match.legal_moves)


def test_5_3_alignments_made_by_further_moves_add_to_what_is_owed() -> None:
    cells = ("a5", "b5", "c5", "d5", "a7", "b7", "c7", "d7", "e7")
    match = play(setup(with_marks(9, cells)), "e5")
    assert owed(match) == 1
    play(match, "f7")  # six in a row
    assert owed(match) == 2
    assert match.to_move == 0
    assert not {"f5", "g7"} & set(match.legal_moves)
    play(match, "i1", "i3")
    assert match.to_move == 1


@pytest.mark.parametrize(
    ("cells", "last"),
    [("a8 b8 c8 d8", "e8"), ("i1 i2 i3 i4", "i5"), ("e6 f7 g8 h9", "d5"), ("a9 b8 c7 d6", "e5"), ("b1 b2 b3 b4", "b5")],
)
def test_5_3_in_every_direction(cells: str, last: str) -> None:
    match = play(setup(with_marks(9, ("b1", "c1", "d1", "e1", *cells.split()))), "f1")
    assert owed(match) == 1
    play(match, last)
    assert owed(match) == 1
    assert match.to_move == 0


def test_5_3_what_was_owed_before_stays_owed() -> None:
    cells = ("a5", "b5", "c5", "d5", "f5", "a7", "b7", "c7", "d7", "e7")
    match = play(setup(with_marks(9, cells)), "e5")
    assert owed(match) == 2
    play(match, "f7")
    assert owed(match) == 2 - 1 + 2


def test_5_4_an_older_alignment_made_longer_counts_in_full() -> None:
    match = play(setup(with_marks(9, ("c5", "d5", "e5", "f5", "g5"))), "h5")
    assert owed(match) == 2


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


# --- options ----------------------------------------------------------------------------------------------------------


def test_option_size() -> None:
    assert len(kakomi.new("enclose5", size=7).legal_moves) == 49
    match = kakomi.new("enclose5", size=40)
    assert len(match.legal_moves) == 1600
    play(match, "an40", "aa27", "z1")
    assert match.board == {"an40": "r", "aa27": "b", "z1": "r"}
    for size in (6, 41):
        with pytest.raises(OptionError, match="size must be 7 to 40"):
            kakomi.new("enclose5", size=size)


def test_option_target_full_ends_by_6_only() -> None:
    ring = ".rrrrr. / r.....r / r.....r / r.....r / r.....r / r.....r / .rr.rr."
    by_target, full = play(setup(ring), "d1"), play(setup(ring, target="full"), "d1")
    assert by_target.score == full.score == (25, 0)
    assert by_target.outcome is not None
    assert full.outcome is None
    play(full, "a7", "g7", "g1", "a1")  # the bottom row was an alignment, so Red has two moves
    assert full.outcome is not None
    assert (full.outcome.winner, full.outcome.clause) == (0, "6")


def test_option_target_range() -> None:
    for target in (0, 401, "none"):
        with pytest.raises(OptionError, match="target must be 1 to 400 or full"):
            kakomi.new("enclose5", target=target)


def test_option_pie_the_second_player_may_swap() -> None:
    match = play(kakomi.new("enclose5", opening="pie"), "k11")
    assert match.to_move == 1
    assert "swap" in match.legal_moves
    assert len(match.legal_moves) == 441
    assert match.status == "Blue to move. The second player may swap colours instead of marking a cell (pie)."
    play(match, "swap")
    assert match.sides == ("Blue", "Red")
    assert match.to_move == 0
    play(match, "a1")
    assert match.board == {"k11": "r", "a1": "b"}
    assert match.to_move == 1


def test_option_pie_the_second_player_need_not_swap() -> None:
    match = play(kakomi.new("enclose5", opening="pie"), "k11", "a1")
    assert match.sides == ("Red", "Blue")
    assert match.to_move == 0
    assert "swap" not in match.legal_moves


def test_option_pie_points_go_with_the_colour() -> None:
    match = play(
        kakomi.new("enclose5", opening="pie", size=7, target=1), "d5", "swap", "a1", "c4", "b1", "e4", "c1", "d3"
    )
    assert match.score == (0, 1)
    assert match.outcome is not None
    assert match.outcome.winner == 1
    assert match.status == "Red wins (4), 0 to 1."


def test_option_swap2_three_marks_by_the_first_player() -> None:
    match = kakomi.new("enclose5", opening="swap2")
    for move in ("k11", "k12", "l11"):
        assert match.to_move == 0
        play(match, move)
    assert match.board == {"k11": "r", "k12": "b", "l11": "r"}
    assert match.to_move == 1
    assert list(match.legal_moves) == ["red", "blue", "more"]


@pytest.mark.parametrize(("answer", "sides", "to_move"), [("red", ("Blue", "Red"), 0), ("blue", ("Red", "Blue"), 1)])
def test_option_swap2_the_second_player_takes_a_colour_and_blue_moves(
    answer: str, sides: tuple[str, str], to_move: int
) -> None:
    match = play(kakomi.new("enclose5", opening="swap2"), "k11", "k12", "l11", answer)
    assert (match.sides, match.to_move) == (sides, to_move)
    play(match, "a1")
    assert match.board["a1"] == "b"
    assert match.to_move == 1 - to_move


@pytest.mark.parametrize(("answer", "sides", "to_move"), [("red", ("Red", "Blue"), 1), ("blue", ("Blue", "Red"), 0)])
def test_option_swap2_more_marks_and_the_first_player_takes_a_colour(
    answer: str, sides: tuple[str, str], to_move: int
) -> None:
    match = play(kakomi.new("enclose5", opening="swap2"), "k11", "k12", "l11", "more")
    for move in ("a1", "a2"):
        assert match.to_move == 1
        play(match, move)
    assert (match.board["a1"], match.board["a2"]) == ("b", "r")
    assert match.to_move == 0
    assert list(match.legal_moves) == ["red", "blue"]
    play(match, answer)
    assert (match.sides, match.to_move) == (sides, to_move)
    play(match, "u1")
    assert match.board["u1"] == "b"


def test_option_links_own_coloured_cells_are_walls() -> None:
    off, on = play(setup(LINKED), "g5"), play(setup(LINKED, links="on"), "g5")
    assert off.score == (1, 2)
    assert coloured(on) == {"c5": "B", "d5": "R", "e5": "B", **dict.fromkeys(("e4", "f4", "f5", "e6", "f6"), "R")}


def test_option_links_changes_nothing_in_games_from_the_empty_board() -> None:
    chance = random.Random(5)
    for _ in range(5):
        off = kakomi.new("enclose5", size=9, target="full")
        on = kakomi.new("enclose5", size=9, target="full", links="on")
        while off.outcome is None:
            move = chance.choice(list(off.legal_moves))
            play(off, move)
            play(on, move)
        assert on.board == off.board
        assert on.outcome == off.outcome
