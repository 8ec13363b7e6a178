"""Iago's texts and picture: what is read, what is refused, what is drawn."""

from __future__ import annotations

import math
import random
import re
from typing import Any

import pytest

import kakomi
from kakomi import PositionError, UnreadableMove
from kakomi.core.rand import below
from kakomi.core.scene import Mark, Piece
from kakomi.games.iago import GAME, rules
from kakomi.games.iago.layout import layout_of
from tests.games.iago.boards import (
    EXAMPLE_A,
    EXAMPLE_B,
    EXAMPLE_C,
    EXAMPLE_D,
    HEXES,
    OUTER,
    SETTINGS,
    drawn,
    legal,
    played,
)

# --- texts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["", "e", "5", "e0", "e10", "E5", "j1", "a1b2", "!", "!!e5", "e5!", "e²", "e５", "-", "5" * 999]
)
def test_what_is_no_move_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableMove, match="is not a move"):
        kakomi.new("iago").push(text)


def test_a_hex_beyond_its_column_is_named() -> None:
    for text in ("a6", "!a6"):
        with pytest.raises(UnreadableMove, match="there is no hex a6; column a goes from a1 to a5"):
            kakomi.new("iago").push(text)


@pytest.mark.parametrize(
    ("q", "r", "name"),
    [(0, 0, "e5"), (-4, 4, "a1"), (-4, 0, "a5"), (4, 0, "i1"), (0, -4, "e9"), (-2, 1, "c4"), (3, -4, "h6")],
)
def test_coordinates(q: int, r: int, name: str) -> None:
    assert layout_of(5).names[rules.bit(q, r)] == name


@pytest.mark.parametrize(("rule_set", "options"), SETTINGS)
def test_positions_and_diagrams_round_trip(rule_set: str, options: dict[str, Any]) -> None:
    generator = random.Random(5)
    match = kakomi.new("iago", rule_set, **options)
    while True:
        again = kakomi.new("iago", rule_set, position=match.position, **options)
        assert again.state == match.state
        assert drawn(match.diagram(), rule_set, **options).state == match.state
        if match.outcome is not None:
            break
        match.push(generator.choice(legal(match)))


def test_position_text() -> None:
    assert kakomi.new("iago").position == "5/6/7/8/9/8/7/6/5 D"
    assert played("e6").position == "5/6/7/8/3D5/8/7/6/5 L"
    assert played("g3 h2 b2", penalties="on").position == "5/4D1/7/8/9/8/4D2/4L1/5 L !"
    words = f"{EXAMPLE_D} D"
    assert kakomi.new("iago", position=words).state == drawn(EXAMPLE_D).state


def test_a_diagram_may_leave_out_coordinates_and_spaces_and_the_turn() -> None:
    full = drawn(EXAMPLE_A)
    board = EXAMPLE_A[: EXAMPLE_A.index("  a  b")]
    assert drawn(board).state == full.state
    bare = re.sub(r"[1-9 ]", "", board)
    assert drawn(bare).state == full.state
    assert drawn(bare.strip().replace("\n", " / ")).state == full.state


def test_the_miss_is_part_of_the_diagram() -> None:
    match = played("g3 h2 b2", penalties="on")
    assert match.diagram().splitlines()[-1] == "Light to move, who may claim a miss (8)"
    assert "!a1" in drawn(match.diagram(), penalties="on").legal_moves


def test_the_diagrams_of_the_rules_page_can_be_read() -> None:
    blocks = re.findall(r"```\n(.*?)```", GAME.rules_page(), re.DOTALL)
    positions = [drawn(block).position for block in blocks]
    assert positions == [kakomi.new("iago").position] + [
        drawn(example).position for example in (EXAMPLE_A, EXAMPLE_B, EXAMPLE_C, EXAMPLE_D)
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a position is nine columns"),
        ("5/6/7/8/9/8/7/6/5 X", "then D or L to move"),
        ("5/6/7/8/9/8/7/6/5 D ! !", "then D or L to move"),
        ("5/6/7/8/9/8/7/6 D", "nine columns"),
        ("5/6/7/8/8/8/7/6/5 D", "column e has 9 hexes, not the 8 of '8'"),
        ("5/6/7/8/99999999999/8/7/6/5 D", "column e has 9 hexes"),
        ("X4/6/7/8/9/8/7/6/5 D", "column a has 'X'"),
        ("²4/6/7/8/9/8/7/6/5 D", "column a has '²'"),
        ("DDDDD/DDDDDD/DDDDDDD/DDDDDDDD/DDDDDDDDD/8/7/6/5 L", "Dark has 35 disks on the board; there are only 31"),
        ("LLLLL/LLLLLL/LLLLLLL/LLLLLLLL/LLLLLLLLL/8/7/6/5 L", "Light has 35 disks on the board; there are only 30"),
        ("5/6/7/8/1L7/8/7/6/5 L", "0 dark and 1 light disks"),
        ("5/6/7/8/1DD6/8/7/6/5 L", "2 dark and 0 light disks"),
        ("5/6/7/8/1D7/8/7/6/5 D", "with 1 dark and 0 light disks it is Light's move"),
        ("5/6/7/8/9/8/7/6/5 L", "with 0 dark and 0 light disks it is Dark's move"),
        ("5/6/7/8/1d7/8/7/6/5 L", "Dark placed the last disk, so some hex has a dark disk face up"),
        ("5/6/7/8/D8/8/7/6/5 L", "the first two disks can be neither on an outer hex nor on the centre"),
        ("5/6/7/8/1D2L4/8/7/6/5 D", "the first two disks can be neither"),
        ("5/6/7/8/1DdL5/8/7/6/5 L", "a dark captive was taken between two light disks"),
        ("5/6/7/8/1DlL5/8/7/6/5 D", "1 dark and 2 light disks"),
        ("5/6/7/8/9/8/7/6/5 D !", "a miss can be claimed only in the rule set standard with penalties=on"),
    ],
)
def test_positions_that_cannot_be_are_refused(text: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        kakomi.new("iago", position=text)


def test_in_simple_an_outer_disk_has_taken_a_captive() -> None:
    text = "5/D5/7/8/1D2L4/3L4/7/6/5 D"
    assert kakomi.new("iago", position=text).position == text
    with pytest.raises(PositionError, match="at least as many captives; here it is 0 for 1"):
        kakomi.new("iago", "simple", position=text)


def test_the_last_disk_of_a_finished_game_is_an_inner_one() -> None:
    # Light placed the last disk, but has all of its disks inside captive.
    columns = EXAMPLE_D.split()
    text = " ".join([columns[0], *(c[0] + c[1:-1].replace("L", "l") + c[-1] for c in columns[1:-1]), columns[-1]])
    with pytest.raises(PositionError, match="Light placed the last disk, so some inner hex has a light disk face up"):
        drawn(text)


def test_a_miss_needs_three_disks_and_a_turn_to_claim_it_in() -> None:
    for text in ("5/6/7/8/1D7/8/7/6/5 L !", f"{EXAMPLE_D} D !"):
        with pytest.raises(
            PositionError, match="there is nothing to claim before the third disk or once the inner hexes"
        ):
            kakomi.new("iago", position=text, penalties="on")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the diagram has 0 of the board's 17 lines; the next has 1 of the signs"),
        (EXAMPLE_A.replace("D", "Q", 1), "3 of the board's 17 lines; the next has 4 .*this is another: '6 "),
        (
            EXAMPLE_A.replace("Light to move", "Light moves"),
            "after the board comes 'Dark to move' or 'Light to move', not",
        ),
        (EXAMPLE_A.replace("Light to move", "Dark to move"), "with 6 dark and 5 light disks it is Light's move"),
        (EXAMPLE_D.replace("D", "Q", 1), "column a has 'Q'"),
        (EXAMPLE_D + " Dark moves", "after the board comes"),
    ],
)
def test_diagrams_that_cannot_be_are_refused(text: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        drawn(text)


# --- picture ----------------------------------------------------------------------------------------------------------


def test_the_scene_has_61_hexes_in_three_tones_neighbours_1_apart() -> None:
    scene = kakomi.new("iago").scene()
    tones = {place.id: place.tone for place in scene.places}
    assert tones == {h: "outer" if h in OUTER else "centre" if h == "e5" else "inner" for h in HEXES}
    at = {place.id: place.centre for place in scene.places}
    beside_e5 = {h for h in HEXES if h != "e5" and math.dist(at[h], at["e5"]) < 1.5}
    assert beside_e5 == {"e6", "f5", "f4", "e4", "d4", "d5"}
    assert all(math.isclose(math.dist(at[h], at["e5"]), 1, abs_tol=0.001) for h in beside_e5)
    assert at["e6"][1] < at["e5"][1]  # upwards
    assert at["f5"][0] > at["e5"][0]  # to the right
    assert all(len(place.outline) == 6 for place in scene.places)
    assert "".join(label.text for label in scene.labels) == "abcdefghi123456789"


def test_the_scene_shows_owners_and_captives() -> None:
    scene = drawn(EXAMPLE_A).scene()
    assert Piece("g6", "disk", "second", "captive") in scene.pieces
    assert Piece("d5", "disk", "first") in scene.pieces
    assert len(scene.pieces) == 11
    assert [(stock.owner, stock.name, stock.count) for stock in scene.stocks] == [
        ("first", "disks in hand", 25),
        ("first", "points", 6),
        ("second", "disks in hand", 25),
        ("second", "points", 4),
    ]


def test_the_last_move_is_marked_with_what_it_turned() -> None:
    match = drawn(EXAMPLE_C)
    match.push("g1")
    assert set(match.scene().marks) == {
        Mark("g1", "to"),
        Mark("h1", "captured"),
        Mark("f2", "changed"),
        Mark("g2", "changed"),
    }


def test_a_claim_is_a_button_and_then_a_hex() -> None:
    choices = {choice.move: choice.clicks for choice in played("g3 h2 b2", penalties="on").scene().choices}
    assert choices["!e5"] == ("button:claim", "e5")
    assert choices["b3"] == ("b3",)


def test_a_random_pick_is_the_move_of_the_list() -> None:
    generator = random.Random(9)
    match = kakomi.new("iago", penalties="on")
    out = [0] * rules.max_moves(match.settings)
    while match.outcome is None:
        codes = match.codes()
        for seed in range(10):
            state, twin = [seed], [seed]
            assert rules.pick(match.state, out, state) == codes[below(twin, len(codes))]
            assert state == twin
        match.push_code(generator.choice(codes))
    assert rules.pick(match.state, out, [1]) == -1


def test_a_seat_says_how_its_score_comes_about() -> None:
    match = kakomi.new("iago", "loose")
    for text in ("d4", "d5", "e4"):
        match.push(text)
    labels = match.rule_set.seat_labels(match.state, match.settings)
    assert match.score is not None
    for label, points in zip(labels, match.score, strict=True):
        inner, times, outer, equals, product = label.split()
        assert (times, equals) == ("×", "=")
        assert int(inner) * int(outer) == int(product) == points
    simple = kakomi.new("iago", "simple")
    simple.push(simple.legal_moves[0])
    assert simple.rule_set.seat_labels(simple.state, simple.settings) == ("1 disk", "0 disks")
