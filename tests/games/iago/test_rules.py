"""Iago, clauses 1 to 5, with the worked examples; 6 to 8 are in test_iago_variants, texts and picture in test_iago_texts."""

from __future__ import annotations

import math
from typing import Any

import pytest

import kakomi
from kakomi import IllegalMove
from kakomi.core.scene import Mark
from kakomi.games.iago import rules
from kakomi.games.iago.layout import layout_of
from tests.games.iago.boards import (
    CENTRE_LEFT,
    EXAMPLE_A,
    EXAMPLE_B,
    EXAMPLE_C,
    EXAMPLE_D,
    HEXES,
    INNER,
    OUTER,
    SETTINGS,
    changes,
    drawn,
    legal,
    placed,
    played,
)

# --- 1: turns ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rule_set", "options"), SETTINGS)
def test_1_the_board_starts_empty_and_dark_begins(rule_set: str, options: dict[str, Any]) -> None:
    match = kakomi.new("iago", rule_set, **options)
    assert (match.board, match.to_move, match.sides, len(match.legal_moves)) == ({}, 0, ("Dark", "Light"), 36)
    assert match.status == "Dark to move."


def test_1_a_turn_places_one_own_disk_face_up() -> None:
    match = played("e4 c3")
    assert match.board == {"e4": "D", "c3": "L"}
    assert match.to_move == 0


def test_1_an_occupied_hex_is_refused() -> None:
    match = played("e4")
    assert match.why_not("e4") == "there is already a disk on e4: a disk goes on an empty hex (1)"


# --- 2: where to place ------------------------------------------------------------------------------------------------


def test_2_1_example_a_the_greatest_capture_is_forced() -> None:
    match = drawn(EXAMPLE_A)
    assert legal(match) == ["c4"]
    assert match.status == "Light to move. A capture is forced (2.1): c4 takes 2."
    for fewer in ("d7", "f8", "f4"):
        assert match.why_not(fewer) == f"{fewer} takes 1: the greatest capture is forced (2.1); c4 takes 2"
    assert match.why_not("h6") == "h6 takes nothing: the greatest capture is forced (2.1); c4 takes 2"
    assert changes(match, "c4") == {"d5": "Dd", "e6": "Dd"}


def test_2_1_any_of_several_greatest_captures_and_releases_do_not_count() -> None:
    match = drawn(EXAMPLE_C)  # g1 captures one disk and releases two, h4 only captures one
    assert legal(match) == ["g1", "h4"]
    assert match.status == "Light to move. A capture is forced (2.1): g1, h4 take 1 each."


@pytest.mark.parametrize(("moves", "forced"), [("g3 h2", "i1"), ("c5 d5", "e5")])
def test_2_1_captures_on_outer_hexes_and_on_the_centre_count(moves: str, forced: str) -> None:
    assert legal(played(moves)) == [forced]


def test_2_1_captures_in_all_directions_are_added_up() -> None:
    star = {"D": "e9 a5 a1 e1 i1 i5", "L": "e6 e7 e8 b5 c5 d5 b2 c3 d4 e2 e3 e4 f4 g3 h2 f5 g5 h5"}
    beside = "b3 b4 c2 c7 d2 d7 f2 f7 g2 g6 h3 h4"
    match = placed(D=f"{star['D']} {beside}", L=star["L"])
    assert match.status == "Dark to move. A capture is forced (2.1): e5 takes 18."
    assert legal(match) == ["e5"]
    assert set(changes(match, "e5")) == set(star["L"].split())


@pytest.mark.parametrize(
    ("more", "fewer"),
    [("e2 e3", "c2"), ("e2 e3 e4", "c2 c3"), ("e2 e3 e4 e5", "c2 c3 c4"), ("e2 e3 e4 e5 e6", "c2 c3 c4 c5")],
)
def test_2_1_the_longer_run_is_forced(more: str, fewer: str) -> None:
    """Two columns of light disks, each with a dark disk on top: e1 takes the longer, c1 the shorter."""
    tops = f"e{len(more.split()) + 2} c{len(fewer.split()) + 2}"
    light = f"{more} {fewer}"
    beside = ["h2", "h3", "h4", "h5", "g6", "g7", "f8"][: len(light.split()) - 2]
    match = placed(D=f"{tops} {' '.join(beside)}", L=light)
    assert match.status == f"Dark to move. A capture is forced (2.1): e1 takes {len(more.split())}."
    assert f"c1 takes {len(fewer.split())}: " in str(match.why_not("c1"))


def test_2_1_eight_in_three_runs_are_more_than_seven_in_one() -> None:
    eight, seven = "a2 a3 a4 b1 c1 d1 b2 c3", "b5 c5 d5 e5 f4 g3 h2"
    match = placed(D="a5 e1 d4 e9 e8 d8 d7 f8 f7 g7 g6 h6 h5 i5 i4", L=f"{eight} {seven}")
    assert match.status == "Dark to move. A capture is forced (2.1): a1 takes 8."
    assert str(match.why_not("i1")).startswith("i1 takes 7: ")
    assert set(changes(match, "a1")) == set(eight.split())


def test_2_2_without_a_capture_any_inner_hex_but_the_centre() -> None:
    assert set(kakomi.new("iago").legal_moves) == INNER - {"e5"}
    assert set(played("e4").legal_moves) == INNER - {"e5", "e4"}


def test_2_3_outer_hexes_and_the_centre_need_a_release() -> None:
    match = placed(D="f4", d="g3", L="b3", l="h2")
    assert set(match.legal_moves) == (INNER | {"i1"}) - {"e5", "f4", "g3", "h2", "b3"}
    assert str(match.why_not("a1")).startswith(
        "a1 is an outer hex: a disk there must capture or release (2.3), and this one does neither; "
        "a disk can go to b2, b4, b5, c2, c3, c4, c5, c6 and "
    )
    assert str(match.why_not("e5")).startswith("e5 is the centre: a disk there must capture or release (2.3)")
    assert changes(match, "i1") == {"g3": "dD", "h2": "lL"}


def test_2_3_the_centre_too_may_be_placed_on_for_a_release() -> None:
    match = placed(D="c5 b2 h4", L="g6 g2", l="d5")
    assert set(match.legal_moves) == INNER - set(match.board)
    assert changes(match, "e5") == {"d5": "lL"}


def test_2_4_the_centre_if_it_is_all_that_is_left() -> None:
    for rule_set in ("standard", "loose", "simple"):
        match = drawn(CENTRE_LEFT, rule_set)
        assert legal(match) == ["e5"]
        assert match.status == "Dark to move. Only the centre is left (2.4)."
    match = drawn(CENTRE_LEFT, penalties="on")
    assert legal(match) == ["e5"]
    match.push("e5")
    assert match.outcome is not None


def test_2_4_not_while_an_outer_hex_may_be_placed_on() -> None:
    # As above, but b4 is dark and face up and h5 light: from b6 it releases b5.
    outer_left = "..... .dDdL. .dLdLd. .LdLdLd. .dLd.LdL. .LdLdLd. .LdLdL. .LLdL. ....."
    for match in (drawn(outer_left), drawn(outer_left, penalties="on"), drawn(outer_left, "loose")):
        assert "b6" in match.legal_moves
        assert "e5" not in match.legal_moves


# --- 3: capture -------------------------------------------------------------------------------------------------------


def test_3_example_b_a_run_between_two_own_disks_is_captured() -> None:
    match = drawn(EXAMPLE_B)
    assert match.to_move == 0
    assert changes(match, "d2") == {"e3": "Ll", "f3": "Ll"}


@pytest.mark.parametrize("turns", range(6))
def test_3_captures_go_in_all_six_directions(turns: int) -> None:
    arms = ["e6 e7", "f5 g5", "f4 g3", "e4 e3", "d4 c3", "d5 c5"]
    near, far = arms[turns].split()
    match = placed(D=far, L=near)
    assert legal(match) == ["e5"]
    assert changes(match, "e5") == {near: "Ll"}


def test_3_a_run_may_be_as_long_as_the_line() -> None:
    run = "e2 e3 e4 e5 e6 e7 e8"
    match = placed(D="e9 b2 b3 b4 b5 c2 h2", L=run)
    assert legal(match) == ["e1"]
    assert set(changes(match, "e1")) == set(run.split())


def test_3_nothing_else_may_stand_in_the_run() -> None:
    for captive in ({"D": "e8 b2", "d": "e6", "L": "e7 e5 c2"}, {"D": "e8 b2 b3", "L": "e7 e5", "l": "e6"}):
        match = placed("loose", **captive)
        assert changes(match, "e4") == {}
    gap = placed("loose", D="e8 b2", L="e7 e5")
    assert changes(gap, "e4") == {}


def test_3_a_captive_own_disk_ends_no_run() -> None:
    match = placed("loose", D="b2", d="e7", L="e6 h3")
    assert changes(match, "e4") == {}
    match = placed("loose", D="b2", d="e6", L="e5 h3")
    assert changes(match, "e4") == {}


def test_3_lines_are_straight_and_end_at_the_edge() -> None:
    """One own disk and one enemy disk anywhere: only the hex straight beyond two neighbours captures."""
    at = {place.id: place.centre for place in kakomi.new("iago").scene().places}
    bits = {name: 1 << number for number, name in layout_of(5).names.items()}
    for own in HEXES:
        for enemy in HEXES:
            if own == enemy:
                continue
            (x, y), (u, v) = at[own], at[enemy]
            near = math.dist((x, y), (u, v)) < 1.01
            beyond = [h for h in HEXES if math.dist(at[h], (2 * u - x, 2 * v - y)) < 0.01] if near else []
            empty = rules.BOARDS[5] & ~(bits[own] | bits[enemy])
            assert rules.greatest(bits[own], bits[enemy], empty) == sum(bits[h] for h in beyond), (own, enemy)
            assert rules.closers(bits[own], bits[enemy], empty) == sum(bits[h] for h in beyond), (own, enemy)


def test_3_a_new_disk_takes_the_enemies_straight_between_and_no_others() -> None:
    """A new disk, one more own disk anywhere, and enemies on all other hexes."""
    at = {place.id: place.centre for place in kakomi.new("iago").scene().places}
    bits = {name: 1 << number for number, name in layout_of(5).names.items()}
    for new in HEXES:
        for own in HEXES:
            if new == own:
                continue
            far = math.dist(at[new], at[own])
            between = [h for h in HEXES if math.dist(at[new], at[h]) + math.dist(at[h], at[own]) < far + 0.01]
            steps = len(between) - 1  # both ends are among them
            run = set(between) - {new, own} if abs(far - steps) < 0.01 else set()  # a line along neighbours
            position = [bits[own], rules.BOARDS[5] & ~(bits[new] | bits[own]), 0, 0, rules.STANDARD, 0, 0, 5]
            assert rules.flips(position, bits[new]) == sum(bits[h] for h in run), (new, own)


# --- 4: release -------------------------------------------------------------------------------------------------------


def test_4_example_c_captures_and_releases_to_either_owner() -> None:
    match = drawn(EXAMPLE_C)
    assert match.to_move == 1
    assert changes(match, "g1") == {"h1": "Dd", "g2": "dD", "f2": "lL"}


def test_4_neither_end_outer_or_centre_releases_nothing() -> None:
    match = placed("loose", D="e8 d3", L="b2", l="e7")
    assert changes(match, "e6") == {}


def test_4_the_new_disk_on_the_centre_releases() -> None:
    match = placed("loose", D="e7 d2", L="b2", l="e6")
    assert changes(match, "e5") == {"e6": "lL"}


def test_4_the_far_disk_on_the_centre_releases() -> None:
    match = placed("loose", D="e5 d3", L="b2", l="e6")
    assert changes(match, "e7") == {"e6": "lL"}


def test_4_the_far_disk_on_an_outer_hex_releases() -> None:
    match = placed("loose", D="e9 d2", L="b2", l="e8")
    assert changes(match, "e7") == {"e8": "lL"}


def test_4_the_new_disk_on_an_outer_hex_releases() -> None:
    match = placed("loose", D="e7 d2", L="b2", l="e8")
    assert changes(match, "e9") == {"e8": "lL"}


def test_4_a_run_of_captives_may_be_mixed_but_not_with_disks_face_up() -> None:
    match = placed("loose", D="e9 d2", d="e7", L="b2 b3", l="e8")
    assert changes(match, "e6") == {"e8": "lL", "e7": "dD"}
    match = placed("loose", D="e9 d2", d="e8", L="b2 e7 b3")
    assert changes(match, "e6") == {}


def test_4_a_captive_at_the_far_end_releases_nothing() -> None:
    match = placed("loose", D="d2 c2", d="e9", L="b2 b3", l="e8")
    assert changes(match, "e7") == {}


def test_4_1_flipped_disks_start_nothing_new() -> None:
    # e9 releases the dark e8; from there f7 could be closed in towards g6, but no new disk stands on e8.
    match = placed("loose", D="e7 g6 b2", d="e8", L="f7 c2 h4 h2")
    assert changes(match, "e9") == {"e8": "dD"}
    assert match.board["f7"] == "L"


# --- 5: the end -------------------------------------------------------------------------------------------------------


def test_5_the_game_ends_when_the_inner_hexes_are_filled() -> None:
    match = drawn(CENTRE_LEFT)
    assert match.outcome is None
    match.push("e5")
    assert match.outcome is not None
    assert list(match.legal_moves) == []
    with pytest.raises(IllegalMove, match=r"the game is over \(5.1\)"):
        match.push("a1")


def test_5_the_last_disk_still_turns_others() -> None:
    # Dark's only disk face up is e7: the centre takes e6, so Light ends with 17 disks inside and Dark with 2.
    match = drawn("..... .dLdL. .dLdLd. .LdLdLd. .dDL.LdL. .dLdLdL. .LdLdL. .dLdL. .....")
    assert "e5" in match.legal_moves
    assert changes(match, "e5") == {"e6": "Ll"}
    assert match.outcome == kakomi.Outcome(1, "5.1", (2, 17))


def test_5_1_score_is_inner_times_outer() -> None:
    match = drawn(EXAMPLE_D)
    for sign, player in (("D", 0), ("L", 1)):
        mine = {h for h, each in match.board.items() if each == sign}
        assert (len(mine & INNER), len(mine & OUTER)) == (12, 6)
        assert match.score is not None
        assert match.score[player] == 72


def test_5_1_zero_counts_as_one_and_captives_score_for_nobody() -> None:
    assert kakomi.new("iago").score == (1, 1)
    assert played("e4 c3 f2").score == (2, 1)
    match = drawn(EXAMPLE_A)
    assert match.score == (6, 4)  # the captive g6 is not counted, and nobody has a disk outside
    assert placed(D="a1 a2 a3", L="b5 i1", l="c5").score == (3, 1)


def test_5_1_the_higher_score_wins() -> None:
    more_light = drawn(EXAMPLE_D.replace("dLlDLd", "dLLDLd")).outcome  # h4 face up: 13 x 6
    more_dark = drawn(EXAMPLE_D.replace("dLDdDDlD", "dLDDDDlD")).outcome  # d5 face up: 13 x 6
    assert more_light == kakomi.Outcome(1, "5.1", (72, 78))
    assert more_dark == kakomi.Outcome(0, "5.1", (78, 72))


@pytest.mark.parametrize(
    ("column_e", "winner"),
    [
        ("LLLlLDdL.", 1),  # example D: light, face up
        ("LLLlDLdL.", 0),  # dark, face up
        ("LLLLlDdL.", 0),  # a light captive
        ("LLLldDLL.", 1),  # a dark captive
    ],
)
def test_5_2_at_equal_scores_the_centre_decides(column_e: str, winner: int) -> None:
    match = drawn(EXAMPLE_D.replace("LLLlLDdL.", column_e))
    assert match.outcome == kakomi.Outcome(winner, "5.2", (72, 72))
    assert Mark("e5", "win") in match.scene().marks
