"""The six-piece game of Enclosure Chess, clause by clause."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import kakomi
from kakomi import IllegalMove, Match, OptionError, Outcome
from kakomi.core.scene import Mark
from kakomi.games.enclosure_chess.six import rules
from tests.games.enclosure_chess.oracle import Oracle

LINES = (
    "N1-N4-E1-E4-E3-S4-S3-S2-W3-W2-W1-N2-N1",
    "N2-N3-N4",
    "E1-E2-E3",
    "S4-S1-S2",
    "W3-W4-W1",
    "N1-N3-C1-C5-C3-S1-S3",
    "W2-W4-C2-C5-C4-E2-E4",
    "C1-C4-C3-C2-C1",
)
JOINS = {frozenset(join) for line in LINES for join in pairwise(line.split("-"))}
POINTS = sorted({point for join in JOINS for point in join})

LAST_PIECE = """
           b
      r    r    .
.          .          r
.    .  .  .  .  .    .
.          .          .
      .    .    .
           .
"""
ONE_OF_THREE = """
           b
      r    r    .
.          .          r
.    .  .  .  .  .    .
b          .          .
      b    .    .
           .
"""
SHUFFLE = "S1-C3 N3-C1 C3-S1 C1-N3"


def read(diagram: str, extra: str = "Red to move", **options: object) -> Match:
    return kakomi.from_diagram("enclosure_chess", f"{diagram}\n{extra}", "six", **options)


def placed(red: str, black: str, to_move: str = "Red", quiet: int = 0, **options: object) -> Match:
    """A match from the names of the points that are taken, put into the rows of a diagram."""
    symbols = dict.fromkeys(red.split(), "r") | dict.fromkeys(black.split(), "b")
    rows = ("N1", "N2 N3 N4", "W1 C1 E1", "W2 W4 C2 C5 C4 E2 E4", "W3 C3 E3", "S2 S1 S4", "S3")
    lines = ["".join(symbols.get(name, ".") for name in row.split()) for row in rows]
    return read("\n".join(lines), f"{to_move} to move, {quiet} moves without a capture", **options)


def play(match: Match, moves: str) -> Match:
    for move in moves.split():
        match.push(move)
    return match


def refusal(match: Match, move: str) -> tuple[str | None, str]:
    with pytest.raises(IllegalMove) as refused:
        match.push(move)
    return refused.value.clause, str(refused.value)


def raw(mine: str, theirs: str, turn: int = 0, quiet: int = 0, win: int = 0, limit: int = 60) -> list[int]:
    """A position as the rules see it, also one that no game reaches."""
    return [rules.point_set(mine), rules.point_set(theirs), turn, quiet, win, limit]


# --- 5 setup ----------------------------------------------------------------------------------------------------------


def test_5_setup() -> None:
    match = kakomi.new("enclosure_chess", "six")
    assert match.sides == ("Red", "Black")
    assert match.to_move == 0
    assert {point for point, symbol in match.board.items() if symbol == "r"} == {"S1", "S2", "S3", "S4", "W3", "E3"}
    assert {point for point, symbol in match.board.items() if symbol == "b"} == {"N1", "N2", "N3", "N4", "W1", "E1"}
    assert sorted(match.legal_moves) == ["E3-E2", "E3-E4", "S1-C3", "W3-W2", "W3-W4"]
    assert match.position == "b/bbb/b1b/7/r1r/rrr/r r 0"
    assert match.score == (0, 0)


# --- 6 moving ---------------------------------------------------------------------------------------------------------


def test_6_there_are_21_points_and_36_joins() -> None:
    assert (len(POINTS), len(JOINS)) == (21, 36)


@pytest.mark.parametrize("point", POINTS)
def test_6_a_piece_moves_along_a_line_to_the_next_point(point: str) -> None:
    joined = {other for join in JOINS if point in join for other in join if other != point}
    far = next(each for each in POINTS if each != point and each not in joined)
    match = placed(point, far)
    assert set(match.legal_moves) == {f"{point}-{other}" for other in joined}


def test_6_a_move_changes_one_piece_and_the_turn() -> None:
    match = play(kakomi.new("enclosure_chess", "six"), "S1-C3")
    assert match.to_move == 1
    assert match.board["C3"] == "r"
    assert "S1" not in match.board
    assert match.scene().marks == (Mark("S1", "from"), Mark("C3", "to"))


def test_6_the_point_must_be_empty() -> None:
    match = kakomi.new("enclosure_chess", "six")
    assert refusal(match, "S1-S2") == (
        "6",
        "a piece stands on S2: a piece moves along a line to the next point, which must be empty (6); S1 can go to C3",
    )
    assert refusal(match, "S3-S1") == (
        "6",
        "a piece stands on S1: a piece moves along a line to the next point, which must be empty (6);"
        " S3 has nowhere to go",
    )


def test_6_a_piece_does_not_jump_or_leave_the_lines() -> None:
    match = kakomi.new("enclosure_chess", "six")
    for target in ("C5", "C2", "S1"):
        assert refusal(match, f"S1-{target}") == (
            "6",
            f"{target} is not the next point on a line from S1: a piece moves along a line to the next point,"
            " which must be empty (6); S1 can go to C3",
        )


def test_6_only_own_pieces_move() -> None:
    match = kakomi.new("enclosure_chess", "six")
    able = "Red must move a piece of their own (6); these can move: W3, E3, S1"
    assert refusal(match, "N3-C1") == ("6", f"the piece on N3 is Black's: {able}")
    assert refusal(match, "C5-C1") == ("6", f"there is no piece on C5: {able}")


# --- 7 capturing ------------------------------------------------------------------------------------------------------


def test_7_a_piece_without_an_empty_neighbour_is_captured() -> None:
    match = placed("N2 N3 E1", "N1 W1")
    match.push("E1-N4")
    assert match.board == {"N2": "r", "N3": "r", "N4": "r", "W1": "b"}
    assert match.score == (5, 3)
    assert match.scene().marks == (Mark("E1", "from"), Mark("N4", "to"), Mark("N1", "captured"))


def test_7_a_group_is_captured_whole() -> None:
    match = placed("N1 N2 N4 C2 C4 C3", "N3 C1 E3")
    match.push("C3-C5")
    assert "b" not in {match.board.get("N3"), match.board.get("C1")}
    assert match.board["E3"] == "b"


def test_7_a_group_lives_by_one_empty_point_next_to_any_of_its_pieces() -> None:
    chain = "N1 N3 C1 C4"  # its last empty point is E2, next to C4 alone
    alive = placed("N2 N4 C2 C5 C3 S3", f"{chain} W3")
    alive.push("S3-S1")
    assert {point for point, symbol in alive.board.items() if symbol == "b"} == {"N1", "N3", "C1", "C4", "W3"}
    dead = placed("N2 N4 C2 C5 C3 E4", f"{chain} W3")
    dead.push("E4-E2")
    assert {point for point, symbol in dead.board.items() if symbol == "b"} == {"W3"}


def test_7_several_groups_fall_to_one_move() -> None:
    match = placed("N1 W1 E1 C1", "N2 N4 S3")
    match.push("C1-N3")
    assert match.board == {"N1": "r", "W1": "r", "E1": "r", "N3": "r", "S3": "b"}


def test_7_joined_pieces_share_their_empty_points() -> None:
    match = placed("W1 N4 C1", "N1 N2", quiet=7)  # N1 and N2 are joined; N3 is their last empty neighbour
    match.push("C1-N3")
    assert match.board == {"W1": "r", "N4": "r", "N3": "r"}
    assert match.position.endswith(" b 0")


def test_7_black_captures_too() -> None:
    match = placed("N1 C5", "N2 N3 E1", "Black")
    match.push("E1-N4")
    assert match.board == {"N2": "b", "N3": "b", "N4": "b", "C5": "r"}
    assert match.score == (3, 5)


def test_7_an_enemy_group_without_an_empty_neighbour_is_captured_wherever_the_move_was() -> None:
    match = placed("N2 N3 N4 S3", "N1 C5")
    match.push("S3-S1")
    assert match.board == {"N2": "r", "N3": "r", "N4": "r", "S1": "r", "C5": "b"}


def test_7_an_own_group_without_an_empty_neighbour_stays_until_the_opponent_has_moved() -> None:
    position = raw("N1 C5", "N2 N3 N4 S3")
    rules.play(position, rules.POINT_NAMES.index("C5") | rules.POINT_NAMES.index("C1") << 5)
    assert position == raw("N2 N3 N4 S3", "N1 C1", turn=1, quiet=1)
    rules.play(position, rules.POINT_NAMES.index("S3") | rules.POINT_NAMES.index("S1") << 5)
    assert position == raw("C1", "N2 N3 N4 S1")


# --- 8 winning --------------------------------------------------------------------------------------------------------


def test_8_whoever_has_captured_all_enemy_pieces_wins() -> None:
    match = read(LAST_PIECE)
    match.push("E1-N4")
    assert match.outcome == Outcome(0, "8", (6, 3))
    assert list(match.legal_moves) == []
    assert match.status == "Red wins 6–3 by capturing Black's pieces (8)."
    assert refusal(match, "N4-E1") == ("8", "the game is over (8); no move can be made")


def test_8_black_can_win() -> None:
    match = placed("N1", "N2 N3 E1", "Black")
    match.push("E1-N4")
    assert match.outcome == Outcome(1, "8", (3, 6))


def test_8_a_player_to_move_without_a_legal_move_loses() -> None:
    for turn in (0, 1):
        position = raw("N1", "N2 N3 N4", turn)
        assert rules.legal_moves(position, [0] * rules.max_moves([0, 60])) == 0
        assert rules.winner(position) == 1 - turn
        assert rules.CLAUSES[rules.ending(position)] == "8"
    board = {"N1": "r", "N2": "b", "N3": "b", "N4": "b"}
    assert Oracle.from_board(board, 0, "six").outcome() == (1, "8")


def test_8_comes_before_9() -> None:
    gone = kakomi.new("enclosure_chess", "six", position="1/3/3/7/3/3/r b 60")
    assert gone.outcome == Outcome(0, "8", (6, 5))
    few = kakomi.new("enclosure_chess", "six", position="b/1b1/3/7/3/rrr/1 b 20", win="two", quiet=20)
    assert few.outcome == Outcome(0, "8", (4, 3))
    stuck = raw("N1", "N2 N3 N4", quiet=60)
    assert rules.CLAUSES[rules.ending(stuck)] == "8"
    assert rules.winner(stuck) == 1


# --- 9 drawing --------------------------------------------------------------------------------------------------------


def test_9_sixty_moves_without_a_capture_are_a_draw() -> None:
    match = kakomi.new("enclosure_chess", "six")
    for number in range(60):
        assert match.outcome is None
        assert match.position.endswith(f" {number}")
        match.push(SHUFFLE.split()[number % 4])
    assert match.outcome == Outcome(None, "9", (0, 0))
    assert list(match.legal_moves) == []
    assert match.status == "Draw: 60 moves without a capture (9). Captured 0–0."


def test_9_a_capture_begins_the_count_again() -> None:
    match = placed("N2 N3 E1", "N1 W1", quiet=59)
    assert match.status == "Red to move. 1 more move without a capture and the game is drawn (9)."
    capture, quiet = match.copy(), match.copy()
    capture.push("E1-N4")
    assert capture.position.endswith(" b 0")
    assert capture.outcome is None
    quiet.push("E1-E2")
    assert quiet.outcome == Outcome(None, "9", (4, 3))


def test_9_the_players_are_told_ten_moves_before() -> None:
    assert placed("N2", "S1", quiet=49).status == "Red to move."
    assert placed("N2", "S1", quiet=50).status == (
        "Red to move. 10 more moves without a capture and the game is drawn (9)."
    )


# --- the options ------------------------------------------------------------------------------------------------------


def test_win_all_is_the_default_and_two_pieces_play_on() -> None:
    match = read(ONE_OF_THREE)
    match.push("E1-N4")
    assert match.outcome is None
    assert match.options == {"win": "all", "quiet": 60}


def test_win_two_ends_the_game_when_the_enemy_has_two_pieces_left() -> None:
    match = read(ONE_OF_THREE, win="two")
    assert match.outcome is None
    match.push("E1-N4")
    assert match.outcome == Outcome(0, "8", (4, 3))


def test_win_two_goes_on_with_three() -> None:
    match = placed("N2 N3 E1", "N1 W3 W2 S2", win="two")
    match.push("E1-N4")
    assert match.score == (3, 3)
    assert match.outcome is None


@pytest.mark.parametrize("quiet", [20, 21, 400])
def test_quiet_sets_the_number_of_moves_before_the_draw(quiet: int) -> None:
    match = kakomi.new("enclosure_chess", "six", quiet=quiet)
    for number in range(quiet):
        assert match.outcome is None
        match.push(SHUFFLE.split()[number % 4])
    assert match.outcome == Outcome(None, "9", (0, 0))


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"quiet": 19}, "quiet must be 20 to 400, not '19'"),
        ({"quiet": 401}, "quiet must be 20 to 400, not '401'"),
        ({"quiet": "soon"}, "quiet must be 20 to 400, not 'soon'"),
        ({"win": "three"}, "win must be all or two, not 'three'"),
    ],
)
def test_options_are_checked(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(OptionError) as refused:
        kakomi.new("enclosure_chess", "six", **options)
    assert str(refused.value) == reason
