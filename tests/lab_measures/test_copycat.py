"""The copying player: images by hand, legality always, and what it falls back on."""

from __future__ import annotations

import pytest

import kakomi
from kakomi import players
from kakomi.core.errors import KakomiError
from kakomi.core.match import Match
from kakomi.players.copycat import answered, image, opposites, swapping


def test_the_image_is_that_of_the_symmetry_which_swaps_the_players() -> None:
    """Enso begins with black in the corner a6 and white in f6: left and right are swapped, and c lies opposite d."""
    match = kakomi.new("enso")
    assert image(match) is None  # nothing to copy
    assert answered(match) == ()
    match.push("b4xb3")
    assert image(match) == "e4xe3"


def test_an_empty_board_is_copied_through_its_middle() -> None:
    match = kakomi.new("enclose5")  # 21 x 21: a1 lies opposite u21
    match.push("a1")
    assert image(match) == "u21"


def test_what_cannot_be_copied_is_left_to_the_base() -> None:
    match = kakomi.new("enclose5")
    match.push("k11")  # the middle is its own image, and taken
    assert image(match) is None
    assert players.make("copycat:random:seed=1").choose(match) in match.legal_moves


@pytest.mark.parametrize("name", kakomi.games.BUILT_IN)
def test_opposite_of_opposite_is_the_place_itself(name: str) -> None:
    scene = kakomi.new(name).scene()
    found = opposites(scene, *swapping(scene))
    assert len(found) == len(scene.places)
    assert all(found[found[place]] == place for place in found)


@pytest.mark.parametrize("name", kakomi.games.BUILT_IN)
def test_it_plays_legal_moves_to_the_end_in_every_game(name: str) -> None:
    match = Match(kakomi.games.get(name))
    pair = players.make("random:seed=3"), players.make("copycat:random,seed=4")
    while match.outcome is None and len(match.moves) < 40:
        match.push(pair[match.to_move].choose(match))
    assert match.moves


def test_a_second_move_of_a_turn_answers_the_second() -> None:
    """Enclose5's swap2 opening: three marks in a row, of which the first is answered when the other's turn begins."""
    match = Match(kakomi.games.get("enclose5"), None, {"opening": "swap2"})
    for text in ("a1", "b2", "c3"):
        match.push(text)
    assert match.to_move == 1
    assert answered(match) == ("a1",)


@pytest.mark.parametrize("name", ["copycat:nobody", "copycat:ugi:true", "copycat:copycat:random", "copycat:level:99"])
def test_an_unknown_base_is_refused(name: str) -> None:
    with pytest.raises(KakomiError):
        players.make(name)
