"""Enso, clause by clause."""

from __future__ import annotations

import pytest

import kakomi
from kakomi import AmbiguousMove, IllegalMove, Match, PositionError, UnreadableMove

EXAMPLE_A = "xxxo.o / x..oxo / oo.x.. / .....o / ox...x / .oo.x."
EXAMPLE_B = ".xo..o / .o..xo / ...x.. / ...x.x / o..... / o.x..."
EXAMPLE_C = "..xo.. / .x.ox. / o..... / x..o.o / ...... / ..ox.."


def board(rows: str, to_move: str = "Black") -> Match:
    return kakomi.from_diagram("enso", rows.replace("/", "\n") + f"\n{to_move} to move")


def moves_of(match: Match, cell: str) -> set[str]:
    return {move[2:] for move in match.legal_moves if move.startswith(cell)}


def test_1_setup_has_32_stones_and_an_empty_middle() -> None:
    match = kakomi.new("enso")
    assert match.diagram().splitlines()[:6] == [
        "6 x x x o o o",
        "5 x x x o o o",
        "4 x x . . o o",
        "3 o o . . x x",
        "2 o o o x x x",
        "1 o o o x x x",
    ]
    assert match.to_move == 0
    assert match.sides == ("Black", "White")
    assert len(match.legal_moves) == 24


def test_2_1_contact_is_in_all_eight_directions() -> None:
    for cell, row, column in (("c2", 2, 3), ("b3", 3, 2), ("d4", 4, 4), ("b2", 2, 2)):
        rows = [["."] * 6 for _ in range(6)]
        rows[6 - 3][2] = "x"
        rows[6 - row][column - 1] = "o"
        rows[0][5] = "o"
        match = board(" / ".join("".join(each) for each in rows))
        assert f"x{cell}" in moves_of(match, "c3")


def test_2_2_and_3_2_a_stone_touching_only_friends_walks() -> None:
    assert "-a3" in moves_of(board(EXAMPLE_B), "d3")


def test_2_2_a_friend_may_touch_at_a_corner() -> None:
    match = board("x....o / ...... / ...... / ..x... / .x.... / ......", "Black")
    alone = {"-b4", "-c4", "-d2", "-d3", "-d4", "-c5", "-c6", "-e1", "-e3", "-f3"}  # a5, b3, c1, c2 are beside friends
    assert moves_of(match, "c3") == {*alone, "-e5"}  # e5 is beside the enemy
    assert moves_of(match, "a6") == set()


def test_3_1_the_victim_may_be_far_away_and_need_not_be_the_adjacent_one() -> None:
    match = board("o..... / ...... / ...... / ...... / ...... / xo...x", "Black")
    assert moves_of(match, "a1") == {"xb1", "xa6"}


def test_3_1_only_the_first_stone_on_a_line_can_be_taken() -> None:
    match = board("...... / ...... / ...... / ...... / o..... / x.x.oo", "Black")
    assert moves_of(match, "a1") == {"xa2"}  # c1 is in the way of e1


@pytest.mark.parametrize(("mover", "own", "enemy"), [("Black", "x", "o"), ("White", "o", "x")])
def test_3_1_the_enemy_stone_is_taken_and_the_own_one_stands_in_its_place(mover: str, own: str, enemy: str) -> None:
    rows = "...... / ...... / ...... / ...... / E..... / O.O.EE"
    match = board(rows.replace("O", own).replace("E", enemy), mover)
    match.push("a1xa2")
    assert match.board == {"a2": own, "c1": own, "e1": enemy, "f1": enemy}


def test_3_1_example_a() -> None:
    assert moves_of(board(EXAMPLE_A, "White"), "c1") == {"xb2", "xc6", "xe1"}


def test_3_1_a_stone_in_contact_may_not_walk() -> None:
    match = board(EXAMPLE_A, "White")
    with pytest.raises(
        IllegalMove, match=r"c1 is in contact \(2.1\): it must capture .*it can take b2, c6, e1"
    ) as refused:
        match.push("c1-d1")
    assert refused.value.clause == "3.1"
    assert match.moves == []


def test_3_2_example_b() -> None:
    assert moves_of(board(EXAMPLE_B), "d3") == {"-a3", "-b1", "-b3", "-c4", "-e4", "-f1"}


def test_3_2_the_cell_it_leaves_counts_as_empty() -> None:
    match = board("x....o / ...... / ...... / .xx... / ...... / ......", "Black")
    assert moves_of(match, "c3") == {
        *("-d2", "-d3", "-d4"),  # one step away: only the stone itself was beside them
        *("-a1", "-c1", "-e1", "-e3", "-f3", "-c5", "-c6"),  # further away, beside nothing
        "-e5",  # beside the enemy on f6
    }


def test_3_2_it_may_not_stop_beside_friends_only() -> None:
    match = board("x....o / ...... / ...... / .xx... / ...... / ......", "Black")
    assert match.why_not("c3-c4") is not None
    assert "(3.2)" in str(match.why_not("c3-c4"))


def test_3_2_it_may_not_capture() -> None:
    match = board("...... / ...... / ...... / .xx..o / ...... / ......", "Black")
    assert "xf3" not in moves_of(match, "c3")
    assert match.why_not("c3xf3") is not None


def test_3_3_a_stone_alone_cannot_move() -> None:
    match = board(EXAMPLE_B)
    assert moves_of(match, "c1") == set()
    assert moves_of(match, "f3") == set()
    assert match.why_not("c1-c2") == "c1 is alone (2.3): it cannot move (3.3)"


def test_3_only_own_stones_move() -> None:
    match = kakomi.new("enso")
    assert "White's stone on a1" in str(match.why_not("a1-b1"))
    assert "no stone on c3" in str(match.why_not("c3-d3"))


def test_4_1_example_c_a_lone_inner_stone_wins_and_an_edge_stone_does_not() -> None:
    match = board(EXAMPLE_C, "Black")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.clause) == (1, "4.1")
    without_d3 = board(EXAMPLE_C.replace("x..o.o", "x....o"), "Black")
    assert without_d3.outcome is None


def test_4_1_an_enso_may_be_made_by_the_opponents_move() -> None:
    match = board(".....o / ...... / ...x.. / ..o... / ...... / ......", "Black")
    match.push("d4xf6")  # leaves c3 without a neighbour
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.clause) == (1, "4.1")


@pytest.mark.parametrize("to_move", ["Black", "White"])
def test_4_1_nobody_moves_once_there_is_an_enso(to_move: str) -> None:
    match = board("xx..oo / ...... / ...... / ..x... / ...... / ......", to_move)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.clause) == (0, "4.1")
    assert list(match.legal_moves) == []


@pytest.mark.parametrize("cell", ["b2", "e2", "b5", "e5", "c3", "d4"])
def test_4_1_every_inner_cell_will_do(cell: str) -> None:
    match = kakomi.new("enso", position=f"{_with_stone(cell)} x")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.clause) == (1, "4.1")


@pytest.mark.parametrize("cell", ["a3", "f4", "c1", "d6", "a1"])
def test_4_1_a_lone_stone_on_the_edge_is_no_enso(cell: str) -> None:
    match = kakomi.new("enso", position=f"{_with_stone(cell)} x")
    assert match.outcome is None or match.outcome.clause == "4.3"


def _with_stone(cell: str) -> str:
    """White stands alone on the cell; Black has two stones together in the corner furthest away."""
    column, row = "abcdef".index(cell[0]), int(cell[1])
    rows = [["."] * 6 for _ in range(6)]
    far = rows[0] if row <= 3 else rows[5]
    far[5 if column <= 2 else 0] = far[4 if column <= 2 else 1] = "x"
    rows[6 - row][column] = "o"
    return "/".join("".join(each) for each in rows)


def test_4_2_with_two_ensos_the_player_who_moved_wins() -> None:
    both = "...... / .x.... / ...... / ...... / ....o. / ......"
    black_to_move, white_to_move = board(both, "Black").outcome, board(both, "White").outcome
    assert black_to_move is not None
    assert white_to_move is not None
    assert (black_to_move.winner, black_to_move.clause) == (1, "4.2")
    assert (white_to_move.winner, white_to_move.clause) == (0, "4.2")


def test_4_3_a_player_without_a_move_loses() -> None:
    match = board("x....o / ...... / ...... / ...... / ...... / ......", "Black")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.clause) == (1, "4.3")
    assert list(match.legal_moves) == []
    with pytest.raises(IllegalMove, match=r"the game is over \(4.3\)"):
        match.push("a6-a5")


def test_5_an_enso_has_no_score() -> None:
    assert kakomi.new("enso").score is None


def test_notation_short_forms() -> None:
    match = kakomi.new("enso")
    with pytest.raises(AmbiguousMove, match="c5xd5, c6xd5, d2xd5"):
        match.push("xd5")
    with pytest.raises(UnreadableMove):
        match.push("hello")
    with pytest.raises(UnreadableMove):
        match.push("g1xa1")
    with pytest.raises(IllegalMove, match=r"a capture is written c1xd1 \(3.1\)"):
        board("...... / ...... / ...... / ...... / ...... / ..ox..", "White").push("c1-d1")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "six rows"),
        ("xxxooo/xxxooo/xx2oo/oo2xx/oooxxx x", "6 rows"),
        ("xxxooo/xxxooo/xx2oo/oo2xx/oooxxx/oooxx x", "row 1 has 5 cells"),
        ("xxxooo/xxxooo/xx2oo/oo2xx/oooxxx/oooxxz x", "row 1 has 'z'"),
        ("xxxooo/xxxooo/xx2oo/oo2xx/oooxxx/oooxxx z", "x or o to move"),
        ("xxxxxx/xxxxxx/xxxxxx/6/6/o5 x", "Black has 18 stones"),
        ("6/6/6/6/6/6 x", "no stone"),
        ("999/6/6/6/6/6 x", "row 6 has"),
    ],
)
def test_positions_that_cannot_be_are_refused(text: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        kakomi.new("enso", position=text)
