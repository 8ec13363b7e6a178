"""Mū Tōrere, clause by clause."""

from __future__ import annotations

import re
from typing import Any

import pytest
from kakomi_mu_torere import GAME

import kakomi
from kakomi import IllegalMove, Match, PositionError, UnreadableMove
from kakomi.core import symmetry
from kakomi.core.game_files.sample import sample_of
from kakomi.testing.variants import Variant, random_match

KEWAI = "abcdefgh"
FRIENDS_BESIDE_F = "oxxxooox/. o 3"  # the first example of rules.md
BEFORE_THE_END = "x.oxooox/x x 8"  # a-b wins


def at(position: str, **options: Any) -> Match:
    return kakomi.new("mu_torere", position=position, **options)


def refusal(match: Match, move: str) -> tuple[str | None, str]:
    with pytest.raises(IllegalMove) as refused:
        match.push(move)
    return refused.value.clause, str(refused.value)


def test_1_1_a_ring_of_eight_and_a_middle() -> None:
    for place, kewai in enumerate(KEWAI):
        beside = {KEWAI[place - 1], KEWAI[(place + 1) % 8]}
        black = [point for point in KEWAI if point != kewai and point not in beside][:2]  # two more, elsewhere
        ring = "".join("." if point == kewai else "x" if point in {*beside, *black} else "o" for point in KEWAI)
        assert set(at(f"{ring}/o x 0").legal_moves) == {f"{point}-{kewai}" for point in beside}


def test_1_2_the_setup_and_black_moves_first() -> None:
    match = kakomi.new("mu_torere")
    assert match.board == dict.fromkeys("abcd", "x") | dict.fromkeys("efgh", "o")
    assert (match.to_move, match.sides) == (0, ("Black", "White"))
    assert list(match.legal_moves) == ["a-m", "d-m"]
    match.push("a-m")
    assert match.to_move == 1


def test_2_1_an_own_piece_moves_to_the_empty_point() -> None:
    match = kakomi.new("mu_torere")
    clause, said = refusal(match, "e-m")
    assert (clause, "White's piece on e" in said) == ("2.1", True), said
    assert said.endswith("these can move: a, d")
    assert "no piece on m" in refusal(match, "m-a")[1]
    clause, said = refusal(match, "a-b")
    assert (clause, "which is m" in said) == ("2.1", True), said
    match.push("a")
    assert list(match.moves) == ["a-m"]
    assert match.board == dict.fromkeys("bcdm", "x") | dict.fromkeys("efgh", "o")


def test_2_2_along_the_ring_to_the_next_kewai_only() -> None:
    match = at(".xxxooox/o x 2")
    assert set(match.legal_moves) == {"b-a", "h-a"}
    clause, said = refusal(match, "c-a")
    assert (clause, said.endswith("(2.2), b or d")) == ("2.2", True), said


@pytest.mark.parametrize("empty", KEWAI)
def test_2_3_from_the_middle_to_any_kewai(empty: str) -> None:
    ring = ["x"] * 3 + ["o"] * 4
    ring.insert(KEWAI.index(empty), ".")
    assert f"m-{empty}" in at(f"{''.join(ring)}/x x 0").legal_moves


def test_2_4_into_the_middle_with_an_enemy_beside() -> None:
    match = at(FRIENDS_BESIDE_F)
    assert set(match.legal_moves) == {"a-m", "e-m", "g-m"}
    clause, said = refusal(match, "f-m")
    assert (clause, said.endswith("(2.4), on e or g")) == ("2.4", True), said


def test_2_4_the_restriction_may_hold_in_the_opening_only() -> None:
    for made, free in ((0, False), (3, False), (4, True), (5, True)):
        match = at(f"xxxxoooo/. {'xo'[made % 2]} {made}", centre="opening")
        assert len(match.legal_moves) == (4 if free else 2), made
        assert len(at(match.position).legal_moves) == 2


def test_3_1_a_player_without_a_move_loses() -> None:
    match = at(BEFORE_THE_END)
    match.push("a-b")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.clause) == (0, "3.1")
    assert match.status == "Black wins: White has no legal move (3.1)."


def test_3_2_drawn_at_the_limit() -> None:
    match = at("xxxxoooo/. o 19", limit=20)
    assert "1 more move and the game is drawn" in match.status
    match.push("h-m")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.clause) == (None, "3.2")
    assert match.status == "Draw: 20 moves have been made (3.2)."
    assert not match.legal_moves


def test_3_2_a_player_without_a_move_has_lost_even_then() -> None:
    match = at("o.xoxxxo/o o 19", limit=20)  # the colours swapped
    match.push("a-b")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.clause) == (1, "3.1")


def test_the_diagrams_of_the_rules_page_can_be_read() -> None:
    first, example, end = re.findall(r"```\n(.*?)```", GAME.rules_page(), re.DOTALL)
    assert kakomi.from_diagram("mu_torere", first).state == kakomi.new("mu_torere").state
    assert kakomi.from_diagram("mu_torere", example).position == FRIENDS_BESIDE_F
    over = kakomi.from_diagram("mu_torere", end).outcome
    assert over is not None
    assert (over.winner, over.clause) == (0, "3.1")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("xxxxoooo x 0", "the ring from a to h"),
        ("xxxxooo./. x 0", "White has 3 pieces"),
        ("xxxxxooo/. x 0", "Black has 5 pieces"),
        ("xxxxoooo/. x 1", "Black is to move after an even number of moves"),
        ("xxxxoooo/. x 102", "drawn after 100"),
        ("xxxxoooo/. o 2", "White is to move after an odd number of moves"),
    ],
)
def test_positions_that_cannot_be_are_refused(text: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        at(text)


def test_diagrams_that_cannot_be_are_refused() -> None:
    with pytest.raises(PositionError, match="the row of f d is missing"):
        kakomi.from_diagram("mu_torere", "x\nx o\nx . o")
    with pytest.raises(PositionError, match="White to move, 7 moves made"):
        kakomi.from_diagram("mu_torere", "x\no x\no . x\no x\no\nGreen to move")


@pytest.mark.parametrize("text", ["", "a", "i-m", "am", "a-m-b", "A-M"])
def test_moves_that_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(UnreadableMove, match="like a-m"):
        GAME.rule_set().view.read_move(kakomi.new("mu_torere").state, text)


def test_the_sixteen_symmetries_keep_colours_turn_and_moves() -> None:
    start = kakomi.new("mu_torere")
    assert start.symmetries() == 16
    for seed in range(20):
        match = random_match(Variant("mu_torere", "standard"), seed, 40)
        images = []
        for number in range(16):
            there = symmetry.image(match.rule_set, match.state, number)
            images.append(there)
            assert sorted(match.rule_set.view.board(there).values()) == ["o"] * 4 + ["x"] * 4
            legal = {symmetry.image_move(match.rule_set, match.state, move, number) for move in match.codes()}
            out = [0] * 4
            assert set(out[: match.rule_set.rules.legal_moves(there, out)]) == legal
            for move in match.codes():
                here, moved = list(match.state), list(there)
                match.rule_set.rules.play(here, move)
                match.rule_set.rules.play(moved, symmetry.image_move(match.rule_set, match.state, move, number))
                assert symmetry.image(match.rule_set, here, number) == moved
        for image in images:  # closed under composition
            assert sorted(symmetry.image(match.rule_set, image, number) for number in range(16)) == sorted(images)


def test_the_sample_can_be_played() -> None:
    sample = sample_of(GAME)
    assert sample is not None
    assert 0 < sample.shown < len(sample.moves)


def test_there_is_a_test_for_every_clause() -> None:
    clauses = re.findall(r"^- \*\*(\d\.\d)\*\*", GAME.rules_page(), re.MULTILINE)
    assert clauses == ["1.1", "1.2", "2.1", "2.2", "2.3", "2.4", "3.1", "3.2"]
    for clause in clauses:
        assert any(name.startswith(f"test_{clause.replace('.', '_')}_") for name in globals()), clause
