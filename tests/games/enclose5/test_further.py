"""Enclose5, clauses 5: alignments, the further moves they give, and the cells they bar."""

from __future__ import annotations

import pytest

from kakomi import IllegalMove
from tests.games.enclose5.boards import EXAMPLE_C, FOUR, STRIPES, coloured, owed, play, setup, with_marks

# --- 5 ----------------------------------------------------------------------------------------------------------------


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
