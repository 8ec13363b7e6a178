"""Enclosure Chess on 5x5 and 7x7, clause by clause."""

from __future__ import annotations

import pytest

import kakomi
from kakomi import IllegalMove, Match, OptionError, Outcome, PositionError, UnknownName, UnreadableMove
from kakomi.core.scene import Mark, Stock

START_5 = """
5 X . X . X
4 . X . X .
3 X . . . X
2 . X . X .
1 X . X . X
  a b c d e
"""
START_7 = """
7 X . X . X . X
6 . X . X . X .
5 X . X . X . X
4 . X . X . X .
3 X . X . X . X
2 . X . X . X .
1 X . X . X . X
  a b c d e f g
"""
FOUR_AT_ONCE = """
7 X . X . X . X
6 . X . X . X .
5 X . X o X . X
4 . X o X o X .
3 X o X . X o X
2 . X o X o X .
1 X . X o X . X
  a b c d e f g
"""
CORNER = "X1X1X/1X1X1/X3X/oX1X1/1oX1X 0 1"
CORNER_CLOSED = "X1X1X/1X1X1/X3X/oX1X1/#oX1X 0 1"


def read(diagram: str, rules: str = "5x5", **options: object) -> Match:
    return kakomi.from_diagram("enclosure_chess", diagram, rules, **options)


def played(moves: str, rules: str = "5x5", **options: str) -> Match:
    match = kakomi.new("enclosure_chess", rules, **options)
    for move in moves.split():
        match.push(move)
    return match


def rows(match: Match) -> str:
    """The board's rows without coordinates."""
    size = int(match.rules[0])
    return " / ".join("".join(line.split()[1:]) for line in match.diagram().splitlines()[:size])


def refusal(match: Match, move: str) -> tuple[str | None, str]:
    with pytest.raises(IllegalMove) as refused:
        match.push(move)
    return refused.value.clause, str(refused.value)


# --- 1 setup ----------------------------------------------------------------------------------------------------------


def test_1_the_main_game_is_5x5_with_12_black_pieces_12_red_ones_and_an_empty_centre() -> None:
    match = kakomi.new("enclosure_chess")
    assert match.rules == "5x5"
    assert rows(match) == "X.X.X / .X.X. / X...X / .X.X. / X.X.X"
    assert list(match.board.values()) == ["X"] * 12
    assert "c3" not in match.board
    assert match.status == "First to move. 12 red pieces are left."
    assert match.score == (0, 0)
    assert match.sides == ("First", "Second")
    assert len(match.legal_moves) == 13


def test_1_7x7_has_25_black_pieces_and_24_white_ones() -> None:
    match = kakomi.new("enclosure_chess", "7x7")
    assert rows(match) == "X.X.X.X / .X.X.X. / X.X.X.X / .X.X.X. / X.X.X.X / .X.X.X. / X.X.X.X"
    assert list(match.board.values()) == ["X"] * 25
    assert match.status == "First to move. 24 white pieces are left."
    assert len(match.legal_moves) == 24


@pytest.mark.parametrize(("rules", "diagram"), [("5x5", START_5), ("7x7", START_7)])
def test_1_the_diagrams_of_the_rules_are_the_start(rules: str, diagram: str) -> None:
    start = kakomi.new("enclosure_chess", rules)
    assert read(diagram, rules).state == start.state
    bare = "\n".join("".join(line.split()[1:]) for line in diagram.split("\n")[1:-2])
    assert read(bare, rules).state == start.state
    assert read(start.diagram(), rules).state == start.state


# --- 2 placing --------------------------------------------------------------------------------------------------------


def test_2_the_players_place_in_turn_on_empty_intersections() -> None:
    match = kakomi.new("enclosure_chess")
    assert sorted(match.legal_moves) == ["a2", "a4", "b1", "b3", "b5", "c2", "c3", "c4", "d1", "d3", "d5", "e2", "e4"]
    match.push("c3")
    assert match.to_move == 1
    assert match.board["c3"] == "o"
    assert "c3" not in match.legal_moves
    match.push("b3")
    assert match.to_move == 0
    assert match.status == "First to move. 10 red pieces are left."


def test_2_both_players_place_the_same_shared_pieces() -> None:
    match = played("a2 b1")
    assert (match.board["a2"], match.board["b1"]) == ("o", "o")


def test_2_a_placement_on_a_black_piece_is_refused() -> None:
    assert refusal(kakomi.new("enclosure_chess"), "a1") == (
        "2",
        "a black piece stands on a1: a red piece goes on an empty intersection (2);"
        " it can go on b1, d1, a2, c2, e2, b3, c3, d3 and 5 more",
    )


def test_2_a_placement_on_a_shared_piece_is_refused() -> None:
    assert refusal(played("b3", "7x7"), "b3") == (
        "2",
        "a white piece stands on b3 already: a white piece goes on an empty intersection (2);"
        " it can go on b1, d1, f1, a2, c2, e2, g2, d3 and 15 more",
    )


# --- 3 capturing ------------------------------------------------------------------------------------------------------


def test_3_a_corner_piece_needs_its_two_neighbours() -> None:
    match = played("a2")
    assert match.board["a1"] == "X"
    match.push("b1")
    assert "a1" not in match.board
    assert match.score == (0, 1)
    assert match.position == CORNER


def test_3_an_edge_piece_needs_its_three_neighbours() -> None:
    match = played("b1 d1")
    assert match.board["c1"] == "X"
    match.push("c2")
    assert "c1" not in match.board
    assert match.score == (1, 0)


def test_3_a_piece_inside_needs_its_four_neighbours() -> None:
    match = played("b1 b3 c2")
    assert match.board["b2"] == "X"
    match.push("a2")
    assert set(match.board) & {"a1", "b2"} == set()
    assert match.score == (0, 2)  # a1 as well


def test_3_the_edge_of_one_row_is_not_joined_to_the_next() -> None:
    match = played("e2 d1")  # round e1; a2 and a3 are on the other side of the board
    assert match.score == (0, 1)
    match = played("a4 b3")
    assert match.score == (0, 0)
    assert played("a4 b3 a2").score == (1, 0)


def test_3_neighbours_are_along_the_lines_and_not_diagonal() -> None:
    match = played("b3 a2 c2 c3")  # b2 lacks b1; c3 is diagonal to it
    assert match.board["b2"] == "X"


def test_3_the_capture_counts_for_the_player_who_places_last() -> None:
    assert played("a2 b1").score == (0, 1)
    assert played("a2 c3 b1").score == (1, 0)


def test_3_one_placement_captures_up_to_four() -> None:
    match = read(FOUR_AT_ONCE, "7x7")
    assert match.to_move == 0
    match.push("d3")
    assert match.score == (4, 0)
    assert set(match.board) & {"c3", "d2", "d4", "e3"} == set()
    assert match.scene().marks == (
        Mark("d3", "to"),
        *(Mark(place, "captured") for place in ("d2", "c3", "e3", "d4")),
    )


def test_3_a_black_piece_captured_at_the_far_corner_of_each_board() -> None:
    assert played("e4 d5").score == (0, 1)
    assert played("g6 f7", "7x7").score == (0, 1)


# --- 4 the end --------------------------------------------------------------------------------------------------------


def test_4_more_captures_win_when_all_shared_pieces_are_placed() -> None:
    match = played("a2 b1 c3 b3 d3 e2 d1 a4 b5 c2 d5")
    assert match.outcome is None
    assert match.status == "Second to move. This is the last red piece."
    match.push("e4")
    assert match.score == (2, 7)
    assert match.outcome == Outcome(1, "4", (2, 7))
    assert list(match.legal_moves) == []
    assert len([symbol for symbol in match.board.values() if symbol == "o"]) == 12
    assert "c4" not in match.board  # an intersection is left, but no piece
    assert match.status == "Second wins (4), 2 to 7."


def test_4_equal_captures_are_a_draw() -> None:
    match = played("c3 a2 b1 e2 d1 b3 d3 c2 a4 a1 e4 b5")
    assert match.outcome == Outcome(None, "4", (4, 4))


def test_4_the_first_player_can_win() -> None:
    match = played("c3 a2 b1 e2 d1 b3 a1 d3 e1 c4 c2 b2")
    assert match.outcome == Outcome(0, "4", (5, 0))


def test_4_after_the_end_no_move_is_taken() -> None:
    match = played("a2 b1 c3 b3 d3 e2 d1 a4 b5 c2 d5 e4")
    assert refusal(match, "c4") == ("4", "the game is over (4); no move can be made")


def test_4_a_whole_game_of_7x7_takes_24_placements() -> None:
    match = kakomi.new("enclosure_chess", "7x7")
    for number in range(24):
        assert match.outcome is None
        assert match.to_move == number % 2
        match.push(next(iter(match.legal_moves)))
    assert match.outcome is not None
    assert match.outcome.clause == "4"


# --- the option -------------------------------------------------------------------------------------------------------


def test_vacated_open_is_the_default_and_lets_a_vacated_intersection_be_placed_on() -> None:
    match = played("a2 b1")
    assert match.options == {"vacated": "open"}
    assert "a1" in match.legal_moves
    match.push("a1")
    assert match.board["a1"] == "o"


def test_vacated_closed_keeps_a_vacated_intersection_closed() -> None:
    match = played("a2 b1", vacated="closed")
    assert match.board["a1"] == "#"
    assert match.position == CORNER_CLOSED
    assert "a1" not in match.legal_moves
    assert {place.id: place.tone for place in match.scene().places}["a1"] == "closed"
    assert refusal(match, "a1") == (
        "2",
        "a1 is closed since the piece there was captured (option vacated):"
        " a red piece goes on an empty intersection (2); it can go on d1, c2, e2, b3, c3, d3, a4, c4 and 3 more",
    )


def test_vacated_closed_leaves_one_intersection_of_13_after_the_twelfth_piece() -> None:
    match = kakomi.new("enclosure_chess", vacated="closed")
    for left in range(13, 1, -1):
        assert len(match.legal_moves) == left
        match.push(next(iter(match.legal_moves)))
    assert match.outcome is not None
    assert match.outcome.clause == "4"


def test_options_are_checked() -> None:
    with pytest.raises(OptionError, match="vacated must be open or closed, not 'shut'"):
        kakomi.new("enclosure_chess", vacated="shut")
    with pytest.raises(UnknownName, match="known: vacated"):
        kakomi.new("enclosure_chess", "7x7", quiet=60)
    with pytest.raises(UnknownName, match="known: 5x5, 7x7, six"):
        kakomi.new("enclosure_chess", "9x9")


# --- texts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["f1", "a6", "A1", "b", "3b", "b33", "b²", "b３", "a0", "pass", "a1-b1", "9" * 60])
def test_unreadable_moves_are_told_what_a_move_looks_like(text: str) -> None:
    match = kakomi.new("enclosure_chess")
    with pytest.raises(UnreadableMove) as refused:
        match.push(text)
    assert str(refused.value) == f"{text!r} is not a move; write an intersection from a1 to e5, like b3"
    assert match.moves == []


def test_unreadable_moves_of_7x7_name_its_own_corner() -> None:
    with pytest.raises(UnreadableMove, match="from a1 to g7"):
        kakomi.new("enclosure_chess", "7x7").push("h1")


def test_a_position_says_all_there_is() -> None:
    match = played("a2 b1 c3")
    assert match.position == "X1X1X/1X1X1/X1o1X/oX1X1/1oX1X 0 1"
    assert match.diagram().splitlines()[-1] == "captured 0 and 1, 9 red left, Second to move"
    assert played("a2", "7x7").diagram().splitlines()[-1] == "captured 0 and 0, 23 white left, Second to move"


@pytest.mark.parametrize("vacated", ["open", "closed"])
@pytest.mark.parametrize("rules", ["5x5", "7x7"])
def test_positions_and_diagrams_round_trip_through_a_game(rules: str, vacated: str) -> None:
    match = kakomi.new("enclosure_chess", rules, vacated=vacated)
    while True:
        again = kakomi.new("enclosure_chess", rules, position=match.position, vacated=vacated)
        assert again.state == match.state
        assert again.position == match.position
        assert read(match.diagram(), rules, vacated=vacated).state == match.state
        if match.outcome is not None:
            break
        moves = list(match.legal_moves)
        match.push(moves[len(match.moves) * 5 % len(moves)])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("X1X1X/1X1X1/X3X/1X1X1/X1X1X", "a position is 5 rows and the captures of First and Second"),
        ("X1X1X/1X1X1/X3X/1X1X1/X1X1X 0 0 0", "a position is 5 rows and the captures"),
        ("X1X1X/1X1X1/X3X/1X1X1/X1X1X 0 -1", "a position is 5 rows and the captures"),
        ("X1X1X/1X1X1/X3X/1X1X1/X1X1X 0 ²", "a position is 5 rows and the captures"),
        ("X1X1X/1X1X1/X3X/1X1X1/X1X1X 0 " + "1" * 5000, "a position is 5 rows and the captures"),
        ("", "a position is 5 rows and the captures"),
        ("X1X1X/1X1X1/X3X/1X1X1 0 0", "5 rows separated by '/', this has 4"),
        ("X1X1X/1X1X1/X3X/1X1X1/X1X2X 0 0", "row 1 has 6 cells, not 5"),
        ("X1X1X/1X1X1/X3X/1X1X1/X1X1Z 0 0", "row 1 has 'Z'"),
        ("ooooo/ooooo/ooo2/5/5 0 0", "there are 13 red pieces; the most is 12"),
        ("X1X1X/1X1X1/X1X1X/1X1X1/X1X1X 0 0", "no black piece starts on c3"),
        ("XXX1X/1X1X1/X3X/1X1X1/X1X1X 0 0", "no black piece starts on b5"),
        ("2X1X/1X1X1/X3X/1X1X1/X1X1X 1 0", "the black piece of a5 .* is missing; .* all its neighbours are red"),
        ("ooX1X/1X1X1/X3X/1X1X1/X1X1X 1 0", "the black piece of a5 .* is missing"),
        ("X1X1X/1X1X1/X3X/oX1X1/XoX1X 0 0", "the black piece on a1 is enclosed; it would have been captured"),
        ("X1X1X/1X1X1/X3X/1X1X1/X1X1X 1 0", "captured 1 and 0, but 0 of the 12 black pieces .* have left"),
        ("X1X1X/1X1X1/X3X/oX1X1/1oX1X 1 1", "captured 1 and 1, but 1 of the 12"),
        (CORNER_CLOSED, "a1 is closed .* vacated=closed"),
    ],
)
def test_positions_that_cannot_be_are_refused(text: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        kakomi.new("enclosure_chess", position=text)


def test_with_vacated_closed_a_vacated_intersection_is_written_closed() -> None:
    with pytest.raises(PositionError, match="a1 is where a piece was captured; with vacated=closed it is closed"):
        kakomi.new("enclosure_chess", position=CORNER, vacated="closed")
    with pytest.raises(PositionError, match="no black piece starts on b5"):
        kakomi.new("enclosure_chess", position="X#X1X/1X1X1/X3X/1X1X1/X1X1X 0 0", vacated="closed")
    with pytest.raises(PositionError, match="all its neighbours are white"):
        kakomi.new(
            "enclosure_chess",
            "7x7",
            position="#1X1X1X/1X1X1X1/X1X1X1X/1X1X1X1/X1X1X1X/1X1X1X1/X1X1X1X 1 0",
            vacated="closed",
        )


@pytest.mark.parametrize(
    ("extra", "reason"),
    [
        ("", "say who captured them in a last line, like 'captured 1 and 0'"),
        ("captured", "after the rows comes a line like 'captured 2 and 1', not 'captured'"),
        ("captured 0 and 1\ncaptured 0 and 1", "after the rows comes a line"),
        ("captured 0 and 0", "captured 0 and 0, but 1 of the 12"),
        ("captured 0 and 1, 9 left", "by the pieces on the board 10 are left, not 9"),
        ("captured 0 and 1, 10 red left, Second to move", "by the pieces on the board First is to move, not Second"),
    ],
)
def test_diagrams_that_cannot_be_are_refused(extra: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        read(f"X.X.X\n.X.X.\nX...X\noX.X.\n.oX.X\n{extra}")


def test_every_diagram_of_the_rules_page_can_be_read() -> None:
    blocks = kakomi.games.get("enclosure_chess").rules_page().split("```")[1::2]
    found = []
    for block in blocks:
        rules = {"5": "5x5", "7": "7x7"}.get(block.split()[0], "six")
        if "N1" not in block:  # the drawing with the names of the points
            found.append((rules, len(read(block, rules).board)))
    assert found == [
        ("5x5", 12),
        ("7x7", 25),
        ("5x5", 13),
        ("5x5", 13),
        ("7x7", 33),
        ("six", 12),
        ("six", 5),
        ("six", 9),
    ]


def test_a_diagram_may_say_just_the_captures() -> None:
    assert read("X.X.X\n.X.X.\nX...X\noX.X.\n.oX.X\ncaptured 1 and 0").score == (1, 0)


# --- the picture ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "colour", "left"), [("5x5", "red", 10), ("7x7", "white", 22)])
def test_the_scene_shows_lines_pieces_and_dishes(rules: str, colour: str, left: int) -> None:
    size = int(rules[0])
    scene = played("a2 b1", rules).scene()
    assert scene.material == "wood"
    assert len(scene.places) == size * size
    assert {(place.outline, place.tone) for place in scene.places} == {((), "line")}
    assert len(scene.lines) == 2 * size
    on_lines = {x for line in scene.lines for x, _ in line.points} | {y for line in scene.lines for _, y in line.points}
    assert {c for place in scene.places for c in place.centre} >= on_lines
    pieces = {piece.place: (piece.glyph, piece.owner, piece.state) for piece in scene.pieces}
    assert pieces["a2"] == pieces["b1"] == ("stone", "shared", colour)
    assert pieces["c1"] == ("stone", "neutral", "black")
    assert "a1" not in pieces
    assert scene.stocks == (
        Stock("first", "captured", 0, "stone", "black"),
        Stock("second", "captured", 1, "stone", "black"),
        Stock("shared", f"{colour} pieces left", left, "stone", colour),
    )
    assert {choice.move: choice.clicks for choice in scene.choices}["d1"] == ("d1",)
    assert scene.to_move == "first"


def test_a1_is_at_the_lower_left() -> None:
    places = {place.id: place.centre for place in kakomi.new("enclosure_chess").scene().places}
    assert (places["a1"], places["e1"], places["a5"]) == ((0.5, 4.5), (4.5, 4.5), (0.5, 0.5))
