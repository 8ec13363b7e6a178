"""Which moves are named as likely at first sight."""

from __future__ import annotations

import logging

import pytest

import kakomi
from kakomi.search.learned import packaged
from kakomi.search.learned.first_sight import LEAST, MOST, ask_first_sight, first_sight
from kakomi.search.learned.packaged import learned_search
from kakomi.search.result import Limit


def policy_of(match: kakomi.Match, **chances: float) -> dict[int, float]:
    """These moves with these probabilities, and all the others with none."""
    return dict.fromkeys(match.codes(), 0.0) | {match.parse(text): chance for text, chance in chances.items()}


def test_images_of_a_move_are_one_move_named_as_the_likeliest() -> None:
    match = kakomi.new("enclose5", size=7)
    corners = dict(zip(("a1", "a7", "g1", "g7"), (0.1, 0.05, 0.3, 0.05), strict=True))
    corner, centre, *others = first_sight(match, policy_of(match, **corners, d4=0.45, c2=0.02, b3=0.02))
    assert (corner.move, corner.images) == ("g1", 3)
    assert corner.policy == pytest.approx(0.5)
    assert (centre.move, centre.policy, centre.images) == ("d4", 0.45, 0)
    assert others == []


def test_without_symmetry_every_move_is_one() -> None:
    match = kakomi.new("enclose5", size=7)
    match.push("b1")
    named = first_sight(match, policy_of(match, a1=0.3, a7=0.3, g7=0.3, g1=0.1))
    assert [(each.move, each.images) for each in named] == [("a1", 0), ("a7", 0), ("g7", 0)]
    assert len(named) == MOST


def test_no_move_is_named_where_none_is_likely() -> None:
    match = kakomi.new("enclose5", size=7)
    match.push("b1")
    codes = match.codes()
    assert first_sight(match, dict.fromkeys(codes, 1 / len(codes))) == ()
    assert first_sight(match, {}) == ()
    assert [each.move for each in first_sight(match, policy_of(match, a1=LEAST, a7=LEAST - 0.001))] == ["a1"]


@pytest.mark.parametrize(("game", "rules"), [("enso", "standard"), ("iago", "loose")])
def test_a_search_and_the_net_alone_name_the_same(game: str, rules: str) -> None:
    match = kakomi.new(game, rules)
    searcher = learned_search(match, memory=8)
    assert searcher is not None
    named = first_sight(match, searcher.search(match, Limit(nodes=3)).policy)
    assert named
    assert named[0].images
    assert [each.move for each in named] == [each.move for each in ask_first_sight(match)]
    assert [each.policy for each in named] == pytest.approx([each.policy for each in ask_first_sight(match)], abs=1e-4)


def test_without_a_net_nothing_is_named_or_said(caplog: pytest.LogCaptureFixture) -> None:
    packaged._said.clear()
    with caplog.at_level(logging.WARNING):
        for match in (kakomi.new("toot"), kakomi.new("iago", side=4), kakomi.new("enclosure_chess")):
            assert ask_first_sight(match) == ()
    assert caplog.records == []
    match = kakomi.new("enso")
    match.resign()
    assert ask_first_sight(match) == ()
