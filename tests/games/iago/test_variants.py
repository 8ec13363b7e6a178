"""Iago, clauses 6 to 8: loose, simple and penalties."""

from __future__ import annotations

import pytest

import kakomi
from kakomi import IllegalMove, OptionError, UnknownName
from kakomi.games.iago import GAME
from tests.games.iago.boards import (
    EXAMPLE_A,
    EXAMPLE_C,
    EXAMPLE_D,
    HEXES,
    INNER,
    OUTER,
    changes,
    drawn,
    legal,
    placed,
    played,
)

# --- 6: loose ---------------------------------------------------------------------------------------------------------


def test_6_no_capture_is_forced() -> None:
    match = played("g3 h2", "loose")
    assert set(match.legal_moves) == (INNER | {"i1"}) - {"g3", "h2", "e5"}
    assert match.status == "Dark to move."
    match.push("b2")
    assert match.board["h2"] == "L"


def test_6_outer_hexes_and_the_centre_need_a_capture_or_a_release() -> None:
    match = played("c5 d5", "loose")
    assert "e5" in match.legal_moves
    assert [h for h in match.legal_moves if h in OUTER] == []
    with pytest.raises(
        IllegalMove, match=r"a1 is an outer hex: a disk there must capture or release \(2.3\)"
    ) as refused:
        match.push("a1")
    assert refused.value.clause == "2.3"
    assert "i1" in placed("loose", D="f4", d="g3", L="b3", l="h2").legal_moves
    assert placed("loose", D="f4", d="g3", L="b3", l="h2").why_not("e5") is not None


def test_6_a_mixed_run_is_neither_a_capture_nor_a_release() -> None:
    match = placed("loose", D="e6 b2", L="e7", l="e8")
    assert "e9" not in match.legal_moves
    assert "e9" in placed("loose", D="e6 b2", L="e7 e8").legal_moves


# --- 7: simple --------------------------------------------------------------------------------------------------------


def test_7_nothing_is_released() -> None:
    match = placed("simple", D="f4", d="g3", L="b3", l="h2")
    assert set(match.legal_moves) == INNER - {"e5", "f4", "g3", "h2", "b3"}
    match = placed("simple", D="e9 d2", L="b2", l="e8")
    assert changes(match, "e7") == {}


def test_7_outer_hexes_and_the_centre_need_a_capture() -> None:
    match = kakomi.new("iago", "simple")
    with pytest.raises(IllegalMove, match=r"a1 is an outer hex: a disk there must capture \(7\)") as refused:
        match.push("a1")
    assert refused.value.clause == "7"
    assert "e5 is the centre" in str(match.why_not("e5"))


def test_7_captures_stay_forced() -> None:
    assert legal(played("g3 h2", "simple")) == ["i1"]
    assert legal(drawn(EXAMPLE_A, "simple")) == ["c4"]


def test_7_the_score_is_the_number_of_disks_face_up() -> None:
    assert kakomi.new("iago", "simple").score == (0, 0)
    assert played("g3 h2 i1", "simple").score == (2, 0)


def test_7_at_equal_scores_the_centre_decides() -> None:
    assert drawn(EXAMPLE_D, "simple").outcome == kakomi.Outcome(1, "5.2", (18, 18))


# --- 8: penalties -----------------------------------------------------------------------------------------------------


def test_8_penalties_are_off_by_default_and_belong_to_the_standard_rules() -> None:
    assert kakomi.new("iago").options["penalties"] == "off"
    assert [
        rule_set.name for rule_set in GAME.rule_sets for option in rule_set.options if option.name == "penalties"
    ] == ["standard"]
    for rule_set in ("loose", "simple"):
        with pytest.raises(UnknownName, match="there is no option of iago"):
            kakomi.new("iago", rule_set, penalties="on")
    with pytest.raises(OptionError, match="penalties must be off or on"):
        kakomi.new("iago", penalties="maybe")


def test_8_a_forced_capture_may_be_missed_as_in_loose() -> None:
    match = played("g3 h2", penalties="on")
    assert legal(match) == legal(played("g3 h2", "loose"))
    assert match.status == (
        "Dark to move. The greatest capture is due (2.1): i1 takes 1; any other placement is a miss (8)."
    )
    assert "(2.3)" in str(match.why_not("a1"))


def test_8_a_miss_may_be_claimed_on_any_empty_hex() -> None:
    match = played("g3 h2 b2", penalties="on")
    plain = {h for h in match.legal_moves if "!" not in h}
    claims = {h[1:] for h in match.legal_moves if "!" in h}
    assert plain == INNER - {"g3", "h2", "b2", "e5"}
    assert claims == set(HEXES) - {"g3", "h2", "b2"}
    assert match.status == (
        "Light to move. The last disk was a miss: it may be claimed, like !a1, to place on any empty hex (8). "
        "Without a claim the greatest capture is due (2.1): f4 takes 1; any other placement is a miss (8)."
    )
    match.push("!e5")
    assert match.board["e5"] == "L"
    assert match.moves[-1] == "!e5"


def test_8_a_claimed_disk_captures_and_releases_as_always() -> None:
    match = played("g3 h2 b2", penalties="on")
    assert changes(match, "!f4") == {"g3": "Dd"}
    match = kakomi.new("iago", position=f"{drawn(EXAMPLE_C).position} !", penalties="on")
    assert changes(match, "!g1") == {"h1": "Dd", "g2": "dD", "f2": "lL"}


def test_8_a_turn_on_a_claim_cannot_be_claimed() -> None:
    match = played("g3 h2 b2 !b5", penalties="on")  # f4 would have taken g3, but on a claim nothing is forced
    assert not any("!" in move for move in match.legal_moves)


def test_8_a_claim_must_be_made_at_once() -> None:
    match = played("g3 h2 b2 f4", penalties="on")  # Light takes g3 instead of claiming
    assert not any("!" in move for move in match.legal_moves)


def test_8_who_does_not_claim_may_miss_in_turn() -> None:
    match = played("g3 h2 b2 c3", penalties="on")  # Light neither claims nor takes g3
    assert match.to_move == 0
    assert "!a1" in match.legal_moves


def test_8_a_capture_that_is_not_the_greatest_is_a_miss_and_the_greatest_is_none() -> None:
    match = drawn(EXAMPLE_A, penalties="on")
    match.push("f4")
    assert match.board["f5"] == "d"
    assert "!a1" in match.legal_moves
    match = drawn(EXAMPLE_A, penalties="on")
    match.push("c4")
    assert not any("!" in move for move in match.legal_moves)


def test_8_no_claim_when_the_game_is_over() -> None:
    # i3 would take f6, g5 and h4; the centre takes e6 alone, a miss, but fills the inner area.
    match = drawn("..... .dLdL. .dLdLd. .LdLdLd. .dDL.LdL. .dLdLdL. .dLLdL. .dLdL. .....", penalties="on")
    assert "i3 takes 3" in match.status
    match.push("e5")
    assert match.outcome is not None
    assert list(match.legal_moves) == []


def test_8_claims_are_refused_where_there_is_nothing_to_claim() -> None:
    assert played("e4").why_not("!e3") == (
        "nothing can be claimed while the option penalties is off (8); e3 can be placed on without a claim"
    )
    assert str(played("e4", "loose").why_not("!a1")).startswith(
        "there are no claims in the rule set loose, only in standard with penalties on (8); a disk can go to b2, b3"
    )
    assert "rule set simple" in str(played("e4", "simple").why_not("!a1"))
    match = played("e4", penalties="on")
    with pytest.raises(
        IllegalMove, match=r"the last disk was not a miss, so there is nothing to claim \(8\)"
    ) as refused:
        match.push("!e3")
    assert refused.value.clause == "8"


def test_8_a_claim_too_needs_an_empty_hex_and_is_offered_where_a_plain_disk_is_refused() -> None:
    match = played("g3 h2 b2", penalties="on")
    assert match.why_not("!g3") == "there is already a disk on g3: a disk goes on an empty hex (1)"
    assert str(match.why_not("a1")).endswith(", and to a1 on a claim, written !a1")
