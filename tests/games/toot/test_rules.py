"""TOOT, clauses 1 to 4; `test_toot_jumps` has the others. A diagram's last line says what does not lie on the table."""

from __future__ import annotations

from itertools import combinations
from textwrap import dedent
from typing import Any

import pytest

import kakomi
from kakomi import Match

SMALL: dict[str, Any] = {"tiles": 4, "pieces": 2}
SQUARE = ("1,0", "-1,0", "0,1", "0,-1")  # what is adjacent to 0,0
HEX = (*SQUARE, "1,-1", "-1,1")

# A game of four tiles and two pieces, all tiles placed; a red piece is set aside.
LATE = """
    3 .  .  r  .
    2 .  b  r  .
    1 b+ r  b  r+
    0 .  b  r  b=
      0  1  2  3
"""

# Blue has just placed 0,2.
CAPTURE = """
     2 b  .
     1 r+ b
     0 r  .
    -1 b+ .
       0  1
    Blue to move; placed 0,2
"""

# Nobody can move, and nobody may sacrifice.
STUCK = """
    2 b= b= .  .  .  .  .
    1 r= r= b  b  b  .  .
    0 .  .  .  .  r  r  r
    Blue to move; may sacrifice -
"""

# Blue's piece can capture the lying one; Blue's other piece is set aside.
LAST = """
    1 b+ r= b  b  b
    0 r+ r  r  r  b
"""


def drawn(diagram: str, last: str = "", **options: Any) -> Match:
    return kakomi.from_diagram("toot", f"{dedent(diagram)}\n{last}", **options)


def refusal(match: Match, text: str) -> tuple[str | None, str]:
    """The clause and the sentence that refuse a move."""
    with pytest.raises(kakomi.IllegalMove) as refused:
        match.push(text)
    return refused.value.clause, str(refused.value)


def moves(match: Match, sign: str = "") -> set[str]:
    return {text for text in match.legal_moves if sign in text}


def lifts(match: Match) -> set[str]:
    return {text.split("=")[0] for text in moves(match, "=")}


def puts(match: Match, lift: str) -> set[str]:
    return {text.split("=")[1] for text in moves(match, "=") if text.startswith(lift + "=")}


def beside(match: Match) -> set[str]:
    """Clause 2 in plain words: every empty square that shares a side with a tile of the square grid."""
    tiles = [tuple(map(int, cell.split(","))) for cell in match.board]
    near = {(x + dx, y + dy) for x, y in tiles for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return {f"{x},{y}" for x, y in near.difference(tiles)}


# --- 1, 2: setup, tiles and pieces ------------------------------------------------------------------------------------


def test_1_the_red_tile_lies_below_the_blue_one_and_blue_begins() -> None:
    match = kakomi.new("toot")
    assert match.board == {"0,0": "r", "0,1": "b"}
    assert (match.to_move, match.sides, match.score) == (0, ("Blue", "Red"), (5, 5))
    assert "tiles:15,15 hand:5,5 aside:0,0" in match.position


def test_2_a_tile_is_placed_on_an_empty_square_that_shares_a_side_with_a_tile() -> None:
    match = kakomi.new("toot")
    assert moves(match) == {"0,-1", "1,0", "-1,0", "1,1", "-1,1", "0,2"}
    assert refusal(match, "0,0")[0] == "2"
    clause, sentence = refusal(match, "1,2")
    assert clause == "2"
    assert sentence == "1,2 is not adjacent to a tile (2); a tile can go on 0,-1; -1,0; 1,0; -1,1; 1,1; 0,2"
    assert refusal(match, "300,-300")[0] == "2"


def test_2_a_piece_stands_on_a_tile_of_its_own_colour_and_alone() -> None:
    match = drawn("b+ b+ r+\nr . b\nBlue to move; placed 2,0")
    assert refusal(match, "1,1>2,1") == (
        "3.2",
        "2,1 is a red tile: a step goes to an own tile without a piece (3.2); 1,1 cannot move",
    )
    assert "1,1 holds a piece already" in refusal(match, "0,1>1,1")[1]


@pytest.mark.parametrize("far", [(1, 0), (-1, 0), (0, 1), (0, -1)])
@pytest.mark.parametrize("tiles", [15, 40])
def test_2_the_grid_has_no_edge(far: tuple[int, int], tiles: int) -> None:
    match = kakomi.new("toot", tiles=tiles)
    line = {"0,0", "0,1"}
    for number in range(1, 2 * tiles + 1):
        step = number + 1 if far == (0, 1) else number
        line.add(f"{far[0] * step},{far[1] * step}")
        assert moves(match) == beside(match)
        player = match.to_move
        match.push(f"{far[0] * step},{far[1] * step}")
        while match.to_move == player:  # pieces are kept in hand as long as possible, so that 3.5 says nothing
            match.push(min(moves(match) - {"+"} or {"+"}, key=lambda text: (text != "stop", text)))
    assert set(match.board) == line
    again = kakomi.new("toot", tiles=tiles, position=match.position)
    assert (again.board, again.state) == (match.board, match.state)


# --- 3: with tiles in hand --------------------------------------------------------------------------------------------


def test_3_a_turn_is_a_tile_and_then_one_action() -> None:
    match = kakomi.new("toot")
    assert refusal(match, "+")[0] == "3"
    assert refusal(match, "0,1>0,2")[0] == "3"
    match.push("0,2")
    assert (match.to_move, moves(match)) == (0, {"+"})
    assert refusal(match, "0,3") == (
        "3",
        "the tile of this turn lies on 0,2 already (3); now enter a piece with +, step or jump",
    )
    match.push("+")
    assert match.to_move == 1


def test_3_1_a_piece_is_entered_on_the_tile_just_placed() -> None:
    match = kakomi.new("toot")
    match.push("1,1")
    match.push("+")
    assert match.board == {"0,0": "r", "0,1": "b", "1,1": "b+"}
    assert "hand:4,5" in match.position
    none_left = drawn("b+ b+ b .\nr r . .\nBlue to move; placed 2,1", **SMALL)
    assert refusal(none_left, "+") == ("3.1", "Blue has no piece in hand to enter (3.1); a step or a jump is due")


def test_3_2_a_piece_steps_to_an_adjacent_own_tile_without_a_piece() -> None:
    match = drawn("b b+ b\nr r .\nBlue to move; placed 2,1")
    assert moves(match) == {"+", "1,1>0,1", "1,1>2,1"}
    assert refusal(match, "1,1>1,2") == (
        "3.2",
        "there is no tile on 1,2: a step goes to an own tile without a piece (3.2); 1,1 can go to 0,1; 2,1",
    )
    assert refusal(match, "0,1>1,1")[0] == "3.2"
    assert refusal(match, "1,1>1,1")[0] == "3.2"
    match.push("1,1>0,1")
    assert (match.board["0,1"], match.board["1,1"], match.to_move) == ("b+", "b", 1)


def test_3_3_a_piece_jumps_to_the_tile_just_placed() -> None:
    match = drawn("b\nr\nb+\nr\nb\nBlue to move; placed 0,4")
    assert moves(match, ">") == {"0,2>0,4", "0,2>0,0"}
    match.push("0,2>0,4")
    assert (match.board["0,4"], match.to_move) == ("b+", 1)


def test_3_4_with_more_pieces_than_tiles_left_one_must_be_entered() -> None:
    match = kakomi.new("toot", tiles=4, pieces=4)
    match.push("0,2")
    assert moves(match) == {"+"}
    assert refusal(match, "0,1>0,2") == (
        "3.4",
        "Blue has more pieces (4) than tiles (3) in hand, so a piece must be entered on 0,2 (3.4): write +",
    )
    free = drawn("b b+ b\nr r .\nBlue to move; placed 2,1; pieces in hand 3,4; set aside 0,0", tiles=5, pieces=4)
    assert moves(free) == {"+", "1,1>0,1", "1,1>2,1"}
    forced = drawn("b b+ b\nr r .\nBlue to move; placed 2,1; pieces in hand 3,3; set aside 0,1", tiles=4, pieces=4)
    assert moves(forced) == {"+"}


def test_3_5_a_placement_must_leave_something_to_do() -> None:
    match = drawn("b+ b+\nr r", **SMALL)
    assert moves(match) == {"-1,1", "0,2", "1,2", "2,1", "0,-1", "1,-1"}
    for square in ("-1,0", "2,0"):
        clause, sentence = refusal(match, square)
        assert clause == "3.5"
        assert sentence.startswith(
            f"with a tile on {square} no step or jump would be possible (3.5); it can go on 0,-1;"
        )
    match.push("0,-1")
    assert moves(match) == {"0,1>0,-1"}


def test_3_5_every_placement_is_allowed_while_a_piece_can_move_or_is_in_hand() -> None:
    movable = drawn("b+ b .\nr r .", "Blue to move; pieces in hand 0,2; set aside 1,0", **SMALL)
    assert moves(movable) == beside(movable)
    in_hand = drawn("b+ b+\nr r", tiles=4, pieces=3)
    assert moves(in_hand) == beside(in_hand)


def test_3_5_where_nothing_can_be_done_the_turn_is_the_tile_alone() -> None:
    match = drawn("b b\nr r", "Blue to move; pieces in hand 0,2; set aside 2,0", **SMALL)
    assert moves(match) == beside(match)
    assert match.status == "Blue to move. Place a tile; the turn is that alone (3.5)."
    match.push("-1,0")
    assert match.to_move == 1


# --- 4: without tiles -------------------------------------------------------------------------------------------------


def test_4_without_tiles_no_tile_is_placed() -> None:
    match = drawn(LATE, **SMALL)
    assert refusal(match, "0,0") == ("4", "Blue has no tiles left (4); possible now: step or jump, sacrifice one")
    assert refusal(match, "+")[0] == "3.1"


def test_4_1_a_turn_is_a_step() -> None:
    match = drawn("b+ b b b b+\nr r r r r", **SMALL)
    assert moves(match, ">") == {"0,1>1,1", "4,1>3,1"}
    match.push("0,1>1,1")
    assert (match.to_move, match.board["1,1"]) == (1, "b+")


def test_4_2_a_turn_is_a_jump() -> None:
    match = drawn(LATE, **SMALL)
    assert moves(match, ">") == {"0,1>2,1", "3,0>1,0"}
    match.push("3,0>1,0")
    assert (match.board["1,0"], match.to_move) == ("b=", 1)  # a lying piece goes on lying


def test_4_3_a_free_tile_with_at_most_three_neighbours_is_lifted() -> None:
    match = drawn(LATE, "Red to move", **SMALL)
    assert lifts(match) == {"2,0", "2,2", "2,3"}
    assert refusal(match, "1,1=0,0") == (
        "4.3",
        "1,1 has 4 adjacent tiles; a tile with three at most is lifted (4.3); Red can lift 2,0; 2,2; 2,3",
    )
    assert "3,1 holds a piece" in refusal(match, "3,1=0,0")[1]
    assert "1,2 is a blue tile" in refusal(match, "1,2=0,0")[1]
    assert "there is no tile on 9,9" in refusal(match, "9,9=0,0")[1]


def test_4_3_the_lifted_tile_is_placed_beside_another_one() -> None:
    match = drawn(LATE, "Red to move", **SMALL)
    others = {"1,-1", "2,-1", "3,-1", "0,0", "4,0", "-1,1", "4,1", "0,2", "3,2", "1,3"}
    assert puts(match, "2,3") == others | {"2,3"}  # 2,4 and 3,3 were beside the lifted tile only
    assert puts(match, "2,2") == others | {"2,2", "3,3", "2,4"}
    assert refusal(match, "2,3=2,4")[0] == "2"
    assert refusal(match, "2,3=1,1")[0] == "2"


def test_4_3_the_tile_may_go_back_to_its_square_if_that_is_still_beside_a_tile() -> None:
    match = drawn(LATE, "Red to move", **SMALL)
    match.push("2,3=2,3")
    assert match.board["2,3"] == "r="
    alone = drawn("b= . b+ b . .\n. . r= b b .\nr . r r . r", "Red to move", **SMALL)
    assert "5,0=5,0" not in alone.legal_moves
    assert "3,0=3,0" in alone.legal_moves


def test_4_3_the_piece_comes_back_lying_and_the_layout_may_split() -> None:
    match = drawn(LATE, "Red to move", **SMALL)
    match.push("2,2=0,0")
    assert (match.board["0,0"], "2,2" in match.board, match.board["2,3"]) == ("r=", False, "r")
    assert "aside:0,0" in match.position
    assert match.to_move == 0


def test_4_3_nothing_is_left_where_a_tile_was_lifted() -> None:
    match = drawn(LATE, **SMALL)
    for move in ("!0,1", "1,0=0,2", "2,3=1,0"):
        match.push(move)
    assert match.board["1,0"] == "r="


@pytest.mark.parametrize(("grid", "steps"), [("square", SQUARE), ("hex", HEX)])
def test_4_3_a_tile_is_lifted_unless_four_or_more_tiles_are_adjacent(grid: str, steps: tuple[str, ...]) -> None:
    """A red tile with any three, and with any four, of its neighbours; the other tiles lie far away."""
    for count in (3, 4):
        for near in combinations(steps, count):
            tiles = {"0,0": "r", **dict.fromkeys(near, "b")}
            tiles |= {f"{x},3": "b" for x in range(5 - count)} | {f"{x},-3": "r" for x in range(4)}
            tiles |= {"0,3": "b=", "0,-3": "r="}  # after two re-entries the layout may have split
            rows = [f"{y} " + " ".join(tiles.get(f"{x},{y}", ".") for x in range(-1, 4)) for y in range(3, -4, -1)]
            match = drawn("\n".join([*rows, "-1 0 1 2 3"]), "Red to move", grid=grid, **SMALL)
            assert ("0,0" in lifts(match)) == (count == 3), near


def test_4_3_needs_a_captured_piece() -> None:
    clause, sentence = refusal(drawn(LATE, **SMALL), "1,0=0,0")
    assert (clause, sentence[:54]) == ("4.3", "Blue has no captured piece set aside to re-enter (4.3)")


def test_4_4_a_standing_piece_is_sacrificed_and_re_entered_lying() -> None:
    match = drawn(LATE, **SMALL)
    assert moves(match, "!") == {"!0,1"}
    match.push("!0,1")
    assert match.to_move == 0
    assert (match.board["0,1"], match.score) == ("b", (2, 2))
    assert lifts(match) == {"0,1", "1,0", "1,2"}  # the tile it stood on is among them
    assert moves(match) == moves(match, "=")
    assert refusal(match, "3,0>1,0")[0] == "4.4"
    match.push("0,1=3,2")
    assert ("0,1" in match.board, match.board["3,2"], match.to_move) == (False, "b=", 1)


def test_4_4_once_in_a_game_and_never_a_lying_piece() -> None:
    match = drawn(LATE, **SMALL)
    assert refusal(match, "!3,0") == (
        "4.4",
        "the piece on 3,0 lies: only a standing piece is sacrificed (4.4); possible are 0,1",
    )
    assert refusal(match, "!3,1")[0] == "4.4"
    used = drawn(LATE, "Blue to move; may sacrifice r", **SMALL)
    assert not moves(used, "!")
    assert refusal(used, "!0,1")[1] == "Blue has sacrificed already, and it is allowed once in a game (4.4)"


def test_4_4_each_player_may_sacrifice_once() -> None:
    match = drawn("b+ b b b b+\nr r+ r r r+", **SMALL)
    for move in ("!0,1", "0,1=0,1", "!1,0", "1,0=1,0"):
        assert move in match.legal_moves
        match.push(move)
    assert match.to_move == 0
    assert not moves(match, "!")  # although a standing piece is left


def test_4_4_the_pieces_set_aside_stay_there() -> None:
    match = drawn(LATE, "Blue to move; set aside 1,1", tiles=4, pieces=3)
    for move in ("!0,1", "0,1=0,1"):
        match.push(move)
    assert "aside:1,1" in match.position


def test_4_4_a_piece_on_a_crowded_tile_if_another_tile_can_be_lifted() -> None:
    match = drawn(". r  . . . .\nr b+ r b b .\n. r  . b b= r", **SMALL)
    assert moves(match, "!") == {"!1,1"}
    match.push("!1,1")
    assert "1,1" not in lifts(match)


def test_4_4_needs_a_tile_to_lift() -> None:
    crowded = """
        . . r  . . .
        . r b  r . .
        r b b+ b r b+
        . r b  r . .
        . . b+ . . .
    """
    match = drawn(crowded, tiles=6, pieces=3)
    assert moves(match, "!") == {"!2,0", "!5,2"}  # the tile under 2,2 and all the free ones have four neighbours
    assert refusal(match, "!2,2") == (
        "4.4",
        "with 2,2 sacrificed there would be no tile to lift for the re-entry (4.4); possible are 2,0; 5,2",
    )


def test_4_5_a_player_passes_only_when_nothing_else_is_possible() -> None:
    assert moves(drawn(STUCK, **SMALL)) == {"pass"}
    assert refusal(drawn(LATE, **SMALL), "pass")[0] == "4.5"
    assert refusal(kakomi.new("toot"), "pass")[0] == "4.5"


def test_4_5_a_pass_ends_the_turn_and_none_is_offered_beside_a_re_entry() -> None:
    match = drawn(STUCK.replace("may sacrifice -", "may sacrifice -; set aside 0,1"), tiles=4, pieces=3)
    match.push("pass")
    assert match.to_move == 1
    assert lifts(match) == {"4,0", "5,0", "6,0"}
    assert moves(match) == moves(match, "=")


def test_4_5_a_player_with_a_captured_piece_but_no_tile_to_lift_passes() -> None:
    crowded = """
        . . r . . .  .
        . r b r . b= b=
        r b b b r r  .
        . r b r . b= b=
        . . r . . .  .
        Blue to move; may sacrifice r; set aside 1,5
    """
    match = drawn(crowded, tiles=8, pieces=5)
    assert moves(match) == {"pass"}
    assert "2,2 has 4 adjacent tiles" in refusal(match, "2,2=0,0")[1]
