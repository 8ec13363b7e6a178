"""Enclose5: its options, one by one."""

from __future__ import annotations

import random

import pytest

import kakomi
from kakomi import OptionError
from tests.games.enclose5.boards import LINKED, coloured, play, setup
from tests.games.enclose5.oracle import Oracle

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


def test_option_small() -> None:
    assert kakomi.new("enclose5").options["small"] == "off"
    match = kakomi.new("enclose5", small=3, target=1)  # in place of size
    assert match.position == "3/3/3 r first 0 - play"
    assert len(match.legal_moves) == len(match.scene().places) == 9
    assert kakomi.from_diagram("enclose5", "...\n.r.\n...\nBlue to move", small=3).position.startswith("3/1r1/3 b")
    play(match, "b1", "a1", "a2", "c1", "c2", "a3", "b3")
    assert match.outcome is not None
    assert (match.outcome.winner, match.score) == (0, (1, 0))
    for small in (2, 7, "on"):
        with pytest.raises(OptionError, match="small must be 3 to 6 or off"):
            kakomi.new("enclose5", small=small)


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_small_boards_are_played_by_the_same_rules(size: int) -> None:
    for seed in range(8):
        random_moves = random.Random(seed)
        match, other = kakomi.new("enclose5", small=size, target="full"), Oracle("standard", size=size, target="full")
        while match.outcome is None:
            assert sorted(match.legal_moves) == sorted(other.moves())
            move = random_moves.choice(sorted(match.legal_moves))
            match.push(move)
            other.play(move)
        assert match.score == other.score()
        assert (match.outcome.winner, match.outcome.clause) == other.outcome()


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
    assert match.status == "Red wins 1–0, reaching the target of 1 (4)."


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
