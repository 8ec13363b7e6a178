"""TOOT's jumps, captures, ends and options, clause by clause."""

from __future__ import annotations

import pytest

import kakomi
from kakomi import Outcome
from tests.games.toot.test_rules import CAPTURE, LAST, LATE, SMALL, STUCK, drawn, lifts, moves, refusal

# --- 5, 6: jumping and what becomes of the captured -------------------------------------------------------------------


def test_5_a_jump_goes_over_enemy_tiles_and_captures_the_pieces_on_them() -> None:
    match = drawn(CAPTURE)
    assert moves(match) == {"+", "0,-1>0,2"}
    match.push("0,-1>0,2")
    assert (match.board["0,-1"], match.board["0,1"], match.board["0,2"]) == ("b", "r", "b+")
    assert "aside:0,1" in match.position


def test_5_a_jump_leaves_no_gap_and_crosses_no_own_tile() -> None:
    gap = drawn("b+ r . r b\nr b b b r\nBlue to move; placed 3,0")
    assert refusal(gap, "0,1>4,1") == ("5", "there is no tile on 2,1, and a jump leaves no gaps (5); 0,1 cannot move")
    own = drawn("b+ r b+ b\nr r b .\nBlue to move; placed 2,0")
    assert refusal(own, "0,1>3,1")[0] == "5"
    assert "2,1 is an own tile" in refusal(own, "0,1>3,1")[1]


def test_5_a_jump_lands_on_a_free_own_tile_right_behind() -> None:
    match = drawn("b+ r b+ b\nr r b .\nBlue to move; placed 2,0")
    assert refusal(match, "0,1>2,1") == (
        "5",
        "2,1 holds a piece already: a jump lands on an own tile without a piece (5); 0,1 cannot move",
    )
    red = drawn("b+ r r .\nb b . .\nBlue to move; placed 1,0")
    assert "2,1 is a red tile: a jump lands on" in refusal(red, "0,1>2,1")[1]
    assert "there is no tile on 3,1: a jump lands on" in refusal(red, "0,1>3,1")[1]
    assert "neither adjacent to 0,1 (3.2) nor in a line with it (5)" in refusal(red, "0,1>2,0")[1]


def test_5_a_jump_over_several_pieces_captures_them_all() -> None:
    match = drawn("b+ r+ r r+ b\nb b . . .\nBlue to move; placed 1,0")
    match.push("0,1>4,1")
    assert "aside:0,2" in match.position
    assert match.score == (5, 5)


def test_5_1_after_a_capture_the_same_piece_may_jump_again_or_stop() -> None:
    match = drawn(CAPTURE)
    match.push("0,-1>0,2")
    assert (match.to_move, moves(match)) == (0, {"0,2>0,-1", "stop"})
    assert refusal(match, "+") == (
        "5.1",
        "the piece on 0,2 has captured: it alone may jump on, or stop (5.1); possible are 0,2>0,-1; stop",
    )
    again = match.copy()
    again.push("0,2>0,-1")
    assert (again.to_move, again.board["0,-1"]) == (1, "b+")  # that jump captured nothing: the turn is over
    match.push("stop")
    assert (match.to_move, match.board["0,2"]) == (1, "b+")


def test_5_1_a_chain_of_captures() -> None:
    match = drawn("b+ r+ b\nb . r+\nr . b\nBlue to move; placed 0,1")
    match.push("0,2>2,2")
    assert moves(match) == {"stop", "2,2>2,0", "2,2>0,2"}
    match.push("2,2>2,0")
    assert match.board["2,0"] == "b+"
    assert "aside:0,2" in match.position
    assert moves(match) == {"stop", "2,0>2,2"}


def test_5_1_another_piece_may_not_go_on_and_nothing_is_combined() -> None:
    match = drawn("b+ r+ b b\nb . r b+\nr r b r\nBlue to move; placed 0,1")
    match.push("0,2>2,2")
    assert refusal(match, "3,1>3,2")[0] == "5.1"
    assert refusal(match, "2,2>3,2") == (
        "5.1",
        "a step is never combined with a jump (5.1); 2,2 can go to 2,0; 0,2, or stop",
    )


def test_5_1_stop_is_for_a_piece_that_has_captured() -> None:
    assert refusal(kakomi.new("toot"), "stop")[0] == "5.1"
    assert refusal(drawn(CAPTURE), "stop")[0] == "5.1"
    assert refusal(drawn(LATE, **SMALL), "stop")[0] == "5.1"


def test_5_2_no_capture_is_compulsory() -> None:
    assert "+" in drawn(CAPTURE).legal_moves


def test_6_a_standing_piece_is_set_aside_and_a_lying_one_gone_for_good() -> None:
    match = drawn(LAST, **SMALL)
    assert match.score == (2, 2)
    match.push("0,1>2,1")
    assert match.score == (2, 1)
    assert "aside:1,0" in match.position


def test_6_a_captured_lying_piece_leaves_nothing_on_its_tile() -> None:
    match = drawn(LAST, tiles=4, pieces=3)
    for move in ("0,1>2,1", "stop", "0,0>1,0", "2,1>3,1", "1,0>1,1"):
        match.push(move)
    assert match.board["1,1"] == "r+"  # a standing piece, where the lying one was


def test_6_a_lying_piece_goes_on_lying_and_leaves_nothing_on_its_tile() -> None:
    match = drawn("b+ b= b b b\nr+ r= r r r", **SMALL)
    for move in ("1,1>2,1", "1,0>2,0", "0,1>1,1"):
        match.push(move)
    assert (match.board["1,1"], match.board["2,1"], match.board["2,0"]) == ("b+", "b=", "r=")


# --- 7: the end -------------------------------------------------------------------------------------------------------


def test_7_1_a_player_with_one_piece_left_loses_when_the_turn_is_over() -> None:
    match = drawn(LAST, **SMALL)
    match.push("0,1>2,1")
    assert match.outcome is None  # the piece may still jump on
    match.push("stop")
    assert match.outcome == Outcome(0, "7.1", (2, 1))
    assert not match.legal_moves
    assert match.status == "Blue wins (7.1), 2 to 1."


def test_7_1_pieces_set_aside_are_left() -> None:
    match = drawn("b+ r+ r b b\nb r+ r b .\n. r . . .", **SMALL)
    assert match.outcome is None


def test_7_2_so_many_turns_without_progress_make_a_draw() -> None:
    match = drawn(LATE, "Blue to move; quiet turns 49", **SMALL)
    match.push("0,1>2,1")
    assert match.outcome == Outcome(None, "7.2", (2, 2))
    early = drawn(LATE, "Blue to move; quiet turns 48", **SMALL)
    early.push("0,1>2,1")
    assert early.outcome is None


def test_7_2_two_passes_in_a_row_make_a_draw() -> None:
    match = drawn(STUCK, **SMALL)
    match.push("pass")
    assert (match.outcome, moves(match)) == (None, {"pass"})
    match.push("pass")
    assert match.outcome == Outcome(None, "7.2", (2, 2))


def test_7_2_passes_with_a_re_entry_or_a_step_between_them_are_not_in_a_row() -> None:
    match = drawn(STUCK.replace("may sacrifice -", "may sacrifice -; set aside 0,1"), tiles=4, pieces=3)
    for move in ("pass", "6,0=6,0", "pass"):
        match.push(move)
    assert match.outcome is None
    match = drawn(STUCK.replace("r= r=", "r= r ").replace("r  r  r", "r= r  r"), **SMALL)
    for move in ("pass", "4,0>5,0", "pass"):
        match.push(move)
    assert match.outcome is None


def test_7_one_piece_left_decides_before_a_draw() -> None:
    match = drawn(LAST, "Blue to move; quiet turns 50", count="board", **SMALL)
    assert match.outcome == Outcome(1, "7.1", (1, 2))


def test_7_2_a_re_entry_or_a_capture_is_progress_and_a_pass_is_not() -> None:
    match = drawn(LATE, "Red to move; quiet turns 49", **SMALL)
    match.push("2,3=2,3")
    assert "quiet:0" in match.position
    sacrifice = drawn(LATE, "Blue to move; quiet turns 49", **SMALL)
    sacrifice.push("!0,1")
    sacrifice.push("0,1=0,1")
    assert "quiet:0" in sacrifice.position
    capture = drawn(LAST, "Blue to move; quiet turns 49", tiles=4, pieces=3)
    capture.push("0,1>2,1")
    capture.push("2,1>0,1")  # this jump captures nothing, but the turn did
    assert "quiet:0" in capture.position
    passing = drawn(STUCK, **SMALL)
    passing.push("pass")
    assert "quiet:1 passes:1" in passing.position


# --- options ----------------------------------------------------------------------------------------------------------


def test_options_tiles_and_pieces() -> None:
    assert "tiles:40,40 hand:12,12" in kakomi.new("toot", tiles=40, pieces=12).position
    assert "tiles:4,4 hand:2,2" in kakomi.new("toot", **SMALL).position
    with pytest.raises(kakomi.OptionError, match=r"pieces must be 2 to 4 with tiles=4, not 5 \(3\.4\)"):
        kakomi.new("toot", tiles=4)


def test_option_grid_hex_gives_six_neighbours() -> None:
    match = kakomi.new("toot", grid="hex")
    assert moves(match) == {"1,0", "-1,0", "0,-1", "1,-1", "-1,1", "1,1", "0,2", "-1,2"}


@pytest.mark.parametrize("step", [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)])
def test_option_grid_hex_steps_and_jumps_go_along_six_lines(step: tuple[int, int]) -> None:
    def at(far: int) -> str:
        return f"{step[0] * far},{step[1] * far}"

    tiles = {at(-1): "b", at(0): "b+", at(1): "r+", at(2): "r", at(3): "b"}
    grid = "\n".join(" ".join(tiles.get(f"{x},{y}", ".") for x in range(-3, 4)) for y in range(3, -4, -1))
    labels = " ".join(map(str, range(-3, 4)))
    match = drawn(numbered(grid) + f"\n{labels}\nBlue to move; placed {at(3)}", grid="hex")
    assert moves(match, ">") == {f"{at(0)}>{at(-1)}", f"{at(0)}>{at(3)}"}
    match.push(f"{at(0)}>{at(3)}")
    assert "aside:0,1" in match.position


def numbered(grid: str) -> str:
    return "\n".join(f"{y} {row}" for y, row in zip(range(3, -4, -1), grid.splitlines(), strict=True))


def test_option_grid_hex_a_tile_with_three_neighbours_is_lifted_and_one_with_four_is_not() -> None:
    flower = """
         1   b  b+ .  .  .  .
         0  r  r  r  r  b+ r+
        -1 .  b  b  .  .  .
          -1  0  1  2  3  4
        Red to move
    """
    match = drawn(flower, grid="hex", **SMALL)
    assert lifts(match) == {"-1,0", "2,0"}
    assert "1,0 has 4 adjacent tiles" in refusal(match, "1,0=0,2")[1]
    assert "0,0 has 6 adjacent tiles" in refusal(match, "0,0=0,2")[1]


def test_option_quiet() -> None:
    match = drawn(LATE, "Blue to move; quiet turns 9", quiet=10, **SMALL)
    match.push("0,1>2,1")
    assert match.outcome == Outcome(None, "7.2", (2, 2))


def test_option_tiebreak_pieces() -> None:
    more = drawn(LATE, "Blue to move; quiet turns 49; set aside 0,2", tiles=4, pieces=3, tiebreak="pieces")
    more.push("0,1>2,1")
    assert more.outcome == Outcome(1, "7.2", (2, 3))
    equal = drawn(LATE, "Blue to move; quiet turns 49", tiebreak="pieces", **SMALL)
    equal.push("0,1>2,1")
    assert equal.outcome == Outcome(None, "7.2", (2, 2))
    draw = drawn(LATE, "Blue to move; quiet turns 49; set aside 0,2", tiles=4, pieces=3)
    draw.push("0,1>2,1")
    assert draw.outcome == Outcome(None, "7.2", (2, 3))


LAST_TILE = """
    1 b+ b  b  b  b
    0 r+ r  r  r  .
    Red to move; pieces in hand 0,0; set aside 1,1
"""


def test_option_count_board_forgets_pieces_set_aside_once_all_tiles_are_placed() -> None:
    assert drawn(LAST, **SMALL).outcome is None
    assert drawn(LAST, count="board", **SMALL).outcome == Outcome(1, "7.1", (1, 2))
    match = drawn(LAST_TILE, count="board", **SMALL)
    assert (match.outcome, match.score) == (None, (2, 2))
    match.push("4,0")
    match.push("0,0>1,0")
    assert match.outcome == Outcome(None, "7.1", (1, 1))  # both at once
    total = drawn(LAST_TILE, **SMALL)
    total.push("4,0")
    total.push("0,0>1,0")
    assert total.outcome is None
